//! Expressions: names, selects, constants, concatenations and replications.

use crate::class::{self, NUMBER, START};
use crate::reader::{Failed, Reader};
use crate::{Expr, ExprId};

/// How deep braces and parentheses may be nested.
const DEPTH_LIMIT: usize = 100;

impl<'t> Reader<'t> {
    /// An expression; the parts of a concatenation come before it.
    pub(crate) fn expression(&mut self) -> Result<ExprId, Failed> {
        let expr = self.primary(0)?;
        self.push_expr(expr)
    }

    fn primary(&mut self, depth: usize) -> Result<Expr<'t>, Failed> {
        let first = self.peek();
        match first {
            b'{' => self.concatenation(depth),
            b'(' => {
                self.check_depth(depth)?;
                self.at += 1;
                let inner = self.primary(depth + 1)?;
                if self.accept(b')') { Ok(inner) } else { Err(self.fail_in_expression("')'")) }
            }
            _ if class::is(first, START) || first == b'\\' => {
                let name = self.name("a net or a constant")?;
                self.selected(name)
            }
            _ if class::is(first, NUMBER) => Ok(Expr::Constant(self.constant()?)),
            _ => Err(self.fail_in_expression("a net, a constant or '{'")),
        }
    }

    /// The name, or a bit or a part of it if a bracket is next.
    pub(crate) fn selected(&mut self, name: &'t str) -> Result<Expr<'t>, Failed> {
        if self.peek() != b'[' {
            return Ok(Expr::Name(name));
        }
        self.at += 1;
        let start = self.at;
        let index = self.index()?;
        match self.peek() {
            b']' => {
                self.at += 1;
                Ok(Expr::Bit(name, index))
            }
            b':' => Ok(Expr::Part(name, self.range_from(start, index)?)),
            _ => Err(self.fail("':' or ']' after an index")),
        }
    }

    fn concatenation(&mut self, depth: usize) -> Result<Expr<'t>, Failed> {
        let brace = self.at;
        let start = self.module.exprs.len();
        if let Err(failed) = self.parts(depth) {
            self.module.exprs.truncate(start);
            return Err(failed);
        }
        let end = self.module.exprs.len();
        if start == end {
            self.diagnostics.error("VLOG-019", Some((self.text, brace..self.at)), || {
                "an empty concatenation: expected at least one net or constant".to_string()
            });
            return Err(Failed);
        }
        Ok(Expr::Concat(self.check_index(start)?..self.check_index(end)?))
    }

    /// Adds the parts between the brace that is next and its partner.
    fn parts(&mut self, depth: usize) -> Result<(), Failed> {
        self.check_depth(depth)?;
        self.at += 1;
        if class::is(self.peek(), NUMBER) {
            let start = self.at;
            let constant = self.constant()?;
            if self.peek() == b'{' {
                return self.replication(start, &constant, depth);
            }
            self.push_expr(Expr::Constant(constant))?;
        } else {
            self.part(depth)?;
        }
        while self.accept(b',') {
            self.part(depth)?;
        }
        if self.accept(b'}') { Ok(()) } else { Err(self.fail_in_expression("',' or '}'")) }
    }

    fn part(&mut self, depth: usize) -> Result<(), Failed> {
        if self.peek() == b'{' {
            return self.parts(depth + 1);
        }
        let part = self.primary(depth + 1)?;
        // A concatenation in parentheses has added its parts already.
        if !matches!(part, Expr::Concat(_)) {
            self.push_expr(part)?;
        }
        Ok(())
    }

    /// Adds `{a, b}` in `{2{a, b}}` as often as the bits `count`, which started at `start`, say.
    fn replication(&mut self, start: usize, count: &[u8], depth: usize) -> Result<(), Failed> {
        let count_end = self.at;
        let from = self.module.exprs.len();
        self.parts(depth + 1)?;
        let to = self.module.exprs.len();
        let size = self.module.exprs[from..to].iter().map(size).sum::<usize>();
        let Some(count) = unsigned(count).filter(|&count| self.may_expand(size.saturating_mul(count))) else {
            self.diagnostics.error("VLOG-020", Some((self.text, start..count_end)), || {
                "this replication is too large: expected a small known count".to_string()
            });
            return Err(Failed);
        };
        if count == 0 {
            self.module.exprs.truncate(from);
        }
        for _ in 1..count {
            self.module.exprs.extend_from_within(from..to);
        }
        self.expect(b'}', "'}' after a replication")
    }

    /// Whether `more` bytes may be taken, and counts them.
    pub(crate) fn may_expand(&mut self, more: usize) -> bool {
        let left = self.expansion_left.checked_sub(more);
        self.expansion_left = left.unwrap_or(self.expansion_left);
        left.is_some()
    }

    #[inline(always)]
    pub(crate) fn push_expr(&mut self, expr: Expr<'t>) -> Result<ExprId, Failed> {
        let id = self.check_index(self.module.exprs.len())?;
        self.module.exprs.push(expr);
        Ok(ExprId(id))
    }

    /// `index` as the module's arrays hold it.
    #[inline(always)]
    pub(crate) fn check_index(&mut self, index: usize) -> Result<u32, Failed> {
        if index <= self.index_left { Ok(index as u32) } else { Err(self.report_too_large()) }
    }

    #[cold]
    fn report_too_large(&mut self) -> Failed {
        let (name, limit) = (self.module.name, self.index_limit);
        self.diagnostics.error("VLOG-021", Some((self.text, self.at..self.at)), || {
            format!("module '{name}' is too large: expected at most {limit} declarations, connections and expressions each")
        });
        // Nothing that follows would fit.
        self.at = self.text.len();
        Failed
    }

    fn check_depth(&mut self, depth: usize) -> Result<(), Failed> {
        if depth < DEPTH_LIMIT {
            return Ok(());
        }
        self.diagnostics.error("VLOG-022", Some((self.text, self.at..self.at + 1)), || {
            format!("nested too deep: expected at most {DEPTH_LIMIT} levels")
        });
        Err(Failed)
    }

    /// Reports what follows an expression and should not, an operator as such.
    #[cold]
    pub(crate) fn fail_in_expression(&mut self, expected: &str) -> Failed {
        if !b"~!&|^+-*/%<>=?(".contains(&self.peek()) {
            return self.fail(expected);
        }
        let span = self.next_token();
        let operator = &self.text[span.clone()];
        self.diagnostics.error("VLOG-023", Some((self.text, span)), || {
            format!("'{operator}' is an operator: expected only nets, selects, constants and concatenations")
        });
        Failed
    }
}

/// Bytes that a copy takes.
fn size(expr: &Expr<'_>) -> usize {
    let bits = if let Expr::Constant(bits) = expr { bits.len() } else { 0 };
    size_of::<Expr<'_>>() + bits
}

/// The value of a constant without x and z, if it is of at most 32 bits.
fn unsigned(bits: &[u8]) -> Option<usize> {
    let mut value = 0u32;
    for &bit in bits {
        if value >> 31 != 0 || !matches!(bit, b'0' | b'1') {
            return None;
        }
        value = value << 1 | u32::from(bit == b'1');
    }
    usize::try_from(value).ok()
}
