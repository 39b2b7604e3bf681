//! At the end of a module: one declaration a name, and a direction for every port.

use std::hash::BuildHasher;
use std::ops;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::reader::Reader;
use crate::{Assign, Declaration, Expr, Kind, PortBinding, Range};

/// A declaration's place by name. It is filled in one go when their number is known: it never grows, and looking up one
/// name does not wait for another.
struct Places(HashTable<u32>);

impl Places {
    /// Where `name` is, or `None` after it was put at `place`.
    fn find_or_insert(
        &mut self,
        name: &str,
        place: usize,
        declarations: &[Declaration<'_>],
    ) -> Option<usize> {
        let name_at = |place: u32| declarations[place as usize].name;
        let is_it = |other: &u32| name_at(*other) == name;
        match self.0.entry(hash(name), is_it, |other| hash(name_at(*other))) {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(vacant) => {
                vacant.insert(place as u32);
                None
            }
        }
    }

    fn find(&self, name: &str, declarations: &[Declaration<'_>]) -> Option<usize> {
        let is_it = |other: &u32| declarations[*other as usize].name == name;
        self.0.find(hash(name), is_it).map(|place| *place as usize)
    }
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

impl<'t> Reader<'t> {
    /// Checks what can only be checked when all of the module is known.
    pub(crate) fn finish_module(&mut self, has_all_ports: bool) {
        let places = self.merge_declarations();
        self.drop_repeated_ports();
        if has_all_ports {
            self.check_ports(&places);
        }
    }

    fn merge_declarations(&mut self) -> Places {
        let mut declarations = std::mem::take(&mut self.module.declarations);
        let mut places = Places(HashTable::with_capacity(declarations.len()));
        let mut kept = 0;
        for at in 0..declarations.len() {
            let later = declarations[at];
            match places.find_or_insert(later.name, kept, &declarations) {
                Some(first) => self.merge(&mut declarations[first], later),
                None => {
                    declarations[kept] = later;
                    kept += 1;
                }
            }
        }
        declarations.truncate(kept);
        self.module.declarations = declarations;
        places
    }

    fn merge(&mut self, first: &mut Declaration<'t>, later: Declaration<'t>) {
        let Declaration { name, offset, .. } = later;
        let span = Some((self.text, offset..offset + name.len()));
        if first.range != later.range {
            let (before, now) = (first.range, later.range);
            return self.diagnostics.error("VLOG-027", span, || {
                format!(
                    "'{name}' was declared as {}, here as {}: expected the same",
                    shown(before),
                    shown(now)
                )
            });
        }
        match (first.kind, later.kind) {
            (Kind::Wire, Kind::Input | Kind::Output | Kind::Inout) => first.kind = later.kind,
            (Kind::Input | Kind::Output | Kind::Inout, Kind::Wire) => {}
            (Kind::Output, supply @ (Kind::Supply0 | Kind::Supply1)) => self.tie(*first, supply),
            (supply @ (Kind::Supply0 | Kind::Supply1), Kind::Output) => {
                first.kind = Kind::Output;
                self.tie(*first, supply);
            }
            (Kind::Input | Kind::Inout, Kind::Supply0 | Kind::Supply1) => self.report_supply(*first),
            (Kind::Supply0 | Kind::Supply1, Kind::Input | Kind::Inout) => {
                first.kind = later.kind;
                self.report_supply(*first);
            }
            (before, now) if before == now => self
                .diagnostics
                .warning("VLOG-028", span, || format!("'{name}' is declared a second time, in the same way")),
            (before, now) => self.diagnostics.error("VLOG-029", span, || {
                format!("'{name}' was declared as {}, here as {}: expected one", word(before), word(now))
            }),
        }
    }

    /// A supply net that is an output port is an output with a constant.
    fn tie(&mut self, output: Declaration<'t>, supply: Kind) {
        let bit = if supply == Kind::Supply0 { b'0' } else { b'1' };
        let width = output.range.map_or(1, Range::width) as usize;
        let constant = Expr::Constant(vec![bit; width].into());
        if let (Ok(target), Ok(value)) = (self.push_expr(Expr::Name(output.name)), self.push_expr(constant)) {
            self.module.assigns.push(Assign { target, value, offset: output.offset });
        }
    }

    fn report_supply(&mut self, port: Declaration<'t>) {
        let Declaration { name, kind, offset, .. } = port;
        self.diagnostics.warning("VLOG-032", Some((self.text, offset..offset + name.len())), || {
            format!(
                "'{name}' is an {} and a supply: its constant is ignored, what drives the port counts",
                word(kind)
            )
        });
    }

    fn drop_repeated_ports(&mut self) {
        let mut names = FxHashSet::default();
        let mut ports = std::mem::take(&mut self.module.ports);
        ports.retain(|port| {
            let is_new = names.insert(port.name);
            if !is_new {
                self.diagnostics.error("VLOG-033", Some((self.text, self.span_of(port.name))), || {
                    format!("the port '{}' is listed a second time", port.name)
                });
            }
            is_new
        });
        self.module.ports = ports;
    }

    /// Reports ports without a direction, and directions of what is no port.
    fn check_ports(&mut self, places: &Places) {
        let ports = std::mem::take(&mut self.module.ports);
        let mut is_port = vec![false; self.module.declarations.len()];
        for port in &ports {
            for part in self.parts_of(port) {
                let (Expr::Name(name) | Expr::Bit(name, _) | Expr::Part(name, _)) = self.module.exprs[part]
                else {
                    continue;
                };
                let place = places.find(name, &self.module.declarations);
                match place.filter(|place| is_direction(self.module.declarations[*place].kind)) {
                    Some(place) => is_port[place] = true,
                    None => self.report_no_direction(name),
                }
            }
        }
        self.module.ports = ports;
        for (place, _) in is_port.iter().enumerate().filter(|(_, is_port)| !**is_port) {
            let Declaration { name, kind, offset, .. } = self.module.declarations[place];
            if is_direction(kind) {
                self.diagnostics.warning("VLOG-030", Some((self.text, offset..offset + name.len())), || {
                    format!("'{name}' is declared as {} but is not in the module's list of ports", word(kind))
                });
            }
        }
    }

    /// Indices of the expressions that the port is made of.
    fn parts_of(&self, port: &PortBinding<'t>) -> ops::Range<usize> {
        let inner = port.inner.0 as usize;
        match &self.module.exprs[inner] {
            Expr::Concat(parts) => parts.start as usize..parts.end as usize,
            _ => inner..inner + 1,
        }
    }

    fn report_no_direction(&mut self, name: &'t str) {
        self.diagnostics.error("VLOG-031", Some((self.text, self.span_of(name))), || {
            format!("the port '{name}' has no direction: expected a declaration as input, output or inout")
        });
    }

    /// Where a port's name is. It is a slice of the text: its place need not be kept for the few that are asked for it.
    fn span_of(&self, name: &'t str) -> ops::Range<usize> {
        let offset = name.as_ptr() as usize - self.text.as_ptr() as usize;
        offset..offset + name.len()
    }
}

fn is_direction(kind: Kind) -> bool {
    matches!(kind, Kind::Input | Kind::Output | Kind::Inout)
}

fn shown(range: Option<Range>) -> String {
    range.map_or("a scalar".to_string(), |range| format!("[{}:{}]", range.msb, range.lsb))
}

/// The kind in Verilog.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Input => "input",
        Kind::Output => "output",
        Kind::Inout => "inout",
        Kind::Wire => "wire",
        Kind::Supply0 => "supply0",
        Kind::Supply1 => "supply1",
    }
}
