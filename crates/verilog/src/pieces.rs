//! Reading one text on all threads.
//!
//! The text is cut where items of a module seem to start, and each piece is read as if one did. The reader that goes through the whole text takes a
//! piece only if it comes to an item exactly where the piece starts: what was read from there on is then what it would read itself. Otherwise, as
//! in a comment, it reads that part of the text itself. A piece ends before the first item about which there is something to report, and before
//! the first directive whose meaning depends on the text before it.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_parallel::concat;

use crate::class::{self, SPACE};
use crate::keyword::Role;
use crate::reader::Reader;
use crate::{Assign, Connection, Declaration, Expr, ExprId, Instance, Module};

/// Bytes of a piece.
pub(crate) const PIECE: usize = 1 << 18;

/// A part of the text that was read on its own.
pub(crate) struct Piece<'t> {
    /// Where its first item starts.
    start: usize,
    /// Where reading goes on after it.
    end: usize,
    /// The items of the module in which it starts.
    head: Module<'t>,
    /// Whether that module ends in it.
    has_end: bool,
    /// The modules that are wholly in it.
    modules: Vec<Module<'t>>,
    /// The beginning of the module in which it ends.
    open: Option<Module<'t>>,
    /// Bytes that its replications and constants take.
    expansion: usize,
}

/// How much of a module was read when the last item began.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    at: usize,
    declarations: usize,
    instances: usize,
    connections: usize,
    assigns: usize,
    exprs: usize,
    expansion_left: usize,
}

impl<'t> Piece<'t> {
    /// All pieces of a text, but for its beginning, which holds the first module's header.
    pub(crate) fn all(text: &'t str, bytes: usize) -> Vec<Self> {
        let cuts = (1..text.len().div_ceil(bytes)).map(|number| number * bytes);
        let mut starts: Vec<usize> =
            cuts.filter_map(|cut| item_start(text, cut..text.len().min(cut + bytes))).collect();
        starts.push(text.len());
        starts.par_windows(2).filter_map(|ends| Self::read(text, ends[0]..ends[1], bytes)).collect()
    }

    /// Reads a piece. Its last item may reach into the `more` bytes after it.
    fn read(text: &'t str, range: Range<usize>, more: usize) -> Option<Self> {
        let end = word_end(text, text.len().min(range.end.saturating_add(more)), more)?;
        let mut reader = Reader {
            at: range.start,
            stop: range.end,
            piece_of: Some(text.len()),
            diagnostics: Diagnostics::silent(),
            ..Reader::new(&text[..end])
        };
        let all_expansion = reader.expansion_left;
        reader.peek();
        if !reader.is_well() {
            return None;
        }
        let start = reader.at;
        let mut has_end = reader.items();
        if has_end && !reader.is_well() {
            reader.go_back();
            has_end = false;
        }
        let (head, end) = (std::mem::take(&mut reader.module), reader.at);
        let mut piece = Self { start, end, head, has_end, modules: Vec::new(), open: None, expansion: 0 };
        if has_end {
            reader.modules_of(&mut piece);
        }
        piece.expansion = all_expansion - reader.expansion_left;
        (piece.end > piece.start).then_some(piece)
    }
}

/// Where the word ends that goes through `from`, if that is within so many bytes: a part of it could be taken for another word.
fn word_end(text: &str, from: usize, within: usize) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    match rest.iter().take(within).position(|&byte| class::is(byte, SPACE)) {
        Some(length) => Some(from + length),
        None => (rest.len() <= within).then_some(text.len()),
    }
}

/// Where an item seems to start: after a line that ends with a semicolon.
fn item_start(text: &str, range: Range<usize>) -> Option<usize> {
    let bytes = &text.as_bytes()[range.clone()];
    let is_end = |&newline: &usize| bytes[..newline].trim_ascii_end().ends_with(b";");
    memchr::memchr_iter(b'\n', bytes).find(is_end).map(|newline| range.start + newline + 1)
}

impl<'t> Reader<'t> {
    /// Whether nothing was reported, no conditional directive was met, and the text of a piece was enough to know.
    fn is_well(&self) -> bool {
        let is_cut = self.piece_of.is_some_and(|bytes| self.text.len() < bytes);
        !self.diagnostics.has_any() && !self.has_met_condition && (!is_cut || self.at < self.text.len())
    }

    /// Notes that all is well before the next item of a piece. If not, goes back to where it last was, and is false.
    pub(crate) fn keep(&mut self) -> bool {
        if !self.is_well() {
            self.go_back();
            return false;
        }
        let Module { declarations, instances, connections, assigns, exprs, .. } = &self.module;
        self.mark = Mark {
            at: self.at,
            declarations: declarations.len(),
            instances: instances.len(),
            connections: connections.len(),
            assigns: assigns.len(),
            exprs: exprs.len(),
            expansion_left: self.expansion_left,
        };
        true
    }

    fn go_back(&mut self) {
        let Mark { at, declarations, instances, connections, assigns, exprs, expansion_left } = self.mark;
        self.at = at;
        self.expansion_left = expansion_left;
        self.module.declarations.truncate(declarations);
        self.module.instances.truncate(instances);
        self.module.connections.truncate(connections);
        self.module.assigns.truncate(assigns);
        self.module.exprs.truncate(exprs);
    }

    /// Reads the modules of a piece, from after the one in which it starts.
    fn modules_of(&mut self, piece: &mut Piece<'t>) {
        while self.peek_role() == Some(Role::Module) && self.at < self.stop {
            self.plain();
            if !self.begin_module() || !self.is_well() {
                return;
            }
            self.keep();
            if !self.items() {
                piece.open = Some(std::mem::take(&mut self.module));
                piece.end = self.at;
                return;
            }
            let module = self.end_module();
            if !self.is_well() {
                return;
            }
            piece.modules.push(module);
            piece.end = self.at;
        }
    }

    /// Reads the text in pieces of so many bytes.
    pub(crate) fn in_pieces(mut self, bytes: usize) -> Self {
        self.pieces = Piece::all(self.text, bytes).into();
        self.find_stop();
        self
    }

    /// The next piece ahead is where reading stops.
    fn find_stop(&mut self) {
        self.stop = self.pieces.front().map_or(self.text.len(), |piece| piece.start);
    }

    /// Drops pieces that started before this place or, outside of modules, at it.
    pub(crate) fn pass_pieces(&mut self) {
        while self.pieces.front().is_some_and(|piece| piece.start <= self.at) {
            self.pieces.pop_front();
        }
        self.find_stop();
    }

    /// Takes the piece that starts with the item here. Whether the module ends in it; none if there is no such piece.
    pub(crate) fn take_piece(&mut self) -> Option<bool> {
        while let Some(piece) = self.pieces.pop_front_if(|piece| piece.start <= self.at) {
            if piece.start == self.at && self.has_room_for(&piece) {
                let has_end = self.take(piece);
                self.find_stop();
                return Some(has_end);
            }
        }
        self.find_stop();
        None
    }

    fn has_room_for(&self, piece: &Piece<'t>) -> bool {
        size(&self.module) + size(&piece.head) < self.index_left && piece.expansion <= self.expansion_left
    }

    fn take(&mut self, piece: Piece<'t>) -> bool {
        let Module { name, offset, .. } = self.module;
        let before = std::mem::replace(&mut self.module, Module { name, offset, ..Module::default() });
        self.index_left -= size(&before) + size(&piece.head);
        self.expansion_left -= piece.expansion;
        self.sections.extend([before, piece.head]);
        self.ready = piece.modules.into();
        self.open = piece.open;
        self.at = piece.end;
        piece.has_end
    }

    /// Makes one module of its sections.
    pub(crate) fn join_sections(&mut self) {
        if self.sections.is_empty() {
            return;
        }
        let last = std::mem::take(&mut self.module);
        self.sections.push(last);
        self.module = joined(std::mem::take(&mut self.sections));
        self.index_left = self.index_limit;
    }
}

/// Elements of the longest of a module's arrays that indices point into.
fn size(module: &Module<'_>) -> usize {
    module.declarations.len().max(module.connections.len()).max(module.exprs.len())
}

/// One module of sections of it, of which the first has the header.
fn joined(mut sections: Vec<Module<'_>>) -> Module<'_> {
    let starts = sections.iter().scan((0, 0), |next, section| {
        let start = *next;
        next.0 += section.exprs.len() as u32;
        next.1 += section.connections.len() as u32;
        Some(start)
    });
    // Of each section: its first expression and its first connection.
    let starts: Vec<(u32, u32)> = starts.collect();
    let moved = |range: Range<u32>, by: u32| range.start + by..range.end + by;
    let expr = |section: usize, id: ExprId| ExprId(id.0 + starts[section].0);
    let Module { name, offset, .. } = sections[0];
    Module {
        name,
        offset,
        ports: std::mem::take(&mut sections[0].ports),
        declarations: concat(
            taken(&mut sections, |section| &mut section.declarations),
            |_, each: Declaration<'_>| each,
        ),
        instances: concat(
            taken(&mut sections, |section| &mut section.instances),
            |section, each: Instance<'_>| Instance {
                connections: moved(each.connections, starts[section].1),
                ..each
            },
        ),
        connections: concat(
            taken(&mut sections, |section| &mut section.connections),
            |section, each: Connection<'_>| Connection { value: expr(section, each.value), ..each },
        ),
        assigns: concat(taken(&mut sections, |section| &mut section.assigns), |section, each: Assign| {
            Assign { target: expr(section, each.target), value: expr(section, each.value), ..each }
        }),
        exprs: concat(taken(&mut sections, |section| &mut section.exprs), |section, each| match each {
            Expr::Concat(parts) => Expr::Concat(moved(parts, starts[section].0)),
            each => each,
        }),
    }
}

/// One array of each section.
fn taken<'t, T>(
    sections: &mut [Module<'t>],
    of: impl for<'m> Fn(&'m mut Module<'t>) -> &'m mut Vec<T>,
) -> Vec<Vec<T>> {
    sections.iter_mut().map(|section| std::mem::take(of(section))).collect()
}
