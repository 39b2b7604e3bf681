//! Runs a script of Tcl: `cargo run -p zeroslack-tcl --example tcl -- script.tcl [argument ...]`.

#![expect(clippy::print_stderr, reason = "a program tells its user what went wrong")]

use std::process::ExitCode;

use zeroslack_tcl::{Interp, Stop, Value};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(script) = words.next() else {
        eprintln!("usage: tcl script.tcl [argument ...]");
        return ExitCode::from(2);
    };
    let mut interp = Interp::new();
    let arguments: Vec<Value> = words.map(Value::from).collect();
    let set = [
        ("argc", Value::from(arguments.len())),
        ("argv", Value::list(arguments)),
        ("argv0", script.as_str().into()),
    ];
    for (name, value) in set {
        if let Err(error) = interp.set_var(name, value) {
            eprintln!("{error}");
        }
    }
    let outcome = interp.source(&script);
    match outcome {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => match error.stopped() {
            Some(Stop::Exit(status)) => ExitCode::from(status as u8),
            _ => {
                let info = error.error_info();
                drop(interp);
                eprintln!("{info}");
                ExitCode::FAILURE
            }
        },
    }
}
