//! Declarations of ports and nets.

use crate::keyword::Role;
use crate::reader::{Failed, Reader, shortened};
use crate::{Assign, Declaration, Expr, Kind, Range};

/// The widest bus.
const WIDTH_LIMIT: u64 = 1 << 20;

/// What the names of one declaration have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    kind: Kind,
    /// `Supply0` or `Supply1` in `output supply0 a`.
    supply: Option<Kind>,
    range: Option<Range>,
}

impl<'t> Reader<'t> {
    /// `wire [3:0] a, b = c;` from after the first word.
    #[inline(always)]
    pub(crate) fn declarations(&mut self, kind: Kind) -> Result<(), Failed> {
        let shape = self.shape(kind)?;
        loop {
            let name = self.name("a name to declare")?;
            let offset = self.at - name.len();
            self.declare(name, shape)?;
            match self.peek() {
                b',' => {}
                b';' => {
                    self.at += 1;
                    return Ok(());
                }
                b'=' if kind != Kind::Input => {
                    if !self.initial_assign(name, offset)? {
                        return Ok(());
                    }
                    continue;
                }
                _ => return Err(self.fail("',' or ';' after a declared name")),
            }
            self.at += 1;
        }
    }

    /// The value in `wire a = b`; whether another name follows.
    fn initial_assign(&mut self, name: &'t str, offset: usize) -> Result<bool, Failed> {
        self.at += 1;
        let value = self.expression()?;
        let target = self.push_expr(Expr::Name(name))?;
        let is_continued = self.is_statement_continued()?;
        self.module.assigns.push(Assign { target, value, offset });
        Ok(is_continued)
    }

    /// What stands between `input`, `wire` and so on and the first name.
    #[inline(always)]
    pub(crate) fn shape(&mut self, kind: Kind) -> Result<Shape, Failed> {
        let mut shape = Shape { kind, supply: None, range: None };
        loop {
            match self.peek() {
                b'[' => shape.range = Some(self.range()?),
                b'(' | b'#' => self.skip_strength_or_delay()?,
                b'a'..=b'z' => {
                    let Some(role) = self.peek_role() else {
                        return Ok(shape);
                    };
                    if !self.is_modifier(role, &mut shape) {
                        return Ok(shape);
                    }
                    self.plain();
                }
                _ => return Ok(shape),
            }
        }
    }

    /// Takes up what a word between the kind and the name says, if it may stand there.
    fn is_modifier(&mut self, role: Role, shape: &mut Shape) -> bool {
        let is_port = matches!(shape.kind, Kind::Input | Kind::Output | Kind::Inout);
        match role {
            Role::Modifier => true,
            Role::Net(net) if is_port => {
                shape.supply = matches!(net, Kind::Supply0 | Kind::Supply1).then_some(net);
                true
            }
            Role::Statement if is_port => {
                self.report_behaviour(self.at);
                true
            }
            _ => false,
        }
    }

    /// Goes past `(strong0, weak1)` or `#(1, 2)`.
    pub(crate) fn skip_strength_or_delay(&mut self) -> Result<(), Failed> {
        if self.skip_hash()? { Ok(()) } else { self.skip_parentheses() }
    }

    /// Adds a name that was just read. That it may be there already is found at the end of the module.
    #[inline(always)]
    pub(crate) fn declare(&mut self, name: &'t str, shape: Shape) -> Result<(), Failed> {
        let Shape { kind, supply, range } = shape;
        let offset = self.at - name.len();
        self.check_index(self.module.declarations.len())?;
        self.module.declarations.push(Declaration { name, kind, range, offset });
        if let Some(kind) = supply {
            self.module.declarations.push(Declaration { name, kind, range, offset });
        }
        Ok(())
    }

    /// `[3:0]`, of which the bracket is next.
    pub(crate) fn range(&mut self) -> Result<Range, Failed> {
        self.at += 1;
        let start = self.at;
        let msb = self.index()?;
        self.range_from(start, msb)
    }

    /// The same from after its left bound, which starts at `start`.
    pub(crate) fn range_from(&mut self, start: usize, msb: i32) -> Result<Range, Failed> {
        self.expect(b':', "':' in a range")?;
        let lsb = self.index()?;
        let end = self.at;
        self.expect(b']', "']' after a range")?;
        let range = Range { msb, lsb };
        if range.width() > WIDTH_LIMIT {
            self.diagnostics.error("VLOG-013", Some((self.text, start..end)), || {
                format!("a range of {} bits: expected at most {WIDTH_LIMIT}", range.width())
            });
            return Err(Failed);
        }
        Ok(range)
    }

    /// A bound of a range or the index of a bit.
    pub(crate) fn index(&mut self) -> Result<i32, Failed> {
        let first = self.peek();
        let start = self.at;
        self.at += usize::from(matches!(first, b'-' | b'+'));
        if !self.peek().is_ascii_digit() {
            return Err(self.fail("an integer"));
        }
        let mut value = 0i64;
        while let digit @ (b'0'..=b'9' | b'_') = self.byte(self.at) {
            if digit != b'_' {
                value = (value * 10 + i64::from(digit - b'0')).min(1 << 40);
            }
            self.at += 1;
        }
        let value = if first == b'-' { -value } else { value };
        i32::try_from(value).map_err(|_| {
            let digits = &self.text[start..self.at];
            self.diagnostics.error("VLOG-014", Some((self.text, start..self.at)), || {
                format!("the index '{}' is too large: expected one of 32 bits", shortened(digits))
            });
            Failed
        })
    }
}
