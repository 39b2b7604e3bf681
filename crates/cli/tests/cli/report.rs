//! Reports of designs that load.

use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

use expect_test::{Expect, expect, expect_file};

use crate::tiny;

/// The example design of the repository.
pub fn pulse() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse")
}

pub const PULSE: [&str; 11] = [
    "report",
    "--liberty-early",
    "pulse_fast.lib",
    "--liberty-late",
    "pulse_slow.lib",
    "--verilog",
    "pulse.v",
    "--spef",
    "pulse.spef",
    "--sdc",
    "pulse.sdc",
];

/// The report of the example design under more arguments.
fn pulse_report(arguments: &[&str]) -> String {
    let output = tiny::run(&pulse(), &[&PULSE, arguments].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    String::from_utf8(output.stdout).unwrap()
}

/// Compares the report of the tiny design.
fn check(arguments: &[&str], expected: &Expect) {
    let folder = tiny::folder();
    let output = tiny::run(folder.path(), &[&["report"], arguments].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    expected.assert_eq(std::str::from_utf8(&output.stdout).unwrap());
}

#[test]
fn the_example_design() {
    expect_file!["../golden/pulse.txt"].assert_eq(&pulse_report(&["--max-paths", "2"]));
    expect_file!["../golden/pulse.json"].assert_eq(&pulse_report(&["--json"]));
    // The pessimism that is left in is the only difference.
    expect_file!["../golden/pulse_no_cppr.txt"].assert_eq(&pulse_report(&["--cppr", "off"]));
}

/// The page has the numbers of the JSON report, and more endpoints and paths than the text that is printed beside it.
#[test]
fn a_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let arguments = ["--html", file.to_str().unwrap(), "--max-paths", "2"];
    assert_eq!(pulse_report(&arguments), pulse_report(&["--max-paths", "2"]));
    let page = std::fs::read_to_string(&file).unwrap();
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let data: serde_json::Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let said: serde_json::Value =
        serde_json::from_str(&pulse_report(&["--json", "--max-paths", "2", "--max-endpoints", "1000"]))
            .unwrap();
    for key in ["format", "version", "units", "design", "not_applied", "slack", "endpoints", "paths"] {
        assert_eq!(data[key], said[key], "{key}");
    }
}

#[test]
fn slacks_as_random_variables() {
    let arguments = ["--statistical", "--max-paths", "0", "--max-endpoints", "3"];
    let report = pulse_report(&arguments);
    let (_, statistical) = report.split_once("Statistical timing").unwrap();
    expect_file!["../golden/pulse_statistical.txt"].assert_eq(statistical);
    assert_eq!(report, pulse_report(&[&arguments[..], &["--threads", "1"]].concat()));
    let by_moments = pulse_report(&[&arguments[..], &["--form", "moments"]].concat());
    assert!(by_moments.contains("skewness 0, moments, 64 bins, 128 components"), "{by_moments}");
    // Without variation slacks are what they are.
    let none = ["bins", "moments"].map(|form| {
        let none = ["--cell-sigma", "0", "--wire-sigma", "0", "--json", "--form", form];
        let report = pulse_report(&[&arguments[..], &none].concat());
        serde_json::from_str::<serde_json::Value>(&report).unwrap()
    });
    assert_eq!(none[0]["statistical"]["splits"], none[1]["statistical"]["splits"]);
    let [none, _] = none;
    for split in none["statistical"]["splits"].as_array().unwrap() {
        let slacks = split["slacks"].as_array().unwrap();
        assert_eq!(slacks.len(), 3);
        for slack in slacks.iter().chain([&split["worst"]]) {
            assert_eq!((&slack["mean"], slack["sigma"].as_f64()), (&slack["nominal"], Some(0.0)), "{slack}");
        }
        assert_eq!(split["timing_yield"].as_f64(), Some(0.0));
    }
    let without = tiny::run(&pulse(), &[&PULSE[..], &["--bins", "32"]].concat());
    assert!(tiny::said(&without).contains("--statistical"));
}

#[test]
fn pins_of_instances_are_named() {
    let report = pulse_report(&[
        "--hierarchy",
        "--through",
        "u_mac/w[7]",
        "--from",
        "u_noise",
        "--max-paths",
        "1",
        "--split",
        "late",
    ]);
    let named: Vec<&str> =
        report.lines().filter(|line| line.contains("hierarchical")).map(str::trim).collect();
    assert_eq!(
        named,
        [
            "u_noise/ck[1] (hierarchical)",
            "u_noise/code[7] (hierarchical)",
            "u_mac/w[7] (hierarchical)",
            "u_mac/ck[1] (hierarchical)"
        ]
    );
}

#[test]
fn tags_of_clocks_that_share_a_port_are_counted() {
    let folder = tiny::folder();
    let more = "create_clock -add -name slow -period 1.0 [get_ports clk]\n";
    std::fs::write(folder.path().join("tiny.sdc"), tiny::file("tiny.sdc").to_string() + more).unwrap();
    let output = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..]].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    expect![[r#"
        Design tiny, times in ps, capacitances in fF, delays by effective_capacitance
          Cells                5  (2 flip-flops)
          Pins                12
          Ports                4
          Nets                 8  (2 with parasitics, 5 without)
          Timing arcs         19  (8 levels)
          Tags                31  (1.94 a pin, 2 at the most)
          Endpoints            3

        Clock     Period    Rise      Fall  Network     Sources
        --------------------------------------------------------
        clk     400.0000  0.0000  200.0000  propagated  clk
        slow   1000.0000  0.0000  500.0000  ideal       clk

        Check         Endpoints  Failing       WNS       TNS  Worst slack
        ------------------------------------------------------------------
        setup                 2        0    0.0000    0.0000      13.4478
        output late           1        1  -54.5693  -54.5693     -54.5693
        hold                  2        0    0.0000    0.0000      94.9136
        output early          1        0    0.0000    0.0000     111.9383

        Not timed in full
                 5  nets without parasitics

        Worst endpoints, late: 3 of 3
        #  Endpoint  Transition  Check          Arrival   Required     Slack  Startpoint
        ---------------------------------------------------------------------------------
        1  out       fall        output late  1104.5693  1050.0000  -54.5693  ff1/CK
        2  ff1/D     fall        setup         949.7262   963.1740   13.4478  ff0/CK
        3  ff0/D     fall        setup         900.0000   962.2222   62.2222  in[0]

        Worst endpoints, early: 3 of 3
        #  Endpoint  Transition  Check          Arrival  Required     Slack  Startpoint
        --------------------------------------------------------------------------------
        1  ff0/D     rise        hold          100.0000    5.0864   94.9136  in[0]
        2  out       rise        output early  101.9383  -10.0000  111.9383  ff1/CK
        3  ff1/D     fall        hold          145.1430    4.3968  140.7462  ff0/CK


        Startpoint: ff1 (rising edge-triggered flip-flop clocked by slow)
        Endpoint: out (output port clocked by clk)
        Path Group: clk
        Path Type: max

        Fanout        Cap       Slew      Delay       Time   Description
        -----------------------------------------------------------------------------------------
                              0.0000  1000.0000  1000.0000   clock slow (rise edge)
                                         0.0000  1000.0000   clock network delay (ideal)
                              0.0000     0.0000  1000.0000 ^ ff1/CK (DFF)
             1     1.0000    15.5556    77.7778  1077.7778 ^ ff1/Q (DFF)
                             15.5556     0.0000  1077.7778 ^ last/A (INV)
             1     3.0000    28.1975    26.7915  1104.5693 v last/Y (INV)
                             28.1975     0.0000  1104.5693 v out (out)
                                                 1104.5693   data arrival time

                                      1200.0000  1200.0000   clock clk (rise edge)
                                         0.0000  1200.0000   clock network delay (propagated)
                                         0.0000  1200.0000   clock reconvergence pessimism
                                      -150.0000  1050.0000   output external delay
                                                 1050.0000   data required time
        -----------------------------------------------------------------------------------------
                                                 1050.0000   data required time
                                                -1104.5693   data arrival time
        -----------------------------------------------------------------------------------------
                                                  -54.5693   slack (VIOLATED)


        Startpoint: in[0] (input port clocked by clk)
        Endpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
        Path Group: clk
        Path Type: min

        Fanout       Cap      Slew     Delay      Time   Description
        -------------------------------------------------------------------------------------
                                      0.0000    0.0000   clock clk (rise edge)
                                      0.0000    0.0000   clock network delay (propagated)
                                    100.0000  100.0000 ^ input external delay
             1    1.0000   20.0000    0.0000  100.0000 ^ in[0] (in)
                           20.0000    0.0000  100.0000 ^ ff0/D (DFF)
                                              100.0000   data arrival time

                                      0.0000    0.0000   clock clk (rise edge)
                                      0.0000    0.0000   clock source latency
             2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                           20.0000    0.0000    0.0000 ^ ff0/CK (DFF)
                                      0.0000    0.0000   clock reconvergence pessimism
                                      5.0864    5.0864   library hold time
                                                5.0864   data required time
        -------------------------------------------------------------------------------------
                                                5.0864   data required time
                                             -100.0000   data arrival time
        -------------------------------------------------------------------------------------
                                               94.9136   slack (MET)
    "#]]
    .assert_eq(std::str::from_utf8(&output.stdout).unwrap());
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let one = pulse_report(&["--threads", "1", "--max-paths", "200", "--max-endpoints", "200"]);
    assert_eq!(pulse_report(&["--threads", "5", "--max-paths", "200", "--max-endpoints", "200"]), one);
}

#[test]
fn any_engine_gives_the_same() {
    let paths = ["--max-paths", "200", "--cppr", "off"];
    let report = |engine: &[&str]| tiny::run(&pulse(), &[&PULSE[..], &paths, engine].concat());
    let expected = report(&["--engine", "cpu"]);
    assert_eq!(tiny::said(&expected), "exit 0\n");
    assert_eq!(report(&[]).stdout, expected.stdout);
    let on_gpu = report(&["--engine", "cuda"]);
    if on_gpu.status.success() {
        assert_eq!(on_gpu.stdout, expected.stdout);
    } else {
        let said = tiny::said(&on_gpu);
        assert!(said.starts_with("error[GPU-0") && said.contains("the engine 'cpu' needs none"), "{said}");
    }
    let absent = report(&["--engine", "cuda", "--gpu", "4711"]);
    let said = tiny::said(&absent);
    assert!(said.starts_with("error[GPU-0") && said.ends_with("exit 1\n"), "{said}");
}

/// Every number of a listing, in ticks.
fn ticks(text: &str) -> i64 {
    (text.parse::<f64>().unwrap() * 1e4).round() as i64
}

#[test]
fn columns_add_up_to_the_last_digit() {
    let report: serde_json::Value =
        serde_json::from_str(&pulse_report(&["--json", "--max-paths", "200"])).unwrap();
    let of = |value: &serde_json::Value| ticks(&value.to_string());
    let paths = report["paths"].as_array().unwrap();
    assert!(paths.len() > 300);
    for path in paths {
        let sum =
            |lines: &str| path[lines].as_array().unwrap().iter().map(|line| of(&line["delay"])).sum::<i64>();
        let last = |lines: &str| of(&path[lines].as_array().unwrap().last().unwrap()["time"]);
        assert_eq!(sum("launch") + sum("data"), of(&path["arrival"]));
        assert_eq!(last("data"), of(&path["arrival"]));
        assert_eq!(sum("capture"), of(&path["required"]));
        assert_eq!(last("capture"), of(&path["required"]));
        let slack = of(&path["required"]) - of(&path["arrival"]);
        assert_eq!(if path["split"] == "late" { slack } else { -slack }, of(&path["slack"]));
    }
}

#[test]
fn a_path_from_a_register_to_a_port() {
    check(
        &[&tiny::ARGUMENTS[..], &["--split", "late", "--max-paths", "3", "--nets"]].concat(),
        &expect![[r#"
            Design tiny, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                5  (2 flip-flops)
              Pins                12
              Ports                4
              Nets                 8  (2 with parasitics, 5 without)
              Timing arcs         15  (8 levels)
              Endpoints            3

            Clock    Period    Rise      Fall  Network     Sources
            -------------------------------------------------------
            clk    400.0000  0.0000  200.0000  propagated  clk

            Check         Endpoints  Failing     WNS     TNS  Worst slack
            --------------------------------------------------------------
            setup                 2        0  0.0000  0.0000     215.6700
            output late           1        0  0.0000  0.0000     140.9863
            hold                  2        0  0.0000  0.0000      94.9136
            output early          1        0  0.0000  0.0000     116.5062

            Not timed in full
                     5  nets without parasitics

            Worst endpoints, late: 3 of 3
            #  Endpoint  Transition  Check         Arrival  Required     Slack  Startpoint
            -------------------------------------------------------------------------------
            1  out       fall        output late  109.0137  250.0000  140.9863  ff1/CK
            2  ff1/D     fall        setup        149.7262  365.3962  215.6700  ff0/CK
            3  ff0/D     fall        setup        100.0000  364.4444  264.4444  in[0]


            Startpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port clocked by clk)
            Path Group: clk
            Path Type: max

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                                                             clk (net)
                               20.0000    0.0000    0.0000 ^ ff1/CK (DFF)
                 1    1.0000   15.5556   82.2222   82.2222 ^ ff1/Q (DFF)
                                                             q[1] (net)
                               15.5556    0.0000   82.2222 ^ last/A (INV)
                 1    3.0000   28.1975   26.7915  109.0137 v last/Y (INV)
                                                             out (net)
                               28.1975    0.0000  109.0137 v out (out)
                                                  109.0137   data arrival time

                                        400.0000  400.0000   clock clk (rise edge)
                                          0.0000  400.0000   clock network delay (propagated)
                                          0.0000  400.0000   clock reconvergence pessimism
                                       -150.0000  250.0000   output external delay
                                                  250.0000   data required time
            -------------------------------------------------------------------------------------
                                                  250.0000   data required time
                                                 -109.0137   data arrival time
            -------------------------------------------------------------------------------------
                                                  140.9863   slack (MET)


            Startpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port clocked by clk)
            Path Group: clk
            Path Type: max

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                                                             clk (net)
                               20.0000    0.0000    0.0000 ^ ff1/CK (DFF)
                 1    1.0000   13.5556   77.2222   77.2222 v ff1/Q (DFF)
                                                             q[1] (net)
                               13.5556    0.0000   77.2222 v last/A (INV)
                 1    3.0000   31.8642   29.2840  106.5062 ^ last/Y (INV)
                                                             out (net)
                               31.8642    0.0000  106.5062 ^ out (out)
                                                  106.5062   data arrival time

                                        400.0000  400.0000   clock clk (rise edge)
                                          0.0000  400.0000   clock network delay (propagated)
                                          0.0000  400.0000   clock reconvergence pessimism
                                       -150.0000  250.0000   output external delay
                                                  250.0000   data required time
            -------------------------------------------------------------------------------------
                                                  250.0000   data required time
                                                 -106.5062   data arrival time
            -------------------------------------------------------------------------------------
                                                  143.4938   slack (MET)


            Startpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                                                             clk (net)
                               20.0000    0.0000    0.0000 ^ ff0/CK (DFF)
                 1    4.9370   42.8644   94.7200   94.7200 v ff0/Q (DFF)
                                                             q[0] (net)
                               42.9148    1.5000   96.2200 v u/one/A (INV)
                 1    2.9638   33.1940   32.3854  128.6054 ^ u/one/Y (INV)
                                                             u/m (net)
                               33.2079    0.8000  129.4054 ^ u/two/A (INV)
                 1    1.0000   14.2893   20.3208  149.7262 v u/two/Y (INV)
                                                             n (net)
                               14.2893    0.0000  149.7262 v ff1/D (DFF)
                                                  149.7262   data arrival time

                                        400.0000  400.0000   clock clk (rise edge)
                                          0.0000  400.0000   clock source latency
                 2    2.0000   20.0000    0.0000  400.0000 ^ clk (in)
                                                             clk (net)
                               20.0000    0.0000  400.0000 ^ ff1/CK (DFF)
                                          0.0000  400.0000   clock reconvergence pessimism
                                        -34.6038  365.3962   library setup time
                                                  365.3962   data required time
            -------------------------------------------------------------------------------------
                                                  365.3962   data required time
                                                 -149.7262   data arrival time
            -------------------------------------------------------------------------------------
                                                  215.6700   slack (MET)
        "#]],
    );
}

#[test]
fn every_kind_of_start_and_end() {
    let folder = tiny::folder();
    let arguments = [
        "report",
        "--liberty",
        "states.lib",
        "--verilog",
        "states.v",
        "--sdc",
        "states.sdc",
        "--max-paths",
        "20",
    ];
    let output = tiny::run(folder.path(), &[&arguments[..], &["--digits", "0"]].concat());
    let text = [&output.stdout[..], tiny::said(&output).as_bytes()].concat();
    expect_file!["../golden/states.txt"].assert_eq(std::str::from_utf8(&text).unwrap());
}

#[test]
fn nanoseconds_with_chosen_digits() {
    check(
        &[&tiny::ARGUMENTS[..], &["--split", "early", "--units", "ns", "--digits", "5"]].concat(),
        &expect![[r#"
            Design tiny, times in ns, capacitances in pF, delays by effective_capacitance
              Cells                5  (2 flip-flops)
              Pins                12
              Ports                4
              Nets                 8  (2 with parasitics, 5 without)
              Timing arcs         15  (8 levels)
              Endpoints            3

            Clock   Period     Rise     Fall  Network     Sources
            ------------------------------------------------------
            clk    0.40000  0.00000  0.20000  propagated  clk

            Check         Endpoints  Failing      WNS      TNS  Worst slack
            ----------------------------------------------------------------
            setup                 2        0  0.00000  0.00000      0.21567
            output late           1        0  0.00000  0.00000      0.14099
            hold                  2        0  0.00000  0.00000      0.09491
            output early          1        0  0.00000  0.00000      0.11651

            Not timed in full
                     5  nets without parasitics

            Worst endpoints, early: 3 of 3
            #  Endpoint  Transition  Check         Arrival  Required    Slack  Startpoint
            ------------------------------------------------------------------------------
            1  ff0/D     rise        hold          0.10000   0.00509  0.09491  in[0]
            2  out       rise        output early  0.10651  -0.01000  0.11651  ff1/CK
            3  ff1/D     fall        hold          0.14973   0.00440  0.14533  ff0/CK


            Startpoint: in[0] (input port clocked by clk)
            Endpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: min

            Fanout        Cap       Slew      Delay       Time   Description
            -----------------------------------------------------------------------------------------
                                            0.00000    0.00000   clock clk (rise edge)
                                            0.00000    0.00000   clock network delay (propagated)
                                            0.10000    0.10000 ^ input external delay
                 1    0.00100    0.02000    0.00000    0.10000 ^ in[0] (in)
                                 0.02000    0.00000    0.10000 ^ ff0/D (DFF)
                                                       0.10000   data arrival time

                                            0.00000    0.00000   clock clk (rise edge)
                                            0.00000    0.00000   clock source latency
                 2    0.00200    0.02000    0.00000    0.00000 ^ clk (in)
                                 0.02000    0.00000    0.00000 ^ ff0/CK (DFF)
                                            0.00000    0.00000   clock reconvergence pessimism
                                            0.00509    0.00509   library hold time
                                                       0.00509   data required time
            -----------------------------------------------------------------------------------------
                                                       0.00509   data required time
                                                      -0.10000   data arrival time
            -----------------------------------------------------------------------------------------
                                                       0.09491   slack (MET)
        "#]],
    );
}

/// A path shows the load that the edge on it sees: less than the whole one where there is resistance.
#[test]
fn effective_capacitance_of_the_edges_on_a_path() {
    let arguments = ["--delay-calculator", "ceff", "--max-paths", "1", "--to", "ff1/D"];
    check(
        &[&tiny::ARGUMENTS[..], &arguments].concat(),
        &expect![[r#"
            Design tiny, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                5  (2 flip-flops)
              Pins                12
              Ports                4
              Nets                 8  (2 with parasitics, 5 without)
              Timing arcs         15  (8 levels)
              Endpoints            3

            Clock    Period    Rise      Fall  Network     Sources
            -------------------------------------------------------
            clk    400.0000  0.0000  200.0000  propagated  clk

            Check         Endpoints  Failing     WNS     TNS  Worst slack
            --------------------------------------------------------------
            setup                 2        0  0.0000  0.0000     215.6700
            output late           1        0  0.0000  0.0000     140.9863
            hold                  2        0  0.0000  0.0000      94.9136
            output early          1        0  0.0000  0.0000     116.5062

            Not timed in full
                     5  nets without parasitics

            Worst endpoints, late: 3 of 3
            #  Endpoint  Transition  Check         Arrival  Required     Slack  Startpoint
            -------------------------------------------------------------------------------
            1  out       fall        output late  109.0137  250.0000  140.9863  ff1/CK
            2  ff1/D     fall        setup        149.7262  365.3962  215.6700  ff0/CK
            3  ff0/D     fall        setup        100.0000  364.4444  264.4444  in[0]

            Worst endpoints, early: 3 of 3
            #  Endpoint  Transition  Check          Arrival  Required     Slack  Startpoint
            --------------------------------------------------------------------------------
            1  ff0/D     rise        hold          100.0000    5.0864   94.9136  in[0]
            2  out       rise        output early  106.5062  -10.0000  116.5062  ff1/CK
            3  ff1/D     fall        hold          149.7262    4.3967  145.3295  ff0/CK


            Startpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                               20.0000    0.0000    0.0000 ^ ff0/CK (DFF)
                 1    4.9370   42.8644   94.7200   94.7200 v ff0/Q (DFF)
                               42.9148    1.5000   96.2200 v u/one/A (INV)
                 1    2.9638   33.1940   32.3854  128.6054 ^ u/one/Y (INV)
                               33.2079    0.8000  129.4054 ^ u/two/A (INV)
                 1    1.0000   14.2893   20.3208  149.7262 v u/two/Y (INV)
                               14.2893    0.0000  149.7262 v ff1/D (DFF)
                                                  149.7262   data arrival time

                                        400.0000  400.0000   clock clk (rise edge)
                                          0.0000  400.0000   clock source latency
                 2    2.0000   20.0000    0.0000  400.0000 ^ clk (in)
                               20.0000    0.0000  400.0000 ^ ff1/CK (DFF)
                                          0.0000  400.0000   clock reconvergence pessimism
                                        -34.6038  365.3962   library setup time
                                                  365.3962   data required time
            -------------------------------------------------------------------------------------
                                                  365.3962   data required time
                                                 -149.7262   data arrival time
            -------------------------------------------------------------------------------------
                                                  215.6700   slack (MET)


            Startpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: min

            Fanout       Cap      Slew     Delay      Time   Description
            -------------------------------------------------------------------------------------
                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                               20.0000    0.0000    0.0000 ^ ff0/CK (DFF)
                 1    4.9370   42.8644   94.7200   94.7200 v ff0/Q (DFF)
                               42.9148    1.5000   96.2200 v u/one/A (INV)
                 1    2.9638   33.1940   32.3854  128.6054 ^ u/one/Y (INV)
                               33.2079    0.8000  129.4054 ^ u/two/A (INV)
                 1    1.0000   14.2893   20.3208  149.7262 v u/two/Y (INV)
                               14.2893    0.0000  149.7262 v ff1/D (DFF)
                                                  149.7262   data arrival time

                                          0.0000    0.0000   clock clk (rise edge)
                                          0.0000    0.0000   clock source latency
                 2    2.0000   20.0000    0.0000    0.0000 ^ clk (in)
                               20.0000    0.0000    0.0000 ^ ff1/CK (DFF)
                                          0.0000    0.0000   clock reconvergence pessimism
                                          4.3967    4.3967   library hold time
                                                    4.3967   data required time
            -------------------------------------------------------------------------------------
                                                    4.3967   data required time
                                                 -149.7262   data arrival time
            -------------------------------------------------------------------------------------
                                                  145.3295   slack (MET)
        "#]],
    );
}

#[test]
fn contest_constraints_have_source_latency_and_stated_required_times() {
    let arguments = [
        "--liberty",
        "tiny.lib",
        "--verilog",
        "tiny.v",
        "--timing",
        "tiny.timing",
        "--delay-calculator",
        "lumped",
    ];
    check(
        &[&arguments[..], &["--max-paths", "3", "--digits", "1"]].concat(),
        &expect![[r#"
            Design tiny, times in ps, capacitances in fF, delays by lumped_cap
              Cells                5  (2 flip-flops)
              Pins                12
              Ports                4
              Nets                 8
              Timing arcs         15  (8 levels)
              Endpoints            3

            Clock  Period  Rise  Fall  Network     Sources
            -----------------------------------------------
            clk     400.0   0.0   0.0  propagated  clk

            Check         Endpoints  Failing  WNS  TNS  Worst slack
            --------------------------------------------------------
            setup                 2        0  0.0  0.0        247.1
            output late           1        0  0.0  0.0        184.0
            hold                  2        0  0.0  0.0         87.9
            output early          1        0  0.0  0.0        101.5

            Not timed in full
                     1  inputs without a delay

            Worst endpoints, late: 3 of 3
            #  Endpoint  Transition  Check        Arrival  Required  Slack  Startpoint
            ---------------------------------------------------------------------------
            1  out       fall        output late    116.0     300.0  184.0  ff1/CK
            2  ff1/D     rise        setup          128.1     375.2  247.1  ff0/CK
            3  ff0/D     fall        setup          110.0     369.4  259.4  in[0]

            Worst endpoints, early: 3 of 3
            #  Endpoint  Transition  Check         Arrival  Required  Slack  Startpoint
            ----------------------------------------------------------------------------
            1  ff0/D     rise        hold            100.0      12.1   87.9  in[0]
            2  out       rise        output early    111.5      10.0  101.5  ff1/CK
            3  ff1/D     fall        hold            121.1       9.4  111.7  ff0/CK


            Startpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port)
            Path Group: unclocked
            Path Type: max

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    7.0    7.0   clock source latency
                 2    2.0   20.0    0.0    7.0 ^ clk (in)
                            20.0    0.0    7.0 ^ ff1/CK (DFF)
                 1    1.0   15.6   82.2   89.2 ^ ff1/Q (DFF)
                            15.6    0.0   89.2 ^ last/A (INV)
                 1    3.0   28.2   26.8  116.0 v last/Y (INV)
                            28.2    0.0  116.0 v out (out)
                                         116.0   data arrival time

                                  300.0  300.0   stated required time
                                         300.0   data required time
            -------------------------------------------------------------------------
                                         300.0   data required time
                                        -116.0   data arrival time
            -------------------------------------------------------------------------
                                         184.0   slack (MET)


            Startpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port)
            Path Group: unclocked
            Path Type: max

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    7.0    7.0   clock source latency
                 2    2.0   20.0    0.0    7.0 ^ clk (in)
                            20.0    0.0    7.0 ^ ff1/CK (DFF)
                 1    1.0   13.6   77.2   84.2 v ff1/Q (DFF)
                            13.6    0.0   84.2 v last/A (INV)
                 1    3.0   31.9   29.3  113.5 ^ last/Y (INV)
                            31.9    0.0  113.5 ^ out (out)
                                         113.5   data arrival time

                                  300.0  300.0   stated required time
                                         300.0   data required time
            -------------------------------------------------------------------------
                                         300.0   data required time
                                        -113.5   data arrival time
            -------------------------------------------------------------------------
                                         186.5   slack (MET)


            Startpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    7.0    7.0   clock source latency
                 2    2.0   20.0    0.0    7.0 ^ clk (in)
                            20.0    0.0    7.0 ^ ff0/CK (DFF)
                 1    1.0   15.6   82.2   89.2 ^ ff0/Q (DFF)
                            15.6    0.0   89.2 ^ u/one/A (INV)
                 1    1.0   13.3   18.6  107.8 v u/one/Y (INV)
                            13.3    0.0  107.8 v u/two/A (INV)
                 1    1.0   15.2   20.4  128.1 ^ u/two/Y (INV)
                            15.2    0.0  128.1 ^ ff1/D (DFF)
                                         128.1   data arrival time

                                  400.0  400.0   clock clk (rise edge)
                                    5.0  405.0   clock source latency
                 2    2.0   20.0    0.0  405.0 ^ clk (in)
                            20.0    0.0  405.0 ^ ff1/CK (DFF)
                                    0.0  405.0   clock reconvergence pessimism
                                  -29.8  375.2   library setup time
                                         375.2   data required time
            -------------------------------------------------------------------------
                                         375.2   data required time
                                        -128.1   data arrival time
            -------------------------------------------------------------------------
                                         247.1   slack (MET)


            Startpoint: in[0] (input port clocked by clk)
            Endpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: min

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    0.0    0.0   clock network delay (propagated)
                                  100.0  100.0 ^ input external delay
                 1    1.0   20.0    0.0  100.0 ^ in[0] (in)
                            20.0    0.0  100.0 ^ ff0/D (DFF)
                                         100.0   data arrival time

                                    0.0    0.0   clock clk (rise edge)
                                    7.0    7.0   clock source latency
                 2    2.0   20.0    0.0    7.0 ^ clk (in)
                            20.0    0.0    7.0 ^ ff0/CK (DFF)
                                    0.0    7.0   clock reconvergence pessimism
                                    5.1   12.1   library hold time
                                          12.1   data required time
            -------------------------------------------------------------------------
                                          12.1   data required time
                                        -100.0   data arrival time
            -------------------------------------------------------------------------
                                          87.9   slack (MET)


            Startpoint: in[0] (input port clocked by clk)
            Endpoint: ff0 (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: min

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    0.0    0.0   clock network delay (propagated)
                                  100.0  100.0 v input external delay
                 1    1.0   20.0    0.0  100.0 v in[0] (in)
                            20.0    0.0  100.0 v ff0/D (DFF)
                                         100.0   data arrival time

                                    0.0    0.0   clock clk (rise edge)
                                    7.0    7.0   clock source latency
                 2    2.0   20.0    0.0    7.0 ^ clk (in)
                            20.0    0.0    7.0 ^ ff0/CK (DFF)
                                    0.0    7.0   clock reconvergence pessimism
                                    4.2   11.2   library hold time
                                          11.2   data required time
            -------------------------------------------------------------------------
                                          11.2   data required time
                                        -100.0   data arrival time
            -------------------------------------------------------------------------
                                          88.8   slack (MET)


            Startpoint: ff1 (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port)
            Path Group: unclocked
            Path Type: min

            Fanout    Cap   Slew  Delay   Time   Description
            -------------------------------------------------------------------------
                                    0.0    0.0   clock clk (rise edge)
                                    5.0    5.0   clock source latency
                 2    2.0   20.0    0.0    5.0 ^ clk (in)
                            20.0    0.0    5.0 ^ ff1/CK (DFF)
                 1    1.0   13.6   77.2   82.2 v ff1/Q (DFF)
                            13.6    0.0   82.2 v last/A (INV)
                 1    3.0   31.9   29.3  111.5 ^ last/Y (INV)
                            31.9    0.0  111.5 ^ out (out)
                                         111.5   data arrival time

                                   10.0   10.0   stated required time
                                          10.0   data required time
            -------------------------------------------------------------------------
                                          10.0   data required time
                                        -111.5   data arrival time
            -------------------------------------------------------------------------
                                         101.5   slack (MET)
        "#]],
    );
}

#[test]
fn without_constraints() {
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v"],
        &expect![[r#"
            Design tiny, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                5  (2 flip-flops)
              Pins                12
              Ports                4
              Nets                 8
              Timing arcs         15  (8 levels)
              Endpoints            2  (2 without a slack)

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     2  endpoints without a clock
                     2  clock pins without a clock
                     3  inputs without a delay
                     1  outputs without a delay
        "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--json"],
        &expect![[r#"
            {
              "format": "zeroslack-report",
              "version": 1,
              "units": {
                "time": "ps",
                "capacitance": "fF"
              },
              "design": {
                "name": "tiny",
                "delay_calculator": "effective_capacitance",
                "cells": 5,
                "flip_flops": 2,
                "latches": 0,
                "clock_gates": 0,
                "black_boxes": 0,
                "physical_cells": 0,
                "nets": 8,
                "nets_with_parasitics": 0,
                "nets_without_parasitics": null,
                "pins": 12,
                "ports": 4,
                "arcs": 15,
                "tags": 16,
                "most_tags": 1,
                "levels": 8,
                "loops_cut": 0,
                "endpoints": 2,
                "unconstrained": 2,
                "clocks": []
              },
              "setup": {
                "endpoints_without_clock": 2,
                "endpoints_without_arrival": 0,
                "endpoints_without_requirement": 0,
                "clock_pins_without_clock": 2,
                "inputs_without_delay": 3,
                "outputs_without_delay": 1,
                "loops_cut": 0,
                "nets_without_parasitics": 0
              },
              "not_applied": [],
              "constraints": {
                "stated": 0,
                "not_applied": 0
              },
              "slack": [],
              "endpoints": [],
              "paths": []
            }
        "#]],
    );
}

#[test]
fn output_goes_to_a_file() {
    let folder = tiny::folder();
    let to_file =
        tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &["-o", "report.txt"]].concat());
    assert_eq!(tiny::said(&to_file), "exit 0\n");
    assert!(to_file.stdout.is_empty());
    let printed = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..]].concat());
    assert_eq!(std::fs::read(folder.path().join("report.txt")).unwrap(), printed.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let arguments = [&PULSE[..], &["--max-paths", "200"]].concat();
    let mut child =
        tiny::command(&pulse(), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 6];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"Design");
    assert_eq!(tiny::said(&child.wait_with_output().unwrap()), "exit 0\n");
}

#[test]
fn help_and_version() {
    let folder = tiny::folder();
    let text = |arguments: &[&str]| String::from_utf8(tiny::run(folder.path(), arguments).stdout).unwrap();
    expect_file!["../golden/help.txt"].assert_eq(&text(&["report", "--help"]));
    assert_eq!(text(&["--version"]), concat!("zeroslack ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn what_a_design_lacks_stands_in_the_report() {
    let folder = tiny::folder();
    // A register without a clock, a loop, ports without delays, and a register that no signal reaches.
    let netlist = "module top (clk, other, in, free, out, loose);\n  input clk, other, in, free; output out, loose;\n  wire a, b, c, d;\n  \
        DFF good (.D(in), .CK(clk), .Q(a));\n  DFF unclocked (.D(a), .CK(other), .Q(b));\n  DFF silent (.D(b), .CK(clk), .Q(c));\n  \
        INV one (.A(c), .Y(out));\n  INV two (.A(free), .Y(loose));\n  INV up (.A(d), .Y(d));\nendmodule\n";
    let constraints = "create_clock -name clk -period 1 [get_ports clk]\nset_propagated_clock clk\n\
        set_input_delay 0.1 -clock clk in\nset_output_delay 0.1 -clock clk out\n";
    std::fs::write(folder.path().join("top.v"), netlist).unwrap();
    std::fs::write(folder.path().join("top.sdc"), constraints).unwrap();
    let arguments = ["report", "--liberty", "tiny.lib", "--verilog", "top.v", "--sdc", "top.sdc", "-q"];
    let shown = |more: &[&str]| tiny::run(folder.path(), &[&arguments[..], more].concat()).stdout;
    let text = String::from_utf8(shown(&["--check-setup"])).unwrap();
    let lines =
        text.lines().skip_while(|line| !line.starts_with("Not timed")).take_while(|line| !line.is_empty());
    expect![[r#"
        [
            "Not timed in full",
            "         1  endpoints without a clock",
            "              unclocked/D",
            "         1  endpoints without an arrival",
            "              silent/D",
            "         1  clock pins without a clock",
            "              unclocked/CK",
            "         2  inputs without a delay",
            "              other",
            "              free",
            "         1  outputs without a delay",
            "              loose",
            "         1  loops cut",
            "              up/A",
        ]
    "#]]
    .assert_debug_eq(&lines.collect::<Vec<_>>());
    let setup = |more: &[&str]| {
        serde_json::from_slice::<serde_json::Value>(&shown(more)).unwrap()["setup"].to_string()
    };
    expect![[r#"{"endpoints_without_clock":1,"endpoints_without_arrival":1,"endpoints_without_requirement":0,"clock_pins_without_clock":1,"inputs_without_delay":2,"outputs_without_delay":1,"loops_cut":1,"nets_without_parasitics":0}"#]].assert_eq(&setup(&["--json"]));
    expect![[r#"{"endpoints_without_clock":{"count":1,"names":["unclocked/D"]},"endpoints_without_arrival":{"count":1,"names":["silent/D"]},"endpoints_without_requirement":{"count":0,"names":[]},"clock_pins_without_clock":{"count":1,"names":["unclocked/CK"]},"inputs_without_delay":{"count":2,"names":["other"]},"outputs_without_delay":{"count":1,"names":["loose"]},"loops_cut":{"count":1,"names":["up/A"]},"nets_without_parasitics":{"count":0,"names":[]}}"#]].assert_eq(&setup(&["--json", "--check-setup", "1"]));
}
