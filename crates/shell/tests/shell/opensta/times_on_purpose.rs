//! Where we differ from another timer on purpose, with both values, and what shows that nothing else differs.

use std::collections::BTreeSet;
use std::path::Path;

use zeroslack::graph::NodeId;
use zeroslack::liberty::Direction;
use zeroslack::netlist::PinId;
use zeroslack::sdc::{
    ArcEnds, ConstraintEditor, Exception, ExceptionKind, ExceptionPaths, PathObject, PathObjects,
};
use zeroslack::units::{Split, quad};
use zeroslack::{ModeId, Session};

use zeroslack_testing::opensta::{endpoints, pins};

use super::engine;

/// A value of ours that differs, ns.
#[derive(Clone, Copy)]
pub struct Value {
    /// The pin, the analysis, and the transition or what it is a slack of.
    at: &'static str,
    golden: f64,
    ours: f64,
}

const fn value(at: &'static str, golden: f64, ours: f64) -> Value {
    Value { at, golden, ours }
}

/// Why a case differs.
pub enum Differs {
    /// Arcs are out, and the other timer still lets them make the slew at a gate's output: its values are those of these arcs, looked up by hand. Here
    /// what is out makes none. All that follows from there may differ a little. No signal comes to some pins here, which are out, as both say that the wires to
    /// them are.
    Slews { slews: &'static [Value], silent: &'static [&'static str] },
    /// Slacks differ, and all but some slews and slacks is equal after a change, which is made for the comparison.
    Until { what: &'static str, change: fn(&mut Session), slacks: &'static [Value], still: &'static [Value] },
}

/// All of them, by case.
const CASES: &[(&str, Differs)] = &[
    (
        "47_case_analysis",
        Differs::Slews {
            slews: &[
                value("x1/Z early rise", 0.035369, 0.038264),
                value("x1/Z late fall", 0.015384, 0.015031),
                value("m1/Z early rise", 0.018570, 0.018581),
                value("m1/Z late fall", 0.014908, 0.014904),
            ],
            silent: &[],
        },
    ),
    (
        "49_case_analysis_clock_mux",
        Differs::Slews {
            slews: &[
                value("mx/X early rise", 0.126732, 0.127021),
                value("mx/X early fall", 0.102699, 0.103292),
            ],
            silent: &[],
        },
    ),
    (
        "50_disable_timing",
        Differs::Slews {
            slews: &[
                value("g2/ZN late rise", 0.006781, 0.006048),
                value("g2/ZN late fall", 0.008469, 0.008390),
            ],
            silent: &["g3/A2"],
        },
    ),
    (
        "70_comb_loop_user",
        Differs::Until {
            what: "an arc that the other timer cuts, though no loop is left",
            change: without_an_arc,
            slacks: &[value("out1 early", 0.291564, 0.291455), value("out1 late", 0.300352, 0.272691)],
            still: &[],
        },
    ),
    (
        "54_clock_gating_inferred",
        Differs::Until {
            what: "an enable of an OR is held until the low phase before its launch ends, not until the end of that a cycle before",
            change: |session| hold_a_cycle_less(session, "go/A2"),
            slacks: &[value("go/A2 early", 0.893779, 0.093779)],
            still: &[],
        },
    ),
    (
        "73_tristate_bidir",
        Differs::Until {
            what: "the capacitance of drivers' own pins, which is no load here, and the stated slew of an inout port, which goes in here",
            change: with_drivers_as_loads,
            slacks: &[
                value("pad early", 0.363519, 0.361604),
                value("rb/D early", 0.098848, 0.086879),
                value("rp/D early", 0.112188, 0.110272),
                value("rb/D late", 0.540253, 0.541519),
                value("rp/D late", 0.558497, 0.549391),
            ],
            // The slew that is stated of an inout port does not go in there.
            still: &[
                value("rp/D late rise", 0.010504, 0.030000),
                value("rp/D late fall", 0.007576, 0.030000),
                value("rp/D late", 0.558497, 0.549391),
            ],
        },
    ),
    (
        "76_assign_const",
        Differs::Slews {
            slews: &[
                value("m1/Z early rise", 0.007807, 0.007835),
                value("m1/Z early fall", 0.009314, 0.009323),
            ],
            silent: &[],
        },
    ),
    (
        "52_latch_borrow",
        Differs::Slews { slews: &[value("l1/Q late fall", 0.012066, 0.012080)], silent: &[] },
    ),
    (
        "82_when_arcs",
        Differs::Slews {
            slews: &[
                value("x1/Z late rise", 0.032293, 0.029448),
                value("x1/Z late fall", 0.013801, 0.013170),
                value("a1/ZN early rise", 0.023695, 0.029335),
                value("a1/ZN late rise", 0.032289, 0.029347),
                value("a1/ZN late fall", 0.011797, 0.011750),
                value("f1/CO early fall", 0.015300, 0.015649),
                value("f1/CO late fall", 0.015847, 0.015654),
                value("f1/S early rise", 0.007949, 0.009709),
                value("f1/S late fall", 0.013979, 0.010104),
            ],
            silent: &[],
        },
    ),
];

/// How much times may differ that follow from such a slew, ns, and slews that do.
const MOST: f64 = 1e-3;

/// What two numbers of six digits may differ by.
const ROUNDING: f64 = 2e-6;

/// How a case differs; none if all of it has to be equal.
pub fn of_case(case: &str) -> Option<&'static Differs> {
    CASES.iter().find(|(name, _)| *name == case).map(|(_, differs)| differs)
}

impl Differs {
    /// What differs, with both values.
    pub fn lines(&self) -> Vec<String> {
        let (what, values, silent) = match self {
            Self::Slews { slews, silent } => {
                ("slews of arcs that are out, and what follows", *slews, *silent)
            }
            Self::Until { what, slacks, .. } => (*what, *slacks, &[][..]),
        };
        let values =
            values.iter().map(|Value { at, golden, ours }| format!("{at}: {golden:.6}, ours {ours:.6}"));
        let silent = silent.iter().map(|pin| format!("{pin}: no signal, as it is out"));
        [what.to_string()].into_iter().chain(values).chain(silent).collect()
    }
}

/// Compares a case that differs: only where and as it is said to.
pub fn check(session: &mut Session, golden: &Path, differs: &Differs) {
    let mut wrong = Vec::new();
    match differs {
        Differs::Slews { slews, silent } => check_slews(session, golden, (slews, silent), &mut wrong),
        Differs::Until { change, slacks, still, .. } => {
            check_slacks(session, golden, slacks, &mut wrong);
            change(session);
            session.update().unwrap();
            let of_pins = |value: &&Value| value.at.split(' ').count() > 2;
            let slacks: Vec<Value> = still.iter().filter(|value| !of_pins(value)).copied().collect();
            check_slacks(session, golden, &slacks, &mut wrong);
            let rows = differing_pins(session, golden);
            let is_said = |row: &pins::Difference| match row.slew {
                (Some(golden), Some(ours)) => {
                    row.has_times_within(ROUNDING) && is_said(still, &row.place, golden, ours)
                }
                _ => false,
            };
            let slews = still.iter().filter(of_pins).count();
            if rows.iter().filter(|row| is_said(row)).count() < slews {
                wrong.push(format!("fewer than {slews} slews differ as they are said to"));
            }
            wrong.extend(rows.iter().filter(|row| !is_said(row)).map(pins::Difference::text));
        }
    }
    assert!(wrong.is_empty(), "{} values differ otherwise than said:\n{}", wrong.len(), wrong.join("\n"));
}

fn differing_pins(session: &Session, golden: &Path) -> Vec<pins::Difference> {
    pins::differing(&|pin, split, transition| engine::times(session, pin, split, transition), golden)
}

/// Whether values are those that are said to differ.
fn is_said(values: &[Value], at: &str, golden: f64, ours: f64) -> bool {
    let said = values.iter().find(|value| value.at == at);
    said.is_some_and(|value| {
        (value.golden - golden).abs() <= ROUNDING && (value.ours - ours).abs() <= ROUNDING
    })
}

fn check_slacks(session: &mut Session, golden: &Path, slacks: &[Value], wrong: &mut Vec<String>) {
    let mut count = 0;
    for split in Split::ALL {
        let compared = endpoints::Compared::new(&engine::slacks(session), golden, split);
        compared.assert_same_endpoints();
        for ((group, endpoint), (golden, ours)) in compared.unequal() {
            let at = format!("{endpoint} {}", split.name());
            if is_said(slacks, &at, golden.slack, *ours) {
                count += 1;
            } else {
                wrong.push(format!("{at} {group}: {:.6}, ours {ours:.6}", golden.slack));
            }
        }
    }
    if count < slacks.len() {
        wrong.push(format!("{count} of {} slacks differ as they are said to", slacks.len()));
    }
}

fn check_slews(
    session: &mut Session,
    golden: &Path,
    (slews, silent): (&[Value], &[&str]),
    wrong: &mut Vec<String>,
) {
    let first = slews.iter().map(|slew| slew.at.split(' ').next().unwrap());
    let after = after(session, first.map(|pin| session.netlist().find_pin(pin, '/').unwrap()).collect());
    let mut count = 0;
    for row in differing_pins(session, golden) {
        let pin = session.netlist().find_pin(&row.pin, '/');
        let is_silent = silent.contains(&row.pin.as_str()) && row.arrival.1.is_none();
        let is_seed = match row.slew {
            (Some(golden), Some(ours)) => is_said(slews, &row.place, golden, ours),
            _ => false,
        };
        count += usize::from(is_seed);
        // What follows from a slew has one that differs less, or the same over a wire.
        let follows = pin.is_some_and(|pin| after.contains(&pin)) && row.has_times_within(MOST);
        let is_output = slews.iter().any(|slew| slew.at == row.place);
        if !is_silent && !is_seed && (is_output || !follows) {
            wrong.push(row.text());
        }
    }
    if count < slews.len() {
        wrong.push(format!("{count} of {} slews differ as they are said to", slews.len()));
    }
    for split in Split::ALL {
        let compared = endpoints::Compared::new(&engine::slacks(session), golden, split);
        compared.assert_same_endpoints();
        for ((group, endpoint), (golden, ours)) in compared.unequal() {
            let pin = session.netlist().find_pin(endpoint, '/').unwrap();
            if !after.contains(&pin) || (golden.slack - ours).abs() > MOST {
                let at = format!("{endpoint} {}", split.name());
                wrong.push(format!("{at} {group}: {:.6}, ours {ours:.6}", golden.slack));
            }
        }
    }
}

/// The other timer cuts loops before it looks at what is out: it lacks the arc that it cut in a loop which a constraint has opened.
fn without_an_arc(session: &mut Session) {
    let netlist = session.netlist();
    let [from, to] = ["g3/A1", "g3/ZN"].map(|pin| netlist.find_pin(pin, '/'));
    let cell = netlist.find_cell("g3").unwrap();
    session
        .edit_constraints(ModeId::FIRST, |editor| editor.disable_cell(cell, ArcEnds { from, to }, true))
        .unwrap();
}

/// Hold checks of a pin against the edge of a cycle before.
fn hold_a_cycle_less(session: &mut Session, pin: &str) {
    let pin = session.netlist().find_pin(pin, '/').unwrap();
    let to = Some(PathObjects::new([PathObject::Pin(pin)], None));
    let exception = Exception {
        kind: ExceptionKind::Multicycle { cycles: 1, moved: None },
        splits: [true, false],
        paths: ExceptionPaths { to, ..ExceptionPaths::default() },
        comment: None,
    };
    session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception)).unwrap();
}

/// The other timer counts the pins that drive a net among its loads.
fn with_drivers_as_loads(session: &mut Session) {
    let netlist = session.netlist();
    let library = netlist.library().clone();
    let nets = ["bus", "pad"].map(|name| {
        let net = netlist.find_net(name).unwrap();
        let mut load = quad(0.0);
        for &pin in netlist.net_pins(net) {
            let (Some(cell), Some(described)) = (netlist.pin_cell(pin), netlist.master_pin(pin)) else {
                continue;
            };
            if described.direction != Direction::Output {
                continue;
            }
            let cell = library.cell(netlist.cell_master(cell), Split::Late).unwrap();
            let pin = cell.pins.iter().find(|pin| pin.name == described.name).unwrap();
            for split in &mut load {
                split[0] += pin.capacitances.rise;
                split[1] += pin.capacitances.fall;
            }
        }
        (net, load.map(|split| split.map(Some)))
    });
    let edit = |editor: &mut ConstraintEditor<'_>| {
        nets.iter().try_for_each(|(net, load)| editor.set_net_load(&[*net], *load))
    };
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
}

/// The pins that signals come to after some pins, and the data pins of registers that are clocked there.
fn after(session: &Session, first: Vec<PinId>) -> BTreeSet<PinId> {
    let graph = session.graph().unwrap().pins();
    let structure = graph.structure();
    let mut open: Vec<NodeId> = first.iter().flat_map(|&pin| graph.side_nodes(pin)).collect();
    let mut found: BTreeSet<NodeId> = open.iter().copied().collect();
    while let Some(node) = open.pop() {
        open.extend(
            structure.fanout(node).iter().map(|fanout| fanout.node()).filter(|&node| found.insert(node)),
        );
    }
    let checked = graph.checks().iter().filter(|check| found.contains(&check.clock.node()));
    let checked: Vec<NodeId> = checked.map(|check| check.data).collect();
    found.into_iter().chain(checked).map(|node| structure.pin(node)).collect()
}
