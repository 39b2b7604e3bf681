//! Reports of clocks, slacks, pins, nets and checks on small designs.

mod away_from_registers;
mod exceptions;
mod ideal;
mod instance_pins;
mod instance_pins_drawn;
mod latches;
mod library_checks;
mod outside;
mod pulse;
mod rules;
mod scripted;
mod virtual_clocks;
