//! A greedy gate sizer, which uses the library as an optimiser does: it tries the cells on the worst paths in other sizes, and keeps those that raise TNS.
//!
//!   cargo run --release -p zeroslack --example sizer -- [--cppr] [--rounds N] [--seconds S] FILES
//!
//! FILES are `DESIGN.tau2015 DESIGN.timing` of a contest, or `EARLY.lib LATE.lib DESIGN.v DESIGN.spef` and constraints, which are `DESIGN.sdc` or `DESIGN.timing`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod greedy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use greedy::{Failure, Limits, Row, Score, Sizer};
use zeroslack::units::ps;
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile, tau};

const USAGE: &str = "usage: sizer [--cppr] [--rounds N] [--seconds S] FILES, where FILES are
  DESIGN.tau2015 DESIGN.timing, or
  EARLY.lib LATE.lib DESIGN.v DESIGN.spef DESIGN.sdc|DESIGN.timing";

struct Arguments {
    has_cppr: bool,
    limits: Limits,
    files: DesignFiles,
}

fn main() -> ExitCode {
    match arguments().and_then(run) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("sizer: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, Failure> {
    let mut has_cppr = false;
    let mut limits = Limits { rounds: usize::MAX, time: Duration::MAX };
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--cppr" => has_cppr = true,
            "--rounds" => limits.rounds = arguments.next().ok_or(USAGE)?.parse()?,
            "--seconds" => {
                limits.time = Duration::try_from_secs_f64(arguments.next().ok_or(USAGE)?.parse()?)?;
            }
            option if option.starts_with("--") => return Err(USAGE.into()),
            _ => paths.push(argument.into()),
        }
    }
    Ok(Arguments { has_cppr, limits, files: design_files(&paths)? })
}

fn design_files(paths: &[PathBuf]) -> Result<DesignFiles, Failure> {
    match paths {
        [list, timing] => Ok(tau::design_files(list, timing)?),
        [early, late, verilog, spef, constraints] => Ok(DesignFiles {
            liberty_early: vec![early.clone()],
            liberty_late: vec![late.clone()],
            verilog: vec![verilog.clone()],
            spef: vec![SpefFile { file: spef.clone(), instance: None }],
            constraints: Some(constraint(constraints)),
            ..DesignFiles::default()
        }),
        _ => Err(USAGE.into()),
    }
}

fn constraint(file: &Path) -> Constraint {
    match file.extension() {
        Some(ending) if ending == "timing" => Constraint::Timing(file.into()),
        _ => Constraint::Sdc(file.into()),
    }
}

/// Sizes the design, and says whether a full update gives the same in the end.
fn run(Arguments { has_cppr, limits, files }: Arguments) -> Result<bool, Failure> {
    let began = Instant::now();
    let mut session = Session::read(&files, &Silent)?;
    session.set_cppr(has_cppr);
    session.update()?;
    let load = began.elapsed();
    let netlist = session.netlist();
    println!("{}: {} cells, {} pins", netlist.name(), netlist.cell_count(), netlist.pin_count());

    println!("\n{:>9} {:>7} {:>8} {:>13} {:>15}", "seconds", "moves", "tried", "WNS (ps)", "TNS (ps)");
    let mut sizer = Sizer::new(&mut session)?;
    sizer.run(limits, |Row { time, moves, tried, score }| {
        let (seconds, wns, tns) = (time.as_secs_f64(), ps(score.wns), ps(score.tns));
        println!("{seconds:9.3} {moves:7} {tried:8} {wns:13.4} {tns:15.4}");
    })?;
    let (row, costs) = (sizer.row, sizer.costs);

    println!("\n{:<18} {:>9}", "where time went", "seconds");
    let parts = [
        ("load, first update", load),
        ("path search", costs.searches),
        ("edits and updates", costs.updates),
        ("queries", costs.queries),
    ];
    for (part, time) in parts {
        println!("{part:<18} {:9.3}", time.as_secs_f64());
    }
    let updates = costs.incremental + costs.full;
    println!(
        "\n{} of {updates} updates were incremental, of {} visits on average",
        costs.incremental,
        costs.visits / costs.incremental.max(1)
    );
    let is_same = Score::fresh(&files, &session, has_cppr)? == row.score;
    let said = if is_same { "the same" } else { "another" };
    println!("A full update of the sized design, read again, gives {said} WNS and TNS");
    Ok(is_same)
}
