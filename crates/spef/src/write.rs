//! Back to text.

use std::fmt;
use std::io::{self, Write};

use crate::{Name, Net, NetKind, Nets, Node, PortDirection, Spef};

/// Writes a SPEF file, in ps, fF and kΩ, names as they are. Reading it back gives the same nets, bit for bit.
///
/// Many small writes: `out` should be buffered. Errors are those of `out`.
pub fn write(spef: &Spef<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut writer = Writer { spef, out };
    writer.header()?;
    writer.name_map()?;
    writer.ports()?;
    for (nets, net) in spef.nets() {
        match net.kind {
            NetKind::Detailed => writer.detailed(nets, net)?,
            NetKind::Reduced => writer.reduced(nets, net)?,
        }
    }
    Ok(())
}

/// A word of the header, in quotes unless it has one in it: such a word was read without.
struct Quoted<'w>(&'w str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains('"') { f.write_str(self.0) } else { write!(f, "\"{}\"", self.0) }
    }
}

struct Writer<'s, 't, W> {
    spef: &'s Spef<'t>,
    out: &'s mut W,
}

impl<W: Write> Writer<'_, '_, W> {
    fn header(&mut self) -> io::Result<()> {
        let header = &self.spef.header;
        writeln!(self.out, "*SPEF \"IEEE 1481-1998\"\n*DESIGN {}", Quoted(header.design))?;
        if !header.design_flow.is_empty() {
            write!(self.out, "*DESIGN_FLOW")?;
            for word in &header.design_flow {
                write!(self.out, " {}", Quoted(word))?;
            }
            writeln!(self.out)?;
        }
        writeln!(self.out, "*DIVIDER {}\n*DELIMITER {}", header.divider, header.delimiter)?;
        match header.bus_delimiter {
            (open, Some(close)) => writeln!(self.out, "*BUS_DELIMITER {open} {close}")?,
            (open, None) => writeln!(self.out, "*BUS_DELIMITER {open}")?,
        }
        writeln!(self.out, "*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY")
    }

    fn name_map(&mut self) -> io::Result<()> {
        if self.spef.names.entries.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n*NAME_MAP")?;
        for (index, name) in &self.spef.names.entries {
            writeln!(self.out, "*{index} {name}")?;
        }
        Ok(())
    }

    fn ports(&mut self) -> io::Result<()> {
        if self.spef.ports.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n*PORTS")?;
        for port in &self.spef.ports {
            self.name(port.name)?;
            writeln!(self.out, " {}", letter(port.direction))?;
        }
        Ok(())
    }

    fn detailed(&mut self, nets: &Nets<'_>, net: &Net<'_>) -> io::Result<()> {
        self.net("*D_NET", net)?;
        let nodes = &nets.nodes[net.nodes.start as usize..net.nodes.end as usize];
        self.connections(nodes)?;
        self.capacitors(nodes)?;
        let resistors = &nets.resistors[net.resistors.start as usize..net.resistors.end as usize];
        if !resistors.is_empty() {
            writeln!(self.out, "*RES")?;
        }
        for (number, resistor) in (1..).zip(resistors) {
            write!(self.out, "{number} ")?;
            self.node(&nodes[resistor.ends[0] as usize])?;
            write!(self.out, " ")?;
            self.node(&nodes[resistor.ends[1] as usize])?;
            writeln!(self.out, " {}", Exact(resistor.resistance))?;
        }
        writeln!(self.out, "*END")
    }

    fn net(&mut self, keyword: &str, net: &Net<'_>) -> io::Result<()> {
        write!(self.out, "\n{keyword} ")?;
        self.name(net.name)?;
        writeln!(self.out, " {}", Exact(net.total_capacitance))
    }

    /// Up to the last connection, internal nodes between connections too: this keeps the nodes' order.
    fn connections(&mut self, nodes: &[Node<'_>]) -> io::Result<()> {
        let Some(last) = nodes.iter().rposition(|node| node.connection.is_some()) else {
            return Ok(());
        };
        writeln!(self.out, "*CONN")?;
        for node in &nodes[..=last] {
            let keyword = match (node.connection, node.tail) {
                (None, _) => "*N",
                (Some(_), None) => "*P",
                (Some(_), Some(_)) => "*I",
            };
            write!(self.out, "{keyword} ")?;
            self.node(node)?;
            match node.connection {
                Some(direction) => writeln!(self.out, " {}", letter(direction))?,
                None => writeln!(self.out)?,
            }
        }
        Ok(())
    }

    /// Every node that is not connected has a line, so that it is there even without resistors.
    fn capacitors(&mut self, nodes: &[Node<'_>]) -> io::Result<()> {
        let shown = |node: &Node<'_>| node.connection.is_none() || node.capacitance != 0.0;
        if !nodes.iter().any(shown) {
            return Ok(());
        }
        writeln!(self.out, "*CAP")?;
        for (number, node) in (1..).zip(nodes.iter().filter(|node| shown(node))) {
            write!(self.out, "{number} ")?;
            self.node(node)?;
            writeln!(self.out, " {}", Exact(node.capacitance))?;
        }
        Ok(())
    }

    fn reduced(&mut self, nets: &Nets<'_>, net: &Net<'_>) -> io::Result<()> {
        self.net("*R_NET", net)?;
        let nodes = &nets.nodes[net.nodes.start as usize..net.nodes.end as usize];
        for reduced in &nets.reduced[net.reduced.start as usize..net.reduced.end as usize] {
            write!(self.out, "*DRIVER ")?;
            self.node(&nodes[reduced.driver as usize])?;
            if let Some(cell) = reduced.cell {
                write!(self.out, "\n*CELL ")?;
                self.name(cell)?;
            }
            let (near, resistance, far) = (Exact(reduced.pi.0), Exact(reduced.pi.1), Exact(reduced.pi.2));
            writeln!(self.out, "\n*C2_R1_C1 {near} {resistance} {far}\n*LOADS")?;
            for (sink, delay) in &reduced.loads {
                write!(self.out, "*RC ")?;
                self.node(&nodes[*sink as usize])?;
                writeln!(self.out, " {}", Exact(*delay))?;
            }
        }
        writeln!(self.out, "*END")
    }

    fn node(&mut self, node: &Node<'_>) -> io::Result<()> {
        self.name(node.name)?;
        match node.tail {
            Some(tail) => write!(self.out, "{}{tail}", self.spef.header.delimiter),
            None => Ok(()),
        }
    }

    fn name(&mut self, name: Name<'_>) -> io::Result<()> {
        match name {
            // A place outside the map cannot be written; 0 is no file's index.
            Name::Mapped(place) => {
                let index = self.spef.names.entries.get(place as usize).map_or(0, |(index, _)| *index);
                write!(self.out, "*{index}")
            }
            Name::Text(text) => write!(self.out, "{text}"),
        }
    }
}

/// A value in the shortest form that reads back as the same bits.
struct Exact(f32);

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The reader goes through f64, which rounds twice. Of all f32 one alone comes back changed from its
        // shortest form, 7.038531e-26; no value that small is worth a closer look.
        if self.0.abs() < 1e-20 {
            return write!(f, "{:?}", f64::from(self.0));
        }
        write!(f, "{:?}", self.0)
    }
}

fn letter(direction: PortDirection) -> char {
    match direction {
        PortDirection::Input => 'I',
        PortDirection::Output => 'O',
        PortDirection::Bidirectional => 'B',
    }
}
