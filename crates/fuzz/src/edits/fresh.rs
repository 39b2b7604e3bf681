//! An edited design against a fresh load of what it writes out.

use std::path::Path;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{LinkOptions, Netlist, Parasitics, PinId, Source};
use zeroslack::sdc::{ArcEnds, Constraints};
use zeroslack::{Constraint, DesignFiles, ModeId, Session, SessionParts, SpefFile};

use super::examples::{load, write};
use super::exceptions::carry_over;
use super::ports::number_alike;
use super::results::{assert_same_results, results};
use super::state::{Wired, network, spef, verilog, wired};
use zeroslack_testing::text;

/// Panics unless a fresh load has the same design and, under the same exceptions, the same answers. In memory, with the libraries that are there already.
pub fn assert_same_as_fresh(session: &mut Session, files: &DesignFiles, when: &str) {
    let mut fresh = linked(wired(session));
    number_alike(session.netlist(), &mut fresh.0, &mut fresh.1);
    assert_same_design(wired(session), (&fresh.0, &fresh.1), when);
    let mut constraints = constraints(files, &fresh.0);
    let edited = (session.netlist(), session.constraints(ModeId::FIRST));
    carry_over(edited, (&fresh.0, &mut constraints));
    let constraints = with_structure_of(session, constraints, &fresh.0);
    let (netlist, parasitics) = fresh;
    let parts = SessionParts { netlist, parasitics, constraints, calculator: files.calculator };
    let fresh = Session::build(parts, Diagnostics::new());
    let mut fresh = fresh.unwrap_or_else(|error| panic!("{when}: {error}"));
    fresh.set_common_point(session.common_point());
    assert_same_results(&results(session), &results(&mut fresh), when);
}

/// The same by way of files, libraries and all, of a design into which no ports were inserted.
pub fn assert_same_as_files(session: &mut Session, files: &DesignFiles, when: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "edited.spef", &spef(wired(session)));
    let files = DesignFiles {
        verilog: vec![write(folder.path(), "edited.v", &verilog(session.netlist()))],
        spef: vec![SpefFile { file, instance: None }],
        ..files.clone()
    };
    let mut fresh = load(&files);
    assert_same_design(wired(session), wired(&fresh), when);
    assert_same_results(&results(session), &results(&mut fresh), when);
}

fn linked((netlist, parasitics): Wired<'_>) -> (Netlist, Parasitics) {
    let (written, parasitics) = (verilog(netlist), spef((netlist, parasitics)));
    let (design, said) = zeroslack::verilog::read(&written);
    assert!(said.is_empty(), "{said}");
    let source = Source { file: "edited.v", text: &written, design };
    let (fresh, said) =
        zeroslack::netlist::link(&[source], netlist.library().clone(), &LinkOptions::default());
    let (fresh, mut bound) = (fresh.unwrap_or_else(|| panic!("{said}")), Parasitics::default());
    let (read, said) = zeroslack::spef::read(&parasitics, &zeroslack::spef::Options::default());
    assert!(!said.has_errors(), "{said}");
    let said = bound.read(&fresh, &read, None, &parasitics);
    assert!(said.iter().all(|each| each.id == "NET-028"), "{said}");
    (fresh, bound)
}

fn constraints(files: &DesignFiles, netlist: &Netlist) -> Constraints {
    let read = |path: &Path, read: &dyn Fn(&str) -> (Constraints, Diagnostics)| {
        let held = files.texts.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let (constraints, said) = read(&held.unwrap_or_else(|| text(path)));
        assert!(!said.has_errors(), "{said}");
        constraints
    };
    match files.constraints.as_ref().unwrap() {
        Constraint::Timing(path) => read(path, &|text| zeroslack::sdc::tau::read_timing(text, netlist)),
        Constraint::Sdc(path) => read(path, &|text| {
            zeroslack::constraints::read_text(text, netlist, &zeroslack::sdc::Units::of_library(netlist))
        }),
    }
}

/// Constraints with what a session's say of constants and of what is not timed, on another netlist with the same names and library cells.
fn with_structure_of(session: &Session, mut constraints: Constraints, netlist: &Netlist) -> Constraints {
    let edited = session.netlist();
    let stated = session.constraints(ModeId::FIRST).applicable(edited);
    let pin = |pin: PinId| netlist.find_pin(&edited.pin_name(pin), '/').unwrap();
    let disables = &stated.disables;
    constraints.case_values = stated.case_values.iter().map(|(&at, &value)| (pin(at), value)).collect();
    constraints.logic_values = stated.logic_values.iter().map(|(&at, &value)| (pin(at), value)).collect();
    constraints.disables.pins = disables.pins.iter().map(|&at| pin(at)).collect();
    let ends = |ends: &ArcEnds<PinId>| ArcEnds { from: ends.from.map(pin), to: ends.to.map(pin) };
    let cells = disables.cells.iter().map(|(&cell, sets)| {
        (netlist.find_cell(edited.cell_name(cell)).unwrap(), sets.iter().map(ends).collect())
    });
    constraints.disables.cells = cells.collect();
    constraints.disables.library_cells = disables.library_cells.clone();
    constraints.disables.library_pins = disables.library_pins.clone();
    constraints
}

/// Panics unless both have the same cells and pins in the same order, connected alike, with the same parasitics. Nets may have other
/// names, and a port that is on no net has one of its own in the other.
fn assert_same_design(edited_design: Wired<'_>, fresh_design: Wired<'_>, when: &str) {
    let (edited, fresh) = (edited_design.0, fresh_design.0);
    let cells = |netlist: &Netlist| -> Vec<(String, String)> {
        let names = |cell| (netlist.cell_name(cell).to_string(), netlist.master(cell).name.to_string());
        netlist.cells().map(names).collect()
    };
    super::state::assert_same_items(&cells(edited), &cells(fresh), when);
    let pins = |netlist: &Netlist| netlist.pins().collect::<Vec<PinId>>();
    let (ours, theirs) = (pins(edited), pins(fresh));
    assert_eq!(ours.len(), theirs.len(), "{when}: numbers of pins");
    for (&our, &their) in ours.iter().zip(&theirs) {
        assert_eq!(edited.pin_name(our), fresh.pin_name(their), "{when}");
        let name = || edited.pin_name(our);
        assert_eq!(mates(edited, our, &ours), mates(fresh, their, &theirs), "{when}: net of {}", name());
        let rcs = (rc(edited_design, our, &ours), rc(fresh_design, their, &theirs));
        assert_eq!(rcs.0, rcs.1, "{when}: parasitics at {}", name());
    }
    let [ours, theirs] =
        [(edited_design, &ours), (fresh_design, &theirs)].map(|(design, pins)| left_out(design, pins));
    assert_eq!(ours, theirs, "{when}: pins that parasitics leave out");
    let [a, b] = [edited_design.1, fresh_design.1];
    assert_eq!((a.net_count(), a.node_count()), (b.net_count(), b.node_count()), "{when}: parasitics");
}

/// The pins that the parasitics of their nets leave out, by their places.
fn left_out((netlist, parasitics): Wired<'_>, pins: &[PinId]) -> Vec<usize> {
    let mut left_out: Vec<usize> = netlist
        .nets()
        .flat_map(|net| parasitics.left_out_pins(netlist, net))
        .map(|pin| place(pin, pins))
        .collect();
    left_out.sort_unstable();
    left_out
}

fn place(pin: PinId, pins: &[PinId]) -> usize {
    pins.binary_search(&pin).unwrap()
}

/// The constant that a pin is on, and the other pins of its net, by their places.
fn mates(netlist: &Netlist, pin: PinId, pins: &[PinId]) -> (Option<usize>, Vec<usize>) {
    let Some(net) = netlist.pin_net(pin) else { return (None, Vec::new()) };
    let constant = Netlist::CONSTANTS.iter().position(|&constant| constant == net);
    let others = netlist.net_pins(net).iter().filter(|&&other| other != pin);
    (constant, others.map(|&other| place(other, pins)).collect())
}

/// The parasitics of a pin's net, for the first pin of each.
fn rc(
    (netlist, parasitics): Wired<'_>,
    pin: PinId,
    pins: &[PinId],
) -> Option<impl PartialEq + std::fmt::Debug + use<>> {
    let net = netlist.pin_net(pin).filter(|&net| netlist.net_pins(net)[0] == pin)?;
    let (nodes, resistors) = network(&parasitics.net(net)?);
    let nodes = nodes.into_iter().map(|(pin, bits)| (pin.map(|pin| place(pin, pins)), bits));
    Some((nodes.collect::<Vec<_>>(), resistors))
}
