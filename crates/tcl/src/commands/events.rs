//! Time and what waits for it: `after`, `vwait`, `update`, `time`; and `exit`.

use super::{Native, integer, wrong_args};
use crate::exception::{Exception, Outcome, Stop};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("after", after),
    ("exit", exit),
    ("pid", |interp, _| Ok(Value::from(i64::from(interp.world.host.process_id())))),
    ("time", time),
    ("update", update),
    ("vwait", vwait),
];

/// A script that waits.
pub(crate) struct Event {
    number: u64,
    /// When it is due, in microseconds since 1970; `None` when nothing else is to be done.
    due: Option<i64>,
    script: Value,
}

/// Scripts that wait.
#[derive(Default)]
pub(crate) struct Events {
    waiting: Vec<Event>,
    next: u64,
}

fn now(interp: &Interp) -> i64 {
    let (seconds, micros) = interp.world.host.now();
    seconds.saturating_mul(1_000_000).saturating_add(i64::from(micros))
}

/// The longest sleep between looks at the interrupt, in microseconds.
const NAP: u64 = 20_000;

fn sleep(interp: &mut Interp, micros: i64) -> Result<(), Exception> {
    let mut left = u64::try_from(micros).unwrap_or(0);
    while left > 0 {
        interp.check_interrupt()?;
        interp.world.host.sleep(left.min(NAP));
        left = left.saturating_sub(NAP);
    }
    interp.check_interrupt()
}

fn after(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 1, "option ?arg ...?");
    let [_, first, rest @ ..] = words else { return Err(usage()) };
    if let Some(milliseconds) = first.int() {
        let micros = milliseconds.max(0).saturating_mul(1000);
        if rest.is_empty() {
            sleep(interp, micros)?;
            return Ok(Value::empty());
        }
        let due = now(interp).saturating_add(micros);
        return Ok(schedule(interp, Some(due), rest));
    }
    let names = ["cancel", "idle", "info"];
    let text = first.text();
    let mut matching = names.iter().filter(|name| !text.is_empty() && name.starts_with(&*text));
    match (matching.next(), matching.next()) {
        (Some(&"idle"), _) if *text == *"i" => Err(bad_argument(&text)),
        (Some(&"cancel"), _) => cancel(interp, words, rest),
        (Some(&"idle"), None) if rest.is_empty() => Err(wrong_args(words, 2, "script ?script ...?")),
        (Some(&"idle"), None) => Ok(schedule(interp, None, rest)),
        (Some(&"info"), _) => info(interp, words, rest),
        _ => Err(bad_argument(&text)),
    }
}

fn bad_argument(text: &str) -> Exception {
    let message = format!("bad argument \"{text}\": must be cancel, idle, info, or an integer");
    Exception::coded(message, ["TCL", "LOOKUP", "INDEX", "argument", text])
}

fn schedule(interp: &mut Interp, due: Option<i64>, script: &[Value]) -> Value {
    let script = match script {
        [one] => one.clone(),
        many => super::split_join::concat_values(many),
    };
    let events = &mut interp.events;
    let number = events.next;
    events.next += 1;
    events.waiting.push(Event { number, due, script });
    Value::from(format!("after#{number}"))
}

fn find(interp: &Interp, id: &str) -> Option<usize> {
    let number = id.strip_prefix("after#")?.parse::<u64>().ok()?;
    interp.events.waiting.iter().position(|event| event.number == number)
}

fn cancel(interp: &mut Interp, words: &[Value], rest: &[Value]) -> Outcome {
    if rest.is_empty() {
        return Err(wrong_args(words, 2, "id|command"));
    }
    let script = super::split_join::concat_values(rest);
    let by_script = |interp: &Interp| interp.events.waiting.iter().position(|event| event.script == script);
    if let Some(at) = find(interp, &script.text()).or_else(|| by_script(interp)) {
        interp.events.waiting.remove(at);
    }
    Ok(Value::empty())
}

fn info(interp: &mut Interp, words: &[Value], rest: &[Value]) -> Outcome {
    match rest {
        [] => {
            let ids = interp
                .events
                .waiting
                .iter()
                .rev()
                .map(|event| Value::from(format!("after#{}", event.number)));
            Ok(Value::list(ids.collect()))
        }
        [id] => {
            let at = find(interp, &id.text()).ok_or_else(|| {
                let message = format!("event \"{id}\" doesn't exist");
                Exception::coded(message, ["TCL", "LOOKUP", "EVENT", &*id.text()])
            })?;
            let event = &interp.events.waiting[at];
            let kind = if event.due.is_some() { "timer" } else { "idle" };
            Ok(Value::list(vec![event.script.clone(), Value::from(kind)]))
        }
        _ => Err(wrong_args(words, 2, "?id?")),
    }
}

impl Interp {
    /// Runs the next script that is due, or the next that waits until there is nothing else to do. `false` if there is none.
    fn run_event(&mut self) -> Result<bool, Exception> {
        let now = now(self);
        let due = self
            .events
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, event)| event.due.is_some_and(|due| due <= now));
        let next = due.min_by_key(|(_, event)| (event.due, event.number)).map(|(at, _)| at);
        let next = next.or_else(|| self.events.waiting.iter().position(|event| event.due.is_none()));
        let Some(at) = next else { return Ok(false) };
        let event = self.events.waiting.remove(at);
        match self.eval_global(&event.script) {
            Ok(_) => Ok(true),
            Err(error) if error.stopped().is_some() => Err(error),
            Err(error) => {
                self.note_error(&error);
                let text = format!("{}\n    (\"after\" script)\n", error.error_info());
                // There is nobody who could be told of an error in writing an error.
                let _ = self.world.write("stderr", &text);
                Ok(true)
            }
        }
    }
}

fn update(interp: &mut Interp, words: &[Value]) -> Outcome {
    let idle = match words {
        [_] => false,
        [_, option] => {
            super::option_index(option, &["idletasks"], "option", false)?;
            true
        }
        _ => return Err(wrong_args(words, 1, "?idletasks?")),
    };
    // Only what waits now: a script that makes itself wait again must not keep this busy forever.
    let last = interp.events.next;
    for _ in 0..interp.events.waiting.len() {
        interp.step()?;
        let next =
            interp.events.waiting.iter().any(|event| event.number < last && (!idle || event.due.is_none()));
        if !next || !interp.run_event()? {
            break;
        }
    }
    Ok(Value::empty())
}

fn vwait(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name] = words else { return Err(wrong_args(words, 1, "name")) };
    let name = format!("::{}", name.text().trim_start_matches("::"));
    let before = interp.get_var(&name).ok();
    while interp.get_var(&name).ok() == before {
        interp.step()?;
        if interp.run_event()? {
            continue;
        }
        let Some(due) = interp.events.waiting.iter().filter_map(|event| event.due).min() else {
            let message = format!("can't wait for variable \"{}\": would wait forever", &name[2..]);
            return Err(Exception::coded(message, ["TCL", "EVENT", "NO_SOURCES"]));
        };
        let wait = due.saturating_sub(now(interp)).max(1);
        sleep(interp, wait)?;
    }
    Ok(Value::empty())
}

fn time(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (script, count) = match words {
        [_, script] => (script, 1),
        [_, script, count] => (script, integer(count)?),
        _ => return Err(wrong_args(words, 1, "command ?count?")),
    };
    let start = now(interp);
    for _ in 0..count.max(0) {
        interp.step()?;
        interp.eval(script)?;
    }
    let elapsed = now(interp).saturating_sub(start);
    if count <= 1 {
        let elapsed = if count <= 0 { 0 } else { elapsed };
        return Ok(Value::from(format!("{elapsed} microseconds per iteration")));
    }
    let each = Value::from(elapsed as f64 / count as f64);
    Ok(Value::from(format!("{each} microseconds per iteration")))
}

fn exit(_: &mut Interp, words: &[Value]) -> Outcome {
    let status = match words {
        [_] => 0,
        [_, status] => integer(status)?,
        _ => return Err(wrong_args(words, 1, "?returnCode?")),
    };
    Err(Exception::stop(Stop::Exit(status as i32), "exit"))
}
