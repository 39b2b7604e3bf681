//! Paths that were found before an edit stay what they were.

use zeroslack::graph::NodeId;
use zeroslack::netlist::Editor as NetlistEditor;
use zeroslack::paths::Path;
use zeroslack::timing::Calculator;
use zeroslack::units::Split;
use zeroslack::{CornerId, GroupQuery, ModeId, PathPoints, Session, Timed};
use zeroslack_report::{Layout, Names, PathReport, Style};

use super::examples::{load, pulse};
use super::gates::move_pins;
use super::random::ends;

/// Paths as they are listed, from the design as it is now.
fn listed(session: &Session, paths: &[Path]) -> Vec<String> {
    let names = Names {
        netlist: session.netlist(),
        library: session.library(CornerId::FIRST),
        constraints: session.constraints(ModeId::FIRST),
    };
    let layout = Layout::detailed(Style::default());
    paths.iter().map(|path| PathReport::new(&names, path).unwrap().text(&layout)).collect()
}

/// The number that the levelled graph gives the end of each path.
fn end_nodes(session: &Session, paths: &[Path]) -> Vec<NodeId> {
    let graph = session.timed().unwrap().levelled().graph();
    paths.iter().map(|path| graph.pins().node(path.end.pin)).collect()
}

/// Puts a repeater before the last pin of a path, so that pins behind it change their levels.
fn insert_repeater(session: &mut Session, path: &Path) {
    let netlist = session.netlist();
    let repeater = netlist.cells().find(|&cell| ends(netlist, cell).is_some()).unwrap();
    let (master, from) = (netlist.cell_master(repeater), netlist.pin_net(path.end.pin).unwrap());
    let edits = |netlist: &mut NetlistEditor<'_>| {
        let (cell, net) = (netlist.insert_cell("held_cell", master)?, netlist.insert_net("held_net")?);
        let [input, output] = ends(netlist, cell).unwrap();
        netlist.connect(input, from)?;
        netlist.connect(output, net)?;
        move_pins(netlist, &[path.end.pin], net)
    };
    session.edit(edits).unwrap();
}

/// Takes away a cell that a path goes through.
fn remove_cell(session: &mut Session, path: &Path) {
    let step = path.data[path.data.len() - 2];
    let cell = session.netlist().pin_cell(step.pin).unwrap();
    session.edit(|netlist| netlist.remove_cell(cell)).unwrap();
}

#[test]
fn paths_outlive_the_graph_that_they_were_found_on() {
    for cppr in [false, true] {
        for edit in [insert_repeater, remove_cell] {
            let mut session = load(&pulse());
            session.set_cppr(cppr);
            session.update().unwrap();
            let mut held = session.timed().unwrap().k_worst_paths(&Split::ALL, 50);
            held.extend(Split::ALL.iter().flat_map(|&split| session.timed().unwrap().worst_paths(split, 50)));
            let is_long = |path: &&Path| path.launch_steps().is_some_and(|steps| path.data.len() > steps + 2);
            let edited = held.iter().find(is_long).unwrap().clone();
            let (before, nodes) = (listed(&session, &held), end_nodes(&session, &held));

            edit(&mut session, &edited);
            assert_eq!(listed(&session, &held), before, "edited, not updated yet");
            session.update().unwrap();
            assert_ne!(end_nodes(&session, &held), nodes, "the graph has other numbers");
            assert_eq!(listed(&session, &held), before, "updated");
            assert_ne!(
                listed(&session, &session.timed().unwrap().k_worst_paths(&Split::ALL, 50)),
                before[..50]
            );
        }
    }
}

#[test]
fn paths_of_a_clock_that_is_gone_cannot_be_listed() {
    let mut session = load(&pulse());
    session.update().unwrap();
    let path = session.timed().unwrap().worst_paths(Split::Late, 1).remove(0);
    assert_eq!(listed(&session, std::slice::from_ref(&path)).len(), 1);
    session.edit_constraints(ModeId::FIRST, |constraints| {
        let (clock, _) = constraints.clocks.iter().next().unwrap();
        constraints.remove_clock(clock).unwrap();
    });
    let names = Names {
        netlist: session.netlist(),
        library: session.library(CornerId::FIRST),
        constraints: session.constraints(ModeId::FIRST),
    };
    assert!(PathReport::new(&names, &path).is_none());
}

#[test]
fn held_paths_know_the_graph_that_they_were_found_in() {
    for cppr in [false, true] {
        let mut session = load(&pulse());
        session.set_cppr(cppr);
        session.update().unwrap();
        let is_long = |path: &Path| path.launch_steps().is_some_and(|steps| path.data.len() > steps + 2);
        let paths = session.timed().unwrap().k_worst_paths(&Split::ALL, 50);
        insert_repeater(&mut session, paths.iter().find(|path| is_long(path)).unwrap());
        session.update().unwrap();
        let hold = |timed: Timed<'_>| {
            timed.find_by_group(&GroupQuery::default(), &PathPoints::default()).unwrap().held().unwrap()
        };
        let timed = session.timed().unwrap();
        assert!(!timed.graph().is_levelled());
        let (held, of_levelled) = (hold(timed), hold(timed.levelled()));
        assert!(held.is_of(timed) && of_levelled.is_of(timed.levelled()));
        assert!(!held.is_of(timed.levelled()) && !of_levelled.is_of(timed));
        // The same results of a graph that is laid out anew.
        session.set_calculator(Calculator::Lumped);
        session.set_calculator(Calculator::Elmore);
        session.update().unwrap();
        let timed = session.timed().unwrap();
        assert!(timed.graph().is_levelled());
        assert!(!held.is_of(timed) && held.path(timed, 0).is_none() && hold(timed).is_of(timed));
    }
}
