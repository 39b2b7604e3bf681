//! Memory that queries work in.

use crate::arrays::{Arrays, design};
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::words::words_of;

/// Words of a slack, and of the state of a selection.
pub(crate) const RECORD: usize = words_of::<design::SlackRecord>(1);
pub(crate) const SELECTION: usize = words_of::<design::Selection>(1);

/// Digits of a selection, as in `select.h`.
const DIGITS: usize = 1 << 11;

/// Words that a query brings back for a node, as in `slacks.h`.
pub(crate) const QUERY: usize = 28;

/// Memory that queries work in: taken by the first, and more by a larger one.
#[derive(Debug)]
pub(crate) struct Queries<B> {
    selection: Option<Selection<B>>,
    nodes: Option<Nodes<B>>,
}

#[derive(Debug)]
pub(crate) struct Selection<B> {
    pub(crate) state: B,
    pub(crate) bins: B,
    pub(crate) records: B,
    most: usize,
}

#[derive(Debug)]
pub(crate) struct Nodes<B> {
    pub(crate) nodes: B,
    pub(crate) values: B,
    most: usize,
}

impl<B> Queries<B> {
    pub(crate) const NONE: Self = Self { selection: None, nodes: None };

    pub(crate) fn selection<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        count: usize,
    ) -> Result<&mut Selection<B>, CudaError> {
        let kept = self.selection.take().filter(|selection| selection.most >= count);
        let selection = kept.map_or_else(|| Selection::new(machine, count), Ok)?;
        Ok(self.selection.insert(selection))
    }

    pub(crate) fn nodes<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        count: usize,
    ) -> Result<&mut Nodes<B>, CudaError> {
        let kept = self.nodes.take().filter(|nodes| nodes.most >= count);
        let nodes = kept.map_or_else(|| Nodes::new(machine, count), Ok)?;
        Ok(self.nodes.insert(nodes))
    }
}

impl<B> Selection<B> {
    fn new<M: Machine<Buffer = B>>(machine: &M, count: usize) -> Result<Self, CudaError> {
        let most = count.next_power_of_two();
        let mut bins = machine.allocate(DIGITS)?;
        machine.write(&mut bins, DIGITS, |_| [0])?;
        let (state, records) = (machine.allocate(SELECTION)?, machine.allocate(RECORD * (most + 1))?);
        Ok(Self { state, bins, records, most })
    }

    pub(crate) fn place<M: Machine<Buffer = B>>(&self, machine: &M, arrays: &mut Arrays) {
        arrays.queries.selection = machine.address(&self.state);
        arrays.queries.bins = machine.address(&self.bins);
        arrays.queries.records = machine.address(&self.records);
    }
}

impl<B> Nodes<B> {
    fn new<M: Machine<Buffer = B>>(machine: &M, count: usize) -> Result<Self, CudaError> {
        let most = count.next_power_of_two();
        Ok(Self { nodes: machine.allocate(most)?, values: machine.allocate(QUERY * most)?, most })
    }
}
