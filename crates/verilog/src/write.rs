//! A design back to Verilog.

use std::io::{self, Write};

use crate::class;
use crate::keyword;
use crate::merge::word;
use crate::{Connection, Declaration, Design, Expr, ExprId, Instance, Module, PortBinding, Range};

/// Writes `design` as structural Verilog; [`read`](crate::read()) gives the same design back.
///
/// # Errors
/// Those of `out`, and [`io::ErrorKind::InvalidInput`] for what Verilog has no words for: an empty name or one with
/// white space in it, an empty constant or concatenation, a concatenation of nothing.
pub fn write(design: &Design<'_>, out: &mut impl Write) -> io::Result<()> {
    for (at, module) in design.modules.iter().enumerate() {
        if at > 0 {
            out.write_all(b"\n")?;
        }
        Writer { module, out }.module()?;
    }
    Ok(())
}

struct Writer<'m, 't, W> {
    module: &'m Module<'t>,
    out: &'m mut W,
}

impl<'m, 't, W: Write> Writer<'m, 't, W> {
    fn module(&mut self) -> io::Result<()> {
        let module = self.module;
        self.text("module ")?;
        self.name(module.name)?;
        self.text(" (")?;
        self.list(&module.ports, ",\n    ", Self::port)?;
        self.text(");\n")?;
        for declaration in &module.declarations {
            self.declaration(declaration)?;
        }
        for assign in &module.assigns {
            self.text("  assign ")?;
            self.expr(assign.target)?;
            self.text(" = ")?;
            self.expr(assign.value)?;
            self.text(";\n")?;
        }
        for instance in &module.instances {
            self.instance(instance)?;
        }
        self.text("endmodule\n")
    }

    fn port(&mut self, port: &PortBinding<'_>) -> io::Result<()> {
        let inner = self.at(port.inner)?;
        if *inner == Expr::Name(port.name) {
            return self.name(port.name);
        }
        if port.name.is_empty() {
            return self.expr(port.inner);
        }
        self.text(".")?;
        self.name(port.name)?;
        self.text("(")?;
        self.expr(port.inner)?;
        self.text(")")
    }

    fn declaration(&mut self, declaration: &Declaration<'_>) -> io::Result<()> {
        self.text("  ")?;
        self.text(word(declaration.kind))?;
        if let Some(range) = declaration.range {
            self.text(" ")?;
            self.range(range)?;
        }
        self.text(" ")?;
        self.name(declaration.name)?;
        self.text(";\n")
    }

    fn instance(&mut self, instance: &Instance<'_>) -> io::Result<()> {
        self.text("  ")?;
        self.name(instance.cell)?;
        self.text(" ")?;
        self.name(instance.name)?;
        if let Some(range) = instance.range {
            self.text(" ")?;
            self.range(range)?;
        }
        let connections = instance.connections.start as usize..instance.connections.end as usize;
        let connections = self.module.connections.get(connections).ok_or_else(|| invalid("connections"))?;
        self.text(" (")?;
        self.list(connections, ", ", Self::connection)?;
        self.text(");\n")
    }

    fn connection(&mut self, connection: &Connection<'_>) -> io::Result<()> {
        let Some(port) = connection.port else {
            return self.expr(connection.value);
        };
        self.text(".")?;
        self.name(port)?;
        self.text("(")?;
        self.expr(connection.value)?;
        self.text(")")
    }

    fn expr(&mut self, id: ExprId) -> io::Result<()> {
        match self.at(id)? {
            Expr::Unconnected => Ok(()),
            Expr::Concat(parts) => {
                let parts = parts.start as usize..parts.end as usize;
                let parts = self.module.exprs.get(parts).filter(|parts| !parts.is_empty());
                self.text("{")?;
                self.list(parts.ok_or_else(|| invalid("concatenation"))?, ", ", Self::part)?;
                self.text("}")
            }
            other => self.part(other),
        }
    }

    /// What can stand in a concatenation: those that were nested have been flattened.
    fn part(&mut self, expr: &Expr<'_>) -> io::Result<()> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Bit(name, bit) => {
                self.name(name)?;
                write!(self.out, "[{bit}]")
            }
            Expr::Part(name, range) => {
                self.name(name)?;
                self.range(*range)
            }
            Expr::Constant(bits) if !bits.is_empty() => {
                write!(self.out, "{}'b", bits.len())?;
                self.out.write_all(bits)
            }
            Expr::Unconnected | Expr::Constant(_) | Expr::Concat(_) => {
                Err(invalid("concatenation or constant"))
            }
        }
    }

    fn range(&mut self, range: Range) -> io::Result<()> {
        write!(self.out, "[{}:{}]", range.msb, range.lsb)
    }

    fn list<T>(
        &mut self,
        items: &[T],
        separator: &str,
        mut item: impl FnMut(&mut Self, &T) -> io::Result<()>,
    ) -> io::Result<()> {
        for (at, each) in items.iter().enumerate() {
            if at > 0 {
                self.text(separator)?;
            }
            item(self, each)?;
        }
        Ok(())
    }

    /// As it stands if it can be read so, else with a backslash before it and a blank after it.
    fn name(&mut self, name: &str) -> io::Result<()> {
        if class::is_plain(name) && keyword::role(name).is_none() {
            return self.text(name);
        }
        if name.is_empty() || name.bytes().any(|byte| class::is(byte, class::SPACE)) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("'{name}' is no name in Verilog"),
            ));
        }
        self.text("\\")?;
        self.text(name)?;
        self.text(" ")
    }

    fn at(&self, id: ExprId) -> io::Result<&'m Expr<'t>> {
        self.module.exprs.get(id.0 as usize).ok_or_else(|| invalid("expression"))
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("the design has an invalid {what}"))
}
