//! The interpreter as a part of a program.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use zeroslack_tcl::{Exception, Host, Interp, Limits, SealedHost, Stop, Stream, Value};

fn sealed() -> Interp {
    Interp::with_host(SealedHost)
}

#[test]
fn commands_of_the_host_work_on_its_context() {
    struct Chip {
        cells: Vec<String>,
    }
    let mut interp = sealed();
    interp.set_context(Chip { cells: vec!["u1".to_owned()] });
    interp.define_command("make_cell", |interp, words| {
        let [_, name] = words else { return Err(Exception::wrong_args("make_cell name")) };
        let name = name.text().to_owned();
        let Some(chip) = interp.context::<Chip>() else { return Err(Exception::error("no chip")) };
        chip.cells.push(name);
        Ok(Value::from(chip.cells.len()))
    });
    interp.define_command("each_cell", |interp, words| {
        let names = interp.context::<Chip>().map(|chip| chip.cells.clone()).unwrap_or_default();
        for name in names {
            interp.set_var(&words[1].text(), Value::from(name))?;
            interp.eval(&words[2])?;
        }
        Ok(Value::empty())
    });
    let script = "set n [make_cell u2]; set all {}; each_cell c {lappend all $c; if {$c eq {u1}} {make_cell u3}}; list $n $all";
    assert_eq!(interp.run_script(script).expect("a value").to_string(), "2 {u1 u2}");
    assert_eq!(interp.context::<Chip>().expect("the chip").cells, ["u1", "u2", "u3"]);
    let error = interp.run_script("make_cell").expect_err("too few words");
    assert_eq!(error.message(), "wrong # args: should be \"make_cell name\"");
}

#[test]
fn objects_of_the_host_stay_with_their_names() {
    #[derive(Debug, PartialEq)]
    struct Cell(u32);
    let mut interp = sealed();
    interp.define_command("get_cells", |_, _| {
        Ok(Value::list(
            (0..100_000).map(|id| Value::host(format!("_cell_{id}"), Rc::new(Cell(id)))).collect(),
        ))
    });
    interp.define_command("id_of", |_, words| {
        let cell = words[1].host_object::<Cell>().ok_or_else(|| Exception::error("no cell"))?;
        Ok(Value::from(i64::from(cell.0)))
    });
    let script = "set l [get_cells]; set c [lindex $l 77777]; set d(x) $c; set f [lindex [lrange $l 5 end] 0];
        list [id_of $c] [id_of $d(x)] [id_of $f] $c [llength $l] [id_of [lindex [lreverse $l] 0]] [string length $c]";
    assert_eq!(
        interp.run_script(script).expect("a value").to_string(),
        "77777 77777 5 _cell_77777 100000 99999 11"
    );
    assert_eq!(interp.run_script("id_of _cell_1").expect_err("only a name").message(), "no cell");
}

#[test]
fn output_goes_to_the_host() {
    struct Sink(Rc<RefCell<String>>);
    impl Host for Sink {
        fn write(&mut self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
            let name = if stream == Stream::Error { "err:" } else { "out:" };
            self.0.borrow_mut().push_str(name);
            self.0.borrow_mut().push_str(&String::from_utf8_lossy(bytes));
            Ok(())
        }
        fn now(&self) -> (i64, u32) {
            (7, 5)
        }
    }
    let text = Rc::new(RefCell::new(String::new()));
    let mut interp = Interp::with_host(Sink(text.clone()));
    interp
        .run_script("puts a; puts stderr b; puts -nonewline [clock seconds]; flush stdout")
        .expect("output");
    assert_eq!(*text.borrow(), "out:a\nerr:b\nout:7");
    let (outcome, captured) =
        interp.capture(|interp| interp.run_script("puts kept; puts stderr told; set x 1"));
    assert_eq!((outcome.expect("a value").to_string().as_str(), captured.as_str()), ("1", "kept\n"));
    let (_, outer) = interp.capture(|interp| {
        interp.run_script("puts 1").expect("output");
        let (_, inner) = interp.capture(|interp| interp.run_script("puts 2"));
        assert_eq!(inner, "2\n");
        interp.run_script("puts 3").expect("output");
    });
    assert_eq!(outer, "1\n3\n");
}

#[test]
fn a_sealed_host_has_no_files() {
    let mut interp = sealed();
    for script in [
        "open /etc/passwd",
        "source /etc/passwd",
        "glob /*",
        "file size /etc/passwd",
        "file mkdir /tmp/x",
        "exec ls",
        "socket a 1",
    ] {
        assert!(interp.run_script(script).is_err(), "{script}");
    }
    assert_eq!(
        interp
            .run_script("list [file exists /etc/passwd] [array size env] [pwd] [gets stdin]")
            .expect("a value")
            .to_string(),
        "0 0 / {}"
    );
}

#[test]
fn limits_stop_scripts_that_would_not_end() {
    let mut interp = sealed();
    interp.set_limits(Limits { steps: 100_000, ..Limits::default() });
    for script in [
        "while 1 {}",
        "while 1 {catch {error x}}",
        "proc f {} {catch f; f}; f",
        "for {} 1 {} {set x 1}",
        "foreach x [lrepeat 1000000 a] {}",
    ] {
        let error = interp.run_script(script).expect_err("it does not end");
        assert_eq!(error.stopped(), Some(Stop::Steps), "{script}: {error}");
        interp.set_limits(Limits { steps: interp.steps() + 100_000, ..Limits::default() });
    }
    assert_eq!(interp.run_script("expr 1+1").expect("a value").to_string(), "2");
}

#[test]
fn limits_of_memory_hold_for_one_value_and_for_all() {
    for script in [
        "string repeat abc 100000000",
        "set x a; while 1 {append x $x}",
        "set i 0; while 1 {set a([incr i]) [string repeat x 1000]}",
        "set l {}; while 1 {lappend l [string repeat x 1000]}",
        "lrepeat 100000000 a b",
        "format %1000000000d 1",
        "set d {}; while 1 {dict set d [incr i] [string repeat x 1000]}",
    ] {
        let mut interp = sealed();
        interp.set_limits(Limits { memory: 20_000_000, steps: 10_000_000, ..Limits::default() });
        let error =
            interp.run_script(&format!("catch {{{script}}}; puts no")).expect_err("it takes too much");
        assert_eq!(error.stopped(), Some(Stop::Memory), "{script}: {error}");
    }
}

#[test]
fn nesting_has_a_limit_whatever_nests() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let scripts = [
        "proc f {} {f}; f".to_owned(),
        "proc f {} {eval f}; f".to_owned(),
        "proc f {} {uplevel 1 f}; f".to_owned(),
        "proc f {} {lsort -command f {a b}}; proc f args {lsort -command f {a b}}; f".to_owned(),
        "proc f {} {set b f; if 1 $b}; f".to_owned(),
        "proc f {} {foreach x 1 [list f]}; f".to_owned(),
        "proc f {} {namespace eval n {::f}}; f".to_owned(),
        "proc f {} {apply {{} f}}; f".to_owned(),
        "proc f {} {subst {[f]}}; f".to_owned(),
        "proc f {} {dict for {k v} {a 1} {f}}; f".to_owned(),
        "proc unknown args {nosuch}; nosuch".to_owned(),
        "proc ::tcl::mathfunc::f {} {expr {f()}}; expr {f()}".to_owned(),
        deep("[list ", "]"),
        format!("set x {}", deep("[list ", "]")),
        format!("expr {{{}}}", deep("[expr ", "]")),
        format!("subst {{{}}}", deep("[subst ", "]")),
        format!("puts ${}", deep("a($", ")")),
    ];
    for script in scripts {
        let mut interp = sealed();
        let error = interp.run_script(&script).expect_err("it nests too deep");
        assert!(
            error.message().starts_with("too many nested"),
            "{}: {error}",
            &script[..script.len().min(60)]
        );
        assert_eq!(interp.run_script("expr 1").expect("it goes on").to_string(), "1");
    }
    let mut interp = sealed();
    let braces = deep("{", "}");
    assert!(interp.run_script(&format!("llength {braces}")).is_ok());
    assert!(interp.run_script(&format!("expr {{{}1{}}}", "(".repeat(100_000), ")".repeat(100_000))).is_ok());
    // Each level reads what is inside it.
    let ifs = format!("{}{}", "{if 1 ".repeat(10_000), "}".repeat(10_000));
    assert!(interp.run_script(&format!("if 1 {ifs}")).is_err());
    assert!(
        interp
            .run_script("set l {}; for {set i 0} {$i < 100000} {incr i} {set l [list $l]}; unset l")
            .is_ok()
    );
    assert!(
        interp
            .run_script("set d {}; for {set i 0} {$i < 100000} {incr i} {set d [dict create k $d]}; set d 1")
            .is_ok()
    );
}

#[test]
fn an_interrupt_stops_what_runs() {
    let mut interp = sealed();
    let flag = interp.interrupt_flag();
    let other = flag.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        other.store(true, Ordering::Relaxed);
    });
    let error = interp.run_script("while 1 {catch {incr i}}").expect_err("it is interrupted");
    assert_eq!(error.stopped(), Some(Stop::Interrupted));
    thread.join().expect("the thread ends");
    flag.store(false, Ordering::Relaxed);
    assert_eq!(interp.run_script("expr {$i > 0}").expect("a value").to_string(), "1");
}

#[test]
fn interpreters_know_nothing_of_each_other() {
    let (mut a, mut b) = (sealed(), sealed());
    a.run_script("set x 1; proc p {} {return a}; namespace eval n {variable v 1}; rename set put")
        .expect("a value");
    b.run_script("proc p {} {return b}").expect("a value");
    assert!(b.run_script("set x").is_err());
    assert_eq!(
        b.run_script("list [p] [namespace exists n] [set y 2]").expect("a value").to_string(),
        "b 0 2"
    );
    let script = Value::from("put z 5; p");
    assert_eq!(a.eval(&script).expect("a value").to_string(), "a");
    let script = Value::from("p");
    assert_eq!(a.eval(&script).expect("a value").to_string(), "a");
    assert_eq!(b.eval(&script).expect("the same value, compiled for another").to_string(), "b");
}

#[test]
fn exit_ends_everything() {
    let mut interp = sealed();
    let error = interp
        .run_script("proc f {} {catch {exit 3}; puts no}; try {f} finally {puts no}")
        .expect_err("it exits");
    assert_eq!(error.stopped(), Some(Stop::Exit(3)));
}

#[test]
fn commands_may_be_redefined_while_code_contains_them() {
    let mut interp = sealed();
    let script = "proc f {} {set x 1; if 1 {set x 2}; return $x}; set a [f]
        rename set original; proc set args {return [uplevel 1 [linsert $args 0 original]]}
        proc g {} {set y 5; return $y}; original b [g][f]
        rename set {}; rename original set; list $a $b [f]";
    assert_eq!(interp.run_script(script).expect("a value").to_string(), "2 52 2");
}

#[test]
fn a_command_of_the_host_knows_where_it_is_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tcl");
    std::fs::write(
        &path,
        "set x 1\n\nnote [\n list a]\nproc p {} {\n note p\n}\nforeach i {1 2} {\n p\n}\nnote b\n",
    )
    .expect("a file");
    let mut interp = Interp::new();
    interp.set_context(Vec::<usize>::new());
    interp.define_command("note", |interp, _| {
        let line = interp.place().map_or(0, |place| place.1);
        interp.context::<Vec<usize>>().expect("lines").push(line);
        Ok(Value::empty())
    });
    interp.run_script("note out").expect("no place");
    interp.source(&path.to_string_lossy()).expect("it runs");
    assert_eq!(interp.context::<Vec<usize>>().expect("lines"), &[0, 4, 8, 8, 11]);
}

/// A file ends `source` with what its `return` says, as in tclsh.
#[test]
fn files_that_return() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tcl");
    let mut interp = Interp::new();
    for (text, expected) in [
        ("return done; error no", "0 done"),
        ("return -code error boom", "1 boom"),
        ("return -level 2 deep", "2 deep"),
        ("return -code break", "3 {}"),
    ] {
        std::fs::write(&path, text).expect("a file");
        let script = format!("list [catch {{source {}}} said] $said", path.display());
        assert_eq!(interp.run_script(&script).expect("a list").to_string(), expected, "{text}");
    }
}

/// What the body of a loop at the top gives is not kept: a list that it appends to was copied in every round.
#[test]
fn lists_grow_in_place_in_loops_at_the_top() {
    let mut interp = Interp::with_host(SealedHost);
    let script = "for {set i 0} {$i < 100000} {incr i} {lappend from $i}; set all {}; foreach it $from {lappend all $it}; llength $all";
    let start = std::time::Instant::now();
    assert_eq!(interp.run_script(script).unwrap().to_string(), "100000");
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
