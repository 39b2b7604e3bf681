//! `namespace`.

use std::rc::Rc;

use super::evaluate::enter_words;
use super::glob_match::glob_match;
use super::{Subcommands, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::machine::Kind;
use crate::namespaces::{Body, Called, Command, NamespaceId, split_qualified};
use crate::value::Value;
use crate::variables::Frame;

pub(crate) const NAMESPACE: Subcommands = &[
    ("children", children),
    ("code", code),
    ("current", current),
    ("delete", delete),
    ("ensemble", |_, _| {
        Err(super::absent::absent("namespace ensemble", "a procedure can choose by its first word"))
    }),
    ("eval", eval),
    ("exists", exists),
    ("export", export),
    ("forget", forget),
    ("import", import),
    ("inscope", inscope),
    ("origin", origin),
    ("parent", parent),
    ("path", path),
    ("qualifiers", qualifiers),
    ("tail", tail),
    ("unknown", unknown),
    ("upvar", upvar),
    ("which", which),
];

/// `namespace` itself: `eval` and `inscope` are entered by the machine, all else is done at once.
pub(crate) fn namespace(interp: &mut Interp, words: &[Value]) -> Result<Called, Exception> {
    let is_eval = words.get(1).is_some_and(|word| matches!(&*word.text(), "eval" | "ev" | "eva"));
    if !is_eval {
        return interp.call_subcommand(NAMESPACE, words).map(Called::Value);
    }
    if words.len() < 4 {
        return Err(wrong_args(words, 2, "name arg ?arg...?"));
    }
    let here = interp.current_namespace();
    let namespace = interp.make_namespace(here, &words[2].text());
    enter_namespace(interp, namespace, words, 3)
}

/// Runs the words from a number on as a script in a namespace.
fn enter_namespace(
    interp: &mut Interp,
    namespace: NamespaceId,
    words: &[Value],
    from: usize,
) -> Result<Called, Exception> {
    let outer = interp.frames.len();
    let caller = interp.frame;
    interp.frames.push(Frame {
        namespace,
        locals: None,
        slots: Vec::new(),
        others: Default::default(),
        level: interp.frames[caller].level + 1,
        caller,
        words: words.to_vec(),
    });
    let name = interp.namespace(namespace).name.clone();
    let entered = enter_words(interp, &words[from..], outer, Kind::Namespace(name), outer);
    if entered.is_err() {
        interp.frames.truncate(outer);
    }
    entered
}

/// Where `eval` runs without a machine to enter: never, it is caught before.
fn eval(_: &mut Interp, words: &[Value]) -> Outcome {
    Err(wrong_args(words, 2, "name arg ?arg...?"))
}

fn inscope(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, script, more @ ..] = words else {
        return Err(wrong_args(words, 2, "name arg ?arg...?"));
    };
    find(interp, name)?;
    let script = match more {
        [] => script.clone(),
        more => super::split_join::concat_values(&[script.clone(), Value::list(more.to_vec())]),
    };
    interp.call(&[Value::from("::namespace"), Value::from("eval"), name.clone(), script])
}

/// The namespace of a name, or the error that there is none.
fn find(interp: &Interp, name: &Value) -> Result<NamespaceId, Exception> {
    let here = interp.current_namespace();
    let text = name.text();
    interp.find_namespace(here, &text).ok_or_else(|| {
        let message = if text.starts_with("::") {
            format!("namespace \"{}\" not found", &*text)
        } else {
            format!("namespace \"{}\" not found in \"{}\"", &*text, interp.namespace(here).name)
        };
        Exception::coded(message, ["TCL", "LOOKUP", "NAMESPACE", &*text])
    })
}

fn children(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() > 4 {
        return Err(wrong_args(words, 2, "?name? ?pattern?"));
    }
    let namespace = match words.get(2) {
        Some(name) => find(interp, name)?,
        None => interp.current_namespace(),
    };
    let pattern = words.get(3).map(|pattern| {
        let text = pattern.text();
        if text.starts_with("::") { text.to_string() } else { interp.qualified(namespace, &text) }
    });
    let names =
        interp.namespace(namespace).children.iter().map(|(_, &child)| interp.namespace(child).name.clone());
    let names = names.filter(|name| pattern.as_ref().is_none_or(|pattern| glob_match(pattern, name, false)));
    Ok(Value::list(names.map(Value::from).collect()))
}

fn code(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, script] = words else { return Err(wrong_args(words, 2, "arg")) };
    if script.text().starts_with("::namespace inscope ") {
        return Ok(script.clone());
    }
    let name = interp.namespace(interp.current_namespace()).name.clone();
    let words = ["::namespace", "inscope", &name].map(Value::from);
    Ok(Value::list(words.into_iter().chain([script.clone()]).collect()))
}

fn current(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() != 2 {
        return Err(wrong_args(words, 2, ""));
    }
    Ok(Value::from(interp.namespace(interp.current_namespace()).name.as_str()))
}

fn delete(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    for name in &words[2..] {
        if interp.find_namespace(here, &name.text()).is_none() {
            let message = format!("unknown namespace \"{name}\" in namespace delete command");
            return Err(Exception::coded(message, ["TCL", "LOOKUP", "NAMESPACE", &*name.text()]));
        }
    }
    for name in &words[2..] {
        if let Some(id) = interp.find_namespace(here, &name.text()) {
            interp.delete_namespace(id);
        }
    }
    Ok(Value::empty())
}

fn exists(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "name")) };
    Ok(Value::from_bool(interp.find_namespace(interp.current_namespace(), &name.text()).is_some()))
}

fn export(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    let mut patterns = &words[2..];
    if patterns.is_empty() {
        return Ok(Value::list(interp.namespace(here).exports.clone()));
    }
    if *patterns[0].text() == *"-clear" {
        interp.namespace_mut(here).exports.clear();
        patterns = &patterns[1..];
    }
    for pattern in patterns {
        if pattern.text().contains("::") {
            let message = format!("invalid export pattern \"{pattern}\": pattern can't specify a namespace");
            return Err(Exception::coded(message, ["TCL", "EXPORT", "INVALID"]));
        }
        let exports = &mut interp.namespace_mut(here).exports;
        if !exports.contains(pattern) {
            exports.push(pattern.clone());
        }
    }
    Ok(Value::empty())
}

fn import(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    let mut patterns = &words[2..];
    let mut force = false;
    if patterns.first().is_some_and(|word| *word.text() == *"-force") {
        force = true;
        patterns = &patterns[1..];
    } else if patterns.is_empty() {
        let imported = interp.namespace(here).commands.iter();
        let imported = imported.filter(|(_, command)| matches!(command.body, Body::Import(_)));
        return Ok(Value::list(imported.map(|(name, _)| name.clone()).collect()));
    }
    for pattern in patterns {
        import_pattern(interp, here, &pattern.text(), force)?;
    }
    Ok(Value::empty())
}

fn import_pattern(
    interp: &mut Interp,
    here: NamespaceId,
    pattern: &str,
    force: bool,
) -> Result<(), Exception> {
    let (space, tail) = split_qualified(pattern);
    let origin_error = |message: String| Exception::coded(message, ["TCL", "IMPORT", "ORIGIN"]);
    let Some(space) = space else {
        return Err(if pattern.is_empty() {
            Exception::error("empty import pattern")
        } else {
            origin_error(format!("no namespace specified in import pattern \"{pattern}\""))
        });
    };
    let Some(from) = interp.find_namespace(here, space) else {
        let message = format!("unknown namespace in import pattern \"{pattern}\"");
        return Err(Exception::coded(message, ["TCL", "LOOKUP", "NAMESPACE", pattern]));
    };
    if from == here {
        let name = interp.namespace(here).name.clone();
        let _ = name;
        return Err(origin_error(format!(
            "import pattern \"{pattern}\" tries to import from namespace \"{tail}\" into itself"
        )));
    }
    for (name, command) in exported(interp, from, tail) {
        let text = name.text();
        if let Some(there) = interp.namespace(here).commands.get(&text) {
            if matches!(&there.body, Body::Import(of) if Rc::ptr_eq(of, &command)) {
                continue;
            }
            if !force {
                let message = format!("can't import command \"{}\": already exists", &*text);
                return Err(Exception::coded(message, ["TCL", "IMPORT", "OVERWRITE"]));
            }
        }
        interp.imports = true;
        let inline = command.inline;
        interp.put_command(here, &text, Body::Import(command), inline);
    }
    Ok(())
}

/// The commands of a namespace that it exports and that match a pattern.
fn exported(interp: &Interp, from: NamespaceId, pattern: &str) -> Vec<(Value, Rc<Command>)> {
    let namespace = interp.namespace(from);
    let is_exported =
        |name: &str| namespace.exports.iter().any(|export| glob_match(&export.text(), name, false));
    let commands = namespace.commands.iter();
    let commands =
        commands.filter(|(name, _)| glob_match(pattern, &name.text(), false) && is_exported(&name.text()));
    commands.map(|(name, command)| (name.clone(), command.clone())).collect()
}

fn forget(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    for pattern in &words[2..] {
        let text = pattern.text();
        let (space, tail) = split_qualified(&text);
        let from = match space {
            None => None,
            Some(space) => Some(interp.find_namespace(here, space).ok_or_else(|| {
                let message = format!("unknown namespace in namespace forget pattern \"{}\"", &*text);
                Exception::coded(message, ["TCL", "LOOKUP", "NAMESPACE", &*text])
            })?),
        };
        let commands = interp.namespace(here).commands.iter();
        let forgotten = commands.filter(|(name, command)| match &command.body {
            Body::Import(of) => {
                glob_match(tail, &name.text(), false) && from.is_none_or(|from| of.namespace.get() == from)
            }
            _ => false,
        });
        let forgotten: Vec<Rc<Command>> = forgotten.map(|(_, command)| command.clone()).collect();
        for command in forgotten {
            interp.remove_command(&command);
        }
    }
    Ok(Value::empty())
}

/// The command that was imported, over any number of imports.
fn original(command: &Rc<Command>) -> Rc<Command> {
    let mut at = command.clone();
    while let Body::Import(of) = &at.body {
        let of = of.clone();
        at = of;
    }
    at
}

fn origin(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "name")) };
    let command = interp.find_command(interp.current_namespace(), &name.text());
    let command = command.ok_or_else(|| {
        let message = format!("invalid command name \"{name}\"");
        Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &*name.text()])
    })?;
    Ok(Value::from(interp.command_name(&original(&command))))
}

fn parent(interp: &mut Interp, words: &[Value]) -> Outcome {
    let namespace = match words {
        [_, _] => interp.current_namespace(),
        [_, _, name] => find(interp, name)?,
        _ => return Err(wrong_args(words, 2, "?name?")),
    };
    let parent = interp.namespace(namespace).parent;
    Ok(parent.map_or(Value::empty(), |parent| Value::from(interp.namespace(parent).name.as_str())))
}

fn path(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    match words {
        [_, _] => {
            let path = &interp.namespace(here).path;
            Ok(Value::list(path.iter().map(|&id| Value::from(interp.namespace(id).name.as_str())).collect()))
        }
        [_, _, names] => {
            let mut path = Vec::new();
            for name in names.elements()?.iter() {
                path.push(find(interp, name)?);
            }
            interp.namespace_mut(here).path = path;
            interp.epoch += 1;
            interp.inline_epoch += 1;
            Ok(Value::empty())
        }
        _ => Err(wrong_args(words, 2, "?pathList?")),
    }
}

fn qualifiers(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "string")) };
    let text = name.text();
    let end = text.rfind("::").map_or(0, |at| text[..at].trim_end_matches(':').len());
    Ok(Value::from(&text[..end]))
}

fn tail(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(Value::from(split_qualified(&name.text()).1))
}

fn unknown(interp: &mut Interp, words: &[Value]) -> Outcome {
    let here = interp.current_namespace();
    match words {
        [_, _] => {
            let handler = interp.namespace(here).unknown.clone();
            Ok(handler
                .unwrap_or_else(|| Value::from(if here == NamespaceId::GLOBAL { "::unknown" } else { "" })))
        }
        [_, _, handler] => {
            handler.elements()?;
            interp.namespace_mut(here).unknown = (!handler.is_empty()).then(|| handler.clone());
            Ok(handler.clone())
        }
        _ => Err(wrong_args(words, 2, "?script?")),
    }
}

fn upvar(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() < 3 || words.len().is_multiple_of(2) {
        return Err(wrong_args(words, 2, "ns ?otherVar myVar ...?"));
    }
    let namespace = find(interp, &words[2])?;
    for pair in words[3..].chunks_exact(2) {
        let full = interp.qualified(namespace, &pair[0].text());
        super::variable::link(interp, 0, &full, &pair[1].text())?;
    }
    Ok(Value::empty())
}

fn which(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 2, "?-command? ?-variable? name");
    let (variable, name) = match words {
        [_, _, name] => (false, name),
        [_, _, option, name] => {
            let text = option.text();
            let is = |full: &str| text.len() > 1 && full.starts_with(&*text);
            match (is("-command"), is("-variable")) {
                (true, _) => (false, name),
                (_, true) => (true, name),
                _ => return Err(usage()),
            }
        }
        _ => return Err(usage()),
    };
    let here = interp.current_namespace();
    let text = name.text();
    if variable {
        return Ok(Value::from(interp.which_variable(here, &text).unwrap_or_default()));
    }
    let command = interp.find_command(here, &text);
    Ok(command.map_or(Value::empty(), |command| Value::from(interp.command_name(&command))))
}

impl Interp {
    /// The full name of a command.
    pub(crate) fn command_name(&self, command: &Command) -> String {
        self.qualified(command.namespace.get(), &command.name.borrow().text())
    }

    /// The full name of a namespace's variable that a name means.
    fn which_variable(&self, here: NamespaceId, name: &str) -> Option<String> {
        let (space, tail) = split_qualified(name);
        let bases =
            if name.starts_with("::") { vec![NamespaceId::GLOBAL] } else { vec![here, NamespaceId::GLOBAL] };
        bases.into_iter().find_map(|base| {
            let id = match space {
                Some(space) => self.find_namespace(base, space)?,
                None => base,
            };
            self.namespace(id).variables.contains(tail).then(|| self.qualified(id, tail))
        })
    }

    /// Puts a command under another name; call sites find it anew.
    pub(crate) fn move_command(&mut self, command: &Rc<Command>, namespace: NamespaceId, name: &str) {
        let (old_namespace, old) = (command.namespace.get(), command.name.borrow().clone());
        self.namespace_mut(old_namespace).commands.remove(&old.text());
        *command.name.borrow_mut() = Value::from(name);
        command.namespace.set(namespace);
        self.namespace_mut(namespace).commands.insert(Value::from(name), command.clone());
        self.commands_changed(&old.text());
        self.commands_changed(name);
    }
}
