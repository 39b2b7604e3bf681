//! The library from Liberty files: which of their cells a design is made of.

use std::collections::BTreeMap;

use zeroslack_liberty as liberty;

use super::candidate::{Candidate, Shape, candidate};
use super::pace::{Reference, input};
use super::truth::{MOST_INPUTS, canonical};
use super::{Cell, FIRST_LOGIC, Kind, Library, Ports, Units, built_in};

/// Why a design cannot be made of a library: which cell it lacks, and what that would be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {cell} that can be used; expected {expected}")]
pub struct LibraryError {
    cell: &'static str,
    expected: &'static str,
}

const NO_FLIP_FLOP: LibraryError = LibraryError {
    cell: "flip-flop",
    expected: "one with a rising clock, one data input with setup and hold times, and arcs from the clock to an output",
};
const NO_INVERTER: LibraryError = LibraryError {
    cell: "inverter",
    expected: "one with a capacitance, and delay and slew tables for both edges",
};
const NO_BUFFER: LibraryError =
    LibraryError { cell: "buffer", expected: "one with delay and slew tables for both edges" };
const NO_GATE: LibraryError = LibraryError {
    cell: "gate of two inputs",
    expected: "one with one output, and arcs with delay and slew tables from both inputs",
};

/// Truth tables of one input.
const INVERTER: u16 = 0b01;
const BUFFER: u16 = 0b10;
/// Kinds of each number of inputs.
const MOST_KINDS: usize = 60;
/// How often a gate is drawn that the built-in library has not.
const RARE: f64 = 0.03;
/// A cell that is slower by that than another of about its drive is there to delay.
const DELAYING: f64 = 1.25;
/// How far about is.
const ABOUT: f64 = 1.25;
/// Area of an item over that of the smallest gate of two inputs.
const SPREAD: f64 = Library::ITEM_AREA / 1.2;

/// Cells that differ in strength only.
struct Group {
    shape: Shape,
    cells: Vec<Candidate>,
}

impl Group {
    /// Of its smallest cell, in 0.0001 of the library's unit; the most there is where that is not known.
    fn least_area(&self) -> u64 {
        let areas = self.cells.iter().filter_map(|cell| cell.area);
        areas.map(|area| (area * 1e4) as u64).min().unwrap_or(u64::MAX)
    }
}

impl Library {
    /// The cells of Liberty libraries that a design can be made of: a flip-flop of a rising clock (set and clear are tied),
    /// buffers for clocks, and of gates with one to four inputs and one output the smallest of each
    /// function, in all strengths. Cells of `dont_use`, pads, macros, clock gates, three-state and multi-output gates are left out, and
    /// what lacks tables, or is not the same in both splits.
    ///
    /// `late` are the libraries for setup, `early` those for hold; an empty `early` is as `late`. Of a name that is there
    /// twice, the first counts.
    ///
    /// # Errors
    /// If there is no flip-flop, inverter, buffer or gate of two inputs.
    pub fn new(early: &[liberty::Library], late: &[liberty::Library]) -> Result<Self, LibraryError> {
        let groups = groups(candidates(if early.is_empty() { late } else { early }, late));
        let flip_flop = flip_flop(&groups).ok_or(NO_FLIP_FLOP)?;
        let logic: Vec<Vec<&Group>> = (1..=MOST_INPUTS).map(|inputs| logic(&groups, inputs)).collect();
        let single = |truth| logic[0].iter().find(|group| group.shape.truth == Some(truth));
        let inverter = single(INVERTER).and_then(|group| smallest(group)).ok_or(NO_INVERTER)?;
        single(BUFFER).ok_or(NO_BUFFER)?;
        let clock_buffer = clock_buffer(&groups).ok_or(NO_BUFFER)?;
        if logic[1].is_empty() {
            return Err(NO_GATE);
        }
        let reference = Reference::new(&inverter.cell);
        let kinds = [flip_flop, clock_buffer].into_iter().chain(logic.iter().flatten().copied());
        let (pace, load) =
            (reference.delay / built_in_pace().delay, reference.capacitance / built_in_pace().capacitance);
        Ok(Self {
            kinds: kinds.map(|group| kind(group, &reference)).collect(),
            logic: ranges(&logic),
            units: late.first().map_or(Units { time: 1.0, capacitance: 1.0 }, units),
            ports: Ports::scaled(pace, load),
            item_area: item_area(&logic[1]),
            is_built_in: false,
        })
    }
}

fn units(library: &liberty::Library) -> Units {
    Units { time: library.units.time, capacitance: library.units.capacitance }
}

fn built_in_pace() -> Reference {
    let library = Library::built_in();
    Reference::new(&library.kinds[FIRST_LOGIC].cells[0])
}

/// All cells that can be used, in the order of the late libraries.
fn candidates(early: &[liberty::Library], late: &[liberty::Library]) -> Vec<Candidate> {
    let mut by_name = BTreeMap::new();
    for cell in early.iter().flat_map(|library| &library.cells) {
        by_name.entry(&*cell.name).or_insert(cell);
    }
    let mut candidates = Vec::new();
    for cell in late.iter().flat_map(|library| &library.cells) {
        // Once taken it is gone, so a second cell of the name is none.
        candidates.extend(by_name.remove(&*cell.name).and_then(|early| candidate([early, cell])));
    }
    candidates
}

/// The cells by shape, in the order of their first. Those on other power pins than most are left out: they shift
/// levels, isolate, or stay on.
fn groups(candidates: Vec<Candidate>) -> Vec<Group> {
    let mut counts: BTreeMap<&[Box<str>], usize> = BTreeMap::new();
    for candidate in &candidates {
        *counts.entry(&candidate.power).or_default() += 1;
    }
    let usual = counts.into_iter().max_by_key(|&(_, count)| count).map(|(power, _)| power.to_vec());
    let mut groups: Vec<Group> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| Some(&candidate.power) == usual.as_ref()) {
        match groups.iter_mut().find(|group| group.shape == candidate.shape) {
            Some(group) => group.cells.push(candidate),
            None => groups.push(Group { shape: candidate.shape.clone(), cells: vec![candidate] }),
        }
    }
    groups
}

/// The plainest flip-flop; of those, the one of most strengths.
fn flip_flop(groups: &[Group]) -> Option<&Group> {
    let flip_flops = groups.iter().filter(|group| group.shape.is_flip_flop);
    flip_flops.min_by_key(|group| (group.shape.tied.len(), group.shape.open, usize::MAX - group.cells.len()))
}

/// The buffer of most strengths among those for clocks, or among all where there are none.
fn clock_buffer(groups: &[Group]) -> Option<&Group> {
    let buffers =
        groups.iter().filter(|group| group.shape.truth == Some(BUFFER) && group.shape.inputs.len() == 1);
    buffers.min_by_key(|group| (!group.shape.is_for_clocks, usize::MAX - group.cells.len()))
}

/// One group for each function of so many inputs.
fn logic(groups: &[Group], inputs: usize) -> Vec<&Group> {
    let mut chosen: Vec<&Group> = Vec::new();
    // What isolates or gates is larger than what only computes the same.
    let rank =
        |group: &Group| (group.shape.is_for_clocks, group.least_area(), usize::MAX - group.cells.len());
    let of = |group: &&Group| !group.shape.is_flip_flop && group.shape.inputs.len() == inputs;
    for group in groups.iter().filter(of) {
        let function = |group: &Group| group.shape.truth.map(|truth| canonical(truth, inputs));
        let is_same = |other: &&mut &Group| function(group).is_some() && function(other) == function(group);
        match chosen.iter_mut().find(is_same) {
            Some(other) if rank(group) < rank(other) => *other = group,
            Some(_) => {}
            None => chosen.push(group),
        }
    }
    chosen.truncate(MOST_KINDS);
    chosen
}

/// The cell of a group whose input is the smallest that is one.
fn smallest(group: &Group) -> Option<&Candidate> {
    let has_input = |candidate: &&Candidate| input(&candidate.cell) > 0.0;
    let by_input = |a: &&Candidate, b: &&Candidate| input(&a.cell).total_cmp(&input(&b.cell));
    group.cells.iter().filter(has_input).min_by(by_input)
}

fn kind(group: &Group, reference: &Reference) -> Kind {
    let shape = &group.shape;
    let mut cells: Vec<_> = group.cells.iter().map(|candidate| candidate.cell.clone()).collect();
    for cell in &mut cells {
        cell.drive = reference.drive(cell);
    }
    cells.sort_by(|a, b| a.drive.total_cmp(&b.drive).then_with(|| a.name.cmp(&b.name)));
    drop_delaying(&mut cells, reference);
    let inputs = shape.inputs.len();
    let weight = shape.truth.and_then(|truth| built_in::weight(canonical(truth, inputs), inputs));
    Kind {
        inputs: shape.inputs.clone(),
        output: shape.output.clone(),
        tied: shape.tied.clone(),
        open: shape.open,
        weight: weight.unwrap_or(RARE),
        cells,
    }
}

/// Leaves out cells that are made to delay.
fn drop_delaying(cells: &mut Vec<Cell>, reference: &Reference) {
    let measured: Vec<(f64, f64)> = cells.iter().map(|cell| (cell.drive, reference.slowest(cell))).collect();
    cells.retain(|cell| {
        let slowest = reference.slowest(cell);
        let is_twin = |drive: f64| drive <= ABOUT * cell.drive && cell.drive <= ABOUT * drive;
        !measured.iter().any(|&(drive, faster)| is_twin(drive) && slowest > DELAYING * faster.max(0.0))
    });
}

/// Where the kinds of each number of inputs are, at index 1 to 4.
fn ranges(logic: &[Vec<&Group>]) -> [std::ops::Range<usize>; MOST_INPUTS + 1] {
    let mut end = FIRST_LOGIC;
    [0, 1, 2, 3, 4].map(|inputs| {
        let start = end;
        end += if inputs == 0 { 0 } else { logic[inputs - 1].len() };
        start..end
    })
}

/// µm² that an item takes, by the smallest gate of two inputs; that of the built-in library where no area is given.
fn item_area(gates: &[&Group]) -> f64 {
    let areas = gates.iter().flat_map(|group| &group.cells).filter_map(|cell| cell.area);
    let least = areas.filter(|&area| area > 0.0).fold(f64::INFINITY, f64::min);
    if least.is_finite() { (SPREAD * least).clamp(0.05, 50.0) } else { Library::ITEM_AREA }
}
