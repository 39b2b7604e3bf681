//! Values: strings that keep the form in which they were last used.
//!
//! A value is what Tcl says it is, a string. Beside its text it may hold a *form*: an integer, a float, a list, a dict, compiled
//! code or something of the host's. Text is made of a form when it is first asked for, and a form of text likewise, so that a list of
//! 100,000 elements that nobody prints never becomes text, and never is parsed again.

mod dict;
mod float;
mod index;
mod list;
mod number;
mod ordered;
mod text;

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

use num_bigint::BigInt;

pub use dict::Dict;
pub use float::format_float;
pub use index::{Index, parse_index};
pub use list::{ListError, format_list, parse_list, quote_element};
pub(crate) use number::is_space as is_list_space;
pub use number::{Number, parse_integer, parse_number};
pub use ordered::OrderedMap;
pub use text::Str;
use text::Text;

use crate::code::Code;

/// A value of Tcl: a string that may also be known in another form. A clone is cheap and shares the value.
#[derive(Clone)]
pub struct Value(Repr);

#[derive(Clone)]
enum Repr {
    /// An integer whose text is its decimal digits.
    Int(i64),
    /// A float whose text is the shortest that reads back as it.
    Float(f64),
    Object(Rc<Object>),
}

struct Object {
    text: OnceCell<Text>,
    form: RefCell<Form>,
}

/// What a value was last used as.
#[derive(Clone, Default)]
enum Form {
    #[default]
    None,
    Int(i64),
    Float(f64),
    Big(Rc<BigInt>),
    List(Rc<Vec<Value>>),
    Dict(Rc<Dict>),
    /// A script or an expression, compiled.
    Code(Rc<Code>),
    /// Something that a command keeps with the text: a compiled pattern, say.
    Cached(Rc<dyn Any>),
    /// What the host means by this text. It is never replaced by another form.
    Host(Rc<dyn Any>),
}

impl Value {
    /// The empty string.
    pub fn empty() -> Self {
        thread_local! {
            static EMPTY: Value = Value::from_text(Text::new(String::new()), Form::None);
        }
        EMPTY.with(Self::clone)
    }

    fn from_text(text: Text, form: Form) -> Self {
        Self(Repr::Object(Rc::new(Object { text: OnceCell::from(text), form: RefCell::new(form) })))
    }

    fn from_form(form: Form) -> Self {
        Self(Repr::Object(Rc::new(Object { text: OnceCell::new(), form: RefCell::new(form) })))
    }

    /// 1 or 0.
    pub fn from_bool(value: bool) -> Self {
        Self(Repr::Int(i64::from(value)))
    }

    /// An integer of any size.
    pub fn from_big(value: BigInt) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Self(Repr::Int(small)),
            Err(_) => Self::from_form(Form::Big(Rc::new(value))),
        }
    }

    /// A number.
    pub fn from_number(number: Number) -> Self {
        match number {
            Number::Int(value) => Self(Repr::Int(value)),
            Number::Float(value) => Self(Repr::Float(value)),
            Number::Big(value) => Self::from_form(Form::Big(value)),
        }
    }

    /// A list. Its text is made when it is first asked for.
    pub fn list(elements: Vec<Self>) -> Self {
        if elements.is_empty() {
            return Self::empty();
        }
        Self::from_form(Form::List(Rc::new(elements)))
    }

    /// A dict. Its text is made when it is first asked for.
    pub fn dict(dict: Dict) -> Self {
        Self::from_form(Form::Dict(Rc::new(dict)))
    }

    /// What the host means by `text`: an object's stable name, say. The text is the value; `object` comes along as long as the value is
    /// passed on whole, in variables, lists and dicts.
    pub fn host<T: Any>(text: impl Into<String>, object: Rc<T>) -> Self {
        Self::from_text(Text::new(text.into()), Form::Host(object))
    }

    /// What the host gave with this text, if the value is such a one and of this type.
    pub fn host_object<T: Any>(&self) -> Option<Rc<T>> {
        let Repr::Object(object) = &self.0 else { return None };
        match &*object.form.borrow() {
            Form::Host(host) => host.clone().downcast().ok(),
            _ => None,
        }
    }

    /// The text. Of a number it is made anew each time, on the stack.
    pub fn text(&self) -> Str<'_> {
        match &self.0 {
            Repr::Int(value) => Str::of_int(*value),
            Repr::Float(value) => Str::of_float(*value),
            Repr::Object(object) => Str::Text(object.text().as_str()),
        }
    }

    /// The number of characters of the text.
    pub fn chars(&self) -> usize {
        match &self.0 {
            Repr::Object(object) => object.text().chars(),
            _ => self.text().len(),
        }
    }

    /// Whether the text is of ASCII characters only, so that characters are bytes.
    pub fn is_ascii(&self) -> bool {
        self.chars() == self.text().len()
    }

    /// Whether the text is empty. A list or dict makes no text for this.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Repr::Object(object) => match object.text.get() {
                Some(text) => text.as_str().is_empty(),
                None => match &*object.form.borrow() {
                    Form::List(list) => list.is_empty(),
                    Form::Dict(dict) => dict.len() == 0,
                    _ => false,
                },
            },
            _ => false,
        }
    }

    /// Whether both are the same string.
    pub fn same_text(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Int(a), Repr::Int(b)) => a == b,
            (Repr::Object(a), Repr::Object(b)) if Rc::ptr_eq(a, b) => true,
            _ => *self.text() == *other.text(),
        }
    }

    /// The number that the text is, in any of its spellings.
    pub fn number(&self) -> Option<Number> {
        let object = match &self.0 {
            Repr::Int(value) => return Some(Number::Int(*value)),
            Repr::Float(value) => return Some(Number::Float(*value)),
            Repr::Object(object) => object,
        };
        match &*object.form.borrow() {
            Form::Int(value) => return Some(Number::Int(*value)),
            Form::Float(value) => return Some(Number::Float(*value)),
            Form::Big(value) => return Some(Number::Big(value.clone())),
            Form::List(list) if list.len() != 1 => return None,
            _ => {}
        }
        let number = parse_number(object.text().as_str())?;
        object.keep(match &number {
            Number::Int(value) => Form::Int(*value),
            Number::Float(value) => Form::Float(*value),
            Number::Big(value) => Form::Big(value.clone()),
        });
        Some(number)
    }

    /// The integer that the text is, if it is one that fits.
    pub fn int(&self) -> Option<i64> {
        match &self.0 {
            Repr::Int(value) => Some(*value),
            Repr::Float(_) => None,
            Repr::Object(_) => match self.number()? {
                Number::Int(value) => Some(value),
                _ => None,
            },
        }
    }

    /// The integer, if it is one in its plain form already.
    #[inline]
    pub(crate) fn plain_int(&self) -> Option<i64> {
        match &self.0 {
            Repr::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number that the text is, as a float.
    pub fn float(&self) -> Option<f64> {
        self.number().map(|number| number.to_f64())
    }

    /// The truth value that the text is: a number, or true, false, yes, no, on, off and their unique prefixes.
    pub fn bool(&self) -> Option<bool> {
        if let Repr::Int(value) = &self.0 {
            return Some(*value != 0);
        }
        match self.number() {
            Some(Number::Int(value)) => Some(value != 0),
            Some(Number::Float(value)) => Some(value != 0.0),
            Some(Number::Big(_)) => Some(true),
            None => number::parse_bool_word(&self.text()),
        }
    }

    /// The truth value that the text is, where only 0 and 1 are such numbers.
    pub(crate) fn bool_word(&self) -> Option<bool> {
        match self.number() {
            Some(Number::Int(value @ (0 | 1))) => Some(value == 1),
            Some(_) => None,
            None => number::parse_bool_word(&self.text()),
        }
    }

    /// The elements, if the text is a list.
    pub fn elements(&self) -> Result<Rc<Vec<Self>>, ListError> {
        let Repr::Object(object) = &self.0 else { return Ok(Rc::new(vec![self.clone()])) };
        match &*object.form.borrow() {
            Form::List(list) => return Ok(list.clone()),
            Form::Dict(dict) => return Ok(Rc::new(dict.to_elements())),
            _ => {}
        }
        let list = Rc::new(parse_list(object.text().as_str())?);
        object.keep(Form::List(list.clone()));
        Ok(list)
    }

    /// The elements to change: taken out of the value without a copy where nobody else holds it. `None` if the text is no list.
    pub fn into_elements(mut self) -> Result<Vec<Self>, ListError> {
        if let Repr::Object(object) = &mut self.0
            && let Some(object) = Rc::get_mut(object)
            && let Form::List(list) = object.form.get_mut()
        {
            return Ok(Rc::try_unwrap(std::mem::take(list)).unwrap_or_else(|shared| shared.to_vec()));
        }
        let list = self.elements()?;
        drop(self);
        Ok(Rc::try_unwrap(list).unwrap_or_else(|shared| shared.to_vec()))
    }

    /// The list in place, if nobody else holds this value; its text is forgotten.
    pub(crate) fn elements_mut(&mut self) -> Result<&mut Vec<Self>, ListError> {
        if !self.has_own_list() {
            self.elements()?;
            *self = Self::from_form(Form::List(Rc::new(std::mem::take(self).into_elements()?)));
        }
        let Repr::Object(object) = &mut self.0 else { return Err(ListError::unmatched_brace()) };
        let Some(object) = Rc::get_mut(object) else { return Err(ListError::unmatched_brace()) };
        object.text = OnceCell::new();
        match object.form.get_mut() {
            Form::List(list) => Ok(Rc::make_mut(list)),
            _ => Err(ListError::unmatched_brace()),
        }
    }

    fn has_own_list(&mut self) -> bool {
        match &mut self.0 {
            Repr::Object(object) => {
                Rc::get_mut(object).is_some_and(|object| matches!(object.form.get_mut(), Form::List(_)))
            }
            _ => false,
        }
    }

    /// The dict, if the text is a list of keys and values.
    pub fn entries(&self) -> Result<Rc<Dict>, ListError> {
        if let Repr::Object(object) = &self.0
            && let Form::Dict(dict) = &*object.form.borrow()
        {
            return Ok(dict.clone());
        }
        let elements = self.elements().map_err(ListError::of_dict)?;
        if elements.len() % 2 != 0 {
            return Err(ListError::odd_dict());
        }
        let mut dict = Dict::new();
        for pair in elements.chunks_exact(2) {
            dict.insert(pair[0].clone(), pair[1].clone());
        }
        let dict = Rc::new(dict);
        // A list that has a key twice stays a list: the dict has fewer elements.
        if let Repr::Object(object) = &self.0
            && dict.len() * 2 == elements.len()
        {
            object.text();
            object.keep(Form::Dict(dict.clone()));
        }
        Ok(dict)
    }

    /// The dict to change: taken out of the value without a copy where nobody else holds it.
    pub fn into_entries(mut self) -> Result<Dict, ListError> {
        if let Repr::Object(object) = &mut self.0
            && let Some(object) = Rc::get_mut(object)
            && let Form::Dict(dict) = object.form.get_mut()
        {
            return Ok(Rc::try_unwrap(std::mem::take(dict)).unwrap_or_else(|shared| (*shared).clone()));
        }
        let dict = self.entries()?;
        drop(self);
        Ok(Rc::try_unwrap(dict).unwrap_or_else(|shared| (*shared).clone()))
    }

    /// Appends text, in place where nobody else holds this value.
    pub(crate) fn append(&mut self, more: &str) {
        if let Repr::Object(object) = &mut self.0
            && let Some(object) = Rc::get_mut(object)
        {
            object.text();
            if let Some(text) = object.text.get_mut() {
                text.push(more);
                *object.form.get_mut() = Form::None;
                return;
            }
        }
        let mut text = String::with_capacity(self.text().len() + more.len());
        text.push_str(&self.text());
        text.push_str(more);
        *self = Self::from(text);
    }

    /// Whether this is a list that no text was made of: its elements are words as they stand.
    pub fn pure_list(&self) -> Option<Rc<Vec<Self>>> {
        let Repr::Object(object) = &self.0 else { return None };
        match (&*object.form.borrow(), object.text.get()) {
            (Form::List(list), None) => Some(list.clone()),
            _ => None,
        }
    }

    /// The code that this was last compiled to.
    pub(crate) fn code(&self) -> Option<Rc<Code>> {
        let Repr::Object(object) = &self.0 else { return None };
        match &*object.form.borrow() {
            Form::Code(code) => Some(code.clone()),
            _ => None,
        }
    }

    /// Keeps the code that this was compiled to.
    pub(crate) fn keep_code(&self, code: Rc<Code>) {
        if let Repr::Object(object) = &self.0 {
            object.text();
            object.keep(Form::Code(code));
        }
    }

    /// What a command kept with this text, if it is of this type.
    pub(crate) fn cached<T: Any>(&self) -> Option<Rc<T>> {
        let Repr::Object(object) = &self.0 else { return None };
        match &*object.form.borrow() {
            Form::Cached(cached) => cached.clone().downcast().ok(),
            _ => None,
        }
    }

    /// Keeps something with this text.
    pub(crate) fn keep_cached<T: Any>(&self, cached: Rc<T>) {
        if let Repr::Object(object) = &self.0 {
            object.text();
            object.keep(Form::Cached(cached));
        }
    }

    /// About how many bytes this value takes by itself, without the elements of its list.
    pub(crate) fn own_size(&self) -> usize {
        let Repr::Object(object) = &self.0 else { return 0 };
        let form = match &*object.form.borrow() {
            Form::List(list) => list.capacity() * size_of::<Self>(),
            Form::Dict(dict) => dict.len() * 4 * size_of::<Self>(),
            _ => 0,
        };
        size_of::<Object>() + object.text.get().map_or(0, Text::capacity) + form
    }

    /// Where this value is held, if it is held by several, and what it holds itself.
    pub(crate) fn shared_parts(&self) -> (Option<*const ()>, Vec<Self>) {
        let Repr::Object(object) = &self.0 else { return (None, Vec::new()) };
        let shared = (Rc::strong_count(object) > 1).then_some(Rc::as_ptr(object).cast());
        let parts = match &*object.form.borrow() {
            Form::List(list) => list.to_vec(),
            Form::Dict(dict) => dict.to_elements(),
            _ => Vec::new(),
        };
        (shared, parts)
    }
}

impl Object {
    fn text(&self) -> &Text {
        self.text.get_or_init(|| {
            Text::new(match &*self.form.borrow() {
                Form::Int(value) => value.to_string(),
                Form::Float(value) => format_float(*value),
                Form::Big(value) => value.to_string(),
                Form::List(list) => format_list(&**list),
                Form::Dict(dict) => format_list(&dict.to_elements()),
                Form::None | Form::Code(_) | Form::Cached(_) | Form::Host(_) => String::new(),
            })
        })
    }

    /// Keeps a form beside the text, unless what there is is the host's.
    fn keep(&self, form: Form) {
        let mut kept = self.form.borrow_mut();
        if !matches!(*kept, Form::Host(_)) {
            *kept = form;
        }
    }
}

/// A list in a list in a list is dropped without recursion.
impl Drop for Object {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        take_elements(self, &mut waiting);
        while let Some(mut value) = waiting.pop() {
            if let Repr::Object(object) = &mut value.0
                && let Some(object) = Rc::get_mut(object)
            {
                take_elements(object, &mut waiting);
            }
        }
    }
}

/// Takes the elements out of a list or dict that nobody else holds.
fn take_elements(object: &mut Object, into: &mut Vec<Value>) {
    match object.form.get_mut() {
        Form::List(list) => {
            if let Some(list) = Rc::get_mut(list) {
                into.extend(list.drain(..).filter(Value::is_nested));
            }
        }
        Form::Dict(dict) => {
            if let Some(dict) = Rc::get_mut(dict) {
                into.extend(std::mem::take(dict).into_values().filter(Value::is_nested));
            }
        }
        _ => {}
    }
}

impl Value {
    fn is_nested(&self) -> bool {
        let Repr::Object(object) = &self.0 else { return false };
        matches!(&*object.form.borrow(), Form::List(_) | Form::Dict(_))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        if text.is_empty() { Self::empty() } else { Self::from(text.to_owned()) }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::from_text(Text::new(text), Form::None)
    }
}

impl From<char> for Value {
    fn from(character: char) -> Self {
        Self::from(String::from(character))
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self(Repr::Int(i64::from(value)))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self(Repr::Int(value))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::from_big(BigInt::from(value))
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self(Repr::Float(value))
    }
}

impl From<Vec<Value>> for Value {
    fn from(elements: Vec<Value>) -> Self {
        Self::list(elements)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.same_text(other)
    }
}

impl Eq for Value {}

impl Default for Value {
    fn default() -> Self {
        Self::empty()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text(), f)
    }
}
