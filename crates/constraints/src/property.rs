//! Properties of objects: what `get_property` and `-filter` ask for, in one table for each class of objects.

mod cells;
mod clocks;
mod libraries;
mod page;
mod pins;
mod timing;

use zeroslack_tcl::{Exception, Outcome, Value};

use crate::command::Tables;
use crate::design::PinTime;
use crate::nearest::nearest;
use crate::object::{Kinds, Object};
use crate::state::State;

pub use page::page;
pub(crate) use pins::clocks_in_network;

/// Digits behind the point.
const DIGITS: usize = 6;

/// A property of a class of objects.
pub struct Property {
    /// Its name.
    name: &'static str,
    /// Its other names, which other tools or older scripts use.
    aliases: &'static [&'static str],
    is: Is,
    about: &'static str,
    get: Get,
}

/// What the value of a property is, by which `-filter` compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// 1 or 0.
    Bool,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A handle; `-filter` compares its name: in full, but for what belongs to a library, whose own name counts unless a path is asked for.
    Object,
    /// A list of handles.
    Objects,
    /// A list of numbers.
    Numbers,
}

/// Finds the value of a property; none where the object has none.
pub type Getter = fn(&mut State, Object) -> Result<Option<Value>, Exception>;

/// What finds the value of a property; none where the object has none.
enum Get {
    Of(Getter),
    /// What analysis finds at a pin. `_min` or `_max`, and `_rise` or `_fall`, may stand behind the name.
    Timing(PinTime),
}

/// A property, by what finds its value.
pub const fn property_of(name: &'static str, is: Is, about: &'static str, get: Getter) -> Property {
    Property { name, aliases: &[], is, about, get: Get::Of(get) }
}

const fn with_aliases(mut property: Property, aliases: &'static [&'static str]) -> Property {
    property.aliases = aliases;
    property
}

/// The properties that objects of all classes have.
const COMMON: &[Property] = &[
    property_of("full_name", Is::Text, "the name with the path to it", |state, object| {
        Ok(Some(Value::from(state.name_of(object)?)))
    }),
    with_aliases(
        property_of("name", Is::Text, "the own name, without the path", |state, object| {
            Ok(Some(Value::from(state.own_name_of(object)?)))
        }),
        &["base_name"],
    ),
    with_aliases(
        property_of("object_class", Is::Text, "the class, as the titles here name it", |state, object| {
            Ok(Some(Value::from(state.tables.class(object.kind()).name)))
        }),
        &["object_type"],
    ),
];

/// Objects that have the same properties.
pub struct Class {
    /// The kind of the objects.
    pub kind: Kinds,
    /// The name of the class.
    pub name: &'static str,
    /// Its properties.
    pub properties: &'static [Property],
    /// More of them, which other classes have too.
    pub shared: &'static [Property],
}

impl Class {
    /// All properties but those that all classes have.
    fn own(&self) -> impl Iterator<Item = &'static Property> + use<> {
        self.properties.iter().chain(self.shared)
    }
}

const CLASSES: &[Class] = &[
    Class { kind: Kinds::CELLS, name: "cell", properties: cells::OF_CELLS, shared: libraries::SAID_OF_CELLS },
    Class { kind: Kinds::PINS, name: "pin", properties: pins::OF_PINS, shared: &[] },
    Class { kind: Kinds::PORTS, name: "port", properties: pins::OF_PORTS, shared: &[] },
    Class { kind: Kinds::NETS, name: "net", properties: pins::OF_NETS, shared: &[] },
    Class { kind: Kinds::CLOCKS, name: "clock", properties: clocks::OF_CLOCKS, shared: &[] },
    Class {
        kind: Kinds::LIB_CELLS,
        name: "lib_cell",
        properties: libraries::OF_CELLS,
        shared: libraries::SAID_OF_CELLS,
    },
    Class { kind: Kinds::LIB_PINS, name: "lib_pin", properties: libraries::OF_PINS, shared: &[] },
    Class { kind: Kinds::LIBS, name: "library", properties: libraries::OF_LIBRARIES, shared: &[] },
];

impl Tables {
    /// All classes of objects.
    fn all_classes(&self) -> impl Iterator<Item = &'static Class> + use<> {
        CLASSES.iter().chain(self.classes)
    }

    /// The class of a kind.
    fn class(&self, kind: Kinds) -> &'static Class {
        self.all_classes().find(|class| class.kind == kind).unwrap_or(&CLASSES[0])
    }
}

/// A property as it was asked for.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub is: Is,
    get: Finder,
}

#[derive(Clone, Copy)]
enum Finder {
    Of(Getter),
    Timing(timing::Asked),
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("is", &self.is).finish_non_exhaustive()
    }
}

impl Asked {
    /// The property of a name that objects of a kind have.
    pub fn find(tables: &Tables, kind: Kinds, name: &str) -> Result<Self, Exception> {
        let class = tables.class(kind);
        for property in class.own().chain(COMMON) {
            let is_named = property.name == name || property.aliases.contains(&name);
            let get = match &property.get {
                Get::Of(get) => is_named.then_some(Finder::Of(*get)),
                Get::Timing(what) => timing::Asked::read(*what, name).map(Finder::Timing),
            };
            if let Some(get) = get {
                return Ok(Self { is: property.is, get });
            }
        }
        Err(unknown(class, name))
    }

    /// Its value; none where the object has none.
    pub fn value(&self, state: &mut State, object: Object) -> Result<Option<Value>, Exception> {
        match self.get {
            Finder::Of(get) => get(state, object),
            Finder::Timing(asked) => asked.value(state, object),
        }
    }
}

/// A property of an object; empty where it has none.
///
/// # Errors
/// If objects of its class have no such property, or its value cannot be found.
pub fn property(state: &mut State, object: Object, name: &str) -> Outcome {
    let value = Asked::find(state.tables, object.kind(), name)?.value(state, object)?;
    Ok(value.unwrap_or_else(Value::empty))
}

/// The error of a property that a class does not have: it tells the name that is near, or all.
fn unknown(class: &Class, name: &str) -> Exception {
    let mut names: Vec<&str> = class.own().chain(COMMON).map(|property| property.name).collect();
    names.sort_unstable();
    // The list has no names with `_max` or `_min` in it, but they may be what was meant.
    let with_split = class.own().filter(|property| matches!(property.get, Get::Timing(_)));
    let with_split = with_split.flat_map(|it| ["max", "min"].map(|split| format!("{}_{split}", it.name)));
    let with_split: Vec<String> = with_split.collect();
    let near = nearest(name, names.iter().copied().chain(with_split.iter().map(String::as_str)));
    let hint = match near {
        Some(near) if near != name => format!("did you mean '{near}'?"),
        _ => format!("expected one of {}", names.join(", ")),
    };
    let message = format!("{} objects do not have a {name} property: {hint}", class.name);
    Exception::coded(message, ["ZEROSLACK", "PROPERTY", name])
}

/// A number as properties show it.
pub fn number(value: f64) -> Value {
    Value::from(format!("{value:.DIGITS$}"))
}

fn optional(state: &State, object: Option<Object>) -> Value {
    object.map_or_else(Value::empty, |object| state.handle(object))
}

impl std::fmt::Debug for Property {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Property").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Class").field("name", &self.name).finish_non_exhaustive()
    }
}
