//! From modules to a flat netlist, linked to library cells.
//!
//! Each module that the top reaches is made ready once ([`Body`]): what its instances are of ([`reach`](crate::reach)),
//! how large it all comes to ([`size`](crate::size)), which bit is on which pin ([`connect`](crate::connect)).
//! Then flattening ([`flatten`](crate::flatten)) only copies.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_input::Diagnostics;
use zeroslack_verilog::Module;

use crate::body::{Body, BodyId, Source};
use crate::budget::{Budget, Limits};
use crate::cell_names::CellNames;
use crate::connect::Connector;
use crate::flatten::flatten;
use crate::id::NONE;
use crate::interface::Interface;
use crate::{CellLibrary, Netlist};

/// How to link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkOptions {
    /// The top module; without it the one that no other instantiates.
    pub top: Option<String>,
    /// Whether an unknown module is an error; without it it is a black box, with a warning. A session refuses then, too, what is read and not applied.
    pub strict: bool,
    /// The most cells and instances of modules, together, that the flat design may have; without it 100 million, and for a short text less:
    /// what instances of instances come to is refused where no chip has it.
    pub max_cells: Option<u64>,
}

/// Links modules to library cells and flattens them. No netlist comes back if there is an error.
///
/// A module wins over a library cell of the same name, unless it has nothing in it but ports: then it is a
/// stub for the cell. A net is named after the outermost of the nets that ports and assignments join to it,
/// and all their names find it. Errors in modules that the top does not reach are not found.
pub fn link(
    sources: &[Source<'_>],
    library: CellLibrary,
    options: &LinkOptions,
) -> (Option<Netlist>, Diagnostics) {
    // On one of rayon's threads, since one from outside has to wait for them each time that it asks them for something.
    rayon::scope(|_| {
        let mut linker = Linker::new(sources, library, options);
        let netlist = linker.run(options.top.as_deref());
        let pulled = std::mem::take(&mut linker.pulled);
        let mut diagnostics = linker.diagnostics();
        let netlist = netlist.filter(|_| !diagnostics.has_errors());
        if let Some(netlist) = &netlist {
            netlist.check_drivers(&pulled, &mut diagnostics);
        }
        (netlist, diagnostics)
    })
}

pub(crate) struct Linker<'s, 't> {
    sources: &'s [Source<'t>],
    /// Number of its source, module.
    pub(crate) modules: Vec<(usize, &'s Module<'t>)>,
    /// Indices into `modules`.
    pub(crate) by_name: FxHashMap<&'t str, u32>,
    pub(crate) library: CellLibrary,
    /// Number of library cells before black boxes were added.
    pub(crate) described: usize,
    pub(crate) strict: bool,
    /// Number of instances in all modules.
    pub(crate) written: u64,
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    /// Of the design as a whole.
    pub(crate) said: Diagnostics,
    /// By source.
    said_of: Vec<Diagnostics>,
    /// The modules that the top reaches, the top first.
    pub(crate) bodies: Vec<Body<'s, 't>>,
    /// Of each body.
    pub(crate) interfaces: Vec<Interface<'t>>,
    /// By module; [`NONE`] if not reached.
    body_of: Vec<BodyId>,
    /// By module, piece by piece; taken by its body.
    cell_names: Vec<Vec<CellNames<'t>>>,
    /// Nets of the flat design that have a value where nothing drives them.
    pulled: FxHashSet<u32>,
}

impl<'s, 't> Linker<'s, 't> {
    fn new(sources: &'s [Source<'t>], library: CellLibrary, options: &LinkOptions) -> Self {
        let modules = || sources.iter().flat_map(|source| &source.design.modules);
        let written = modules().map(|module| module.instances.len() as u64).sum();
        let text = sources.iter().map(|source| source.text.len() as u64).sum();
        let limits = Limits::new(options.max_cells, written, text);
        let mut linker = Self {
            sources,
            modules: Vec::new(),
            by_name: FxHashMap::default(),
            described: library.masters().len(),
            library,
            strict: options.strict,
            written,
            limits,
            budget: Budget::new(limits.bits),
            said: Diagnostics::new(),
            said_of: vec![Diagnostics::new(); sources.len()],
            bodies: Vec::new(),
            interfaces: Vec::new(),
            body_of: Vec::new(),
            cell_names: Vec::new(),
            pulled: FxHashSet::default(),
        };
        for (number, source) in sources.iter().enumerate() {
            for module in &source.design.modules {
                linker.add_module(number, module);
            }
        }
        linker.body_of = vec![NONE; linker.modules.len()];
        linker.cell_names =
            linker.modules.par_iter().map(|(_, module)| CellNames::of_pieces(module)).collect();
        linker
    }

    fn add_module(&mut self, number: usize, module: &'s Module<'t>) {
        let index = self.modules.len() as u32;
        self.modules.push((number, module));
        let first = *self.by_name.entry(module.name).or_insert(index);
        if first != index {
            let file = self.sources[self.modules[first as usize].0].file;
            let span = module.offset..module.offset + module.name.len();
            self.said_of[number].error("NET-003", Some((self.sources[number].text, span)), || {
                format!("module '{}' is already defined in {file}", module.name)
            });
        }
    }

    fn run(&mut self, top: Option<&str>) -> Option<Netlist> {
        let top = self.top(top)?;
        self.reach(top);
        if !self.fill_black_boxes() || !self.check_hierarchy() {
            return None;
        }
        self.connect();
        if self.said.has_errors() || self.bodies.iter().any(|body| body.said.has_errors()) {
            return None;
        }
        let (library, name) = (std::mem::take(&mut self.library), self.modules[top as usize].1.name);
        match flatten(&mut self.bodies, &self.interfaces, &library, &mut self.said) {
            Some(mut flat) => {
                self.pulled = std::mem::take(&mut flat.pulled);
                Some(Netlist::new(name.into(), library, flat))
            }
            None if self.bodies.iter().any(|body| body.said.has_errors()) => None,
            None => {
                self.too_large("more than 4 billion nets or pins, or 4 GiB of names".to_string());
                None
            }
        }
    }

    /// The top module: the named one, or the only one (the last one, with a warning) that no other instantiates.
    fn top(&mut self, name: Option<&str>) -> Option<u32> {
        if let Some(name) = name {
            let found = self.by_name.get(name).copied();
            if found.is_none() {
                self.said.error("NET-004", None, || format!("there is no module '{name}' to be the top"));
            }
            return found;
        }
        let names = self.cell_names.iter().flatten().flat_map(|piece| &piece.names);
        let used: FxHashSet<&str> = names.map(|&(name, _)| name).collect();
        // Stubs of library cells that are not used are no designs.
        let may_be_top = |module: &Module<'_>| !used.contains(module.name) && self.stubbed(module).is_none();
        let tops: Vec<u32> = (0..self.modules.len() as u32)
            .filter(|&index| may_be_top(self.modules[index as usize].1))
            .collect();
        match (tops.last(), self.modules.is_empty()) {
            (Some(_), _) if tops.len() > 1 => self.report_tops(&tops),
            (Some(_), _) => {}
            (None, true) => {
                self.said.error("NET-006", None, || "there is no module in the Verilog input".to_string());
            }
            (None, false) => self.said.error("NET-007", None, || {
                "every module is instantiated by another, so none can be the top".to_string()
            }),
        }
        tops.last().copied()
    }

    fn report_tops(&mut self, tops: &[u32]) {
        let names = tops.iter().map(|&index| self.modules[index as usize].1.name);
        let mut shown = names.take(10).collect::<Vec<_>>().join(", ");
        if tops.len() > 10 {
            shown += &format!(" and {} more", tops.len() - 10);
        }
        let last = tops.last().map_or("", |&last| self.modules[last as usize].1.name);
        self.said.warning("NET-005", None, || {
            format!("no module instantiates any of {shown}; the last one, {last}, is taken as the top")
        });
    }

    pub(crate) fn too_large(&mut self, why: String) {
        self.said.error("NET-008", None, || format!("the flat design is too large: {why}"));
    }

    /// The body of a module, made if it is not there yet.
    pub(crate) fn body(&mut self, module: u32) -> BodyId {
        if self.body_of[module as usize] == NONE {
            let (number, module_text) = self.modules[module as usize];
            let cell_names = std::mem::take(&mut self.cell_names[module as usize]);
            let mut body = Body::new(&self.sources[number], number, module_text, cell_names);
            self.interfaces.push(Interface::new(&mut body, &self.budget, self.bodies.is_empty()));
            self.body_of[module as usize] = self.bodies.len() as BodyId;
            self.bodies.push(body);
        }
        self.body_of[module as usize]
    }

    /// Finds out for all instances which bit is on which pin.
    fn connect(&mut self) {
        let stubs = |cell: &str| self.by_name.get(cell).map(|&index| self.modules[index as usize].1);
        let (library, interfaces, budget) = (&self.library, &self.interfaces, &self.budget);
        self.bodies.par_iter_mut().for_each(|body| {
            body.pieces = Connector::pieces(body, library, interfaces, budget, &stubs);
        });
        if budget.is_spent() {
            // How far each thread came is chance.
            let most = self.limits.bits;
            return self.too_large(format!(
                "its expressions come to more than {most} bits, which --max-cells raises"
            ));
        }
        self.bodies.par_iter_mut().for_each(Body::finish);
    }

    /// What was said, the whole design first, then source by source.
    fn diagnostics(self) -> Diagnostics {
        let mut diagnostics = self.said;
        let mut said_of = self.said_of;
        for body in self.bodies {
            said_of[body.number].append(body.said);
        }
        for (source, mut said) in self.sources.iter().zip(said_of) {
            said.set_file(source.file);
            diagnostics.append(said);
        }
        diagnostics
    }
}
