//! The sizes of designs that the literature measures.
//!
//! Gates and pins are those of Guo and others, "GPU-accelerated static timing analysis" (ICCAD 2020) and "A GPU-accelerated framework for
//! path-based timing analysis" (TCAD 2023, Table II). Ports, shares of flip-flops and depths are chosen after what the designs are.

use std::fmt;

use crate::Options;

/// A design of the literature, by its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the design of the same name")]
pub enum Preset {
    AesCore,
    DesPerfIspd,
    VgaLcd,
    EditDistIspd,
    MgcEditDist,
    MgcMatrixMult,
    /// Also called `b19_iccad`.
    B19,
    VgaLcdIccad,
    Leon3mp,
    Netcard,
    Leon2,
}

/// (name, gates, pins, input ports, output ports, share of flip-flops, depth).
type Row = (&'static str, usize, usize, usize, usize, f64, f64);

impl Preset {
    /// All, from the smallest to the largest.
    pub const ALL: [Self; 11] = [
        Self::AesCore,
        Self::DesPerfIspd,
        Self::VgaLcd,
        Self::EditDistIspd,
        Self::MgcEditDist,
        Self::MgcMatrixMult,
        Self::B19,
        Self::VgaLcdIccad,
        Self::Leon3mp,
        Self::Netcard,
        Self::Leon2,
    ];

    fn row(self) -> Row {
        match self {
            Self::AesCore => ("aes_core", 22_938, 66_751, 259, 129, 0.023, 10.0),
            Self::DesPerfIspd => ("des_perf_ispd", 138_878, 371_587, 234, 140, 0.063, 12.0),
            Self::VgaLcd => ("vga_lcd", 139_529, 397_809, 90, 100, 0.12, 18.0),
            Self::EditDistIspd => ("edit_dist_ispd", 147_650, 416_609, 2562, 12, 0.038, 28.0),
            Self::MgcEditDist => ("mgc_edit_dist", 161_692, 450_354, 2562, 12, 0.035, 28.0),
            Self::MgcMatrixMult => ("mgc_matrix_mult", 171_282, 492_568, 3202, 1600, 0.017, 24.0),
            Self::B19 => ("b19", 255_278, 782_914, 24, 30, 0.03, 24.0),
            Self::VgaLcdIccad => ("vga_lcd_iccad", 259_067, 679_258, 85, 99, 0.066, 18.0),
            Self::Leon3mp => ("leon3mp", 1_247_725, 3_376_832, 250, 80, 0.09, 20.0),
            Self::Netcard => ("netcard", 1_496_719, 3_999_174, 800, 400, 0.07, 20.0),
            Self::Leon2 => ("leon2", 1_616_369, 4_328_255, 600, 90, 0.09, 20.0),
        }
    }

    /// The name of the design.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The preset of a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Published counts: (gates, pins).
    pub fn published(self) -> (usize, usize) {
        let (_, gates, pins, ..) = self.row();
        (gates, pins)
    }

    /// The options that give a design of this size.
    pub fn options(self) -> Options {
        let (name, gates, pins, inputs, outputs, flip_flops, depth) = self.row();
        Options { name: name.to_string(), pins, inputs, outputs, flip_flops, depth, ..Options::new(gates) }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
