//! Nets that cross the boundary of a block: each file describes a part of such a net, and the parts are stitched into one network.
//!
//! Parts meet at hierarchical pins: the port of a block in the block's file, and the pin of the instance in the file of what is around it, are one node.
//! The nodes of the whole are its pins in the order of their ids, then the internal nodes part by part: the parts in the order of the instances whose nets
//! they are of, level by level from the top down, the nodes of each in the order that they have in it. A hierarchical pin is where the first part has it.
//! A flat file that numbers its internal nodes so gives the same network.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::id::NONE;
use crate::parasitics::{NodeResistor, RcNetwork};
use crate::{HierarchicalPinId, NetId, Netlist, PinId};

/// The parts of a net, in order.
pub(crate) type Parts = Arc<[Arc<Part>]>;

/// What one file says of a net that goes on outside of what the file describes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The name of the net there, as an index into the netlist's names of nets.
    pub(crate) name: u32,
    /// Nodes and resistors; none of a part of which only the capacitance is known.
    pub(crate) network: RcNetwork,
    /// The nodes that are hierarchical pins.
    pub(crate) joints: Vec<Joint>,
    /// fF, of a part of which no more is known: its wire has no resistance.
    pub(crate) lumped: Option<f32>,
}

/// A node of a part where another part begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// As an index into the part's nodes.
    pub(crate) node: u32,
    pub(crate) pin: HierarchicalPinId,
    /// Whether the part is inside of the pin's instance.
    pub(crate) is_inside: bool,
}

impl Part {
    fn pins(&self) -> impl Iterator<Item = u32> + '_ {
        self.network.node_pin.iter().copied().take_while(|&pin| pin != NONE)
    }

    /// A network of one piece, of whose hierarchical pins nothing is known.
    pub(crate) fn whole(name: u32, network: RcNetwork) -> Self {
        let is_lumped = network.node_pin.iter().all(|&pin| pin == NONE);
        let lumped = is_lumped.then(|| network.node_capacitance.iter().sum::<f32>().min(f32::MAX));
        let network = if is_lumped { RcNetwork::default() } else { network };
        Self { name, network, joints: Vec::new(), lumped }
    }
}

/// The parts that count, in order, of those of a net in the order of their reading, and whether any does not. Of two parts that one net of a module has,
/// or that name the same pin of a cell, only the later counts.
pub(crate) fn select(read: Vec<Arc<Part>>) -> (Parts, bool) {
    let count = read.len();
    let (mut names, mut pins) = (FxHashSet::default(), FxHashSet::default());
    let mut kept: Vec<Arc<Part>> = Vec::with_capacity(count);
    for part in read.into_iter().rev() {
        if names.contains(&part.name) || part.pins().any(|pin| pins.contains(&pin)) {
            continue;
        }
        names.insert(part.name);
        pins.extend(part.pins());
        kept.push(part);
    }
    kept.sort_unstable_by_key(|part| part.name);
    let has_repeats = kept.len() < count;
    (kept.into(), has_repeats)
}

/// The one network that the parts of a net make.
pub(crate) fn stitch(netlist: &Netlist, net: NetId, parts: &[Arc<Part>]) -> RcNetwork {
    if let [part] = parts
        && let Some(capacitance) = part.lumped
    {
        let (node_pin, node_capacitance) = (vec![NONE], vec![capacitance]);
        return RcNetwork { node_pin, node_capacitance, resistors: Vec::new() };
    }
    let mut stitcher = Stitcher::new(netlist, net);
    for part in parts {
        stitcher.add(part);
    }
    stitcher.join_undescribed(parts);
    stitcher.finish()
}

struct Stitcher<'n> {
    netlist: &'n Netlist,
    net: NetId,
    pins: &'n [PinId],
    /// The pin at each node.
    node_pin: Vec<u32>,
    /// fF, summed with the precision of the file.
    capacitance: Vec<f64>,
    resistors: Vec<NodeResistor>,
    /// Whether a part names each pin.
    is_named: Vec<bool>,
    joints: FxHashMap<HierarchicalPinId, Joined>,
    /// Hierarchical pins in the order in which parts name them.
    order: Vec<HierarchicalPinId>,
}

/// A hierarchical pin that parts name.
#[derive(Clone, Copy)]
struct Joined {
    node: u32,
    /// Whether a part outside of its instance names it, and one inside.
    sides: [bool; 2],
}

impl<'n> Stitcher<'n> {
    fn new(netlist: &'n Netlist, net: NetId) -> Self {
        let pins = netlist.net_pins(net);
        Self {
            netlist,
            net,
            pins,
            node_pin: pins.iter().map(|pin| pin.0).collect(),
            capacitance: vec![0.0; pins.len()],
            resistors: Vec::new(),
            is_named: vec![false; pins.len()],
            joints: FxHashMap::default(),
            order: Vec::new(),
        }
    }

    fn add_internal(&mut self) -> u32 {
        self.node_pin.push(NONE);
        self.capacitance.push(0.0);
        self.node_pin.len() as u32 - 1
    }

    fn add(&mut self, part: &Part) {
        let mut joints = part.joints.iter().peekable();
        let mut places = Vec::with_capacity(part.network.node_pin.len());
        for (node, (&pin, &capacitance)) in
            part.network.node_pin.iter().zip(&part.network.node_capacitance).enumerate()
        {
            let joint = joints.next_if(|joint| joint.node as usize == node);
            let place = match (joint, self.pins.binary_search(&PinId(pin))) {
                (Some(joint), _) => self.joint(joint),
                (None, Ok(place)) => {
                    self.is_named[place] = true;
                    place as u32
                }
                // A pin that an edit took off the net leaves its node.
                (None, Err(_)) => self.add_internal(),
            };
            self.capacitance[place as usize] += f64::from(capacitance);
            places.push(place);
        }
        for resistor in &part.network.resistors {
            let ends = [resistor.low, resistor.high].map(|node| places[node as usize]);
            self.add_resistor(ends, resistor.resistance);
        }
    }

    fn joint(&mut self, joint: &Joint) -> u32 {
        let node = match self.joints.get(&joint.pin) {
            Some(known) => known.node,
            None => {
                self.order.push(joint.pin);
                self.add_internal()
            }
        };
        let joined = self.joints.entry(joint.pin).or_insert(Joined { node, sides: [false; 2] });
        joined.sides[usize::from(joint.is_inside)] = true;
        node
    }

    fn add_resistor(&mut self, [a, b]: [u32; 2], resistance: f32) {
        if a != b {
            self.resistors.push(NodeResistor { low: a.min(b), high: a.max(b), resistance });
        }
    }

    /// Where no network describes the net in a module, its wire there has no resistance: the hierarchical pins and pins of cells on it are one node, which
    /// has the capacitance of that part if only that is known.
    fn join_undescribed(&mut self, parts: &[Arc<Part>]) {
        let lumped = parts.iter().filter_map(|part| Some((part.name, part.lumped?)));
        let lumped: FxHashMap<u32, f32> = lumped.collect();
        let described: FxHashSet<u32> =
            parts.iter().filter(|part| part.lumped.is_none()).map(|part| part.name).collect();
        let mut pins_at: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for place in 0..self.pins.len() {
            if !self.is_named[place] {
                let name = self.netlist.name_at(self.pins[place], self.net);
                pins_at.entry(name).or_default().push(place as u32);
            }
        }
        let far = self.order.iter().filter_map(|pin| {
            let side = self.joints[pin].sides.iter().position(|&is_named| !is_named)?;
            self.netlist.hierarchical_pin_name_on(*pin, side)
        });
        let unnamed = (0..self.pins.len()).filter(|&place| !self.is_named[place]);
        let unnamed = unnamed.map(|place| self.netlist.name_at(self.pins[place], self.net));
        let in_lumped = parts.iter().filter(|part| part.lumped.is_some()).map(|part| part.name);
        let starts: Vec<u32> = far.chain(in_lumped).chain(unnamed).collect();
        let mut seen = FxHashSet::default();
        for start in starts {
            if !seen.contains(&start) {
                let wire = self.wire(start, &mut seen);
                if !wire.names.iter().any(|name| described.contains(name)) {
                    self.join(&wire, &lumped, &pins_at);
                }
            }
        }
    }

    /// All that is joined to a name without passing a hierarchical pin that a part names.
    fn wire(&self, start: u32, seen: &mut FxHashSet<u32>) -> Wire {
        let mut wire = Wire { names: vec![start], joints: Vec::new() };
        seen.insert(start);
        let mut next = 0;
        while let Some(&name) = wire.names.get(next) {
            next += 1;
            for &(other, pin) in self.netlist.names_beside(name) {
                let joint = (pin != NONE).then(|| self.joints.get(&HierarchicalPinId(pin))).flatten();
                match joint {
                    Some(joined) => wire.joints.push(joined.node),
                    None if seen.insert(other) => wire.names.push(other),
                    None => {}
                }
            }
        }
        wire
    }

    fn join(&mut self, wire: &Wire, lumped: &FxHashMap<u32, f32>, pins_at: &FxHashMap<u32, Vec<u32>>) {
        let pins = wire.names.iter().filter_map(|name| pins_at.get(name)).flatten();
        let mut nodes: Vec<u32> = pins.chain(&wire.joints).copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut known = wire.names.iter().filter_map(|name| lumped.get(name)).peekable();
        let centre = if known.peek().is_some() {
            let centre = self.add_internal();
            // The order of names, so that the sum is always the same.
            let mut values: Vec<f32> = known.copied().collect();
            values.sort_unstable_by(f32::total_cmp);
            self.capacitance[centre as usize] = values.iter().copied().map(f64::from).sum();
            centre
        } else {
            let Some(&first) = nodes.first() else { return };
            first
        };
        for node in nodes {
            self.add_resistor([centre, node], 0.0);
        }
    }

    fn finish(mut self) -> RcNetwork {
        self.resistors.sort_unstable_by(NodeResistor::order);
        let narrow = |&capacitance: &f64| (capacitance as f32).min(f32::MAX);
        RcNetwork {
            node_pin: self.node_pin,
            node_capacitance: self.capacitance.iter().map(narrow).collect(),
            resistors: self.resistors,
        }
    }
}

/// Names that are joined without resistance, and the nodes of the hierarchical pins around them.
struct Wire {
    names: Vec<u32>,
    joints: Vec<u32>,
}
