//! Points: what two clock paths can have in common.

use std::ops::Range;

use zeroslack_graph::{NodeId, VertexId};

use super::forest::Traced;

/// The rule that says what the common point of two clock paths is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CommonPoint {
    /// The last pin on both paths, whatever transitions pass there. Where these differ, the lesser of their differences between late and
    /// early arrival counts. This is the usual rule with SDC.
    ///
    /// An ideal clock comes to a clock pin without passing any other, and has nothing in common there with propagated ones.
    SamePin,
    /// The last pin that both paths pass in the same transition, as timing contests have it. For late data the difference between late and
    /// early arrival where the clock starts does not count.
    #[default]
    SameTransition,
}

impl CommonPoint {
    /// Whether two vertices of one node of the pin graph are one point.
    pub fn joins(self, a: VertexId, b: VertexId) -> bool {
        match self {
            Self::SamePin => true,
            Self::SameTransition => a.transition() == b.transition(),
        }
    }
}

/// Clock vertices grouped by point; the vertices of a point have consecutive numbers.
///
/// Where every point has one vertex, a point has the number of its vertex, and all arrays are empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// `[clock vertex]`.
    of: Vec<u32>,
    /// Where each point's vertices start, and where the last one's end. `[point + 1]`.
    first: Vec<u32>,
    /// The vertices of each point in the order of their lanes, from `first` on.
    by_lane: Vec<u32>,
}

impl Points {
    /// Groups vertices, which are in the order of levels or places and get the order of points. Nodes of one point are at one node of the pin graph.
    pub(super) fn group(
        vertices: &mut [Traced],
        pin_graph_node: impl Fn(NodeId) -> NodeId,
        rule: CommonPoint,
    ) -> Self {
        let node = |traced: &Traced| pin_graph_node(traced.vertex.node());
        let is_one_node = |a: &Traced, b: &Traced| node(a) == node(b);
        let is_one_point = |a: &Traced, b: &Traced| is_one_node(a, b) && rule.joins(a.vertex, b.vertex);
        if rule == CommonPoint::SameTransition {
            for node in vertices.chunk_by_mut(is_one_node).filter(|node| node.len() > 2) {
                node.sort_unstable_by_key(|traced| (traced.vertex.transition(), traced.vertex));
            }
        }
        let mut points = Self::default();
        if !vertices.windows(2).any(|pair| is_one_point(&pair[0], &pair[1])) {
            return points;
        }
        for point in vertices.chunk_by(is_one_point) {
            let number = points.first.len() as u32;
            points.first.push(points.of.len() as u32);
            points.of.resize(points.of.len() + point.len(), number);
        }
        points.first.push(points.of.len() as u32);
        points.by_lane = (0..vertices.len() as u32).collect();
        points
    }

    /// Whether every point has one vertex.
    #[inline]
    pub(super) fn are_vertices(&self) -> bool {
        self.of.is_empty()
    }

    /// Number of points, of so many vertices.
    pub(super) fn count(&self, vertices: usize) -> usize {
        if self.are_vertices() { vertices } else { self.first.len() - 1 }
    }

    /// The point of a clock vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> u32 {
        if self.are_vertices() { vertex } else { self.of[vertex as usize] }
    }

    /// The vertices of a point.
    #[inline]
    pub(super) fn vertices(&self, point: u32) -> Range<usize> {
        if self.are_vertices() {
            point as usize..point as usize + 1
        } else {
            self.first[point as usize] as usize..self.first[point as usize + 1] as usize
        }
    }

    /// Puts a point's vertices into the order of their lanes. False if two of them are of one lane.
    pub(super) fn order(&mut self, point: u32, lanes: &[u32]) -> bool {
        if self.are_vertices() {
            return true;
        }
        let vertices = self.vertices(point);
        let ordered = &mut self.by_lane[vertices];
        ordered.sort_unstable_by_key(|&vertex| (lanes[vertex as usize], vertex));
        ordered.windows(2).all(|pair| lanes[pair[0] as usize] != lanes[pair[1] as usize])
    }

    /// A point's vertex in a lane that passes there.
    #[inline]
    pub(super) fn in_lane(&self, point: u32, lane: u32, lanes: &[u32]) -> u32 {
        if self.are_vertices() {
            return point;
        }
        let ordered = &self.by_lane[self.vertices(point)];
        ordered[ordered.partition_point(|&vertex| lanes[vertex as usize] < lane)]
    }
}
