//! The parasitics of a net as a program gives them.

use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_RESISTANCE};

use crate::id::NONE;
use crate::parasitics::Bound;
use crate::rc::Network;
use crate::{NetId, Netlist, Parasitics, PinId};

/// The RC network of one net, from memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetParasitics {
    /// The pin at each node, none at internal ones, and fF to ground. In any order: pins are put in the order of their ids, and internal
    /// nodes keep theirs.
    pub nodes: Vec<(Option<PinId>, f32)>,
    /// Two nodes, as indices into `nodes`, and kΩ between them.
    pub resistors: Vec<(usize, usize, f32)>,
}

/// Why parasitics cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParasiticsError {
    /// There is no such net.
    #[error("there is no net #{net}")]
    NoNet {
        /// Its id.
        net: u32,
    },
    /// A node's pin is not on the net.
    #[error("pin '{pin}' is not on net '{net}'")]
    OtherNet {
        /// The pin.
        pin: String,
        /// The net.
        net: String,
    },
    /// Two nodes have one pin.
    #[error("pin '{pin}' has two nodes in the parasitics of net '{net}'")]
    TwoNodes {
        /// The pin.
        pin: String,
        /// The net.
        net: String,
    },
    /// A resistor ends at a node that is not there.
    #[error("a resistor of net '{net}' ends at node {node}, but there are {nodes}")]
    NoNode {
        /// The net.
        net: String,
        /// The node, counted from 0.
        node: usize,
        /// How many there are.
        nodes: usize,
    },
    /// A capacitance or a resistance, or the sum of them, is negative or too large, or not a number.
    #[error(
        "{value} is no {what} in the parasitics of net '{net}'; no value is negative, and all of a net are at most 100 nF and 1 GOHM"
    )]
    Value {
        /// The net.
        net: String,
        /// `capacitance` or `resistance`.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// There are more nodes or resistors than numbers for them.
    #[error("there are too many nodes or resistors")]
    Full,
}

impl Parasitics {
    /// Gives a net another network, or takes its network away.
    ///
    /// # Errors
    /// If the network is not one of that net, or there is no room; nothing is changed then.
    pub fn set_net(
        &mut self,
        netlist: &Netlist,
        net: NetId,
        network: Option<&NetParasitics>,
    ) -> Result<(), ParasiticsError> {
        let Some(network) = network else {
            self.record(net);
            self.set_parts(net, None);
            self.replace(net, None, u32::MAX as usize);
            return Ok(());
        };
        network.check(netlist, net)?;
        self.record(net);
        let mut bound = Bound::default();
        network.put(net, &mut bound);
        let fits = self.put(vec![bound], u32::MAX as usize);
        self.tidy();
        if !fits {
            self.forget_last();
            return Err(ParasiticsError::Full);
        }
        self.set_parts(net, None);
        Ok(())
    }
}

impl NetParasitics {
    /// Whether this is a network of a net.
    fn check(&self, netlist: &Netlist, net: NetId) -> Result<(), ParasiticsError> {
        if !netlist.has_net(net) {
            return Err(ParasiticsError::NoNet { net: net.0 });
        }
        let of_net = || netlist.net_name(net).to_string();
        let value = |value: f32, what, largest| match (0.0..=largest).contains(&value) {
            true => Ok(()),
            false => Err(ParasiticsError::Value { net: of_net(), what, value: value.to_string() }),
        };
        let mut pins: Vec<PinId> = Vec::new();
        for &(pin, capacitance) in &self.nodes {
            value(capacitance, "capacitance", LARGEST_CAPACITANCE)?;
            if let Some(pin) = pin {
                if netlist.net_pins(net).binary_search(&pin).is_err() {
                    let known = pin.index() < netlist.pin_id_count();
                    let pin = if known { netlist.pin_name(pin) } else { format!("#{}", pin.0) };
                    return Err(ParasiticsError::OtherNet { pin, net: of_net() });
                }
                pins.push(pin);
            }
        }
        pins.sort_unstable();
        if let Some(pair) = pins.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ParasiticsError::TwoNodes { pin: netlist.pin_name(pair[0]), net: of_net() });
        }
        value(self.nodes.iter().map(|node| node.1).sum(), "capacitance", LARGEST_CAPACITANCE)?;
        value(self.resistors.iter().map(|resistor| resistor.2).sum(), "resistance", LARGEST_RESISTANCE)?;
        let nodes = self.nodes.len();
        for &(a, b, resistance) in &self.resistors {
            value(resistance, "resistance", LARGEST_RESISTANCE)?;
            if let Some(node) = [a, b].into_iter().find(|&node| node >= nodes) {
                return Err(ParasiticsError::NoNode { net: of_net(), node, nodes });
            }
        }
        Ok(())
    }

    /// Appends the network, its nodes in their defined order.
    fn put(&self, net: NetId, bound: &mut Bound) {
        let mut network = Network::default();
        for (index, &(pin, capacitance)) in self.nodes.iter().enumerate() {
            network.add_node(pin.map_or(NONE, |pin| pin.0), index as u64, capacitance);
        }
        network.sort(|a, b| a.cmp(&b));
        for &(a, b, resistance) in &self.resistors {
            network.add_resistor_between(a, b, resistance);
        }
        network.finish(0.0);
        network.put(net, bound);
    }
}
