//! Paths through the pins of blocks, which the flat design no longer has.

use zeroslack::netlist::{HierarchicalPinId, PinId};
use zeroslack::paths::{Path, PathQuery};
use zeroslack::units::Split;
use zeroslack::{PathPoints, Session};

use super::design::{Cell, library, timed};

/// Two levels; the same module twice; a net that enters a block twice, one that only goes through, one that leaves and comes back.
const DESIGN: &str = "
    module leaf (x, y, z); input x, y; output z; wire m;
      C1 g (.I0(x), .I1(y), .Z(m)); C0 h (.I0(m), .Z(z)); endmodule
    module block (a, b, q, through, back); input a, b, back; output q, through; wire w;
      leaf l (.x(a), .y(b), .z(w)); C1 last (.I0(w), .I1(back), .Z(q)); assign through = a; endmodule
    module top (in, o0, o1); input in; output o0, o1; wire n, t, q, k, q2;
      C0 first (.I0(in), .Z(n));
      block s1 (.a(n), .b(n), .q(q), .through(t), .back(q2)); C0 r (.I0(t), .Z(q2));
      block s2 (.a(q), .b(t), .q(k), .through(o1), .back(q));
      C1 final (.I0(k), .I1(n), .Z(o0)); endmodule";

fn session() -> Session {
    let cell = |delays: &[f32]| Cell { delays: delays.to_vec() };
    timed(&library(&[cell(&[1.0]), cell(&[2.0, 3.0])]), DESIGN, true)
}

/// The pins of blocks that a path passes.
fn passed(session: &Session, path: &Path) -> Vec<HierarchicalPinId> {
    let pins: Vec<PinId> = path.data.iter().map(|step| step.pin).collect();
    pins.windows(2).flat_map(|pair| session.netlist().hierarchical_pins_between(pair[0], pair[1])).collect()
}

fn paths(session: &Session, points: &PathPoints) -> Vec<Path> {
    let query = PathQuery::new(10_000).split(Split::Late);
    let found = session.timed().unwrap().find_paths_passing(&query, points).unwrap();
    found.paths()
}

#[test]
fn through_a_pin_of_a_block_are_the_paths_that_pass_it() {
    let session = session();
    let netlist = session.netlist();
    let all = paths(&session, &PathPoints::new());
    let slacks = |paths: Vec<Path>| -> Vec<i64> { paths.into_iter().map(|path| path.end.slack).collect() };
    let mut seen = 0;
    for pin in netlist.instances().skip(1).flat_map(|instance| netlist.instance_pins(instance)) {
        let name = netlist.hierarchical_pin_name(pin);
        let expected = all.iter().filter(|path| passed(&session, path).contains(&pin)).cloned().collect();
        let found = paths(&session, &PathPoints::new().through([name.as_str()]));
        assert_eq!(slacks(found.clone()), slacks(expected), "{name}");
        assert!(found.iter().all(|path| passed(&session, path).contains(&pin)), "{name}");
        seen += usize::from(!found.is_empty());
    }
    assert!(seen > 12, "{seen}");
}

#[test]
fn through_a_block_are_the_paths_that_pass_one_of_its_pins() {
    let session = session();
    let all = paths(&session, &PathPoints::new());
    for name in ["s1", "s2", "s1/l", "s*", "*/l"] {
        let blocks: Vec<_> = session.netlist().instances().skip(1).collect();
        let is_meant = |path: &Path| {
            passed(&session, path).into_iter().any(|pin| {
                let block = session.netlist().hierarchical_pin_instance(pin);
                assert!(blocks.contains(&block));
                match (name, session.netlist().instance_name(block)) {
                    ("s*", block) => !block.contains('/'),
                    ("*/l", block) => block.ends_with("/l"),
                    (name, block) => name == block,
                }
            })
        };
        let found = paths(&session, &PathPoints::new().through([name]));
        assert_eq!(found.len(), all.iter().filter(|path| is_meant(path)).count(), "{name}");
        assert!(!found.is_empty() && found.iter().all(is_meant), "{name}");
    }
}
