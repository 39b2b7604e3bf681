//! At the end of a module: one declaration a name, and a direction for every port.

use std::hash::BuildHasher;
use std::ops;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use zeroslack_parallel::Groups;

use crate::reader::Reader;
use crate::{Assign, Declaration, Expr, Kind, PortBinding, Range};

/// Names that are looked for together: as many as a core's cache has room for.
const TOGETHER: usize = 1 << 14;

/// Declarations of names that were declared before: place of the later one, place of the first. In the order of the later ones.
fn repeated(declarations: &[Declaration<'_>]) -> Vec<(u32, u32)> {
    let name = |place: u32| declarations[place as usize].name;
    let hash = |place: u32| FxBuildHasher.hash_one(name(place));
    // A hash table looks at other bits than these.
    let groups = declarations.len().div_ceil(TOGETHER);
    let group = |place: u32| ((hash(place) >> 32) % groups as u64) as u32;
    let of = |items: ops::Range<usize>| items.map(|place| (group(place as u32), place as u32));
    let by_hash = Groups::new(declarations.len(), groups, of);
    let of_group = |group: u32| {
        let places = by_hash.get(group);
        let mut firsts = HashTable::with_capacity(places.len());
        let mut repeated = Vec::new();
        for &place in places {
            match firsts.entry(hash(place), |&other| name(other) == name(place), |&other| hash(other)) {
                Entry::Occupied(first) => repeated.push((place, *first.get())),
                Entry::Vacant(vacant) => {
                    vacant.insert(place);
                }
            }
        }
        repeated
    };
    let mut repeated: Vec<(u32, u32)> = (0..groups as u32).into_par_iter().flat_map_iter(of_group).collect();
    repeated.par_sort_unstable();
    repeated
}

impl<'t> Reader<'t> {
    /// Checks what can only be checked when all of the module is known.
    pub(crate) fn finish_module(&mut self, has_all_ports: bool) {
        self.merge_declarations();
        self.take_names_of_parts();
        self.drop_repeated_ports();
        if has_all_ports {
            self.check_ports();
        }
    }

    fn merge_declarations(&mut self) {
        let mut declarations = std::mem::take(&mut self.module.declarations);
        let repeated = repeated(&declarations);
        for &(later, first) in &repeated {
            let later = declarations[later as usize];
            self.merge(&mut declarations[first as usize], later);
        }
        if !repeated.is_empty() {
            let mut later = repeated.into_iter().map(|(later, _)| later).peekable();
            let mut places = 0..;
            declarations.retain(|_| places.next().and_then(|place| later.next_if_eq(&place)).is_none());
        }
        self.module.declarations = declarations;
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
            (Kind::Wire | Kind::Tri0 | Kind::Tri1, Kind::Input | Kind::Output | Kind::Inout) => {
                first.kind = later.kind
            }
            (Kind::Input | Kind::Output | Kind::Inout, Kind::Wire | Kind::Tri0 | Kind::Tri1) => {}
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

    /// Takes their names from ports that are parts of one bus, `a[1], a[0]`: none of them is the whole of it.
    fn take_names_of_parts(&mut self) {
        let Self { module, .. } = self;
        let is_part = |port: &PortBinding<'t>| matches!(module.exprs[port.inner.0 as usize], Expr::Bit(name, _) | Expr::Part(name, _) if name == port.name);
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for port in module.ports.iter().filter(|port| is_part(port)) {
            *counts.entry(port.name).or_default() += 1;
        }
        for port in &mut module.ports {
            if counts.get(port.name).is_some_and(|&count| count > 1) && is_part(port) {
                port.name = "";
            }
        }
    }

    fn drop_repeated_ports(&mut self) {
        let mut names = FxHashSet::default();
        let mut ports = std::mem::take(&mut self.module.ports);
        ports.retain(|port| {
            let is_new = port.name.is_empty() || names.insert(port.name);
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
    fn check_ports(&mut self) {
        let ports = std::mem::take(&mut self.module.ports);
        let directions = self.module.declarations.iter().filter(|declaration| is_direction(declaration.kind));
        let directions: Vec<Declaration<'t>> = directions.copied().collect();
        let places: FxHashMap<&str, usize> =
            directions.iter().enumerate().map(|(place, direction)| (direction.name, place)).collect();
        let mut is_port = vec![false; directions.len()];
        for port in &ports {
            for part in self.parts_of(port) {
                let (Expr::Name(name) | Expr::Bit(name, _) | Expr::Part(name, _)) = self.module.exprs[part]
                else {
                    continue;
                };
                match places.get(name) {
                    Some(&place) => is_port[place] = true,
                    None => self.report_no_direction(name),
                }
            }
        }
        self.module.ports = ports;
        for (Declaration { name, kind, offset, .. }, _) in
            directions.iter().zip(is_port).filter(|(_, is_port)| !is_port)
        {
            let span = Some((self.text, *offset..offset + name.len()));
            self.diagnostics.warning("VLOG-030", span, || {
                format!("'{name}' is declared as {} but is not in the module's list of ports", word(*kind))
            });
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
        Kind::Tri0 => "tri0",
        Kind::Tri1 => "tri1",
    }
}
