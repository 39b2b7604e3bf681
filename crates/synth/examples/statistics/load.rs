//! A design from files or from the generator, linked and timed.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use zeroslack_graph::TimingGraph;
use zeroslack_input::{Diagnostics, Severity};
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source, link};
use zeroslack_sdc::{Constraints, Units, tau};
use zeroslack_synth::{Preset, Split};
use zeroslack_timing::{Calculator, CornerData, DelayData, Timing};

/// What is measured.
pub(crate) struct Design {
    pub(crate) netlist: Netlist,
    pub(crate) parasitics: Parasitics,
    pub(crate) constraints: Constraints,
    pub(crate) graph: TimingGraph,
    pub(crate) timing: Timing,
}

/// What a design is read from.
#[derive(Default)]
struct Texts {
    early: Vec<String>,
    late: Vec<String>,
    verilog: String,
    top: Option<String>,
    /// With the instance it is of.
    parasitics: Vec<(String, Option<String>)>,
    sdc: Option<String>,
    timing: Option<String>,
}

/// Values of an option that can be given several times.
fn values<'a>(arguments: &'a [String], option: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = arguments.windows(2).filter(move |pair| pair[0] == option);
    pairs.map(|pair| pair[1].as_str())
}

fn read(path: &str) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| path.to_string())?;
    let mut said = Diagnostics::new();
    let text = zeroslack_input::text(&bytes, &mut said).map(std::borrow::Cow::into_owned);
    text.with_context(|| format!("{path} is no text"))
}

impl Texts {
    fn of_files(arguments: &[String]) -> Result<Self> {
        let all = |option| values(arguments, option).map(read).collect::<Result<Vec<String>>>();
        let one = |option| values(arguments, option).next().map(read).transpose();
        let parasitics = values(arguments, "--spef").map(|spef| {
            let (path, instance) = spef.split_once('@').map_or((spef, None), |(path, at)| (path, Some(at)));
            Ok((read(path)?, instance.map(str::to_string)))
        });
        Ok(Self {
            early: all("--early")?,
            late: all("--late")?,
            verilog: one("--verilog")?.context("no --verilog")?,
            top: values(arguments, "--top").next().map(str::to_string),
            parasitics: parasitics.collect::<Result<_>>()?,
            sdc: one("--sdc")?,
            timing: one("--timing")?,
        })
    }

    fn of_preset(name: &str) -> Result<Self> {
        let preset = Preset::find(name).with_context(|| format!("there is no preset {name}"))?;
        let design = zeroslack_synth::Design::new(preset.options())?;
        let mut texts = [const { Vec::new() }; 5];
        let [early, late, verilog, spef, timing] = &mut texts;
        design.write_liberty(Split::Early, early)?;
        design.write_liberty(Split::Late, late)?;
        design.write_verilog(verilog)?;
        design.write_spef(spef)?;
        design.write_timing(timing)?;
        let [early, late, verilog, spef, timing] = texts.map(String::from_utf8);
        Ok(Self {
            early: vec![early?],
            late: vec![late?],
            verilog: verilog?,
            parasitics: vec![(spef?, None)],
            timing: Some(timing?),
            ..Self::default()
        })
    }
}

fn check(said: &Diagnostics) -> Result<()> {
    match said.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        Some(error) => bail!("{error:?}"),
        None => Ok(()),
    }
}

fn libraries(texts: &[String]) -> Result<Vec<Arc<Library>>> {
    let read = |text: &String| {
        let (library, said) = zeroslack_liberty::read(text);
        check(&said)?;
        Ok(Arc::new(library))
    };
    texts.iter().map(read).collect()
}

pub(crate) fn load(arguments: &[String]) -> Result<Design> {
    let texts = match values(arguments, "--preset").next() {
        Some(preset) => Texts::of_preset(preset)?,
        None => Texts::of_files(arguments)?,
    };
    let (early, late) = (libraries(&texts.early)?, libraries(&texts.late)?);
    let units = late.first().or(early.first()).context("no library")?.units;
    let (library, said) = CellLibrary::new(early, late);
    check(&said)?;
    let (netlist, mut parasitics) = (netlist(&texts, library)?, Parasitics::default());
    for (text, instance) in &texts.parasitics {
        let (spef, said) = zeroslack_spef::read(text, &Default::default());
        check(&said)?;
        check(&parasitics.read(&netlist, &spef, instance.as_deref(), text))?;
    }
    // Real designs' files hold commands that are not understood yet; what is understood will do.
    let constraints = match (&texts.timing, &texts.sdc) {
        (Some(text), _) => tau::read_timing(text, &netlist).0,
        (_, Some(text)) => {
            let units =
                Units { time: units.time, capacitance: units.capacitance, resistance: units.resistance };
            zeroslack_constraints::read_text(text, &netlist, &units).0
        }
        _ => Constraints::default(),
    };
    let library = netlist.library();
    let (graph, said) = TimingGraph::new(&netlist, library, &constraints);
    check(&said)?;
    let (data, said) = DelayData::new(&netlist, CornerData { library, parasitics: &parasitics }, &graph);
    check(&said)?;
    let mut timing = Timing::default();
    timing.set_cppr(true);
    timing.update(&graph, &data, Calculator::Elmore);
    Ok(Design { netlist, parasitics, constraints, graph, timing })
}

fn netlist(texts: &Texts, library: CellLibrary) -> Result<Netlist> {
    let (design, said) = zeroslack_verilog::read(&texts.verilog);
    check(&said)?;
    let source = Source { file: "verilog", text: &texts.verilog, design };
    let options = LinkOptions { top: texts.top.clone(), ..LinkOptions::default() };
    let (netlist, said) = link(&[source], library, &options);
    check(&said)?;
    netlist.context("no netlist")
}
