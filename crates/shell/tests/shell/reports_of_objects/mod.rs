//! Reports of clocks, slacks, pins, nets and checks on small designs.

mod exceptions;
mod ideal;
mod latches;
mod library_checks;
mod pulse;
mod rules;
mod scripted;
mod virtual_clocks;
