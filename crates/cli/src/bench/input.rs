//! The design that is measured, as texts in memory.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellId, Netlist, PinId};
use zeroslack::sdc::{
    Clock, ClockId, ConstraintEditor, Constraints, DerateScope, DerateTarget, Exception, ExceptionKind,
    ExceptionPaths, OtherClocks, PathObject, PathObjects,
};
use zeroslack::units::Split;
use zeroslack::{LoadError, Progress};
use zeroslack_synth::{Design, Options, Preset, Split as SynthSplit};

use super::super::args::{BenchArgs, ClockNetworks};
use super::queries::Draw;

/// A text and what it is called.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) content: String,
}

/// All texts of a design.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// What the results call it.
    pub(crate) design: String,
    pub(crate) early: Vec<Text>,
    pub(crate) late: Vec<Text>,
    pub(crate) verilog: Vec<Text>,
    pub(crate) spef: Vec<Text>,
    sdc: Option<Text>,
    timing: Option<Text>,
    /// Whether there are factors on all delays.
    pub(crate) derates: bool,
    /// How many exceptions there are beside the design's own.
    pub(crate) exceptions: usize,
    /// Clock networks in place of those that the constraints state.
    pub(crate) clock_networks: ClockNetworks,
}

/// What is measured.
#[derive(Clone, Debug)]
pub(crate) enum Chosen<'a> {
    Files(&'a [PathBuf]),
    /// With so many clocks more on the port of the first.
    Synthetic(Options, usize),
}

/// What the arguments name, in order.
pub(crate) fn chosen(arguments: &BenchArgs) -> anyhow::Result<Vec<Chosen<'_>>> {
    if !arguments.files.is_empty() {
        return Ok(vec![Chosen::Files(&arguments.files)]);
    }
    let synthetic = |options: Options| {
        let clocks = arguments.clocks.unwrap_or(options.clocks);
        Chosen::Synthetic(Options { clocks, ..options }, arguments.more_clocks)
    };
    if let Some(gates) = arguments.gates {
        return Ok(vec![synthetic(Options::new(gates as usize))]);
    }
    if arguments.preset.iter().any(|name| name == "all") {
        return Ok(Preset::ALL.map(|preset| synthetic(preset.options())).to_vec());
    }
    let preset = |name: &String| {
        let names = || Preset::ALL.map(Preset::name).join(", ");
        let preset = Preset::find(name)
            .with_context(|| format!("there is no preset '{name}'; there are {} and all", names()))?;
        Ok(synthetic(preset.options()))
    };
    arguments.preset.iter().map(preset).collect()
}

impl Texts {
    /// Of files, or of a synthetic design.
    pub(crate) fn new(chosen: Chosen<'_>, progress: &dyn Progress) -> anyhow::Result<Self> {
        let files = match chosen {
            Chosen::Files(files) => files,
            Chosen::Synthetic(options, more_clocks) => return synthetic(options, more_clocks, progress),
        };
        let mut texts = Self::default();
        progress.begin("reading files", files.len() as u64);
        for file in files {
            texts.add(file)?;
            progress.advance(1);
        }
        if texts.verilog.is_empty() || texts.early.is_empty() {
            bail!("a design needs a .v and a .lib file at least");
        }
        Ok(texts)
    }

    /// Adds a file by its ending.
    fn add(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let Some((stem, ending)) = plain.rsplit_once('.') else {
            bail!("'{}' has no ending that says what it is", file.display());
        };
        match ending {
            "lib" if self.early.is_empty() => self.early.push(open(file)?),
            "lib" if self.late.is_empty() => self.late.push(open(file)?),
            "lib" => bail!(
                "'{}' is a third library; there is one for both splits, or early and late",
                file.display()
            ),
            "v" => {
                self.design = stem.to_string();
                self.verilog.push(open(file)?);
            }
            "spef" => self.spef.push(open(file)?),
            "sdc" => self.sdc = Some(open(file)?),
            "timing" => self.timing = Some(open(file)?),
            "tau2015" => {
                let folder = file.parent().unwrap_or(Path::new(""));
                let listed = open(file)?.content;
                let files: Vec<PathBuf> = listed.split_whitespace().map(|name| folder.join(name)).collect();
                for file in &files {
                    self.add(file)?;
                }
            }
            _ => bail!("'{}' ends in none of .lib, .v, .spef, .sdc, .timing, .tau2015", file.display()),
        }
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = &Text> {
        [&self.early, &self.late, &self.verilog, &self.spef].into_iter().flatten()
    }

    /// What reading gets through.
    pub(crate) fn bytes(&self) -> usize {
        self.all().map(|text| text.content.len()).sum()
    }

    /// The constraints on a linked design, and what is said of them.
    pub(crate) fn constraints(&self, netlist: &Netlist) -> Result<(Constraints, Diagnostics), LoadError> {
        let (mut constraints, mut said) = match (&self.timing, &self.sdc) {
            (Some(timing), _) => zeroslack::sdc::tau::read_timing(&timing.content, netlist),
            (None, Some(sdc)) => {
                let units = zeroslack::sdc::Units::of_library(netlist);
                zeroslack::constraints::read_text(&sdc.content, netlist, &units)
            }
            (None, None) => (Constraints::default(), Diagnostics::new()),
        };
        let text = self.timing.as_ref().or(self.sdc.as_ref());
        said.set_file(text.map_or("", |text| &text.name));
        // Commands of SDC that are not applied are no reason not to measure the others.
        if said.has_errors() && self.timing.is_some() {
            return Err(LoadError(said));
        }
        state_clock_networks(&mut constraints, netlist, self.clock_networks);
        if self.derates {
            state_derates(&mut constraints, netlist);
        }
        if self.exceptions > 0 {
            state_exceptions(&mut constraints, netlist, self.exceptions);
        }
        Ok((constraints, said))
    }
}

/// States other clock networks.
fn state_clock_networks(constraints: &mut Constraints, netlist: &Netlist, networks: ClockNetworks) {
    let ids: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).collect();
    let sources = constraints.clocks.iter().flat_map(|(_, clock)| clock.sources.clone()).collect();
    let Some(first) = ids.first().map(|&first| constraints.clocks[first].clone()) else { return };
    let mut editor = ConstraintEditor::new(constraints, netlist);
    // All that is named is there.
    match networks {
        ClockNetworks::Given => {}
        ClockNetworks::OneClock => {
            let _ = editor.create_clock(Clock { sources, ..first }, OtherClocks::Replaced);
        }
        ClockNetworks::Ideal | ClockNetworks::HalfIdeal => {
            ids.into_iter().for_each(|id| _ = editor.set_propagated(id, false));
            let from = leaf_drivers(netlist).into_iter().step_by(2);
            let from = from.filter(|_| networks == ClockNetworks::HalfIdeal);
            from.for_each(|pin| _ = editor.set_propagated_from(pin, true));
        }
    }
}

/// The outputs that drive clock pins of registers alone, in order.
fn leaf_drivers(netlist: &Netlist) -> Vec<PinId> {
    let is_clock_pin = |pin: &PinId| {
        let cell = netlist.pin_cell(*pin).zip(netlist.master_pin(*pin));
        cell.is_some_and(|(cell, pin)| {
            let described = netlist.library().cell(netlist.cell_master(cell), Split::Late);
            described.is_some_and(|cell| cell.pins.iter().any(|of| of.name == pin.name && of.is_clock))
        })
    };
    let drives_registers = |pin: &PinId| {
        let mut loads = netlist.pin_net(*pin).into_iter().flat_map(|net| netlist.net_pins(net));
        netlist.pin_cell(*pin).is_some()
            && netlist.is_driver(*pin)
            && loads.all(|load| load == pin || is_clock_pin(load))
    };
    let has_loads = |pin: &PinId| netlist.pin_net(*pin).is_some_and(|net| netlist.net_pins(net).len() > 1);
    netlist.pins().filter(|pin| has_loads(pin) && drives_registers(pin)).collect()
}

/// States factors on the delays of all cells and wires.
fn state_derates(constraints: &mut Constraints, netlist: &Netlist) {
    let mut editor = ConstraintEditor::new(constraints, netlist);
    for (split, factor) in [(Split::Early, 0.95), (Split::Late, 1.05)] {
        let edges = Split::ALL.map(|of| [of == split; 2]);
        let scope = DerateScope { kinds: [true, true, false], parts: [true; 2], edges };
        // Both are factors, and there is a design.
        let _ = editor.set_derate(DerateTarget::Design, &scope, factor);
    }
}

/// States exceptions as chips have them: of paths from a few registers, from these through some gates, and from these to others.
fn state_exceptions(constraints: &mut Constraints, netlist: &Netlist, count: usize) {
    const FEW: usize = 8;
    let is_register = |cell: &CellId| {
        let described = netlist.library().cell(netlist.cell_master(*cell), Split::Late);
        described.is_some_and(|cell| cell.pins.iter().any(|pin| pin.is_clock))
    };
    let (registers, gates): (Vec<CellId>, Vec<CellId>) = netlist.cells().partition(is_register);
    if registers.is_empty() || gates.is_empty() {
        return;
    }
    let mut draw = Draw(1);
    let mut some = |cells: &[CellId], count: usize| {
        let drawn = (0..count).map(|_| PathObject::Cell(cells[draw.below(cells.len())]));
        PathObjects::new(drawn.collect::<Vec<_>>(), None)
    };
    let mut editor = ConstraintEditor::new(constraints, netlist);
    for number in 0..count {
        let mut paths = ExceptionPaths { from: Some(some(&registers, FEW)), ..ExceptionPaths::default() };
        match number % 3 {
            0 => {}
            1 => paths.through.push(some(&gates, 100 * FEW)),
            _ => paths.to = Some(some(&registers, 100 * FEW)),
        }
        let kind = ExceptionKind::Multicycle { cycles: 2 + (number % 3) as i32, moved: None };
        // All that is named is there.
        let _ = editor.add_exception(Exception { kind, splits: [true; 2], paths, comment: None });
    }
}

/// The unpacked text of a file.
fn open(file: &Path) -> anyhow::Result<Text> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read '{name}'"))?;
    let mut said = Diagnostics::new();
    let content = zeroslack::input::text(&bytes, &mut said).map(|text| text.into_owned());
    said.set_file(&name);
    let content = content.ok_or_else(|| anyhow!("{said}"))?;
    Ok(Text { name, content })
}

/// A synthetic design, written to memory as its files would be.
fn synthetic(options: Options, more_clocks: usize, progress: &dyn Progress) -> anyhow::Result<Texts> {
    progress.begin("making the design", 6);
    let design = Design::new(options)?;
    progress.advance(1);
    let name = &design.options().name;
    let text = |ending: &str, write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| -> anyhow::Result<Text> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        progress.advance(1);
        Ok(Text { name: format!("{name}{ending}"), content: String::from_utf8(bytes)? })
    };
    let is_one_clock = design.periods().len() == 1 && more_clocks == 0;
    let sdc = |out: &mut Vec<u8>| {
        design.write_sdc(out)?;
        add_clocks(out, more_clocks)
    };
    Ok(Texts {
        design: name.clone(),
        early: vec![text("_early.lib", &|out| design.write_liberty(SynthSplit::Early, out))?],
        late: vec![text("_late.lib", &|out| design.write_liberty(SynthSplit::Late, out))?],
        verilog: vec![text(".v", &|out| design.write_verilog(out))?],
        spef: vec![text(".spef", &|out| design.write_spef(out))?],
        sdc: if is_one_clock { None } else { Some(text(".sdc", &sdc)?) },
        timing: if is_one_clock { Some(text(".timing", &|out| design.write_timing(out))?) } else { None },
        derates: false,
        exceptions: 0,
        clock_networks: ClockNetworks::Given,
    })
}

/// Adds clocks to the port of the first clock of some SDC, with longer periods than its own.
fn add_clocks(sdc: &mut Vec<u8>, count: usize) -> io::Result<()> {
    let text = String::from_utf8_lossy(sdc).into_owned();
    let Some(first) = text.lines().find(|line| line.starts_with("create_clock")) else { return Ok(()) };
    let word_after = |what: &str| first.split(what).nth(1)?.split([' ', ']']).next();
    let period = word_after("-period ").and_then(|period| period.parse::<f64>().ok());
    let (Some(period), Some(port)) = (period, word_after("[get_ports ")) else { return Ok(()) };
    for number in 0..count {
        let period = period * (1.0 + 0.5 * (number + 1) as f64);
        let fall = period * 0.4;
        writeln!(
            sdc,
            "create_clock -add -name more_{number} -period {period} -waveform {{0 {fall}}} [get_ports {port}]"
        )?;
    }
    writeln!(sdc, "set_propagated_clock [all_clocks]")
}
