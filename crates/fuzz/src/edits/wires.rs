//! Random edits of nets and their parasitics.

use std::fmt::Write;

use zeroslack::Session;
use zeroslack::netlist::{Editor as NetlistEditor, NetId, Netlist, PinId};

use super::examples::write;
use super::gates::move_pins;
use super::random::Editor;
use zeroslack_testing::Dice;

impl Editor {
    /// Takes a pin off its net, or is refused.
    pub fn disconnect(&mut self, session: &mut Session) {
        let pin = self.pin(session.netlist());
        let is_connected = session.netlist().pin_net(pin).is_some();
        assert_eq!(session.edit(|netlist| netlist.disconnect(pin)).is_ok(), is_connected);
    }

    /// An open pin comes to some net.
    pub fn connect(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let open: Vec<PinId> = netlist.pins().filter(|&pin| netlist.pin_net(pin).is_none()).collect();
        if !open.is_empty() {
            let (pin, net) = (*self.dice.pick(&open), self.net(netlist));
            session.edit(|netlist| netlist.connect(pin, net)).unwrap();
        }
    }

    /// A pin goes from its net to another, or off and on again.
    pub fn move_pin(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let pin = self.pin(netlist);
        let net = netlist.pin_net(pin).filter(|_| self.dice.chance(30));
        let net = net.unwrap_or_else(|| self.net(netlist));
        session.edit(|netlist| move_pins(netlist, &[pin], net)).unwrap();
    }

    /// A new net.
    pub fn insert_net(&mut self, session: &mut Session) {
        let name = self.name();
        session.edit(|netlist| netlist.insert_net(&name)).unwrap();
    }

    /// Removes any net, or is refused.
    pub fn remove_net(&mut self, session: &mut Session) {
        let net = self.net(session.netlist());
        let is_constant = Netlist::CONSTANTS.contains(&net);
        assert_eq!(session.edit(|netlist| netlist.remove_net(net)).is_ok(), !is_constant);
    }

    /// A net goes, and comes again under the same name, with the same pins but no parasitics.
    pub fn replace_net(&mut self, session: &mut Session) {
        let net = self.net(session.netlist());
        if Netlist::CONSTANTS.contains(&net) {
            return;
        }
        let name = session.netlist().net_name(net).to_string();
        let pins = session.netlist().net_pins(net).to_vec();
        let edits = |netlist: &mut NetlistEditor<'_>| {
            netlist.remove_net(net)?;
            // Two nets may share a name; it is the other's then.
            let net = match netlist.find_net(&name) {
                Some(net) => net,
                None => netlist.insert_net(&name)?,
            };
            move_pins(netlist, &pins, net)
        };
        session.edit(edits).unwrap();
    }

    /// A file with new parasitics of a few nets.
    pub fn read_parasitics(&mut self, session: &mut Session) {
        let mut text = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n".to_string();
        for _ in 0..1 + self.dice.below(3) {
            let net = self.net(session.netlist());
            let name = session.netlist().net_name(net);
            if session.netlist().find_net(name) == Some(net) {
                spef_net(&mut self.dice, session.netlist(), net, &mut text);
            }
        }
        let file = write(self.folder.path(), "new.spef", &text);
        let said = session
            .read_spef(zeroslack::CornerId::FIRST, &file, None)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        // The same net may be there twice, its total need not be the sum, and some pins are left out.
        let is_known = |id: &str| id.starts_with("SPEF-") || matches!(id, "NET-028" | "NET-033");
        assert!(said.iter().all(|each| is_known(each.id)), "{said}\n{text}");
    }
}

/// A random tree over a net's pins and some nodes of its own; now and then with a loop, with a node in the air, or a mere total.
fn spef_net(dice: &mut Dice, netlist: &Netlist, net: NetId, text: &mut String) {
    let name = escaped(netlist.net_name(net));
    writeln!(text, "*D_NET {name} {}", dice.number(0.5, 9.0, 0.1) as f32).unwrap();
    if dice.chance(5) {
        return text.push_str("*END\n");
    }
    let mut nodes = Vec::new();
    text.push_str("*CONN\n");
    for &pin in netlist.net_pins(net) {
        let (kind, name) = match netlist.pin_cell(pin) {
            Some(cell) => {
                let name = escaped(netlist.cell_name(cell));
                ("*I", format!("{name}:{}", escaped(&netlist.master_pin(pin).unwrap().name)))
            }
            None => ("*P", escaped(&netlist.pin_name(pin))),
        };
        // Some pins are not on the tree.
        if dice.chance(95) {
            writeln!(text, "{kind} {name} B").unwrap();
            nodes.push(name);
        }
    }
    nodes.extend((0..dice.below(6)).map(|number| format!("{name}:{}", 3 * number + 1)));
    dice.shuffle(&mut nodes);
    text.push_str("*CAP\n");
    for (number, node) in nodes.iter().enumerate() {
        writeln!(text, "{} {node} {}", number + 1, dice.number(0.0, 2.0, 0.013) as f32).unwrap();
    }
    text.push_str("*RES\n");
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let mut resistor = |number, other: &str| {
            writeln!(text, "{number} {node} {other} {}", dice_resistance(number)).unwrap();
        };
        match dice.below(40) {
            0 => {}
            1 => {
                resistor(2 * number, &nodes[dice.below(number)]);
                resistor(2 * number + 1, &nodes[dice.below(number)]);
            }
            _ => resistor(2 * number, &nodes[dice.below(number)]),
        }
    }
    text.push_str("*END\n");
}

/// kΩ, another for every resistor.
fn dice_resistance(number: usize) -> f32 {
    0.003 + 0.017 * (number * 7 % 31) as f32
}

/// With a backslash before all that is not plain in SPEF.
fn escaped(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '/';
    let mut text = String::new();
    for (at, letter) in name.chars().enumerate() {
        if !is_plain(letter) || (at == 0 && letter == '/') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}
