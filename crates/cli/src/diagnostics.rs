//! Diagnostics with the lines they are about.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use zeroslack::input::{Diagnostic, Diagnostics, Place, Severity};

/// Writes diagnostics to standard error; `quiet` leaves the warnings out.
pub(crate) fn print(diagnostics: &Diagnostics, quiet: bool) -> io::Result<()> {
    let is_plain =
        !io::stderr().is_terminal() || std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    let renderer = if is_plain { Renderer::plain() } else { Renderer::styled() };
    let mut stderr = io::stderr().lock();
    let shown = |diagnostic: &&Diagnostic| !quiet || diagnostic.severity == Severity::Error;
    for diagnostic in diagnostics.iter().filter(shown) {
        writeln!(stderr, "{}", text(diagnostic, &renderer))?;
    }
    for (id, count) in diagnostics.left_out() {
        if diagnostics.iter().filter(shown).any(|diagnostic| diagnostic.id == id) {
            writeln!(stderr, "{id}: {count} more like this were left out")?;
        }
    }
    if let Some(left_out) = diagnostics.constraints_left_out() {
        writeln!(stderr, "{left_out}")?;
    }
    stderr.flush()
}

/// The line it is about with the part marked; one line where there is no such place.
fn text(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let Some(place) = &diagnostic.place else { return diagnostic.to_string() };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let file = diagnostic.file.as_deref().unwrap_or("input");
    let mark = AnnotationKind::Primary.span(place.mark.clone());
    let line = Snippet::source(&*place.excerpt).path(file).line_start(place.line as usize).annotation(mark);
    let rendered =
        renderer.render(&[level.primary_title(&*diagnostic.message).id(diagnostic.id).element(line)]);
    with_column(rendered, file, place)
}

/// An excerpt may start in the middle of its line, and its column is then not the line's.
fn with_column(rendered: String, file: &str, place: &Place) -> String {
    let in_excerpt = 1 + place.excerpt[..place.mark.start].chars().count();
    if in_excerpt == place.column as usize {
        return rendered;
    }
    let at = |column: usize| format!("{file}:{}:{column}", place.line);
    rendered.replacen(&at(in_excerpt), &at(place.column as usize), 1)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use expect_test::expect;
    use proptest::prelude::*;
    use zeroslack_testing::config;

    use super::*;

    fn render(text: &str, span: Range<usize>) -> String {
        let mut diagnostics = Diagnostics::new();
        diagnostics.error("TEST-001", Some((text, span)), || format!("a message about '{text:.20}'"));
        diagnostics.set_file("a file.v");
        super::text(diagnostics.iter().next().unwrap(), &Renderer::plain())
    }

    #[test]
    fn the_column_is_that_of_the_whole_line() {
        let text = format!("first\n{}here it is\nlast", "x ".repeat(100));
        expect![[r#"
            error[TEST-001]: a message about 'first
                             x x x x x x x '
             --> a file.v:2:201
              |
            2 | x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x here it is
              |                                                             ^^^^"#]]
        .assert_eq(&render(&text, 206..210));
        expect![[r#"
            error[TEST-001]: a message about ''
             --> a file.v:1:1
              |
            1 |
              | ^"#]]
        .assert_eq(&render("", 0..0));
    }

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn any_place_in_any_text_can_be_shown(text in "(?s).{0,200}", start: usize, length in 0_usize..50) {
            let start = start % (text.len() + 2);
            prop_assert!(render(&text, start..start + length).contains("TEST-001"));
        }
    }
}
