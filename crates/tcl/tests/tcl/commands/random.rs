//! Numbers, texts and choices that nobody made.

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Whether something happens that does so in some of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick(&mut self, from: &[&str]) -> String {
        from[self.below(from.len())].to_owned()
    }

    /// Up to so many characters of a text.
    pub fn text(&mut self, alphabet: &str, most: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..self.below(most + 1)).map(|_| letters[self.below(letters.len())]).collect()
    }

    /// An integer, or what is almost one.
    pub fn integer(&mut self) -> String {
        self.pick(&[
            "0",
            "1",
            "-1",
            "5",
            "42",
            "-42",
            "255",
            "256",
            "32767",
            "32768",
            "65535",
            "65536",
            "-32768",
            "-32769",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "4294967295",
            "4294967296",
            "-4294967295",
            "-4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "18446744073709551615",
            "18446744073709551616",
            "-18446744073709551615",
            "123456789012345678901234567890",
            "-123456789012345678901234567890",
            "0x1f",
            "0o17",
            "017",
            "08",
            "0b101",
            "1.5",
            "1e3",
            "abc",
            "a text that is too long for an error to show all of it, as é is",
            "",
            "  12 ",
            "1_0",
            "0x",
            "-0x10",
            "+5",
            "true",
            "Inf",
            "0xffffffff",
            "-0xffffffff",
            "0x10000000000000000",
            "-0",
            "0x80000000",
        ])
    }

    /// A float, or what is almost one.
    pub fn float(&mut self) -> String {
        match self.below(4) {
            0 => self.pick(&[
                "0",
                "0.0",
                "-0.0",
                "1",
                "1.5",
                "2.5",
                "0.5",
                "0.125",
                "0.375",
                "1e10",
                "1e16",
                "1e17",
                "1e-5",
                "1e-4",
                "9.9999995",
                "999999.5",
                "9999995",
                "1e300",
                "1e-300",
                "5e-324",
                "1.7976931348623157e308",
                "Inf",
                "-Inf",
                "NaN",
                "abc",
                "",
                "0.1",
                "100",
                "1e6",
                "999999",
                "0x10",
                "12345678901234567890",
                "-123456789012345678901234567890",
                " 1.5 ",
                ".5",
                "5.",
                "1e400",
                "1e-400",
                "017",
                "08",
                "nan(12)",
            ]),
            1 => format!("{}", (self.next() % 2_000_001) as f64 / f64::from(1 << self.below(11))),
            2 => format!("-{}", (self.next() % 2_000_001) as f64 / f64::from(1 << self.below(11))),
            _ => {
                let digits = self.next() % 10_000_000_000;
                format!("{digits}e{}", self.below(600) as i64 - 310)
            }
        }
    }
}
