//! Tests of regular expressions.

mod against_tclsh;
