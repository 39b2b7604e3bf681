//! Arguments from files: `@FILE` stands for the words in it.

use std::ffi::OsString;

use anyhow::{Context, bail};

/// The arguments with those of files in place of `@FILE`. Words in a file are as in a shell, without its variables and patterns: apart by blanks or
/// line ends, quoted where they have blanks, and from `#` to the end of the line a comment. A file's `@FILE` is a word like any other.
pub(crate) fn expanded(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Vec<OsString>> {
    let mut all = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(file) => all.extend(words(file)?),
            None => all.push(argument),
        }
    }
    Ok(all)
}

fn words(file: &str) -> anyhow::Result<Vec<OsString>> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read the arguments in '{file}'"))?;
    // A line may go on in the next one, which the splitter does not know.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace("\\\n", " ");
    let Some(words) = shlex::split(&text) else {
        bail!("cannot read the arguments in '{file}': a quotation mark has no partner");
    };
    Ok(words.into_iter().map(OsString::from).collect())
}
