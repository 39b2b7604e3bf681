//! Tests of the reader and the writer through the crate's face.

#![cfg(test)]

mod common;
mod conditions;
mod declarations;
mod errors;
mod expressions;
mod headers;
mod ids;
mod instances;
mod layout;
mod noise;
mod real;
mod round_trip;
mod values;
