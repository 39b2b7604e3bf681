//! Readers of one file each.

use std::borrow::Cow;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::MultiGzDecoder;
use zeroslack::input::Diagnostics;
use zeroslack::liberty::{Library, Table};
use zeroslack::netlist::{CellLibrary, Netlist, Parasitics, Pattern};
use zeroslack::pocv::Pocv;
use zeroslack::spef::{Options, Spef};
use zeroslack::ssta::FlatVariation;
use zeroslack::{PocvFile, Session, VariationSources};

use crate::edits::examples::{load, tiny};
use crate::edits::state;

pub(crate) const LIBERTY: &[&str] = &[
    "library",
    "cell",
    "pin",
    "bus",
    "bundle",
    "type",
    "bit_from",
    "bit_to",
    "bit_width",
    "downto",
    "members",
    "timing",
    "related_pin",
    "timing_type",
    "timing_sense",
    "when",
    "sdf_cond",
    "retaining_rise",
    "retain_fall_slew",
    "cell_rise",
    "cell_fall",
    "rise_transition",
    "fall_transition",
    "rise_constraint",
    "fall_constraint",
    "values",
    "index_1",
    "index_2",
    "index_3",
    "scalar",
    "lu_table_template",
    "variable_1",
    "input_net_transition",
    "total_output_net_capacitance",
    "direction",
    "input",
    "output",
    "inout",
    "internal",
    "capacitance",
    "rise_capacitance",
    "function",
    "three_state",
    "clock",
    "true",
    "ff",
    "latch",
    "statetable",
    "clocked_on",
    "next_state",
    "enable",
    "data_in",
    "clear",
    "preset",
    "setup_rising",
    "hold_falling",
    "rising_edge",
    "combinational",
    "three_state_enable",
    "min_pulse_width",
    "test_cell",
    "pg_pin",
    "time_unit",
    "capacitive_load_unit",
    "1ns",
    "pf",
    "slew_derate_from_library",
    "ocv_sigma_cell_rise",
    "ocv_std_dev_cell_fall",
    "ocv_mean_shift_rise_transition",
    "ocv_skewness_fall_constraint",
    "sigma_type",
    "early_and_late",
    "operating_conditions",
    "default_max_transition",
    "include_file",
    "define",
    "\"",
    "\\\n",
    "/*",
    "*/",
    "{",
    "}",
    "(",
    ")",
    ";",
    ":",
    ",",
    "!A",
    "A*B",
    "A'",
];

pub(crate) const VERILOG: &[&str] = &[
    "module",
    "endmodule",
    "input",
    "output",
    "inout",
    "wire",
    "tri",
    "wand",
    "supply0",
    "supply1",
    "assign",
    "always",
    "initial",
    "begin",
    "end",
    "specify",
    "endspecify",
    "parameter",
    "defparam",
    "generate",
    "primitive",
    "and",
    "buf",
    "`define",
    "`ifdef",
    "`ifndef",
    "`else",
    "`elsif",
    "`endif",
    "`include",
    "`timescale",
    "`undef",
    "1'b0",
    "4'hx",
    "'d5",
    "{2{",
    "}}",
    "[3:0]",
    "[0]",
    "\\a[0] ",
    "#(",
    "(*",
    "*)",
    "//",
    "/*",
    "*/",
    ".",
    "(",
    ")",
    ";",
    ",",
    "=",
    "DFF",
    "INV",
    ".A(",
    ".Y(",
    "signed",
];

pub(crate) const SPEF: &[&str] = &[
    "*SPEF",
    "*DESIGN",
    "*DIVIDER",
    "*DELIMITER",
    "*BUS_DELIMITER",
    "< >",
    "<0>",
    "\\a\\[0\\]",
    "*T_UNIT",
    "*C_UNIT",
    "*R_UNIT",
    "*L_UNIT",
    "PS",
    "FF",
    "PF",
    "KOHM",
    "OHM",
    "*NAME_MAP",
    "*PORTS",
    "*POWER_NETS",
    "*D_NET",
    "*R_NET",
    "*CONN",
    "*CAP",
    "*RES",
    "*INDUC",
    "*END",
    "*I",
    "*P",
    "*N",
    "*C",
    "*L",
    "*S",
    "*D",
    "*DRIVER",
    "*CELL",
    "*C2_R1_C1",
    "*LOADS",
    "*RC",
    "*V",
    "*DEFINE",
    "*PDEFINE",
    "1:2:3",
    "*1",
    "*1:1",
    "ff0:Q",
    "u/one:A",
    ":",
    "/",
    "\"",
    "//",
];

pub(crate) const POCV: &[&str] = &[
    "version:",
    "4.0",
    "ocvm_type:",
    "pocvm",
    "object_type:",
    "design",
    "lib_cell",
    "cell",
    "net",
    "rf_type:",
    "rise",
    "fall",
    "delay_type:",
    "derate_type:",
    "early",
    "late",
    "path_type:",
    "clock",
    "data",
    "object_spec:",
    "coefficient:",
    "0.05",
    "depth:",
    "distance:",
    "table:",
    "*",
    "tiny/INV",
    "u/*",
    "ff0",
    "q[0]",
    "//",
    "#",
    ":",
    "\n",
];

/// Panics unless every place is in the text. Diagnostics are printed, too.
pub(crate) fn check_places(text: &str, said: &Diagnostics) {
    let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    for each in said.iter() {
        let Some(place) = &each.place else { continue };
        assert!(place.line >= 1 && place.line as usize <= lines, "{each} of {lines} lines");
        assert!(place.excerpt.get(place.mark.clone()).is_some(), "{each}: {:?}", place.mark);
    }
    assert_eq!(said.is_empty(), said.to_string().is_empty());
}

/// The bytes as text; what is no UTF-8 is replaced, as in a file.
pub(crate) fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// How much of a packed file is unpacked here.
const MOST: u64 = 1 << 24;

pub(crate) fn text(bytes: &[u8]) {
    let mut plain = Vec::new();
    let is_packed = bytes.starts_with(&zeroslack::input::GZIP_MAGIC);
    let is_whole = !is_packed || MultiGzDecoder::new(bytes).take(MOST).read_to_end(&mut plain).is_ok();
    if plain.len() as u64 == MOST {
        return;
    }
    let [mut said, mut said_again] = [Diagnostics::new(), Diagnostics::new()];
    let text = zeroslack::input::text(bytes, &mut said);
    let owned = zeroslack::input::owned_text(bytes.to_vec(), &mut said_again);
    assert_eq!(text.as_deref(), owned.as_deref());
    assert_eq!(said.to_string(), said_again.to_string());
    assert_eq!(text.is_none(), said.has_errors());
    if let (Some(text), true) = (text, is_whole) {
        let plain = String::from_utf8_lossy(if is_packed { &plain } else { bytes });
        assert_eq!(text, plain.strip_prefix('\u{feff}').unwrap_or(&plain));
    }
}

pub(crate) fn liberty(bytes: &[u8]) {
    let text = as_text(bytes);
    let (library, said) = zeroslack::liberty::read(&text);
    check_places(&text, &said);
    check_tables(&library);
    if !said.has_errors() {
        let library = std::sync::Arc::new(library);
        let (_, said) = CellLibrary::new(vec![library.clone()], vec![library]);
        check_places(&text, &said);
    }
}

/// Panics unless tables have a value for each place, and values and axes are finite and axes ascend.
fn check_tables(library: &Library) {
    let pins = library.cells.iter().flat_map(|cell| &cell.pins);
    for timing in pins.flat_map(|pin| &pin.timings) {
        let of_edges = [&timing.delay, &timing.slew, &timing.constraint];
        for tables in of_edges {
            tables.rise.iter().chain(&tables.fall).for_each(check_table);
        }
        timing.variation.iter().flat_map(|variation| variation.tables()).for_each(check_table);
    }
}

fn check_table(table: &Table) {
    assert_eq!(table.values.len(), table.axes.iter().map(|axis| axis.values.len()).product::<usize>());
    assert!(table.values.iter().all(|value| value.is_finite()), "{table:?}");
    for axis in &table.axes {
        assert!(axis.values.iter().all(|value| value.is_finite()), "{table:?}");
        assert!(!axis.values.is_empty() && axis.values.is_sorted_by(|low, high| low < high), "{table:?}");
    }
}

pub(crate) fn verilog(bytes: &[u8]) {
    let text = as_text(bytes);
    let written = |text: &str| {
        let (design, said) = zeroslack::verilog::read(text);
        check_places(text, &said);
        let mut out = Vec::new();
        zeroslack::verilog::write(&design, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let once = written(&text);
    assert_eq!(once, written(&once));
}

/// The design whose nets parasitics are of.
static TINY: LazyLock<Netlist> = LazyLock::new(|| load(&tiny()).netlist().clone());

pub(crate) fn spef(bytes: &[u8]) {
    let text = as_text(bytes);
    let (spef, said) = zeroslack::spef::read(&text, &Options::default());
    check_places(&text, &said);
    if said.has_errors() {
        return;
    }
    let once = written(&spef);
    let (again, said) = zeroslack::spef::read(&once, &Options::default());
    assert!(!said.has_errors(), "{said}");
    assert_eq!(once, written(&again));
    let (bound, said) = bound(&spef, &text);
    check_places(&text, &said);
    if !said.has_errors() {
        let once = state::spef((&TINY, &bound));
        let (again, said) = zeroslack::spef::read(&once, &Options::default());
        assert!(!said.has_errors(), "{said}");
        assert_eq!(once, state::spef((&TINY, &self::bound(&again, &once).0)));
    }
}

/// A design whose cells and nets coefficients are of.
static TIMED: LazyLock<Session> = LazyLock::new(|| {
    let mut session = load(&tiny());
    session.update().unwrap();
    session
});

pub(crate) fn pocv(bytes: &[u8]) {
    let text = as_text(bytes);
    let (pocv, said) = zeroslack::pocv::read(&text);
    check_places(&text, &said);
    let once = written_pocv(&pocv);
    let (again, said) = zeroslack::pocv::read(&once);
    assert!(said.is_empty(), "{said}");
    assert_eq!(once, written_pocv(&again));
    let timed = TIMED.timed().unwrap();
    let variation = |pocv: Pocv, text: &str| {
        let pocv = vec![PocvFile { file: String::new(), text: text.to_string(), pocv }];
        timed.variation(&VariationSources { pocv, flat: FlatVariation::new(0.1, 0.1, 0.0).unwrap() })
    };
    let (found, again) = (variation(pocv, &text), variation(again, &once));
    check_places(&text, &found.diagnostics);
    // Means are NaN where no signal comes.
    assert_eq!(format!("{:?}", found.delays), format!("{:?}", again.delays));
    assert_eq!(found.counts, again.counts);
}

fn written_pocv(pocv: &Pocv) -> String {
    let mut out = Vec::new();
    zeroslack::pocv::write(pocv, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn written(spef: &Spef<'_>) -> String {
    let mut out = Vec::new();
    zeroslack::spef::write(spef, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn bound(spef: &Spef<'_>, text: &str) -> (Parasitics, Diagnostics) {
    let mut parasitics = Parasitics::default();
    let said = parasitics.read(&TINY, spef, None, text);
    (parasitics, said)
}

/// A pattern, a line feed, names.
pub(crate) fn pattern(bytes: &[u8]) {
    let text = as_text(bytes);
    let mut lines = text.split('\n');
    let pattern = lines.next().unwrap_or_default();
    for name in lines {
        let matches = matches(pattern, name);
        if let Some(matches) = matches {
            assert_eq!(Pattern::new(pattern).matches(name), matches, "'{pattern}' and '{name}'");
        }
    }
}

/// Whether a pattern stands for a name, by definition: from each place of the pattern, the places of the name that it can come to. Nothing
/// of what would take too long.
fn matches(pattern: &str, name: &str) -> Option<bool> {
    let name: Vec<char> = name.chars().collect();
    if pattern.len() * name.len() > 1 << 16 {
        return None;
    }
    let mut places = vec![false; name.len() + 1];
    places[0] = true;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let (literal, is_star) = match character {
            '\\' => match characters.next() {
                Some(literal) => (Some(literal), false),
                None => break,
            },
            '*' => (None, true),
            '?' => (None, false),
            literal => (Some(literal), false),
        };
        if is_star {
            let first = places.iter().position(|&is_place| is_place).unwrap_or(places.len());
            places[first..].fill(true);
            continue;
        }
        let mut next = vec![false; places.len()];
        for at in 0..name.len() {
            next[at + 1] = places[at] && literal.is_none_or(|literal| literal == name[at]);
        }
        places = next;
    }
    Some(places[name.len()])
}
