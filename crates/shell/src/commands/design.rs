//! Commands that read, link and write a design.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use zeroslack::timing::Calculator;
use zeroslack::{LoadError, Session, Silent};
use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use super::write_sdc;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag, flag_that, optional, required, value_that};
use crate::dispatch::state;
use crate::state::{State, failed};

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "read_liberty",
        group: Group::Design,
        summary: "Names a Liberty file, gzipped or not; it is read when the design is linked.",
        options: &[
            value_that("-corner", "name", "only the default corner is known"),
            flag_that("-min", "for early (hold) analysis only"),
            flag_that("-max", "for late (setup) analysis only"),
            flag_that(
                "-infer_latches",
                "latches are known by what the library says of them; nothing is inferred",
            ),
        ],
        operands: &[required("file")],
        run: Run::State(read_liberty),
    },
    Command {
        name: "read_verilog",
        group: Group::Design,
        summary: "Names a Verilog netlist, gzipped or not; it is read when the design is linked.",
        options: &[],
        operands: &[required("file")],
        run: Run::State(read_verilog),
    },
    Command {
        name: "link_design",
        group: Group::Design,
        summary: "Reads the libraries and netlists that were named and links the top module.",
        options: &[flag_that("-no_black_boxes", "a module that nothing describes is an error")],
        operands: &[optional("top module")],
        run: Run::State(link_design),
    },
    Command {
        name: "current_design",
        group: Group::Design,
        summary: "The name of the linked design; with a name, checks that it is that one.",
        options: &[],
        operands: &[optional("name")],
        run: Run::State(current_design),
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
            value_that("-corner", "name", "only the default corner is known"),
            flag_that("-min", "not supported: parasitics are of both analyses"),
            flag_that("-max", "not supported: parasitics are of both analyses"),
            flag_that("-keep_capacitive_coupling", "coupling counts by -coupling_reduction_factor"),
            value_that("-coupling_reduction_factor", "factor", "only 1.0 is known"),
            flag_that("-reduce", "networks are kept whole, which is more exact"),
            flag("-delete_after_reduce"),
            flag("-quiet"),
        ],
        operands: &[required("file")],
        run: Run::State(read_spef),
    },
    Command {
        name: "read_sdc",
        group: Group::Design,
        summary: "Runs a file of constraints.",
        options: &[
            flag_that("-echo", "prints each line before it is run"),
            value_that("-mode", "name", "only the default mode is known"),
        ],
        operands: &[required("file")],
        run: Run::Interp(read_sdc),
    },
    Command {
        name: "write_sdc",
        group: Group::Design,
        summary: "Writes the constraints as SDC.",
        options: &[
            flag_that("-map_hpins", "pins are always those of cells"),
            value_that(
                "-digits",
                "count",
                "digits behind the point; unless told at least 4, and as many as it takes to read back the same",
            ),
            flag_that("-gzip", "packs the file"),
            flag_that("-no_timestamp", "there is never a date in the head"),
        ],
        operands: &[required("file")],
        run: Run::State(write_sdc::write_sdc),
    },
    Command {
        name: "write_verilog",
        group: Group::Design,
        summary: "Writes the netlist, flat.",
        options: &[
            flag_that("-include_pwr_gnd", "power and ground are not part of a netlist here"),
            value_that("-remove_cells", "cells", "not supported"),
            flag_that("-sort", "pins are in the order of the library"),
        ],
        operands: &[required("file")],
        run: Run::State(write_verilog),
    },
    Command {
        name: "set_delay_calculator",
        group: Group::Design,
        summary: "How delays are computed: elmore, lumped_cap or effective_capacitance (dmp_ceff_elmore).",
        options: &[],
        operands: &[required("name")],
        run: Run::State(set_delay_calculator),
    },
    Command {
        name: "define_corners",
        group: Group::Design,
        summary: "Names corners. One is known until scenarios come; more are an error.",
        options: &[],
        operands: &[
            required("corner"),
            optional("corner"),
            optional("corner"),
            optional("corner"),
            optional("corner"),
        ],
        run: Run::State(define_corners),
    },
];

/// The file that a path means, if it is there.
fn file(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<PathBuf, Exception> {
    let path = state.folder.join(&*word.text());
    match File::open(&path) {
        Ok(_) => Ok(path),
        Err(error) => Err(arguments.error(&format!("cannot read '{}': {error}", path.display()))),
    }
}

/// One corner is all that there is: files of another would be that one's values under another's name.
fn only_corner(state: &State, arguments: &Arguments<'_>) -> Result<(), Exception> {
    let Some(name) = arguments.value("-corner") else { return Ok(()) };
    if state.corner_name == *name.text() {
        return Ok(());
    }
    let known = &state.corner_name;
    Err(arguments.error(&format!("there is no corner '{name}': only '{known}' is known")))
}

fn read_liberty(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    only_corner(state, arguments)?;
    let path = file(state, arguments, arguments.required(0)?)?;
    let [early, late] = arguments.pair("-min", "-max");
    if state.session.is_some() {
        state.warn("the design is linked already: the library counts when it is linked again");
    }
    if early {
        state.files.liberty_early.push(path.clone());
    }
    if late {
        state.files.liberty_late.push(path);
    }
    Ok(Value::from(1))
}

fn read_verilog(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let path = file(state, arguments, arguments.required(0)?)?;
    state.files.verilog.push(path);
    Ok(Value::from(1))
}

fn link_design(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if state.files.verilog.is_empty() {
        return Err(arguments.error("there is no netlist: read_verilog first"));
    }
    let mut files = state.files.clone();
    files.link.top = arguments.operand(0).map(|word| word.text().to_owned());
    files.link.strict = arguments.has("-no_black_boxes");
    let mut session = Session::read(&files, &Silent).map_err(|LoadError(said)| failed(&said))?;
    session.set_cppr(state.settings.crpr);
    let said = session.diagnostics().clone();
    state.session = Some(session);
    state.generation += 1;
    state.say(&said);
    Ok(Value::from(1))
}

fn current_design(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = state.netlist()?.name().to_owned();
    match arguments.operand(0) {
        Some(word) if *word.text() != *name => {
            Err(arguments.error(&format!("'{word}' is not the linked design, which is '{name}'")))
        }
        _ => Ok(Value::from(name)),
    }
}

fn read_spef(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    only_corner(state, arguments)?;
    if arguments.has("-min") != arguments.has("-max") {
        return Err(arguments.error("parasitics of one analysis alone are not supported"));
    }
    if let Some(factor) = arguments.value("-coupling_reduction_factor")
        && factor.float() != Some(1.0)
    {
        return Err(arguments.error(&format!("a coupling factor of {factor} is not supported: expected 1.0")));
    }
    let path = file(state, arguments, arguments.required(0)?)?;
    let instance = arguments.value("-path").map(|word| word.text().to_owned());
    let corner = state.corner();
    let said = state
        .session_mut()?
        .read_spef(corner, &path, instance.as_deref())
        .map_err(|LoadError(said)| failed(&said))?;
    if !arguments.has("-quiet") {
        state.say(&said);
    }
    Ok(Value::from(1))
}

fn read_sdc(interp: &mut Interp, arguments: &Arguments<'_>) -> Outcome {
    let path = arguments.required(0)?.text().to_owned();
    state(interp)?.session()?;
    if let Some(mode) = arguments.value("-mode") {
        return Err(arguments.error(&format!("there is no mode '{mode}': only the default one is known")));
    }
    if arguments.has("-echo") {
        let text = std::fs::read_to_string(interp.path_of(&path))
            .map_err(|error| arguments.error(&format!("cannot read '{path}': {error}")))?;
        interp.print(&text)?;
    }
    interp.source(&path)?;
    Ok(Value::empty())
}

/// Writes a file anew.
pub(crate) fn write_file(
    state: &State,
    arguments: &Arguments<'_>,
    word: &Value,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Exception> {
    let path: &Path = &state.folder.join(&*word.text());
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| arguments.error(&format!("cannot write '{}': {error}", path.display())))
}

fn write_verilog(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if arguments.has("-remove_cells") {
        return Err(arguments.error("-remove_cells is not supported: all cells are written"));
    }
    if arguments.has("-include_pwr_gnd") {
        state.warn("-include_pwr_gnd: power and ground are not in the netlist and are not written");
    }
    let netlist = state.netlist()?;
    write_file(state, arguments, arguments.required(0)?, |mut out| netlist.write_verilog(&mut out))?;
    Ok(Value::empty())
}

fn set_delay_calculator(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?.text().to_owned();
    let calculator = match &*word {
        "elmore" => Calculator::Elmore,
        "lumped" | "lumped_cap" => Calculator::Lumped,
        "effective_capacitance" | "ceff" | "dmp_ceff_elmore" | "dmp_ceff_two_pole" => {
            Calculator::EffectiveCapacitance
        }
        _ => {
            let known = "elmore, lumped_cap or effective_capacitance";
            return Err(arguments.error(&format!("there is no delay calculator '{word}': expected {known}")));
        }
    };
    state.files.calculator = calculator;
    if let Some(session) = &mut state.session {
        session.set_calculator(calculator);
    }
    Ok(Value::empty())
}

fn define_corners(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if arguments.operand(1).is_some() {
        return Err(arguments.error("one corner is all that there is yet: expected one name"));
    }
    state.corner_name = arguments.required(0)?.text().to_owned();
    Ok(Value::empty())
}
