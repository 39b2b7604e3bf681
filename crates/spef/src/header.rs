//! Everything before the first net: header lines, name map, ports.

use std::ops::Range;

use crate::cursor::Cursor;
use crate::entries::{Entries, entry};
use crate::file::{self, File};
use crate::name_map::Places;
use crate::problem::{Problem, Problems};
use crate::{Options, Port};

/// Reads up to the first net, and returns where that is.
pub(crate) fn read<'t>(text: &'t str, options: &Options, problems: &mut Problems) -> (File<'t>, usize) {
    let mut reader = HeaderReader { file: File::new(text, options), cursor: Cursor::new(text, 0), problems };
    reader.lines();
    let HeaderReader { file, cursor, problems } = reader;
    if let Some(at) = cursor.open_comment {
        problems.note(Problem::CommentNotClosed, at..at + 2);
    }
    (file, cursor.at)
}

/// What begins a net.
pub(crate) const NETS: [&[u8]; 4] = [b"*D_NET", b"*R_NET", b"*D_PNET", b"*R_PNET"];

struct HeaderReader<'t, 'p> {
    file: File<'t>,
    cursor: Cursor<'t>,
    problems: &'p mut Problems,
}

impl<'t> HeaderReader<'t, '_> {
    fn lines(&mut self) {
        while self.cursor.peek().is_some() {
            let keyword = self.cursor.at_keyword();
            let Some(word) = self.cursor.next_word() else {
                return;
            };
            if !keyword {
                self.problems.note(Problem::KeywordExpected, word.span());
                self.cursor.skip_line();
                continue;
            }
            let bytes = self.cursor.bytes(word);
            if NETS.contains(&bytes) {
                self.cursor.at = word.start;
                return;
            }
            self.line(bytes);
        }
    }

    fn line(&mut self, keyword: &[u8]) {
        match keyword {
            b"*DESIGN" => self.design(),
            b"*DESIGN_FLOW" => self.design_flow(),
            b"*DIVIDER" => {
                if let Some(divider) = self.punctuation() {
                    self.file.header.divider = divider;
                }
            }
            b"*DELIMITER" => {
                if let Some(delimiter) = self.punctuation() {
                    self.file.header.delimiter = delimiter;
                    self.file.delimiter = delimiter as u8;
                }
            }
            b"*BUS_DELIMITER" => self.bus_delimiter(),
            b"*T_UNIT" => {
                self.file.stated_units.time = true;
                self.file.header.time_unit = self.unit(&TIME, self.file.header.time_unit);
            }
            b"*C_UNIT" => {
                self.file.stated_units.capacitance = true;
                self.file.header.capacitance_unit =
                    self.unit(&CAPACITANCE, self.file.header.capacitance_unit);
            }
            b"*R_UNIT" => {
                self.file.stated_units.resistance = true;
                self.file.header.resistance_unit = self.unit(&RESISTANCE, self.file.header.resistance_unit);
            }
            b"*NAME_MAP" => self.name_map(),
            b"*PORTS" | b"*PHYSICAL_PORTS" => self.ports(),
            _ => self.skip_arguments(),
        }
    }

    fn string(&mut self) -> Option<Range<usize>> {
        match self.cursor.string()? {
            Ok(span) => Some(span),
            Err(span) => {
                self.problems.note(Problem::StringNotClosed, span.clone());
                Some(span.start + 1..span.end)
            }
        }
    }

    fn skip_arguments(&mut self) {
        while !self.cursor.at_keyword() && self.cursor.peek().is_some() {
            self.string();
        }
    }

    fn design(&mut self) {
        if let Some(span) = self.string() {
            self.file.header.design = self.cursor.slice(span);
        }
        self.skip_arguments();
    }

    fn design_flow(&mut self) {
        while !self.cursor.at_keyword() && self.cursor.peek().is_some() {
            if let Some(span) = self.string() {
                let word = self.cursor.slice(span);
                self.file.header.design_flow.push(word);
            }
        }
    }

    /// The one character that the rest of the line must be.
    fn punctuation(&mut self) -> Option<char> {
        let Some(span) = self.string() else {
            self.problems.note(Problem::LineEnds, self.cursor.at..self.cursor.at);
            return None;
        };
        match self.cursor.slice(span.clone()).as_bytes() {
            [byte] if byte.is_ascii_punctuation() && *byte != b'*' => Some(char::from(*byte)),
            _ => {
                self.problems.note(Problem::Delimiter, span);
                None
            }
        }
    }

    /// The delimiter before the number of a bit and, if there is one, the delimiter after it: `[ ]`, `[]` or `.`.
    fn bus_delimiter(&mut self) {
        self.cursor.at_line_end();
        let line_start = self.cursor.at;
        let mut characters = Vec::new();
        while !self.cursor.at_line_end() && !self.cursor.at_keyword() {
            characters.extend(self.string().map_or("", |span| self.cursor.slice(span)).chars());
        }
        let is_delimiter = |one: &char| one.is_ascii_punctuation() && !matches!(one, '*' | '\\');
        match characters[..] {
            _ if !characters.iter().all(is_delimiter) => {
                self.problems.note(Problem::BusDelimiter, line_start..self.cursor.at);
            }
            [open] => self.file.header.bus_delimiter = (open, None),
            [open, close] => self.file.header.bus_delimiter = (open, Some(close)),
            _ => self.problems.note(Problem::BusDelimiter, line_start..self.cursor.at),
        }
    }

    /// A number and one of `units`; `default` if that is not what the line says.
    fn unit(&mut self, units: &[(&str, f64)], default: f64) -> f64 {
        self.cursor.at_line_end();
        let line_start = self.cursor.at;
        let number = self.cursor.word().and_then(|word| crate::number::parse(self.cursor.bytes(word)));
        let unit = self.cursor.word().and_then(|word| {
            let name = self.cursor.slice(word.span());
            units.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        });
        match (number, unit) {
            (Some(number), Some((_, unit))) if number > 0.0 && number <= 1e30 => number * unit,
            _ => {
                self.cursor.skip_line();
                self.problems.note(Problem::Unit, line_start..self.cursor.at);
                default
            }
        }
    }

    fn name_map(&mut self) {
        let mut all: Vec<Entries<'_>> = Vec::new();
        let mut own = Entries::default();
        loop {
            let pieces = Entries::ahead(self.cursor.text, self.cursor.at);
            let is_last = pieces.is_empty();
            for piece in pieces {
                self.entries(piece.start, &mut own);
                if self.cursor.at == piece.start {
                    self.cursor.at = piece.end;
                    all.extend([std::mem::take(&mut own), piece]);
                }
            }
            if is_last || self.cursor.at_keyword() {
                break;
            }
        }
        self.entries(usize::MAX, &mut own);
        all.push(own);
        let first_place = self.file.names.entries.len();
        let (names, starts) = Entries::joined(all);
        if first_place == 0 {
            self.file.names.entries = names;
        } else {
            self.file.names.entries.extend(names);
        }
        self.places(first_place, &starts);
    }

    /// Reads the entries of the name map up to a keyword, or before the first that starts at `stop` or later.
    fn entries(&mut self, stop: usize, entries: &mut Entries<'t>) {
        while !self.cursor.at_keyword() && self.cursor.at < stop {
            let Some(word) = self.cursor.next_word() else {
                break;
            };
            match entry(&mut self.cursor, word) {
                Some(entry) => entries.push(word.start, entry),
                None => {
                    self.problems.note(Problem::NameMapEntry, word.span());
                    self.cursor.skip_line();
                }
            }
        }
    }

    /// Makes the names known, and notes indices used again from `first_place` on, whose entries start at `starts`.
    fn places(&mut self, first_place: usize, starts: &[usize]) {
        let (places, twice) = Places::new(&self.file.names);
        self.file.places = places;
        for place in twice.into_iter().filter(|place| *place >= first_place) {
            let start = starts[place - first_place];
            let length = self.file.names.entries[place].0.to_string().len() + 1;
            self.problems.note(Problem::IndexTwice, start..start + length);
        }
    }

    fn ports(&mut self) {
        while !self.cursor.at_keyword() {
            let Some(word) = self.cursor.next_word() else {
                return;
            };
            let name = self.file.name(word.span(), self.problems);
            match file::direction(&mut self.cursor, self.problems) {
                Some(direction) => self.file.ports.push(Port { name, direction }),
                None => self.cursor.skip_line(),
            }
            file::skip_options(&mut self.cursor);
        }
    }
}

/// ps.
const TIME: [(&str, f64); 6] =
    [("S", 1e12), ("MS", 1e9), ("US", 1e6), ("NS", 1e3), ("PS", 1.0), ("FS", 1e-3)];
/// fF.
const CAPACITANCE: [(&str, f64); 5] = [("F", 1e15), ("UF", 1e9), ("NF", 1e6), ("PF", 1e3), ("FF", 1.0)];
/// kΩ.
const RESISTANCE: [(&str, f64); 3] = [("OHM", 1e-3), ("KOHM", 1.0), ("MOHM", 1e3)];
