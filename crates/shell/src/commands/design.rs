//! Commands that read, link and write a design.

use std::io::Write;

use zeroslack::timing::Calculator;
use zeroslack_tcl::{Outcome, Value};

use super::read;
use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{
    Command, Group, Opt, Run, flag_that, optional, repeated, required, value_that,
};
use zeroslack::constraints::unwritten;

const CORNER: Opt = value_that("-corner", "name", "the corner that the file is of; without it of all");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "read_liberty",
        group: Group::Design,
        summary: "Names a Liberty file, gzipped or not; it is read when the design is linked.",
        options: &[
            CORNER,
            flag_that("-min", "for early (hold) analysis only"),
            flag_that("-max", "for late (setup) analysis only"),
            flag_that(
                "-infer_latches",
                "accepted: latches are the cells that a library describes as latches, and none is inferred from the form of arcs",
            ),
        ],
        operands: &[required("file")],
        run: Run::State(read::liberty),
    },
    Command {
        name: "read_verilog",
        group: Group::Design,
        summary: "Names a Verilog netlist, gzipped or not; it is read when the design is linked.",
        options: &[],
        operands: &[required("file")],
        run: Run::State(read::verilog),
    },
    Command {
        name: "link_design",
        group: Group::Design,
        summary: "Reads the libraries and netlists that were named and links the top module.",
        options: &[flag_that("-no_black_boxes", "a module that nothing describes is an error")],
        operands: &[optional("top module")],
        run: Run::State(read::link),
    },
    Command {
        name: "read_spef",
        group: Group::Design,
        summary: "Reads parasitics of the design or of an instance in it.",
        options: &[
            value_that(
                "-path",
                "instance",
                "what the file describes: an instance, a module or a pattern of those",
            ),
            CORNER,
            flag_that(
                "-min",
                "with -max, as without both; alone it is not supported, as parasitics are of both analyses",
            ),
            flag_that(
                "-max",
                "with -min, as without both; alone it is not supported, as parasitics are of both analyses",
            ),
            flag_that(
                "-keep_capacitive_coupling",
                "accepted: a coupling capacitor counts at each of its ends, as without it",
            ),
            value_that(
                "-coupling_reduction_factor",
                "factor",
                "what a coupling capacitor counts for at each of its ends; 1 unless told",
            ),
            flag_that(
                "-pin_cap_included",
                "not supported: the capacitances of pins are those of the libraries",
            ),
            flag_that("-reduce", "accepted: networks are kept whole, which is more exact"),
            flag_that("-delete_after_reduce", "accepted: networks are kept whole, which is more exact"),
            flag_that("-quiet", "does not print warnings"),
        ],
        operands: &[required("file")],
        run: Run::State(read::spef),
    },
    Command {
        name: "write_verilog",
        group: Group::Design,
        summary: "Writes the netlist, flat.",
        options: &[
            flag_that("-include_pwr_gnd", "power and ground are not part of a netlist here"),
            value_that("-remove_cells", "cells", "not supported, but for none"),
            flag_that("-sort", "pins are in the order of the library"),
        ],
        operands: &[required("file")],
        run: Run::File(write_verilog),
    },
    Command {
        name: "set_delay_calculator",
        group: Group::Design,
        summary: "How delays are computed: elmore, lumped_cap, effective_capacitance (dmp_ceff_elmore); ceff and dmp_ceff_two_pole are the last one too.",
        options: &[],
        operands: &[required("name")],
        run: Run::State(set_delay_calculator),
    },
    Command {
        name: "define_corners",
        group: Group::Design,
        summary: "Names the corners. Until scenarios come they all have to have the same files.",
        options: &[],
        operands: &[required("corner"), repeated("corner")],
        run: Run::State(define_corners),
    },
];

fn write_verilog(state: &mut State, arguments: &Arguments<'_>, mut out: &mut dyn Write) -> Outcome {
    if arguments.value("-remove_cells").is_some_and(|cells| !cells.is_empty()) {
        return Err(arguments.error("-remove_cells is not supported: all cells are written"));
    }
    if arguments.has("-include_pwr_gnd") {
        state.warn("-include_pwr_gnd: power and ground are not in the netlist and are not written");
    }
    let netlist = state.netlist()?;
    netlist.write_verilog(&mut out).map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}

fn set_delay_calculator(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?.text().to_owned();
    let calculator = match &*word {
        "elmore" => Calculator::Elmore,
        "lumped" | "lumped_cap" => Calculator::Lumped,
        "effective_capacitance" | "ceff" | "dmp_ceff_elmore" => Calculator::EffectiveCapacitance,
        "dmp_ceff_two_pole" => {
            state.warn(
                "delays are computed as by effective_capacitance, which dmp_ceff_two_pole comes closest to",
            );
            Calculator::EffectiveCapacitance
        }
        _ => {
            let known = "elmore, lumped_cap or effective_capacitance";
            return Err(arguments.error(&format!("there is no delay calculator '{word}': expected {known}")));
        }
    };
    let own = state.own_mut()?;
    own.files.calculator = calculator;
    if let Some(session) = &mut own.session {
        session.set_calculator(calculator);
    }
    Ok(Value::empty())
}

fn define_corners(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let names: Vec<String> = arguments.operands_from(0).map(ToString::to_string).collect();
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(arguments.error(&format!("there is a corner '{name}' already")));
        }
    }
    state.own_mut()?.corners.define(names.into_iter());
    Ok(Value::empty())
}
