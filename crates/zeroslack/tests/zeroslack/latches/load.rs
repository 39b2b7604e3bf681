//! Designs with latches in a session.

use zeroslack::netlist::{CellId, Netlist, PinId};
use zeroslack::sdc::{
    BorrowTarget, ClockId, DerateScope, DerateTarget, Exception, ExceptionKind, ExceptionPaths, PathObject,
    PathObjects,
};
use zeroslack::timing::CommonPoint;
use zeroslack::units::{Split, ticks_of};
use zeroslack::{ModeId, Session};
use zeroslack_fuzz::edits::examples;

use super::made::{Made, Target, library};

/// What texts say.
fn load(verilog: &str, sdc: &str, has_slews: bool) -> Session {
    examples::load(&examples::of_texts(&library(has_slews), verilog, sdc))
}

/// A design as its texts and edits state it, with a library in which slews count or not.
pub fn session(made: &Made, has_slews: bool) -> Session {
    let mut session = load(&made.verilog(), &made.sdc(), has_slews);
    session.set_common_point(CommonPoint::SamePin);
    state(made, &mut session);
    session
}

fn pin(netlist: &Netlist, name: &str) -> PinId {
    netlist.pins().find(|&pin| netlist.pin_name(pin) == name).unwrap()
}

fn cell(netlist: &Netlist, name: &str) -> CellId {
    netlist.cells().find(|&cell| netlist.cell_name(cell) == name).unwrap()
}

/// What the reader of constraints does not know.
fn state(made: &Made, session: &mut Session) {
    session.edit_constraints(ModeId::FIRST, |editor| {
        let netlist = editor.netlist();
        for (at, clock) in made.clocks.iter().enumerate() {
            let uncertainty = clock.uncertainty.map(|time| Some(ticks_of(time as f64)));
            editor.set_uncertainty(ClockId(at as u32), uncertainty).unwrap();
        }
        for &(target, time) in &made.most {
            let target = match target {
                Target::Clock(at) => BorrowTarget::Clock(ClockId(at as u32)),
                Target::Cell(at) => BorrowTarget::Cell(cell(netlist, &format!("r{at}"))),
                Target::Data(at) => BorrowTarget::Pin(pin(netlist, &format!("r{at}/D"))),
                Target::Enable(at) => BorrowTarget::Pin(pin(netlist, &format!("r{at}/G"))),
            };
            editor.set_max_time_borrow(target, Some(ticks_of(time as f64))).unwrap();
        }
        let data = |at: &usize| {
            let object = PathObject::Pin(pin(netlist, &format!("r{at}/D")));
            Some(PathObjects::new([object], None))
        };
        let mut add = |kind: ExceptionKind, splits: [bool; 2], paths: ExceptionPaths| {
            editor.add_exception(Exception { kind, splits, paths, comment: None }).unwrap();
        };
        for at in &made.false_to {
            add(
                ExceptionKind::False,
                [true; 2],
                ExceptionPaths { to: data(at), ..ExceptionPaths::default() },
            );
        }
        for at in made.false_from.iter().filter(|&&at| made.registers[at].kind.is_latch()) {
            let paths = ExceptionPaths { from: data(at), ..ExceptionPaths::default() };
            add(ExceptionKind::False, [true; 2], paths);
        }
        for at in &made.cycles {
            let kind = ExceptionKind::Multicycle { cycles: 2, moved: None };
            add(kind, [false, true], ExceptionPaths { to: data(at), ..ExceptionPaths::default() });
        }
        if made.derates {
            for (split, factor) in Split::ALL.into_iter().zip(made.factors()) {
                let mut scope =
                    DerateScope { kinds: [true, false, false], parts: [true; 2], edges: [[false; 2]; 2] };
                scope.edges[split as usize] = [true; 2];
                editor.set_derate(DerateTarget::Design, &scope, factor).unwrap();
            }
        }
    });
}

/// Two latches in a loop that is slower than its clock: each turn borrows more than the one before, until the latches close.
pub fn loop_of(period: f64) -> Session {
    let verilog = "module top (input c, input in); wire a, b, d, e, f, g, q0, q1;\n\
        SLOW u0 (.A(in), .Y(a)); BUF u1 (.A(a), .Y(b));\n\
        LAH l0 (.D(q1), .G(c), .Q(q0)); SLOW u2 (.A(q0), .Y(d)); BUF u3 (.A(d), .Y(e)); BUF u4 (.A(e), .Y(f));\n\
        AND u5 (.A(f), .B(b), .Y(g)); LAL l1 (.D(g), .G(c), .Q(q1));\nendmodule\n";
    let clock =
        format!("create_clock -name k -period {period} -waveform {{0 {}}} [get_ports c]", period / 2.0);
    load(verilog, &format!("{clock}\nset_input_delay 113 -clock k [get_ports in]\n"), false)
}

/// A loop of latches that no clock opens, beside registers of a clock that meets data of another.
pub fn loop_without_clock() -> Session {
    let verilog = "module top (input c, input k, input e, input in); wire d, g, q0, q1, q2, q3;\n\
        LAH l0 (.D(q1), .G(e), .Q(q0)); SLOW u2 (.A(q0), .Y(d)); AND u5 (.A(d), .B(in), .Y(g));\n\
        LAL l1 (.D(g), .G(e), .Q(q1)); DFF r0 (.D(in), .G(c), .Q(q2)); DFF r1 (.D(q2), .G(k), .Q(q3));\nendmodule\n";
    let sdc = "create_clock -name c -period 700 [get_ports c]\ncreate_clock -name k -period 900 [get_ports k]\n\
        set_input_transition 40 [get_ports {e in}]\n";
    load(verilog, sdc, true)
}
