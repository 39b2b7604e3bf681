//! What the words of a command stand for.

use std::ops::Range;
use std::rc::Rc;

use zeroslack_netlist::{HierarchicalPinId, PinId};

use crate::ClockId;

/// Text of a word: cut out of the file, or put together by substitution.
#[derive(Clone, Debug)]
pub(crate) enum Text<'t> {
    Source(&'t str),
    Made(Rc<str>),
}

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Source(text) => text,
            Self::Made(text) => text,
        }
    }
}

/// An object of the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// A pin or a port.
    Pin(PinId),
    /// A pin of an instance of a module.
    InstancePin(HierarchicalPinId),
    Clock(ClockId),
}

/// What a word stands for.
#[derive(Clone, Debug)]
pub(crate) enum Value<'t> {
    Text(Text<'t>),
    Object(Object),
    Objects(Rc<[Object]>),
    /// Of `[list ...]`: neither lists nor [`Value::Bad`] are in it.
    List(Rc<[Value<'t>]>),
    /// Of something that failed: what uses it fails too, without a message of its own.
    Bad,
}

/// An element of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Element<'v> {
    /// A name, perhaps with backslashes in it.
    Name(&'v str),
    Object(Object),
}

impl<'t> Value<'t> {
    pub(crate) const EMPTY: Self = Self::Text(Text::Source(""));

    pub(crate) fn is_bad(&self) -> bool {
        matches!(self, Self::Bad)
    }

    pub(crate) fn of_objects(objects: Vec<Object>) -> Self {
        match objects[..] {
            [only] => Self::Object(only),
            _ => Self::Objects(objects.into()),
        }
    }

    /// As text; none for objects and lists.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The elements, for as long as `take` returns something. Lists in lists are flattened: an element of one is
    /// one of the whole.
    pub(crate) fn each<'v>(&'v self, take: &mut impl FnMut(Element<'v>) -> Option<()>) -> Option<()> {
        match self {
            Self::Text(text) => elements(text.as_str()).try_for_each(|name| take(Element::Name(name))),
            Self::Object(object) => take(Element::Object(*object)),
            Self::Objects(objects) => objects.iter().try_for_each(|object| take(Element::Object(*object))),
            Self::List(values) => values.iter().try_for_each(|value| value.each(take)),
            Self::Bad => None,
        }
    }
}

/// A word of a command.
#[derive(Clone, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) value: Value<'t>,
    /// Its place in the text.
    pub(crate) span: Range<usize>,
}

/// The elements of a list written as text. Names have neither braces nor quotes, so that leaving these out at both
/// ends flattens a list in a list.
fn elements(list: &str) -> impl Iterator<Item = &str> {
    let elements = list.split([' ', '\t', '\r', '\n']).map(|element| element.trim_matches(['{', '}', '"']));
    // A backslash alone is what is left of a continued line.
    elements.filter(|element| !element.is_empty() && *element != "\\")
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn a_list_is_flat() {
        for (list, expected) in [
            ("", &[][..]),
            ("a", &["a"]),
            (" a  b\tc\n", &["a", "b", "c"]),
            ("{a b} {c}", &["a", "b", "c"]),
            ("{{a} {}} \"b\"", &["a", "b"]),
            ("a \\\n b", &["a", "b"]),
            ("a[3] b[*]", &["a[3]", "b[*]"]),
        ] {
            assert_eq!(elements(list).collect::<Vec<_>>(), expected, "{list}");
        }
    }
}
