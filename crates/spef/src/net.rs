//! `*D_NET`: connections, capacitors, resistors.

use crate::cursor::Word;
use crate::file;
use crate::piece::{Coupling, OpenNet, PieceReader};
use crate::problem::Problem;
use crate::{NetKind, Resistor};

impl<'t> PieceReader<'t, '_> {
    /// Reads a net whose keyword, at `offset`, has been read.
    pub(crate) fn detailed(&mut self, offset: usize) {
        let Some(net) = self.open_net(NetKind::Detailed, offset) else {
            return self.skip_net();
        };
        let ended = self.sections(&net);
        self.pending_couplings();
        let own = self.nodes.own();
        self.capacitances.finish(|node, capacitance| own[node].capacitance = capacitance);
        self.close_net(net, ended);
    }

    /// Reads up to and with `*END`, and returns whether it is there.
    fn sections(&mut self, net: &OpenNet<'t>) -> bool {
        while self.cursor.peek().is_some() {
            let keyword = self.cursor.at_keyword();
            let start = self.cursor.at;
            let Some(word) = self.cursor.next_word() else {
                break;
            };
            match self.cursor.bytes(word) {
                b"*CONN" => {}
                b"*I" => self.connection(false),
                b"*P" => self.connection(true),
                b"*N" => self.internal_node(),
                b"*CAP" => self.capacitors(net),
                b"*RES" => self.resistors(),
                b"*END" => return true,
                // The confidence in the routing; inductance.
                b"*V" | b"*INDUC" => self.cursor.skip_to_keyword(),
                b"*D_NET" | b"*R_NET" | b"*D_PNET" | b"*R_PNET" => {
                    self.cursor.at = start;
                    return false;
                }
                _ if keyword => self.unexpected_keyword(word),
                _ => self.unexpected_text(word),
            }
        }
        false
    }

    fn connection(&mut self, is_port: bool) {
        let Some(word) = self.word() else { return };
        let node = if is_port {
            self.nodes.find_or_add_port(word, &mut self.problems)
        } else {
            self.nodes.find_or_add(word, &mut self.problems)
        };
        let direction = file::direction(&mut self.cursor, &mut self.problems);
        let node = &mut self.nodes.own()[node as usize];
        node.connection = direction.or(node.connection);
        let is_split = node.tail.is_some() || self.cursor.bytes(word).contains(&self.file.delimiter);
        if !is_port && !is_split {
            self.problems.note(Problem::PinWithoutDelimiter, word.span());
        }
        if direction.is_none() {
            self.cursor.skip_line();
        }
        file::skip_options(&mut self.cursor);
    }

    fn internal_node(&mut self) {
        let Some(word) = self.word() else { return };
        self.nodes.find_or_add(word, &mut self.problems);
        file::skip_options(&mut self.cursor);
    }

    /// Goes past the number that begins an entry; false at a keyword or the end.
    #[inline]
    fn entry(&mut self) -> bool {
        loop {
            if self.cursor.at_keyword() {
                return false;
            }
            let Some(word) = self.cursor.next_word() else {
                return false;
            };
            if self.cursor.bytes(word)[0].is_ascii_digit() {
                return true;
            }
            self.problems.note(Problem::EntryNumber, word.span());
            self.cursor.skip_line();
        }
    }

    fn capacitors(&mut self, net: &OpenNet<'t>) {
        while self.entry() {
            if self.capacitor(net).is_none() {
                self.cursor.skip_line();
            }
            self.skip_sensitivities();
        }
    }

    /// `node value` or `node node value`.
    #[inline]
    fn capacitor(&mut self, net: &OpenNet<'t>) -> Option<()> {
        let end = self.word()?;
        let before = self.cursor.at;
        // A number may name a node, so that only the number of words tells.
        if let Some(capacitance) = self.decimal(self.capacitance_measure())
            && self.cursor.at_line_end()
        {
            self.ground_capacitor(end, capacitance);
            return Some(());
        }
        self.cursor.at = before;
        let second = self.word()?;
        if self.cursor.at_line_end() || self.cursor.at_keyword() {
            self.cursor.at = before;
            let capacitance = self.capacitance()?;
            self.ground_capacitor(end, capacitance);
            return Some(());
        }
        let capacitance = self.capacitance()? * self.file.coupling_factor;
        match self.nodes.find(end) {
            Some(node) => self.capacitances.add(node, capacitance),
            None => self.coupling(net, Coupling { ends: [end, second], capacitance }),
        }
        Some(())
    }

    #[inline]
    fn ground_capacitor(&mut self, end: Word, capacitance: f64) {
        let node = self.nodes.find_or_add(end, &mut self.problems);
        self.capacitances.add(node, capacitance);
    }

    /// A coupling capacitor whose first end is not known to be this net's.
    fn coupling(&mut self, net: &OpenNet<'t>, coupling: Coupling) {
        let end = coupling.ends[0];
        if self.file.is_internal(end.span(), net.name, self.cursor.slice(net.word.span())) {
            let node = self.nodes.find_or_add(end, &mut self.problems);
            self.capacitances.add(node, coupling.capacitance);
        } else {
            self.couplings.push(coupling);
        }
    }

    /// Decides at the end of the net, when all its other nodes are known, so that the order of the lines
    /// makes no difference.
    fn pending_couplings(&mut self) {
        let mut couplings = std::mem::take(&mut self.couplings);
        couplings.retain(|Coupling { ends, capacitance }| {
            let node = ends.iter().find_map(|end| self.nodes.find_by_name(*end));
            node.map(|node| self.capacitances.add(node, *capacitance)).is_none()
        });
        for Coupling { ends, capacitance } in couplings.drain(..) {
            let node = self.nodes.find_or_add(ends[0], &mut self.problems);
            self.capacitances.add(node, capacitance);
        }
        self.couplings = couplings;
    }

    fn resistors(&mut self) {
        while self.entry() {
            if self.resistor().is_none() {
                self.cursor.skip_line();
            }
            self.skip_sensitivities();
        }
    }

    /// `node node value`.
    #[inline]
    fn resistor(&mut self) -> Option<()> {
        let ends: [Word; 2] = [self.word()?, self.word()?];
        let resistance = self.resistance()?;
        let ends = ends.map(|end| self.nodes.find_or_add(end, &mut self.problems));
        self.nets.resistors.push(Resistor { ends, resistance });
        Some(())
    }

    /// Goes past `*SC 1:0.2 2:0.1` after a value.
    #[inline]
    fn skip_sensitivities(&mut self) {
        if !self.cursor.at_line_end() && self.cursor.at_keyword() {
            self.cursor.skip_line();
        }
    }
}
