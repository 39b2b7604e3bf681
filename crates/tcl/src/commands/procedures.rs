//! `proc` and `rename`.

use std::rc::Rc;

use super::{Native, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::namespaces::{Body, split_qualified};
use crate::procedure::Procedure;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("proc", proc_command), ("rename", rename)];

fn proc_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name, parameters, body] = words else { return Err(wrong_args(words, 1, "name args body")) };
    let name = name.text();
    let (space, tail) = split_qualified(&name);
    let here = interp.current_namespace();
    let namespace = match space {
        None => here,
        Some(space) => interp.find_namespace(here, space).ok_or_else(|| {
            let message = format!("can't create procedure \"{}\": unknown namespace", &*name);
            Exception::coded(message, ["TCL", "VALUE", "COMMAND"])
        })?,
    };
    let what = format!("\n    (creating proc \"{tail}\")");
    let procedure = Procedure::new(parameters, body.clone(), namespace, "procedure")
        .map_err(|error| error.with_info(&what))?;
    interp.put_command(namespace, tail, Body::Procedure(Rc::new(procedure)), None);
    Ok(Value::empty())
}

fn rename(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, old, new] = words else { return Err(wrong_args(words, 1, "oldName newName")) };
    let here = interp.current_namespace();
    let command = interp.find_command(here, &old.text()).ok_or_else(|| {
        let verb = if new.is_empty() { "delete" } else { "rename" };
        let message = format!("can't {verb} \"{old}\": command doesn't exist");
        Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &*old.text()])
    })?;
    if new.is_empty() {
        interp.remove_command(&command);
        return Ok(Value::empty());
    }
    let new_name = new.text();
    let (space, tail) = split_qualified(&new_name);
    let namespace = match space {
        None => here,
        Some(space) => interp.make_namespace(here, space),
    };
    if interp.namespace(namespace).commands.contains(tail) {
        let message = format!("can't rename to \"{new}\": command already exists");
        return Err(Exception::coded(message, ["TCL", "OPERATION", "RENAME", "TARGET_EXISTS"]));
    }
    interp.move_command(&command, namespace, tail);
    Ok(Value::empty())
}
