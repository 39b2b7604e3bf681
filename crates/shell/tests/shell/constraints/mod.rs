//! Commands that state constraints: what they state, as `write_sdc` writes it, and that it reads back the same.

mod clocks;
mod derates;
mod design;
mod drawn;
mod drives;
mod ideal;
mod limits;
mod ports;
mod real;
mod round_trip;
mod shared;
mod structure;
