//! What is done once for a design: levels, RC trees.

use std::sync::Arc;
use std::time::Instant;

use zeroslack::graph::{Fanin, Layout, TimingGraph};
use zeroslack::netlist::{Netlist, Parasitics};
use zeroslack::sdc::Constraints;
use zeroslack::timing::{CornerData, DelayData, FlatTrees, RcNetworks};
use zeroslack_cuda::{Device, Flatten, Levels, Machine};

use crate::{Failure, head, ms, row};

/// Whether the device finds the same levels and order of nodes; prints how long that takes.
pub fn check_levels(
    device: &Arc<Device>,
    netlist: &Netlist,
    constraints: &Constraints,
) -> Result<bool, Failure> {
    let mut outcome: Result<bool, Failure> = Ok(false);
    TimingGraph::with_layout(netlist, netlist.library(), constraints, |fanin| {
        let begun = Instant::now();
        let expected = fanin.layout();
        let cpu = ms(begun);
        // The first time, what the driver puts off is done too.
        outcome = find_levels(device, fanin, None).and_then(|_| find_levels(device, fanin, Some(cpu))).map(
            |found| {
                println!("  levels {}", if found == expected { "equal" } else { "differ" });
                found == expected
            },
        );
        expected
    });
    outcome
}

/// Finds levels on the device; prints a table if it is told how long the CPU took, ms.
fn find_levels(device: &Arc<Device>, fanin: &Fanin<'_>, cpu: Option<f64>) -> Result<Option<Layout>, Failure> {
    let mut clock = Instant::now();
    let mut levels = Levels::new(device, fanin)?;
    let upload = lap(device, &mut clock)?;
    if levels.find()?.is_none() {
        return Ok(None);
    }
    let find = lap(device, &mut clock)?;
    levels.order()?;
    let sort = lap(device, &mut clock)?;
    let layout = levels.fetch()?;
    let fetch = lap(device, &mut clock)?;
    if let Some(cpu) = cpu {
        let (pins, [found, sorted]) = (fanin.first().len() as u64, levels.moved());
        head("levels");
        row("arcs to it", upload, 4 * (pins + fanin.arc_count() as u64));
        row("sweep", find, found);
        row("order", sort, sorted);
        row("from it", fetch, 8 * pins);
        println!(
            "  one CPU thread: {cpu:.3} ms, {:.1} times all of it",
            cpu / f64::from(upload + find + sort + fetch)
        );
    }
    Ok(Some(layout))
}

/// Whether the device makes the same RC trees; prints how long that takes.
pub fn check_trees(
    device: &Arc<Device>,
    (netlist, parasitics): (&Netlist, &Parasitics),
    graph: &TimingGraph,
) -> Result<bool, Failure> {
    let corner = CornerData { library: netlist.library(), parasitics };
    let mut outcome: Result<bool, Failure> = Ok(false);
    DelayData::with_trees(netlist, corner, graph, |networks| {
        let begun = Instant::now();
        let expected = networks.flatten();
        let cpu = ms(begun);
        outcome = make_trees(device, networks, cpu).map(|found| {
            println!("  trees {}", if found == expected { "equal" } else { "differ" });
            found == expected
        });
        expected
    });
    outcome
}

/// Makes RC trees on the device and prints a table. `cpu` is how long the CPU took, ms.
fn make_trees(device: &Arc<Device>, networks: &RcNetworks<'_>, cpu: f64) -> Result<FlatTrees, Failure> {
    let mut clock = Instant::now();
    let flatten = Flatten::new(device, networks)?;
    let upload = lap(device, &mut clock)?;
    flatten.run()?;
    let first = lap(device, &mut clock)?;
    flatten.run()?;
    let run = lap(device, &mut clock)?;
    let trees = flatten.fetch(networks)?;
    let fetch = lap(device, &mut clock)?;
    let (nodes, resistors) = (networks.node_pins().len() as u64, networks.resistors().len() as u64);
    let (wires, count) = (networks.wire_count() as u64, networks.tree_count() as u64);
    head("RC trees");
    row("to it", upload, 8 * nodes + 12 * resistors + 4 * wires + 36 * count);
    row("flatten", run, flatten.moved());
    row("from it", fetch, 16 * trees.nodes.len() as u64 + 4 * wires + 8 * count);
    let all = f64::from(upload + first + fetch);
    println!("  CPU: {cpu:.3} ms, {:.1} times all of it, the first run in {first:.3} ms", cpu / all);
    Ok(trees)
}

/// The time since a clock was set, ms, with all that the device has to do; sets it again.
fn lap(device: &Arc<Device>, clock: &mut Instant) -> Result<f32, Failure> {
    device.synchronize()?;
    let took = ms(*clock) as f32;
    *clock = Instant::now();
    Ok(took)
}
