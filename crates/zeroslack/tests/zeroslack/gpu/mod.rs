//! The GPU engine against the CPU engine, by one suite: on a GPU, and by the emulator on machines without one.

mod device;
mod emulated;
mod suite;
