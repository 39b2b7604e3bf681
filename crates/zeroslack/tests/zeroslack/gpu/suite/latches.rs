//! Latches on a machine: what they are given, and all that follows from it, as on the CPU.

use zeroslack::paths::PathQuery;
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::Split;
use zeroslack::{EngineChoice, PathPoints, Session};
use zeroslack_testing::Dice;

use super::machine::TestMachine;
use super::sessions::compare_pins;
use super::{CONTESTS, SDC, compare};
use crate::edits::away_from_registers::drawn;
use crate::latches::load::{loop_of, loop_without_clock, session};
use crate::latches::made::Made;

/// Random pipelines and loops: those where what is given depends on itself, and one in sixteen of the others.
pub fn check_latches(machine: TestMachine, seeds: impl Iterator<Item = u64>) {
    let (mut given, mut looped) = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed, 7);
        let made = Made::new(&mut dice, seed % 4 != 0);
        let mut sessions = [session(&made, true), session(&made, true)];
        sessions[0].update().unwrap_or_else(|error| panic!("{error}"));
        let repeats = sessions[0].timed().unwrap().timing().latch_passes() > 1;
        looped += usize::from(repeats);
        if !repeats && seed % 16 != 0 {
            continue;
        }
        let calculators = [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance];
        let calculator = *dice.pick(&calculators);
        for session in &mut sessions {
            session.set_calculator(calculator);
        }
        sessions[1].set_engine_on(EngineChoice::Cuda, machine.clone());
        for (has_cppr, rule) in [(true, SDC), (false, SDC), (true, CONTESTS), (false, CONTESTS)] {
            compare_after(&mut sessions, has_cppr, rule);
        }
        let timed = sessions[0].timed().unwrap();
        given += usize::from(timed.latch_borrows().iter().any(|borrow| borrow.given > 0));
    }
    assert!(given > 3 && looped > 3, "{given} designs with time given, {looped} where it depends on itself");
}

/// Random designs with clocks at ports, gates, latches and pins of instances.
pub fn check_away_from_registers(machine: TestMachine, seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        let mut sessions = [(); 2].map(|()| drawn(seed));
        sessions[1].set_engine_on(EngineChoice::Cuda, machine.clone());
        for (has_cppr, rule) in [(true, SDC), (false, SDC), (true, CONTESTS)] {
            compare_after(&mut sessions, has_cppr, rule);
        }
    }
}

/// A loop that does not settle, one that does, and one that no clock opens.
pub fn check_slow_loops(machine: TestMachine) {
    let loops: [fn() -> Session; 3] = [|| loop_of(400.0), || loop_of(650.0), loop_without_clock];
    for load in loops {
        let mut sessions = [load(), load()];
        sessions[1].set_engine_on(EngineChoice::Cuda, machine.clone());
        for has_cppr in [true, false] {
            compare_after(&mut sessions, has_cppr, SDC);
        }
    }
}

fn compare_after(sessions: &mut [Session; 2], has_cppr: bool, rule: CommonPoint) {
    let [said, also_said] = sessions.each_mut().map(|session| {
        session.set_cppr(has_cppr);
        session.set_common_point(rule);
        session.update().unwrap_or_else(|error| panic!("{error}")).to_string()
    });
    assert_eq!(said, also_said);
    let [one, other] = sessions.each_ref().map(|session| session.timed().unwrap());
    assert!(one.gpu().is_none() && other.gpu().is_some());
    compare(&mut one.timing().clone(), &mut other.timing().clone());
    assert_eq!(one.summaries(), other.summaries());
    for split in Split::ALL {
        assert_eq!(one.worst_endpoints(split, 7), other.worst_endpoints(split, 7));
    }
    compare_pins(&sessions[0], &sessions[1]);
    assert_eq!(one.latch_borrows(), other.latch_borrows());
    let passes =
        |timed: zeroslack::Timed<'_>| (timed.timing().latch_passes(), timed.timing().unsettled_latches());
    assert_eq!(passes(one), passes(other));
    let latch = one.latch_borrows().first().map(|borrow| one.netlist().pin_name(borrow.pin));
    let through = latch.map_or(PathPoints::new(), |latch| PathPoints::new().through([latch.as_str()]));
    let late = |count| PathQuery::new(count).split(Split::Late);
    let queries = [
        (PathQuery::new(300), PathPoints::new()),
        (late(30), PathPoints::new()),
        (late(100).slack_less_than(0), PathPoints::new()),
        (late(100).nworst(2), PathPoints::new()),
        (late(100).nworst(1), PathPoints::new()),
        (PathQuery { per_group: true, ..late(7) }, PathPoints::new()),
        (late(50), through.clone()),
        (late(20).nworst(3), through),
    ];
    for (query, points) in queries {
        let found = [one, other].map(|timed| timed.find_paths_passing(&query, &points));
        let [Ok(expected), Ok(found)] = found else { continue };
        assert!(found.is_of_gpu() || found.tree().is_empty(), "{query:?}");
        assert!(expected.tree() == found.tree() && expected.paths() == found.paths(), "{query:?}");
    }
}
