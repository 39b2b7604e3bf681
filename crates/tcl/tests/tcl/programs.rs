//! Random programs print the same here and in `tclsh`.
//!
//! `ZEROSLACK_RANDOM=100` draws a hundred times as many; `ZEROSLACK_SEED` draws others.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use zeroslack_tcl::{Interp, Limits, Value};

use crate::oracle;

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const WORDS: &[&str] = &[
    "a",
    "b1",
    "{a b}",
    "{}",
    "0",
    "1",
    "-7",
    "3.5",
    "1e3",
    "0x1f",
    "010",
    "{x y z}",
    "{k v k2 v2}",
    "abc",
    "{ 5 }",
    "{a {b c} d}",
    "\"q w\"",
    "\\{",
    "{[no]}",
    "end",
    "-1",
    "aXbXc",
    "{1 2 3}",
    "{3 1 2}",
    "true",
    "no",
    "{#c}",
    "{a;b}",
    "12345678901234567890",
    "{$x}",
    "\"\\t\"",
    "é",
    "{a\\ b}",
    "*b*",
    "{[a-c]*}",
];
const NAMES: &[&str] = &["x", "y", "z", "arr(k)", "arr(j)", "l", "d"];
const READS: &[&str] = &["$x", "$y", "$z", "$l", "$d", "$arr(k)", "${x}", "$x$y", "\"$x-$y\"", "[set z]"];
const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "eq", "ne", "&", "|", "^", "in",
    "ni",
];
const SUBCOMMANDS: &[&str] = &[
    "string length @",
    "string index @ @",
    "string range @ @ @",
    "string toupper @",
    "string trim @",
    "string first @ @",
    "string last @ @",
    "string map @ @",
    "string match @ @",
    "string compare @ @",
    "string equal @ @",
    "string repeat @ 3",
    "string reverse @",
    "string replace @ @ @ @",
    "string is integer @",
    "string is double @",
    "string is list @",
    "string is boolean @",
    "string totitle @",
    "llength @",
    "lindex @ @",
    "lindex @ 1 0",
    "lrange @ @ @",
    "linsert @ @ @",
    "lreplace @ @ @ @",
    "lsort @",
    "lsort -integer @",
    "lsort -dictionary @",
    "lsort -unique @",
    "lsort -decreasing @",
    "lsearch @ @",
    "lsearch -exact @ @",
    "lsearch -all -inline @ @",
    "lreverse @",
    "lrepeat 2 @",
    "concat @ @",
    "join @ @",
    "join @",
    "split @ @",
    "split @",
    "list @ @",
    "dict get @ @",
    "dict exists @ @",
    "dict keys @",
    "dict size @",
    "dict replace @ @ @",
    "dict remove @ @",
    "format %s @",
    "format %5d @",
    "format %x @",
    "format %.3f @",
    "format %g @",
    "format %-8s| @",
    "scan @ %d",
    "scan @ {%s %s}",
    "scan @ %f",
    "regexp {(\\w)(\\d)?} @",
    "regexp -inline {[a-c]+} @",
    "regexp -all -inline {\\w+} @",
    "regsub -all {[aeiou]} @ <&>",
    "regsub a @ @",
    "subst $x",
    "subst $z",
    "info exists x",
    "lassign @ p q",
    "dict for {k v} @ {set x $k$v}",
    "lmap e @ {string length $e}",
    "expr {@ + 1}",
    "expr {@ eq @}",
    "expr {-(@)}",
    "expr {!@}",
    "expr {int(@)}",
    "expr {round(@)}",
    "expr {abs(@)}",
    "expr {max(@, 2)}",
    "eval {set x} @",
    "concat @",
    "string cat @ @",
    "string wordend @ @",
    "file join @ @",
    "file tail @",
    "file extension @",
    "namespace tail @",
    "incr x @",
    "append y @ @",
    "lappend l @ @",
    "dict set d @ @",
    "dict incr d @",
    "dict append d @ @",
    "dict lappend d @ @",
    "dict unset d @",
    "lset l 0 @",
    "lset l end-1 @",
    "catch {error @} m",
    "return @",
    "error @",
    "break",
    "continue",
    "unset x",
    "array size arr",
    "lsort [array names arr]",
    "set arr",
    "upvar 0 x u",
    "global g",
    "foreach {a b} @ {append y $a}",
    "apply {v {list $v $v}} @",
];

/// Programs of a few statements.
struct Writer<'a> {
    random: &'a mut Random,
}

impl Writer<'_> {
    fn word(&mut self, depth: usize) -> String {
        match self.random.below(10) {
            0..5 => self.random.pick(WORDS).to_owned(),
            5..9 => self.random.pick(READS).to_owned(),
            _ if depth > 0 => format!("[{}]", self.command(depth - 1)),
            _ => "w".to_owned(),
        }
    }

    fn operand(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => format!("({})", self.expression(depth)),
            1 => format!(
                "{}{}",
                self.random.pick(&["-", "!", "~", "+"]),
                self.random.pick(&["1", "$x", "2.5"])
            ),
            2..5 => self.random.pick(&["$x", "$y", "$z", "[llength $l]"]).to_owned(),
            _ => self
                .random
                .pick(&["0", "1", "2", "-3", "7", "2.5", "1e2", "\"abc\"", "{a b}", "true", "0x10"])
                .to_owned(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.operand(0);
        }
        let operator = self.random.pick(BINARY);
        let mut text = format!("{} {operator} {}", self.operand(depth - 1), self.operand(depth - 1));
        if self.random.below(6) == 0 {
            let _ = write!(text, " ? {} : {}", self.operand(0), self.operand(0));
        }
        text
    }

    fn command(&mut self, depth: usize) -> String {
        let template = self.random.pick(SUBCOMMANDS);
        let mut text = String::new();
        for (number, part) in template.split('@').enumerate() {
            if number > 0 {
                text.push_str(&self.word(depth));
            }
            text.push_str(part);
        }
        text
    }

    fn body(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(3);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        format!("{{\n{}\n}}", statements.join("\n"))
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 => format!("set {} {}", self.random.pick(NAMES), self.word(0)),
                1 => format!("set {} [expr {{{}}}]", self.random.pick(NAMES), self.expression(1)),
                _ => format!("set {} [{}]", self.random.pick(NAMES), self.command(1)),
            };
        }
        match self.random.below(13) {
            0 => format!(
                "if {{{}}} {} else {}",
                self.expression(2),
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            1 => format!("foreach {{e f}} {} {}", self.word(1), self.body(depth - 1)),
            2 => {
                let most = 1 + self.random.below(4);
                format!(
                    "for {{set i{depth} 0}} {{$i{depth} < {most}}} {{incr i{depth}}} {}",
                    self.body(depth - 1)
                )
            }
            3 => format!("set z [catch {} x]", self.body(depth - 1)),
            4 => format!(
                "switch -glob -- {} {{{} {} default {}}}",
                self.word(0),
                self.random.pick(&["a*", "1", "*b*"]),
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            5 => format!("proc p {{v {{w 5}}}} {}\nset y [p {}]", self.body(depth - 1), self.word(0)),
            6 => format!(
                "proc p {{args}} {{upvar 1 x v; lappend v {{*}}$args}}\np {} {}",
                self.word(0),
                self.word(0)
            ),
            7 => format!(
                "try {} on error {{m o}} {} finally {{append y f}}",
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            8 => format!("set l [lmap e {} {}]", self.word(0), self.body(depth - 1)),
            9 => format!("eval {}", self.body(depth - 1)),
            10 => format!("namespace eval n {}", self.body(depth - 1)),
            11 => format!("set i{depth} 0; while {{[incr i{depth}] < 4}} {}", self.body(depth - 1)),
            _ => self.statement(0),
        }
    }

    fn program(&mut self) -> String {
        let head = "set x 1; set y abc; set z {a b c}; set l {1 2 3}; set d {k v}; set arr(k) 5\n";
        let count = 1 + self.random.below(4);
        let statements: Vec<String> = (0..count).map(|_| self.statement(2)).collect();
        format!("{head}{}", statements.join("\n"))
    }
}

/// What is compared of a program: how it ends, its variables, and where an error came from.
const REPORT: &str = r#"
proc zs_report {code result info} {
    set all [list $code $result $info]
    foreach name {x y z l d} {
        upvar #0 $name v
        if {[info exists v] && ![array exists v]} {lappend all $v} else {lappend all ---}
    }
    return $all
}
"#;
const RUN: &str = "set zs_code [catch $zs_program zs_result]; set zs_info {}; if {$zs_code == 1} {set zs_info $errorInfo}; \
                   zs_report $zs_code $zs_result $zs_info";

/// What `tclsh` says of programs; none of one that it falls over, for want of memory.
fn by_tclsh(programs: &[String]) -> Vec<Option<Value>> {
    let mut answers = Vec::new();
    while answers.len() < programs.len() {
        answers.extend(by_one_tclsh(&programs[answers.len()..]).into_iter().map(Some));
        if answers.len() < programs.len() {
            answers.push(None);
        }
    }
    answers
}

/// What a process says of programs, as far as it comes.
fn by_one_tclsh(programs: &[String]) -> Vec<Value> {
    let mut script = String::from("fconfigure stdout -encoding utf-8\n");
    script
        .push_str("proc run program {set i [interp create]; interp limit $i command -value 20000; $i eval {");
    script.push_str(REPORT);
    script.push_str("}; $i eval [list set zs_program $program]; set code [catch {$i eval {");
    script.push_str(RUN);
    script.push_str("}} all]; interp delete $i; puts [list $all]; puts \\x01; flush stdout}\n");
    for program in programs {
        let _ = writeln!(script, "run {}", Value::list(vec![Value::from(program.as_str())]));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("all.tcl"), script).expect("a file");
    let output = Command::new("tclsh")
        .args(["-encoding", "utf-8", "all.tcl"])
        .current_dir(&folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("tclsh runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut answers: Vec<&str> = text.split("\u{1}\n").collect();
    answers.pop();
    let whole = output.status.success() && answers.len() == programs.len();
    assert!(whole || answers.len() < programs.len(), "{}", String::from_utf8_lossy(&output.stderr));
    answers.iter().map(|answer| Value::from(answer.trim_end_matches('\n'))).collect()
}

fn by_us(program: &str) -> Value {
    let mut interp = Interp::new();
    interp.set_limits(Limits { steps: 1_000_000, ..Limits::default() });
    interp.run_script(REPORT).expect("a procedure");
    interp.set_var("zs_program", Value::from(program)).expect("a variable");
    match interp.eval(&Value::from(RUN)) {
        Ok(all) => Value::list(vec![all]),
        Err(error) => Value::list(vec![Value::from(error.message())]),
    }
}

/// The elements of an answer, without the line of a `break` or `continue` outside of a loop: in `tclsh` that is the line of some error
/// before it.
fn comparable(answer: &Value) -> Vec<String> {
    let whole = answer.elements().ok().and_then(|only| only.first().cloned());
    let Some(elements) = whole.and_then(|whole| whole.elements().ok()) else {
        return vec![answer.to_string()];
    };
    let mut texts: Vec<String> = elements.iter().map(ToString::to_string).collect();
    if let Some(info) = texts.get_mut(2)
        && let Some(behind) = info.find(" outside of a loop\n    (procedure \"p\" line ").map(|at| at + 43)
    {
        let digits = info[behind..].bytes().take_while(u8::is_ascii_digit).count();
        info.replace_range(behind..behind + digits, "");
    }
    texts
}

/// Whether `tclsh` always says the same of a program. There are some of which it shows memory that was freed.
fn is_certain(program: &str, expected: &Value) -> bool {
    let alone = || by_tclsh(&[program.to_owned()]).pop().flatten();
    (0..3).all(|_| alone().is_some_and(|answer| answer.same_text(expected)))
}

#[test]
fn random_programs_end_as_in_tclsh() {
    if !oracle::has_tclsh() {
        return;
    }
    let count = zeroslack_testing::cases(1_000) as usize;
    let mut random = Random(1 + zeroslack_testing::seeds(1).sum::<u64>());
    let mut wrong = Vec::new();
    let mut done = 0;
    while done < count {
        let batch = (count - done).min(500);
        let programs: Vec<String> = (0..batch).map(|_| Writer { random: &mut random }.program()).collect();
        for (program, expected) in programs.iter().zip(by_tclsh(&programs)) {
            let Some(expected) = expected else { continue };
            let found = by_us(program);
            if comparable(&found) != comparable(&expected) && is_certain(program, &expected) {
                wrong.push(format!("{program}\n  tclsh: {expected}\n  found: {found}\n"));
            }
        }
        done += batch;
    }
    println!("{count} programs");
    let shown: Vec<String> = wrong.iter().take(40).cloned().collect();
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), shown.join("\n"));
}
