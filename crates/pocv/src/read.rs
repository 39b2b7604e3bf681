//! From statements to coefficients.

use std::sync::Arc;

use zeroslack_input::Diagnostics;

use crate::statement::{Piece, Statement, shortened, statements};
use crate::{Delays, Entry, Object, ObjectType, Pocv};

/// The greatest coefficient.
pub const MOST: f32 = 10.0;

/// The latest version of the format that is known.
const VERSION: f64 = 4.0;

/// Reads a side file.
///
/// `object_type` begins a group; what else a group states holds until it states it anew, and each `coefficient` is of what is stated then. The value holds what could be read,
/// also after errors. Tables by depth or distance (AOCV) are not applied: see [`Diagnostics::not_applied`].
pub fn read(text: &str) -> (Pocv, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let all = statements(text, &mut diagnostics);
    let mut reader = Reader { text, diagnostics, pocv: Pocv::default(), group: None };
    all.iter().for_each(|statement| reader.take(statement));
    reader.end_group();
    (reader.pocv, reader.diagnostics)
}

/// What a group has stated so far.
struct Group<'t> {
    /// The word `object_type`.
    name: Piece<'t>,
    /// None if it is not known, and the group's coefficients count for nothing.
    object_type: Option<ObjectType>,
    /// By word, once it is stated.
    delay_type: Option<[bool; 2]>,
    rf_type: [bool; 2],
    derate_type: [bool; 2],
    path_type: [bool; 2],
    objects: Arc<[Object]>,
    /// Where the objects are stated, as long as there is no value of them.
    unused: Option<Piece<'t>>,
    /// Whether it has a coefficient or a table.
    has_value: bool,
}

struct Reader<'t> {
    text: &'t str,
    diagnostics: Diagnostics,
    pocv: Pocv,
    group: Option<Group<'t>>,
}

impl<'t> Reader<'t> {
    fn take(&mut self, statement: &Statement<'t>) {
        let Statement { name, value } = *statement;
        match name.text {
            "version" => self.version(value),
            // Which of both a group is, its values tell.
            "ocvm_type" => {}
            "object_type" => self.begin_group(statement),
            "rf_type" | "delay_type" | "derate_type" | "path_type" | "object_spec" | "coefficient"
            | "depth" | "distance" | "table" => match self.group.take() {
                Some(mut group) => {
                    self.in_group(&mut group, statement);
                    self.group = Some(group);
                }
                None => self.error("POCV-002", name, || {
                    format!("'{}' is in no group: expected 'object_type' first", name.text)
                }),
            },
            other => self.diagnostics.warning("POCV-003", Some((self.text, name.span())), || {
                format!("'{}' is not known, and is skipped", shortened(other))
            }),
        }
    }

    fn error(&mut self, id: &'static str, piece: Piece<'_>, message: impl FnOnce() -> String) {
        self.diagnostics.error(id, Some((self.text, piece.span())), message);
    }

    fn version(&mut self, value: Piece<'t>) {
        let number: Option<f64> = value.text.parse().ok();
        if !number.is_some_and(|number| (1.0..=VERSION).contains(&number)) {
            self.diagnostics.warning("POCV-004", Some((self.text, value.span())), || {
                let text = shortened(value.text);
                format!(
                    "version '{text}' is not known, expected 1.0 to {VERSION:.1}: read as the latest of these"
                )
            });
        }
    }

    fn begin_group(&mut self, statement: &Statement<'t>) {
        self.end_group();
        let value = statement.value;
        let object_type = match value.text {
            "design" => Some(ObjectType::Design),
            "lib_cell" => Some(ObjectType::LibraryCell),
            "cell" => Some(ObjectType::Cell),
            "net" => Some(ObjectType::Net),
            _ => {
                self.error("POCV-005", value, || {
                    format!(
                        "object type '{}', expected 'design', 'lib_cell', 'cell' or 'net'",
                        shortened(value.text)
                    )
                });
                None
            }
        };
        self.group = Some(Group {
            name: statement.name,
            object_type,
            delay_type: None,
            rf_type: [true; 2],
            derate_type: [true; 2],
            path_type: [true; 2],
            objects: Arc::default(),
            unused: None,
            has_value: false,
        });
    }

    fn end_group(&mut self) {
        let Some(group) = self.group.take().filter(|group| !group.has_value) else { return };
        self.diagnostics.warning("POCV-006", Some((self.text, group.name.span())), || {
            "the group has no value, and says nothing: expected 'coefficient'".to_string()
        });
    }

    fn in_group(&mut self, group: &mut Group<'t>, statement: &Statement<'t>) {
        let value = statement.value;
        match statement.name.text {
            "rf_type" => group.rf_type = self.words(value, ["rise", "fall"]),
            "delay_type" => group.delay_type = Some(self.words(value, ["cell", "net"])),
            "derate_type" => group.derate_type = self.words(value, ["early", "late"]),
            "path_type" => group.path_type = self.words(value, ["clock", "data"]),
            "object_spec" => {
                if let Some(earlier) = group.unused.replace(statement.name) {
                    self.diagnostics.warning("POCV-011", Some((self.text, earlier.span())), || {
                        "these objects have no value before others are stated, and count for nothing: expected 'coefficient'".to_string()
                    });
                }
                let object = |word: Piece<'_>| Object { name: word.text.into(), span: word.span() };
                group.objects = value.words().map(object).collect();
            }
            "table" => {
                (group.has_value, group.unused) = (true, None);
                self.diagnostics.note_not_applied(
                    "table by depth or distance (AOCV)",
                    (self.text, statement.name.span()),
                );
            }
            "coefficient" => {
                (group.has_value, group.unused) = (true, None);
                self.coefficient(group, statement);
            }
            // The axes of a table that is not applied.
            _ => {}
        }
    }

    /// Which of two words are among those of a value; both if there is none.
    fn words(&mut self, value: Piece<'t>, known: [&str; 2]) -> [bool; 2] {
        let mut found = [false; 2];
        for word in value.words() {
            match known.iter().position(|known| *known == word.text) {
                Some(place) => found[place] = true,
                None => self.error("POCV-007", word, || {
                    format!("'{}', expected '{}' or '{}'", shortened(word.text), known[0], known[1])
                }),
            }
        }
        if found == [false; 2] { [true; 2] } else { found }
    }

    fn coefficient(&mut self, group: &Group<'t>, statement: &Statement<'t>) {
        let value = statement.value;
        let coefficient = value.text.parse().ok().filter(|number| (0.0..=MOST).contains(number));
        let Some(coefficient) = coefficient else {
            return self.error("POCV-008", value, || {
                format!("coefficient '{}', expected one number from 0 to {MOST}", shortened(value.text))
            });
        };
        let Some(object_type) = group.object_type else { return };
        if group.objects.is_empty() && object_type != ObjectType::Design {
            return self.error("POCV-009", statement.name, || {
                format!("no {} is named: expected 'object_spec'", object_type.name())
            });
        }
        let possible = match object_type {
            ObjectType::Design => [true; 2],
            ObjectType::LibraryCell | ObjectType::Cell => [true, false],
            ObjectType::Net => [false, true],
        };
        let asked = group.delay_type.unwrap_or(possible);
        let [of_cells, of_nets] = [0, 1].map(|place| asked[place] && possible[place]);
        if !of_cells && !of_nets {
            return self.diagnostics.warning("POCV-010", Some((self.text, statement.name.span())), || {
                let (asked, has) = if asked[0] { ("cell", "net") } else { ("net", "cell") };
                format!("a {} has no delay of type '{asked}', expected '{has}': the coefficient counts for nothing", object_type.name())
            });
        }
        let [on_clock_paths, on_data_paths] = group.path_type;
        let (transitions, splits) = (group.rf_type, group.derate_type);
        let delays = Delays { of_cells, of_nets, transitions, splits, on_clock_paths, on_data_paths };
        self.pocv.entries.push(Entry { object_type, objects: group.objects.clone(), delays, coefficient });
    }
}
