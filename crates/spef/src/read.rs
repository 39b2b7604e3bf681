//! From a text to a [`Spef`].

use rayon::prelude::*;
use zeroslack_input::Diagnostics;

use crate::file::StatedUnits;
use crate::piece::PieceReader;
use crate::problem::{Problem, Problems};
use crate::{Net, NetKind, Nets, Options, Spef, header, split};

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
    warn_of_units(text, file.stated_units, &spef.pieces, &mut diagnostics);
    (spef, diagnostics)
}

/// Warns of units that the file needs and does not state.
fn warn_of_units(text: &str, stated: StatedUnits, pieces: &[Nets<'_>], diagnostics: &mut Diagnostics) {
    let of_nets = |has: fn(&Net<'_>) -> bool| pieces.iter().any(|piece| piece.nets.iter().any(has));
    let of_nodes = |piece: &Nets<'_>| piece.nodes.iter().any(|node| node.capacitance != 0.0);
    let is_reduced = |net: &Net<'_>| net.kind == NetKind::Reduced;
    let needs = [
        (stated.time, "*T_UNIT", "1 NS", of_nets(is_reduced)),
        (
            stated.capacitance,
            "*C_UNIT",
            "1 PF",
            of_nets(|net| net.total_capacitance != 0.0) || pieces.iter().any(of_nodes),
        ),
        (
            stated.resistance,
            "*R_UNIT",
            "1 OHM",
            of_nets(is_reduced) || pieces.iter().any(|piece| !piece.resistors.is_empty()),
        ),
    ];
    for (_, keyword, taken, _) in needs.into_iter().filter(|&(is_stated, .., is_used)| !is_stated && is_used)
    {
        diagnostics.warning("SPEF-024", Some((text, 0..0)), || {
            format!("the file has no {keyword}; {taken} is taken")
        });
    }
}
