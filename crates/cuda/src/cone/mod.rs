//! The part of a design that constrained paths can take, made on a device as a graph of its own, which is
//! searched in place of the design.

pub(crate) mod maker;
