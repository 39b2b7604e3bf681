//! Random edits.

use std::collections::{HashMap, HashSet};

use zeroslack::Session;
use zeroslack::liberty::Direction;
use zeroslack::netlist::{CellId, Master, MasterId, NetId, Netlist, PinId};

use super::healing::Original;
use zeroslack_testing::Dice;

/// Makes one random edit after another, so that the design neither grows nor decays.
pub struct Editor {
    /// What all choices are drawn from.
    pub dice: Dice,
    /// The design at first.
    pub original: Original,
    /// Library cells by what they can be exchanged for. `[master]`.
    pub alike: Vec<Vec<MasterId>>,
    /// Library cells with one input and one output.
    pub repeaters: Vec<MasterId>,
    /// Cells and nets made so far.
    pub made: usize,
    /// Where SPEF files are written for the session to read.
    pub folder: tempfile::TempDir,
}

impl Editor {
    /// An editor of a session as it is now.
    pub fn new(session: &Session, dice: Dice) -> Self {
        let masters = session.netlist().library().masters();
        let ids = || (0..masters.len()).map(MasterId::new);
        let mut classes: HashMap<Vec<&str>, Vec<MasterId>> = HashMap::new();
        for id in ids() {
            classes.entry(names(&masters[id.index()])).or_default().push(id);
        }
        let alike = masters.iter().map(|master| classes[&names(master)].clone()).collect();
        let repeaters = ids().filter(|id| is_repeater(&masters[id.index()])).collect();
        Self {
            dice,
            original: Original::new(session.netlist()),
            alike,
            repeaters,
            made: 0,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// One edit, or a group of them.
    pub fn step(&mut self, session: &mut Session) {
        let is_large = 4 * session.netlist().cell_count() > 5 * self.original.cell_count() + 40;
        match self.dice.below(100) {
            0..22 => self.repower(session),
            22..46 if is_large => self.remove_new_cell(session),
            22..34 => {
                let net = self.net(session.netlist());
                self.insert_repeater_before_sinks(session, net);
            }
            34..40 => {
                let net = self.net(session.netlist());
                self.insert_repeater_after_driver(session, net);
            }
            40..43 => {
                let net = self.net(session.netlist());
                self.insert_inverter_pair(session, net);
            }
            43..46 => self.insert_gate(session),
            46..54 => self.remove_new_cell(session),
            54..62 => self.read_parasitics(session),
            62..65 => self.disconnect(session),
            65..69 => self.connect(session),
            69..72 => self.move_pin(session),
            72..73 => self.remove_cell(session),
            73..75 => self.remove_net(session),
            75..77 => self.insert_net(session),
            77..79 => self.replace_cell(session),
            79..81 => self.replace_net(session),
            81..95 => self.heal(session),
            95..96 => self.insert_port(session),
            96..97 => self.remove_port(session),
            _ => self.make_wrong_group(session),
        }
    }

    /// A new name for a cell or a net; files have to spell some of them with care.
    pub fn name(&mut self) -> String {
        self.made += 1;
        let pattern = *self.dice.pick(&["e", "u_e/", "e[", "e.", "\\e:", "*", "e$%", "//"]);
        let end = if pattern.ends_with('[') { "]" } else { "" };
        format!("{pattern}{}{end}", self.made)
    }

    /// Any cell.
    pub fn cell(&mut self, netlist: &Netlist) -> Option<CellId> {
        let count = netlist.cell_count();
        (count > 0).then(|| netlist.cells().nth(self.dice.below(count)).unwrap())
    }

    /// Any net, now and then a constant.
    pub fn net(&mut self, netlist: &Netlist) -> NetId {
        netlist.nets().nth(self.dice.below(netlist.net_count())).unwrap()
    }

    /// Any pin.
    pub fn pin(&mut self, netlist: &Netlist) -> PinId {
        netlist.pins().nth(self.dice.below(netlist.pin_count())).unwrap()
    }

    /// A few of the pins on a net that it does not drive from, at least one if there is any.
    pub fn some_sinks(&mut self, netlist: &Netlist, net: NetId) -> Vec<PinId> {
        let mut sinks: Vec<PinId> =
            netlist.net_pins(net).iter().copied().filter(|&pin| !netlist.is_driver(pin)).collect();
        self.dice.shuffle(&mut sinks);
        let count = if sinks.is_empty() { 0 } else { 1 + self.dice.below(sinks.len()) };
        sinks.truncate(count);
        sinks
    }
}

/// Names of a library cell's pins.
pub fn names(master: &Master) -> Vec<&str> {
    master.pins.iter().map(|pin| &*pin.name).collect()
}

fn is_repeater(master: &Master) -> bool {
    let directions: HashSet<bool> = master.pins.iter().map(|pin| pin.drives()).collect();
    let is_signal = |direction| matches!(direction, Direction::Input | Direction::Output);
    master.pins.len() == 2 && directions.len() == 2 && master.pins.iter().all(|pin| is_signal(pin.direction))
}

/// Input and output of a repeater.
pub fn ends(netlist: &Netlist, cell: CellId) -> Option<[PinId; 2]> {
    let mut pins: Vec<PinId> = netlist.cell_pins(cell).collect();
    pins.sort_by_key(|&pin| netlist.is_driver(pin));
    let is_it = is_repeater(netlist.master(cell));
    is_it.then(|| [pins[0], pins[1]])
}
