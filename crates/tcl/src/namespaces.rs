//! Namespaces: where commands and global variables live.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::commands::{Native, Subcommands};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::procedure::Procedure;
use crate::value::{OrderedMap, Value};
use crate::variables::Variable;

/// The number of a namespace; 0 is the global one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamespaceId(pub u32);

impl NamespaceId {
    pub const GLOBAL: Self = Self(0);
}

/// A namespace.
pub(crate) struct Namespace {
    /// `::`, `::a`, `::a::b`.
    pub name: String,
    pub parent: Option<NamespaceId>,
    pub children: OrderedMap<NamespaceId>,
    pub commands: OrderedMap<Rc<Command>>,
    pub variables: OrderedMap<Variable>,
    pub exports: Vec<Value>,
    pub path: Vec<NamespaceId>,
    pub unknown: Option<Value>,
    pub deleted: bool,
}

impl Namespace {
    pub fn new(name: String, parent: Option<NamespaceId>) -> Self {
        Self {
            name,
            parent,
            children: OrderedMap::default(),
            commands: OrderedMap::default(),
            variables: OrderedMap::default(),
            exports: Vec::new(),
            path: Vec::new(),
            unknown: None,
            deleted: false,
        }
    }
}

/// What a command does.
#[derive(Clone)]
pub(crate) enum Body {
    Native(Native),
    /// A command whose work is to run a script: it says which, and the machine runs it without recursion.
    Frame(FrameCommand),
    Ensemble(Subcommands),
    Procedure(Rc<Procedure>),
    Host(Rc<HostCommand>),
    /// A command that was imported from another namespace.
    Import(Rc<Command>),
}

/// A command of the host's.
pub(crate) type HostCommand = dyn Fn(&mut Interp, &[Value]) -> Outcome;

/// A command that asks for a script to be run.
pub(crate) type FrameCommand = fn(&mut Interp, &[Value]) -> Result<Called, Exception>;

/// How a call went.
pub(crate) enum Called {
    Value(Value),
    /// The machine has entered code that will give the value.
    Entered,
}

/// A command.
pub(crate) struct Command {
    /// Its name in its namespace.
    pub name: RefCell<Value>,
    pub namespace: Cell<NamespaceId>,
    pub body: Body,
    pub deleted: Cell<bool>,
    /// The name of what it does, if code may contain that instead of calling it.
    pub inline: Option<&'static str>,
}

/// The parts of a qualified name: the namespace, if one is named, and what is in it.
pub(crate) fn split_qualified(name: &str) -> (Option<&str>, &str) {
    match name.rfind("::") {
        None => (None, name),
        Some(at) => {
            let space = name[..at].trim_end_matches(':');
            (Some(if space.is_empty() && name.starts_with("::") { "::" } else { space }), &name[at + 2..])
        }
    }
}

/// The parts of the name of a namespace.
fn path_parts(path: &str) -> impl Iterator<Item = &str> {
    path.split("::").map(|part| part.trim_start_matches(':')).filter(|part| !part.is_empty())
}

impl Interp {
    pub(crate) fn namespace(&self, id: NamespaceId) -> &Namespace {
        &self.namespaces[id.0 as usize]
    }

    pub(crate) fn namespace_mut(&mut self, id: NamespaceId) -> &mut Namespace {
        &mut self.namespaces[id.0 as usize]
    }

    /// The namespace that a name means as seen from another.
    pub(crate) fn find_namespace(&self, from: NamespaceId, path: &str) -> Option<NamespaceId> {
        let mut at = if path.starts_with("::") { NamespaceId::GLOBAL } else { from };
        for part in path_parts(path) {
            at = *self.namespace(at).children.get(part)?;
        }
        (!self.namespace(at).deleted).then_some(at)
    }

    /// The same; what is not there is made.
    pub(crate) fn make_namespace(&mut self, from: NamespaceId, path: &str) -> NamespaceId {
        let mut at = if path.starts_with("::") { NamespaceId::GLOBAL } else { from };
        for part in path_parts(path) {
            at = match self.namespace(at).children.get(part) {
                Some(&child) => child,
                None => self.add_namespace(at, part),
            };
        }
        at
    }

    fn add_namespace(&mut self, parent: NamespaceId, part: &str) -> NamespaceId {
        let id = NamespaceId(self.namespaces.len() as u32);
        let name = self.qualified(parent, part);
        self.namespaces.push(Namespace::new(name, Some(parent)));
        self.namespace_mut(parent).children.insert(Value::from(part), id);
        id
    }

    /// The full name of something in a namespace.
    pub(crate) fn qualified(&self, namespace: NamespaceId, name: &str) -> String {
        match namespace {
            NamespaceId::GLOBAL => format!("::{name}"),
            other => format!("{}::{name}", self.namespace(other).name),
        }
    }

    /// The namespace that the current scope is in.
    pub(crate) fn current_namespace(&self) -> NamespaceId {
        self.frames[self.frame].namespace
    }

    /// The command that a name means in a namespace.
    pub(crate) fn find_command(&self, from: NamespaceId, name: &str) -> Option<Rc<Command>> {
        let (space, tail) = split_qualified(name);
        let Some(space) = space else {
            return self.find_plain_command(from, name);
        };
        if let Some(found) =
            self.find_namespace(from, space).and_then(|id| self.namespace(id).commands.get(tail))
        {
            return Some(found.clone());
        }
        if name.starts_with("::") {
            return None;
        }
        let path = self.namespace(from).path.iter().copied().chain([NamespaceId::GLOBAL]);
        let mut found =
            path.filter_map(|base| self.namespace(self.find_namespace(base, space)?).commands.get(tail));
        found.next().cloned()
    }

    fn find_plain_command(&self, from: NamespaceId, name: &str) -> Option<Rc<Command>> {
        let here = self.namespace(from);
        if let Some(command) = here.commands.get(name) {
            return Some(command.clone());
        }
        for &other in &here.path {
            if let Some(command) = self.namespace(other).commands.get(name) {
                return Some(command.clone());
            }
        }
        self.namespace(NamespaceId::GLOBAL).commands.get(name).cloned()
    }

    /// Puts a command under a name, in place of what was there.
    pub(crate) fn put_command(
        &mut self,
        namespace: NamespaceId,
        name: &str,
        body: Body,
        inline: Option<&'static str>,
    ) -> Rc<Command> {
        let command = Rc::new(Command {
            name: RefCell::new(Value::from(name)),
            namespace: Cell::new(namespace),
            body,
            deleted: Cell::new(false),
            inline,
        });
        if let Some(old) = self.namespace_mut(namespace).commands.insert(Value::from(name), command.clone()) {
            self.forget_command(&old);
        }
        self.commands_changed(name);
        command
    }

    /// Removes a command from its namespace.
    pub(crate) fn remove_command(&mut self, command: &Rc<Command>) {
        let name = command.name.borrow().clone();
        let namespace = command.namespace.get();
        let there =
            self.namespace(namespace).commands.get(&name.text()).is_some_and(|it| Rc::ptr_eq(it, command));
        if there {
            self.namespace_mut(namespace).commands.remove(&name.text());
        }
        self.forget_command(command);
        self.commands_changed(&name.text());
    }

    /// Commands imported from one that is gone go with it.
    fn forget_command(&mut self, command: &Rc<Command>) {
        command.deleted.set(true);
        if !self.imports {
            return;
        }
        let mut gone = Vec::new();
        for namespace in &self.namespaces {
            for (_, other) in namespace.commands.iter() {
                if matches!(&other.body, Body::Import(of) if Rc::ptr_eq(of, command)) {
                    gone.push(other.clone());
                }
            }
        }
        for import in gone {
            self.remove_command(&import);
        }
    }

    /// What call sites remember, and code that contains commands, is found anew.
    pub(crate) fn commands_changed(&mut self, name: &str) {
        self.epoch += 1;
        if self.inlined.contains(name) {
            self.inline_epoch += 1;
        }
    }

    /// Defines a command by its name as scripts write it, in a namespace that is made if need be.
    pub(crate) fn define(&mut self, name: &str, body: Body, inline: Option<&'static str>) {
        let (space, tail) = split_qualified(name);
        let namespace = self.make_namespace(NamespaceId::GLOBAL, space.unwrap_or("::"));
        self.put_command(namespace, tail, body, inline);
    }

    /// Empties a namespace and all in it, and takes it out of its parent.
    pub(crate) fn delete_namespace(&mut self, id: NamespaceId) {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            all.extend(self.namespace(at).children.iter().map(|(_, &child)| child));
            next += 1;
        }
        for &at in all.iter().rev() {
            let commands: Vec<Rc<Command>> =
                self.namespace(at).commands.iter().map(|(_, it)| it.clone()).collect();
            for command in commands {
                self.remove_command(&command);
            }
            let namespace = self.namespace_mut(at);
            namespace.variables.clear();
            namespace.children.clear();
            namespace.deleted = true;
            let (parent, tail) = (namespace.parent, split_qualified(&namespace.name).1.to_owned());
            if let Some(parent) = parent {
                self.namespace_mut(parent).children.remove(&tail);
            } else {
                self.namespace_mut(at).deleted = false;
            }
        }
        self.epoch += 1;
        self.inline_epoch += 1;
    }
}
