//! Libraries at hand with tables by a formula, which delays and slews at arcs then follow.

use std::path::Path;

use zeroslack::graph::{ArcKind, NodeId};
use zeroslack::liberty::{Table, Variable};
use zeroslack::ssta::{End, Moments, MonteCarlo, Resolution, Samples, Slacks, arrivals};
use zeroslack::timing::{Calculator, TimedGraph};
use zeroslack::units::{Split, Transition};
use zeroslack::{Constraint, DesignFiles, FoundVariation, Session, Silent, SpefFile, Texts};
use zeroslack_synth::{Design, Library, Options};
use zeroslack_testing::{Lvf, shared, text};

use super::{is_of_cell, near, variation};
use crate::common::in_memory::text as written;

/// With moments, and without.
const FORMULAS: [Lvf; 2] = [
    Lvf {
        of_delay: 0.08,
        of_slew: 0.05,
        least: 0.002,
        late: 1.5,
        mean_shift: 0.03,
        skewness: 0.7,
        moments: true,
    },
    Lvf {
        of_delay: 0.1,
        of_slew: 0.04,
        least: 0.004,
        late: 0.5,
        mean_shift: 0.0,
        skewness: 0.0,
        moments: false,
    },
];

/// Files whose libraries have tables by a formula, read and timed.
fn timed(mut files: DesignFiles, lvf: &Lvf) -> Session {
    let libraries: Vec<_> = files.liberty_early.iter().chain(&files.liberty_late).cloned().collect();
    for path in libraries {
        let library = files
            .texts
            .get(&path)
            .map_or_else(|| text(&path), |bytes| String::from_utf8(bytes.to_vec()).unwrap());
        files.texts.insert(path, lvf.add_to(&library));
    }
    let mut session = Session::read(&files, &Silent).unwrap();
    // Parasitics at hand leave out some pins.
    let said = session.diagnostics();
    assert!(said.iter().all(|each| each.id == "NET-028"), "{said}");
    session.update().unwrap();
    session
}

/// A drawn design, of the cells of a library or of its own.
fn synthetic(library: Option<&Path>) -> DesignFiles {
    let options = Options::new(500);
    let design = library.map_or_else(
        || Design::new(options.clone()),
        |path| {
            let (library, _) = zeroslack::liberty::read(&text(path));
            Design::with_library(options.clone(), Library::new(&[], &[library]).unwrap())
        },
    );
    let design = design.unwrap();
    let mut texts = Texts::default();
    let mut file = |name: &str, write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
        texts.insert(name, written(write));
        Path::new(name).to_path_buf()
    };
    DesignFiles {
        liberty_early: match library {
            Some(_) => Vec::new(),
            None => {
                vec![file("early.lib", &|out| design.write_liberty(zeroslack_synth::Split::Early, out))]
            }
        },
        liberty_late: match library {
            Some(path) => vec![path.to_path_buf()],
            None => vec![file("late.lib", &|out| design.write_liberty(zeroslack_synth::Split::Late, out))],
        },
        verilog: vec![file("d.v", &|out| design.write_verilog(out))],
        spef: vec![SpefFile { file: file("d.spef", &|out| design.write_spef(out)), instance: None }],
        constraints: Some(Constraint::Sdc(file("d.sdc", &|out| design.write_sdc(out)))),
        texts,
        ..DesignFiles::default()
    }
}

/// Holds the moments at each arc of a cell against what the formula makes of the delay and the slew there.
fn check(session: &Session, lvf: &Lvf) -> FoundVariation {
    let found = variation(session, Vec::new(), [0.0, 0.0]);
    let (timed, graph) = (session.timed().unwrap(), session.graph().unwrap());
    let (timing, pins, mut seen) = (timed.timing(), graph.pins(), 0);
    // ps per unit of the files.
    let time = timed.library().libraries(Split::Late)[0].units.time;
    for node in NodeId::all(0..graph.node_count()) {
        for arc in graph.fanin(node) {
            let ArcKind::Cell(model) = graph.arc_kind(arc) else { continue };
            let cell = &session.netlist().library().master(pins.arc_models()[model as usize].master).name;
            for (split, to) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)))
            {
                let delay = timing.delays()[arc.index()][split as usize][to as usize];
                let Some(of) = found.delays.of_arc(arc, split, to) else {
                    assert!(delay.is_nan());
                    continue;
                };
                let source = graph.arc_source(arc);
                let slew = timing.slew(graph.pin_graph_node(source.node()), split, source.from(to)).unwrap();
                let factor = if split == Split::Late { lvf.late } else { 1.0 };
                let sigma = lvf.sigma(cell, delay.into(), slew.into(), lvf.least * time).max(0.0) * factor;
                let what = format!("{cell}, {split:?} {to:?}, delay {delay}, slew {slew}");
                near(of.sigma.into(), sigma, &what);
                if lvf.moments {
                    near(of.mean.into(), (1.0 + lvf.mean_shift) * f64::from(delay), &what);
                    let skewness = if sigma > 0.0 { lvf.skewness.powi(3) } else { 0.0 };
                    assert!((f64::from(of.skewness) - skewness).abs() < 1e-3, "{what}: {}", of.skewness);
                } else {
                    assert_eq!((of.mean, of.skewness), (delay, 0.0), "{what}");
                }
                by_definition(session, (node, arc, model), (split, to), of, &what);
                seen += 1;
            }
        }
    }
    assert_eq!((found.counts.cells, seen > 100), ([seen, 0, 0, 0], true));
    let delays = timing.delays().iter().enumerate();
    let wires = delays.filter(|(arc, _)| !is_of_cell(graph.arc_kind(zeroslack::graph::ArcId::at(*arc))));
    let wires = wires.flat_map(|(_, delays)| delays.as_flattened()).filter(|delay| !delay.is_nan()).count();
    assert_eq!(found.counts.wires, [0, 0, 0, wires]);
    found
}

/// The table of the standard deviation, looked up once more in double precision where the delay was.
fn by_definition(
    session: &Session,
    (node, arc, model): (NodeId, zeroslack::graph::ArcId, u32),
    (split, to): (Split, Transition),
    found: Moments,
    what: &str,
) {
    let (timed, graph) = (session.timed().unwrap(), session.graph().unwrap());
    let (timing, model) = (timed.timing(), &graph.pins().arc_models()[model as usize]);
    let (pin, group) = model.timing[split as usize];
    let cell = timed.library().cell(model.master, model.described[split as usize]).unwrap();
    let variation = cell.pins[pin as usize].timings[group as usize].variation.as_ref().unwrap();
    let of = &variation.delay[split as usize];
    let table = if to == Transition::Rise { &of.rise } else { &of.fall }.deviation().unwrap();
    let source = graph.arc_source(arc);
    let slew = timing.slew(graph.pin_graph_node(source.node()), split, source.from(to)).unwrap();
    let tree = graph.pins().tree_of(graph.pin_graph_node(node));
    let load = tree.map_or(0.0, |tree| timing.load(graph, (tree, Some(arc)), split, to));
    near(found.sigma.into(), look_up(table, slew.into(), load.into()).max(0.0), what);
}

/// Bilinear interpolation, and beyond the ends as between the two values next to them.
fn look_up(table: &Table, slew: f64, load: f64) -> f64 {
    let mut strides = vec![1; table.axes.len()];
    (1..table.axes.len()).rev().for_each(|at| strides[at - 1] = strides[at] * table.axes[at].values.len());
    let mut corners = vec![(0, 1.0)];
    for (axis, stride) in table.axes.iter().zip(strides) {
        let value = if axis.variable == Variable::InputSlew { slew } else { load };
        let knots: Vec<f64> = axis.values.iter().map(|&knot| knot.into()).collect();
        if knots.len() == 1 {
            continue;
        }
        let low = knots[1..knots.len() - 1].iter().take_while(|&&knot| knot <= value).count();
        let share = (value - knots[low]) / (knots[low + 1] - knots[low]);
        let both = |(at, weight): (usize, f64)| {
            [(at + low * stride, weight * (1.0 - share)), (at + (low + 1) * stride, weight * share)]
        };
        corners = corners.into_iter().flat_map(both).collect();
    }
    corners.into_iter().map(|(at, weight)| weight * f64::from(table.values[at])).sum()
}

#[test]
fn of_a_synthetic_design() {
    for lvf in &FORMULAS {
        for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
            let found = check(&timed(DesignFiles { calculator, ..synthetic(None) }, lvf), lvf);
            assert!(found.counts.margins > 0 && found.counts.margins == found.counts.all_margins);
        }
    }
}

#[test]
fn of_designs_at_hand() {
    let Some(shared) = shared() else { return };
    let data = shared.join("data");
    let gcd = data.join("gcd_sky130hd");
    let spef = |file| vec![SpefFile { file, instance: None }];
    let mut texts = Texts::default();
    // The design's own constraints are a script.
    texts.insert("gcd.sdc", "create_clock -name clk -period 5 [get_ports clk]\nset_propagated_clock [get_clocks clk]\nset_input_transition 0.1 [all_inputs]\nset_input_delay 1 -clock clk [all_inputs]\nset_output_delay 1 -clock clk [all_outputs]\n");
    let sky130 = DesignFiles {
        liberty_late: vec![data.join("libs/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz")],
        verilog: vec![gcd.join("gcd_sky130hd.v")],
        spef: spef(gcd.join("gcd_sky130hd.spef.gz")),
        constraints: Some(Constraint::Sdc(Path::new("gcd.sdc").to_path_buf())),
        texts,
        ..DesignFiles::default()
    };
    let contest = |name: &str| {
        let folder = data.join("tau15").join(name);
        let list = folder.join(name).with_extension("tau2015");
        zeroslack::tau::design_files(&list, &list.with_extension("timing")).unwrap()
    };
    for lvf in &FORMULAS {
        check(&timed(sky130.clone(), lvf), lvf);
        for name in ["c1908", "s526"] {
            check(&timed(contest(name), lvf), lvf);
        }
        for library in ["nangate45/nangate45_typ.lib.gz", "ihp-sg13g2/sg13g2_stdcell_typ_1p20V_25C.lib.gz"] {
            check(&timed(synthetic(Some(&data.join("libs").join(library))), lvf), lvf);
        }
    }
}

/// What is made of tables is what samples of the same delays have.
#[test]
fn slacks_by_tables_are_near_those_of_monte_carlo() {
    let session = timed(synthetic(None), &FORMULAS[0]);
    let found = variation(&session, Vec::new(), [0.0, 0.05]);
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let ends = End::all_with_margins(timed.graph(), timed.timing(), &found.margins);
    assert!(ends.iter().flat_map(End::terms).any(|term| term.margin.draw().sigma > 0.0));
    let drawn = MonteCarlo { seed: 5, samples: 4_000 }.slacks(&graph, &found.delays, &ends);
    let resolution = Resolution { bins: 64, components: 512 };
    let slacks = Slacks::new(&ends, &arrivals(&graph, &found.delays, resolution), resolution);
    let off = |place: usize| {
        let samples = Samples::new(drawn[place].iter().copied())?;
        let off = samples.difference(slacks.of(place)?)?;
        Some([off.mean.abs(), off.sigma.abs()])
    };
    let all: Vec<[f64; 2]> = (0..ends.len()).filter_map(off).collect();
    assert!(2 * all.len() > ends.len());
    for (column, [median, most]) in [[0.05, 0.4], [0.05, 0.25]].into_iter().enumerate() {
        let mut errors: Vec<f64> = all.iter().map(|off| off[column]).collect();
        errors.sort_by(f64::total_cmp);
        let found = [errors[errors.len() / 2], errors[errors.len() - 1]];
        assert!(found[0] < median && found[1] < most, "{found:?}");
    }
}
