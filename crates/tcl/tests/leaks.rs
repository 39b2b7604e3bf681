//! What scripts make goes when their interpreter goes: thousands of interpreters, one after the other, take no more memory than the first.

#![cfg(target_os = "linux")]

use zeroslack_tcl::{Interp, SealedHost};

const SCRIPTS: &[&str] = &[
    "eval {set x 1}",
    "proc p {} {set x 1}; p; rename p q; q",
    "foreach i {1 2} {set y $i}",
    "catch {eval {a b}} m",
    "upvar 0 x y; set y 2; array set a {1 2}; upvar 0 a(1) b",
    "apply {x {set x}} 3",
    "namespace eval n {variable v 1; proc q {} {variable v; set v}; q}; namespace delete n",
    "lsort -command {apply {{a b} {string compare $a $b}}} {b a}",
    "set l [list a b]; lappend l $l; dict set d a $l; dict for {k v} $d {set $k $v}",
    "subst {[set x 1]}; regexp {a(b)*} ab m",
    "switch a {a {set x 1} b {set x 2}}; while {[incr i] < 3} {set x $i}",
    "try {error a} on error {m o} {set x $o}; after 1000 {set x}; uplevel #0 {set x 1}",
];

fn resident_kilobytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux tells it");
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number of pages") * 4
}

fn run(script: &str, count: usize) {
    for _ in 0..count {
        let mut interp = Interp::with_host(SealedHost);
        interp.run_script(script).expect("it runs");
    }
}

#[test]
fn interpreters_leave_nothing_behind() {
    for script in SCRIPTS {
        run(script, 500);
        let before = resident_kilobytes();
        run(script, 5000);
        let grown = resident_kilobytes().saturating_sub(before);
        // 5,000 of the smallest things that can be left behind are some 500 kB.
        assert!(grown < 400, "{grown} kB stay behind of {script}");
    }
}
