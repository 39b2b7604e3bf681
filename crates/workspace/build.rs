//! Collects the examples of the documentation of all crates as functions of one test.
//!
//! `rustdoc` would compile and link each crate's examples by itself, after all other tests.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let crates = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("..");
    let mut out = String::new();
    for name in sorted(&crates)? {
        let source = name.join("src");
        if source.is_dir() {
            println!("cargo::rerun-if-changed={}", source.display());
            collect(&source, &crates, &mut out)?;
        }
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("examples.rs"), out)?;
    Ok(())
}

fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Writes the examples of all files in a folder.
fn collect(folder: &Path, crates: &Path, out: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    for path in sorted(folder)? {
        if path.is_dir() {
            collect(&path, crates, out)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let name = path
                .strip_prefix(crates)?
                .to_string_lossy()
                .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            write_examples(&fs::read_to_string(&path)?, &name, out)?;
        }
    }
    Ok(())
}

/// Writes a function for each fenced block of Rust in the documentation of a file. A block marked `no_run` is compiled only.
fn write_examples(text: &str, name: &str, out: &mut String) -> Result<(), std::fmt::Error> {
    let mut language: Option<&str> = None;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_start();
        let Some(line) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else { continue };
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_rust = |language| matches!(language, "" | "rust" | "no_run");
        match (line.strip_prefix("```"), language) {
            (Some(opened), None) => {
                language = Some(opened);
                if is_rust(opened) {
                    let test = if opened == "no_run" { "" } else { "#[test]" };
                    writeln!(out, "{test}\nfn {name}_{number}() {{\n    check((|| {{")?;
                }
            }
            (Some(_), Some(opened)) => {
                language = None;
                if is_rust(opened) {
                    writeln!(out, "    }})());\n}}\n")?;
                }
            }
            (None, Some(opened)) if is_rust(opened) => {
                writeln!(out, "{}", line.strip_prefix("# ").unwrap_or(if line == "#" { "" } else { line }))?;
            }
            _ => {}
        }
    }
    Ok(())
}
