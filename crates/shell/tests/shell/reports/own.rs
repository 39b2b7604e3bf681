//! Reports of the example design, against each other and against what all of its paths say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as FilePath;

use expect_test::{Expect, expect};
use zeroslack::graph::PathGroup;
use zeroslack::netlist::PinId;
use zeroslack::paths::Path;
use zeroslack::units::{Split, Ticks, Transition};
use zeroslack::{GroupQuery, PathPoints, Point, PointOf, Unique};
use zeroslack_shell::Shell;

/// A shell with the example design.
fn shell() -> Shell {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse");
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut shell = Shell::new();
    let script = format!(
        "read_liberty -min {}; read_liberty -max {}; read_verilog {}; link_design pulse; read_spef {}; read_sdc {}",
        at("pulse_fast.lib"),
        at("pulse_slow.lib"),
        at("pulse.v"),
        at("pulse.spef"),
        at("pulse.sdc")
    );
    run(&mut shell, &script);
    shell
}

/// What a script prints, and what it gives or says.
fn run(shell: &mut Shell, script: &str) -> String {
    let (outcome, text) = shell.interp().capture(|interp| interp.run_script(script));
    match outcome {
        Ok(value) => format!("{text}{value}"),
        Err(exception) => format!("{text}Error: {}", exception.value),
    }
}

#[track_caller]
fn check(script: &str, expected: Expect) {
    expected.assert_eq(&run(&mut shell(), script));
}

/// What tells paths apart.
type Key = (Split, PathGroup, PinId, Ticks, Vec<(PinId, Transition)>);

fn key(path: &Path) -> Key {
    let steps = path.data.iter().map(|step| (step.pin, step.transition)).collect();
    (path.end.kind.split(), path.end.group, path.end.pin, path.end.slack, steps)
}

fn find(shell: &mut Shell, query: &GroupQuery, points: &PathPoints) -> Vec<Key> {
    let session = shell.session().unwrap();
    session.update().unwrap();
    let found = session.timed().unwrap().find_by_group(query, points).unwrap();
    found.map_paths(0..found.len(), |path| key(&path))
}

/// What a query keeps of all paths, worst first in each group.
fn kept(all: &[Key], query: &GroupQuery) -> BTreeMap<(Split, PathGroup), Vec<Ticks>> {
    let mut of_end: BTreeMap<(Split, PathGroup, PinId), usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut kept: BTreeMap<(Split, PathGroup), Vec<Ticks>> = BTreeMap::new();
    for (split, group, end, slack, steps) in all {
        let likeness: Vec<(PinId, bool)> = steps
            .iter()
            .map(|&(pin, transition)| (pin, query.unique == Unique::Edges && transition == Transition::Rise))
            .collect();
        let counts = query.split.is_none_or(|only| only == *split)
            && query.groups.as_ref().is_none_or(|groups| groups.contains(group))
            && query.transition.is_none_or(|only| steps.last().unwrap().1 == only)
            && query.slack_at_most.is_none_or(|most| *slack <= most)
            && query.slack_at_least.is_none_or(|least| *slack >= least);
        let list = kept.entry((*split, *group)).or_default();
        let count = of_end.entry((*split, *group, *end)).or_default();
        let has_room = list.len() < query.max_paths && *count < query.nworst;
        if counts
            && has_room
            && (query.unique == Unique::All || seen.insert((*split, *group, *end, likeness)))
        {
            *count += 1;
            list.push(*slack);
        }
    }
    kept.retain(|_, list| !list.is_empty());
    kept
}

#[test]
fn a_query_keeps_the_worst_of_all_paths_that_it_lets_through() {
    let mut shell = shell();
    let points = PathPoints::new().to(["dump_reg[*]", "valid", "hit", "u_mac/acc_reg[3]", "sum[*]"]);
    let every = GroupQuery { max_paths: 1_000_000, nworst: 1_000_000, ..GroupQuery::default() };
    let all = find(&mut shell, &every, &points);
    assert!(all.len() > 500 && all.len() < 1_000_000, "{} paths are neither few nor too many", all.len());
    let slacks: BTreeSet<Ticks> = all.iter().map(|key| key.3).collect();
    let middle = slacks.iter().copied().nth(slacks.len() / 2);
    let base = GroupQuery { max_paths: 60, nworst: 4, ..GroupQuery::default() };
    let queries = [
        base.clone(),
        GroupQuery { max_paths: 7, nworst: 1, ..base.clone() },
        GroupQuery { max_paths: 1000, nworst: 1, ..base.clone() },
        GroupQuery { split: Some(Split::Late), transition: Some(Transition::Fall), ..base.clone() },
        GroupQuery { slack_at_most: middle, max_paths: 500, ..base.clone() },
        GroupQuery { slack_at_least: middle, ..base.clone() },
        GroupQuery { slack_at_least: middle, nworst: 1, ..base.clone() },
        GroupQuery { unique: Unique::Pins, ..base.clone() },
        GroupQuery { unique: Unique::Pins, slack_at_least: middle, nworst: 3, ..base.clone() },
        GroupQuery { unique: Unique::Edges, nworst: 20, ..base.clone() },
        GroupQuery { groups: Some(vec![PathGroup::Asynchronous]), ..base },
    ];
    for query in queries {
        let found = find(&mut shell, &query, &points);
        let expected = kept(&all, &query);
        let mut by_group: BTreeMap<(Split, PathGroup), Vec<Ticks>> = BTreeMap::new();
        for (split, group, _, slack, _) in found {
            by_group.entry((split, group)).or_default().push(slack);
        }
        assert_eq!(by_group, expected, "{query:?}");
    }
}

#[test]
fn few_paths_are_the_first_of_many() {
    let mut shell = shell();
    let many = GroupQuery { max_paths: 1000, ..GroupQuery::default() };
    let all = find(&mut shell, &many, &PathPoints::new());
    for count in [1, 3, 60] {
        let few = find(&mut shell, &GroupQuery { max_paths: count, ..many.clone() }, &PathPoints::new());
        let mut of_group: BTreeMap<(Split, PathGroup), usize> = BTreeMap::new();
        let first = all.iter().filter(|key| {
            let number = of_group.entry((key.0, key.1)).or_default();
            *number += 1;
            *number <= count
        });
        assert_eq!(few, first.cloned().collect::<Vec<Key>>(), "{count}");
    }
}

#[test]
fn what_nothing_is_required_of_is_as_late_as_its_pin_is_once_that_is_constrained() {
    let mut shell = shell();
    // Nothing says when rst_n comes.
    assert_eq!(run(&mut shell, "report_checks -from rst_n"), "No paths found.\n");
    let ends = run(
        &mut shell,
        "set all {}
        foreach {split how} {max max min min} {
            foreach end [find_timing_paths -unconstrained -from rst_n -path_delay $how -group_path_count 100] {
                lappend all $split [get_full_name [get_property $end endpoint]] \
                    [get_property [lindex [get_property $end points] end] transition] [get_property $end arrival]
            }
        }
        set all",
    );
    assert!(!ends.is_empty() && !ends.starts_with("Error"), "{ends}");
    let arrivals = run(
        &mut shell,
        &format!(
            "set_input_delay 0 [get_ports rst_n]
            set all {{}}
            foreach {{split pin edge arrival}} {{{ends}}} {{
                lappend all $split $pin $edge [get_property [get_pins $pin] arrival_${{split}}_$edge]
            }}
            set all"
        ),
    );
    assert_eq!(arrivals, ends);
}

#[test]
fn paths_are_objects() {
    check(
        "set ends [find_timing_paths -path_delay min -endpoint_path_count 2 -group_path_count 3]
        foreach end $ends {
            puts \"[get_full_name [get_property $end startpoint]] [get_full_name [get_property $end endpoint]] [get_property $end slack]\"
            set points [get_property $end points]
            foreach point $points {
                puts \"  [get_full_name [get_property $point pin]] [get_property $point transition] [get_property $point arrival] [get_property $point slack]\"
            }
        }
        set end [lindex $ends 0]
        puts [get_property $end startpoint_clock_edge],[get_full_name [get_property $end endpoint_clock]],[get_full_name [get_property $end endpoint_clock_pin]]
        foreach name {slack data_arrival_time data_required_time margin check_crpr source_clk_latency target_clk_delay} {
            puts \"$name [format %.4f [expr {[$end $name] * 1e12}]]\"
        }
        puts [sta::format_time [[$end path] arrival] 3]
        # The text of a handle is a handle.
        get_property [string trim \" $end \"] slack",
        expect![[r#"
            sync_reg[1]/Q dump_reg[17]/RN 0.073594
              sync_reg[1]/Q rise 0.170016 0.073594
              rb/A rise 0.170260 0.073594
              rb/Y rise 0.218570 0.073594
              rb_6/A rise 0.228441 0.073594
              rb_6/Y rise 0.271098 0.073594
              dump_reg[17]/RN rise 0.271751 0.073594
            sync_reg[1]/Q dump_reg[16]/RN 0.073608
              sync_reg[1]/Q rise 0.170016 0.073608
              rb/A rise 0.170260 0.073608
              rb/Y rise 0.218570 0.073608
              rb_6/A rise 0.228441 0.073608
              rb_6/Y rise 0.271098 0.073608
              dump_reg[16]/RN rise 0.271818 0.073608
            sync_reg[1]/Q dump_reg[18]/RN 0.073686
              sync_reg[1]/Q rise 0.170016 0.073686
              rb/A rise 0.170260 0.073686
              rb/Y rise 0.218570 0.073686
              rb_6/A rise 0.228441 0.073686
              rb_6/Y rise 0.271098 0.073686
              dump_reg[18]/RN rise 0.272326 0.073686
            u_mac/acc_reg[10]/Q dump_reg[10]/D -0.007600
              u_mac/acc_reg[10]/Q fall 0.186353 -0.007600
              dump_reg[10]/D fall 0.186927 -0.007600
            u_mac/acc_reg[10]/Q dump_reg[10]/D -0.006130
              u_mac/acc_reg[10]/Q rise 0.190556 -0.006130
              dump_reg[10]/D rise 0.191131 -0.006130
            u_mac/acc_reg[13]/Q dump_reg[13]/D -0.005377
              u_mac/acc_reg[13]/Q fall 0.187950 -0.005377
              dump_reg[13]/D fall 0.188826 -0.005377
            rise,clk,dump_reg[17]/CK
            slack 73.5940
            data_arrival_time 271.7508
            data_required_time 198.1568
            margin 16.7318
            check_crpr -3.7976
            source_clk_latency 0.0000
            target_clk_delay 185.2226
            0.272
            0.073594"#]],
    );
}

#[test]
fn paths_of_an_earlier_analysis_are_errors() {
    check(
        "set end [lindex [find_timing_paths] 0]
        set before [get_property $end slack]
        set_clock_uncertainty 0.1 [get_clocks clk]
        puts [catch {get_property $end slack} message]
        puts $message
        puts [catch {report_path $end} message]
        puts $message
        set end [lindex [find_timing_paths] 0]
        expr {$before - [get_property $end slack]}",
        expect![[r#"
            1
            this path end is of an analysis before the last change: ask for it again
            1
            this path end is of an analysis before the last change: ask for it again
            0.09999999999999998"#]],
    );
}

#[test]
fn formats() {
    check(
        "report_checks -path_delay min_max -format end -group_path_count 2
        report_checks -path_delay min_max -format end -group_path_count 2 -sort_by_slack
        report_checks -path_delay min_max -format summary -group_path_count 2
        report_checks -path_delay min_max -format slack_only -group_path_count 2
        report_checks -format short
        report_checks -slack_max -1 -format json
        report_checks -slack_max -1
        report_checks -slack_max 1e30 -slack_min -1e30 -group_path_count 999999999 -format end -path_group asynchronous -to cnt_reg[*] -digits 4",
        expect![[r#"
            min_delay/hold group asynchronous

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            dump_reg[17]/RN (ZL_DFFR_X1)            0.20    0.27    0.07 (MET)
            dump_reg[16]/RN (ZL_DFFR_X1)            0.20    0.27    0.07 (MET)

            min_delay/hold group clk

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            dump_reg[10]/D (ZL_DFFR_X1)             0.19    0.19   -0.01 (VIOLATED)
            dump_reg[13]/D (ZL_DFFR_X1)             0.19    0.19   -0.01 (VIOLATED)

            max_delay/setup group asynchronous

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            last_1_reg/RN (ZL_DFFR_X1)              1.21    0.31    0.90 (MET)
            valid_reg/RN (ZL_DFFR_X2)               1.21    0.31    0.90 (MET)

            max_delay/setup group clk

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            u_mac/p_reg[14]/D (ZL_DFF_X1)           1.21    1.35   -0.14 (VIOLATED)
            u_mac/p_reg[13]/D (ZL_DFF_X1)           1.20    1.34   -0.14 (VIOLATED)

            max_delay/setup group clk

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            u_mac/p_reg[14]/D (ZL_DFF_X1)           1.21    1.35   -0.14 (VIOLATED)
            u_mac/p_reg[13]/D (ZL_DFF_X1)           1.20    1.34   -0.14 (VIOLATED)

            min_delay/hold group clk

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            dump_reg[10]/D (ZL_DFFR_X1)             0.19    0.19   -0.01 (VIOLATED)
            dump_reg[13]/D (ZL_DFFR_X1)             0.19    0.19   -0.01 (VIOLATED)

            min_delay/hold group asynchronous

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            dump_reg[17]/RN (ZL_DFFR_X1)            0.20    0.27    0.07 (MET)
            dump_reg[16]/RN (ZL_DFFR_X1)            0.20    0.27    0.07 (MET)

            max_delay/setup group asynchronous

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            last_1_reg/RN (ZL_DFFR_X1)              1.21    0.31    0.90 (MET)
            valid_reg/RN (ZL_DFFR_X2)               1.21    0.31    0.90 (MET)

            Startpoint                           Endpoint                               Slack
            --------------------------------------------------------------------------------
            sync_reg[1]/Q (ZL_DFFR_X2)           dump_reg[17]/RN (ZL_DFFR_X1)            0.07
            sync_reg[1]/Q (ZL_DFFR_X2)           dump_reg[16]/RN (ZL_DFFR_X1)            0.07
            u_mac/acc_reg[10]/Q (ZL_DFFR_X2)     dump_reg[10]/D (ZL_DFFR_X1)            -0.01
            u_mac/acc_reg[13]/Q (ZL_DFFR_X2)     dump_reg[13]/D (ZL_DFFR_X1)            -0.01
            sync_reg[1]/Q (ZL_DFFR_X2)           last_1_reg/RN (ZL_DFFR_X1)              0.90
            sync_reg[1]/Q (ZL_DFFR_X2)           valid_reg/RN (ZL_DFFR_X2)               0.90
            u_noise/state_reg[15]/Q (ZL_DFFR_X2) u_mac/p_reg[14]/D (ZL_DFF_X1)          -0.14
            u_noise/state_reg[15]/Q (ZL_DFFR_X2) u_mac/p_reg[13]/D (ZL_DFF_X1)          -0.14

            Group                                  Slack
            --------------------------------------------
            asynchronous                            0.07
            asynchronous                            0.07
            clk                                    -0.01
            clk                                    -0.01
            asynchronous                            0.90
            asynchronous                            0.90
            clk                                    -0.14
            clk                                    -0.14

            Startpoint: sync_reg[1] (rising edge-triggered flip-flop clocked by clk)
            Endpoint: last_1_reg (recovery check against rising-edge clock clk)
            Path Group: asynchronous
            Path Type: max


            Startpoint: u_noise/state_reg[15] (rising edge-triggered flip-flop clocked by clk)
            Endpoint: u_mac/p_reg[14] (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max


            {"checks": [
            ]
            }
            No paths found.
            max_delay/setup group asynchronous

                                                  Required    Actual
            Endpoint                                 Delay     Delay     Slack
            ------------------------------------------------------------------
            cnt_reg[1]/RN (ZL_DFFR_X1)              1.2102    0.3059    0.9043 (MET)
            cnt_reg[3]/RN (ZL_DFFR_X1)              1.2105    0.3047    0.9057 (MET)
            cnt_reg[0]/RN (ZL_DFFR_X1)              1.2107    0.3034    0.9074 (MET)
            cnt_reg[2]/RN (ZL_DFFR_X1)              1.2109    0.3022    0.9086 (MET)

        "#]],
    );
    check(
        "report_checks -path_delay min -fields {slew cap fanout nets hierarchical_pins} -digits 4
        report_checks -path_delay max -from keep_reg -through u_mac/u_add/carry_3/Y -fall_through u_mac/u_add/carry_4/Y -to u_mac/acc_reg[10]/D -format full_clock -digits 3
        report_path [lindex [find_timing_paths] 0]
        report_path -format full_clock_expanded -fields slew u_mac/acc_reg[10]/D fall",
        expect![[r#"
            Startpoint: sync_reg[1] (rising edge-triggered flip-flop clocked by clk)
            Endpoint: dump_reg[17] (removal check against rising-edge clock clk)
            Path Group: asynchronous
            Path Type: min

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.1035    0.1035   clock network delay (propagated)
                                0.0254    0.0000    0.1035 ^ sync_reg[1]/CK (ZL_DFFR_X2)
                 1    0.0040    0.0368    0.0665    0.1700 ^ sync_reg[1]/Q (ZL_DFFR_X2)
                                                             sync[1] (net)
                 7    0.0324    0.0415    0.0486    0.2186 ^ rb/Y (ZL_BUF_X4)
                                                             rst_0 (net)
                10    0.0225    0.0328    0.0525    0.2711 ^ rb_6/Y (ZL_BUF_X4)
                                                             rst[6] (net)
                                0.0329    0.0007    0.2718 ^ dump_reg[17]/RN (ZL_DFFR_X1)
                                                    0.2718   data arrival time

                                          0.0000    0.0000   clock clk (rise edge)
                                          0.1852    0.1852   clock network delay (propagated)
                                         -0.0038    0.1814   clock reconvergence pessimism
                                                    0.1814 ^ dump_reg[17]/CK (ZL_DFFR_X1)
                                          0.0167    0.1982   library removal time
                                                    0.1982   data required time
            -------------------------------------------------------------------------------------
                                                    0.1982   data required time
                                                   -0.2718   data arrival time
            -------------------------------------------------------------------------------------
                                                    0.0736   slack (MET)


            Startpoint: u_mac/acc_reg[10] (rising edge-triggered flip-flop clocked by clk)
            Endpoint: dump_reg[10] (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: min

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.1188    0.1188   clock network delay (propagated)
                                                             u_mac/ck[3] (hierarchical)
                                0.0322    0.0000    0.1188 ^ u_mac/acc_reg[10]/CK (ZL_DFFR_X2)
                 3    0.0069    0.0393    0.0676    0.1864 v u_mac/acc_reg[10]/Q (ZL_DFFR_X2)
                                                             acc[10] (net)
                                                             u_mac/acc[10] (hierarchical)
                                0.0393    0.0006    0.1869 v dump_reg[10]/D (ZL_DFFR_X1)
                                                    0.1869   data arrival time

                                          0.0000    0.0000   clock clk (rise edge)
                                          0.1861    0.1861   clock network delay (propagated)
                                         -0.0038    0.1823   clock reconvergence pessimism
                                                    0.1823 ^ dump_reg[10]/CK (ZL_DFFR_X1)
                                          0.0122    0.1945   library hold time
                                                    0.1945   data required time
            -------------------------------------------------------------------------------------
                                                    0.1945   data required time
                                                   -0.1869   data arrival time
            -------------------------------------------------------------------------------------
                                                   -0.0076   slack (VIOLATED)


            Startpoint: keep_reg (rising edge-triggered flip-flop clocked by clk)
            Endpoint: u_mac/acc_reg[10] (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max

               Delay     Time   Description
            -----------------------------------------------------------
               0.000    0.000   clock clk (rise edge)
               0.000    0.000   clock source latency
               0.000    0.000 ^ clk (in)
               0.036    0.036 ^ cb_root/Y (ZL_CLKBUF_X8)
               0.039    0.075 ^ cb_ctl/Y (ZL_CLKBUF_X2)
               0.036    0.112 ^ cb_c/Y (ZL_CLKBUF_X4)
               0.002    0.114 ^ keep_reg/CK (ZL_DFFQN_X1)
               0.086    0.200 ^ keep_reg/QN (ZL_DFFQN_X1)
               0.058    0.258 ^ u_mac/kbuf_0/Y (ZL_BUF_X4)
               0.059    0.317 ^ u_mac/old_0/Y (ZL_AND2_X1)
               0.043    0.359 v u_mac/u_add/carry_0/Y (ZL_NAND2_X1)
               0.052    0.412 ^ u_mac/u_add/carry_1/Y (ZL_OAI21_X1)
               0.043    0.455 v u_mac/u_add/carry_2/Y (ZL_AOI21_X1)
               0.097    0.551 ^ u_mac/u_add/carry_3/Y (ZL_OAI21_X1)
               0.054    0.605 v u_mac/u_add/carry_4/Y (ZL_AOI21_X1)
               0.059    0.664 ^ u_mac/u_add/carry_5/Y (ZL_OAI21_X1)
               0.055    0.719 v u_mac/u_add/carry_6/Y (ZL_AOI21_X1)
               0.064    0.783 ^ u_mac/u_add/carry_7/Y (ZL_OAI21_X1)
               0.050    0.833 v u_mac/u_add/carry_8/Y (ZL_AOI21_X1)
               0.060    0.893 ^ u_mac/u_add/carry_9/Y (ZL_OAI21_X1)
               0.052    0.945 ^ u_mac/u_add/sum_10/Y (ZL_XOR2_X1)
               0.000    0.945 ^ u_mac/acc_reg[10]/D (ZL_DFFR_X2)
                        0.945   data arrival time

               1.120    1.120   clock clk (rise edge)
               0.000    1.120   clock source latency
               0.000    1.120 ^ clk (in)
               0.032    1.152 ^ cb_root/Y (ZL_CLKBUF_X8)
               0.041    1.193 ^ icg_acc/GCK (ZL_ICG_X4)
               0.039    1.233 ^ cb_a1/Y (ZL_CLKBUF_X4)
               0.006    1.239 ^ u_mac/acc_reg[10]/CK (ZL_DFFR_X2)
               0.004    1.243   clock reconvergence pessimism
              -0.027    1.215   library setup time
                        1.215   data required time
            -----------------------------------------------------------
                        1.215   data required time
                       -0.945   data arrival time
            -----------------------------------------------------------
                        0.270   slack (MET)


            Startpoint: sync_reg[1] (rising edge-triggered flip-flop clocked by clk)
            Endpoint: last_1_reg (recovery check against rising-edge clock clk)
            Path Group: asynchronous
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock clk (rise edge)
               0.11    0.11   clock network delay (propagated)
               0.00    0.11 ^ sync_reg[1]/CK (ZL_DFFR_X2)
               0.07    0.19 ^ sync_reg[1]/Q (ZL_DFFR_X2)
               0.06    0.25 ^ rb/Y (ZL_BUF_X4)
               0.06    0.30 ^ rb_0/Y (ZL_BUF_X4)
               0.01    0.31 ^ last_1_reg/RN (ZL_DFFR_X1)
                       0.31   data arrival time

               1.12    1.12   clock clk (rise edge)
               0.10    1.22   clock network delay (propagated)
               0.01    1.23   clock reconvergence pessimism
                       1.23 ^ last_1_reg/CK (ZL_DFFR_X1)
              -0.03    1.21   library recovery time
                       1.21   data required time
            ---------------------------------------------------------
                       1.21   data required time
                      -0.31   data arrival time
            ---------------------------------------------------------
                       0.90   slack (MET)


               Slew   Delay    Time   Description
            ----------------------------------------------------------------
               0.03    0.00    0.00 ^ clk (in)
               0.02    0.04    0.04 ^ cb_root/Y (ZL_CLKBUF_X8)
               0.02    0.04    0.08 ^ cb_ctl/Y (ZL_CLKBUF_X2)
               0.03    0.04    0.11 ^ cb_c/Y (ZL_CLKBUF_X4)
               0.03    0.00    0.11 ^ keep_reg/CK (ZL_DFFQN_X1)
               0.07    0.09    0.20 ^ keep_reg/QN (ZL_DFFQN_X1)
               0.04    0.06    0.26 ^ u_mac/kbuf_0/Y (ZL_BUF_X4)
               0.04    0.06    0.32 ^ u_mac/old_0/Y (ZL_AND2_X1)
               0.05    0.04    0.36 v u_mac/u_add/carry_0/Y (ZL_NAND2_X1)
               0.05    0.05    0.41 ^ u_mac/u_add/carry_1/Y (ZL_OAI21_X1)
               0.04    0.04    0.45 v u_mac/u_add/carry_2/Y (ZL_AOI21_X1)
               0.11    0.10    0.55 ^ u_mac/u_add/carry_3/Y (ZL_OAI21_X1)
               0.05    0.05    0.60 v u_mac/u_add/carry_4/Y (ZL_AOI21_X1)
               0.06    0.06    0.66 ^ u_mac/u_add/carry_5/Y (ZL_OAI21_X1)
               0.06    0.06    0.72 v u_mac/u_add/carry_6/Y (ZL_AOI21_X1)
               0.06    0.06    0.78 ^ u_mac/u_add/carry_7/Y (ZL_OAI21_X1)
               0.05    0.05    0.83 v u_mac/u_add/carry_8/Y (ZL_AOI21_X1)
               0.06    0.06    0.89 ^ u_mac/u_add/carry_9/Y (ZL_OAI21_X1)
               0.03    0.04    0.93 v u_mac/u_add/sum_10/Y (ZL_XOR2_X1)
               0.03    0.00    0.93 v u_mac/acc_reg[10]/D (ZL_DFFR_X2)
                               0.93   data arrival time
        "#]],
    );
}

#[test]
fn options_are_checked() {
    let cases = [
        "report_checks -path_delay late",
        "report_checks -format fulll",
        "report_checks -fields {slew capacitence}",
        "report_checks -fields src_attr",
        "report_checks -digits many",
        "report_checks -group_path_count 0",
        "report_checks -endpoint_path_count -1",
        "report_checks -slack_max tight",
        "report_checks -path_group clkk",
        "report_checks -corner fast",
        "report_checks -to nothing",
        "report_checks -from [get_nets hit]",
        "report_checks words",
        "report_path hit",
        "report_path hit sideways",
        "report_path nothing rise",
        "find_timing_paths -format end",
        "report_checks > /",
        "set sta_report_default_digits many; report_checks",
    ];
    let mut said = String::new();
    for case in cases {
        said += &format!("{case}\n  {}\n", run(&mut shell(), case));
    }
    expect![[r#"
        report_checks -path_delay late
          Error: report_checks: -path_delay is 'late': expected min, max, min_max, min_rise, min_fall, max_rise or max_fall; 'report_checks -help' says how it is used
        report_checks -format fulll
          Error: report_checks: there is no format 'fulll': did you mean full?; 'report_checks -help' says how it is used
        report_checks -fields {slew capacitence}
          Error: report_checks: -fields: there is no field 'capacitence': did you mean capacitance?; 'report_checks -help' says how it is used
        report_checks -fields src_attr
          Error: report_checks: -fields: attributes of netlists are not kept, so that there is no src_attr: leave it out; 'report_checks -help' says how it is used
        report_checks -digits many
          Error: report_checks: -digits is 'many': expected 0 to 17; 'report_checks -help' says how it is used
        report_checks -group_path_count 0
          Error: report_checks: -group_path_count is '0': expected a number of at least 1; 'report_checks -help' says how it is used
        report_checks -endpoint_path_count -1
          Error: report_checks: -endpoint_path_count is '-1': expected a number of at least 1; 'report_checks -help' says how it is used
        report_checks -slack_max tight
          Error: report_checks: 'tight' is no number; 'report_checks -help' says how it is used
        report_checks -path_group clkk
          Error: report_checks: there is no path group 'clkk': did you mean 'clk'?; 'report_checks -help' says how it is used
        report_checks -corner fast
          Error: report_checks: there is no corner 'fast': expected default; 'report_checks -help' says how it is used
        report_checks -to nothing
          Error: report_checks: -to names nothing that is there: 'nothing'
        report_checks -from [get_nets hit]
          Error: net 'hit' is in this list: expected a clock, port, pin or cell
        report_checks words
          Error: report_checks: there is one word too many: 'words'; 'report_checks -help' says how it is used
        report_path hit
          Error: report_path: the edge at the pin is missing: expected rise or fall; 'report_path -help' says how it is used
        report_path hit sideways
          Error: report_path: 'sideways' is no edge: expected rise or fall; 'report_path -help' says how it is used
        report_path nothing rise
          Error: there is no port or pin 'nothing'
        find_timing_paths -format end
          Error: find_timing_paths: there is no option '-format'; 'find_timing_paths -help' says how it is used
        report_checks > /
          Error: cannot write '/': is a directory
        set sta_report_default_digits many; report_checks
          Error: sta_report_default_digits is 'many': expected 0 to 17
    "#]].assert_eq(&said);
}

#[test]
fn digits_are_those_of_the_variable_and_files_take_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out").to_string_lossy().into_owned();
    let mut shell = shell();
    let command = "report_checks -group_path_count 5";
    let printed = run(&mut shell, &format!("{command} -digits 5"));
    assert!(printed.contains("slack (VIOLATED)"), "{printed}");
    let other = run(&mut shell, &format!("set sta_report_default_digits 5; {command}"));
    assert_eq!(printed, other);
    assert_eq!(run(&mut shell, &format!("{command} > {file}; {command} >> {file}")), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed.repeat(2));
}

#[test]
fn of_a_list_those_count_where_paths_can_be() {
    // No path starts at the clock pin of a clock gate.
    let registers = "[get_pins {icg_code/CK keep_reg/CK}]";
    let slack =
        |from: &str| run(&mut shell(), &format!("get_property [find_timing_paths -from {from}] slack"));
    let of_list = slack(registers);
    assert_eq!(of_list, slack("keep_reg/CK"));
    assert!(of_list.trim().parse::<f64>().is_ok(), "{of_list}");
    let gates = "report_checks -from [get_pins {icg_code/CK icg_acc/CK}]";
    assert_eq!(run(&mut shell(), gates).trim(), "No paths found.");

    let mut shell = shell();
    let session = shell.session().unwrap();
    session.update().unwrap();
    let netlist = session.netlist();
    let pin = |name: &str| PointOf::Pin(netlist.find_pin(name, '/').unwrap());
    let from = |names: &[&str]| {
        let points = names.iter().map(|name| Point { what: pin(name), transition: None });
        session.timed().unwrap().find_by_group(&GroupQuery::default(), &PathPoints::new().from(points))
    };
    assert!(from(&["icg_code/CK", "keep_reg/CK"]).is_ok());
    let said = from(&["icg_code/CK", "icg_acc/CK"]).unwrap_err().to_string();
    assert!(
        said.contains("'icg_code/CK': no path starts") && said.contains("'icg_acc/CK': no path"),
        "{said}"
    );
}
