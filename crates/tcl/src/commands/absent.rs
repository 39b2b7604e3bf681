//! Commands of Tcl that this interpreter does not have, with the reason.

use super::Native;
use crate::exception::Exception;

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("exec", |_, _| Err(no_processes())),
    ("fcopy", |_, _| Err(absent("fcopy", "read and puts copy a channel"))),
    ("fileevent", |_, _| Err(absent("fileevent", "channels are files, which are always ready"))),
    ("load", |_, _| Err(absent("load", "commands written in C cannot be added"))),
    ("socket", |_, _| Err(absent("socket", "scripts do not use the network"))),
    ("unload", |_, _| Err(absent("unload", "commands written in C cannot be added"))),
];

/// The error of whatever would run another program.
pub(crate) fn no_processes() -> Exception {
    absent("exec", "scripts do not run other programs")
}

/// The error of whatever needs objects and classes.
pub(crate) fn no_objects(command: &str) -> Exception {
    absent(command, "there are no objects and classes")
}

/// The error of a command that is not there.
pub(crate) fn absent(command: &str, why: &str) -> Exception {
    let message = format!("\"{command}\" is not available in this interpreter: {why}");
    Exception::coded(message, ["TCL", "UNSUPPORTED", command])
}
