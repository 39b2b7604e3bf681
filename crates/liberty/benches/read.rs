//! Throughput of reading libraries: a real one where there is shared data, else one made up here.

use std::fmt::Write;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zeroslack_testing::{shared, text};

/// Libraries of the shared data, by their path in it.
const LIBRARIES: [&str; 4] = [
    "data/libs/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz",
    "data/libs/nangate45/nangate45_typ.lib.gz",
    "data/libs/asap7/asap7sc7p5t_SIMPLE_RVT_TT_nldm.lib.gz",
    "data/tau15/tau2015_Late.lib",
];

/// A library of `count` inverters with tables of 7 x 7.
fn made_up(count: usize) -> String {
    let mut text = String::from(
        "library (made_up) {\n  lu_table_template (t) {\n    variable_1 : input_net_transition;\n",
    );
    text.push_str("    variable_2 : total_output_net_capacitance;\n    index_1 (\"1,2,3,4,5,6,7\");\n    index_2 (\"1,2,3,4,5,6,7\");\n  }\n");
    for cell in 0..count {
        let _ = write!(
            text,
            "  cell (inverter_{cell}) {{\n    pin (A) {{ direction : input; capacitance : 0.0012; }}\n"
        );
        text.push_str("    pin (Y) {\n      direction : output;\n      function : \"!A\";\n      timing () {\n        related_pin : \"A\";\n");
        for table in ["cell_rise", "cell_fall", "rise_transition", "fall_transition"] {
            let _ = write!(text, "        {table} (t) {{\n          values (");
            for row in 0..7 {
                let _ =
                    write!(text, "\"0.0934{row}000, 0.1, 0.2, 0.3456789, 0.4, 0.5, 1.6\", \\\n            ");
            }
            text.push_str(");\n        }\n");
        }
        text.push_str("      }\n    }\n  }\n");
    }
    text.push_str("}\n");
    text
}

fn read(criterion: &mut Criterion) {
    let mut inputs: Vec<(&str, String)> = Vec::new();
    for (shared, library) in shared().iter().flat_map(|shared| LIBRARIES.map(|library| (shared, library))) {
        let name = library.rsplit('/').next().unwrap_or(library);
        inputs.push((name, text(&shared.join(library))));
    }
    inputs.push(("made up, 2000 cells", made_up(2000)));
    let mut group = criterion.benchmark_group("liberty");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for (name, text) in &inputs {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(*name, |bencher| bencher.iter(|| zeroslack_liberty::read(text)));
    }
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
