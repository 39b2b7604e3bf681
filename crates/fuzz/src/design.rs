//! Whole designs, timed.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use zeroslack::Limits;
use zeroslack::constraints::read_text_within;
use zeroslack::graph::ArcId;
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{LinkOptions, Netlist, Parasitics};
use zeroslack::sdc::Constraints;
use zeroslack::ssta::FlatVariation;
use zeroslack::units::{Split, Transition};
use zeroslack::{
    Constraint, CornerId, DesignFiles, Session, SessionParts, Silent, SpefFile, Texts, VariationSources,
};

use crate::edits::examples::{load, tiny};
use crate::edits::results::{assert_same_results, results};
use crate::readers::{as_text, check_places};

pub(crate) const SDC: &[&str] = &[
    "create_clock",
    "create_generated_clock",
    "set_propagated_clock",
    "set_clock_latency",
    "set_clock_uncertainty",
    "set_input_delay",
    "set_output_delay",
    "set_input_transition",
    "set_driving_cell",
    "set_load",
    "set_units",
    "set_false_path",
    "set_multicycle_path",
    "set_max_delay",
    "set_min_delay",
    "set_case_analysis",
    "set_disable_timing",
    "set_clock_groups",
    "set_timing_derate",
    "current_design",
    "set",
    "list",
    "expr",
    "get_ports",
    "get_pins",
    "get_cells",
    "get_nets",
    "get_clocks",
    "all_inputs",
    "all_outputs",
    "all_clocks",
    "all_registers",
    "-name",
    "-period",
    "-waveform",
    "-add",
    "-source",
    "-divide_by",
    "-multiply_by",
    "-edges",
    "-invert",
    "-master_clock",
    "-combinational",
    "-clock",
    "-clock_fall",
    "-min",
    "-max",
    "-rise",
    "-fall",
    "-add_delay",
    "-early",
    "-late",
    "-setup",
    "-hold",
    "-from",
    "-to",
    "-through",
    "-pin_load",
    "-wire_load",
    "-time",
    "clk",
    "in[0]",
    "in[*]",
    "out",
    "ff0/CK",
    "ff1/D",
    "u/one/A",
    "{",
    "}",
    "\"",
    "[",
    "]",
    "$",
    "\\",
    ";",
    "\n",
    "#",
    "*",
];

pub(crate) const TIMING: &[&str] =
    &["clock", "at", "slew", "rat", "load", "clk", "in[0]", "in[1]", "out", "\n", "-1", "0", "#", "50"];

/// Of all languages, the words that change a design most.
pub(crate) const ALL_WORDS: &[&str] = &[
    "module",
    "endmodule",
    "wire",
    "assign",
    "DFF",
    "INV",
    "cell",
    "pin",
    "timing",
    "related_pin",
    "timing_type",
    "rising_edge",
    "setup_rising",
    "ocv_sigma_cell_rise",
    "ocv_skewness_cell_fall",
    "values",
    "capacitance",
    "*D_NET",
    "*CONN",
    "*CAP",
    "*RES",
    "*END",
    "create_clock",
    "set_propagated_clock",
    "set_input_delay",
    "set_output_delay",
    "set_false_path",
    "[get_ports clk]",
    "-period",
    "1e9",
    "0",
];

/// What stands between the files of a design.
const DIVIDER: &str = "\n%%%%\n";

/// One thread, and three.
static POOLS: LazyLock<[ThreadPool; 2]> =
    LazyLock::new(|| [1, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap()));

/// Panics unless one thread and three give the same design and the same answers, or both none. Returns whether they do.
fn same_on_all_threads(make: impl Fn() -> Option<Session> + Sync) -> bool {
    let made = POOLS
        .each_ref()
        .map(|pool| pool.install(|| make().map(|mut session| (results(&mut session), variation(&session)))));
    match made {
        [Some((one, of_one)), Some((three, of_three))] => {
            assert_same_results(&one, &three, "one thread and three");
            assert_eq!(of_one, of_three);
            true
        }
        [None, None] => false,
        _ => panic!("only one of two numbers of threads gives a design"),
    }
}

/// How its delays, setup and hold times vary. Panics unless each varies by a number that a standard deviation can be.
fn variation(session: &Session) -> Option<String> {
    let timed = session.timed().ok()?;
    let flat = FlatVariation::new(0.1, 0.1, 0.0).unwrap();
    let found = timed.variation(&VariationSources { pocv: Vec::new(), flat });
    for arc in ArcId::all(0..timed.graph().arc_count()) {
        for (split, to) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to))) {
            let of = found.delays.of_arc(arc, split, to);
            assert!(
                of.is_none_or(|of| of.mean.is_finite() && of.sigma >= 0.0 && !of.skewness.is_nan()),
                "{of:?}"
            );
        }
    }
    Some(format!("{found:?}"))
}

static TINY: LazyLock<(Netlist, Parasitics)> = LazyLock::new(|| {
    let session = load(&tiny());
    (session.netlist().clone(), session.parasitics(CornerId::FIRST).clone())
});

fn constrained(constraints: &Constraints) {
    same_on_all_threads(|| {
        let (netlist, parasitics) = TINY.clone();
        let parts = SessionParts {
            netlist,
            parasitics,
            constraints: constraints.clone(),
            calculator: tiny().calculator,
        };
        Session::build(parts, Diagnostics::new()).ok()
    });
}

/// The most that a file of constraints may take.
const LIMITS: Limits = Limits { depth: 200, steps: 20_000, memory: 64 << 20 };

pub(crate) fn sdc(bytes: &[u8]) {
    let text = as_text(bytes);
    let units = zeroslack::sdc::Units::of_library(&TINY.0);
    let (constraints, said) = read_text_within(&text, &TINY.0, &units, LIMITS);
    check_places(&text, &said);
    constrained(&constraints);
}

pub(crate) fn timing(bytes: &[u8]) {
    let text = as_text(bytes);
    let (constraints, said) = zeroslack::sdc::tau::read_timing(&text, &TINY.0);
    check_places(&text, &said);
    if !said.has_errors() {
        constrained(&constraints);
    }
}

/// A library, a netlist, parasitics and constraints, with dividers between; what is missing is empty.
pub(crate) fn whole(bytes: &[u8]) {
    let text = as_text(bytes);
    let mut parts = text.split(DIVIDER);
    let mut texts = Texts::default();
    for name in ["a.lib", "a.v", "a.spef", "a.sdc"] {
        texts.insert(name, parts.next().unwrap_or_default());
    }
    let files = DesignFiles {
        liberty_late: vec!["a.lib".into()],
        verilog: vec!["a.v".into()],
        spef: vec![SpefFile { file: "a.spef".into(), instance: None }],
        constraints: Some(Constraint::Sdc("a.sdc".into())),
        link: LinkOptions { max_cells: Some(1000), ..LinkOptions::default() },
        script_limits: LIMITS,
        texts,
        ..DesignFiles::default()
    };
    same_on_all_threads(|| match Session::load(&files, &Silent) {
        Ok(session) => Some(session),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    });
}
