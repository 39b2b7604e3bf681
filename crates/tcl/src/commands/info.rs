//! `info`.

use std::rc::Rc;

use super::glob_match::glob_match;
use super::{Subcommands, integer, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::namespaces::{Body, NamespaceId, split_qualified};
use crate::parse::Parser;
use crate::procedure::Procedure;
use crate::value::Value;
use crate::variables::Variable;

pub(crate) const INFO: Subcommands = &[
    ("args", args),
    ("body", body),
    ("class", |_, _| Err(super::absent::no_objects("info class"))),
    ("cmdcount", |interp, words| nothing(words).map(|()| Value::from(interp.commands_run as i64))),
    ("commands", commands),
    ("complete", complete),
    ("coroutine", |_, words| nothing(words).map(|()| Value::empty())),
    ("default", default),
    ("errorstack", |_, _| Err(super::absent::absent("info errorstack", "errors keep errorInfo only"))),
    ("exists", exists),
    ("frame", |_, _| Err(super::absent::absent("info frame", "errorInfo has lines; frames are not kept"))),
    ("functions", functions),
    ("globals", globals),
    ("hostname", |interp, words| nothing(words).map(|()| Value::from(interp.world.host.host_name()))),
    ("level", level),
    ("library", |_, words| nothing(words).map(|()| Value::empty())),
    ("loaded", |_, _| Ok(Value::empty())),
    ("locals", locals),
    ("nameofexecutable", |interp, words| {
        nothing(words).map(|()| Value::from(interp.world.host.executable()))
    }),
    ("object", |_, _| Err(super::absent::no_objects("info object"))),
    ("patchlevel", |_, words| nothing(words).map(|()| Value::from(PATCH_LEVEL))),
    ("procs", procs),
    ("script", script),
    ("sharedlibextension", |_, words| nothing(words).map(|()| Value::from(".so"))),
    ("tclversion", |_, words| nothing(words).map(|()| Value::from("8.6"))),
    ("vars", vars),
];

/// The version of Tcl that scripts are told.
pub(crate) const PATCH_LEVEL: &str = "8.6.13";

fn nothing(words: &[Value]) -> Result<(), Exception> {
    if words.len() == 2 { Ok(()) } else { Err(wrong_args(words, 2, "")) }
}

fn procedure(interp: &Interp, name: &Value) -> Result<Rc<Procedure>, Exception> {
    let command = interp.find_command(interp.current_namespace(), &name.text());
    let mut body = command.as_ref().map(|command| &command.body);
    while let Some(Body::Import(of)) = body {
        body = Some(&of.body);
    }
    match body {
        Some(Body::Procedure(procedure)) => Ok(procedure.clone()),
        _ => {
            let message = format!("\"{name}\" isn't a procedure");
            Err(Exception::coded(message, ["TCL", "LOOKUP", "PROCEDURE", &*name.text()]))
        }
    }
}

fn args(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "procname")) };
    let procedure = procedure(interp, name)?;
    Ok(Value::list(procedure.parameters.iter().map(|parameter| parameter.name.clone()).collect()))
}

fn body(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "procname")) };
    Ok(procedure(interp, name)?.body.clone())
}

fn default(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, argument, variable] = words else {
        return Err(wrong_args(words, 2, "procname arg varname"));
    };
    let procedure = procedure(interp, name)?;
    let parameter =
        procedure.parameters.iter().find(|parameter| parameter.name == *argument).ok_or_else(|| {
            let message = format!("procedure \"{name}\" doesn't have an argument \"{argument}\"");
            Exception::coded(message, ["TCL", "LOOKUP", "ARGUMENT", &*argument.text()])
        })?;
    let value = parameter.default.clone();
    let found = value.is_some();
    interp.set_var(&variable.text(), value.unwrap_or_default())?;
    Ok(Value::from_bool(found))
}

fn pattern_of(words: &[Value]) -> Result<Option<&Value>, Exception> {
    match words {
        [_, _] => Ok(None),
        [_, _, pattern] => Ok(Some(pattern)),
        _ => Err(wrong_args(words, 2, "?pattern?")),
    }
}

/// A pattern with a namespace: what it is looked for in, and the pattern in it.
fn in_namespace(interp: &Interp, pattern: Option<&Value>) -> Option<(Option<NamespaceId>, String)> {
    let text = pattern?.text().to_owned();
    let (space, tail) = split_qualified(&text);
    let space = space?;
    Some((interp.find_namespace(interp.current_namespace(), space), tail.to_owned()))
}

fn commands(interp: &mut Interp, words: &[Value]) -> Outcome {
    names_of_commands(interp, words, |_| true)
}

fn procs(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = pattern_of(words)?;
    let is_procedure = |body: &Body| matches!(body, Body::Procedure(_));
    if in_namespace(interp, pattern).is_some() {
        return names_of_commands(interp, words, is_procedure);
    }
    let here = interp.namespace(interp.current_namespace());
    let names = here.commands.iter().filter(|(_, command)| is_procedure(&command.body));
    Ok(matching(names.map(|(name, _)| name.clone()), pattern))
}

fn names_of_commands(interp: &mut Interp, words: &[Value], wanted: fn(&Body) -> bool) -> Outcome {
    let pattern = pattern_of(words)?;
    if let Some((namespace, tail)) = in_namespace(interp, pattern) {
        let Some(id) = namespace else { return Ok(Value::empty()) };
        let commands = interp.namespace(id).commands.iter();
        let found = commands
            .filter(|(name, command)| glob_match(&tail, &name.text(), false) && wanted(&command.body))
            .map(|(name, _)| Value::from(interp.qualified(id, &name.text())));
        return Ok(Value::list(found.collect()));
    }
    let here = interp.current_namespace();
    let mut names: Vec<Value> = interp.namespace(here).commands.keys().cloned().collect();
    if here != NamespaceId::GLOBAL {
        let local = &interp.namespace(here).commands;
        let global = interp.namespace(NamespaceId::GLOBAL).commands.keys();
        let global: Vec<Value> = global.filter(|name| !local.contains(&name.text())).cloned().collect();
        names.extend(global);
    }
    Ok(matching(names.into_iter(), pattern))
}

fn matching(names: impl Iterator<Item = Value>, pattern: Option<&Value>) -> Value {
    let pattern = pattern.map(|pattern| pattern.text().to_owned());
    let matches =
        |name: &Value| pattern.as_ref().is_none_or(|pattern| glob_match(pattern, &name.text(), false));
    Value::list(names.filter(matches).collect())
}

fn complete(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, script] = words else { return Err(wrong_args(words, 2, "command")) };
    Ok(Value::from_bool(is_complete(&script.text())))
}

/// Whether a script is whole: no brace, bracket or quote is open at its end.
pub fn is_complete(script: &str) -> bool {
    let mut parser = Parser::new(script);
    let mut tokens = Vec::new();
    loop {
        tokens.clear();
        match parser.next(&mut tokens) {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(error) => return !error.code.starts_with("MISSING"),
        }
    }
}

fn exists(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "varName")) };
    Ok(Value::from_bool(interp.var_exists(&name.text())))
}

fn functions(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = pattern_of(words)?;
    let space = interp.find_namespace(NamespaceId::GLOBAL, "::tcl::mathfunc");
    let names = space.map(|id| interp.namespace(id).commands.keys().cloned().collect::<Vec<_>>());
    Ok(matching(names.unwrap_or_default().into_iter(), pattern))
}

fn set_names<'a>(variables: impl Iterator<Item = (&'a Value, &'a Variable)>) -> Vec<Value> {
    variables.filter(|(_, variable)| variable.is_set()).map(|(name, _)| name.clone()).collect()
}

fn globals(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = pattern_of(words)?;
    let tail = pattern.map(|pattern| Value::from(split_qualified(&pattern.text()).1));
    let names = set_names(interp.namespace(NamespaceId::GLOBAL).variables.iter());
    Ok(matching(names.into_iter(), tail.as_ref()))
}

/// The variables of a call of a procedure; those that are links count if they are asked for.
fn local_names(interp: &Interp, links: bool) -> Vec<Value> {
    let scope = &interp.frames[interp.frame];
    let Some(locals) = &scope.locals else { return Vec::new() };
    let named = locals.names.iter().zip(&scope.slots).chain(scope.others.iter());
    let wanted = named.filter(|(_, variable)| match variable {
        Variable::Link(cell) => links || Rc::strong_count(cell) == 1,
        _ => true,
    });
    set_names(wanted)
}

fn locals(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = pattern_of(words)?;
    Ok(matching(local_names(interp, false).into_iter(), pattern))
}

fn vars(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = pattern_of(words)?;
    if let Some((namespace, tail)) = in_namespace(interp, pattern) {
        let Some(id) = namespace else { return Ok(Value::empty()) };
        let names = set_names(interp.namespace(id).variables.iter()).into_iter();
        let names = names.filter(|name| glob_match(&tail, &name.text(), false));
        return Ok(Value::list(names.map(|name| Value::from(interp.qualified(id, &name.text()))).collect()));
    }
    let scope = &interp.frames[interp.frame];
    if scope.locals.is_some() {
        return Ok(matching(local_names(interp, true).into_iter(), pattern));
    }
    let here = scope.namespace;
    let mut names = set_names(interp.namespace(here).variables.iter());
    if here != NamespaceId::GLOBAL {
        let local = &interp.namespace(here).variables;
        let global = interp.namespace(NamespaceId::GLOBAL).variables.iter();
        names.extend(set_names(global.filter(|(name, _)| !local.contains(&name.text()))));
    }
    Ok(matching(names.into_iter(), pattern))
}

fn level(interp: &mut Interp, words: &[Value]) -> Outcome {
    let current = interp.frames[interp.frame].level;
    match words {
        [_, _] => Ok(Value::from(current as i64)),
        [_, _, number] => {
            let wanted = integer(number)?;
            let error = || {
                let message = format!("bad level \"{number}\"");
                Exception::coded(message, ["TCL", "LOOKUP", "STACK_LEVEL", &*number.text()])
            };
            let wanted = if wanted <= 0 { (current as i64).saturating_add(wanted) } else { wanted };
            if wanted <= 0 || wanted > current as i64 {
                return Err(error());
            }
            let mut at = interp.frame;
            while interp.frames[at].level as i64 > wanted {
                at = interp.frames[at].caller;
            }
            Ok(Value::list(interp.frames[at].words.clone()))
        }
        _ => Err(wrong_args(words, 2, "?number?")),
    }
}

fn script(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, _] => Ok(interp.sources.last().map(|source| source.path.clone()).unwrap_or_default()),
        [_, _, name] => {
            if let Some(last) = interp.sources.last_mut() {
                last.path = name.clone();
            }
            Ok(name.clone())
        }
        _ => Err(wrong_args(words, 2, "?filename?")),
    }
}
