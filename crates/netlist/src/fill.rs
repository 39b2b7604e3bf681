//! What is at the places of instances of modules, filled in by all threads: names of nets, cells, their pins.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use zeroslack_parallel::{Cut, concat};

use crate::body::{Body, Target};
use crate::flat::Flat;
use crate::flatten::{Place, net};
use crate::hierarchy::Hierarchy;
use crate::id::NONE;
use crate::names::Names;
use crate::piece::{PIECE, Piece};
use crate::scope::LocalNet;
use crate::{CellLibrary, InstanceId, MasterId, PinId};

pub(crate) struct Filler<'f, 's, 't> {
    pub(crate) bodies: &'f [Body<'s, 't>],
    pub(crate) library: &'f CellLibrary,
    /// Of each instance in the hierarchy.
    pub(crate) places: &'f [Place],
}

/// A part of a module's nets or cells, in an instance.
struct Job<T> {
    instance: usize,
    what: T,
}

impl<'f, 's, 't> Filler<'f, 's, 't> {
    /// Adds names and cells to a design that has ports only. None when names take more than 4 GiB.
    pub(crate) fn fill(&self, flat: &mut Flat) -> Option<()> {
        let nets = shares(self.jobs(|body| body.scope.nets.chunks(PIECE)), |nets| nets.len());
        let hierarchy = &flat.hierarchy;
        flat.net_names = names(std::mem::take(&mut flat.net_names), &nets, |job, names| {
            let path = path(hierarchy, job.instance);
            job.what.iter().try_for_each(|net| push_net(names, path, net))
        })?;
        let pieces = shares(self.jobs(|body| body.pieces.iter()), |piece| piece.parts.len());
        flat.cell_names = names(Names::default(), &pieces, |job, names| {
            self.push_cells(names, path(hierarchy, job.instance), job)
        })?;
        self.fill_cells(flat, &pieces);
        Some(())
    }

    /// What all instances of modules consist of.
    fn jobs<I: Iterator>(&self, of: impl Fn(&'f Body<'s, 't>) -> I) -> impl Iterator<Item = Job<I::Item>> {
        let bodies = self.places.iter().map(move |place| of(&self.bodies[place.body as usize]));
        bodies.enumerate().flat_map(|(instance, all)| all.map(move |what| Job { instance, what }))
    }

    fn push_cells(&self, names: &mut Names, path: [&str; 2], job: &Job<&Piece<'_, '_>>) -> Option<()> {
        let module = self.bodies[self.places[job.instance].body as usize].module;
        for part in job.what.parts.iter().filter(|part| matches!(part.target, Target::Cell(_))) {
            let name = module.instances[part.instance as usize].name;
            names.push_bit(&[path[0], path[1], name], part.index)?;
        }
        Some(())
    }

    fn fill_cells(&self, flat: &mut Flat, shares: &[Vec<Job<&Piece<'_, '_>>>]) {
        let pins_of = |share: &[Job<&Piece<'_, '_>>]| share.iter().map(|job| job.what.pins).sum::<usize>();
        let ports = flat.pin_net.len();
        let pins = ports + shares.iter().map(|share| pins_of(share)).sum::<usize>();
        // Zeros come from the system, which has them at hand.
        let (mut pin_cell, mut pin_net) = (vec![0; pins], vec![0; pins]);
        pin_cell[..ports].copy_from_slice(&flat.pin_cell);
        pin_net[..ports].copy_from_slice(&flat.pin_net);
        let mut rest = (&mut pin_cell[ports..], &mut pin_net[ports..]);
        let (mut parts, mut cell, mut pin) = (Vec::with_capacity(shares.len()), 0, ports as u32);
        for share in shares {
            let (own, others) = rest.cut(pins_of(share));
            rest = others;
            parts.push((share, (cell, pin), own));
            cell += share.iter().map(|job| job.what.cells()).sum::<usize>() as u32;
            pin += pins_of(share) as u32;
        }
        let filled = parts.into_par_iter().map(|(share, first, own)| self.fill_share(share, first, own));
        let (masters, first_pins): (Vec<_>, Vec<_>) = filled.unzip();
        flat.cell_master = concat(masters, |_, master| master);
        flat.cell_first_pin = concat(first_pins, |_, pin| pin);
        (flat.pin_cell, flat.pin_net) = (pin_cell, pin_net);
    }

    /// Fills in the cells and the names that their pins are on, from a cell and a pin on. Gives the cells' masters and first pins.
    fn fill_share(
        &self,
        share: &[Job<&Piece<'_, '_>>],
        (cell, pin): (u32, u32),
        (mut pin_cell, mut pin_net): (&mut [u32], &mut [u32]),
    ) -> (Vec<MasterId>, Vec<PinId>) {
        let cells = share.iter().map(|job| job.what.cells()).sum();
        let (mut masters, mut first_pins) = (Vec::with_capacity(cells), Vec::with_capacity(cells));
        let mut next_pin = pin;
        for job in share {
            let base = self.places[job.instance].net;
            for (number, part) in job.what.parts.iter().enumerate() {
                let Target::Cell(master) = part.target else { continue };
                let pins = self.library.master(master).pins.len();
                let (own_cell, own_net);
                ((own_cell, own_net), (pin_cell, pin_net)) = (pin_cell, pin_net).cut(pins);
                own_cell.fill(cell + masters.len() as u32);
                own_net.fill(NONE);
                for &(pin, bit) in job.what.links_of(number) {
                    own_net[pin as usize] = net(base, bit);
                }
                masters.push(master);
                first_pins.push(PinId(next_pin));
                next_pin += pins as u32;
            }
        }
        (masters, first_pins)
    }
}

/// Puts jobs together until they are as large as a piece: small modules are many.
fn shares<T>(jobs: impl Iterator<Item = Job<T>>, size: impl Fn(&T) -> usize) -> Vec<Vec<Job<T>>> {
    let (mut shares, mut room) = (Vec::new(), 0);
    for job in jobs {
        if room == 0 {
            shares.push(Vec::new());
            room = PIECE;
        }
        // What is empty takes room too.
        room = room.saturating_sub(size(&job.what) + 1);
        if let Some(share) = shares.last_mut() {
            share.push(job);
        }
    }
    shares
}

/// The names of all jobs after the `first` ones. None, soon after it is known, if they take more than 4 GiB.
fn names<T: Sync>(
    first: Names,
    shares: &[Vec<Job<T>>],
    push: impl Fn(&Job<T>, &mut Names) -> Option<()> + Sync,
) -> Option<Names> {
    let length = AtomicU64::new(0);
    let of_share = |share: &Vec<Job<T>>| {
        let mut names = Names::default();
        share.iter().try_for_each(|job| push(job, &mut names))?;
        let own = names.text_len() as u64;
        (length.fetch_add(own, Ordering::Relaxed) + own <= u64::from(u32::MAX)).then_some(names)
    };
    let others: Option<Vec<Names>> = shares.par_iter().map(of_share).collect();
    Names::concat(std::iter::once(first).chain(others?).collect())
}

/// An instance's path with a `/` after it, in two parts; both empty for the top.
fn path(hierarchy: &Hierarchy, instance: usize) -> [&str; 2] {
    match hierarchy.path(InstanceId::new(instance)) {
        "" => ["", ""],
        path => [path, "/"],
    }
}

/// Adds the names of a net's bits.
fn push_net(names: &mut Names, path: [&str; 2], net: &LocalNet<'_>) -> Option<()> {
    let parts = [path[0], path[1], net.name];
    match net.range {
        None => names.push(&parts).map(|_| ()),
        Some(range) => range.bits().try_for_each(|index| names.push_bit(&parts, Some(index)).map(|_| ())),
    }
}
