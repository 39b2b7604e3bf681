//! A library in a few words, for golden tests: what is not there is not shown.

pub mod expr;

use std::fmt::Write;

use expr::expr;
use zeroslack_liberty::{Cell, Expr, Library, MomentTables, Pin, RiseFall, Sequential, Table, Timing};

/// All cells.
pub fn library(library: &Library) -> String {
    library.cells.iter().map(cell).collect()
}

fn cell(cell: &Cell) -> String {
    let mut out = format!("cell {}", cell.name);
    let flags = [
        (cell.dont_use, "dont_use"),
        (cell.dont_touch, "dont_touch"),
        (cell.is_macro, "macro"),
        (cell.is_memory, "memory"),
        (cell.is_pad, "pad"),
        (cell.interface_timing, "interface"),
    ];
    flags.iter().filter(|(set, _)| *set).for_each(|(_, flag)| out += &format!(" {flag}"));
    option(&mut out, "area", cell.area);
    if let Some(gating) = &cell.clock_gating {
        let _ = write!(out, " gating={gating}");
    }
    if !cell.power_pins.is_empty() {
        let _ = write!(out, " power={}", cell.power_pins.join(","));
    }
    out.push('\n');
    cell.sequentials.iter().for_each(|state| out += &sequential(state));
    for bus in &cell.buses {
        let pins: Vec<&str> = bus.pins.iter().map(|pin| &*cell.pins[*pin as usize].name).collect();
        let _ = writeln!(out, "  bus {} {:?} {}", bus.name, bus.range, pins.join(" "));
    }
    cell.pins.iter().for_each(|one| out += &pin(one));
    out
}

fn sequential(state: &Sequential) -> String {
    let mut out = format!("  {:?} {}", state.kind, state.outputs.join(" "));
    let parts =
        [("clock", &state.clock), ("data", &state.data), ("clear", &state.clear), ("preset", &state.preset)];
    parts.iter().for_each(|(name, part)| expr_option(&mut out, name, part));
    if !state.inputs.is_empty() {
        let _ = write!(out, " inputs={}", state.inputs.join(","));
    }
    if let Some(table) = &state.table {
        let _ = write!(out, " table={table:?}");
    }
    out + "\n"
}

fn pin(pin: &Pin) -> String {
    let mut out = format!("  {} {:?} {}", pin.name, pin.direction, pin.capacitance);
    if pin.capacitances != (RiseFall { rise: pin.capacitance, fall: pin.capacitance }) {
        let _ = write!(out, " {}/{}", pin.capacitances.rise, pin.capacitances.fall);
    }
    for (edge, range) in [("rise", pin.capacitance_range.rise), ("fall", pin.capacitance_range.fall)] {
        if let Some((least, greatest)) = range {
            let _ = write!(out, " {edge}={least}..{greatest}");
        }
    }
    expr_option(&mut out, "function", &pin.function);
    expr_option(&mut out, "three_state", &pin.three_state);
    if pin.is_clock {
        out += " clock";
    }
    if let Some(role) = pin.clock_gating {
        let _ = write!(out, " gating={role:?}");
    }
    for (name, value) in [
        ("max_transition", pin.max_transition),
        ("min_transition", pin.min_transition),
        ("max_capacitance", pin.max_capacitance),
        ("min_capacitance", pin.min_capacitance),
        ("max_fanout", pin.max_fanout),
        ("fanout_load", pin.fanout_load),
        ("high", pin.min_pulse_width.rise),
        ("low", pin.min_pulse_width.fall),
        ("period", pin.min_period),
    ] {
        option(&mut out, name, value);
    }
    out.push('\n');
    pin.timings.iter().for_each(|one| out += &timing(one));
    out
}

fn timing(timing: &Timing) -> String {
    let mut out = format!("    {} {:?}", timing.related_pins.join(","), timing.timing_type);
    if let Some(sense) = timing.sense {
        let _ = write!(out, " {sense:?}");
    }
    expr_option(&mut out, "when", &timing.when);
    if let Some(cond) = &timing.sdf_cond {
        let _ = write!(out, " sdf={cond:?}");
    }
    out.push('\n');
    let own = [("delay", &timing.delay), ("slew", &timing.slew), ("constraint", &timing.constraint)];
    let retaining =
        timing.retaining.iter().flat_map(|of| [("retaining", &of.delay), ("retain slew", &of.slew)]);
    for (name, pair) in own.into_iter().chain(retaining) {
        for (edge, one) in [("rise", &pair.rise), ("fall", &pair.fall)] {
            if let Some(one) = one {
                let _ = writeln!(out, "      {name} {edge} {}", table(one));
            }
        }
    }
    let Some(variation) = &timing.variation else { return out };
    for (name, by_split) in
        [("delay", &variation.delay), ("slew", &variation.slew), ("constraint", &variation.constraint)]
    {
        for (split, pair) in ["early", "late"].iter().zip(by_split) {
            for (edge, one) in [("rise", &pair.rise), ("fall", &pair.fall)] {
                moments(&mut out, &format!("{split} {name}"), edge, one);
            }
        }
    }
    out
}

fn moments(out: &mut String, of: &str, edge: &str, moments: &MomentTables) {
    let MomentTables { sigma, std_dev, mean_shift, skewness } = moments;
    for (name, one) in
        [("sigma", sigma), ("std_dev", std_dev), ("mean_shift", mean_shift), ("skewness", skewness)]
    {
        if let Some(one) = one {
            let _ = writeln!(out, "      {of} {name} {edge} {}", table(one));
        }
    }
}

fn table(table: &Table) -> String {
    let mut out = String::new();
    for axis in &table.axes {
        let _ = write!(out, "{:?}{:?} ", axis.variable, axis.values);
    }
    out + &format!("= {:?}", table.values)
}

fn option(out: &mut String, name: &str, value: Option<f32>) {
    if let Some(value) = value {
        let _ = write!(out, " {name}={value}");
    }
}

fn expr_option(out: &mut String, name: &str, value: &Option<Expr>) {
    if let Some(value) = value {
        let _ = write!(out, " {name}={}", expr(value));
    }
}
