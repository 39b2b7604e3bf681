//! From a recipe to a session.

use zeroslack::input::Diagnostics;
use zeroslack::netlist::PinId;
use zeroslack::sdc::{Clock, ClockId, Constraints, InputDelay};
use zeroslack::timing::Calculator;
use zeroslack::units::{Quad, TICKS_PER_PS, Ticks};
use zeroslack::{Session, SessionParts};

use super::netlist::Texts;
use super::recipe::{Recipe, Stated};

fn ticks(ps: i16) -> Ticks {
    Ticks::from(ps) * TICKS_PER_PS as Ticks
}

fn quad(stated: &Stated) -> Quad<Option<Ticks>> {
    let [early_rise, early_fall, late_rise, late_fall] = stated.map(|time| time.map(ticks));
    [[early_rise, early_fall], [late_rise, late_fall]]
}

fn constraints(recipe: &Recipe) -> Constraints {
    let mut constraints = Constraints::default();
    // What gates clocks has tests of its own.
    constraints.rules.no_clock_gating = true;
    // Ports come first, in the order of the module's header.
    let mut ports = (0..).map(PinId);
    for (number, stated) in recipe.clocks.iter().enumerate() {
        let port = ports.next().unwrap();
        if let Some(stated) = stated {
            constraints.clock_arrivals.insert(port, quad(stated));
        }
        let first = constraints.clocks.get(ClockId(0)).filter(|_| !recipe.is_many_clocks).cloned();
        let mut clock = first.unwrap_or_else(|| Clock {
            name: format!("clk{number}").into(),
            sources: Vec::new(),
            period: ticks(10 + 5 * number as i16),
            edges: [ticks(0), ticks(5)],
            propagated: true,
            ..Clock::default()
        });
        clock.sources.push(port);
        constraints.clocks.put(clock);
    }
    for (stated, port) in recipe.inputs.iter().zip(&mut ports) {
        constraints.input_delays.insert(port, vec![InputDelay::new(None, quad(stated))]);
    }
    for (stated, port) in recipe.outputs.iter().zip(&mut ports) {
        constraints.required_times.insert(port, quad(stated));
    }
    constraints
}

/// A design, not timed yet.
pub fn session(recipe: &Recipe) -> Session {
    let (netlist, parasitics) = Texts::new(recipe).netlist();
    let constraints = constraints(recipe);
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let session = Session::build(parts, Diagnostics::new());
    session.unwrap_or_else(|error| panic!("{error}"))
}
