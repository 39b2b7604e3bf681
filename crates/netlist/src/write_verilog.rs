//! The flat design back to Verilog.

use std::io;

use zeroslack_liberty::Direction;
use zeroslack_verilog::{
    Assign, Connection, Declaration, Design, Expr, ExprId, Instance, Kind, Module, PortBinding, Range,
};

use crate::library::MasterPort;
use crate::written::WrittenNames;
use crate::{CellId, Master, NetId, Netlist, PinId, Port, PortDirection};

impl Netlist {
    /// Writes the flat design as one module: the ports as they were, a scalar wire for every other net, an instance for
    /// every cell, in the order of their ids, so that reading it back gives the same ids.
    ///
    /// A name that Verilog would read otherwise is escaped. Of two nets with one name the second gets another. Names of
    /// nets that ports or assignments join to others are not kept, nor are connections of power pins. A bit of a bus pin that
    /// is not connected is written as `1'bz`, for a concatenation has no empty places.
    ///
    /// Many small writes: `out` should be buffered.
    ///
    /// # Errors
    /// Those of `out`, and [`io::ErrorKind::InvalidInput`] for a name with white space in it or with nothing in it.
    pub fn write_verilog(&self, out: &mut impl io::Write) -> io::Result<()> {
        let names = WrittenNames::new(self);
        let module = Writer::new(self, &names).module();
        zeroslack_verilog::write(&Design { modules: vec![module] }, out)
    }
}

struct Writer<'n> {
    netlist: &'n Netlist,
    names: &'n WrittenNames<'n>,
    module: Module<'n>,
    /// By master.
    master_ports: Vec<Vec<MasterPort<'n>>>,
    unconnected: ExprId,
}

impl<'n> Writer<'n> {
    fn new(netlist: &'n Netlist, names: &'n WrittenNames<'n>) -> Self {
        let master_ports = netlist.library().masters().iter().map(Master::ports).collect();
        let module = Module { name: netlist.name(), ..Module::default() };
        // Behind one expression for every net.
        let unconnected = ExprId(netlist.net_id_count() as u32);
        Self { netlist, names, module, master_ports, unconnected }
    }

    fn module(mut self) -> Module<'n> {
        // Removed nets too, so that a net's expression is found by its id.
        let nets = (0..self.netlist.net_id_count()).map(NetId::new);
        self.module.exprs.extend(nets.map(|net| net_expr(self.netlist, self.names, net)));
        self.module.exprs.push(Expr::Unconnected);
        self.ports();
        let wires = self.netlist.nets().skip(Netlist::CONSTANTS.len());
        for net in wires.filter(|&net| self.netlist.net_port(net).is_none()) {
            let name = self.names.name(net);
            self.module.declarations.push(Declaration { name, kind: Kind::Wire, range: None, offset: 0 });
        }
        for cell in self.netlist.cells() {
            self.instance(cell);
        }
        self.module
    }

    fn push(&mut self, expr: Expr<'n>) -> ExprId {
        self.module.exprs.push(expr);
        ExprId(self.module.exprs.len() as u32 - 1)
    }

    fn ports(&mut self) {
        let netlist = self.netlist;
        for port in netlist.ports() {
            let inner = self.push(Expr::Name(&port.name));
            self.module.ports.push(PortBinding { name: &port.name, inner });
            let kind = match port.direction {
                PortDirection::Input => Kind::Input,
                PortDirection::Output => Kind::Output,
                PortDirection::Inout => Kind::Inout,
            };
            let range = port.range.map(|(msb, lsb)| Range { msb, lsb });
            self.module.declarations.push(Declaration { name: &port.name, kind, range, offset: 0 });
        }
        for pin in netlist.port_pins() {
            if let Some(net) = netlist.pin_net(pin).filter(|&net| netlist.net_port(net) != Some(pin)) {
                self.alias(pin, net);
            }
        }
    }

    /// An assignment that joins a port bit to its net, which is called after something else.
    fn alias(&mut self, pin: PinId, net: NetId) {
        let port = self.push(pin_expr(self.netlist, pin));
        let (mut target, mut value) = (port, ExprId(net.0));
        let is_input = |pin| direction(self.netlist, pin) == Some(PortDirection::Input);
        // Inputs are not assigned to, if it can be helped.
        if is_input(pin) && self.netlist.net_port(net).is_some_and(|first| !is_input(first)) {
            (target, value) = (value, target);
        }
        self.module.assigns.push(Assign { target, value, offset: 0 });
    }

    fn instance(&mut self, cell: CellId) {
        let master = self.netlist.cell_master(cell);
        let first = self.module.connections.len() as u32;
        let ports = std::mem::take(&mut self.master_ports[master.index()]);
        for port in &ports {
            self.connection(cell, port);
        }
        self.master_ports[master.index()] = ports;
        self.module.instances.push(Instance {
            cell: &self.netlist.library().master(master).name,
            name: self.netlist.cell_name(cell),
            range: None,
            connections: first..self.module.connections.len() as u32,
            offset: 0,
        });
    }

    fn connection(&mut self, cell: CellId, port: &MasterPort<'n>) {
        let first = self.netlist.cell_first_pin(cell).0;
        let (name, value) = match *port {
            MasterPort::Bus(name, pins) => (name, self.bus(first, pins)),
            MasterPort::Pin(index) => {
                let pin = &self.netlist.master(cell).pins[index as usize];
                match self.netlist.pin_net(PinId(first + index)) {
                    Some(net) => (&*pin.name, ExprId(net.0)),
                    None if pin.direction == Direction::Internal => return,
                    None => (&*pin.name, self.unconnected),
                }
            }
        };
        self.module.connections.push(Connection { port: Some(name), value });
    }

    /// What the pins of a bus are connected to.
    fn bus(&mut self, first: u32, pins: &[u32]) -> ExprId {
        let net_of = |pin: &u32| self.netlist.pin_net(PinId(first + pin));
        if pins.iter().all(|pin| net_of(pin).is_none()) {
            return self.unconnected;
        }
        let start = self.module.exprs.len() as u32;
        for pin in pins {
            let part = match net_of(pin) {
                Some(net) => self.module.exprs[net.index()].clone(),
                None => Expr::Constant(Box::new([b'z'])),
            };
            self.module.exprs.push(part);
        }
        let end = self.module.exprs.len() as u32;
        self.push(Expr::Concat(start..end))
    }
}

fn direction(netlist: &Netlist, pin: PinId) -> Option<PortDirection> {
    netlist.port_of(pin).map(|(port, _)| port.direction)
}

fn pin_expr(netlist: &Netlist, pin: PinId) -> Expr<'_> {
    match netlist.port_of(pin) {
        Some((Port { name, .. }, Some(index))) => Expr::Bit(name, index),
        Some((Port { name, .. }, None)) => Expr::Name(name),
        None => Expr::Unconnected,
    }
}

fn net_expr<'n>(netlist: &'n Netlist, names: &'n WrittenNames<'n>, net: NetId) -> Expr<'n> {
    let constant = Netlist::CONSTANTS.iter().position(|&constant| constant == net);
    match (constant, netlist.net_port(net)) {
        (Some(constant), _) => Expr::Constant(Box::new([b'0' + constant as u8])),
        (None, Some(pin)) => pin_expr(netlist, pin),
        (None, None) => Expr::Name(names.name(net)),
    }
}
