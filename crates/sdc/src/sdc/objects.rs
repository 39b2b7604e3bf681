//! Ports, pins and clocks by name: the commands that find them, and the words that stand for them.

use zeroslack_netlist::{AnyPin, HierarchicalPinId, Netlist, Pattern, PinId, PortDirection};

use super::args::{Spec, flag, required};
use super::reader::Reader;
use super::value::{Element, Object, Value, Word};
use crate::{ClockId, ConstraintError};

const GET_PORTS: Spec =
    Spec { command: "get_ports", options: &[flag("-quiet")], operands: &[required("the names of ports")] };
const GET_PINS: Spec =
    Spec { command: "get_pins", options: &[flag("-quiet")], operands: &[required("the names of pins")] };
const GET_CLOCKS: Spec =
    Spec { command: "get_clocks", options: &[flag("-quiet")], operands: &[required("the names of clocks")] };
const ALL_CLOCKS: Spec = Spec { command: "all_clocks", options: &[], operands: &[] };
const ALL_INPUTS: Spec = Spec { command: "all_inputs", options: &[flag("-no_clocks")], operands: &[] };
const ALL_OUTPUTS: Spec = Spec { command: "all_outputs", options: &[], operands: &[] };

/// What names of nothing are called where it is counted what is not applied.
const MISSING: &str = "names of nothing";

/// What the elements of a list can be.
#[derive(Clone, Copy)]
enum Kind {
    Ports,
    Pins,
    PortsOrPins,
    Clocks,
    ClocksOrPins,
}

impl Kind {
    fn singular(self) -> &'static str {
        match self {
            Self::Ports => "port",
            Self::Pins => "pin",
            Self::PortsOrPins => "port or pin",
            Self::Clocks => "clock",
            Self::ClocksOrPins => "clock, port or pin",
        }
    }

    fn allows(self, object: Object, netlist: &Netlist) -> bool {
        match (self, object) {
            (Self::Clocks | Self::ClocksOrPins, Object::Clock(_)) => true,
            (
                Self::Pins | Self::PortsOrPins | Self::ClocksOrPins,
                Object::Pin(_) | Object::InstancePin(_),
            ) => true,
            (Self::Ports, Object::Pin(pin)) => netlist.is_port(pin),
            _ => false,
        }
    }
}

impl<'t> Reader<'t, '_> {
    pub(crate) fn get_ports(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        let args = self.args(&GET_PORTS, name, words)?;
        self.objects(args.operands[0]?, Kind::Ports, args.has("-quiet")).map(Value::of_objects)
    }

    pub(crate) fn get_pins(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        let args = self.args(&GET_PINS, name, words)?;
        self.objects(args.operands[0]?, Kind::Pins, args.has("-quiet")).map(Value::of_objects)
    }

    pub(crate) fn get_clocks(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        let args = self.args(&GET_CLOCKS, name, words)?;
        self.objects(args.operands[0]?, Kind::Clocks, args.has("-quiet")).map(Value::of_objects)
    }

    pub(crate) fn all_clocks(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        self.args(&ALL_CLOCKS, name, words)?;
        Some(Value::of_objects(self.constraints.clocks.iter().map(|(id, _)| Object::Clock(id)).collect()))
    }

    pub(crate) fn all_inputs(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        let args = self.args(&ALL_INPUTS, name, words)?;
        let mut pins = self.ports_going(PortDirection::Input);
        if args.has("-no_clocks") {
            pins.retain(|&pin| self.constraints.clocks.starting_at(pin).is_empty());
        }
        self.of_pins(pins, name)
    }

    pub(crate) fn all_outputs(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        self.args(&ALL_OUTPUTS, name, words)?;
        let pins = self.ports_going(PortDirection::Output);
        self.of_pins(pins, name)
    }

    /// All port bits that have a direction or both.
    fn ports_going(&self, direction: PortDirection) -> Vec<PinId> {
        let ports = self.netlist.ports().iter();
        let going =
            ports.filter(|port| port.direction == direction || port.direction == PortDirection::Inout);
        going.flat_map(|port| port.bits()).collect()
    }

    fn of_pins(&mut self, pins: Vec<PinId>, command: &Word<'t>) -> Option<Value<'t>> {
        let room = self.spend(pins.len() * size_of::<Object>(), &command.span);
        room.then(|| Value::of_objects(pins.into_iter().map(Object::Pin).collect()))
    }

    /// The port bits that a word stands for.
    pub(crate) fn port_bits(&mut self, word: &Word<'t>) -> Option<Vec<PinId>> {
        let objects = self.objects(word, Kind::Ports, false)?;
        self.unless_missing(objects.into_iter().filter_map(pin_of).collect())
    }

    /// The ports and pins that a word stands for.
    pub(crate) fn ports_or_pins(&mut self, word: &Word<'t>) -> Option<Vec<Object>> {
        let objects = self.objects(word, Kind::PortsOrPins, false)?;
        self.unless_missing(objects)
    }

    /// The clocks, ports and pins that a word stands for.
    pub(crate) fn clocks_or_pins(&mut self, word: &Word<'t>) -> Option<Vec<Object>> {
        let objects = self.objects(word, Kind::ClocksOrPins, false)?;
        self.unless_missing(objects)
    }

    /// Objects, unless all that were named are missing: there is nothing to do then, and no other fault.
    fn unless_missing<T>(&self, objects: Vec<T>) -> Option<Vec<T>> {
        (!objects.is_empty() || !self.has_missing).then_some(objects)
    }

    /// The one clock that a word stands for.
    pub(crate) fn one_clock(&mut self, word: &Word<'t>) -> Option<ClockId> {
        match self.objects(word, Kind::Clocks, false)?[..] {
            [Object::Clock(clock)] => Some(clock),
            [] if self.has_missing => None,
            ref objects => {
                self.diagnostics.error("SDC-029", self.place(word), || {
                    format!("{} clocks are named here: expected one", objects.len())
                });
                None
            }
        }
    }

    /// The elements of a word that are to be plain text.
    pub(crate) fn names<'w>(&mut self, word: &'w Word<'t>) -> Option<Vec<&'w str>> {
        let mut names = Vec::new();
        let all = word.value.each(&mut |element| match element {
            Element::Name(name) => {
                names.push(name);
                Some(())
            }
            Element::Object(_) => None,
        });
        if all.is_none() {
            self.diagnostics.error("SDC-030", self.place(word), || {
                "there are objects of the design here: expected a list of numbers".to_string()
            });
        }
        all.map(|()| names)
    }

    /// The objects that a word stands for. None where one of them cannot be, which is reported.
    fn objects(&mut self, word: &Word<'t>, kind: Kind, quiet: bool) -> Option<Vec<Object>> {
        let mut objects = Vec::new();
        let netlist = self.netlist;
        word.value.each(&mut |element| {
            let before = objects.len();
            match element {
                Element::Name(name) => self.add_named(name, word, kind, quiet, &mut objects)?,
                Element::Object(object) if kind.allows(object, netlist) => objects.push(object),
                Element::Object(Object::InstancePin(pin)) if self.is_driven_by_ports(pin, kind) => {
                    objects.extend(self.drivers_of(pin).into_iter().map(Object::Pin));
                }
                Element::Object(object) => {
                    self.report_kind(object, word, kind);
                    return None;
                }
            }
            let room = self.spend((objects.len() - before) * size_of::<Object>(), &word.span);
            room.then_some(())
        })?;
        Some(objects)
    }

    /// Adds the objects of a name or a pattern.
    fn add_named(
        &mut self,
        raw: &str,
        word: &Word<'t>,
        kind: Kind,
        quiet: bool,
        objects: &mut Vec<Object>,
    ) -> Option<()> {
        let before = objects.len();
        let mut is_undriven = false;
        if matches!(kind, Kind::Clocks | Kind::ClocksOrPins) {
            objects.extend(self.constraints.clocks.named(raw).into_iter().map(Object::Clock));
        }
        if objects.len() == before && matches!(kind, Kind::Ports | Kind::PortsOrPins | Kind::ClocksOrPins) {
            objects.extend(self.netlist.ports_named(raw).into_iter().map(Object::Pin));
        }
        if objects.len() == before && matches!(kind, Kind::Pins | Kind::PortsOrPins | Kind::ClocksOrPins) {
            is_undriven = self.add_pins(raw, objects);
        }
        if objects.len() > before || quiet {
            return Some(());
        }
        self.has_missing = true;
        if matches!(kind, Kind::Clocks | Kind::ClocksOrPins) && self.is_lost_clock(raw) {
            return Some(());
        }
        let (what, pattern) = (kind.singular(), Pattern::new(raw));
        let name = pattern.plain();
        if is_undriven {
            self.diagnostics.error("SDC-041", self.place_of(raw, word), || {
                format!("nothing drives the net of '{name}', the pin of an instance of a module: expected a pin that a cell or a port drives")
            });
            return None;
        }
        if let Some((text, span)) = self.place_of(raw, word) {
            self.diagnostics.note_not_applied(MISSING, (text, span));
        }
        if pattern.is_wild() {
            self.diagnostics
                .warning("SDC-031", self.place_of(raw, word), || format!("no {what} matches '{name}'"));
            return Some(());
        }
        self.diagnostics.warning("SDC-032", self.place_of(raw, word), || {
            format!("there is no {what} named '{name}' here: what is said of it is not applied")
        });
        Some(())
    }

    /// Adds pins by name: those of instances of modules, if something drives their nets. Whether there are such pins, but nothing drives one.
    fn add_pins(&self, name: &str, objects: &mut Vec<Object>) -> bool {
        let before = objects.len();
        let mut is_named = false;
        for pin in self.netlist.pins_named(name) {
            is_named = true;
            match pin {
                AnyPin::Pin(pin) => objects.push(Object::Pin(pin)),
                AnyPin::Hierarchical(pin) if self.drivers_of(pin).is_empty() => {}
                AnyPin::Hierarchical(pin) => objects.push(Object::InstancePin(pin)),
            }
        }
        is_named && objects.len() == before
    }

    /// The pins that drive the net of a pin of an instance.
    fn drivers_of(&self, pin: HierarchicalPinId) -> Vec<PinId> {
        let pins = self.netlist.hierarchical_pin_net(pin).map_or(&[][..], |net| self.netlist.net_pins(net));
        pins.iter().copied().filter(|&pin| self.netlist.is_driver(pin)).collect()
    }

    /// Whether ports are wanted, and a pin of an instance stands for such that drive its net.
    fn is_driven_by_ports(&self, pin: HierarchicalPinId, kind: Kind) -> bool {
        matches!(kind, Kind::Ports) && self.drivers_of(pin).iter().all(|&driver| self.netlist.is_port(driver))
    }

    /// Whether something comes through a pin of an instance, which pins stand for; otherwise that is said.
    pub(crate) fn is_reached(&mut self, pin: HierarchicalPinId, pins: &[PinId], word: &Word<'t>) -> bool {
        if pins.is_empty() {
            let error = ConstraintError::NothingThrough(self.netlist.hierarchical_pin_name(pin));
            self.diagnostics
                .warning("SDC-044", self.place(word), || format!("{error}; nothing is stated of it"));
        }
        !pins.is_empty()
    }

    fn report_kind(&mut self, object: Object, word: &Word<'t>, kind: Kind) {
        self.diagnostics.error("SDC-033", self.place(word), || {
            let (is, name) = match object {
                Object::Clock(clock) => {
                    ("clock", self.constraints.clocks.get(clock).map(|clock| clock.name.to_string()))
                }
                Object::Pin(pin) => ("port or pin", Some(self.netlist.pin_name(pin))),
                Object::InstancePin(pin) => ("pin", Some(self.netlist.hierarchical_pin_name(pin))),
            };
            format!("{is} '{}' is in this list: expected a {}", name.unwrap_or_default(), kind.singular())
        });
    }
}

fn pin_of(object: Object) -> Option<PinId> {
    match object {
        Object::Pin(pin) => Some(pin),
        Object::Clock(_) | Object::InstancePin(_) => None,
    }
}
