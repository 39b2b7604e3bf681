//! A chip of blocks: a file for each block, tables of blocks and ports.

use serde_json::Value;
use zeroslack::PathPoints;
use zeroslack::netlist::PortDirection;
use zeroslack::units::Split;

use super::answers::{Answers, PRINTED, ask, option, same, same_list};
use super::design::{Design, Ran};
use super::read;

/// Runs the script and compares its tables and files with the library.
#[track_caller]
pub fn check(design: &Design) {
    let mut ran = design.run("chip.tcl");
    let output = std::mem::take(&mut ran.output);
    let (blocks, ports, ends) = (ran.report("blocks.txt"), ran.report("ports.txt"), ran.report("ends.rpt"));
    let json: Value = serde_json::from_str(&ran.report("paths.json")).unwrap();
    let files = block_files(&ran, &blocks);
    ask(&mut ran.world.shell, |answers| {
        check_blocks(&blocks, &files, answers);
        check_ports(&ports, answers);
        check_unused(&output, answers);
        for split in Split::ALL {
            let listed = read::ends(&ends).into_iter().filter(|end| end.is_late == (split == Split::Late));
            let mut slacks: Vec<f64> = listed.map(|end| end.slack).collect();
            slacks.sort_by(f64::total_cmp);
            same_list(&slacks, &answers.worst_of_groups(split, 40), PRINTED, "ends");
        }
        let mut slacks: Vec<f64> = json["checks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|path| path["slack"].as_f64().unwrap() * 1e9)
            .collect();
        slacks.sort_by(f64::total_cmp);
        same_list(&slacks, &answers.worst_of_groups(Split::Late, 10), PRINTED, "json");
    });
}

/// The report of each row of the table of blocks.
fn block_files(ran: &Ran, blocks: &str) -> Vec<String> {
    let file = |row: &str| {
        let mut words = row.split(' ');
        let name = words.next().unwrap().replace('/', ".").replace(['[', ']'], "_");
        ran.report(&format!("{name}.{}.rpt", words.next().unwrap()))
    };
    blocks.lines().map(file).collect()
}

fn check_blocks(blocks: &str, files: &[String], answers: &Answers<'_>) {
    let netlist = answers.netlist();
    let names = netlist.instances().map(|instance| netlist.instance_name(instance));
    // The top has no name.
    let at_top = names.filter(|name| !name.is_empty() && !name.contains('/'));
    assert_eq!(blocks.lines().count(), 2 * at_top.count(), "a row for each block and analysis");
    for (row, file) in blocks.lines().zip(files) {
        let words: Vec<&str> = row.split(' ').collect();
        let split = if words[1] == option(Split::Late) { Split::Late } else { Split::Early };
        let expected = answers.worst_passing(split, &PathPoints::new().through([words[0]]));
        let worst = read::paths(file).iter().filter_map(|path| path.slack).reduce(f64::min);
        match (&words[2..], expected) {
            (["none"], None) => assert!(file.contains("No paths found."), "{row}: {file}"),
            ([slack, _, _], Some(expected)) => {
                same(read::number(slack), expected, row);
                assert!((worst.unwrap() - expected).abs() < 0.00501, "{row}: {worst:?}");
            }
            (_, expected) => panic!("{row}: {expected:?}"),
        }
    }
}

fn check_ports(ports: &str, answers: &Answers<'_>) {
    let netlist = answers.netlist();
    for row in ports.lines() {
        let words: Vec<&str> = row.split(' ').collect();
        let pin = netlist.find_port(words[0]).unwrap();
        if words[1] == "unconnected" {
            let net = netlist.pin_net(pin);
            assert!(net.is_none_or(|net| netlist.net_pins(net).len() < 2), "{row}");
            continue;
        }
        if words[1] == "clock" {
            assert!(
                answers.timed.constraints().clocks.iter().any(|(_, clock)| clock.sources.contains(&pin)),
                "{row}"
            );
            continue;
        }
        let direction = netlist.port_of(pin).unwrap().0.direction;
        let points = match direction {
            PortDirection::Input => PathPoints::new().from([words[0]]),
            _ => PathPoints::new().to([words[0]]),
        };
        let expected = answers.worst_passing(Split::Late, &points);
        match (words[2], expected) {
            ("none", None) => {}
            (slack, Some(expected)) => same(read::number(slack), expected, row),
            _ => panic!("{row}: {expected:?}"),
        }
    }
    assert!(ports.lines().count() > 1);
}

/// How many outputs of registers have no net: for those the script compares an empty list with text.
fn check_unused(output: &str, answers: &Answers<'_>) {
    let netlist = answers.netlist();
    let registers = netlist.cells().filter(|&cell| answers.is_register(cell));
    let outputs = registers.flat_map(|cell| netlist.cell_pins(cell)).filter(|&pin| netlist.is_driver(pin));
    let unused = outputs.filter(|&pin| netlist.pin_net(pin).is_none()).count();
    assert_eq!(read::value_after(output, "outputs of registers without a net: "), unused as f64);
}
