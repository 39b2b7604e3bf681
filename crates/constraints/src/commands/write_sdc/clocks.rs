//! Clocks, their latencies, slews and uncertainties.

use std::io;

use zeroslack_sdc::{Clock, ClockEdge, ClockId, ClockSense, Derivation, GeneratedClock};
use zeroslack_units::{Quad, Ticks, Transition};

use super::values::{each, each_split, nonzero, of_checks};
use super::{Writer, name_word};

impl Writer<'_> {
    pub(super) fn clocks(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        let starts = |&pin: &_| !constraints.clocks.starting_at(pin).is_empty();
        let is_propagated = |pin| constraints.propagated_pins.contains(pin) && starts(pin);
        // Once a clock starts there, the command would be of that clock; and a latency after it would take it back.
        for pin in constraints.propagated_pins.iter().copied().filter(starts) {
            if let Some(latency) = constraints.pin_latencies.get(&(pin, None)) {
                self.pin_latency("", (self.pin(pin), None), each(latency))?;
            }
            writeln!(self.out, "set_propagated_clock {}", self.pin(pin))?;
        }
        for (id, clock) in constraints.clocks.iter() {
            self.clock_itself(id, clock)?;
        }
        // Where all that comes is propagated, latencies of single clocks do not count.
        for (&(pin, clock), latency) in
            constraints.pin_latencies.iter().filter(|((pin, _), _)| !is_propagated(pin))
        {
            self.pin_latency("", (self.pin(pin), clock), each(latency))?;
        }
        for (&(pin, clock), latency) in &constraints.pin_source_latencies {
            let latency = self.early_and_late(latency);
            self.pin_latency(" -source", (self.pin(pin), clock), latency)?;
        }
        for pin in constraints.propagated_pins.iter().copied().filter(|pin| !starts(pin)) {
            writeln!(self.out, "set_propagated_clock {}", self.pin(pin))?;
        }
        for (&pin, &uncertainty) in &constraints.pin_uncertainties {
            self.uncertainty(uncertainty, "", &format!(" {}", self.pin(pin)))?;
        }
        for (&(from, to), &uncertainty) in &constraints.uncertainties_between {
            let edges = [("from", from), ("to", to)].map(|(name, edge)| self.edge(name, edge));
            self.uncertainty(uncertainty, &edges.concat(), "")?;
        }
        self.clock_relations()
    }

    /// A clock with all that is stated of it. A latency of its network makes it ideal, so that it is made propagated after that.
    fn clock_itself(&mut self, id: ClockId, clock: &Clock) -> io::Result<()> {
        self.create_clock(id, clock)?;
        let object = self.clock(id);
        for (options, latency) in each(&nonzero(&clock.network_latency)) {
            writeln!(self.out, "set_clock_latency{options} {} {object}", self.time(latency))?;
        }
        let source_latency = match &clock.generated {
            Some(generated) if generated.has_own_latency => clock.source_latency.map(|of| of.map(Some)),
            _ => nonzero(&clock.source_latency),
        };
        for (options, latency) in self.early_and_late(&source_latency) {
            writeln!(self.out, "set_clock_latency -source{options} {} {object}", self.time(latency))?;
        }
        for (options, slew) in each(&nonzero(&clock.transition)) {
            let slew = self.amount(slew, self.units.time);
            writeln!(self.out, "set_clock_transition{options} {slew} {object}")?;
        }
        let uncertainty = clock.uncertainty.map(|time| (time != 0).then_some(time));
        self.uncertainty(uncertainty, "", &format!(" {object}"))?;
        if clock.propagated {
            writeln!(self.out, "set_propagated_clock {object}")?;
        }
        Ok(())
    }

    fn create_clock(&mut self, id: ClockId, clock: &Clock) -> io::Result<()> {
        let starting = clock.sources.iter().flat_map(|&pin| self.constraints.clocks.starting_at(pin));
        let add = if starting.into_iter().any(|&other| other < id) { " -add" } else { "" };
        if let Some(generated) = &clock.generated {
            return self.create_generated_clock(clock, generated, add);
        }
        let waveform = if clock.edges == [0, clock.period / 2] {
            String::new()
        } else {
            format!(" -waveform {{{}}}", clock.edges.map(|edge| self.time(edge)).join(" "))
        };
        let sources = self.sources(clock);
        let (name, period) = (name_word(&clock.name), self.time(clock.period));
        writeln!(self.out, "create_clock -name {name}{add} -period {period}{waveform}{sources}")
    }

    fn sources(&self, clock: &Clock) -> String {
        let sources: Vec<String> = clock.sources.iter().map(|&pin| self.pin(pin)).collect();
        match &sources[..] {
            [] => String::new(),
            [one] => format!(" {one}"),
            several => format!(" [list {}]", several.join(" ")),
        }
    }

    fn create_generated_clock(
        &mut self,
        clock: &Clock,
        generated: &GeneratedClock,
        add: &str,
    ) -> io::Result<()> {
        let name = name_word(&clock.name);
        write!(self.out, "create_generated_clock -name {name}{add} -source {}", self.pin(generated.source))?;
        if let Some(master) = generated.stated_master {
            write!(self.out, " -master_clock {}", self.clock(master))?;
        }
        match &generated.derivation {
            Derivation::Divide(1) if generated.is_combinational => {}
            Derivation::Divide(by) => write!(self.out, " -divide_by {by}")?,
            Derivation::Multiply(by, duty) => {
                let duty =
                    duty.map(|duty| format!(" -duty_cycle {}", self.number(duty, |read| read == duty)));
                write!(self.out, " -multiply_by {by}{}", duty.unwrap_or_default())?;
            }
            Derivation::Edges(edges, shifts) => {
                write!(self.out, " -edges {{{}}}", edges.map(|edge| edge.to_string()).join(" "))?;
                if *shifts != [0; 3] {
                    let shifts = shifts.map(|shift| self.time(shift)).join(" ");
                    write!(self.out, " -edge_shift {{{shifts}}}")?;
                }
            }
        }
        let flags = [(generated.is_inverted, " -invert"), (generated.is_combinational, " -combinational")];
        for (_, flag) in flags.iter().filter(|(is_set, _)| *is_set) {
            write!(self.out, "{flag}")?;
        }
        writeln!(self.out, "{}", self.sources(clock))
    }

    /// Groups of clocks, and which edges of clocks pass pins.
    fn clock_relations(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for groups in &constraints.clock_groups {
            let allows = if groups.allows_paths { " -allow_paths" } else { "" };
            let (name, kind) = (name_word(&groups.name), groups.kind.option());
            write!(self.out, "set_clock_groups -name {name} {kind}{allows}")?;
            for group in &groups.groups {
                let clocks: Vec<String> = group.iter().map(|&clock| self.clock(clock)).collect();
                match &clocks[..] {
                    [one] => write!(self.out, " -group {one}")?,
                    several => write!(self.out, " -group [list {}]", several.join(" "))?,
                }
            }
            writeln!(self.out)?;
        }
        for (&(pin, clock), sense) in &constraints.clock_senses {
            let clock = clock.map_or_else(String::new, |clock| format!(" -clocks {}", self.clock(clock)));
            let sense = match sense {
                ClockSense::Positive => "-positive",
                ClockSense::Negative => "-negative",
                ClockSense::Stopped => "-stop_propagation",
            };
            writeln!(self.out, "set_sense -type clock {sense}{clock} {}", self.pin(pin))?;
        }
        Ok(())
    }

    fn early_and_late(&self, latency: &Quad<Option<Ticks>>) -> Vec<(String, Ticks)> {
        if latency[0] == latency[1] { each(latency) } else { each_split(latency, ["-early", "-late"]) }
    }

    fn pin_latency(
        &mut self,
        source: &str,
        (pin, clock): (String, Option<ClockId>),
        latency: Vec<(String, Ticks)>,
    ) -> io::Result<()> {
        let clock = clock.map_or_else(String::new, |clock| format!(" -clock {}", self.clock(clock)));
        for (options, latency) in latency {
            writeln!(self.out, "set_clock_latency{source}{options}{clock} {} {pin}", self.time(latency))?;
        }
        Ok(())
    }

    fn edge(&self, name: &str, edge: ClockEdge) -> String {
        let transition = if edge.edge == Transition::Rise { "rise" } else { "fall" };
        format!(" -{transition}_{name} {}", self.clock(edge.clock))
    }

    fn uncertainty(&mut self, values: [Option<Ticks>; 2], edges: &str, object: &str) -> io::Result<()> {
        for (options, uncertainty) in of_checks(values) {
            let uncertainty = self.time(uncertainty);
            writeln!(self.out, "set_clock_uncertainty{edges}{options} {uncertainty}{object}")?;
        }
        Ok(())
    }
}
