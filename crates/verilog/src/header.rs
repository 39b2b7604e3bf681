//! A module's header: its ports, in either style.

use crate::keyword::Role;
use crate::reader::{Failed, Reader};
use crate::{Expr, ExprId, PortBinding};

impl<'t> Reader<'t> {
    /// From after the module's name to the semicolon.
    pub(crate) fn header(&mut self) -> Result<(), Failed> {
        if self.peek() == b'#' {
            self.report_parameter(self.at);
            self.skip_hash()?;
        }
        if self.accept(b'(') && !self.accept(b')') {
            if matches!(self.peek_role(), Some(Role::Direction(_))) {
                self.declared_ports()?;
            } else {
                self.listed_ports()?;
            }
        }
        self.expect(b';', "';' after the module's header")
    }

    /// `a, .b(c), .d({e, f}), {g, h})`
    fn listed_ports(&mut self) -> Result<(), Failed> {
        loop {
            let (name, inner) = self.listed_port()?;
            self.module.ports.push(PortBinding { name, inner });
            if !self.is_list_continued("',' or ')' after a port")? {
                return Ok(());
            }
        }
    }

    fn listed_port(&mut self) -> Result<(&'t str, ExprId), Failed> {
        if self.peek() == b'{' {
            return Ok(("", self.target()?));
        }
        if !self.accept(b'.') {
            let name = self.name("a port")?;
            let inner = self.selected(name)?;
            return Ok((name, self.push_expr(inner)?));
        }
        let name = self.name("a port's name after '.'")?;
        self.expect(b'(', "'(' after the port's name")?;
        if self.accept(b')') {
            return Ok((name, self.push_expr(Expr::Unconnected)?));
        }
        let inner = self.target()?;
        self.expect(b')', "')' after the port's expression")?;
        Ok((name, inner))
    }

    /// `input [3:0] a, b, output c)`
    fn declared_ports(&mut self) -> Result<(), Failed> {
        loop {
            let Some(Role::Direction(kind)) = self.peek_role() else {
                return Err(self.fail("'input', 'output' or 'inout'"));
            };
            self.plain();
            let shape = self.shape(kind)?;
            loop {
                let name = self.name("a port's name")?;
                self.declare(name, shape)?;
                let inner = self.push_expr(Expr::Name(name))?;
                self.module.ports.push(PortBinding { name, inner });
                if !self.is_list_continued("',' or ')' after a port")? {
                    return Ok(());
                }
                if matches!(self.peek_role(), Some(Role::Direction(_))) {
                    break;
                }
            }
        }
    }

    /// Goes past the comma or the parenthesis that ends the list.
    pub(crate) fn is_list_continued(&mut self, expected: &str) -> Result<bool, Failed> {
        if self.accept(b',') {
            return Ok(true);
        }
        self.expect(b')', expected)?;
        Ok(false)
    }
}
