//! Designs that scripts load and constrain, against OpenSTA's answers. Each case is loaded once, and all that it is compared by is a table of rows.
//!
//! `cargo test -p zeroslack-shell --test shell -- --ignored --nocapture opensta::table` prints the rows of all cases.

mod crossing;
mod engine;
mod library;
mod objects;
mod paths;
mod pins;
mod rules_on_purpose;
mod times;
mod times_on_purpose;
mod written;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zeroslack_shell::Shell;
use zeroslack_tcl::{Interp, Outcome, Value};
use zeroslack_testing::opensta::golden;
use zeroslack_testing::shared;

use By::{Library, Objects, Paths, Times, Written};

/// A kind of comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Slacks of all endpoints in all path groups, arrivals and slews of all pins.
    Times,
    /// `report_checks` and the like.
    Paths,
    /// Reports of clocks, nets, checks and sums.
    Objects,
    /// The constraints that OpenSTA wrote state what the case's own do.
    Written,
    /// The design as the library loads it has the same times.
    Library,
}

/// How one thing that was compared ends.
struct Row {
    what: String,
    /// The difference; where there is none, the one that is on purpose, or nothing.
    ends: Result<String, String>,
}

impl Row {
    /// A comparison that panics where something differs.
    fn of(what: &str, compare: impl FnOnce() -> String) -> Self {
        let ends = catch_unwind(AssertUnwindSafe(compare)).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            panic.downcast_ref::<String>().cloned().or(text).unwrap_or_default()
        });
        Self { what: what.to_owned(), ends }
    }
}

/// A case of the shared data, or a placed design, and where its goldens are.
struct Case {
    name: &'static str,
    /// The script that loads it.
    script: PathBuf,
    golden: PathBuf,
    is_placed: bool,
}

impl Case {
    fn small(shared: &Path, name: &'static str) -> Self {
        let folder = shared.join("sdc_cases").join(name);
        Self { name, script: folder.join("load.tcl"), golden: folder.join("golden"), is_placed: false }
    }

    fn placed(shared: &Path, name: &'static str) -> Self {
        let golden = shared.join("golden/opensta").join(name).join("lumped_cap");
        Self { name, script: shared.join("data").join(name).join("load.tcl"), golden, is_placed: true }
    }

    /// A shell that ran the case's script.
    fn load(&self) -> Shell {
        let mut shell = Shell::new();
        assert_done(&shell.run_file(&self.script));
        shell
    }

    /// The rows of all that it is compared by. What changes the session comes last.
    fn rows(&self, by: &[By]) -> Vec<Row> {
        let mut shell = self.load();
        let mut rows = Vec::new();
        if by.contains(&Written) {
            rows.push(Row::of("written.sdc", || written::compare(self, shell.session().unwrap())));
        }
        rows.push(Row::of("constraints by the library alone", || {
            library::compare_constraints(self, shell.session().unwrap());
            String::new()
        }));
        shell.run("set_delay_calculator lumped_cap").unwrap();
        if by.contains(&Paths) {
            rows.extend(paths::rows(self, paths::of_all(self, &mut shell)));
        }
        if by.contains(&Objects) {
            rows.extend(objects::rows(self, objects::of_all(self, &mut shell)));
        }
        let (of_paths, of_objects) = self.own_reports(&mut shell);
        if by.contains(&Paths) {
            rows.extend(paths::rows(self, of_paths));
        }
        if by.contains(&Objects) {
            rows.extend(objects::rows(self, of_objects));
        }
        if by.contains(&Times) {
            rows.push(Row::of("times", || times::compare(self, shell.session().unwrap())));
            rows.push(Row::of("slacks of pins", || {
                pins::compare(shell.session().unwrap());
                String::new()
            }));
        }
        if by.contains(&Library) {
            rows.push(Row::of("times by the library alone", || {
                library::compare_times(self);
                String::new()
            }));
        }
        rows
    }

    /// How far numbers may be apart, in the goldens' unit of time, beside a share of their value.
    fn tolerance(&self) -> f64 {
        if golden::is_in_ps(&self.golden) { 1e-2 } else { 1e-5 }
    }

    /// The reports that the case has of its own, those of paths and those of objects: `rpt NAME COMMANDS` in a script beside it.
    fn own_reports(&self, shell: &mut Shell) -> (Vec<Report>, Vec<Report>) {
        let script = self.script.with_file_name("report.tcl");
        if self.is_placed || !script.exists() {
            return (Vec::new(), Vec::new());
        }
        let made = Rc::new(RefCell::new((Vec::new(), Vec::new())));
        let kept = Rc::clone(&made);
        shell.interp().define_command("rpt", move |interp, words: &[Value]| {
            let (name, commands) = (words[1].to_string(), words[2].to_string());
            let (of_paths, of_objects) = &mut *kept.borrow_mut();
            if paths::ARE_OF.iter().any(|command| commands.contains(command)) {
                of_paths.push(Report { name: format!("{name}.txt"), text: printed(interp, &commands) });
            } else if let Some(text) = objects::printed(interp, &commands)? {
                of_objects.push(Report { name: format!("{name}.txt"), text });
            }
            Ok(Value::empty())
        });
        assert_done(&shell.run_file(&script));
        made.take()
    }
}

/// A script has to run to its end.
#[track_caller]
fn assert_done(outcome: &Outcome) {
    assert!(outcome.is_ok(), "{}", Shell::complaint(outcome).unwrap_or_default());
}

/// A text that commands printed, and the file of the golden.
struct Report {
    name: String,
    text: String,
}

/// Runs a script and returns its output, followed by its error if it ends with one.
fn printed(interp: &mut Interp, script: &str) -> String {
    let (outcome, text) = interp.capture(|interp| interp.run_script(script));
    match outcome {
        Ok(_) => text,
        Err(exception) => format!("{text}Error: {}", exception.value),
    }
}

/// Prints the rows of a case.
#[expect(clippy::print_stdout, reason = "it prints a table")]
fn print(case: &Case, rows: &[Row]) {
    for Row { what, ends } in rows {
        let ends = match ends {
            Ok(on_purpose) if on_purpose.is_empty() => "equal".to_owned(),
            Ok(on_purpose) => format!("equal but for {on_purpose}"),
            Err(differs) => format!("DIFFERS: {differs:.300}"),
        };
        println!("{:<30} {what:<28} {ends}", case.name);
    }
}

#[track_caller]
fn check(case: &Case, by: &[By]) {
    let rows = case.rows(by);
    print(case, &rows);
    let wrong = |row: &Row| Some(format!("{}: {}", row.what, row.ends.as_ref().err()?));
    let wrong: Vec<String> = rows.iter().filter_map(wrong).collect();
    assert!(rows.len() >= by.len() && wrong.is_empty(), "{}:\n{}", case.name, wrong.join("\n"));
}

macro_rules! cases {
    ($($kind:ident $name:ident $case:literal [$($by:ident),*],)*) => {
        $(#[test] fn $name() {
            if let Some(shared) = shared() { check(&Case::$kind(&shared, $case), &[$($by),*]); }
        })*

        /// Prints the rows of all cases, each compared by everything.
        #[test]
        #[ignore = "prints a table"]
        fn table() {
            let Some(shared) = shared() else { return };
            for case in [$(Case::$kind(&shared, $case),)*] {
                let rows = catch_unwind(|| case.rows(&[Times, Paths, Objects, Written]));
                let failed = || vec![Row { what: "all".to_owned(), ends: Err("it cannot be loaded".to_owned()) }];
                print(&case, &rows.unwrap_or_else(|_| failed()));
            }
        }
    };
}

cases! {
    small ideal_clock "01_ideal_clock" [Times, Paths, Objects, Written, Library],
    small propagated_clock "02_propagated_clock" [Times, Paths, Objects, Written, Library],
    small propagated_on_pin "03_propagated_on_pin" [Times, Paths, Objects, Written, Library],
    small clock_waveform "04_clock_waveform" [Times, Paths, Objects, Written, Library],
    small two_clocks_on_one_port "06_two_clocks_one_port" [Times, Paths, Objects, Written, Library],
    small virtual_clock "08_virtual_clock" [Times, Paths, Objects, Written, Library],
    small generated_by_division "09_gclk_divide_by" [Times, Paths, Objects, Written],
    small generated_by_odd_division "10_gclk_divide_by_3" [Times, Paths, Objects, Written],
    small generated_by_multiplication "11_gclk_multiply_by" [Times, Paths, Objects, Written],
    small generated_from_edges "12_gclk_edges" [Times, Paths, Objects, Written],
    small generated_inverted "14_gclk_invert" [Times, Paths, Objects, Written],
    small generated_combinationally "15_gclk_combinational" [Times, Paths, Objects, Written],
    small clock_latency "17_clock_latency" [Times, Paths, Objects],
    small clock_source_latency "18_clock_source_latency" [Times, Paths, Objects, Written, Library],
    small clock_uncertainty "19_clock_uncertainty" [Times, Paths, Objects, Written],
    small clock_transition "21_clock_transition" [Times, Paths, Objects],
    small delays_from_a_falling_edge "22_io_delay_clock_fall" [Times, Paths, Objects, Written, Library],
    small delays_by_split_and_transition "23_io_delay_min_max_rf" [Times, Paths, Objects, Written, Library],
    small driving_cells "25_driving_cell" [Times, Paths, Objects, Written],
    small slews_and_loads "26_input_transition_load" [Times, Paths, Objects],
    small derates "27_derate_early_late" [Times, Paths, Objects, Written],
    small derates_by_kind "28_derate_types" [Times, Paths, Objects, Written],
    small false_paths "30_false_path" [Times, Paths, Objects, Written],
    small false_paths_between_clocks "32_false_path_clocks" [Times, Paths, Objects, Written],
    small several_through "33_multi_through" [Times, Paths, Objects, Written],
    small multicycle_paths "35_multicycle" [Times, Paths, Objects, Written],
    small multicycle_paths_of_transitions "37_multicycle_rf" [Times, Paths, Objects, Written],
    small limits_of_paths "38_max_min_delay" [Times, Paths, Objects, Written],
    small limits_without_latency "39_max_delay_ignore_latency" [Times, Paths, Objects, Written],
    small limits_without_clocks "41_max_delay_no_clock" [Times, Paths, Objects, Written],
    small priorities "42_exception_priority" [Times, Paths, Objects, Written],
    small asynchronous_clocks "44_clock_groups_async" [Times, Paths, Objects, Written],
    small exclusive_clocks "45_clock_groups_exclusive" [Times, Paths, Objects, Written],
    small case_analysis "47_case_analysis" [Times, Objects, Written],
    small case_analysis_of_a_clock_mux "49_case_analysis_clock_mux" [Times, Objects, Written],
    small disabled_timing "50_disable_timing" [Times, Objects, Written],
    small path_groups "51_group_path" [Times, Paths, Objects, Written],
    small borrowing_latches "52_latch_borrow" [Times, Paths, Objects, Written],
    small clock_gating "54_clock_gating_inferred" [Times, Paths, Written],
    small integrated_clock_gates "56_clock_gating_icg" [Times, Paths, Objects, Written, Library],
    small recovery_and_removal "57_recovery_removal" [Times, Objects, Library],
    small half_cycle "59_half_cycle" [Times, Paths, Objects, Written, Library],
    small clocks_of_two_frequencies "60_multi_freq" [Times, Paths, Objects, Written, Library],
    small crpr "62_crpr" [Times, Paths, Objects, Written],
    small crpr_off "63_crpr_off" [Times, Paths, Objects, Written],
    small clocks_of_both_edges "66_xor_clock" [Times, Paths, Objects, Written, Library],
    small senses "67_set_sense" [Times, Paths, Objects, Written],
    small combinational_loops "68_comb_loop" [Times, Objects],
    small loops_that_constraints_open "70_comb_loop_user" [Times, Objects, Written],
    small unconstrained "71_unconstrained" [Paths, Objects, Library],
    small tristate_drivers_and_inout_ports "73_tristate_bidir" [Times, Objects],
    small buses_and_escaped_names "74_bus_escaped" [Times, Paths, Objects, Written],
    small hierarchy "75_hierarchy" [Times, Objects],
    small constants_of_the_netlist "76_assign_const" [Times, Objects],
    small formats "78_report_formats" [Paths, Objects],
    small design_rules "79_drv_checks" [Times, Paths, Objects],
    small pulse_widths "80_min_pulse_width" [Times, Paths, Objects],
    small conditional_arcs "82_when_arcs" [Times, Objects, Written],
    small data_checks "86_data_check" [Times, Written],
    small path_margins "87_path_margin" [Times, Paths, Objects, Written],
    small units_of_picoseconds "88_asap7_ps_units" [Times, Paths, Objects, Written],
    small exceptions_of_a_placed_design "89_gcd_exceptions" [Times, Objects],
    small longest_slews_of_clocks "92_max_transition_clock_path" [Times, Paths, Objects],
    small clock_on_inner_pin "93_clock_on_internal_pin" [Times, Paths, Objects, Written, Library],
    small generated_with_latency "94_gclk_source_latency" [Times, Paths, Objects, Written],
    small what_is_unset "97_unset_commands" [Times, Objects, Written],
    small ports_of_two_clocks "99_io_two_clocks" [Times, Paths, Objects, Written],
    placed gcd "gcd_sky130hd" [Times, Paths, Objects, Library],
    placed xtea "xtea_sky130hd" [Times, Paths, Objects],
}

/// The example of the repository.
#[test]
fn slacks_of_pins_of_the_example() {
    let mut shell = Shell::new();
    let loaded = shell.run(concat!(
        "cd ",
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/pulse; read_liberty -min pulse_fast.lib; read_liberty -max pulse_slow.lib;",
        "read_verilog pulse.v; link_design; read_spef pulse.spef; read_sdc pulse.sdc",
    ));
    assert_done(&loaded);
    assert!(pins::compare(shell.session().unwrap()) > 200);
}

/// A chip of 167 blocks.
#[test]
fn tt02() {
    let Some(shared) = shared() else { return };
    let case = Case::placed(&shared, "tt02_sky130hd");
    let mut shell = case.load();
    shell.run("set_delay_calculator lumped_cap").unwrap();
    let session = shell.session().unwrap();
    session.update().unwrap();
    let files = library::files(&case.script);
    crossing::check(session, &files, &case.golden);
    assert!(pins::compare(session) > 50);
    crossing::check(&mut library::session(&case), &files, &case.golden);
}
