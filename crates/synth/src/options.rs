//! What a design should be like.

/// What a design should be like. Same options, same bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Name of the module and of the files.
    pub name: String,
    /// What all random choices follow from.
    pub seed: u64,
    /// Cells, flip-flops and clock buffers included; met within 1%.
    pub gates: usize,
    /// Pins of cells plus ports: 2.5 to 3.6 a gate. Met within 1%, unless very many flip-flops leave no choice.
    pub pins: usize,
    /// Input ports, clocks not counted.
    pub inputs: usize,
    /// Output ports.
    pub outputs: usize,
    /// Share of the gates that are flip-flops: 0.01 to 0.4.
    pub flip_flops: f64,
    /// Mean number of gates on the longest path to a flip-flop: 2 to 80. The longest of all is about 2.5 times that.
    pub depth: f64,
    /// How far depths of blocks spread around their mean: 0 all the same, 1 from almost 0 to twice.
    pub depth_spread: f64,
    /// Clocks, 1 to 4096, each with a tree of its own.
    pub clocks: usize,
    /// Buffers between a clock's port and each of its flip-flops: 2 to 20.
    pub clock_levels: usize,
    /// Share of the endpoints that fail setup: 0 to 1.
    pub failing: f64,
    /// Share of the flip-flops that fail hold: 0 to 0.1.
    pub failing_hold: f64,
}

impl Options {
    /// A design of `gates` gates in the proportions of placed designs.
    pub fn new(gates: usize) -> Self {
        let ports = (gates / 200).clamp(8, 600);
        let clock_levels = match gates {
            0..50_000 => 8,
            50_000..200_000 => 9,
            200_000..800_000 => 10,
            800_000..1_500_000 => 11,
            _ => 12,
        };
        Self {
            name: format!("synth_{gates}"),
            seed: 1,
            gates,
            pins: gates * 14 / 5,
            inputs: ports,
            outputs: ports,
            flip_flops: 0.12,
            depth: 20.0,
            depth_spread: 1.0,
            clocks: 1,
            clock_levels,
            failing: 0.05,
            failing_hold: 0.003,
        }
    }

    pub(crate) fn check(&self) -> Result<(), OptionsError> {
        let pins_per_gate = self.pins as f64 / self.gates.max(1) as f64;
        let name = !self.name.is_empty() && self.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        for (holds, what) in [
            (
                name && !self.name.as_bytes()[0].is_ascii_digit(),
                "name: letters, digits and '_', no digit first",
            ),
            ((200..=20_000_000).contains(&self.gates), "gates: 200 to 20,000,000"),
            ((2.5..=3.6).contains(&pins_per_gate), "pins: 2.5 to 3.6 a gate"),
            (
                self.inputs >= 1 && self.inputs + self.outputs <= self.gates / 10,
                "ports: 1 input, at most a tenth of the gates",
            ),
            (self.outputs >= 1, "outputs: at least 1"),
            ((0.01..=0.4).contains(&self.flip_flops), "flip-flops: 0.01 to 0.4 of the gates"),
            ((2.0..=80.0).contains(&self.depth), "depth: 2 to 80"),
            ((0.0..=1.0).contains(&self.depth_spread), "depth spread: 0 to 1"),
            ((1..=4096).contains(&self.clocks), "clocks: 1 to 4096"),
            ((2..=20).contains(&self.clock_levels), "clock levels: 2 to 20"),
            ((0.0..=1.0).contains(&self.failing), "failing: 0 to 1"),
            ((0.0..=0.1).contains(&self.failing_hold), "failing hold: 0 to 0.1"),
        ] {
            if !holds {
                return Err(OptionsError(what));
            }
        }
        Ok(())
    }
}

/// An option that is out of its range: which, and the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option out of range: {0}")]
pub struct OptionsError(&'static str);
