//! All assignments of the variables of a boolean function, 64 of them in a word.

/// The pattern of a variable over the assignments of a word: those after them are the same throughout a word.
pub(crate) const PATTERNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// How many words hold all assignments of so many variables.
pub fn assignment_words(variables: usize) -> usize {
    1 << variables.saturating_sub(PATTERNS.len())
}

/// The values of a variable, told by its place among all, in a word of assignments: bit `r` of word `w` is its value in the assignment `64 * w + r`.
pub fn assigned(variable: usize, word: usize) -> u64 {
    match PATTERNS.get(variable) {
        Some(pattern) => *pattern,
        None => constant_word(word >> (variable - PATTERNS.len()) & 1 == 1),
    }
}

/// A value that is the same in all assignments of a word.
pub fn constant_word(value: bool) -> u64 {
    if value { u64::MAX } else { 0 }
}
