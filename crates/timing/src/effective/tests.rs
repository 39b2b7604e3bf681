//! The formulas against their definitions, and stages against a simulation in small steps of time.

use zeroslack_liberty::{Axis, Table, Variable};

use super::*;
use crate::library::EdgeTables;
use crate::rc::NO_WIRE;
use crate::table::Tables;

/// A node for each (parent, kΩ, fF) below the root, each with a wire.
fn tree(root: f32, nodes: &[(u32, f32, f32)]) -> Vec<RcNode> {
    let node =
        |parent, resistance, capacitance, wire| RcNode { parent, resistance, capacitance, load: 0, wire };
    let others = nodes.iter().zip(0..).map(|(&(parent, r, c), wire)| node(parent, r, c, wire));
    std::iter::once(node(0, 0.0, root, NO_WIRE)).chain(others).collect()
}

/// A line of ten nodes with some resistance and capacitance in all, and a pin at its end.
fn line(resistance: f32, capacitance: f32, pin: f32) -> Vec<RcNode> {
    let part = |node: u32| (node, resistance / 10.0, capacitance / 10.0 + if node == 9 { pin } else { 0.0 });
    tree(0.0, &(0..10).map(part).collect::<Vec<_>>())
}

/// A short branch to a small pin near the driver, and a long one to a large pin.
fn fork(resistance: f32, capacitance: f32) -> Vec<RcNode> {
    let mut nodes = vec![(0, resistance / 10.0, 1.0)];
    for node in 0..8 {
        nodes.push((if node == 0 { 0 } else { node + 1 }, resistance / 8.0, capacitance / 8.0));
    }
    tree(1.0, &nodes)
}

/// (load, pi model, wires) of a tree.
fn reduced(nodes: &[RcNode]) -> (f32, Pi, Vec<Wire>) {
    let mut wires = vec![Wire::NONE; nodes.len() - 1];
    let calculator = EffectiveCapacitance::new(quad(SlewMeasure::default()));
    let (load, model) = calculator.tree(nodes, &[quad(0.0)], &mut Scratch::default(), &mut wires);
    (load[1][0], model[1][0], wires)
}

#[test]
fn decay_is_the_exponential() {
    for step in 0..80_000 {
        let x = step as f32 * 1e-3;
        let exact = (-f64::from(x)).exp();
        assert!((f64::from(decay(x)) / exact - 1.0).abs() < 4e-7, "{x}: {}, {exact}", decay(x));
    }
    assert_eq!([decay(0.0), decay(80.0), decay(f32::INFINITY)], [1.0, 0.0, 0.0]);
}

#[test]
fn share_is_that_of_a_ramp() {
    for step in 1..40_000 {
        let x = step as f32 * 1e-3;
        let exact = 1.0 + (-f64::from(x)).exp_m1() / f64::from(x);
        assert!((f64::from(share(x)) / exact - 1.0).abs() < 2e-6, "{x}: {}, {exact}", share(x));
    }
    assert_eq!([share(-1.0), share(0.0), share(f32::INFINITY)], [0.0, 0.0, 1.0]);
    assert!(share(f32::NAN).is_nan());
}

/// The moments of a pi model are far capacitance × powers of its time constant.
#[test]
fn pi_model_has_the_moments_of_the_tree() {
    for nodes in [line(2.0, 30.0, 5.0), fork(1.5, 40.0), tree(3.0, &[(0, 0.5, 4.0)])] {
        let (load, pi, wires) = reduced(&nodes);
        let moment = |power: i32| -> f32 {
            let terms = nodes[1..].iter().zip(&wires);
            terms.map(|(node, wire)| node.capacitance * wire.delay[1][0].powi(power)).sum()
        };
        for power in [1, 2] {
            let ratio = pi.far * pi.time.powi(power) / moment(power);
            assert!((ratio - 1.0).abs() < 1e-5, "{power}: {ratio}");
        }
        assert!(0.0 < pi.far && pi.far < load, "{pi:?} of {load}");
    }
}

#[test]
fn no_resistance_is_the_whole_load() {
    let nodes = tree(0.3, &[(0, 0.0, 1.7), (1, 0.0, 2.9), (0, 0.0, 0.1)]);
    let (load, pi, _) = reduced(&nodes);
    assert_eq!(pi, Pi::default());
    assert_eq!(effective(load, pi, |_| Some(10.0)).to_bits(), load.to_bits());
}

/// Between the capacitance at the driver and the whole one, whatever the slews; the whole one without a table or a signal.
#[test]
fn loads_are_bounded() {
    let (load, pi, _) = reduced(&line(3.0, 50.0, 2.0));
    let (near, close) = (load - pi.far, |a: f32, b: f32| (a - b).abs() < 1e-3 * load);
    for gain in [-5.0, 0.0, 1e-3, 0.1, 1.0, 5.0, 100.0, 1e9] {
        for start in [-10.0, 0.0, 1.0, 100.0, 1e9] {
            let found = effective(load, pi, |at| Some(start + gain * at));
            assert!(near <= found && found <= load, "{found} of {near} to {load}");
        }
    }
    assert!(close(effective(load, pi, |_| Some(0.0)), near));
    assert!(close(effective(load, pi, |_| Some(1e9)), load));
    assert_eq!(effective(load, pi, |_| None), load);
    assert_eq!(effective(load, pi, |_| Some(f32::NAN)), load);
}

/// The secant steps end where the charge is that of the load.
#[test]
fn charges_are_equal() {
    let (load, pi, _) = reduced(&line(3.0, 50.0, 2.0));
    for gain in [0.0, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0] {
        for start in [0.5, 5.0, 50.0, 500.0] {
            let ramp = |at: f32| start + gain * at;
            let found = effective(load, pi, |at| Some(ramp(at)));
            let charge = load - pi.far + pi.far * share(ramp(found) / pi.time);
            assert!((charge - found).abs() < 2e-4 * load, "{gain}, {start}: {found}, {charge}");
        }
    }
}

/// What is unusual gives no NaN.
#[test]
fn delays_are_numbers() {
    for elmore in [0.0, 1e-30, 1.0, 1e22, f32::INFINITY] {
        for variance in [0.0, 1e-30, 1.0, 1e30, f32::INFINITY] {
            for ramp in [0.0, -1.0, 1.0, 1e25, f32::NAN] {
                let delay = delay_of_ramp(elmore, variance, ramp);
                assert!(0.0 <= delay && delay <= elmore, "{elmore}, {variance}, {ramp}: {delay}");
            }
        }
    }
}

/// A source that rises from 0 to 1 in `ramp` ps, after a resistor of `driver` kΩ: when the nodes of a tree are at 20, 50 and 80 %, ps.
fn simulate(driver: f64, ramp: f64, nodes: &[RcNode]) -> Vec<[f64; 3]> {
    let longest = driver * nodes.iter().map(|node| f64::from(node.capacitance)).sum::<f64>() + ramp;
    let step = longest / 4000.0;
    let mut volts = vec![0.0; nodes.len()];
    let mut crossings = vec![[f64::NAN; 3]; nodes.len()];
    let mut time = 0.0;
    while crossings.iter().flatten().any(|crossing| crossing.is_nan()) {
        time += step;
        let before = volts.clone();
        settle(1.0 / driver, (time / ramp).min(1.0), step, nodes, &mut volts);
        for (node, crossings) in crossings.iter_mut().enumerate() {
            for (level, crossing) in [0.2, 0.5, 0.8].into_iter().zip(crossings) {
                if crossing.is_nan() && volts[node] >= level {
                    *crossing = time - step * (volts[node] - level) / (volts[node] - before[node]);
                }
            }
        }
    }
    crossings
}

/// One step of time, backward: eliminates the nodes from the leaves on, then goes back from the root.
fn settle(driver: f64, source: f64, step: f64, nodes: &[RcNode], volts: &mut [f64]) {
    let conductance = |node: usize| if node == 0 { driver } else { 1.0 / f64::from(nodes[node].resistance) };
    let stored = |node: usize| f64::from(nodes[node].capacitance) / step;
    let mut own: Vec<f64> = (0..nodes.len()).map(|node| stored(node) + conductance(node)).collect();
    let mut current: Vec<f64> = (0..nodes.len()).map(|node| stored(node) * volts[node]).collect();
    for node in (1..nodes.len()).rev() {
        let (parent, way) = (nodes[node].parent as usize, conductance(node));
        own[parent] += way - way * way / own[node];
        current[parent] += way * current[node] / own[node];
    }
    for node in 0..nodes.len() {
        let above = if node == 0 { source } else { volts[nodes[node].parent as usize] };
        volts[node] = (current[node] + conductance(node) * above) / own[node];
    }
}

/// Tables of delays and slews that the driver has with single capacitances.
fn characterize(driver: f64, ramp: f64) -> (Tables, EdgeTables) {
    let loads: Vec<f32> = (0..12).map(|number| 0.5 * 1.7_f32.powi(number)).collect();
    let ways = loads.iter().map(|&load| simulate(driver, ramp, &tree(load, &[]))[0]);
    let [delays, slews] = ways.fold([vec![], vec![]], |[mut delays, mut slews], [low, middle, high]| {
        delays.push((middle - ramp / 2.0) as f32);
        slews.push((high - low) as f32);
        [delays, slews]
    });
    let mut tables = Tables::default();
    let [delay, slew] = [delays, slews].map(|values| {
        let axes = vec![Axis { variable: Variable::OutputCapacitance, values: loads.clone() }];
        tables.add(&Table { axes, values }, Variable::InputSlew, Variable::OutputCapacitance).unwrap()
    });
    (tables, EdgeTables { delay, slew })
}

/// (delay, slew) from the driver's input to each sink by a calculator, rising and late.
fn time<C: DelayCalculator>(
    calculator: &C,
    (tables, edge): &(Tables, EdgeTables),
    slew: f32,
    nodes: &[RcNode],
) -> Vec<(f32, f32)> {
    let mut wires = vec![Wire::NONE; nodes.len() - 1];
    let (load, model) = calculator.tree(nodes, &[quad(0.0)], &mut Scratch::default(), &mut wires);
    let net = DrivenNet { load, model, nodes, loads: &[quad(0.0)] };
    let edge = DrivingEdge::new(tables, *edge, slew);
    let load = if C::SEES_DRIVER { calculator.load(&net, &edge, (1, 0)) } else { load[1][0] };
    let (delay, slew) = (edge.delay(load).unwrap(), edge.slew(load).unwrap());
    wires
        .iter()
        .map(|wire| {
            let (wire_delay, slew) = calculator.sink(wire, slew, (1, 0));
            (delay + wire_delay, slew)
        })
        .collect()
}

/// Over drivers and ramps from fast to slow: nearer than Elmore delays with whole loads, on the average by half.
#[test]
fn stages_are_near_a_simulation() {
    let effective = EffectiveCapacitance::new(quad(SlewMeasure::default()));
    let (mut ours, mut of_elmore) = (0.0, 0.0);
    for (driver, ramp) in [0.3, 1.0, 3.0].into_iter().flat_map(|r| [5.0, 30.0, 150.0].map(|t| (r, t))) {
        let tables = characterize(driver, ramp);
        for nodes in [line(0.5, 40.0, 3.0), line(2.0, 60.0, 5.0), fork(1.0, 50.0), fork(4.0, 60.0)] {
            let slew = (0.6 * ramp) as f32;
            let found = time(&effective, &tables, slew, &nodes);
            let elmore = time(&Elmore, &tables, slew, &nodes);
            let exact = simulate(driver, ramp, &nodes);
            for (sink, crossings) in exact[1..].iter().enumerate() {
                let exact = crossings[1] - ramp / 2.0;
                let miss = |delay: f32| (f64::from(delay) - exact).abs() / exact;
                // The last of a tree is its farthest.
                assert!(sink + 1 < found.len() || miss(found[sink].0) < 0.22, "{driver}, {ramp}: {exact}");
                ours += miss(found[sink].0);
                of_elmore += miss(elmore[sink].0);
            }
        }
    }
    assert!(ours < 0.5 * of_elmore, "{ours}, with Elmore delays {of_elmore}");
}

/// A ramp straight into a tree.
#[test]
fn wires_are_near_a_simulation() {
    let effective = EffectiveCapacitance::new(quad(SlewMeasure::default()));
    let (mut ours, mut of_elmore) = (0.0, 0.0);
    for ramp in [1.0, 10.0, 50.0, 200.0] {
        for nodes in [line(0.5, 40.0, 3.0), line(2.0, 60.0, 5.0), fork(1.0, 50.0), fork(4.0, 60.0)] {
            let (_, _, wires) = reduced(&nodes);
            let exact = simulate(1e-5, ramp, &nodes);
            for (node, wire) in wires.iter().enumerate() {
                let (delay, slew) = effective.sink(wire, (0.6 * ramp) as f32, (1, 0));
                let [low, middle, high] = exact[node + 1];
                let exact_delay = middle - ramp / 2.0;
                let miss = |delay: f32| (f64::from(delay) - exact_delay).abs();
                // The last of a tree is its farthest.
                if node + 1 == wires.len() {
                    assert!(miss(delay) < 0.03 * exact_delay, "{ramp}: {delay}, {exact_delay}");
                    let ratio = f64::from(slew) / (high - low);
                    assert!((0.98..1.08).contains(&ratio), "{ramp}: {slew}, {}", high - low);
                }
                ours += miss(delay);
                of_elmore += miss(wire.delay[1][0]);
            }
        }
    }
    assert!(ours < 0.25 * of_elmore, "{ours}, with Elmore delays {of_elmore}");
}
