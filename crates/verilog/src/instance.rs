//! Instances and their connections.

use crate::class::{self, START};
use crate::reader::{Failed, Reader};
use crate::{Connection, Expr, ExprId, Instance};

impl<'t> Reader<'t> {
    /// `CELL u1 (...), u2 (...);` from after the cell's name.
    #[inline(always)]
    pub(crate) fn instances(&mut self, cell: &'t str) -> Result<(), Failed> {
        if self.peek() == b'#' {
            self.skip_instance_parameters(cell)?;
        }
        loop {
            self.instance(cell)?;
            match self.peek() {
                b';' => {
                    self.at += 1;
                    return Ok(());
                }
                b',' => self.at += 1,
                _ => return Err(self.fail("',' or ';' after an instance")),
            }
        }
    }

    #[inline(always)]
    fn instance(&mut self, cell: &'t str) -> Result<(), Failed> {
        if self.peek() == b'(' {
            return Err(self.report_nameless(cell));
        }
        let name = self.name("the instance's name")?;
        let offset = self.at - name.len();
        let range = if self.peek() == b'[' { Some(self.range()?) } else { None };
        self.expect(b'(', "'(' after the instance's name")?;
        let start = self.module.connections.len();
        if !self.accept(b')')
            && let Err(failed) = self.connections()
        {
            self.module.connections.truncate(start);
            return Err(failed);
        }
        let end = self.check_index(self.module.connections.len())?;
        let connections = start as u32..end;
        self.module.instances.push(Instance { cell, name, range, connections, offset });
        Ok(())
    }

    /// Everything up to the parenthesis that ends it.
    #[inline(always)]
    fn connections(&mut self) -> Result<(), Failed> {
        let is_named = self.peek() == b'.';
        loop {
            if (self.peek() == b'.') != is_named {
                return Err(self.report_mixed());
            }
            let connection = if is_named { self.named_connection() } else { self.ordered_connection() }?;
            self.module.connections.push(connection);
            match self.peek() {
                b',' => self.at += 1,
                b')' => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.fail_in_expression("',' or ')' after a connection")),
            }
        }
    }

    /// `.port(net)`
    #[inline(always)]
    fn named_connection(&mut self) -> Result<Connection<'t>, Failed> {
        self.at += 1;
        let port = self.name("a port's name after '.'")?;
        self.expect(b'(', "'(' after the port's name")?;
        let value = self.connected()?;
        if !self.accept(b')') {
            return Err(self.fail_in_expression("')' after what the port is connected to"));
        }
        Ok(Connection { port: Some(port), value })
    }

    #[inline(always)]
    fn connected(&mut self) -> Result<ExprId, Failed> {
        let first = self.peek();
        if class::is(first, START) {
            // Nearly all connections are like this.
            let name = self.name("a net")?;
            let expr = if self.peek() == b'[' { self.selected(name)? } else { Expr::Name(name) };
            self.push_expr(expr)
        } else if first == b')' {
            self.push_expr(Expr::Unconnected)
        } else {
            self.expression()
        }
    }

    fn ordered_connection(&mut self) -> Result<Connection<'t>, Failed> {
        let value = match self.peek() {
            b',' | b')' => self.push_expr(Expr::Unconnected),
            _ => self.expression(),
        }?;
        Ok(Connection { port: None, value })
    }

    #[cold]
    fn skip_instance_parameters(&mut self, cell: &str) -> Result<(), Failed> {
        let start = self.at;
        self.skip_hash()?;
        self.diagnostics.warning("VLOG-015", Some((self.text, start..self.at)), || {
            format!("the parameters of this instance of '{cell}' are skipped")
        });
        Ok(())
    }

    #[cold]
    fn report_nameless(&mut self, cell: &str) -> Failed {
        self.diagnostics.error("VLOG-016", Some((self.text, self.at..self.at + 1)), || {
            format!("this instance of '{cell}' has no name: expected one before '('")
        });
        Failed
    }

    #[cold]
    fn report_mixed(&mut self) -> Failed {
        if matches!(self.peek(), b',' | b')') {
            return self.fail("a connection");
        }
        let span = self.next_token();
        self.diagnostics.error("VLOG-017", Some((self.text, span)), || {
            "named and ordered connections in one instance: expected either all '.port(net)' or none"
                .to_string()
        });
        Failed
    }
}
