//! The reserved words and what each starts.

use crate::Kind;

/// What a reserved word stands for where a module's item can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Module,
    EndModule,
    Direction(Kind),
    Net(Kind),
    /// Says nothing that is needed here: `signed`.
    Modifier,
    Assign,
    /// A parameter declaration, up to the semicolon.
    Parameter,
    /// Timing of a simulation model, up to `endspecify`.
    Specify,
    /// Behaviour, up to the word given.
    Block(&'static str),
    /// Behaviour, up to the end of the statement.
    Statement,
    /// A gate or switch of the language itself.
    Gate,
    /// Reserved since 2001 for configurations only: netlists have it as a name.
    Name,
    Other,
}

use Role::*;

/// In order of the first letter.
static WORDS: [(&str, Role); 124] = [
    ("always", Statement),
    ("and", Gate),
    ("assign", Assign),
    ("automatic", Other),
    ("begin", Statement),
    ("buf", Gate),
    ("bufif0", Gate),
    ("bufif1", Gate),
    ("case", Statement),
    ("casex", Statement),
    ("casez", Statement),
    ("cell", Name),
    ("cmos", Gate),
    ("config", Name),
    ("deassign", Other),
    ("default", Other),
    ("defparam", Parameter),
    ("design", Name),
    ("disable", Other),
    ("edge", Other),
    ("else", Other),
    ("end", Other),
    ("endcase", Other),
    ("endconfig", Name),
    ("endfunction", Other),
    ("endgenerate", Other),
    ("endmodule", EndModule),
    ("endprimitive", Other),
    ("endspecify", Other),
    ("endtable", Other),
    ("endtask", Other),
    ("event", Statement),
    ("for", Statement),
    ("force", Other),
    ("forever", Other),
    ("fork", Other),
    ("function", Block("endfunction")),
    ("generate", Block("endgenerate")),
    ("genvar", Statement),
    ("highz0", Other),
    ("highz1", Other),
    ("if", Statement),
    ("ifnone", Other),
    ("incdir", Name),
    ("include", Name),
    ("initial", Statement),
    ("inout", Direction(Kind::Inout)),
    ("input", Direction(Kind::Input)),
    ("instance", Name),
    ("integer", Statement),
    ("join", Other),
    ("large", Other),
    ("liblist", Name),
    ("library", Name),
    ("localparam", Parameter),
    ("macromodule", Module),
    ("medium", Other),
    ("module", Module),
    ("nand", Gate),
    ("negedge", Other),
    ("nmos", Gate),
    ("nor", Gate),
    ("noshowcancelled", Other),
    ("not", Gate),
    ("notif0", Gate),
    ("notif1", Gate),
    ("or", Gate),
    ("output", Direction(Kind::Output)),
    ("parameter", Parameter),
    ("pmos", Gate),
    ("posedge", Other),
    ("primitive", Block("endprimitive")),
    ("pull0", Other),
    ("pull1", Other),
    ("pulldown", Gate),
    ("pullup", Gate),
    ("pulsestyle_ondetect", Other),
    ("pulsestyle_onevent", Other),
    ("rcmos", Gate),
    ("real", Statement),
    ("realtime", Statement),
    ("reg", Statement),
    ("release", Other),
    ("repeat", Other),
    ("rnmos", Gate),
    ("rpmos", Gate),
    ("rtran", Gate),
    ("rtranif0", Gate),
    ("rtranif1", Gate),
    ("scalared", Modifier),
    ("showcancelled", Other),
    ("signed", Modifier),
    ("small", Other),
    ("specify", Specify),
    ("specparam", Parameter),
    ("strong0", Other),
    ("strong1", Other),
    ("supply0", Net(Kind::Supply0)),
    ("supply1", Net(Kind::Supply1)),
    ("table", Block("endtable")),
    ("task", Block("endtask")),
    ("time", Statement),
    ("tran", Gate),
    ("tranif0", Gate),
    ("tranif1", Gate),
    ("tri", Net(Kind::Wire)),
    ("tri0", Net(Kind::Tri0)),
    ("tri1", Net(Kind::Tri1)),
    ("triand", Net(Kind::Wire)),
    ("trior", Net(Kind::Wire)),
    ("trireg", Net(Kind::Wire)),
    ("unsigned", Modifier),
    ("use", Name),
    ("uwire", Net(Kind::Wire)),
    ("vectored", Modifier),
    ("wait", Other),
    ("wand", Net(Kind::Wire)),
    ("weak0", Other),
    ("weak1", Other),
    ("while", Other),
    ("wire", Net(Kind::Wire)),
    ("wor", Net(Kind::Wire)),
    ("xnor", Gate),
    ("xor", Gate),
];

/// By first byte: where its words start and end in [`WORDS`], and a bit per length that they have.
static INDEX: [Entry; 256] = index();

#[derive(Clone, Copy)]
struct Entry {
    lengths: u32,
    start: u8,
    end: u8,
}

const fn index() -> [Entry; 256] {
    let mut index = [Entry { lengths: 0, start: 0, end: 0 }; 256];
    let mut at = 0;
    while at < WORDS.len() {
        let word = WORDS[at].0.as_bytes();
        let entry = &mut index[word[0] as usize];
        if entry.lengths == 0 {
            entry.start = at as u8;
        }
        entry.end = at as u8 + 1;
        entry.lengths |= 1 << word.len();
        at += 1;
    }
    index
}

/// What the reserved word `word` stands for; `None` for a name.
#[inline(always)]
pub(crate) fn role(word: &str) -> Option<Role> {
    let entry = &INDEX[usize::from(*word.as_bytes().first()?)];
    // Asked of every name in the file: nearly all end here.
    if word.len() >= 32 || entry.lengths >> word.len() & 1 == 0 {
        return None;
    }
    find(word, entry)
}

fn find(word: &str, entry: &Entry) -> Option<Role> {
    let words = &WORDS[usize::from(entry.start)..usize::from(entry.end)];
    words.iter().find(|(known, _)| *known == word).map(|(_, role)| *role)
}

/// Whether `word` can not stand for a name.
#[inline(always)]
pub(crate) fn is_reserved(word: &str) -> bool {
    role(word).is_some_and(|role| role != Name)
}
