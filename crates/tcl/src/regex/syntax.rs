//! A regular expression as a tree, and the signs that `regexp -about` tells of it.

use super::charset::CharSet;

/// A node of the tree by its place in [`Syntax::nodes`].
pub(super) type NodeId = usize;

/// Which of several matches an expression prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preference {
    Longest,
    Shortest,
}

/// A condition on the two characters beside a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    /// The start of the text, unless that is not the beginning of a line: `^`.
    TextStart,
    /// The same, or after a newline: `^` with line anchors.
    LineStart,
    /// The start of the text in every case: `\A`.
    Beginning,
    /// The end of the text: `$` and `\Z`.
    TextEnd,
    /// The same, or before a newline: `$` with line anchors.
    LineEnd,
    /// The beginning of a word: `\m`.
    WordStart,
    /// The end of a word: `\M`.
    WordEnd,
    /// Either of the two: `\y`.
    WordEdge,
    /// Neither of the two: `\Y`.
    NoWordEdge,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Empty,
    /// A character of a set in [`Syntax::sets`].
    Set(usize),
    Assertion(Assertion),
    /// `(?=body)` or `(?!body)`.
    Lookahead {
        body: NodeId,
        negative: bool,
    },
    /// What the group matched.
    BackReference(usize),
    Capture {
        group: usize,
        body: NodeId,
    },
    Alternation(Vec<NodeId>),
    Concatenation(Vec<NodeId>),
    Repeat {
        body: NodeId,
        min: u16,
        /// No limit if it is none.
        max: Option<u16>,
        /// None for `{m}`, which prefers what its operand prefers.
        preference: Option<Preference>,
    },
}

/// What the nodes above have to know of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub preference: Option<Preference>,
    /// Both preferences are in it.
    pub mixed: bool,
    pub captures: bool,
    pub back_references: bool,
}

impl Shape {
    /// The shape of two expressions in a row: the first preference counts.
    pub(super) fn then(self, next: Shape) -> Shape {
        let clash = matches!((self.preference, next.preference), (Some(a), Some(b)) if a != b);
        Shape {
            preference: self.preference.or(next.preference),
            mixed: self.mixed || next.mixed || clash,
            captures: self.captures || next.captures,
            back_references: self.back_references || next.back_references,
        }
    }

    /// Whether a span of the expression has parts whose place matters.
    pub(super) fn is_messy(self) -> bool {
        self.mixed || self.captures || self.back_references
    }

    /// Whether there is a capture to set or a back reference to check in it.
    pub(super) fn needs_dissection(self) -> bool {
        self.captures || self.back_references
    }
}

/// A sign of `regexp -about`, in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    BackReference,
    Lookahead,
    Bounds,
    Braces,
    BackslashAlnum,
    LoneParenthesis,
    BracketBackslash,
    NonPosix,
    Unspecified,
    Unportable,
    Locale,
}

/// A parsed regular expression.
#[derive(Debug, Default)]
pub(super) struct Syntax {
    pub nodes: Vec<Node>,
    pub shapes: Vec<Shape>,
    pub sets: Vec<CharSet>,
    pub root: NodeId,
    /// For each closed group its whole node, from group 1 on.
    pub groups: Vec<Option<NodeId>>,
    /// One bit for each [`Note`].
    pub notes: u32,
    pub nocase: bool,
    pub shortest: bool,
}

impl Syntax {
    /// Notes a sign.
    pub(super) fn note(&mut self, note: Note) {
        self.notes |= 1 << note as u32;
    }

    /// Adds a node.
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let shape = self.shape_of(&node);
        self.nodes.push(node);
        self.shapes.push(shape);
        self.nodes.len() - 1
    }

    fn shape_of(&self, node: &Node) -> Shape {
        match node {
            Node::Empty | Node::Set(_) | Node::Assertion(_) | Node::Lookahead { .. } => Shape::default(),
            Node::BackReference(_) => Shape { back_references: true, ..Shape::default() },
            Node::Capture { body, .. } => Shape { captures: true, ..self.shapes[*body] },
            Node::Alternation(branches) => {
                let longest = Shape { preference: Some(Preference::Longest), ..Shape::default() };
                branches.iter().fold(longest, |whole, &branch| {
                    whole.then(Shape { preference: None, ..self.shapes[branch] })
                })
            }
            Node::Concatenation(items) => {
                items.iter().fold(Shape::default(), |whole, &item| whole.then(self.shapes[item]))
            }
            Node::Repeat { body, preference, .. } => {
                Shape { preference: *preference, ..Shape::default() }.then(self.shapes[*body])
            }
        }
    }
}
