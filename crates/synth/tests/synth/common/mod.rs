//! A generated design in memory, and read back by the project's readers.

pub mod cells;

use std::sync::Arc;

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source, link};
use zeroslack_sdc::{Constraints, Units, tau};
use zeroslack_synth::{Design, Options, Split};
use zeroslack_timing::{Calculator, CornerData, DelayData, EndpointSlack, Timing, endpoint_slacks};

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// All texts of a design.
#[derive(Debug, PartialEq, Eq)]
pub struct Texts {
    pub early: String,
    pub late: String,
    pub verilog: String,
    pub spef: String,
    pub sdc: String,
    pub timing: String,
}

impl Texts {
    pub fn new(options: &Options) -> Self {
        Self::of(&Design::new(options.clone()).unwrap())
    }

    pub fn of(design: &Design) -> Self {
        let library = |split| text(|out| design.write_liberty(split, out));
        Self::of_given(design, library(Split::Early), library(Split::Late))
    }

    /// Of a design of given libraries.
    pub fn of_given(design: &Design, early: String, late: String) -> Self {
        Self {
            early,
            late,
            verilog: text(|out| design.write_verilog(out)),
            spef: text(|out| design.write_spef(out)),
            sdc: text(|out| design.write_sdc(out)),
            timing: text(|out| design.write_timing(out)),
        }
    }

    pub fn all(&self) -> [&str; 6] {
        [&self.early, &self.late, &self.verilog, &self.spef, &self.sdc, &self.timing]
    }

    /// The netlist with its parasitics. Nobody has anything to say about it.
    pub fn netlist(&self) -> (Netlist, Parasitics) {
        let library = |text| {
            let (library, said) = zeroslack_liberty::read(text);
            silent(&said);
            vec![Arc::new(library)]
        };
        let (library, said) = CellLibrary::new(library(&self.early), library(&self.late));
        silent(&said);
        let (design, said) = zeroslack_verilog::read(&self.verilog);
        silent(&said);
        let source = Source { file: "synth.v", text: &self.verilog, design };
        let (netlist, said) =
            link(&[source], library, &LinkOptions { strict: true, ..LinkOptions::default() });
        silent(&said);
        let (netlist, mut parasitics) = (netlist.unwrap(), Parasitics::default());
        let (spef, said) = zeroslack_spef::read(&self.spef, &Default::default());
        silent(&said);
        silent(&parasitics.read(&netlist, &spef, None, &self.spef));
        (netlist, parasitics)
    }

    pub fn sdc_constraints(&self, netlist: &Netlist) -> Constraints {
        let (constraints, said) =
            zeroslack_constraints::read_text(&self.sdc, netlist, &Units::of_library(netlist));
        silent(&said);
        constraints
    }

    pub fn timing_constraints(&self, netlist: &Netlist) -> Constraints {
        let (constraints, said) = tau::read_timing(&self.timing, netlist);
        silent(&said);
        constraints
    }
}

pub fn silent(said: &Diagnostics) {
    assert!(said.is_empty(), "{:?}", said.iter().next());
}

/// The graph, and every endpoint's slack with CPPR.
pub fn time(
    (netlist, parasitics): &(Netlist, Parasitics),
    constraints: &Constraints,
) -> (TimingGraph, Vec<EndpointSlack>) {
    let library = netlist.library();
    let (graph, said) = TimingGraph::new(netlist, library, constraints);
    silent(&said);
    let (data, said) = DelayData::new(netlist, CornerData { library, parasitics }, &graph);
    silent(&said);
    let mut timing = Timing::default();
    timing.set_cppr(true);
    timing.update(&graph, &data, Calculator::Elmore);
    let slacks = endpoint_slacks(&graph, &timing);
    (graph, slacks)
}
