//! Backslash sequences.

/// The character that a text, which begins with a backslash, stands for, and how many bytes that is.
pub(crate) fn backslash(text: &str) -> (char, usize) {
    let Some(next) = text[1..].chars().next() else { return ('\\', 1) };
    let plain = |c| (c, 2);
    match next {
        'a' => plain('\x07'),
        'b' => plain('\x08'),
        'f' => plain('\x0c'),
        'n' => plain('\n'),
        'r' => plain('\r'),
        't' => plain('\t'),
        'v' => plain('\x0b'),
        'x' => hexadecimal(text, 2, 'x'),
        'u' => hexadecimal(text, 4, 'u'),
        'U' => hexadecimal(text, 8, 'U'),
        '\n' => {
            let blanks = text[2..].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
            (' ', 2 + blanks)
        }
        '0'..='7' => octal(text),
        other => (other, 1 + other.len_utf8()),
    }
}

/// Up to `most` hexadecimal digits after a letter; the letter itself if there are none.
fn hexadecimal(text: &str, most: usize, letter: char) -> (char, usize) {
    let mut value = 0u32;
    let mut digits = 0;
    for byte in text.bytes().skip(2).take(most) {
        let Some(digit) = char::from(byte).to_digit(16) else { break };
        if value > 0x10_ffff >> 4 {
            break;
        }
        value = value << 4 | digit;
        digits += 1;
    }
    if digits == 0 {
        return (letter, 2);
    }
    (char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER), 2 + digits)
}

/// Up to three octal digits, of a value below 256.
fn octal(text: &str) -> (char, usize) {
    let mut value = 0u32;
    let mut digits = 0;
    for byte in text.bytes().skip(1).take(3) {
        let Some(digit) = char::from(byte).to_digit(8) else { break };
        if value << 3 | digit > 0xff {
            break;
        }
        value = value << 3 | digit;
        digits += 1;
    }
    (char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER), 1 + digits)
}
