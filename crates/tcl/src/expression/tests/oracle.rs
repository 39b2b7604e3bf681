//! What tclsh says.

use std::process::Command;

use super::Answer;
use super::evaluator::VARIABLES;
use crate::value::{Value, format_list, parse_list};

/// The commands are run one by one, each compiled as the body of a procedure, and a list of what they end with is printed.
const SCRIPT: &str = r#"
fconfigure stdout -encoding utf-8 -translation lf
set answers {}
set globals "global [info globals]\n"
foreach command $commands {
    proc run {} $globals$command
    if {[catch {run} result options]} {
        set info [dict get $options -errorinfo]
        set info [string range $info [string length $result] end]
        if {![regexp {\(parsing expression ".*"\)(?=\n)} $info info]} { set info {} }
        lappend answers [list 1 $result [dict get $options -errorcode] $info]
    } else {
        lappend answers [list 0 $result]
    }
}
puts -nonewline $answers
"#;

/// What each of the commands ends with; `None` if there is no tclsh.
pub(super) fn oracle(commands: &[Vec<String>]) -> Option<Vec<Answer>> {
    let mut script = String::new();
    for (name, value) in VARIABLES {
        script.push_str(&format!("set {name} {{{value}}}\n"));
    }
    let commands: Vec<Value> = commands
        .iter()
        .map(|words| Value::list(words.iter().map(|word| Value::from(word.as_str())).collect()))
        .collect();
    script.push_str(&format!(
        "set commands {}\n{SCRIPT}",
        crate::value::quote_element(&format_list(&commands), false)
    ));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("oracle.tcl");
    std::fs::write(&path, script).expect("a file");
    let output = Command::new("tclsh").args(["-encoding", "utf-8"]).arg(&path).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = parse_list(&String::from_utf8_lossy(&output.stdout)).expect("a list");
    Some(answers.iter().map(of_list).collect())
}

fn of_list(answer: &Value) -> Answer {
    let parts: Vec<String> = answer.elements().expect("a list").iter().map(Value::to_string).collect();
    match <[String; 3]>::try_from(parts[1..].to_vec()) {
        Ok([message, _, info]) if message.starts_with("can't read") => {
            Answer::Error(message, "TCL READ VARNAME".to_owned(), info)
        }
        Ok([message, code, info]) => Answer::Error(message, code, info),
        Err(parts) => Answer::Value(parts[0].clone()),
    }
}
