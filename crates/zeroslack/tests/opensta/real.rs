//! Placed designs: gcd, and tt02 with its 167 blocks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use zeroslack::units::Split;
use zeroslack::{DesignFiles, Session};

use crate::compare::Compared;
use crate::crossing::Crossing;
use crate::{common, compare, crossing, design, engine, pins};

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

#[test]
fn tt02_endpoints() {
    let Some(shared) = common::shared() else { return };
    let (files, golden) = tt02(&shared);
    crossing::check(&mut design::timed(&files), &files, &golden);
}

/// Lists endpoints with another slack than the golden's, and the nets that cross blocks on our worst paths there.
#[test]
#[ignore = "prints a list for a developer"]
fn tt02_nets_that_cross_blocks() {
    let Some(shared) = common::shared() else { return };
    let (files, golden) = tt02(&shared);
    let mut session = design::timed(&files);
    let crossing = Crossing::new(&session, &files);
    let mut drivers = BTreeSet::new();
    for split in Split::ALL {
        let compared = Compared::new(&mut session, &golden, split);
        let unequal = compared.unequal().count();
        println!("{}: {unequal} of {} slacks differ", split.name(), compared.pairs.len());
        for ((_, endpoint), (theirs, ours)) in compared.unequal() {
            let passed = engine::drivers_on_worst_path(&session, endpoint, split).into_iter();
            let passed: Vec<_> = passed.filter(|&pin| crossing.loads(&session, pin).is_some()).collect();
            let count = passed.len();
            println!("{endpoint}: golden {:.6} ns, ours {ours:.6} ns, {count} crossing nets", theirs.slack);
            drivers.extend(passed);
        }
    }
    println!("{} crossing nets on these paths: load in fF, rise and fall", drivers.len());
    for driver in drivers {
        let [rise, fall] = crossing.loads(&session, driver).unwrap();
        println!(
            "{} ({}): golden {:.3} {:.3}, ours {:.3} {:.3}",
            session.netlist().net_name(session.netlist().pin_net(driver).unwrap()),
            session.netlist().pin_name(driver),
            rise.0,
            fall.0,
            rise.1,
            fall.1
        );
    }
}
