//! The capacitance at each node of a net, summed so that the order of the lines makes no difference.

/// What has been added at a node.
#[derive(Clone, Copy, Debug)]
enum Added {
    Nothing,
    One(f64),
    /// In [`Capacitances::several`].
    Several,
}

/// The capacitances of one net, used again for the next.
#[derive(Debug, Default)]
pub(crate) struct Capacitances {
    /// By node.
    added: Vec<Added>,
    /// (node, fF), for nodes that have more than one.
    several: Vec<(u32, f64)>,
}

impl Capacitances {
    /// Begins another net.
    pub(crate) fn clear(&mut self) {
        self.added.clear();
        self.several.clear();
    }

    /// Adds `capacitance`, 0 or more, at `node`.
    #[inline]
    pub(crate) fn add(&mut self, node: u32, capacitance: f64) {
        let place = node as usize;
        if place >= self.added.len() {
            self.added.resize(place + 1, Added::Nothing);
        }
        let added = &mut self.added[place];
        match *added {
            Added::Nothing => *added = Added::One(capacitance),
            Added::One(first) => {
                *added = Added::Several;
                self.several.push((node, first));
                self.several.push((node, capacitance));
            }
            Added::Several => self.several.push((node, capacitance)),
        }
    }

    /// Gives each node with a capacitance and the sum to `set`.
    pub(crate) fn finish(&mut self, mut set: impl FnMut(usize, f32)) {
        for (node, added) in self.added.iter().enumerate() {
            if let Added::One(capacitance) = added {
                set(node, narrow(*capacitance));
            }
        }
        // None is negative or NaN: the bits sort like the values.
        self.several.sort_unstable_by_key(|(node, capacitance)| (*node, capacitance.to_bits()));
        for run in self.several.chunk_by(|left, right| left.0 == right.0) {
            set(run[0].0 as usize, narrow(run.iter().map(|(_, capacitance)| capacitance).sum()));
        }
    }
}

/// A sum of finite numbers stays finite.
fn narrow(capacitance: f64) -> f32 {
    (capacitance as f32).min(f32::MAX)
}
