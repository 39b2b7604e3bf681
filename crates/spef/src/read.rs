//! From a text to a [`Spef`].

use rayon::prelude::*;
use zeroslack_input::Diagnostics;

use crate::piece::PieceReader;
use crate::problem::{Problem, Problems};
use crate::{Options, Spef, header, split};

/// Reads a SPEF file (IEEE 1481). Names are borrowed from the text.
///
/// Lines that timing has no use for (`*INDUC`, `*DEFINE`, `*D_PNET`, coordinates, loads) are skipped. What
/// cannot be read is an error with its place, and the rest is still there. Nets are read in parallel on
/// rayon's current pool; the result is the same for any number of threads.
pub fn read<'t>(text: &'t str, options: &Options) -> (Spef<'t>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut problems = Problems::default();
    let (file, nets_start) = header::read(text, options, &mut problems);
    problems.report(text, &mut diagnostics);

    let results: Vec<_> = split::split(text, nets_start)
        .into_par_iter()
        .map(|piece| PieceReader::new(&file, piece.end).read(piece.start))
        .collect();

    let mut spef = Spef { header: file.header, names: file.names, ports: file.ports, pieces: Vec::new() };
    for (nets, problems) in results {
        problems.report(text, &mut diagnostics);
        if !nets.nets.is_empty() {
            spef.pieces.push(nets);
        }
    }
    if spef.pieces.is_empty() {
        let mut problems = Problems::default();
        problems.note(Problem::NoNets, text.len()..text.len());
        problems.report(text, &mut diagnostics);
    }
    (spef, diagnostics)
}
