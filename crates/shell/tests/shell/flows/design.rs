//! The designs that scripts run on.

use zeroslack_shell::Shell;

use crate::commands::world::World;

/// A design: what is in the environment of a script that loads it.
pub struct Design {
    environment: Vec<(String, String)>,
}

/// A script that ran to its end.
pub struct Ran {
    /// The shell that ran it, in a folder of its own that has the files that it wrote.
    pub world: World,
    /// What went to standard output.
    pub output: String,
}

/// Where the scripts are.
const FLOWS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shell/flows");

/// Where the example design is.
const PULSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pulse");

impl Design {
    /// The example design in one of its corners, loaded by variables of the environment.
    pub fn pulse(corner: &str) -> Self {
        Self::of_pulses("pulse", &format!("{{}} {PULSE}/pulse_{corner}.lib"), "", "pulse {}")
    }

    /// The same with early analysis in one of them and late analysis in the other.
    pub fn pulse_of_two_corners() -> Self {
        let libraries = format!("-min {PULSE}/pulse_fast.lib -max {PULSE}/pulse_slow.lib");
        Self::of_pulses("pulse", &libraries, "", "pulse {}")
    }

    /// A chip with two of it.
    pub fn two_pulses() -> Self {
        let libraries = format!("{{}} {PULSE}/pulse_slow.lib");
        Self::of_pulses("two_pulses", &libraries, &format!("{FLOWS}/two_pulses.v"), "first {} second {}")
    }

    /// A design of libraries, further netlists, and instances with the example's parasitics, whose file is `{}`.
    fn of_pulses(name: &str, libraries: &str, netlist: &str, parasitics: &str) -> Self {
        let environment = [
            ("LOAD", format!("{FLOWS}/load.tcl")),
            ("DESIGN", name.to_owned()),
            ("CORNER", "signoff".to_owned()),
            ("LIBS", libraries.to_owned()),
            ("NETLISTS", format!("{PULSE}/pulse.v {netlist}")),
            ("SPEFS", parasitics.replace("{}", &format!("{PULSE}/pulse.spef"))),
            ("SDC", format!("{FLOWS}/design.sdc")),
            ("CLOCK_PERIOD", "1.12".to_owned()),
            ("IO_PCT", "0.2".to_owned()),
            ("OUTPUT_CAP_LOAD", "8".to_owned()),
        ];
        Self { environment: environment.map(|(name, value)| (name.to_owned(), value)).to_vec() }
    }

    /// A design of the shared data with its own script, or none without shared data.
    pub fn shared(name: &str) -> Option<Self> {
        let load = zeroslack_testing::shared()?.join("data").join(name).join("load.tcl");
        let environment = vec![("LOAD".to_owned(), load.to_string_lossy().into_owned())];
        Some(Self { environment })
    }

    /// Runs one of the scripts to its end.
    #[track_caller]
    pub fn run(&self, script: &str) -> Ran {
        let folder = tempfile::tempdir().unwrap();
        let reports = folder.path().join("reports").to_string_lossy().into_owned();
        let environment = self.environment.iter().cloned().chain([("REPORTS".to_owned(), reports)]);
        let mut world = World::with_environment(folder, environment.collect());
        let (outcome, output, said) = world.run_apart(&format!("source {FLOWS}/{script}"));
        let end = Shell::complaint(&outcome).unwrap_or_default();
        assert!(outcome.is_ok(), "{script}: {end}\n{said}");
        assert!(!said.contains("Error"), "{said}");
        Ran { world, output }
    }
}

impl Ran {
    /// A file that the script wrote to its folder of reports.
    #[track_caller]
    pub fn report(&self, name: &str) -> String {
        let path = self.world.folder.path().join("reports").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}
