//! Sets of characters: what a bracket expression, an escape or a plain character matches.

use super::tables;

/// A character class by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Class {
    Alpha,
    Upper,
    Lower,
    Digit,
    HexDigit,
    Alnum,
    Blank,
    Space,
    Punct,
    Print,
    Graph,
    Control,
    Ascii,
    Word,
}

/// The connectors that `\w` takes besides the letters, the digits and the underscore.
const CONNECTORS: &[u32] = &[0x203f, 0x2040, 0x2054, 0xfe33, 0xfe34, 0xfe4d, 0xfe4e, 0xfe4f, 0xff3f];

impl Class {
    /// The class with a name, as in `[:name:]`.
    pub(super) fn named(name: &str) -> Option<Class> {
        Some(match name {
            "alpha" => Class::Alpha,
            "upper" => Class::Upper,
            "lower" => Class::Lower,
            "digit" => Class::Digit,
            "xdigit" => Class::HexDigit,
            "alnum" => Class::Alnum,
            "blank" => Class::Blank,
            "space" => Class::Space,
            "punct" => Class::Punct,
            "print" => Class::Print,
            "graph" => Class::Graph,
            "cntrl" => Class::Control,
            "ascii" => Class::Ascii,
            _ => return None,
        })
    }

    /// Whether the class has a character.
    pub(super) fn contains(self, c: char) -> bool {
        let code = c as u32;
        match self {
            Class::Blank => c == ' ' || c == '\t',
            Class::Ascii => c.is_ascii(),
            Class::HexDigit => c.is_ascii_hexdigit(),
            Class::Alnum => Class::Alpha.contains(c) || Class::Digit.contains(c),
            Class::Word => c == '_' || Class::Alnum.contains(c) || CONNECTORS.contains(&code),
            Class::Print => {
                Class::Graph.contains(c) || Class::Space.contains(c) && !('\t'..='\r').contains(&c)
            }
            _ if code > 0xffff => self.contains_beyond(c),
            _ => listed(self.table(), code),
        }
    }

    /// The table of a class that is not put together from others.
    fn table(self) -> &'static [u16] {
        match self {
            Class::Alpha => tables::ALPHA,
            Class::Upper => tables::UPPER,
            Class::Lower => tables::LOWER,
            Class::Digit => tables::DIGIT,
            Class::Space => tables::SPACE,
            Class::Punct => tables::PUNCT,
            Class::Graph => tables::GRAPH,
            Class::Control => tables::CNTRL,
            _ => &[],
        }
    }

    /// Whether the class has a character that Tcl's tables do not reach.
    fn contains_beyond(self, c: char) -> bool {
        match self {
            Class::Alpha => c.is_alphabetic(),
            Class::Upper => c.is_uppercase(),
            Class::Lower => c.is_lowercase(),
            Class::Digit => c.is_numeric() && !c.is_alphabetic(),
            Class::Graph => !c.is_control(),
            Class::Control => c.is_control(),
            _ => false,
        }
    }
}

/// Whether a table of rows (first, last, distance) has a code.
fn listed(table: &[u16], code: u32) -> bool {
    let (rows, _) = table.as_chunks::<3>();
    let after = rows.partition_point(|row| u32::from(row[0]) <= code);
    let Some(row) = after.checked_sub(1).and_then(|index| rows.get(index)) else { return false };
    code <= u32::from(row[1]) && (code - u32::from(row[0])).is_multiple_of(u32::from(row[2]))
}

/// The lower-case form of a character where that is one character, and the character itself otherwise.
pub(super) fn lower(c: char) -> char {
    let mut forms = c.to_lowercase();
    match (forms.next(), forms.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// The upper-case form of a character where that is one character, and the character itself otherwise.
pub(super) fn upper(c: char) -> char {
    let mut forms = c.to_uppercase();
    match (forms.next(), forms.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// The largest range whose other cases are listed one by one.
const LISTED_RANGE: u32 = 1000;

/// A set of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
    classes: Vec<Class>,
    negated: bool,
    without_newline: bool,
    folded: bool,
}

impl CharSet {
    /// The set of one character, or of all its cases.
    pub(super) fn single(c: char, nocase: bool) -> CharSet {
        let mut set = CharSet::default();
        set.add_range(c, c, nocase);
        set
    }

    /// The set of all characters, perhaps without the newline.
    pub(super) fn any(without_newline: bool) -> CharSet {
        CharSet { negated: true, without_newline, ..CharSet::default() }
    }

    /// The set of the characters of a class.
    pub(super) fn class(class: Class) -> CharSet {
        CharSet { classes: vec![class], ..CharSet::default() }
    }

    /// Turns the set into its complement, perhaps without the newline.
    pub(super) fn negate(&mut self, without_newline: bool) {
        self.negated = true;
        self.without_newline = without_newline;
    }

    /// Adds the characters of a class. Without regard to case, each of the two cases is what Tcl makes of it: the
    /// letters and the digits.
    pub(super) fn add_class(&mut self, class: Class, nocase: bool) {
        let either_case = nocase && matches!(class, Class::Upper | Class::Lower);
        self.classes.push(if either_case { Class::Alnum } else { class });
    }

    /// Adds the characters from one to another, perhaps with all their cases.
    pub(super) fn add_range(&mut self, first: char, last: char, nocase: bool) {
        let (low, high) = (first as u32, last as u32);
        self.ranges.push((low, high));
        if !nocase {
            return;
        }
        if high - low > LISTED_RANGE {
            self.folded = true;
            return;
        }
        for c in first..=last {
            for case in [lower(c), upper(c)] {
                if case != c {
                    self.ranges.push((case as u32, case as u32));
                }
            }
        }
    }

    /// Whether the set has a character.
    pub(super) fn contains(&self, c: char) -> bool {
        let within = self.lists(c) || self.folded && (self.lists(lower(c)) || self.lists(upper(c)));
        if self.negated { !(within || self.without_newline && c == '\n') } else { within }
    }

    /// Whether a range or a class of the set has exactly this character.
    fn lists(&self, c: char) -> bool {
        let code = c as u32;
        self.ranges.iter().any(|&(low, high)| low <= code && code <= high)
            || self.classes.iter().any(|class| class.contains(c))
    }

    /// Whether the set may have a character that is not an ASCII one.
    pub(super) fn reaches_beyond_ascii(&self) -> bool {
        let narrow = |class: &Class| matches!(class, Class::Ascii | Class::Blank | Class::HexDigit);
        self.negated
            || self.folded
            || !self.classes.iter().all(narrow)
            || self.ranges.iter().any(|&(_, high)| high >= 0x80)
    }
}
