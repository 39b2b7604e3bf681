//! Runs targets: over files, or, with the feature `libfuzzer`, guided by coverage.

#![cfg_attr(feature = "libfuzzer", no_main)]
#![expect(clippy::print_stdout, reason = "a program prints")]

#[cfg(feature = "libfuzzer")]
mod guided;

#[cfg(not(feature = "libfuzzer"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    use zeroslack_fuzz::Target;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            println!("zeroslack-fuzz TARGET FILE...  runs a target over files; a panic is a finding\n");
            for target in Target::ALL {
                println!("{:<12}{}", target.name, target.about);
            }
            ExitCode::SUCCESS
        }
        [name, files @ ..] => {
            let Some(target) = Target::find(name) else {
                println!("there is no target '{name}'");
                return ExitCode::from(2);
            };
            for file in files {
                let Ok(bytes) = std::fs::read(file) else {
                    println!("cannot read '{file}'");
                    return ExitCode::FAILURE;
                };
                (target.run)(&bytes);
                println!("{file}: nothing found");
            }
            ExitCode::SUCCESS
        }
    }
}
