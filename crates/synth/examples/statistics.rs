//! Prints what a design looks like to a timing tool: sizes, fan-out, wires, depth, number of paths, slack.
//!
//! `statistics [--early LIB] [--late LIB] --verilog V [--top NAME] [--spef S[@INSTANCE]]... [--timing T | --sdc S]` or
//! `statistics --preset NAME`

#[path = "statistics/load.rs"]
mod load;
#[path = "statistics/measure.rs"]
mod measure;

use anyhow::Result;

#[expect(clippy::print_stdout, reason = "an example prints what it found")]
fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let design = load::load(&arguments)?;
    for (what, value) in measure::measure(&design) {
        println!("{what:<42} {value}");
    }
    Ok(())
}
