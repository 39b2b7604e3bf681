//! Reports of exceptions, of how clocks meet and of why a path is timed as it is, on a small design whose answers are counted by hand.
//!
//! Every gate takes 0.1, setup and hold take 0.05. There are these paths: `ra` over `g1` and over `g2` to `rb`; `rb` to `rc`, from clock `a` to clock `b`;
//! `rc` to `z`; `in` to `ra`.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use zeroslack_shell::Shell;

const VERILOG: &str = "module top (input ca, input cb, input in, output z);
    wire qa, n1, n2, n3, qb;
    DFF ra (.CK(ca), .D(in), .Q(qa));
    BUF g1 (.A(qa), .Z(n1));
    BUF g2 (.A(qa), .Z(n2));
    NAND2 g3 (.A(n1), .B(n2), .Z(n3));
    DFF rb (.CK(ca), .D(n3), .Q(qb));
    DFF rc (.CK(cb), .D(qb), .Q(z));
endmodule";

const CLOCKS: &str = "create_clock -name a -period 2 ca; create_clock -name b -period 3 cb
    set_input_delay 0.5 -clock a in; set_output_delay 0.5 -clock b z";

/// A shell with a design of the cells of the small library, under constraints.
fn shell(verilog: &str, constraints: &str) -> Shell {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("top.v");
    std::fs::write(&file, verilog).unwrap();
    let library = format!("{}/tests/shell/constraints/small.lib", env!("CARGO_MANIFEST_DIR"));
    let mut shell = Shell::new();
    let script =
        format!("read_liberty {{{library}}}; read_verilog {{{}}}; link_design top\n", file.display());
    let outcome = shell.run(&format!("{script}{constraints}"));
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
}

/// What a command prints, or its error.
fn printed(shell: &mut Shell, command: &str) -> String {
    let (outcome, text) = shell.interp().capture(|interp| interp.run_script(command));
    match outcome {
        Ok(_) => format!("% {command}\n{text}"),
        Err(exception) => format!("% {command}\n{text}Error: {}\n", exception.message()),
    }
}

fn check(exceptions: &str, commands: &[&str], expected: &Expect) {
    let mut shell = shell(VERILOG, &format!("{CLOCKS}\n{exceptions}"));
    let texts: String = commands.iter().map(|command| printed(&mut shell, command)).collect();
    expected.assert_eq(&texts);
}

const EXCEPTIONS: &str = "set_multicycle_path 2 -setup -through g1/Z
    set_multicycle_path 3 -setup -from ra/CK -to rb/D
    set_false_path -from [get_clocks a] -to [get_clocks b]
    set_max_delay 5 -from rb/CK
    set_false_path -hold -through g2/Z
    set_false_path -from [get_clocks b] -to [get_clocks a]
    group_path -name in -from in";

#[test]
fn what_exceptions_decide() {
    check(
        EXCEPTIONS,
        &["report_exceptions", "report_exceptions -ignored"],
        &expect![[r#"
        % report_exceptions
        No  Endpoints   Paths  Standing         Shadowed by  Exception
        -----------------------------------------------------------------------------------------------------------------------------
         1     0 of 1  0 of 2  shadowed         2            set_multicycle_path -setup -through [get_pins g1/Z] 2
         2          1       4  partly shadowed  5            set_multicycle_path -setup -from [get_pins ra/CK] -to [get_pins rb/D] 3
         3          1       2  decides                       set_false_path -from [get_clocks a] -to [get_clocks b]
         4     0 of 1  0 of 2  shadowed         3            set_max_delay -from [get_pins rb/CK] 5.0000
         5          1       2  decides                       set_false_path -hold -through [get_pins g2/Z]
         6          0       0  matches nothing               set_false_path -from [get_clocks b] -to [get_clocks a]
         7          1       2  decides                       group_path -name in -from [get_ports in]

        Tags at pins: 1.08 on average, 2 at most (g3/Z); 5 states of exceptions
        % report_exceptions -ignored
        No  Endpoints   Paths  Standing         Shadowed by  Exception
        ------------------------------------------------------------------------------------------------------------
         1     0 of 1  0 of 2  shadowed         2            set_multicycle_path -setup -through [get_pins g1/Z] 2
         4     0 of 1  0 of 2  shadowed         3            set_max_delay -from [get_pins rb/CK] 5.0000
         6          0       0  matches nothing               set_false_path -from [get_clocks b] -to [get_clocks a]

        Tags at pins: 1.08 on average, 2 at most (g3/Z); 5 states of exceptions
    "#]],
    );
}

#[test]
fn what_exceptions_decide_for_programs() {
    check(
        "set_false_path -setup -through g1/Z",
        &["report_exceptions -format json"],
        &expect![[r#"
            % report_exceptions -format json
            {
              "exceptions": [
                {
                  "number": 1,
                  "exception": "set_false_path -setup -through [get_pins g1/Z]",
                  "standing": "decides",
                  "endpoints": 1,
                  "paths": 2.0,
                  "matched_endpoints": 1,
                  "matched_paths": 2.0,
                  "shadowed_by": [],
                  "clock_groups": false
                }
              ],
              "tags": {
                "pins": 26,
                "tags": 28,
                "most": 2,
                "pin": "g3/Z",
                "states": 1
              }
            }
        "#]],
    );
}

#[test]
fn no_exceptions() {
    check(
        "",
        &["report_exceptions"],
        &expect![[r#"
        % report_exceptions
        No  Endpoints  Paths  Standing  Shadowed by  Exception
        -------------------------------------------------------

        Tags at pins: 1.00 on average, 1 at most (ca); 0 states of exceptions
    "#]],
    );
}

#[test]
fn how_clocks_meet() {
    let commands = ["report_clock_interaction -digits 3", "report_clock_interaction -clocks a -format json"];
    check(
        EXCEPTIONS,
        &commands,
        &expect![[r#"
        % report_clock_interaction -digits 3
        From  To  Check   Slack  Endpoints  Failing  Untimed  Constrained            Exceptions
        ----------------------------------------------------------------------------------------
        a     a   setup   1.450          2        0        0  timed with exceptions  2
        a     a   hold   -3.750          2        1        1  partly false           2, 5
        a     b   setup       -          1        0        1  false                  3
        a     b   hold        -          1        0        1  false                  3
        b     b   setup   2.400          1        0        0  timed
        b     b   hold    0.600          1        0        0  timed
        % report_clock_interaction -clocks a -format json
        [
          {
            "from": "a",
            "to": "a",
            "check": "setup",
            "slack": 1450.0,
            "endpoint": "ra/D",
            "endpoints": 2,
            "failing": 0,
            "untimed": 0,
            "constrained": "timed with exceptions",
            "exceptions": [
              2
            ]
          },
          {
            "from": "a",
            "to": "a",
            "check": "hold",
            "slack": -3750.0,
            "endpoint": "rb/D",
            "endpoints": 2,
            "failing": 1,
            "untimed": 1,
            "constrained": "partly false",
            "exceptions": [
              2,
              5
            ]
          }
        ]
    "#]],
    );
    check(
        "",
        &["report_clock_interaction"],
        &expect![[r#"
        % report_clock_interaction
        From  To  Check  Slack  Endpoints  Failing  Untimed  Constrained  Exceptions
        -----------------------------------------------------------------------------
        a     a   setup   1.45          2        0        0  timed
        a     a   hold    0.25          2        0        0  timed
        a     b   setup   0.85          1        0        0  timed
        a     b   hold    0.05          1        0        0  timed
        b     b   setup   2.40          1        0        0  timed
        b     b   hold    0.60          1        0        0  timed
    "#]],
    );
}

#[test]
fn why_a_path_is_timed_as_it_is() {
    let commands = [
        "explain_path -to rb/D",
        "explain_path -through g2/Z -to rb/D -path_delay min",
        "explain_path -to rc/D -digits 3",
        "explain_path [lindex [find_timing_paths -to z] 0]",
        "explain_path -from in -format json",
        "explain_path -from rc/CK -to ra/D",
        "explain_path g1",
    ];
    check(
        EXCEPTIONS,
        &commands,
        &expect![[r#"
            % explain_path -to rb/D
            Startpoint: ra/CK (rise)
            Endpoint: rb/D (rise)
            Check: setup
            Launch: rise of a at 0.00
            Capture: rise of a at 6.00, moved from 2.00, the closest one after the launch
            Slack: 5.65
            Exceptions that match:
              1: set_multicycle_path -setup -through [get_pins g1/Z] 2
                 overruled by 2, which names pins in -from
              2: set_multicycle_path -setup -from [get_pins ra/CK] -to [get_pins rb/D] 3
                 decides
            % explain_path -through g2/Z -to rb/D -path_delay min
            Startpoint: ra/CK (rise)
            Endpoint: rb/D (rise)
            Check: hold
            Launch: rise of a at 0.00
            Capture: rise of a
            Slack: none, the path is false
            Exceptions that match:
              2: set_multicycle_path -setup -from [get_pins ra/CK] -to [get_pins rb/D] 3
                 overruled by 5, as false paths are not timed
              5: set_false_path -hold -through [get_pins g2/Z]
                 decides
            % explain_path -to rc/D -digits 3
            Startpoint: rb/CK (rise)
            Endpoint: rc/D (rise)
            Check: setup
            Launch: rise of a at 0.000
            Capture: rise of b
            Slack: none, the path is false
            Exceptions that match:
              3: set_false_path -from [get_clocks a] -to [get_clocks b]
                 decides
              4: set_max_delay -from [get_pins rb/CK] 5.0000
                 overruled by 3, as false paths are not timed
            % explain_path [lindex [find_timing_paths -to z] 0]
            Startpoint: rc/CK (rise)
            Endpoint: z (rise)
            Check: output late
            Launch: rise of b at 0.00
            Capture: rise of b at 3.00, the closest one after the launch
            Slack: 2.40
            Exceptions that match: none
            % explain_path -from in -format json
            {
              "startpoint": {
                "pin": "in",
                "edge": "rise"
              },
              "endpoint": {
                "pin": "ra/D",
                "edge": "rise"
              },
              "check": "setup",
              "launch": {
                "clock": "a",
                "edge": "rise",
                "time": 0.0
              },
              "capture": {
                "clock": "a",
                "edge": "rise",
                "time": 2000.0
              },
              "usual_capture": 2000.0,
              "slack": 1450.0,
              "clock_groups": null,
              "exceptions": [
                {
                  "number": 7,
                  "exception": "group_path -name in -from [get_ports in]",
                  "overruled_by": null,
                  "why": null
                }
              ]
            }
            % explain_path -from rc/CK -to ra/D
            Error: explain_path: there is no such path; 'explain_path -help' says how it is used
            % explain_path g1
            Error: explain_path: 'g1' is no path: expected one of find_timing_paths; 'explain_path -help' says how it is used
        "#]],
    );
    check(
        "set_max_delay 1 -from ra/CK",
        &["explain_path -to rb/D"],
        &expect![[r#"
        % explain_path -to rb/D
        Startpoint: ra/CK (rise)
        Endpoint: rb/D (rise)
        Check: setup
        Launch: rise of a at 0.00
        Capture: rise of a; a limit counts in place of its time
        Slack: 0.65
        Exceptions that match:
          1: set_max_delay -from [get_pins ra/CK] 1.0000
             decides
    "#]],
    );
}

#[test]
fn clock_groups_part_what_exceptions_match() {
    let stated = "set_clock_groups -asynchronous -name apart -group a -group b
        set_multicycle_path 2 -setup -from rb/CK
        set_false_path -to rc/D";
    let commands = ["report_exceptions", "report_clock_interaction", "explain_path -to rc/D"];
    check(
        stated,
        &commands,
        &expect![[r#"
        % report_exceptions
        No  Endpoints   Paths  Standing  Shadowed by   Exception
        ---------------------------------------------------------------------------------------------------
         1     0 of 1  0 of 2  shadowed  clock groups  set_multicycle_path -setup -from [get_pins rb/CK] 2
         2     0 of 1  0 of 2  shadowed  clock groups  set_false_path -to [get_pins rc/D]

        Tags at pins: 1.00 on average, 1 at most (ca); 1 state of exceptions
        % report_clock_interaction
        From  To  Check  Slack  Endpoints  Failing  Untimed  Constrained   Exceptions
        ------------------------------------------------------------------------------
        a     a   setup   1.45          2        0        0  timed
        a     a   hold    0.25          2        0        0  timed
        a     b   setup      -          1        0        1  clock groups
        a     b   hold       -          1        0        1  clock groups
        b     b   setup   2.40          1        0        0  timed
        b     b   hold    0.60          1        0        0  timed
        % explain_path -to rc/D
        Startpoint: rb/CK (rise)
        Endpoint: rc/D (rise)
        Check: setup
        Launch: rise of a at 0.00
        Capture: rise of b
        Slack: none, the clocks are in different groups of 'apart'
        Exceptions that match:
          1: set_multicycle_path -setup -from [get_pins rb/CK] 2
             overruled by 2, as false paths are not timed
          2: set_false_path -to [get_pins rc/D]
             decides
    "#]],
    );
}

/// Each stage can be passed in two ways that exceptions tell apart.
#[test]
fn more_states_than_there_may_be_are_an_error_that_names_exceptions() {
    let stages = 24;
    let mut verilog =
        String::from("module top (input ck, input in, output z);\n DFF r (.CK(ck), .D(in), .Q(n0));\n");
    let mut constraints = String::from("create_clock -period 2 ck\n");
    for stage in 1..=stages {
        let before = stage - 1;
        writeln!(
            verilog,
            "BUF a{stage} (.A(n{before}), .Z(x{stage})); BUF b{stage} (.A(n{before}), .Z(y{stage})); NAND2 g{stage} (.A(x{stage}), .B(y{stage}), .Z(n{stage}));"
        )
        .unwrap();
        writeln!(constraints, "set_multicycle_path {} -through a{stage}/Z", stage + 1).unwrap();
    }
    writeln!(verilog, "DFF s (.CK(ck), .D(n{stages}), .Q(z));\nendmodule").unwrap();
    let said = printed(&mut shell(&verilog, &constraints), "report_wns");
    expect![[r#"
        % report_wns
        Error: [GRAPH-013]: signals would have to be told apart in more than 2097151 ways by how far 21 exceptions are matched, which is too many. Most of them are of exception 1 (set_multicycle_path -through 'a1/Z') in 1048576 states, exception 2 (set_multicycle_path -through 'a2/Z') in 1048576 states, exception 3 (set_multicycle_path -through 'a3/Z') in 1048576 states. Exceptions with -through or with pins in -from should name fewer places, or fewer of them should have paths in common
    "#]].assert_eq(&said);
}
