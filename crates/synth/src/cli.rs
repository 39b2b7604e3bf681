//! Arguments, files, progress.

mod chip;
mod liberty;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use zeroslack_synth::{Chip, Design, Library, Options, Preset, Split};

use self::liberty::LibertyArguments;

/// Writes a placed-like benchmark design: netlist, parasitics, constraints, and the libraries unless they are given.
#[derive(Debug, Parser)]
#[command(name = "zeroslack-synth", version)]
struct Arguments {
    /// A design of the literature to be as large as.
    #[arg(long, value_parser = preset, default_value = "aes_core", conflicts_with = "gates")]
    preset: Preset,
    /// Number of gates, instead of a preset.
    #[arg(long)]
    gates: Option<usize>,
    /// Number of pins: 2.5 to 3.6 a gate.
    #[arg(long)]
    pins: Option<usize>,
    /// Name of the design and of its files.
    #[arg(long)]
    name: Option<String>,
    /// Same seed, same bytes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Share of the gates that are flip-flops.
    #[arg(long)]
    flip_flops: Option<f64>,
    /// Mean number of gates on the longest path to a flip-flop.
    #[arg(long)]
    depth: Option<f64>,
    /// Spread of depths between blocks: 0 none, 1 from almost none to twice the mean.
    #[arg(long)]
    depth_spread: Option<f64>,
    /// Number of clocks.
    #[arg(long)]
    clocks: Option<usize>,
    /// Levels of buffers in a clock tree.
    #[arg(long)]
    clock_levels: Option<usize>,
    /// Share of the endpoints that fail setup.
    #[arg(long)]
    failing: Option<f64>,
    /// Share of the flip-flops that fail hold; with the built-in library only, whose hold time follows.
    #[arg(long, conflicts_with_all = ["liberty", "liberty_late"])]
    failing_hold: Option<f64>,
    /// A chip of so many blocks, each a module with an SPEF file for each of its instances, of as many gates in all.
    #[arg(long, conflicts_with_all = ["clocks", "clock_levels"])]
    blocks: Option<usize>,
    /// Instances of each block.
    #[arg(long, requires = "blocks", default_value_t = 1)]
    instances: usize,
    /// Compress all files but the list of files.
    #[arg(long)]
    gzip: bool,
    /// Where to write.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Show no progress and no summary.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    liberty: LibertyArguments,
}

fn preset(name: &str) -> Result<Preset, String> {
    let known = || Preset::ALL.map(Preset::name).join(", ");
    Preset::find(name).ok_or_else(|| format!("expected one of {}", known()))
}

impl Arguments {
    fn options(&self) -> Options {
        let mut options = self.gates.map_or_else(|| self.preset.options(), Options::new);
        fn set<T: Clone>(option: &mut T, value: &Option<T>) {
            if let Some(value) = value {
                option.clone_from(value);
            }
        }
        options.seed = self.seed;
        set(&mut options.pins, &self.pins);
        set(&mut options.name, &self.name);
        set(&mut options.flip_flops, &self.flip_flops);
        set(&mut options.depth, &self.depth);
        set(&mut options.depth_spread, &self.depth_spread);
        set(&mut options.clocks, &self.clocks);
        set(&mut options.clock_levels, &self.clock_levels);
        set(&mut options.failing, &self.failing);
        set(&mut options.failing_hold, &self.failing_hold);
        options
    }
}

pub(crate) fn run() -> ExitCode {
    match generate(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "what a command line has to say goes to stderr")]
fn say(message: &str) {
    eprintln!("{message}");
}

fn generate(arguments: &Arguments) -> Result<()> {
    let bar = bar(arguments.quiet);
    bar.set_message("generating");
    let library = arguments.liberty.read(arguments.quiet)?;
    if let Some(blocks) = arguments.blocks {
        return generate_chip(arguments, blocks, library.as_ref(), &bar);
    }
    let is_given = library.is_some();
    let design = match library {
        Some(library) => Design::with_library(arguments.options(), library)?,
        None => Design::new(arguments.options())?,
    };
    std::fs::create_dir_all(&arguments.output)
        .with_context(|| format!("cannot create {}", arguments.output.display()))?;
    let target = Target { folder: &arguments.output, gzip: arguments.gzip, bar: &bar };
    let libraries =
        if is_given { arguments.liberty.listed()? } else { Some(write_libraries(&design, &target)?) };
    let files = write(&design, &target, libraries)?;
    bar.finish_and_clear();
    if !arguments.quiet {
        say(&(summary(&design, &files) + &arguments.liberty.summary()));
    }
    Ok(())
}

fn generate_chip(
    arguments: &Arguments,
    blocks: usize,
    library: Option<&Library>,
    bar: &ProgressBar,
) -> Result<()> {
    let options = arguments.options();
    let name = options.name.clone();
    let chip = Chip::new(options, blocks, arguments.instances)?;
    let target = Target { folder: &arguments.output, gzip: arguments.gzip, bar };
    let written = chip::write(&chip, &name, library, &target)?;
    bar.finish_and_clear();
    if !arguments.quiet {
        let (gates, pins, period) = (written.gates, written.pins, written.period);
        let instances = blocks * arguments.instances;
        say(&format!(
            "{name}: {gates} gates in {instances} instances of {blocks} modules, {pins} pins, period {period} ps; wrote {}{}",
            written.files.join(" "),
            arguments.liberty.summary()
        ));
    }
    Ok(())
}

/// A bar that only a terminal sees.
fn bar(quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {bytes} {bytes_per_sec} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn summary(design: &Design, files: &[String]) -> String {
    let counts = design.counts();
    format!(
        "{}: {} gates ({} flip-flops, {} clock buffers), {} pins, {} nets, period {} ps; wrote {}",
        design.options().name,
        counts.gates,
        counts.flip_flops,
        counts.clock_buffers,
        counts.pins,
        counts.nets,
        design.periods()[0],
        files.join(" ")
    )
}

/// The files that hold the libraries.
struct Libraries {
    /// Early and late, as a contest's list of files names them.
    listed: [String; 2],
    /// Those that were written.
    written: Vec<String>,
}

struct Target<'a> {
    folder: &'a Path,
    gzip: bool,
    bar: &'a ProgressBar,
}

/// Writes the built-in library; the files' names.
fn write_libraries(design: &Design, target: &Target<'_>) -> Result<Libraries> {
    let name = &design.options().name;
    let early = target.write(&format!("{name}_early.lib"), |out| design.write_liberty(Split::Early, out))?;
    let late = target.write(&format!("{name}_late.lib"), |out| design.write_liberty(Split::Late, out))?;
    Ok(Libraries { listed: [early.clone(), late.clone()], written: vec![early, late] })
}

/// Writes all files but the libraries; the names of all.
fn write(design: &Design, target: &Target<'_>, libraries: Option<Libraries>) -> Result<Vec<String>> {
    let name = &design.options().name;
    let (listed, mut files) = libraries.map_or((None, Vec::new()), |own| (Some(own.listed), own.written));
    let wires = target.write(&format!("{name}.spef"), |out| design.write_spef(out))?;
    let netlist = target.write(&format!("{name}.v"), |out| design.write_verilog(out))?;
    let list = listed.map(|listed| format!("{} {wires} {netlist}\n", listed.join(" ")));
    files.extend([wires, netlist]);
    files.push(target.write(&format!("{name}.sdc"), |out| design.write_sdc(out))?);
    if design.options().clocks == 1 {
        files.push(target.write(&format!("{name}.timing"), |out| design.write_timing(out))?);
        if let Some(list) = list {
            let plain = Target { gzip: false, ..*target };
            files.push(plain.write(&format!("{name}.tau2015"), |out| out.write_all(list.as_bytes()))?);
        }
    }
    Ok(files)
}

type Out<'o> = &'o mut dyn Write;

impl Target<'_> {
    /// Writes one file; its name.
    fn write(&self, name: &str, write: impl FnOnce(&mut Out<'_>) -> io::Result<()>) -> Result<String> {
        let name = if self.gzip { format!("{name}.gz") } else { name.to_string() };
        let path = self.folder.join(&name);
        self.bar.set_message(name.clone());
        self.bar.set_position(0);
        let written = || -> io::Result<()> {
            let mut file = BufWriter::with_capacity(1 << 20, self.bar.wrap_write(File::create(&path)?));
            if self.gzip {
                let mut packer = GzEncoder::new(file, Compression::fast());
                write(&mut (&mut packer as Out<'_>))?;
                packer.finish()?.flush()
            } else {
                write(&mut (&mut file as Out<'_>))?;
                file.flush()
            }
        };
        written().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(name)
    }
}
