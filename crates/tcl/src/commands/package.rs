//! `package`.

use std::cmp::Ordering;

use super::info::PATCH_LEVEL;
use super::{Subcommands, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{OrderedMap, Value};

const PACKAGE: Subcommands = &[
    ("forget", forget),
    ("ifneeded", if_needed),
    ("names", names),
    ("prefer", prefer),
    ("present", present),
    ("provide", provide),
    ("require", require),
    ("unknown", unknown),
    ("vcompare", vcompare),
    ("versions", versions),
    ("vsatisfies", vsatisfies),
];

/// `package` itself.
pub(crate) fn package(interp: &mut Interp, words: &[Value]) -> Outcome {
    let Some(word) = words.get(1) else { return Err(wrong_args(words, 1, "option ?arg ...?")) };
    let names: Vec<&str> = PACKAGE.iter().map(|(name, _)| *name).collect();
    PACKAGE[super::option_index(word, &names, "option", false)?].1(interp, words)
}

/// A package: the version that is there, and scripts that would bring others.
#[derive(Default)]
pub(crate) struct Package {
    provided: Option<Value>,
    scripts: Vec<(Value, Value)>,
}

/// The packages, and what is asked of scripts for those that are not there.
pub(crate) struct Packages {
    known: OrderedMap<Package>,
    unknown: Value,
    prefer: &'static str,
}

impl Default for Packages {
    fn default() -> Self {
        let mut known = OrderedMap::default();
        known.insert(
            Value::from("Tcl"),
            Package { provided: Some(Value::from(PATCH_LEVEL)), scripts: Vec::new() },
        );
        Self { known, unknown: Value::empty(), prefer: "stable" }
    }
}

/// The numbers of a version; `a` and `b` are -2 and -1, below all numbers.
fn version(value: &Value) -> Result<Vec<i64>, Exception> {
    let text = value.text();
    let error = || {
        let message = format!("expected version number but got \"{}\"", &*text);
        Exception::coded(message, ["TCL", "VALUE", "VERSION"])
    };
    let mut numbers = Vec::new();
    let mut rest: &str = &text;
    let mut seen_letter = false;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        numbers.push(rest[..end].parse::<i64>().map_err(|_| error())?);
        let Some(separator) = rest[end..].chars().next() else { return Ok(numbers) };
        match separator {
            '.' => {}
            'a' | 'b' if !seen_letter => {
                seen_letter = true;
                numbers.push(if separator == 'a' { -2 } else { -1 });
            }
            _ => return Err(error()),
        }
        rest = &rest[end + 1..];
    }
}

fn compare(a: &[i64], b: &[i64]) -> Ordering {
    for at in 0..a.len().max(b.len()) {
        let order = a.get(at).unwrap_or(&0).cmp(b.get(at).unwrap_or(&0));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// Whether a version is one of those that are asked for: `1.2`, `1.2-`, `1.2-3`.
fn satisfies(have: &[i64], requirement: &Value) -> Result<bool, Exception> {
    let text = requirement.text();
    let error = || {
        let message = format!("expected versionMin-versionMax but got \"{}\"", &*text);
        Exception::coded(message, ["TCL", "VALUE", "VERSIONRANGE"])
    };
    match text.split_once('-') {
        None => {
            let least = version(requirement)?;
            Ok(compare(have, &least) != Ordering::Less && have[0] == least[0])
        }
        Some((_, rest)) if rest.contains('-') => Err(error()),
        Some((least, "")) => Ok(compare(have, &version(&Value::from(least))?) != Ordering::Less),
        Some((least, most)) => {
            let (least, most) = (version(&Value::from(least))?, version(&Value::from(most))?);
            if compare(&least, &most) == Ordering::Equal {
                return Ok(compare(have, &least) == Ordering::Equal);
            }
            Ok(compare(have, &least) != Ordering::Less && compare(have, &most) == Ordering::Less)
        }
    }
}

fn all_satisfied(have: &[i64], requirements: &[Value]) -> Result<bool, Exception> {
    let mut any = requirements.is_empty();
    for requirement in requirements {
        any |= satisfies(have, requirement)?;
    }
    Ok(any)
}

fn forget(interp: &mut Interp, words: &[Value]) -> Outcome {
    for name in &words[2..] {
        interp.packages.known.remove(&name.text());
    }
    Ok(Value::empty())
}

fn if_needed(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, wanted, script) = match words {
        [_, _, name, version] => (name, version, None),
        [_, _, name, version, script] => (name, version, Some(script)),
        _ => return Err(wrong_args(words, 2, "package version ?script?")),
    };
    let numbers = version(wanted)?;
    let Some(script) = script else {
        let package = interp.packages.known.get(&name.text());
        let found = package.and_then(|it| it.scripts.iter().find(|(version, _)| version == wanted));
        return Ok(found.map(|(_, script)| script.clone()).unwrap_or_default());
    };
    let package = interp.packages.known.get_or_insert_with(&name.text(), Package::default);
    let same = package
        .scripts
        .iter_mut()
        .find(|(there, _)| version(there).is_ok_and(|there| compare(&there, &numbers) == Ordering::Equal));
    match same {
        Some((_, old)) => *old = script.clone(),
        None => package.scripts.push((wanted.clone(), script.clone())),
    }
    Ok(Value::empty())
}

fn names(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() != 2 {
        return Err(wrong_args(words, 2, ""));
    }
    Ok(Value::list(interp.packages.known.keys().cloned().collect()))
}

fn prefer(interp: &mut Interp, words: &[Value]) -> Outcome {
    if let Some(word) = words.get(2) {
        let kinds = ["latest", "stable"];
        let at = super::option_index(word, &kinds, "preference", false)?;
        if kinds[at] == "latest" {
            interp.packages.prefer = "latest";
        }
    }
    Ok(Value::from(interp.packages.prefer))
}

fn provide(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, _, name] => {
            let package = interp.packages.known.get(&name.text());
            Ok(package.and_then(|package| package.provided.clone()).unwrap_or_default())
        }
        [_, _, name, wanted] => {
            let numbers = version(wanted)?;
            let package = interp.packages.known.get_or_insert_with(&name.text(), Package::default);
            if let Some(there) = &package.provided
                && compare(&version(there)?, &numbers) != Ordering::Equal
            {
                let message =
                    format!("conflicting versions provided for package \"{name}\": {there}, then {wanted}");
                return Err(Exception::coded(message, ["TCL", "PACKAGE", "VERSIONCONFLICT"]));
            }
            package.provided = Some(wanted.clone());
            Ok(Value::empty())
        }
        _ => Err(wrong_args(words, 2, "package ?version?")),
    }
}

/// Name and requirements of `require` and `present`.
fn requirement(words: &[Value]) -> Result<(&Value, Vec<Value>), Exception> {
    match &words[2..] {
        [option, name, exact] if *option.text() == *"-exact" => {
            version(exact)?;
            Ok((name, vec![Value::from(format!("{exact}-{exact}"))]))
        }
        [name, requirements @ ..] if *name.text() != *"-exact" => Ok((name, requirements.to_vec())),
        _ => Err(wrong_args(words, 2, "?-exact? package ?requirement ...?")),
    }
}

fn present(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, requirements) = requirement(words)?;
    let text = name.text();
    let provided = interp.packages.known.get(&text).and_then(|package| package.provided.clone());
    match provided {
        Some(there) => {
            check(name, &there, &requirements)?;
            Ok(there)
        }
        None => {
            let message = match requirements.as_slice() {
                [] => format!("package {} is not present", &*text),
                many => {
                    let wanted: Vec<String> = many.iter().map(Value::to_string).collect();
                    format!("package {} {} is not present", &*text, wanted.join(" "))
                }
            };
            Err(Exception::coded(message, ["TCL", "LOOKUP", "PACKAGE", &*text]))
        }
    }
}

fn check(name: &Value, there: &Value, requirements: &[Value]) -> Result<(), Exception> {
    if all_satisfied(&version(there)?, requirements)? {
        return Ok(());
    }
    let needed: Vec<String> = requirements.iter().map(Value::to_string).collect();
    let message = format!("version conflict for package \"{name}\": have {there}, need {}", needed.join(" "));
    Err(Exception::coded(message, ["TCL", "PACKAGE", "VERSIONCONFLICT"]))
}

fn require(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, requirements) = requirement(words)?;
    for attempt in 0..2 {
        let text = name.text();
        let package = interp.packages.known.get(&text);
        if let Some(there) = package.and_then(|package| package.provided.clone()) {
            check(name, &there, &requirements)?;
            return Ok(there);
        }
        if let Some((version, script)) = best(interp, name, &requirements)? {
            return bring(interp, name, &version, &script);
        }
        let handler = interp.packages.unknown.clone();
        if attempt == 0 && !handler.is_empty() {
            let mut call = handler.elements()?.to_vec();
            call.push(name.clone());
            call.extend(requirements.iter().cloned());
            interp.call(&call).map_err(|error| error.with_info("\n    (\"package unknown\" script)"))?;
        }
    }
    let wanted: String = requirements.iter().map(|it| format!(" {it}")).collect();
    let message = format!("can't find package {name}{wanted}");
    Err(Exception::coded(message, ["TCL", "PACKAGE", "UNFOUND"]))
}

/// The newest version that some script would bring.
fn best(interp: &Interp, name: &Value, requirements: &[Value]) -> Result<Option<(Value, Value)>, Exception> {
    let Some(package) = interp.packages.known.get(&name.text()) else { return Ok(None) };
    let mut best: Option<(Vec<i64>, &(Value, Value))> = None;
    for candidate in &package.scripts {
        let numbers = version(&candidate.0)?;
        let better = best.as_ref().is_none_or(|(there, _)| compare(&numbers, there) == Ordering::Greater);
        if better && all_satisfied(&numbers, requirements)? {
            best = Some((numbers, candidate));
        }
    }
    Ok(best.map(|(_, candidate)| candidate.clone()))
}

fn bring(interp: &mut Interp, name: &Value, wanted: &Value, script: &Value) -> Outcome {
    interp
        .eval_global(script)
        .map_err(|error| error.with_info(&format!("\n    (\"package ifneeded {name} {wanted}\" script)")))?;
    let provided = interp.packages.known.get(&name.text()).and_then(|package| package.provided.clone());
    match provided {
        Some(there) if compare(&version(&there)?, &version(wanted)?) == Ordering::Equal => Ok(there),
        Some(there) => {
            let message = format!(
                "attempt to provide package {name} {wanted} failed: package {name} {there} provided instead"
            );
            Err(Exception::coded(message, ["TCL", "PACKAGE", "WRONGPROVIDE"]))
        }
        None => {
            let message = format!(
                "attempt to provide package {name} {wanted} failed: no version of package {name} provided"
            );
            Err(Exception::coded(message, ["TCL", "PACKAGE", "UNPROVIDED"]))
        }
    }
}

fn unknown(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, _] => Ok(interp.packages.unknown.clone()),
        [_, _, handler] => {
            interp.packages.unknown = handler.clone();
            Ok(Value::empty())
        }
        _ => Err(wrong_args(words, 2, "?command?")),
    }
}

fn vcompare(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, a, b] = words else { return Err(wrong_args(words, 2, "version1 version2")) };
    Ok(Value::from(compare(&version(a)?, &version(b)?) as i64))
}

fn versions(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "package")) };
    let scripts = interp.packages.known.get(&name.text()).map(|package| &package.scripts);
    Ok(Value::list(scripts.into_iter().flatten().map(|(version, _)| version.clone()).collect()))
}

fn vsatisfies(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, have, requirements @ ..] = words else {
        return Err(wrong_args(words, 2, "version ?requirement ...?"));
    };
    if requirements.is_empty() {
        return Err(wrong_args(words, 2, "version ?requirement ...?"));
    }
    all_satisfied(&version(have)?, requirements).map(Value::from_bool)
}
