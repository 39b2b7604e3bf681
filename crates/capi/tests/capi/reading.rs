//! What is asked of one pin is what is asked of all; contests' constraints; times required by calls; options; names.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr::{null, null_mut};

use zeroslack::sdc::{CheckRule, Rules};
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::ticks_of;
use zeroslack::{Constraint, DesignFiles, EngineChoice, EngineOptions, ModeId, Session, Silent};
use zeroslack_capi::*;

use crate::pulse::{answers, c, c_load, expected_answers, got, load, ok};

#[test]
fn one_pin_is_as_all_are() {
    let session = c_load();
    let counts = got(|counts| zs_get_counts(Some(&session), counts)).unwrap();
    type One =
        extern "C" fn(Option<&zs_session>, u32, u32, u32, u32, Option<&mut MaybeUninit<f64>>) -> zs_status;
    let ask: [One; 4] = [zs_pin_slack, zs_pin_arrival, zs_pin_required, zs_pin_slew];
    let mut one_by_one = Vec::new();
    for (split, transition) in (0..2).flat_map(|split| (0..3).map(move |transition| (split, transition))) {
        for ask in ask {
            one_by_one.extend((0..counts.pin_ids).map(|pin| {
                let value = got(|value| ask(Some(&session), 0, pin, split, transition, value)).unwrap();
                if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
            }));
        }
    }
    assert_eq!(one_by_one, answers(&session));
}

#[test]
fn a_contest_design_with_all_options() {
    let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../testing/designs/tiny").join(name);
    let c_file = |name: &str| c(file(name).to_str().unwrap());
    let mut files = DesignFiles {
        liberty_late: vec![file("tiny.lib")],
        verilog: vec![file("tiny.v")],
        constraints: Some(Constraint::Timing(file("tiny.timing"))),
        calculator: Calculator::Lumped,
        rules: Rules { checks: CheckRule::LastOfOwnSplit, ..Rules::default() },
        engine: EngineOptions { engine: EngineChoice::Cpu, gpu: 0 },
        ..DesignFiles::default()
    };
    files.link.strict = true;
    let mut library = Session::load(&files, &Silent).unwrap();
    let mut made = zs_files_new();
    let made = &mut *made;
    unsafe {
        ok(zs_files_add_liberty(Some(made), zs_split::ZS_BOTH as u32, c_file("tiny.lib").as_ptr()));
        ok(zs_files_add_verilog(Some(made), c_file("tiny.v").as_ptr()));
        ok(zs_files_set_timing(Some(made), c_file("tiny.timing").as_ptr()));
        ok(zs_files_set_top(Some(made), null()));
    }
    ok(zs_files_set_calculator(Some(made), zs_calculator::ZS_LUMPED as u32));
    ok(zs_files_set_contest_checks(Some(made), true));
    ok(zs_files_set_engine(Some(made), zs_engine::ZS_CPU as u32, 0));
    ok(zs_files_set_spef_options(Some(made), 1.0, 1));
    ok(zs_files_set_strict(Some(made), true));
    ok(unsafe { zs_files_add_define(Some(made), c"NOT_IN_IT".as_ptr()) });
    ok(zs_files_set_max_cells(Some(made), 1));
    assert!(got(|session| zs_load(Some(made), session)).is_err());
    ok(zs_files_set_max_cells(Some(made), 0));
    let mut session = got(|session| zs_load(Some(made), session)).unwrap().unwrap();
    assert_eq!(answers(&session), expected_answers(&library));

    let rules = [
        (zs_common_point::ZS_SAME_PIN, CommonPoint::SamePin),
        (zs_common_point::ZS_SAME_TRANSITION, CommonPoint::SameTransition),
    ];
    ok(zs_set_cppr(Some(&mut session), true));
    library.set_cppr(true);
    for (number, rule) in rules {
        ok(zs_set_common_point(Some(&mut session), number as u32));
        ok(zs_update(Some(&mut session)));
        library.set_common_point(rule);
        library.update().unwrap();
        assert_eq!(answers(&session), expected_answers(&library));
    }
    // Read anew, the constraints are the same.
    ok(zs_clear_constraints(Some(&mut session), 0));
    ok(unsafe { zs_read_timing(Some(&mut session), 0, c_file("tiny.timing").as_ptr()) });
    ok(zs_set_engine(Some(&mut session), zs_engine::ZS_AUTO as u32, 0));
    ok(zs_update_scenario(Some(&mut session), ZS_FIRST));
    assert_eq!(answers(&session), expected_answers(&library));
}

#[test]
fn required_times_by_calls() {
    let (mut session, mut library) = (c_load(), load());
    for (name, early) in [("hit", -3.25), ("valid", 2.5)] {
        let port = got(|pin| unsafe { zs_find_port(Some(&session), c(name).as_ptr(), pin) }).unwrap();
        let known = library.netlist().find_port(name).unwrap();
        assert_eq!(port, known.0);
        let values = [early, f64::NAN, 900.125, 880.0];
        // The second one counts, as far as it states anything.
        for values in [[0.0; 4], values] {
            ok(unsafe { zs_set_required_time(Some(&mut session), 0, port, values.as_ptr()) });
        }
        let required = [[early, 0.0], [900.125, 880.0]].map(|pair| pair.map(|value| Some(ticks_of(value))));
        library
            .edit_constraints(ModeId::FIRST, |constraints| constraints.set_required_time(&[known], required))
            .unwrap();
    }
    ok(zs_update(Some(&mut session)));
    library.update().unwrap();
    assert_eq!(answers(&session), expected_answers(&library));
}

#[test]
fn cells_and_nets_have_their_names() {
    let (session, library) = (c_load(), load());
    let netlist = library.netlist();
    type Ask<'a> = dyn Fn(*mut c_char, usize, Option<&mut MaybeUninit<usize>>) -> zs_status + 'a;
    let read = |ask: &Ask<'_>| {
        let length = got(|length| ask(null_mut(), 0, length)).unwrap();
        let mut text = vec![1_u8; length + 1];
        ok(ask(text.as_mut_ptr().cast(), text.len(), None));
        assert_eq!(text.pop(), Some(0));
        String::from_utf8(text).unwrap()
    };
    for cell in netlist.cells() {
        let name =
            read(&|room, most, length| unsafe { zs_cell_name(Some(&session), cell.0, room, most, length) });
        assert_eq!(name, netlist.cell_name(cell));
        let master = got(|master| zs_cell_master(Some(&session), cell.0, master)).unwrap();
        let name =
            read(&|room, most, length| unsafe { zs_master_name(Some(&session), master, room, most, length) });
        assert_eq!(name, &*netlist.master(cell).name);
        let mut count = MaybeUninit::uninit();
        let first = got(|first| zs_cell_pins(Some(&session), cell.0, first, Some(&mut count))).unwrap();
        let pins = first..first + unsafe { count.assume_init() };
        assert!(pins.clone().eq(netlist.cell_pins(cell).map(|pin| pin.0)));
        for (pin, of_master) in pins.zip(&netlist.master(cell).pins) {
            let name = c(&of_master.name);
            let found =
                got(|found| unsafe { zs_find_cell_pin(Some(&session), cell.0, name.as_ptr(), found) });
            assert_eq!(found, Ok(pin));
            let drives = got(|drives| zs_pin_is_driver(Some(&session), pin, drives));
            assert_eq!(drives, Ok(of_master.drives()));
        }
    }
    for net in netlist.nets() {
        let name =
            read(&|room, most, length| unsafe { zs_net_name(Some(&session), net.0, room, most, length) });
        assert_eq!(name, netlist.net_name(net));
        assert_eq!(got(|has| zs_has_net(Some(&session), net.0, has)), Ok(true));
    }
    assert_eq!(
        got(|found| unsafe { zs_find_net(Some(&session), c("nothing").as_ptr(), found) }),
        Ok(ZS_NONE)
    );
    assert_eq!(
        got(|found| unsafe { zs_find_master(Some(&session), c("nothing").as_ptr(), found) }),
        Ok(ZS_NONE)
    );
}

/// Constraints of every family, with Tcl around them, and four lines that cannot be applied.
const CONSTRAINTS: &str = r#"
set period 900
create_clock -name core -period $period [get_ports clk]
set_propagated_clock [get_clocks core]
create_clock -name outside -period [expr {$period / 3.0}]
create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_pins -quiet no_such/Q]
set_clock_uncertainty -setup 25 [get_clocks core]
set_clock_uncertainty -hold 5 -from [get_clocks core] -to [get_clocks outside]
set_timing_derate -early 0.93
set_timing_derate -late 1.07 -cell_delay
foreach port [get_object_name [all_inputs -no_clocks]] {
    set_input_delay 100 -clock core [get_ports $port]
}
foreach port [all_inputs -no_clocks] { set_input_delay 100 -clock core $port }
set_output_delay 120 -clock outside [all_outputs]
set_multicycle_path 2 -setup -to [get_clocks outside]
set_false_path -hold -from [get_clocks core] -to [get_clocks outside]
set_max_delay 500 -from [lindex [all_inputs -no_clocks] 0] -to [lindex [all_outputs] 0]
set_false_path -from [get_clocks lost]
puts "period $period"
"#;

/// C, the library and the shell read the same file to the same slacks.
#[test]
fn constraints_mean_the_same_to_c_the_library_and_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.sdc");
    std::fs::write(&file, CONSTRAINTS).unwrap();
    let (mut session, mut library) = (c_load(), load());
    // Messages of loading.
    got(|said| zs_take_warnings(Some(&session), said)).unwrap();
    ok(zs_set_cppr(Some(&mut session), true));
    library.set_cppr(true);
    ok(unsafe { zs_read_sdc(Some(&mut session), 0, c(file.to_str().unwrap()).as_ptr()) });
    let said = library.read_constraints(ModeId::FIRST, &Constraint::Sdc(file.clone())).unwrap();
    ok(zs_update(Some(&mut session)));
    library.update().unwrap();
    let found = answers(&session);
    assert_eq!(found, expected_answers(&library));
    assert_ne!(found, answers(&c_load()));
    assert_eq!(said.constraints(), [15, 3], "{said}");
    let taken = got(|said| zs_take_warnings(Some(&session), said)).unwrap().unwrap();
    let mut stated = MaybeUninit::uninit();
    let not_applied =
        got(|count| zs_diagnostics_constraints(Some(&taken), Some(&mut stated), count)).unwrap();
    assert_eq!([unsafe { stated.assume_init() }, not_applied], said.constraints());
    let mut text = [1_u8; 32];
    ok(unsafe { zs_printed(Some(&session), text.as_mut_ptr().cast(), text.len(), None) });
    assert!(text.starts_with(b"period 900\n\0"));
    let mut shell = zeroslack_shell::Shell::new();
    let loaded = shell.run(&format!(
        "cd {}; read_liberty -min pulse_fast.lib; read_liberty -max pulse_slow.lib; read_verilog pulse.v; link_design;
         read_spef pulse.spef; read_sdc {}",
        crate::pulse::folder().display(),
        file.display()
    ));
    loaded.unwrap();
    let by_shell = shell.session().unwrap();
    by_shell.update().unwrap();
    assert_eq!(by_shell.constraints(ModeId::FIRST), library.constraints(ModeId::FIRST));
    assert_eq!(expected_answers(by_shell), found);
    // A file that is not there changes nothing.
    let wrong = unsafe { zs_read_sdc(Some(&mut session), 0, c("nothing.sdc").as_ptr()) };
    assert_eq!(wrong, zs_status::ZS_LOAD);
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), found);
}
