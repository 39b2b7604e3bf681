//! Continuous assignments.

use crate::class::{self, START};
use crate::reader::{Failed, Reader};
use crate::{Assign, Expr, ExprId};

impl Reader<'_> {
    /// `a = b, c = d;` from after `assign`.
    pub(crate) fn assigns(&mut self) -> Result<(), Failed> {
        while matches!(self.peek(), b'#' | b'(') {
            self.skip_strength_or_delay()?;
        }
        loop {
            // An escaped name's offset is that of the name itself, as everywhere.
            let offset = self.at_target();
            let target = self.target()?;
            self.expect(b'=', "'=' in an assignment")?;
            let value = self.expression()?;
            // An operator may follow: then this is not the value.
            let is_continued = self.is_statement_continued()?;
            self.module.assigns.push(Assign { target, value, offset });
            if !is_continued {
                return Ok(());
            }
        }
    }

    fn at_target(&mut self) -> usize {
        let first = self.peek();
        self.at + usize::from(first == b'\\')
    }

    /// Goes past the comma or the semicolon that ends the statement.
    pub(crate) fn is_statement_continued(&mut self) -> Result<bool, Failed> {
        if self.accept(b',') {
            return Ok(true);
        }
        if self.accept(b';') {
            Ok(false)
        } else {
            Err(self.fail_in_expression("',' or ';' after an assignment"))
        }
    }

    /// Names, selects and concatenations of them.
    pub(crate) fn target(&mut self) -> Result<ExprId, Failed> {
        let first = self.peek();
        if !class::is(first, START) && !matches!(first, b'\\' | b'{') {
            return Err(self.fail("a net"));
        }
        let start = self.at;
        let target = self.expression()?;
        let is_net = |expr: &Expr<'_>| matches!(expr, Expr::Name(_) | Expr::Bit(..) | Expr::Part(..));
        let exprs = &self.module.exprs;
        let nets = match &exprs[target.0 as usize] {
            Expr::Concat(parts) => &exprs[parts.start as usize..parts.end as usize],
            other => std::slice::from_ref(other),
        };
        if !nets.iter().all(is_net) {
            self.diagnostics.error("VLOG-018", Some((self.text, start..self.at)), || {
                "a constant where a net is driven: expected names, selects and concatenations of them"
                    .to_string()
            });
            return Err(Failed);
        }
        Ok(target)
    }
}
