//! Edits that mostly leave a graph as it is: of library cells and of parasitics, made and taken back.

use zeroslack::{Mark, Session};

use super::random::Editor;

/// Makes such edits, and goes back to marks on the way.
pub struct InPlace {
    /// What edits.
    pub editor: Editor,
    /// In order; there is always one.
    marks: Vec<Mark>,
}

impl InPlace {
    /// Of a session as it is now.
    pub fn new(session: &mut Session, editor: Editor) -> Self {
        Self { editor, marks: vec![session.mark()] }
    }

    /// A few edits.
    pub fn step(&mut self, session: &mut Session) {
        let Self { editor, marks } = self;
        for _ in 0..1 + editor.dice.below(3) {
            match editor.dice.below(10) {
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
    }
}
