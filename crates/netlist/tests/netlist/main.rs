//! Tests of linking, binding and writing through the crate's face.

#![cfg(test)]

mod binding;
mod common;
mod diagnostics;
mod hierarchy;
mod ids;
mod large;
mod left_out;
mod library;
mod linking;
mod named;
mod noise;
mod orders;
mod pieces;
mod random;
mod real;
mod round_trip;
mod stitching;
