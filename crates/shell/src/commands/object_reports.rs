//! Reports of cells, nets, library cells, parasitics and of what constraints lack.

use zeroslack_report::{
    NetReport, ParasiticAnnotation, SetupCheck, SetupFindings, SetupIssue, cell_report, library_cell_report,
};
use zeroslack_tcl::{Outcome, Value};

use super::clock_reports::print;
use super::reported::{CORNER, DIGITS, FORMAT, SCENES, analysis, check_corners, is_json, numbers, timed};
use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, flag_that, required};
use zeroslack::constraints::object::{Kinds, Object};

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_instance",
        group: Group::Reports,
        summary: "Prints the library cells of cells, and their pins with the nets that they are on.",
        options: &[],
        operands: &[required("cells")],
        run: Run::State(report_instance),
    },
    Command {
        name: "report_net",
        group: Group::Reports,
        summary: "Prints the capacitances of nets, what drives them and what they drive.",
        options: &[
            flag_that("-connections", "accepted: pins are always printed"),
            flag_that("-verbose", "accepted: capacitances are always printed"),
            DIGITS,
            CORNER,
            SCENES,
        ],
        operands: &[required("nets")],
        run: Run::State(report_net),
    },
    Command {
        name: "report_lib_cell",
        group: Group::Reports,
        summary: "Prints the pins of library cells with their capacitances and functions.",
        options: &[DIGITS],
        operands: &[required("library cells")],
        run: Run::State(report_lib_cell),
    },
    Command {
        name: "report_parasitic_annotation",
        group: Group::Reports,
        summary: "Counts the drivers of nets without parasitics, and of nets whose parasitics leave pins out.",
        options: &[flag_that("-report_unannotated", "names them"), CORNER, SCENES],
        operands: &[],
        run: Run::State(report_parasitic_annotation),
    },
    Command {
        name: "check_setup",
        group: Group::Reports,
        summary: "Prints what constraints lack, or some of it if options name it; 1 if nothing, else 0.",
        options: &[
            flag_that("-verbose", "names all pins"),
            flag_that("-no_input_delay", "input ports without an arrival"),
            flag_that("-no_output_delay", "output ports of which no time is required"),
            flag_that("-multiple_clock", "clock pins of registers to which several clocks come"),
            flag_that("-no_clock", "clock pins of registers to which no clock comes"),
            flag_that("-unconstrained_endpoints", "endpoints without a slack"),
            flag_that("-loops", "combinational loops"),
            flag_that("-generated_clocks", "generated clocks without a master"),
            FORMAT,
        ],
        operands: &[],
        run: Run::State(check_setup),
    },
];

fn report_instance(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let list = arguments.required(0)?;
    let objects = state.objects(list, Kinds::CELLS)?;
    if objects.is_empty() {
        return Err(arguments.error(&format!("'{list}' is no cell")));
    }
    let mut text = String::new();
    for object in objects {
        let Object::Cell(cell) = object else {
            let name = state.name_of(object)?;
            let what =
                format!("'{name}' is an instance of a module: expected a cell; get_cells finds those in it");
            return Err(arguments.error(&what));
        };
        text.push_str(&cell_report(state.netlist()?, cell).to_string());
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn report_net(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let numbers = numbers(state, arguments)?;
    check_corners(state, arguments)?;
    let list = arguments.required(0)?;
    let objects = state.objects(list, Kinds::NETS)?;
    if objects.is_empty() {
        return Err(arguments.error(&format!("'{list}' is no net")));
    }
    let timed = timed(state)?.levelled();
    let (analysis, data) = (analysis(timed), timed.delay_data());
    let mut text = String::new();
    for object in objects {
        if let Object::Net(net) = object {
            text.push_str(&NetReport::new(&analysis, data, net).text(numbers).to_string());
        }
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn report_lib_cell(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let numbers = numbers(state, arguments)?;
    let list = arguments.required(0)?;
    let objects = state.objects(list, Kinds::LIB_CELLS)?;
    if objects.is_empty() {
        return Err(arguments.error(&format!("'{list}' is no library cell")));
    }
    let library = state.netlist()?.library();
    let mut text = String::new();
    for object in objects {
        if let Object::LibCell(master) = object {
            text.push_str(&library_cell_report(library, master, numbers).to_string());
        }
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn report_parasitic_annotation(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    check_corners(state, arguments)?;
    let session = state.session()?;
    let netlist = session.netlist();
    let annotation = ParasiticAnnotation::new(netlist, session.parasitics(state.corner()));
    let text = annotation.text(netlist, arguments.has("-report_unannotated")).to_string();
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn check_setup(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let is_json = is_json(arguments)?;
    let named = |issue: &SetupIssue| arguments.has(&format!("-{}", issue.key()));
    let mut issues: Vec<SetupIssue> = SetupIssue::ALL.into_iter().filter(named).collect();
    if issues.is_empty() {
        issues.extend(SetupIssue::ALL);
    }
    let timed = timed(state)?.levelled();
    let analysis = analysis(timed);
    let setup = SetupCheck::new(&analysis, &timed.endpoint_slacks());
    let findings = SetupFindings::new(&analysis, &setup, &issues);
    print(state, is_json.then(|| findings.json()), findings.text(arguments.has("-verbose")))?;
    Ok(Value::from_bool(findings.is_clean()))
}
