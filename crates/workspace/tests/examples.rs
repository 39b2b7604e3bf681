//! The examples of the documentation of all crates, collected by the build script: each compiles, and runs unless it is marked `no_run`.

#![expect(unused, clippy::all, reason = "examples are the bodies of closures, and some are compiled only")]

use std::fmt::Debug;

/// How an example may end.
trait Ends {
    fn check(self);
}

impl Ends for () {
    fn check(self) {}
}

impl<E: Debug> Ends for Result<(), E> {
    #[track_caller]
    fn check(self) {
        if let Err(error) = self {
            panic!("{error:?}");
        }
    }
}

#[track_caller]
fn check(example: impl Ends) {
    example.check();
}

include!(concat!(env!("OUT_DIR"), "/examples.rs"));
