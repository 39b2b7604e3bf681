//! Constraints: the file that OpenSTA wrote for a case states the same as the case's own.

use std::path::Path;

use zeroslack::sdc::{Constraints, Exceptions};
use zeroslack::{ModeId, Session};
use zeroslack_shell::Shell;

use super::{Case, assert_done};

// OpenSTA writes no latencies and slews that differ by split and transition: 17, 21 and 26 are not compared by this.

/// The constraints after a script.
fn stated(script: &str) -> Constraints {
    let mut shell = Shell::new();
    assert_done(&shell.run(script));
    shell.session().unwrap().constraints(ModeId::FIRST).clone()
}

/// The script that loads a case, with other constraints in place of its own.
fn with_constraints(case: &Case, constraints: &Path) -> String {
    let script = std::fs::read_to_string(&case.script).unwrap();
    let lines = script.lines().filter(|line| !line.starts_with("set here") && !line.starts_with("read_sdc"));
    let lines: Vec<&str> = lines.collect();
    format!(
        "set here {}\n{}\nread_sdc {}",
        case.script.parent().unwrap().display(),
        lines.join("\n"),
        constraints.display()
    )
}

/// Holds the constraints of a loaded case against those that OpenSTA wrote for it.
pub fn compare(case: &Case, session: &Session) -> String {
    let own = session.constraints(ModeId::FIRST).clone();
    let written = stated(&with_constraints(case, &case.golden.join("written.sdc")));
    // The other timer writes exceptions in an order of its own.
    let sorted = |constraints: &Constraints| {
        let mut said: Vec<String> =
            constraints.exceptions.list().iter().map(|exception| format!("{exception:?}")).collect();
        said.sort();
        said
    };
    assert_eq!(sorted(&own), sorted(&written));
    let without = |mut constraints: Constraints| {
        // In which order the delays of a port are stated says nothing.
        constraints.input_delays.values_mut().for_each(|delays| delays.sort_by_key(|delay| delay.edge));
        constraints.output_delays.values_mut().for_each(|delays| delays.sort_by_key(|delay| delay.edge));
        Constraints { exceptions: Exceptions::default(), ..constraints }
    };
    assert_eq!(without(own), without(written));
    zeroslack_testing::compared(1);
    String::new()
}
