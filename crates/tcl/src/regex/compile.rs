//! From the tree of a pattern to its automaton and to the plan by which a match is taken apart.

use std::ops::Range;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::RegexError;
use super::colors::Context;
use super::dfa::Spec;
use super::nfa::{Direction, Fragment, Label, Nfa, NfaBuilder, StateId};
use super::plan::{Piece, Plan, PlanId, groups_of_plans};
use super::start::Start;
use super::syntax::{Node, NodeId, Preference, Shape, Syntax};

/// A lookahead constraint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead {
    /// The searcher of its body.
    pub searcher: usize,
    pub negative: bool,
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    pub syntax: Syntax,
    pub nfa: Nfa,
    pub plans: Vec<Plan>,
    pub root: PlanId,
    pub whole: Fragment,
    pub lookaheads: Vec<Lookahead>,
    /// All the searches that matching may need.
    pub specs: Vec<Spec>,
    /// The groups in each plan.
    pub plan_groups: Vec<Range<usize>>,
    /// The bits of a context that its assertions look at.
    pub context_mask: Context,
    pub has_back_references: bool,
    pub start: Start,
    /// The whole pattern from a fixed place, and from any place, and from its end.
    pub anchored: usize,
    pub floating: usize,
    pub reversed: usize,
}

struct Compiler {
    syntax: Syntax,
    nfa: NfaBuilder,
    plans: Vec<Plan>,
    specs: Vec<Spec>,
    spec_ids: HashMap<Spec, usize, FxBuildHasher>,
    lookaheads: Vec<Lookahead>,
    depth: usize,
}

/// How deep the tree may be, where a back reference counts as what it refers to.
const DEEPEST: usize = 2500;

/// Compiles a parsed pattern.
pub(super) fn compile(syntax: Syntax) -> Result<Program, RegexError> {
    let root = syntax.root;
    let mut compiler = Compiler {
        syntax,
        nfa: NfaBuilder::default(),
        plans: Vec::new(),
        specs: Vec::new(),
        spec_ids: HashMap::default(),
        lookaheads: Vec::new(),
        depth: 0,
    };
    let begin = compiler.nfa.state();
    let (end, root) = compiler.node(root, begin)?;
    let whole = Fragment { begin, end };
    let anchored = compiler.spec(whole, Direction::Forward, false);
    let floating = compiler.spec(whole, Direction::Forward, true);
    let reversed = compiler.spec(whole, Direction::Backward, true);
    let nfa = compiler.nfa.finish();
    let assertions = compiler.syntax.nodes.iter().map(|node| match node {
        Node::Assertion(assertion) => assertion.needs(),
        _ => 0,
    });
    Ok(Program {
        context_mask: assertions.fold(0, |mask, needs| mask | needs),
        has_back_references: compiler.syntax.shapes[compiler.syntax.root].back_references,
        start: Start::new(&nfa, whole, &compiler.syntax.sets),
        plan_groups: groups_of_plans(&compiler.plans),
        syntax: compiler.syntax,
        nfa,
        plans: compiler.plans,
        root,
        whole,
        lookaheads: compiler.lookaheads,
        specs: compiler.specs,
        anchored,
        floating,
        reversed,
    })
}

impl Compiler {
    /// The number of a search for a fragment.
    fn spec(&mut self, fragment: Fragment, direction: Direction, floating: bool) -> usize {
        let Fragment { begin, end } = fragment;
        let (from, to) = match direction {
            Direction::Forward => (begin, end),
            Direction::Backward => (end, begin),
        };
        let spec = Spec { from, to, direction, floating };
        let next = self.specs.len();
        let id = *self.spec_ids.entry(spec).or_insert(next);
        if id == next {
            self.specs.push(spec);
        }
        id
    }

    fn plan(&mut self, plan: Plan) -> PlanId {
        self.plans.push(plan);
        self.plans.len() - 1
    }

    fn shape(&self, node: NodeId) -> Shape {
        self.syntax.shapes[node]
    }

    /// Builds a node from a state on, with its plan. The result is its last state and the plan.
    fn node(&mut self, node: NodeId, begin: StateId) -> Result<(StateId, PlanId), RegexError> {
        let mut plan = Plan::Nothing;
        let end = match self.syntax.nodes[node].clone() {
            _ if !self.shape(node).needs_dissection() => self.automaton(node, begin)?,
            Node::Capture { group, body } => {
                let (end, body) = self.node(body, begin)?;
                plan = Plan::Capture { group, body };
                end
            }
            Node::BackReference(group) => {
                plan = Plan::BackReference { group, min: 1, max: Some(1) };
                self.automaton(node, begin)?
            }
            Node::Alternation(branches) => {
                let (end, branches) = self.branches(&branches, begin)?;
                plan = Plan::Branches(branches);
                end
            }
            Node::Concatenation(items) => return self.chain(&items, begin),
            Node::Repeat { .. } => return self.repeat(node, begin),
            Node::Empty | Node::Set(_) | Node::Assertion(_) | Node::Lookahead { .. } => begin,
        };
        Ok((end, self.plan(plan)))
    }

    fn branches(
        &mut self,
        branches: &[NodeId],
        begin: StateId,
    ) -> Result<(StateId, Vec<(usize, PlanId)>), RegexError> {
        let end = self.nfa.state();
        let mut plans = Vec::new();
        for &branch in branches {
            let first = self.nfa.extend(begin, Label::Empty)?;
            let (last, plan) = self.node(branch, first)?;
            self.nfa.connect(last, Label::Empty, end)?;
            let fragment = Fragment { begin: first, end: last };
            plans.push((self.spec(fragment, Direction::Forward, false), plan));
        }
        Ok((end, plans))
    }

    /// Items in a row. Items without captures whose preferences agree are one piece: together they take what
    /// they prefer. Each other item is a piece of its own.
    fn chain(&mut self, items: &[NodeId], begin: StateId) -> Result<(StateId, PlanId), RegexError> {
        let mut parts = Vec::new();
        let mut at = begin;
        let mut run: Option<(StateId, Shape)> = None;
        for &item in items {
            let shape = self.shape(item);
            let joined = run.map_or(shape, |(_, before)| before.then(shape));
            if !joined.is_messy() {
                run = Some((run.map_or(at, |(first, _)| first), joined));
                at = self.automaton(item, at)?;
                continue;
            }
            if let Some((first, before)) = run.take() {
                parts.push(self.part(Fragment { begin: first, end: at }, before, None));
            }
            let first = at;
            let plan;
            (at, plan) = self.node(item, first)?;
            let own = self.operand_shape(item);
            parts.push(self.part(Fragment { begin: first, end: at }, own, Some(plan)));
        }
        if let Some((first, before)) = run {
            parts.push(self.part(Fragment { begin: first, end: at }, before, None));
        }
        Ok((at, self.chain_plan(parts)))
    }

    /// The shape by which an item of its own takes its part: a quantifier of exactly one, which changes nothing
    /// else, does not count.
    fn operand_shape(&self, item: NodeId) -> Shape {
        match self.syntax.nodes[item] {
            Node::Repeat { body, min: 1, max: Some(1), .. } => self.shape(body),
            _ => self.shape(item),
        }
    }

    fn part(&mut self, fragment: Fragment, shape: Shape, plan: Option<PlanId>) -> (Fragment, Shape, PlanId) {
        let plan = plan.unwrap_or_else(|| self.plan(Plan::Nothing));
        (fragment, shape, plan)
    }

    fn chain_plan(&mut self, parts: Vec<(Fragment, Shape, PlanId)>) -> PlanId {
        let Some(&(Fragment { end, .. }, ..)) = parts.last() else { return self.plan(Plan::Nothing) };
        let back_references = parts.iter().any(|(_, shape, _)| shape.back_references);
        let mut pieces = Vec::new();
        for (index, &(fragment, shape, plan)) in parts.iter().enumerate() {
            let begin = parts.get(index + 1).map_or(end, |(next, ..)| next.begin);
            let rest = Fragment { begin, end };
            pieces.push(Piece {
                plan,
                searcher: self.spec(fragment, Direction::Forward, false),
                rest: self.spec(rest, Direction::Forward, false),
                rest_reversed: self.spec(rest, Direction::Backward, false),
                shortest: shape.preference == Some(Preference::Shortest),
            });
        }
        self.plan(Plan::Chain { pieces, back_references })
    }

    /// A quantified node with captures or back references in it.
    fn repeat(&mut self, node: NodeId, begin: StateId) -> Result<(StateId, PlanId), RegexError> {
        let Node::Repeat { body, min, max, .. } = self.syntax.nodes[node] else {
            return Ok((begin, self.plan(Plan::Nothing)));
        };
        let shape = self.shape(body);
        if let Node::BackReference(group) = self.syntax.nodes[body] {
            let end = self.automaton(node, begin)?;
            return Ok((end, self.plan(Plan::BackReference { group, min, max })));
        }
        if (min, max) == (1, Some(1)) {
            return self.node(body, begin);
        }
        if min > 0 && !shape.back_references {
            return self.repeat_with_last(node, begin);
        }
        // The first copy has the plan; the others follow it in the automaton only.
        let first = self.nfa.extend(begin, Label::Empty)?;
        let (last, plan) = self.node(body, first)?;
        let copy = Fragment { begin: first, end: last };
        let end = self.copies(body, copy, min, max)?;
        if min == 0 {
            self.nfa.connect(begin, Label::Empty, end)?;
        }
        let searcher = self.spec(copy, Direction::Forward, false);
        let shortest = shape.preference == Some(Preference::Shortest);
        let back_references = shape.back_references;
        let plan = self.plan(Plan::Repeat {
            body: plan,
            searcher,
            min,
            max: max.map(usize::from),
            shortest,
            back_references,
        });
        Ok((end, plan))
    }

    /// At least one time: all but the last one are a piece without a plan, and the last one has the captures.
    fn repeat_with_last(&mut self, node: NodeId, begin: StateId) -> Result<(StateId, PlanId), RegexError> {
        let Node::Repeat { body, min, max, .. } = self.syntax.nodes[node] else {
            return Ok((begin, self.plan(Plan::Nothing)));
        };
        let middle = self.repeat_automaton(body, begin, min - 1, max.map(|max| max - 1))?;
        let (end, plan) = self.node(body, middle)?;
        let (whole, own) = (self.shape(node), self.shape(body));
        let before =
            self.part(Fragment { begin, end: middle }, Shape { back_references: false, ..whole }, None);
        let last = self.part(Fragment { begin: middle, end }, own, Some(plan));
        Ok((end, self.chain_plan(vec![before, last])))
    }

    /// Builds a node from a state on without a plan. The result is its last state.
    fn automaton(&mut self, node: NodeId, begin: StateId) -> Result<StateId, RegexError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(RegexError::TooComplex);
        }
        let end = self.automaton_of(node, begin)?;
        self.depth -= 1;
        Ok(end)
    }

    fn automaton_of(&mut self, node: NodeId, begin: StateId) -> Result<StateId, RegexError> {
        match self.syntax.nodes[node].clone() {
            Node::Empty => Ok(begin),
            Node::Set(set) => self.nfa.extend(begin, Label::Set(set as u32)),
            Node::Assertion(assertion) => self.nfa.extend(begin, Label::Assertion(assertion)),
            Node::Lookahead { body, negative } => self.lookahead(body, negative, begin),
            Node::Capture { body, .. } => self.automaton(body, begin),
            Node::BackReference(group) => match self.syntax.groups[group - 1] {
                Some(referred) => self.automaton(referred, begin),
                None => Err(RegexError::BackReference),
            },
            Node::Alternation(branches) => {
                let end = self.nfa.state();
                for branch in branches {
                    let first = self.nfa.extend(begin, Label::Empty)?;
                    let last = self.automaton(branch, first)?;
                    self.nfa.connect(last, Label::Empty, end)?;
                }
                Ok(end)
            }
            Node::Concatenation(items) => items.iter().try_fold(begin, |at, &item| self.automaton(item, at)),
            Node::Repeat { body, min, max, .. } => self.repeat_automaton(body, begin, min, max),
        }
    }

    fn lookahead(&mut self, body: NodeId, negative: bool, begin: StateId) -> Result<StateId, RegexError> {
        let first = self.nfa.state();
        let last = self.automaton(body, first)?;
        let searcher = self.spec(Fragment { begin: first, end: last }, Direction::Forward, false);
        let number = self.lookaheads.len() as u32;
        self.lookaheads.push(Lookahead { searcher, negative });
        self.nfa.extend(begin, Label::Lookahead(number))
    }

    fn repeat_automaton(
        &mut self,
        body: NodeId,
        begin: StateId,
        min: u16,
        max: Option<u16>,
    ) -> Result<StateId, RegexError> {
        if max == Some(0) {
            return Ok(begin);
        }
        let first = self.nfa.extend(begin, Label::Empty)?;
        let last = self.automaton(body, first)?;
        let end = self.copies(body, Fragment { begin: first, end: last }, min, max)?;
        if min == 0 {
            self.nfa.connect(begin, Label::Empty, end)?;
        }
        Ok(end)
    }

    /// Adds the copies of a body that follow the first one. The result is the state behind them all, which has
    /// no way back.
    fn copies(
        &mut self,
        body: NodeId,
        first: Fragment,
        min: u16,
        max: Option<u16>,
    ) -> Result<StateId, RegexError> {
        let end = self.nfa.state();
        let mut copy = first;
        for number in 1..max.unwrap_or(min.max(1)) {
            if number >= min {
                self.nfa.connect(copy.end, Label::Empty, end)?;
            }
            let begin = self.nfa.extend(copy.end, Label::Empty)?;
            copy = Fragment { begin, end: self.automaton(body, begin)? };
        }
        if max.is_none() {
            self.nfa.connect(copy.end, Label::Empty, copy.begin)?;
        }
        self.nfa.connect(copy.end, Label::Empty, end)?;
        Ok(end)
    }
}
