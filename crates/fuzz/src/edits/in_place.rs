//! Edits that a graph mostly takes over: of library cells, of parasitics and of gates, made and taken back.

use zeroslack::{Mark, Session};

use super::random::Editor;

/// Makes such edits, and goes back to marks on the way.
pub struct InPlace {
    /// What edits.
    pub editor: Editor,
    /// In order; there is always one.
    marks: Vec<Mark>,
    structure: Structure,
}

/// What of the structure edits are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Structure {
    /// Nothing.
    Stays,
    /// Cells that come and go, and pins that are connected elsewhere.
    Gates,
    /// Mostly those of clock networks.
    ClockNetworks,
    /// Mostly registers.
    Registers,
}

impl InPlace {
    /// Of a session as it is now.
    pub fn new(session: &mut Session, editor: Editor) -> Self {
        Self { editor, marks: vec![session.mark()], structure: Structure::Stays }
    }

    /// The same with cells that come and go, and pins that are connected elsewhere.
    pub fn with_gates(session: &mut Session, editor: Editor) -> Self {
        Self { structure: Structure::Gates, ..Self::new(session, editor) }
    }

    /// The same, mostly in clock networks.
    pub fn with_clock_networks(session: &mut Session, editor: Editor) -> Self {
        Self { structure: Structure::ClockNetworks, ..Self::new(session, editor) }
    }

    /// The same, mostly of registers.
    pub fn with_registers(session: &mut Session, editor: Editor) -> Self {
        Self { structure: Structure::Registers, ..Self::new(session, editor) }
    }

    /// A few edits. Returns how many.
    pub fn step(&mut self, session: &mut Session) -> usize {
        let Self { editor, marks, structure } = self;
        let count = 1 + editor.dice.below(3);
        for _ in 0..count {
            match editor.dice.below(10) {
                0..5 if *structure == Structure::ClockNetworks => editor.edit_clock_network(session),
                0..5 if *structure == Structure::Registers => editor.edit_registers(session),
                0..5 | 6 if *structure != Structure::Stays => Self::edit_gates(editor, session),
                0..6 => editor.repower(session),
                6..8 => editor.read_parasitics(session),
                8 => marks.push(session.mark()),
                _ => {
                    let mark = marks[editor.dice.below(marks.len())].clone();
                    session.undo(&mark);
                    marks.retain(|other| *other <= mark);
                }
            }
        }
        count
    }

    /// Takes all edits back.
    pub fn start_over(&mut self, session: &mut Session) {
        session.undo(&self.marks[0]);
        self.marks.truncate(1);
    }

    fn edit_gates(editor: &mut Editor, session: &mut Session) {
        let [net, other] = [0; 2].map(|_| editor.net(session.netlist()));
        match editor.dice.below(24) {
            0..6 => editor.insert_repeater_before_sinks(session, net),
            6..9 => editor.insert_repeater_after_driver(session, net),
            9..11 => editor.insert_inverter_pair(session, net),
            11..15 => editor.remove_new_cell(session),
            15..16 => editor.insert_gate(session),
            16..17 => editor.replace_cell(session),
            17..18 => editor.swap_sinks(session, [net, other]),
            18..20 => editor.swap_pins(session),
            20..22 => editor.edit_clock_network(session),
            _ => editor.edit_registers(session),
        }
    }
}
