//! Placed designs: gcd, and tt02 with its 167 blocks.

use std::path::{Path, PathBuf};

use zeroslack::units::Split;
use zeroslack::{DesignFiles, Session};

use crate::compare::Compared;
use crate::{common, compare, design, engine, pins};

fn golden_of(shared: &Path, name: &str) -> PathBuf {
    shared.join("golden/opensta").join(name).join("lumped_cap")
}

fn files(shared: &Path, name: &str) -> (DesignFiles, String) {
    let files = design::files(&shared.join("data").join(name).join("load.tcl"));
    let sdc = common::text(design::sdc(&files));
    (files, sdc)
}

/// The pins that the parasitics of their nets leave out, by name.
fn left_out(session: &Session) -> Vec<String> {
    let (netlist, parasitics) = (session.netlist(), session.parasitics(zeroslack::CornerId::FIRST));
    let pins = netlist.nets().flat_map(|net| parasitics.left_out_pins(netlist, net));
    let mut names: Vec<String> = pins.map(|pin| netlist.pin_name(pin)).collect();
    names.sort();
    names
}

#[test]
fn gcd() {
    let Some(shared) = common::shared() else { return };
    let (mut files, sdc) = files(&shared, "gcd_sky130hd");
    // There is no Tcl interpreter yet, so the one command that computes is replaced by what it gives.
    let plain = sdc.replace("[expr $period * $clk_period_factor]", "1.0");
    assert_ne!(plain, sdc);
    design::set_sdc(&mut files, "gcd.sdc", &plain);
    let mut session = design::timed(&files);
    // The golden's loads lack these, so that 4 endpoints differ by up to 17 ps if they count.
    assert_eq!(left_out(&session), ["_218_/A", "_218_/B", "_251_/B"]);
    let golden = golden_of(&shared, "gcd_sky130hd");
    for split in Split::ALL {
        compare::check_endpoints(&mut session, &golden, split, &[]);
    }
    pins::check(&session, &golden.join("pins.tsv.gz"), &[]);
}

/// tt02's files, under the part of its SDC that counts.
pub fn tt02(shared: &Path) -> (DesignFiles, PathBuf) {
    let (mut files, sdc) = files(shared, "tt02_sky130hd");
    // Two commands are outside of a block that never runs.
    let (live, _) = sdc.split_once("\nif ").unwrap();
    design::set_sdc(&mut files, "tt02.sdc", live);
    (files, golden_of(shared, "tt02_sky130hd"))
}

/// What `paths1.*.txt` says first of the worst path: registers and edge.
#[derive(Debug, PartialEq)]
pub struct Ends {
    /// Cells.
    pub start: String,
    pub end: String,
    /// The launching edge: `18.0000 sc_clk_out fall`.
    pub launch: String,
}

fn golden_ends(folder: &Path, split: Split) -> Ends {
    let name = if split == Split::Late { "paths1.max.txt" } else { "paths1.min.txt" };
    let lines = common::lines(&folder.join(name));
    let value = |label: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(label)).unwrap();
        line.split_whitespace().next().unwrap().to_string()
    };
    let edge = lines.iter().find(|line| line.contains("  clock ") && line.contains(" edge)")).unwrap();
    let fields: Vec<&str> = edge.split_whitespace().collect();
    let [_, time, "clock", clock, transition, "edge)"] = fields[..] else { panic!("{edge}") };
    let launch = format!("{time} {clock} {}", transition.trim_start_matches('('));
    Ends { start: value("Startpoint: "), end: value("Endpoint: "), launch }
}

/// How many slacks have to be equal, early and late. The others are of paths through nets that cross blocks, see
/// [`crate::crossing`].
const EQUAL: [usize; 2] = [1759, 1758];

#[test]
fn tt02_endpoints() {
    let Some(shared) = common::shared() else { return };
    let (files, golden) = tt02(&shared);
    let mut session = design::timed(&files);
    crate::crossing::take_as_the_golden_does(&mut session, &files);
    for split in Split::ALL {
        let compared = Compared::new(&mut session, &golden, split);
        compared.assert_same_endpoints();
        assert_eq!(compared.pairs.len(), 2257);
        let equal = compared.pairs.len() - compared.unequal().count();
        assert!(equal >= EQUAL[split as usize], "{}: only {equal} slacks are equal", split.name());
        assert_eq!(engine::worst_path(&session, split), golden_ends(&golden, split));
    }
}
