//! Constraints on a netlist alone, without a session.

use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;
use zeroslack_sdc::{ConstraintEditor, Constraints, Units};
use zeroslack_tcl::{Interp, Limits, SealedHost};

use crate::command::TABLES;
use crate::design::Design;
use crate::dispatch::{define, take_design};
use crate::read::{read, script};
use crate::state::State;

/// A netlist and its constraints. Nothing is analysed.
#[derive(Debug)]
struct Bare {
    netlist: Netlist,
    constraints: Constraints,
}

impl Design for Bare {
    fn netlist(&self) -> Option<&Netlist> {
        Some(&self.netlist)
    }

    fn constraints(&self) -> Option<&Constraints> {
        Some(&self.constraints)
    }

    fn edit(&mut self, edit: &mut dyn FnMut(&mut ConstraintEditor<'_>)) {
        edit(&mut ConstraintEditor::new(&mut self.constraints, &self.netlist));
    }
}

/// The constraints that a text states on a netlist, in units of numbers. The text touches no file, and what asks for analysis is not applied: a session
/// reads files.
pub fn read_text(text: &str, netlist: &Netlist, units: &Units) -> (Constraints, Diagnostics) {
    read_text_within(text, netlist, units, Limits::default())
}

/// The constraints that a text states, as [`read_text`] gives them, which may take no more than this.
pub fn read_text_within(
    text: &str,
    netlist: &Netlist,
    units: &Units,
    limits: Limits,
) -> (Constraints, Diagnostics) {
    let mut interp = Interp::with_host(SealedHost);
    interp.set_limits(limits);
    let bare = Bare { netlist: netlist.clone(), constraints: Constraints::default() };
    let mut state = State::new(Box::new(bare), &TABLES);
    (state.generation, state.units) = (1, Some(*units));
    define(&mut interp, state);
    let text = script(text.as_bytes().to_vec()).unwrap_or_default();
    let said = read(&mut interp, "", &text).unwrap_or_else(|stopped| {
        let mut said = Diagnostics::new();
        said.error("FILE-011", None, || format!("the text is not read to its end: {}", stopped.message()));
        said
    });
    let bare = take_design::<Bare>(&mut interp);
    (bare.map(|bare| bare.constraints).unwrap_or_default(), said)
}
