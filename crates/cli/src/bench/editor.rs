//! Edits that are drawn at random, and what is asked after them.

use std::collections::HashMap;

use zeroslack::graph::Role;
use zeroslack::liberty::Expr;
use zeroslack::netlist::{CellId, EditError, MasterId, NetId, NetParasitics, Netlist, PinId};
use zeroslack::paths::PathQuery;
use zeroslack::sdc::{
    Clock, ClockId, ConstraintEditor, DerateScope, DerateTarget, InputDelay, OtherClocks, OtherDelays,
    OutputDelay,
};
use zeroslack::units::{Quad, Split, Ticks, Transition, ticks_of};
use zeroslack::{CornerId, ModeId, PathPoints, Point, PointOf, Replicas, Session, UpdateError};

use super::super::args::Workload;
use super::queries::Draw;

/// Cells, each with the library cell that it becomes.
pub(super) type Exchanges = Vec<(CellId, MasterId)>;

/// Draws edits, the same for the same design.
pub(super) struct Editor {
    draw: Draw,
    /// Cells that there are others of their shape for; those outside of clock networks, then those inside.
    cells: [Vec<CellId>; 2],
    /// Cells that a clock comes to, and goes no further.
    registers: Vec<CellId>,
    /// Two inputs of each gate.
    swapped: Vec<[PinId; 2]>,
    /// Ports of which times are stated.
    timed_ports: Vec<PinId>,
    /// Clocks that are made from no others, with their periods at first.
    periods: Vec<(ClockId, Ticks)>,
    /// Library cells of one shape. `[master]`.
    alike: Vec<Vec<MasterId>>,
    /// A library cell with an input and an output, and these.
    buffer: Option<(MasterId, usize, usize)>,
    /// The pin that is asked for.
    pin: PinId,
    /// The pin that paths are asked for through.
    through: PathPoints,
    made: usize,
    inserted: Vec<Inserted>,
}

/// A buffer that was inserted.
struct Inserted {
    cell: CellId,
    net: NetId,
    /// The net before it, and the sinks that it took over.
    before: NetId,
    sinks: Vec<PinId>,
}

impl Editor {
    pub(super) fn new(session: &Session) -> Self {
        let netlist = session.netlist();
        let alike = alike(netlist);
        let mut cells = [Vec::new(), Vec::new()];
        for cell in netlist.cells().filter(|&cell| alike[netlist.cell_master(cell).index()].len() > 1) {
            cells[usize::from(is_of_clock(session, cell))].push(cell);
        }
        let swapped = netlist.cells().filter(|&cell| !is_of_clock(session, cell));
        let swapped = swapped.filter_map(|cell| inputs_of_gate(session, cell)).collect();
        let registers = netlist.cells().filter(|&cell| is_register(session, cell)).collect();
        let masters = netlist.library().masters().iter().enumerate();
        let buffers = masters.filter_map(|(number, master)| {
            let sides = [false, true].map(|drives| master.pins.iter().position(|pin| pin.drives() == drives));
            let [Some(input), Some(output)] = sides else { return None };
            (master.pins.len() == 2).then(|| (MasterId::new(number), input, output))
        });
        let buffer = buffers.min_by_key(|&(master, ..)| is_inverter(netlist, master));
        let pin = netlist.pins().next().unwrap_or(PinId(0));
        let timed_ports = timed_ports(session);
        let clocks = session.constraints(ModeId::FIRST).clocks.iter();
        let own = clocks.filter(|(_, clock)| clock.generated.is_none());
        let periods = own.map(|(id, clock)| (id, clock.period)).collect();
        let (made, inserted) = (0, Vec::new());
        let through = cells[0].get(cells[0].len() / 2).and_then(|&cell| netlist.cell_pins(cell).last());
        let point = |pin: PinId| vec![Point { what: PointOf::Pin(pin), transition: None }];
        let through = PathPoints { through: vec![point(through.unwrap_or(pin))], ..PathPoints::default() };
        Self {
            draw: Draw(1),
            cells,
            registers,
            swapped,
            timed_ports,
            periods,
            alike,
            buffer,
            pin,
            through,
            made,
            inserted,
        }
    }

    /// Whether there is something to be edited so.
    pub(super) fn can(&self, workload: Workload) -> bool {
        match workload {
            Workload::RepowerClock => !self.cells[1].is_empty(),
            Workload::InsertClock => self.buffer.is_some() && !self.cells[1].is_empty(),
            Workload::Insert | Workload::EditPaths => self.buffer.is_some() && !self.cells[0].is_empty(),
            Workload::InsertRegister => !self.registers.is_empty(),
            Workload::Restate => !self.timed_ports.is_empty(),
            Workload::Waveform => !self.periods.is_empty() && !self.cells[0].is_empty(),
            Workload::Swap => !self.swapped.is_empty(),
            _ => !self.cells[0].is_empty(),
        }
    }

    pub(super) fn edit(&mut self, session: &mut Session, workload: Workload) {
        match workload {
            Workload::Parasitics => self.scale_parasitics(session),
            Workload::Restate => self.restate(session),
            Workload::Waveform => self.wave(session),
            Workload::Derate => self.derate(session),
            Workload::Swap => self.swap(session),
            Workload::Insert => self.insert(session, 0),
            Workload::InsertClock => self.insert(session, 1),
            Workload::InsertRegister => self.insert_register(session),
            Workload::EditPaths if self.draw.below(2) == 0 => self.insert(session, 0),
            Workload::Mixed => match self.draw.below(100) {
                0..60 => self.repower(session),
                60..98 => self.scale_parasitics(session),
                98 if !self.swapped.is_empty() => self.swap(session),
                _ => self.insert(session, 0),
            },
            _ => self.repower(session),
        }
    }

    /// Worst and total negative slack, and the slack of a pin at the last edit. Returns the visits of the update, if it was incremental.
    pub(super) fn ask(&self, session: &Session) -> Option<usize> {
        Self::ask_for(session, self.pin)
    }

    fn ask_for(session: &Session, pin: PinId) -> Option<usize> {
        let timed = session.timed().ok()?;
        std::hint::black_box(timed.summaries());
        for split in Split::ALL {
            for transition in Transition::ALL {
                std::hint::black_box(timed.slack(pin, split, transition));
            }
        }
        timed.visited().map(|visited| visited.total())
    }

    /// The worst paths, of some workload those through one pin. Returns as [`Editor::ask`].
    pub(super) fn ask_paths(&self, session: &Session, workload: Workload, count: usize) -> Option<usize> {
        let (timed, query) = (session.timed().ok()?, PathQuery::new(count));
        let found = match workload {
            Workload::EditConstrained => timed.find_paths_passing(&query, &self.through).ok()?,
            _ => timed.find_paths(&query),
        };
        std::hint::black_box(found.flat(0..found.tree().len()));
        timed.visited().map(|visited| visited.total())
    }

    /// Cells that become other library cells, drawn before it is measured how long that takes; none of other workloads.
    pub(super) fn exchanges(&mut self, netlist: &Netlist, workload: Workload, count: usize) -> Exchanges {
        match workload {
            Workload::Repower => (0..count).map(|_| self.exchange(netlist, 0)).collect(),
            Workload::RepowerClock => (0..count).map(|_| self.exchange(netlist, 1)).collect(),
            _ => Exchanges::new(),
        }
    }

    /// Gives cells other library cells, as one group of edits.
    pub(super) fn exchange_all(&mut self, session: &mut Session, exchanges: &Exchanges) {
        // Cells of the same pins.
        let _ = session
            .edit(|netlist| exchanges.iter().try_for_each(|&(cell, other)| netlist.set_master(cell, other)));
        self.pin = last_pin(session.netlist(), exchanges).unwrap_or(self.pin);
    }

    /// Alternatives, each of so many cells that become other library cells.
    pub(super) fn alternatives(&mut self, netlist: &Netlist, count: usize, edits: usize) -> Vec<Exchanges> {
        (0..count).map(|_| (0..edits).map(|_| self.exchange(netlist, 0)).collect()).collect()
    }

    /// Tries them, and asks each for the slack of a pin of its own. Returns the visits of their updates, where these were incremental.
    pub(super) fn try_each(
        &self,
        replicas: &mut Replicas,
        alternatives: &[Exchanges],
    ) -> Result<Vec<Option<usize>>, UpdateError> {
        let tried = replicas.try_each(
            alternatives,
            |trial, exchanges| {
                for &(cell, other) in exchanges {
                    // A cell of the same pins.
                    let _ = trial.edit(|netlist| netlist.set_master(cell, other));
                }
                Ok::<_, UpdateError>(last_pin(trial.session().netlist(), exchanges))
            },
            |session, pin| Self::ask_for(session, pin.unwrap_or(self.pin)),
        )?;
        tried.into_iter().collect()
    }

    /// A cell, and another library cell of its shape.
    fn exchange(&mut self, netlist: &Netlist, of_clock: usize) -> (CellId, MasterId) {
        let cell = self.cell(of_clock);
        let own = netlist.cell_master(cell);
        let others = &self.alike[own.index()];
        let place = others.iter().position(|&other| other == own).unwrap_or(0);
        (cell, others[(place + 1 + self.draw.below(others.len() - 1)) % others.len()])
    }

    fn cell(&mut self, of_clock: usize) -> CellId {
        self.cells[of_clock][self.draw.below(self.cells[of_clock].len())]
    }

    /// A cell becomes another library cell of its shape.
    fn repower(&mut self, session: &mut Session) {
        let exchanges = self.exchanges(session.netlist(), Workload::Repower, 1);
        self.exchange_all(session, &exchanges);
    }

    /// All capacitances and resistances of the net of a cell's pin times a factor.
    fn scale_parasitics(&mut self, session: &mut Session) {
        let cell = self.cell(0);
        let Some(pin) = session.netlist().cell_pins(cell).last() else { return };
        let Some(net) = session.netlist().pin_net(pin) else { return };
        self.pin = pin;
        let factor = [0.8, 1.25][self.draw.below(2)];
        session.edit_parasitics(CornerId::FIRST, |parasitics, netlist| {
            let Some(rc) = parasitics.net(net) else { return };
            let nodes = (0..rc.node_count()).map(|node| (rc.pin(node), factor * rc.capacitance[node]));
            let ends = |end: u32| end as usize;
            let resistors = rc.resistors.iter();
            let resistors = resistors.map(|it| (ends(it.low), ends(it.high), factor * it.resistance));
            let network = NetParasitics { nodes: nodes.collect(), resistors: resistors.collect() };
            // It is the network that was there.
            let _ = parasitics.set_net(netlist, net, Some(&network));
        });
    }

    /// What is stated of a port is some picoseconds later or sooner.
    fn restate(&mut self, session: &mut Session) {
        let port = self.timed_ports[self.draw.below(self.timed_ports.len())];
        self.pin = port;
        let by = ticks_of([-10.0, -5.0, 5.0, 10.0][self.draw.below(4)]);
        let later =
            |times: Quad<Option<Ticks>>| times.map(|split| split.map(|time| time.map(|time| time + by)));
        let constraints = session.constraints(ModeId::FIRST);
        let inputs = constraints.input_delays.get(&port).cloned().unwrap_or_default();
        let outputs = constraints.output_delays.get(&port).cloned().unwrap_or_default();
        let required = constraints.required_times.get(&port).copied();
        let edits = |editor: &mut ConstraintEditor<'_>| {
            for delay in inputs {
                let delay = InputDelay { delay: later(delay.delay), ..delay };
                editor.set_input_delay(&[port], delay, OtherDelays::Replaced)?;
            }
            for delay in outputs {
                let delay = OutputDelay { delay: later(delay.delay), ..delay };
                editor.set_output_delay(&[port], delay, OtherDelays::Replaced)?;
            }
            required.map_or(Ok(()), |required| editor.set_required_time(&[port], later(required)))
        };
        // The port is there, and of the direction that it had.
        let _ = session.edit_constraints(ModeId::FIRST, edits);
    }

    /// The period of a clock is some percent longer or shorter than at first.
    fn wave(&mut self, session: &mut Session) {
        let (id, period) = self.periods[self.draw.below(self.periods.len())];
        let period = period / 100 * [90, 95, 105, 110][self.draw.below(4)];
        self.ask_of_cell(session);
        // Without a waveform it stays as it was.
        let _ = session.edit_constraints(ModeId::FIRST, |editor| {
            let known = editor.clocks[id].clone();
            let [rise, fall] = known.edges;
            let edges = if rise == fall { known.edges } else { [rise, rise + period / 2] };
            editor.create_clock(Clock { period, edges, ..known }, OtherClocks::Kept)
        });
    }

    /// All delays of the design have another factor.
    fn derate(&mut self, session: &mut Session) {
        let factor = [0.95, 0.98, 1.02, 1.05][self.draw.below(4)];
        let scope = DerateScope { kinds: [true, true, false], parts: [true; 2], edges: [[true; 2]; 2] };
        self.ask_of_cell(session);
        // A factor in range.
        let _ = session.edit_constraints(ModeId::FIRST, |editor| {
            editor.set_derate(DerateTarget::Design, &scope, factor)
        });
    }

    /// Asks for a pin of any cell, where the edit is about none.
    fn ask_of_cell(&mut self, session: &Session) {
        let cell = self.cells[0][self.draw.below(self.cells[0].len())];
        self.pin = session.netlist().cell_pins(cell).last().unwrap_or(self.pin);
    }

    /// Two inputs of a gate change places.
    fn swap(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let [a, b] = self.swapped[self.draw.below(self.swapped.len())];
        let nets = [a, b].map(|pin| netlist.pin_net(pin));
        let [Some(of_a), Some(of_b)] = nets else { return };
        self.pin = a;
        let _ = session.edit(|netlist| {
            netlist.disconnect(a)?;
            netlist.disconnect(b)?;
            netlist.connect(a, of_b)?;
            netlist.connect(b, of_a)
        });
    }

    /// A buffer before some sinks of a net, of clock networks or of none, in turns with taking one away.
    fn insert(&mut self, session: &mut Session, of_clock: usize) {
        if self.take_away(session) {
            return;
        }
        let Some((master, input, output)) = self.buffer else { return };
        let cell = self.cell(of_clock);
        if let Some(before) = output_net(session.netlist(), cell) {
            self.insert_before_sinks(session, before, (master, output), &[(input, before)]);
        }
    }

    /// A second register beside one, with the same inputs, before some of its sinks, in turns with taking one away.
    fn insert_register(&mut self, session: &mut Session) {
        if self.take_away(session) {
            return;
        }
        let cell = self.registers[self.draw.below(self.registers.len())];
        let netlist = session.netlist();
        let Some(before) = output_net(netlist, cell) else { return };
        let pins = || netlist.cell_pins(cell).enumerate();
        let inputs = pins().filter(|&(_, pin)| !netlist.is_driver(pin));
        let inputs: Vec<(usize, NetId)> =
            inputs.filter_map(|(place, pin)| Some((place, netlist.pin_net(pin)?))).collect();
        let output = pins().position(|(_, pin)| netlist.is_driver(pin)).unwrap_or(0);
        let master = netlist.cell_master(cell);
        self.insert_before_sinks(session, before, (master, output), &inputs);
    }

    /// Takes away what was inserted last. Says whether there was something.
    fn take_away(&mut self, session: &mut Session) -> bool {
        let Some(inserted) = self.inserted.pop() else { return false };
        let _ = session.edit(|netlist| {
            netlist.remove_cell(inserted.cell)?;
            netlist.remove_net(inserted.net)?;
            inserted.sinks.iter().try_for_each(|&sink| netlist.connect(sink, inserted.before))
        });
        true
    }

    /// A cell, with nets at its inputs, whose output drives every second sink of a net.
    fn insert_before_sinks(
        &mut self,
        session: &mut Session,
        before: NetId,
        (master, output): (MasterId, usize),
        inputs: &[(usize, NetId)],
    ) {
        let netlist = session.netlist();
        let sinks = netlist.net_pins(before).iter().copied().filter(|&pin| !netlist.is_driver(pin));
        let sinks: Vec<PinId> = sinks.step_by(2).collect();
        self.made += 1;
        let (cell, net) = (format!("bench_cell_{}", self.made), format!("bench_net_{}", self.made));
        let edit = session.edit(|netlist| {
            let (cell, net) = (netlist.insert_cell(&cell, master)?, netlist.insert_net(&net)?);
            let pins: Vec<PinId> = netlist.cell_pins(cell).collect();
            inputs.iter().try_for_each(|&(input, net)| netlist.connect(pins[input], net))?;
            netlist.connect(pins[output], net)?;
            for &sink in &sinks {
                netlist.disconnect(sink)?;
                netlist.connect(sink, net)?;
            }
            Ok::<_, EditError>((cell, net, pins[output]))
        });
        if let Ok((cell, net, pin)) = edit {
            self.pin = pin;
            self.inserted.push(Inserted { cell, net, before, sinks });
        }
    }
}

/// The last pin of the cell that is exchanged last.
fn last_pin(netlist: &Netlist, exchanges: &Exchanges) -> Option<PinId> {
    exchanges.last().and_then(|&(cell, _)| netlist.cell_pins(cell).last())
}

/// Library cells with the same pins and functions, by library cell.
fn alike(netlist: &Netlist) -> Vec<Vec<MasterId>> {
    let library = netlist.library();
    let ids = || (0..library.masters().len()).map(MasterId::new);
    let key = |id: MasterId| {
        let cell = library.cell(id, Split::Late);
        let functions: Vec<String> = cell.map_or(Vec::new(), |cell| {
            cell.pins
                .iter()
                .map(|pin| format!("{} {:?}", pin.name, pin.function.as_ref().map(Expr::to_string)))
                .collect()
        });
        let pins: Vec<&str> = library.master(id).pins.iter().map(|pin| &*pin.name).collect();
        (pins, functions)
    };
    let mut shapes: HashMap<_, Vec<MasterId>> = HashMap::new();
    for id in ids() {
        shapes.entry(key(id)).or_default().push(id);
    }
    ids().map(|id| shapes[&key(id)].clone()).collect()
}

fn is_inverter(netlist: &Netlist, master: MasterId) -> bool {
    let cell = netlist.library().cell(master, Split::Late);
    cell.is_none_or(|cell| {
        cell.pins
            .iter()
            .any(|pin| pin.function.as_ref().is_some_and(|function| function.to_string().contains('!')))
    })
}

/// Ports of which delays or required times are stated.
fn timed_ports(session: &Session) -> Vec<PinId> {
    let constraints = session.constraints(ModeId::FIRST);
    let inputs = constraints.input_delays.keys().chain(constraints.output_delays.keys());
    let mut ports: Vec<PinId> = inputs.chain(constraints.required_times.keys()).copied().collect();
    ports.retain(|&port| session.netlist().is_port(port));
    ports.sort_unstable();
    ports.dedup();
    ports
}

/// The net that a cell drives, of several the first.
fn output_net(netlist: &Netlist, cell: CellId) -> Option<NetId> {
    netlist.cell_pins(cell).find(|&pin| netlist.is_driver(pin)).and_then(|pin| netlist.pin_net(pin))
}

/// Whether a clock comes to a cell that drives something, and goes no further.
fn is_register(session: &Session, cell: CellId) -> bool {
    let netlist = session.netlist();
    let has_clocks = |drives: bool| {
        let mut pins = netlist.cell_pins(cell).filter(|&pin| netlist.is_driver(pin) == drives);
        pins.any(|pin| has_clock(session, pin))
    };
    output_net(netlist, cell).is_some() && has_clocks(false) && !has_clocks(true)
}

/// Whether a clock goes through a cell.
fn is_of_clock(session: &Session, cell: CellId) -> bool {
    let netlist = session.netlist();
    netlist.cell_pins(cell).any(|pin| netlist.is_driver(pin) && has_clock(session, pin))
}

/// Two inputs of a cell, if it is no register.
fn inputs_of_gate(session: &Session, cell: CellId) -> Option<[PinId; 2]> {
    let netlist = session.netlist();
    let mut inputs = netlist.cell_pins(cell).filter(|&pin| !netlist.is_driver(pin));
    let is_register = inputs.clone().any(|pin| has_clock(session, pin));
    if is_register { None } else { Some([inputs.next()?, inputs.next()?]) }
}

/// Whether a clock comes to a pin.
fn has_clock(session: &Session, pin: PinId) -> bool {
    let Ok(graph) = session.graph() else { return false };
    let mut vertices = graph.nodes(pin).flat_map(|node| node.vertices());
    vertices.any(|vertex| graph.vertex_tag(vertex).is_some_and(|tag| tag.role != Role::Data))
}
