//! Exceptions as commands.

use std::io;

use zeroslack_sdc::{Exception, ExceptionKind, MovedEdge, PathObject, PathObjects};
use zeroslack_units::Transition;

use super::{Writer, pattern, word};

impl Writer<'_> {
    pub(super) fn exceptions(&mut self) -> io::Result<()> {
        for exception in self.constraints.exceptions.list() {
            let text = self.exception(exception);
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    pub(super) fn exception(&self, exception: &Exception) -> String {
        let Exception { kind, splits, paths, comment } = exception;
        let mut text = kind.command(*splits).to_owned();
        let is_of_checks = !matches!(kind, ExceptionKind::Delay { .. } | ExceptionKind::Group { .. });
        match splits {
            [false, true] if is_of_checks => text.push_str(" -setup"),
            [true, false] if is_of_checks => text.push_str(" -hold"),
            _ => {}
        }
        match kind {
            ExceptionKind::Multicycle { moved: Some(MovedEdge::Launch), .. } => text.push_str(" -start"),
            ExceptionKind::Multicycle { moved: Some(MovedEdge::Capture), .. } => text.push_str(" -end"),
            ExceptionKind::Delay { ignores_latency, probes, .. } => {
                text.push_str(if *ignores_latency { " -ignore_clock_latency" } else { "" });
                text.push_str(if *probes { " -probe" } else { "" });
            }
            ExceptionKind::Group { name: Some(name), .. } => text.push_str(&format!(" -name {}", word(name))),
            ExceptionKind::Group { name: None, .. } => text.push_str(" -default"),
            _ => {}
        }
        if let ExceptionKind::Group { weight, .. } = kind
            && *weight != 1.0
        {
            text.push_str(&format!(" -weight {}", self.number(*weight, |read| read == *weight)));
        }
        match paths.transition {
            Some(Transition::Rise) => text.push_str(" -rise"),
            Some(Transition::Fall) => text.push_str(" -fall"),
            None => {}
        }
        let from = paths.from.iter().map(|set| ("from", set));
        let through = paths.through.iter().map(|set| ("through", set));
        for (name, set) in from.chain(through).chain(paths.to.iter().map(|set| ("to", set))) {
            text.push_str(&format!("\\\n    {} {}", option(name, set), self.path_objects(set)));
        }
        if let Some(comment) = comment {
            text.push_str(&format!(" -comment {}", word(comment)));
        }
        match kind {
            ExceptionKind::Multicycle { cycles, .. } => text.push_str(&format!(" {cycles}")),
            ExceptionKind::Delay { delay: time, .. } | ExceptionKind::Margin(time) => {
                text.push_str(&format!(" {}", self.time(*time)));
            }
            ExceptionKind::False | ExceptionKind::Group { .. } => {}
        }
        text
    }

    fn path_objects(&self, set: &PathObjects) -> String {
        let texts: Vec<String> = set.objects().iter().map(|&object| self.path_object(object)).collect();
        match &texts[..] {
            [one] => one.clone(),
            several => format!("[list {}]", several.join("\\\n           ")),
        }
    }

    fn path_object(&self, object: PathObject) -> String {
        match object {
            PathObject::Clock(clock) => self.clock(clock),
            PathObject::Pin(pin) => self.pin(pin),
            PathObject::HierarchicalPin(pin) => {
                format!("[get_pins {}]", pattern(&self.netlist.hierarchical_pin_name(pin)))
            }
            PathObject::Cell(cell) => self.cell(cell),
            PathObject::Instance(instance) => {
                format!("[get_cells {}]", pattern(self.netlist.instance_name(instance)))
            }
            PathObject::Net(net) => self.net(net),
        }
    }
}

/// `-from`, `-rise_from` and their like.
fn option(name: &str, set: &PathObjects) -> String {
    match set.transition {
        None => format!("-{name}"),
        Some(Transition::Rise) => format!("-rise_{name}"),
        Some(Transition::Fall) => format!("-fall_{name}"),
    }
}
