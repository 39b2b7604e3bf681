//! The example `sizer`: TNS rises with what it does, and is that of the sized design, loaded anew.

use crate::common;
#[path = "../../examples/sizer/greedy.rs"]
mod greedy;

use std::time::{Duration, Instant};

use greedy::{Limits, Row, Score, Sizer};
use zeroslack::tau::design_files;
use zeroslack::{CornerId, DesignFiles, Session, Silent};

/// A design from its files, timed.
fn read(files: &DesignFiles, has_cppr: bool) -> Session {
    let mut session = Session::read(files, &Silent).unwrap();
    session.set_cppr(has_cppr);
    session.update().unwrap();
    session
}

/// Sizes a design. Returns the rows that the sizer told of.
fn size(session: &mut Session, files: &DesignFiles, has_cppr: bool, limits: Limits) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut sizer = Sizer::new(session).unwrap();
    sizer.run(limits, |row| rows.push(*row)).unwrap();
    let (last, costs) = (sizer.row, sizer.costs);
    assert!(rows.is_sorted_by(|a, b| a.score <= b.score && a.moves <= b.moves && a.tried <= b.tried));
    assert!(last.moves > 0 && last.score.tns > rows[0].score.tns, "{rows:?}");
    // Each cell that is tried takes an update for each of its sizes and one that takes the last of them back; each move takes one.
    assert!(costs.incremental + costs.full > last.tried + last.moves, "{costs:?}");
    assert!(costs.visits > 0 && costs.incremental > costs.full, "{costs:?}");
    assert!(costs.searches + costs.updates + costs.queries <= last.time, "{costs:?}");
    assert_eq!(Score::of(session).unwrap(), last.score);
    assert_eq!(Score::fresh(files, session, has_cppr).unwrap(), last.score);
    rows
}

#[test]
fn sizing_raises_tns_to_that_of_a_fresh_load() {
    for has_cppr in [false, true] {
        let files = common::example_files();
        let mut session = read(&files, has_cppr);
        let limits = Limits { rounds: usize::MAX, time: Duration::MAX };
        let rows = size(&mut session, &files, has_cppr, limits);
        // Once more there is nothing to be gained.
        let mut again = Sizer::new(&mut session).unwrap();
        again.run(limits, |_| ()).unwrap();
        assert_eq!((again.row.moves, again.row.score), (0, rows.last().unwrap().score));

        let (mut verilog, mut spef, mut written) = (Vec::new(), Vec::new(), files.clone());
        session.netlist().write_verilog(&mut verilog).unwrap();
        session.parasitics(CornerId::FIRST).write_spef(session.netlist(), &mut spef).unwrap();
        written.texts.insert(&files.verilog[0], verilog);
        written.texts.insert(&files.spef[0].file, spef);
        assert_eq!(Score::of(&read(&written, has_cppr)).unwrap(), rows.last().unwrap().score);
    }
}

#[test]
fn a_limit_of_time_ends_it() {
    let files = common::example_files();
    let mut session = read(&files, false);
    let mut sizer = Sizer::new(&mut session).unwrap();
    sizer.run(Limits { rounds: usize::MAX, time: Duration::ZERO }, |_| ()).unwrap();
    assert_eq!((sizer.row.moves, sizer.row.tried), (0, 0));
}

#[test]
fn a_contest_design_is_sized() {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("data/tau15_synth/aes_core");
    let files = design_files(&folder.join("aes_core.tau2015"), &folder.join("aes_core.timing")).unwrap();
    let (mut session, began) = (read(&files, true), Instant::now());
    let limits = Limits { rounds: 1, time: Duration::from_secs(2) };
    size(&mut session, &files, true, limits);
    assert!(began.elapsed() < Duration::from_secs(60));
}
