//! The header is what the sources say, and compilers of C and C++ take it.

use std::path::Path;

use crate::compilers::{Compiler, run};

/// The sources in the order of the header.
const SOURCES: [&str; 12] = [
    "types",
    "border",
    "diagnostics",
    "files",
    "session",
    "scenarios",
    "netlist",
    "edits",
    "constraints",
    "parasitics",
    "results",
    "paths",
];

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

fn generated() -> String {
    let config = cbindgen::Config::from_file(Path::new(CRATE).join("cbindgen.toml")).unwrap();
    let sources = SOURCES.iter().fold(cbindgen::Builder::new().with_config(config), |builder, name| {
        builder.with_src(Path::new(CRATE).join("src").join(name).with_extension("rs"))
    });
    let mut header = Vec::new();
    sources.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

/// Set `ZEROSLACK_UPDATE_HEADER=1` to write it anew.
#[test]
fn the_header_is_what_the_sources_say() {
    let path = Path::new(CRATE).join("include/zeroslack.h");
    let generated = generated();
    if std::env::var_os("ZEROSLACK_UPDATE_HEADER").is_some_and(|value| value == "1") {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "{} is out of date: set ZEROSLACK_UPDATE_HEADER=1", path.display());
}

#[test]
fn every_function_is_in_the_header() {
    let header = std::fs::read_to_string(Path::new(CRATE).join("include/zeroslack.h")).unwrap();
    let sources = std::fs::read_dir(Path::new(CRATE).join("src")).unwrap();
    let mut functions = 0;
    for source in sources {
        let text = std::fs::read_to_string(source.unwrap().path()).unwrap();
        for (_, after) in
            text.match_indices("extern \"C\" fn ").map(|(at, found)| text.split_at(at + found.len()))
        {
            let name = after.split('(').next().unwrap();
            assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
            functions += 1;
        }
    }
    assert!(functions > 80, "{functions}");
}

/// The header on its own, as strict as compilers are.
fn check(compiler: Compiler, standard: &str, language: &str) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("header");
    std::fs::write(&source, "#include \"zeroslack.h\"\n#include \"zeroslack.h\"\nint unused(void);\n")
        .unwrap();
    let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"];
    let mut command = compiler.command();
    command.arg(standard).args(strict).arg("-I").arg(Path::new(CRATE).join("include"));
    run(command.args(["-x", language]).arg(&source));
}

#[test]
fn the_header_is_c11() {
    check(Compiler::C, "-std=c11", "c");
}

#[test]
fn the_header_is_cpp17() {
    check(Compiler::Cpp, "-std=c++17", "c++");
}
