//! Random RC trees, written as SPEF.

use std::fmt::Write;

use super::design::{Design, Place};
use super::dice::Dice;

/// A node of a net.
#[derive(Clone, Debug)]
pub struct RcNode {
    pub name: String,
    /// None for an internal node.
    pub pin: Option<usize>,
    /// fF to search_graph, or to a node of another net.
    pub capacitances: Vec<(f64, Option<String>)>,
}

/// The parasitics of a net.
#[derive(Clone, Debug)]
pub struct RcNet {
    pub net: usize,
    /// What the file calls it.
    name: String,
    pub nodes: Vec<RcNode>,
    /// Ends and kΩ: a forest, but for resistors beside each other.
    pub resistors: Vec<(usize, usize, f64)>,
    /// fF; it counts where the file says no more.
    total: f64,
}

impl RcNet {
    /// What the net's only capacitance is, fF, if there are neither resistors nor capacitances at nodes.
    pub fn lone_total(&self) -> Option<f64> {
        let has_capacitance =
            self.nodes.iter().any(|node| node.capacitances.iter().any(|(value, _)| *value > 0.0));
        (self.resistors.is_empty() && !has_capacitance).then_some(self.total)
    }

    /// Whether the file leaves a pin of the net out while it names others: such a pin loads nothing.
    pub fn leaves_out(&self, pin: usize) -> bool {
        let says_nothing = self.lone_total().is_some_and(|total| total > 0.0);
        let mut named = self.nodes.iter().filter_map(|node| node.pin).peekable();
        !says_nothing && named.peek().is_some() && !named.any(|named| named == pin)
    }
}

/// The parasitics of a design: some nets have none, some pins are left out.
pub fn random(design: &Design, seed: u64) -> Vec<RcNet> {
    let mut dice = Dice::new(seed, 3);
    let mut nets = Vec::new();
    for net in 0..design.nets.len() {
        if dice.chance(80) {
            nets.push(random_net(design, net, &mut dice));
        }
    }
    nets
}

fn random_net(design: &Design, net: usize, dice: &mut Dice) -> RcNet {
    let named = &design.nets[net];
    let name = named.aliases.first().filter(|_| dice.chance(50)).unwrap_or(&named.name).clone();
    let mut rc = RcNet { net, name, nodes: vec![], resistors: vec![], total: dice.number(0.0, 20.0, 0.125) };
    if dice.chance(5) {
        return rc;
    }
    for pin in design.net_pins(net).filter(|_| !dice.chance(4)).collect::<Vec<_>>() {
        let name = match design.pins[pin].place {
            Place::Port(port) => design.ports[port].name.clone(),
            Place::Cell(..) => design.pins[pin].name.replace('/', ":"),
        };
        rc.nodes.push(RcNode { name, pin: Some(pin), capacitances: vec![] });
    }
    for number in 0..dice.below(5) {
        rc.nodes.push(RcNode {
            name: format!("{}:{}", rc.name, number + 1),
            pin: None,
            capacitances: vec![],
        });
    }
    for node in &mut rc.nodes {
        for _ in 0..*dice.pick(&[0, 1, 1, 1, 3]) {
            let coupled = dice.chance(20).then(|| format!("other:{}", dice.below(9)));
            node.capacitances.push((dice.number(0.0, 6.0, 0.0625), coupled));
        }
    }
    let mut order: Vec<usize> = (0..rc.nodes.len()).collect();
    dice.shuffle(&mut order);
    for place in 1..order.len() {
        if dice.chance(2) {
            // It hangs in the air.
            continue;
        }
        let ends = (order[place], order[dice.below(place)]);
        for _ in 0..*dice.pick(&[1, 1, 1, 1, 1, 1, 1, 2, 3]) {
            rc.resistors.push((ends.0, ends.1, dice.number(0.0, 3.0, 0.015_625)));
        }
    }
    rc
}

/// The SPEF file. Its lines, nets and the ends of its resistors are in a random order that `shuffle` picks.
pub fn text(design: &Design, nets: &[RcNet], shuffle: u64) -> String {
    let mut dice = Dice::new(shuffle, 4);
    let mut text = String::from(
        "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"top\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n",
    );
    text.push_str("*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n");
    let is_mapped = dice.chance(50);
    if is_mapped {
        text.push_str("*NAME_MAP\n");
        for (index, net) in nets.iter().enumerate() {
            writeln!(text, "*{} {}", index + 1, net.name).unwrap();
        }
    }
    let mut order: Vec<usize> = (0..nets.len()).collect();
    dice.shuffle(&mut order);
    for index in order {
        let net = &nets[index];
        let name = if is_mapped { format!("*{}", index + 1) } else { net.name.clone() };
        writeln!(text, "*D_NET {name} {}", net.total).unwrap();
        for (heading, mut lines) in sections(design, net, &mut dice) {
            if !lines.is_empty() {
                dice.shuffle(&mut lines);
                writeln!(text, "{heading}").unwrap();
                for (number, line) in lines.iter().enumerate() {
                    let number = if heading == "*CONN" { String::new() } else { format!("{} ", number + 1) };
                    writeln!(text, "{number}{line}").unwrap();
                }
            }
        }
        text.push_str("*END\n");
    }
    text
}

fn sections(design: &Design, net: &RcNet, dice: &mut Dice) -> [(&'static str, Vec<String>); 3] {
    let pins = net.nodes.iter().filter_map(|node| Some((node, &design.pins[node.pin?])));
    let connections = pins.map(|(node, pin)| {
        let kind = if let Place::Port(_) = pin.place { "*P" } else { "*I" };
        let direction = match (pin.place, pin.drives, pin.is_sink) {
            (_, true, true) => "B",
            // A port that drives the design is an input of it.
            (Place::Port(_), true, _) | (Place::Cell(..), false, _) => "I",
            _ => "O",
        };
        format!("{kind} {} {direction}", node.name)
    });
    let connections = connections.collect();
    let capacitances = net.nodes.iter().flat_map(|node| {
        node.capacitances.iter().map(|(value, other)| match other {
            Some(other) => format!("{} {other} {value}", node.name),
            None => format!("{} {value}", node.name),
        })
    });
    let capacitances = capacitances.collect();
    let resistors = net.resistors.iter().map(|&(a, b, value)| {
        let (a, b) = if dice.chance(50) { (a, b) } else { (b, a) };
        format!("{} {} {value}", net.nodes[a].name, net.nodes[b].name)
    });
    [("*CONN", connections), ("*CAP", capacitances), ("*RES", resistors.collect())]
}
