//! What can be said on the command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use zeroslack::input::Diagnostics;
use zeroslack::netlist::LinkOptions;
use zeroslack::paths::PathQuery;
use zeroslack::sdc::Rules;
use zeroslack::spef::Options as SpefOptions;
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::{Split, ticks_of};
use zeroslack::verilog::Options as VerilogOptions;
use zeroslack::{Constraint, DesignFiles, EngineChoice, EngineOptions, SpefFile};
use zeroslack_report::{Fields, Layout, Page, Style, Unit};

use super::points::PointArgs;
use super::statistical::StatisticalArgs;

/// Exact static timing analysis of digital designs.
#[derive(Debug, Parser)]
#[command(name = "zeroslack", version, arg_required_else_help = true, after_help = ARGUMENT_FILES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const ARGUMENT_FILES: &str = "\
'zeroslack SCRIPT' runs a script of Tcl commands, and 'zeroslack' alone asks for commands; 'zeroslack -help' has the options of both.
An argument @FILE stands for the words in a file, quoted as in a shell; what follows a # on a line is a comment.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Time a design and report its slacks and worst paths
    Report(Box<ReportArgs>),
    /// Measure how long each stage takes on a design, and how much memory
    Bench(BenchArgs),
    /// Play a TAU 2015 contest: a design, its assertions, a file of reports among edits
    Tau(TauArgs),
}

const BENCH_HELP: &str = "\
Every workload is run once to warm up and then --runs times; the table has the median and the spread. Reading and linking are
measured from memory, not from disk. Published figures are of other machines, and say which.

Examples:
  zeroslack bench --preset leon2 --runs 3
  zeroslack bench --preset all --workload paths --k 100000 --max-deviations 10,15,20
  zeroslack bench --preset leon2,leon3mp --workload constrained --k 10000
  zeroslack bench design.tau2015 design.timing --workload update,cppr --threads 1
  zeroslack bench early.lib late.lib top.v top.spef top.sdc --json results.json";

/// `zeroslack bench`
#[derive(Args, Debug)]
#[command(after_help = BENCH_HELP, arg_required_else_help = true)]
pub(crate) struct BenchArgs {
    /// A design: .lib (one for both splits, or early and late), .v, .spef, .sdc or .timing; or .tau2015 and .timing; each may be .gz
    #[arg(value_name = "FILE", required_unless_present_any = ["preset", "gates"])]
    pub(crate) files: Vec<PathBuf>,

    /// Synthetic designs of the sizes of those in the literature, one after the other, or 'all': aes_core, des_perf_ispd, vga_lcd,
    /// edit_dist_ispd, mgc_edit_dist, mgc_matrix_mult, b19, vga_lcd_iccad, leon3mp, netcard, leon2
    #[arg(long, value_delimiter = ',', value_name = "NAME", conflicts_with_all = ["files", "gates"])]
    pub(crate) preset: Vec<String>,

    /// A synthetic design of so many gates
    #[arg(long, conflicts_with = "files")]
    pub(crate) gates: Option<u32>,

    /// How many clocks a synthetic design has, each with a tree of its own
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub(crate) clocks: Option<usize>,

    /// How many clocks more there are on the port of a synthetic design's first clock, each with a waveform of its own
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "files")]
    pub(crate) more_clocks: usize,

    /// Clock networks in place of those that the constraints state
    #[arg(long, value_enum, value_name = "KIND", default_value_t = ClockNetworks::Given)]
    pub(crate) clock_networks: ClockNetworks,

    /// Factors on all delays beside what the design's own constraints say: 0.95 on early ones, 1.05 on late ones
    #[arg(long)]
    pub(crate) derates: bool,

    /// How many exceptions there are beside the design's own: from registers, some of them through gates or to other registers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) exceptions: usize,

    /// Workloads
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME", default_values_t = Workload::value_variants().to_vec())]
    pub(crate) workload: Vec<Workload>,

    /// Numbers of worst paths to search, for the workloads paths, cppr-paths, queries and constrained
    #[arg(long, value_delimiter = ',', value_name = "N", default_value = "1000")]
    pub(crate) k: Vec<usize>,

    /// For the workload paths, beside the exact search: others of paths that deviate at most so many times from the worst to their end,
    /// and whether they find the same
    #[arg(long, value_delimiter = ',', value_name = "N")]
    pub(crate) max_deviations: Vec<u32>,

    /// For the workloads of edits: how many edits are made before each update
    #[arg(long, value_delimiter = ',', value_name = "N", default_value = "1")]
    pub(crate) batch: Vec<usize>,

    /// Counted runs of each workload; of the workloads of edits batches, up to a thousand times as many, as many as go into 5 seconds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub(crate) runs: usize,

    /// Also print where the time of one pass goes, by stage
    #[arg(long)]
    pub(crate) profile: bool,

    /// Also write the results to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl BenchArgs {
    /// Whether a workload is to be measured.
    pub(crate) fn is_wanted(&self, workload: Workload) -> bool {
        self.workload.contains(&workload)
    }
}

/// Clock networks of a design that is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClockNetworks {
    /// They stay as the design's constraints state them.
    #[default]
    Given,
    /// They are ideal.
    Ideal,
    /// They are ideal, but for every second buffer that drives registers, from which on they are propagated.
    HalfIdeal,
    /// The first clock starts at the sources of all of them, and there is no other one.
    OneClock,
}

/// What is measured; each works on what those before it made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Workload {
    /// Liberty, Verilog and SPEF text to values
    Read,
    /// Modules to a flat netlist with its parasitics
    Link,
    /// Netlist and constraints to the timing graph, tables and RC trees
    Graph,
    /// Slews and delays
    Delay,
    /// Arrivals and required times
    Timing,
    /// The design to the GPU and a first update there; only with the engine cuda
    Upload,
    /// Delay and timing, in one; on a GPU with the design there
    Update,
    /// The same with CPPR
    Cppr,
    /// The same with CPPR and the slacks of all pins
    Slacks,
    /// Where worst arrivals come from, and what deviating costs
    Forest,
    /// The k worst paths before CPPR, forest included; from a GPU with their list brought back
    Paths,
    /// The same after CPPR; on a GPU an update has made the lists of arrivals that can matter, which the CPU makes here
    CpprPaths,
    /// The k worst late paths before CPPR from a register through two pins to an end, all drawn along random paths, always the same;
    /// the time is that of one query, here and below, from its names to the list brought back
    Queries,
    /// The k worst late paths before CPPR under constraints from, through and to, drawn from runs of pins that many of the worst paths have
    /// in common, clock networks included, always the same; the time is that of one query, by size of what its paths can take
    Constrained,
    /// Cells that become other library cells of the same shape, those of clock networks apart. Here and below cells and nets are drawn, always the same; the time is that of one edit, or of
    /// a batch of them divided by their number, with the update after it, worst and total negative slack, and the slack of a pin; without CPPR and with it
    Repower,
    /// The same of cells of clock networks
    RepowerClock,
    /// Other parasitics of a net: all its capacitances and resistances times a factor
    Parasitics,
    /// Another time of what is stated of a port: of input delays, of output delays or of required times
    Restate,
    /// Another period of a clock
    Waveform,
    /// Another factor on the delays of the design
    Derate,
    /// Two inputs of a gate that change places
    Swap,
    /// A buffer before some sinks of a net
    Insert,
    /// The same in clock networks
    InsertClock,
    /// A second register beside one, before some of its sinks
    InsertRegister,
    /// All kinds of edits, but that swaps, and buffers that come and go, are few
    Mixed,
    /// Cells that are repowered and buffers that come and go in turns, each with the k worst paths after it, written out, in place of slacks
    EditPaths,
    /// Cells that are repowered, each with the k worst paths through a pin of the design after it, the same each time, in place of slacks
    EditConstrained,
    /// Alternatives, each a repower, tried by themselves, on all threads at the same time: each has a copy of the design; the time is all of it divided by their number
    Try,
    /// A full update after 100,000 mixed edits, ten at a time; in turns with one of the edited design built anew
    Worn,
}

impl Workload {
    /// As on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Link => "link",
            Self::Graph => "graph",
            Self::Delay => "delay",
            Self::Timing => "timing",
            Self::Upload => "upload",
            Self::Update => "update",
            Self::Cppr => "cppr",
            Self::Slacks => "slacks",
            Self::Forest => "forest",
            Self::Paths => "paths",
            Self::CpprPaths => "cppr-paths",
            Self::Queries => "queries",
            Self::Constrained => "constrained",
            Self::Repower => "repower",
            Self::RepowerClock => "repower-clock",
            Self::Parasitics => "parasitics",
            Self::Restate => "restate",
            Self::Waveform => "waveform",
            Self::Derate => "derate",
            Self::Swap => "swap",
            Self::Insert => "insert",
            Self::InsertClock => "insert-clock",
            Self::InsertRegister => "insert-register",
            Self::Mixed => "mixed",
            Self::EditPaths => "edit-paths",
            Self::EditConstrained => "edit-constrained",
            Self::Try => "try",
            Self::Worn => "worn",
        }
    }
}

const TAU_HELP: &str = "\
Every file may be gzipped. DESIGN lists early library, late library, parasitics and netlist, relative to its own folder; files
that OPS names are relative to the folder of OPS. The exit status is as for report.";

/// `zeroslack tau`
#[derive(Args, Debug)]
#[command(after_help = TAU_HELP, arg_required_else_help = true)]
pub(crate) struct TauArgs {
    /// The contest's list of files (.tau2015)
    pub(crate) design: PathBuf,
    /// Its assertions (.timing)
    pub(crate) timing: PathBuf,
    /// Its operations (.ops)
    pub(crate) ops: PathBuf,
    /// Where the answers go
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) delays: DelayArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

const REPORT_USAGE: &str = "\
zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
       zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]";

const REPORT_EXAMPLE: &str = "\
Every file may be gzipped. The exit status is 0 when the report is written, 1 when an input has errors, 2 when the
arguments do.

Example, the design in examples/pulse:
  zeroslack report --liberty-early pulse_fast.lib --liberty-late pulse_slow.lib --verilog pulse.v \\
    --spef pulse.spef --sdc pulse.sdc --max-paths 3";

/// `zeroslack report`
#[derive(Args, Debug)]
#[command(override_usage = REPORT_USAGE, after_help = REPORT_EXAMPLE, arg_required_else_help = true)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) design: DesignArgs,
    #[command(flatten)]
    pub(crate) delays: DelayArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
    #[command(flatten)]
    pub(crate) points: PointArgs,
    #[command(flatten)]
    pub(crate) statistical: StatisticalArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Which files make the design.
#[derive(Args, Debug)]
#[command(next_help_heading = "Design")]
#[command(group = ArgGroup::new("libraries").required(true).multiple(true))]
pub(crate) struct DesignArgs {
    /// Liberty files for both late (setup) and early (hold) analysis
    #[arg(long, value_name = "FILE", num_args = 1.., group = "libraries", conflicts_with_all = ["liberty_early", "liberty_late"])]
    liberty: Vec<PathBuf>,

    /// Liberty files for early (hold) analysis
    #[arg(long, value_name = "FILE", num_args = 1.., group = "libraries", requires = "liberty_late")]
    liberty_early: Vec<PathBuf>,

    /// Liberty files for late (setup) analysis
    #[arg(long, value_name = "FILE", num_args = 1.., group = "libraries", requires = "liberty_early")]
    liberty_late: Vec<PathBuf>,

    /// Libraries, by name, whose cells count before those of others, the first before the second; else of the files given for a split the first that has a
    /// cell gives it
    #[arg(long, value_name = "LIBRARY", num_args = 1..)]
    prefer_library: Vec<String>,

    /// Verilog netlists
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    verilog: Vec<PathBuf>,

    /// SPEF parasitics of the whole design, or of what is outside of its blocks; parts of a net in several files are stitched together,
    /// and what is described twice counts as in the last
    #[arg(long, value_name = "FILE", num_args = 1..)]
    spef: Vec<PathBuf>,

    /// Folders of SPEF parasitics of blocks, MODULE.spef or MODULE.spef.gz for all instances of a module; read after --spef
    #[arg(long, value_name = "DIR", num_args = 1..)]
    spef_dir: Vec<PathBuf>,

    /// SPEF parasitics of a block: of an instance, of all instances of a module, or of those that a pattern (core/lane*) matches;
    /// read after --spef-dir
    #[arg(long, value_name = "INSTANCE=FILE", num_args = 1.., value_parser = spef_for)]
    spef_for: Vec<SpefFile>,

    /// SDC constraints, plain or Tcl
    #[arg(long, value_name = "FILE", conflicts_with = "timing")]
    sdc: Option<PathBuf>,

    /// Constraints as in the TAU contests
    #[arg(long, value_name = "FILE")]
    timing: Option<PathBuf>,

    /// Top module [default: the one that no other instantiates]
    #[arg(long, value_name = "MODULE")]
    top: Option<String>,

    /// Macros that are defined, for `ifdef and its like in the Verilog netlists, beside those that a netlist defines for itself
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = macro_name)]
    define: Vec<String>,

    /// Refuse what is read and not applied, names in SDC that nothing has, and unknown cells; else these are warnings, and such cells black boxes
    #[arg(long)]
    strict: bool,

    /// Refuse a design of more cells and instances of modules, together [default: 100 million, or less where a short netlist asks for many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    max_cells: Option<u64>,
}

/// How delays and arrivals are computed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Timing")]
pub(crate) struct DelayArgs {
    /// Nets: elmore (delay and slew of the RC tree), lumped (all capacitance at the driver) or ceff (effective capacitance, wires by D2M and PERI) [default: ceff, and elmore in the contests' player]
    #[arg(long, value_name = "MODEL", value_enum, hide_possible_values = true)]
    delay_calculator: Option<DelayCalculator>,

    /// What a coupling capacitor counts for at each of its ends
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    coupling_factor: f32,

    /// Which value of min:typ:max in SPEF counts: min, typ or max
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Triplet::Typ, hide_possible_values = true)]
    spef_triplet: Triplet,

    /// Remove the pessimism of clock paths that launch and capture have in common: on or off [default: on, unless constraints turn it off]
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true)]
    cppr: Option<Switch>,

    /// Let signals pass through asynchronous set and clear, from the pin to the outputs (the preset and clear arcs of libraries): on or off [default: off, unless constraints turn it on]
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true)]
    set_clear_arcs: Option<Switch>,

    /// Where two clock paths last meet: same-pin (whatever the transitions) or same-transition [default: same-pin with SDC, same-transition with --timing]
    #[arg(long, value_enum, value_name = "RULE", hide_possible_values = true)]
    common_point: Option<Rule>,
}

impl DelayArgs {
    /// What counts as a common point of two clock paths, if that is said.
    pub(crate) fn common_point(&self) -> Option<CommonPoint> {
        self.common_point.map(|rule| match rule {
            Rule::SamePin => CommonPoint::SamePin,
            Rule::SameTransition => CommonPoint::SameTransition,
        })
    }

    /// Whether the pessimism of common clock paths is removed, if that is said.
    pub(crate) fn cppr(&self) -> Option<bool> {
        self.cppr.map(|when| matches!(when, Switch::On))
    }

    /// Whether signals pass through asynchronous set and clear, if that is said.
    pub(crate) fn set_clear_arcs(&self) -> Option<bool> {
        self.set_clear_arcs.map(|when| matches!(when, Switch::On))
    }

    /// How delays are computed, if that is said.
    pub(crate) fn calculator(&self) -> Option<Calculator> {
        self.delay_calculator.map(|calculator| match calculator {
            DelayCalculator::Elmore => Calculator::Elmore,
            DelayCalculator::Lumped => Calculator::Lumped,
            DelayCalculator::Ceff => Calculator::EffectiveCapacitance,
        })
    }

    /// How SPEF is read.
    pub(crate) fn spef_options(&self) -> SpefOptions {
        SpefOptions { coupling_factor: self.coupling_factor, triplet: self.spef_triplet as usize }
    }
}

/// What the report shows.
#[derive(Args, Debug)]
#[command(next_help_heading = "Report")]
pub(crate) struct ShownArgs {
    /// Show endpoints and paths of: late (setup), early (hold) or both
    #[arg(long, value_name = "SPLIT", value_enum, default_value_t = SplitArg::Both, hide_possible_values = true)]
    split: SplitArg,

    /// How many of each split's worst endpoints the table has [default: 10; 1000 in a page]
    #[arg(long, value_name = "N")]
    max_endpoints: Option<usize>,

    /// Name so many pins of each thing that the design lacks to be timed in full: endpoints without a slack, by reason, clock pins without a clock, ports without delays, loops that were cut; each is counted anyway [default: 10 where no number is given]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10")]
    pub(crate) check_setup: Option<usize>,

    /// How many of each split's worst paths are listed [default: 1; 100 in a page]
    #[arg(long, value_name = "K")]
    max_paths: Option<usize>,

    /// At most so many paths to an endpoint in a split
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    nworst: Option<usize>,

    /// Only paths with less slack than this, in the unit of times
    #[arg(long, value_name = "SLACK", allow_negative_numbers = true, value_parser = time)]
    slack_less_than: Option<f64>,

    /// Only paths that leave the worst path to their end at most so many times
    #[arg(long, value_name = "D")]
    max_deviations: Option<u32>,

    /// List --max-paths paths of each path group: of each clock that captures
    #[arg(long)]
    per_group: bool,

    /// Write the paths to a file instead, a line a pin; as JSON lines if it ends in .jsonl, as a table if in .parquet or .arrow (of a program that was built with '--features arrow'); gzipped if in .gz
    #[arg(long, value_name = "FILE")]
    pub(crate) paths_out: Option<PathBuf>,

    /// Write the report as one HTML page to a file, too: slacks by check and path group, histograms, endpoints, paths, clock trees
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Name the nets in paths
    #[arg(long)]
    nets: bool,

    /// Name the pins of instances of modules that paths pass
    #[arg(long)]
    hierarchy: bool,

    /// Unit of times: ps (with fF) or ns (with pF)
    #[arg(long, value_name = "UNIT", value_enum, default_value_t = UnitArg::Ps, hide_possible_values = true)]
    units: UnitArg,

    /// Digits after the decimal point [default: 4 for ps, which is exact; 3 for ns, where 7 are]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=i64::from(Style::MOST_DIGITS)))]
    digits: Option<u32>,

    /// Write JSON, with exact times in ps
    #[arg(long, conflicts_with_all = ["nets", "hierarchy", "units", "digits"])]
    pub(crate) json: bool,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How much of a split is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amounts {
    pub(crate) endpoints: usize,
    pub(crate) paths: usize,
}

/// How the program runs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: Option<usize>,

    /// What computes: auto (the GPU for large designs, where there is one), cpu or cuda; the results are the same
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t = EngineArg::Auto, hide_possible_values = true)]
    engine: EngineArg,

    /// Which GPU, as the driver counts them
    #[arg(long, value_name = "N", default_value_t = 0)]
    gpu: usize,

    /// Show all warnings, not only the first 20 of each kind
    #[arg(long, conflicts_with = "quiet")]
    all_warnings: bool,

    /// Show errors only: no warnings, no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// What computes.
    pub(crate) fn engine(&self) -> EngineOptions {
        let engine = match self.engine {
            EngineArg::Auto => EngineChoice::Auto,
            EngineArg::Cpu => EngineChoice::Cpu,
            EngineArg::Cuda => EngineChoice::Cuda,
        };
        EngineOptions { engine, gpu: self.gpu }
    }

    /// The threads that everything runs on. From here on as many warnings are kept as are asked for.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        if self.all_warnings {
            Diagnostics::keep_all();
        }
        let threads = self.threads.unwrap_or(0);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EngineArg {
    Auto,
    Cpu,
    Cuda,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rule {
    SamePin,
    SameTransition,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DelayCalculator {
    Elmore,
    Lumped,
    Ceff,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Triplet {
    Min,
    Typ,
    Max,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SplitArg {
    Late,
    Early,
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UnitArg {
    Ps,
    Ns,
}

/// `INSTANCE=FILE`
fn spef_for(argument: &str) -> Result<SpefFile, String> {
    match argument.split_once('=') {
        Some((instance, file)) if !instance.is_empty() && !file.is_empty() => {
            Ok(SpefFile { file: file.into(), instance: Some(instance.to_string()) })
        }
        _ => Err("expected INSTANCE=FILE, for example core/alu=alu.spef".to_string()),
    }
}

/// A macro's name. It has no text: macros are not expanded.
fn macro_name(argument: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if argument.is_empty()
        || argument.starts_with(|c: char| c.is_ascii_digit())
        || !argument.chars().all(is_name)
    {
        return Err("expected a name without a value, for example USE_POWER_PINS".to_string());
    }
    Ok(argument.to_string())
}

fn time(argument: &str) -> Result<f64, String> {
    let time: Option<f64> = argument.parse().ok();
    time.filter(|time| time.is_finite()).ok_or_else(|| "expected a time, for example 0 or -12.5".to_string())
}

fn factor(argument: &str) -> Result<f32, String> {
    match argument.parse() {
        Ok(factor) if (0.0..=100.0).contains(&factor) => Ok(factor),
        _ => Err("expected a number from 0 to 100".to_string()),
    }
}

impl ReportArgs {
    /// The files and how to read them.
    pub(crate) fn files(&self) -> DesignFiles {
        let Self { design, delays, .. } = self;
        let both = &design.liberty;
        let whole = design.spef.iter().map(|file| SpefFile { file: file.clone(), instance: None });
        let sdc = design.sdc.iter().cloned().map(Constraint::Sdc);
        DesignFiles {
            liberty_early: if both.is_empty() { design.liberty_early.clone() } else { Vec::new() },
            liberty_late: if both.is_empty() { design.liberty_late.clone() } else { both.clone() },
            preferred_libraries: design.prefer_library.clone(),
            verilog: design.verilog.clone(),
            spef: whole.chain(design.spef_for.iter().cloned()).collect(),
            spef_folders: design.spef_dir.clone(),
            constraints: sdc.chain(design.timing.iter().cloned().map(Constraint::Timing)).next(),
            verilog_options: VerilogOptions { defines: design.define.clone() },
            link: LinkOptions { top: design.top.clone(), strict: design.strict, max_cells: design.max_cells },
            spef_options: delays.spef_options(),
            calculator: delays.calculator().unwrap_or_default(),
            cppr: delays.cppr().unwrap_or(true),
            common_point: delays.common_point(),
            rules: Rules { set_clear_arcs: delays.set_clear_arcs().unwrap_or_default(), ..Rules::default() },
            engine: self.run.engine(),
            ..DesignFiles::default()
        }
    }
}

impl ShownArgs {
    /// The splits to show, late first.
    pub(crate) fn splits(&self) -> &'static [Split] {
        match self.split {
            SplitArg::Late => &[Split::Late],
            SplitArg::Early => &[Split::Early],
            SplitArg::Both => &[Split::Late, Split::Early],
        }
    }

    /// How many endpoints and paths of a split are shown: in the text or JSON, or in a page.
    pub(crate) fn amounts(&self, in_page: bool) -> Amounts {
        let (endpoints, paths) = if in_page { (Page::ENDPOINTS, Page::PATHS) } else { (10, 1) };
        Amounts { endpoints: self.max_endpoints.unwrap_or(endpoints), paths: self.max_paths.unwrap_or(paths) }
    }

    /// How many bytes the endpoints and the paths of a split take in a page at the most; any where a number is asked for.
    pub(crate) fn page_bytes(&self) -> [Option<usize>; 2] {
        let usual = |asked: Option<usize>, bytes| asked.is_none().then_some(bytes);
        [usual(self.max_endpoints, Page::ENDPOINT_BYTES), usual(self.max_paths, Page::PATH_BYTES)]
    }

    /// Which paths of a split are wanted, so many.
    pub(crate) fn query(&self, split: Split, max_paths: usize) -> PathQuery {
        let scale = match self.units {
            UnitArg::Ps => 1.0,
            UnitArg::Ns => 1000.0,
        };
        PathQuery {
            max_paths,
            nworst: self.nworst,
            split: Some(split),
            slack_less_than: self.slack_less_than.map(|slack| ticks_of(slack * scale)),
            max_deviations: self.max_deviations,
            per_group: self.per_group,
        }
    }

    /// How numbers are written.
    pub(crate) fn style(&self) -> Style {
        let style = Style::new(match self.units {
            UnitArg::Ps => Unit::Picoseconds,
            UnitArg::Ns => Unit::Nanoseconds,
        });
        Style { digits: self.digits.unwrap_or(style.digits), ..style }
    }

    /// How paths are printed.
    pub(crate) fn layout(&self) -> Layout {
        let fields = Fields { nets: self.nets, hierarchy: self.hierarchy, ..Fields::NUMBERS };
        Layout { fields, ..Layout::detailed(self.style()) }
    }
}
