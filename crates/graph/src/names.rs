//! Pins of a library cell by name: it may have tens of thousands.

/// (name, index of the pin), in order.
pub(crate) struct Names<'n>(Vec<(&'n str, u32)>);

impl<'n> Names<'n> {
    pub(crate) fn new(names: impl Iterator<Item = &'n str>) -> Self {
        let mut sorted: Vec<(&str, u32)> = names.zip(0..).collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    /// The pins of a name, in order.
    pub(crate) fn of(&self, name: &str) -> &[(&'n str, u32)] {
        let from = &self.0[self.0.partition_point(|&(other, _)| other < name)..];
        &from[..from.partition_point(|&(other, _)| other == name)]
    }
}
