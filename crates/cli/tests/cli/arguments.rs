//! Wrong arguments.

use expect_test::{Expect, expect};

use crate::tiny;
use crate::tiny::check_bytes;

#[test]
fn arguments() {
    let check = |arguments: &[&str], expected: Expect| check_bytes(&[], arguments, &expected);
    check(
        &["--verilog", "tiny.v"],
        expect![[r#"
        error: the following required arguments were not provided:
          <--liberty <FILE>...|--liberty-early <FILE>...|--liberty-late <FILE>...>

        Usage: zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
               zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib"],
        expect![[r#"
        error: the following required arguments were not provided:
          --verilog <FILE>...

        Usage: zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
               zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--liberty-early", "tiny.lib", "--verilog", "tiny.v"],
        expect![[r#"
        error: the argument '--liberty <FILE>...' cannot be used with '--liberty-early <FILE>...'

        Usage: zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
               zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty-early", "tiny.lib", "--verilog", "tiny.v"],
        expect![[r#"
        error: the following required arguments were not provided:
          --liberty-late <FILE>...

        Usage: zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
               zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--sdc", "a", "--timing", "b"],
        expect![[r#"
        error: the argument '--sdc <FILE>' cannot be used with '--timing <FILE>'

        Usage: zeroslack report --liberty <FILE>... --verilog <FILE>... [OPTIONS]
               zeroslack report --liberty-early <FILE>... --liberty-late <FILE>... --verilog <FILE>... [OPTIONS]

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--spef-for", "a.spef"],
        expect![[r#"
        error: invalid value 'a.spef' for '--spef-for <INSTANCE=FILE>...': expected INSTANCE=FILE, for example core/alu=alu.spef

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--coupling-factor", "nan"],
        expect![[r#"
        error: invalid value 'nan' for '--coupling-factor <FACTOR>': expected a number from 0 to 100

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--define", "WIDTH=8"],
        expect![[r#"
        error: invalid value 'WIDTH=8' for '--define <NAME>...': expected a name without a value, for example USE_POWER_PINS

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--max-cells", "0"],
        expect![[r#"
        error: invalid value '0' for '--max-cells <N>': 0 is not in 1..=1073741824

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--threads", "0"],
        expect![[r#"
        error: invalid value '0' for '--threads <N>': 0 is not in 1..=1024

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--digits", "18"],
        expect![[r#"
        error: invalid value '18' for '--digits <D>': 18 is not in 0..=17

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--output", "no/where"],
        expect![[r#"
        error: cannot write 'no/where': No such file or directory (os error 2)
        exit 1
    "#]],
    );
}

/// Arguments in a file are as if they were given.
#[test]
fn arguments_from_files() {
    let folder = tiny::folder();
    let given =
        tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &["--max-paths", "2"]].concat());
    let text = "\u{feff}# the design\n--liberty tiny.lib \\\n --verilog 'tiny.v'\n--spef \"tiny.spef\"\r\n";
    std::fs::write(folder.path().join("design.args"), text).unwrap();
    let read = tiny::run(folder.path(), &["report", "@design.args", "--sdc", "tiny.sdc", "--max-paths", "2"]);
    assert_eq!(tiny::said(&read), "exit 0\n");
    assert_eq!(read.stdout, given.stdout);
    std::fs::write(folder.path().join("wrong.args"), "--liberty 'tiny.lib").unwrap();
    for (argument, expected) in [
        (
            "@wrong.args",
            "error: cannot read the arguments in 'wrong.args': a quotation mark has no partner\nexit 1\n",
        ),
        (
            "@absent.args",
            "error: cannot read the arguments in 'absent.args': No such file or directory (os error 2)\nexit 1\n",
        ),
    ] {
        assert_eq!(tiny::said(&tiny::run(folder.path(), &["report", argument])), expected);
    }
}
