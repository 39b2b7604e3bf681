//! Objects of the design as values of Tcl.
//!
//! A handle is a text such as `pin#17`, which stays the same as long as the design does, and is found again however a script has taken lists
//! apart and put them together. Names may stand wherever handles may, and empty words stand for nothing.

use std::fmt::Write as _;
use std::rc::Rc;

use zeroslack_netlist::{
    AnyPin, CellId, CellOrInstance, HierarchicalPinId, InstanceId, MasterId, NetId, Netlist, PinId,
};
use zeroslack_sdc::ClockId;
use zeroslack_tcl::{Exception, Value, parse_list};

use crate::commands::libraries;
use crate::nearest::nearest;
use crate::read::NAME_OF_NOTHING;
use crate::state::{State, Warning};

/// An object of the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A port.
    Port(PinId),
    /// A pin of a cell, or a port as a pin that paths start or end at: that has no net outside of the design.
    Pin(PinId),
    /// A pin of an instance of a module.
    HierarchicalPin(HierarchicalPinId),
    /// A cell.
    Cell(CellId),
    /// An instance of a module.
    Instance(InstanceId),
    /// A net.
    Net(NetId),
    /// A clock.
    Clock(ClockId),
    /// A library cell.
    LibCell(MasterId),
    /// A pin of a library cell, by its place there.
    LibPin(MasterId, u32),
    /// A library, by its place among those of late analysis.
    Library(u32),
    /// The end of a path: the list that it is in, and its number there.
    PathEnd(u32, u32),
    /// The path to it.
    Path(u32, u32),
    /// A point of that path, by its place on it.
    PathPoint(u32, u32, u32),
}

/// What a handle keeps beside its text.
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    /// The object.
    pub object: Object,
    /// The design it is of.
    pub(crate) generation: u32,
}

/// Kinds of objects, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// Ports.
    pub const PORTS: Self = Self(1);
    /// Pins of cells and of instances.
    pub const PINS: Self = Self(2);
    /// Cells and instances of modules.
    pub const CELLS: Self = Self(4);
    /// Nets.
    pub const NETS: Self = Self(8);
    /// Clocks.
    pub const CLOCKS: Self = Self(16);
    /// Library cells.
    pub const LIB_CELLS: Self = Self(32);
    /// Pins of library cells.
    pub const LIB_PINS: Self = Self(64);
    /// Libraries.
    pub const LIBS: Self = Self(128);
    /// Ends of paths.
    pub const PATH_ENDS: Self = Self(256);
    /// Paths.
    pub const PATHS: Self = Self(512);
    /// Points of paths.
    pub const PATH_POINTS: Self = Self(1024);

    /// These kinds and others.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without kinds whose objects have no names that could be looked up.
    pub(crate) const fn with_names(self) -> Self {
        Self(self.0 & (Self::PATH_ENDS.0 - 1))
    }

    /// Whether a kind is among them.
    pub fn has(self, kind: Self) -> bool {
        self.0 & kind.0 != 0
    }

    /// Their names, as in `port, pin or clock`.
    pub fn names(self) -> String {
        let all = [
            (Self::CLOCKS, "clock"),
            (Self::PORTS, "port"),
            (Self::PINS, "pin"),
            (Self::CELLS, "cell"),
            (Self::NETS, "net"),
            (Self::LIB_CELLS, "library cell"),
            (Self::LIB_PINS, "library pin"),
            (Self::LIBS, "library"),
            (Self::PATH_ENDS, "path end"),
            (Self::PATHS, "path"),
            (Self::PATH_POINTS, "path point"),
        ];
        let names: Vec<&str> =
            all.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, name)| *name).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

impl Object {
    /// Its kind.
    pub fn kind(self) -> Kinds {
        match self {
            Self::Port(_) => Kinds::PORTS,
            Self::Pin(_) | Self::HierarchicalPin(_) => Kinds::PINS,
            Self::Cell(_) | Self::Instance(_) => Kinds::CELLS,
            Self::Net(_) => Kinds::NETS,
            Self::Clock(_) => Kinds::CLOCKS,
            Self::LibCell(_) => Kinds::LIB_CELLS,
            Self::LibPin(..) => Kinds::LIB_PINS,
            Self::Library(_) => Kinds::LIBS,
            Self::PathEnd(..) => Kinds::PATH_ENDS,
            Self::Path(..) => Kinds::PATHS,
            Self::PathPoint(..) => Kinds::PATH_POINTS,
        }
    }

    /// A pin of a cell or a port.
    pub fn of_pin(netlist: &Netlist, pin: PinId) -> Self {
        if netlist.is_port(pin) { Self::Port(pin) } else { Self::Pin(pin) }
    }

    /// A pin of a cell, of an instance of a module, or a port.
    pub fn of_any_pin(netlist: &Netlist, pin: AnyPin) -> Self {
        match pin {
            AnyPin::Pin(pin) => Self::of_pin(netlist, pin),
            AnyPin::Hierarchical(pin) => Self::HierarchicalPin(pin),
        }
    }

    /// A cell or an instance of a module.
    pub fn of_cell(cell: CellOrInstance) -> Self {
        match cell {
            CellOrInstance::Cell(cell) => Self::Cell(cell),
            CellOrInstance::Instance(instance) => Self::Instance(instance),
        }
    }

    fn handle_text(self, generation: u32) -> String {
        // This is made for each object that a command finds.
        let mut text = String::with_capacity(24);
        let _ = match self {
            Self::Port(pin) => write!(text, "port#{}", pin.0),
            Self::Pin(pin) => write!(text, "pin#{}", pin.0),
            Self::HierarchicalPin(pin) => write!(text, "hpin#{}", pin.0),
            Self::Cell(cell) => write!(text, "cell#{}", cell.0),
            Self::Instance(instance) => write!(text, "instance#{}", instance.0),
            Self::Net(net) => write!(text, "net#{}", net.0),
            Self::Clock(clock) => write!(text, "clock#{}", clock.0),
            Self::LibCell(master) => write!(text, "libcell#{}", master.0),
            Self::LibPin(master, pin) => write!(text, "libpin#{}.{pin}", master.0),
            Self::Library(library) => write!(text, "lib#{library}"),
            Self::PathEnd(list, number) => write!(text, "path_end#{list}.{number}"),
            Self::Path(list, number) => write!(text, "path#{list}.{number}"),
            Self::PathPoint(list, number, place) => write!(text, "path_point#{list}.{number}.{place}"),
        };
        if generation > 1 {
            let _ = write!(text, "@{generation}");
        }
        text
    }
}

impl Handle {
    /// The handle that a word is, if it is one.
    pub fn of(word: &Value) -> Option<Self> {
        match word.host_object::<Self>() {
            Some(handle) => Some(*handle),
            None => Self::parse(&word.text()),
        }
    }

    /// The object that the text of a handle names.
    fn parse(text: &str) -> Option<Self> {
        let (kind, number) = text.split_once('#')?;
        let (number, generation) = match number.split_once('@') {
            Some((number, generation)) => (number, generation.parse().ok()?),
            None => (number, 1),
        };
        if kind == "libpin" {
            let (master, pin) = number.split_once('.')?;
            let object = Object::LibPin(MasterId(master.parse().ok()?), pin.parse().ok()?);
            return Some(Self { object, generation });
        }
        if let Some(object) = path_object(kind, number) {
            return Some(Self { object, generation });
        }
        let id: u32 = number.parse().ok()?;
        let object = match kind {
            "port" => Object::Port(PinId(id)),
            "pin" => Object::Pin(PinId(id)),
            "hpin" => Object::HierarchicalPin(HierarchicalPinId(id)),
            "cell" => Object::Cell(CellId(id)),
            "instance" => Object::Instance(InstanceId(id)),
            "net" => Object::Net(NetId(id)),
            "clock" => Object::Clock(ClockId(id)),
            "libcell" => Object::LibCell(MasterId(id)),
            "lib" => Object::Library(id),
            _ => return None,
        };
        Some(Self { object, generation })
    }
}

impl State {
    /// The handle of an object. One of a path keeps the list that it is in.
    pub fn handle(&self, object: Object) -> Value {
        let generation = self.generation;
        if let Object::PathEnd(list, _) | Object::Path(list, _) | Object::PathPoint(list, ..) = object
            && let Some(handle) = self.design.path_handle(list, &object.handle_text(generation))
        {
            return handle;
        }
        Value::host(object.handle_text(generation), Rc::new(Handle { object, generation }))
    }

    /// A list of handles.
    pub fn handles(&self, objects: impl IntoIterator<Item = Object>) -> Value {
        Value::list(objects.into_iter().map(|object| self.handle(object)).collect())
    }

    /// Whether an object is there still.
    pub(crate) fn is_there(&self, object: Object) -> Result<bool, Exception> {
        let netlist = self.netlist()?;
        Ok(match object {
            Object::Port(pin) => netlist.is_port(pin),
            Object::Pin(pin) => netlist.has_pin(pin),
            Object::HierarchicalPin(pin) => (pin.0 as usize) < netlist.hierarchical_pin_count(),
            Object::Cell(cell) => netlist.has_cell(cell),
            Object::Instance(instance) => (instance.0 as usize) < netlist.instances().len(),
            Object::Net(net) => netlist.has_net(net),
            Object::Clock(clock) => self.constraints()?.clocks.get(clock).is_some(),
            Object::LibCell(master) => (master.0 as usize) < netlist.library().masters().len(),
            Object::LibPin(master, pin) => {
                let masters = netlist.library().masters();
                masters.get(master.0 as usize).is_some_and(|master| (pin as usize) < master.pins.len())
            }
            Object::Library(library) => {
                let late = netlist.library().libraries(zeroslack_units::Split::Late);
                (library as usize) < late.len()
            }
            Object::PathEnd(list, number)
            | Object::Path(list, number)
            | Object::PathPoint(list, number, _) => self.design.has_path(list, number),
        })
    }

    /// The object of a word that is a handle; none if it is a name.
    ///
    /// # Errors
    /// If the object is not there any more.
    pub fn object_of_handle(&self, word: &Value) -> Result<Option<Object>, Exception> {
        let Some(handle) = Handle::of(word) else { return Ok(None) };
        if handle.generation != self.generation {
            let message =
                format!("'{word}' is an object of a design that was linked earlier: ask for it again");
            return Err(Exception::coded(message, ["ZEROSLACK", "STALE"]));
        }
        if !self.is_there(handle.object)? {
            let message = format!("'{word}' is no object of the design any more: ask for it again");
            return Err(Exception::coded(message, ["ZEROSLACK", "STALE"]));
        }
        Ok(Some(handle.object))
    }

    /// Words of a list of objects: a handle is one word, whatever its text. Backslashes in a text are those of names and patterns.
    ///
    /// # Errors
    /// None: a text that is no list is one name.
    pub fn words(&self, list: &Value) -> Result<Rc<Vec<Value>>, Exception> {
        if list.host_object::<Handle>().is_some() {
            return Ok(Rc::new(vec![list.clone()]));
        }
        if let Some(words) = list.pure_list() {
            return Ok(words);
        }
        let text = list.text();
        if !text.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '\\')) {
            return Ok(Rc::new(if text.is_empty() { Vec::new() } else { vec![list.clone()] }));
        }
        let words =
            if text.contains('\\') { parse_list(&kept_backslashes(&text)) } else { parse_list(&text) };
        // A text that is no list, such as the name of a bus's bit with a brace, is one name.
        Ok(Rc::new(words.unwrap_or_else(|_| vec![list.clone()])))
    }

    /// The objects that a list of handles and names stands for. A name of nothing is warned of and left out.
    ///
    /// # Errors
    /// If there are objects of other kinds in the list.
    pub fn objects(&mut self, list: &Value, kinds: Kinds) -> Result<Vec<Object>, Exception> {
        self.objects_found(list, kinds, |state, name| state.named(name, kinds))
    }

    /// Finds objects as [`State::objects`] does, with names found in another way.
    pub(crate) fn objects_found(
        &mut self,
        list: &Value,
        kinds: Kinds,
        find: impl Fn(&Self, &str) -> Result<Vec<Object>, Exception>,
    ) -> Result<Vec<Object>, Exception> {
        let mut objects = Vec::new();
        for word in self.words(list)?.iter() {
            if let Some(object) = self.object_of_handle(word)? {
                let object = if kinds.has(Kinds::PORTS) { self.port_of(object)? } else { object };
                if !kinds.has(object.kind()) {
                    return Err(self.of_another_kind(object, kinds));
                }
                objects.push(object);
                continue;
            }
            if word.is_empty() {
                continue;
            }
            let found = find(self, &word.text())?;
            if found.is_empty() {
                self.warn_of_missing(&word.text(), kinds)?;
            }
            objects.extend(found);
        }
        Ok(objects)
    }

    /// The port that a pin of the design stands for; any other object itself.
    fn port_of(&self, object: Object) -> Result<Object, Exception> {
        Ok(match object {
            Object::Pin(pin) => Object::of_pin(self.netlist()?, pin),
            object => object,
        })
    }

    /// Whether a word is the handle of a port as a pin, which has no net outside of the design.
    pub(crate) fn is_pin_of_port(&self, word: &Value) -> Result<bool, Exception> {
        Ok(match self.object_of_handle(word)? {
            Some(Object::Pin(pin)) => self.netlist()?.is_port(pin),
            _ => false,
        })
    }

    /// The error of an object in a list where others are expected.
    pub(crate) fn of_another_kind(&self, object: Object, expected: Kinds) -> Exception {
        let name = self.name_of(object).unwrap_or_default();
        let (own, expected) = (object.kind().names(), expected.names());
        let message = format!("{own} '{name}' is in this list: expected a {expected}");
        Exception::coded(message, ["ZEROSLACK", "KIND"])
    }

    /// The objects of some kinds that a name or a pattern stands for: of the first kind that has any.
    ///
    /// # Errors
    /// Before a design is linked.
    pub fn named(&self, name: &str, kinds: Kinds) -> Result<Vec<Object>, Exception> {
        let netlist = self.netlist()?;
        let mut found = Vec::new();
        if kinds.has(Kinds::CLOCKS) {
            found.extend(self.constraints()?.clocks.named(name).into_iter().map(Object::Clock));
        }
        if found.is_empty() && kinds.has(Kinds::PORTS) {
            found.extend(netlist.ports_named(name).into_iter().map(Object::Port));
        }
        let from_top = &*self.named_from_top(name);
        if found.is_empty() && kinds.has(Kinds::PINS) {
            // A pattern without a divider is one of pins of what is at the top.
            let of_top = |name: &str| !name.contains('/') && name.contains('*');
            let of_cells = of_top(name).then(|| format!("*/{name}"));
            let pins = netlist.pins_named(of_cells.as_deref().unwrap_or(from_top)).into_iter();
            found.extend(pins.map(|pin| Object::of_any_pin(netlist, pin)));
        }
        if found.is_empty() && kinds.has(Kinds::CELLS) {
            found.extend(netlist.cells_named(from_top).into_iter().map(Object::of_cell));
        }
        if found.is_empty() && kinds.has(Kinds::NETS) {
            found.extend(netlist.nets_named(from_top).into_iter().map(Object::Net));
        }
        if found.is_empty() && kinds.has(Kinds::LIB_CELLS) {
            found.extend(libraries::cells_named(netlist, name).map(Object::LibCell));
        }
        if found.is_empty() && kinds.has(Kinds::LIB_PINS) {
            found.extend(
                libraries::pins_named(netlist, name).map(|(master, pin)| Object::LibPin(master, pin)),
            );
        }
        if found.is_empty() && kinds.has(Kinds::LIBS) {
            found.extend(libraries::named(netlist, name).map(Object::Library));
        }
        Ok(found)
    }

    /// Warns that a name stands for nothing; of a port or a clock with the name that may have been meant.
    pub(crate) fn warn_of_missing(&mut self, name: &str, kinds: Kinds) -> Result<(), Exception> {
        let mut names: Vec<String> = Vec::new();
        if kinds.has(Kinds::CLOCKS) {
            names.extend(self.constraints()?.clocks.iter().map(|(_, clock)| clock.name.to_string()));
        }
        // Of many ports the nearest is not worth the time.
        if kinds.has(Kinds::PORTS) && self.netlist()?.ports().len() < 10_000 {
            names.extend(self.netlist()?.ports().iter().map(|port| port.name.to_string()));
        }
        let hint = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) if near != name => format!("; did you mean '{near}'?"),
            _ => String::new(),
        };
        let text = format!("there is no {} '{name}'{hint}", kinds.with_names().names());
        self.warnings.push(Warning { id: NAME_OF_NOTHING, text });
        Ok(())
    }

    /// The name of an object without the path to it.
    pub(crate) fn own_name_of(&self, object: Object) -> Result<String, Exception> {
        let netlist = self.netlist()?;
        let full = self.name_of(object)?;
        let path = match object {
            Object::Port(_) | Object::Clock(_) | Object::Library(_) => 0,
            Object::PathEnd(..) | Object::Path(..) | Object::PathPoint(..) => 0,
            Object::Pin(pin) => netlist.pin_cell(pin).map_or(0, |cell| netlist.cell_name(cell).len()),
            Object::HierarchicalPin(pin) => {
                netlist.instance_name(netlist.hierarchical_pin_instance(pin)).len()
            }
            Object::Cell(cell) => netlist.instance_name(netlist.cell_instance(cell)).len(),
            Object::Instance(instance) => {
                netlist.instance_parent(instance).map_or(0, |parent| netlist.instance_name(parent).len())
            }
            Object::Net(net) => netlist.instance_name(netlist.net_instance(net)).len(),
            Object::LibCell(master) => {
                let library = libraries::library_of(netlist, master);
                library.map_or(0, |library| libraries::name(netlist, library).len())
            }
            Object::LibPin(master, _) => libraries::cell_name(netlist, master).len(),
        };
        // After the path there is a divider.
        Ok(if path == 0 { full } else { full.get(path + 1..).unwrap_or_default().to_owned() })
    }

    /// The name of an object in full.
    ///
    /// # Errors
    /// Before a design is linked.
    pub fn name_of(&self, object: Object) -> Result<String, Exception> {
        let netlist = self.netlist()?;
        Ok(match object {
            Object::Port(pin) | Object::Pin(pin) => netlist.pin_name(pin),
            Object::HierarchicalPin(pin) => netlist.hierarchical_pin_name(pin),
            Object::Cell(cell) => netlist.cell_name(cell).to_owned(),
            Object::Instance(instance) => netlist.instance_name(instance).to_owned(),
            Object::Net(net) => netlist.net_name(net).to_owned(),
            Object::Clock(clock) => match self.constraints()?.clocks.get(clock) {
                Some(clock) => clock.name.to_string(),
                None => String::new(),
            },
            Object::LibCell(master) => libraries::cell_name(netlist, master),
            Object::LibPin(master, pin) => libraries::pin_name(netlist, master, pin),
            Object::Library(library) => libraries::name(netlist, library).to_owned(),
            Object::PathEnd(..) | Object::Path(..) | Object::PathPoint(..) => {
                self.design.path_name(object)?
            }
        })
    }
}

/// A path, or what belongs to it, by the numbers behind its kind.
fn path_object(kind: &str, numbers: &str) -> Option<Object> {
    let mut numbers = numbers.split('.').map(|number| number.parse::<u32>());
    let mut next = || numbers.next()?.ok();
    let object = match kind {
        "path_end" => Object::PathEnd(next()?, next()?),
        "path" => Object::Path(next()?, next()?),
        "path_point" => Object::PathPoint(next()?, next()?, next()?),
        _ => return None,
    };
    numbers.next().is_none().then_some(object)
}

/// A text of which a list is made with all backslashes of its elements: in braces they stay anyway, elsewhere they are doubled, but for those before blanks.
fn kept_backslashes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len() + 8);
    let (mut depth, mut is_start) = (0_usize, true);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_blank = character.is_whitespace();
        match character {
            '{' if is_start || depth > 0 => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '\\' if depth == 0 && characters.peek().is_some_and(|next| !next.is_whitespace()) => {
                kept.push('\\')
            }
            _ => {}
        }
        kept.push(character);
        if character == '\\' && (depth > 0 || characters.peek().is_some_and(|next| next.is_whitespace())) {
            kept.extend(characters.next());
        }
        is_start = is_blank && depth == 0;
    }
    kept
}
