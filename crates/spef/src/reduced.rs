//! `*R_NET`: drivers with a pi model and the delays to their loads.

use crate::cursor::Word;
use crate::piece::PieceReader;
use crate::problem::Problem;
use crate::{NetKind, Reduced};

/// The driver that is being read, the last in the piece's `reduced`.
struct Driver {
    word: Word,
    has_pi: bool,
}

impl<'t> PieceReader<'t, '_> {
    /// Reads a net whose keyword, at `offset`, has been read.
    pub(crate) fn reduced(&mut self, offset: usize) {
        let Some(net) = self.open_net(NetKind::Reduced, offset) else {
            return self.skip_net();
        };
        let mut driver = None;
        let ended = self.drivers(&mut driver);
        self.close_driver(driver);
        self.close_net(net, ended);
    }

    /// Reads up to and with `*END`, and returns whether it is there.
    fn drivers(&mut self, driver: &mut Option<Driver>) -> bool {
        while self.cursor.peek().is_some() && !self.at_net() {
            let keyword = self.cursor.at_keyword();
            let Some(word) = self.cursor.next_word() else {
                break;
            };
            match self.cursor.bytes(word) {
                b"*DRIVER" => {
                    self.close_driver(driver.take());
                    *driver = self.driver();
                }
                b"*CELL" => self.cell(word, driver),
                b"*C2_R1_C1" => self.pi(word, driver),
                b"*LOADS" => {}
                b"*RC" => self.load(word, driver),
                b"*END" => return true,
                // The confidence in the routing; poles and residues.
                b"*V" | b"*Q" | b"*K" => self.cursor.skip_to_keyword(),
                _ if keyword => self.unexpected_keyword(word),
                _ => self.unexpected_text(word),
            }
        }
        false
    }

    fn driver(&mut self) -> Option<Driver> {
        let word = self.word()?;
        let driver = self.nodes.find_or_add(word, &mut self.problems);
        self.nets.reduced.push(Reduced { driver, cell: None, pi: (0.0, 0.0, 0.0), loads: Vec::new() });
        Some(Driver { word, has_pi: false })
    }

    fn close_driver(&mut self, driver: Option<Driver>) {
        if let Some(Driver { word, has_pi: false }) = driver {
            self.problems.note(Problem::NoPiModel, word.span());
        }
    }

    /// The driver's value in the making; there must be one before `keyword`.
    fn made(&mut self, keyword: Word, driver: &Option<Driver>) -> Option<&mut Reduced<'t>> {
        if driver.is_none() {
            self.problems.note(Problem::NoDriver, keyword.span());
            self.cursor.skip_line();
            return None;
        }
        self.nets.reduced.last_mut()
    }
    fn cell(&mut self, keyword: Word, driver: &Option<Driver>) {
        let Some(word) = self.word() else { return };
        let cell = self.file.name(word.span(), &mut self.problems);
        if let Some(reduced) = self.made(keyword, driver) {
            reduced.cell = Some(cell);
        }
    }

    fn pi(&mut self, keyword: Word, driver: &mut Option<Driver>) {
        let Some(pi) = self.pi_values() else {
            self.cursor.skip_line();
            return;
        };
        if let Some(reduced) = self.made(keyword, driver) {
            reduced.pi = pi;
        }
        if let Some(driver) = driver {
            driver.has_pi = true;
        }
    }

    fn pi_values(&mut self) -> Option<(f32, f32, f32)> {
        let near = self.capacitance()?;
        let resistance = self.resistance()?;
        let far = self.capacitance()?;
        Some((near as f32, resistance, far as f32))
    }

    fn load(&mut self, keyword: Word, driver: &Option<Driver>) {
        let Some(pin) = self.word() else { return };
        let Some(delay) = self.delay() else {
            return self.cursor.skip_line();
        };
        let sink = self.nodes.find_or_add(pin, &mut self.problems);
        if let Some(reduced) = self.made(keyword, driver) {
            reduced.loads.push((sink, delay));
        }
    }
}
