//! A limit to search within, guessed from a search of fewer paths.
//!
//! Without one, a level has all children up to the k-th slack of what is known before it, many times more than are of the k worst in the
//! end. The number of paths up to a slack doubles by nearly equal steps of slack, so where k/16 paths end tells about where k do.
//! Where the last one of many paths is far longer than those before it, a search for some k/4 comes in between.

use zeroslack_units::Ticks;

use crate::arrays::search::SearchState;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::search::asked::Asked;
use crate::search::run::{FINE_ROUNDS, Purpose, Run};

/// How many times as many paths the next search is for.
const STEP: u32 = 16;

/// So few paths are searched without a guess.
const FEW: u32 = if cfg!(debug_assertions) { 3 } else { 2048 };

/// How much longer than the one before each doubling's step of slack is taken to be: guessing too few costs more than too many.
const GROWTH: f64 = 1.17;

/// So many paths are enough to see whether slacks are spread unevenly: a guess for fewer is found to be wrong soon enough.
const MANY: u32 = if cfg!(debug_assertions) { 8 } else { 1 << 15 };

/// Slacks are uneven where the last doubling's step is more than so many times as long as those of the two before it.
const UNEVEN: Ticks = 2;

/// How many times as many paths the next search is for then, unless there is not much more to do.
const UNEVEN_STEP: u32 = 4;

/// Doublings more than are missing, once a guess was too low.
const SURPLUS: f64 = 0.5;

/// How many paths there are up to a slack.
struct Reach {
    count: u32,
    limit: Ticks,
    /// The step of slack in which the last half of them came; of uneven ones a mean.
    step: Ticks,
    is_uneven: bool,
}

impl Reach {
    /// The slack up to which there should be twice as many, so many times over.
    fn after(&self, doublings: f64) -> Ticks {
        let steps = GROWTH * (GROWTH.powf(doublings) - 1.0) / (GROWTH - 1.0);
        self.limit.saturating_add((self.step as f64 * steps) as Ticks)
    }
}

impl<M: Machine> Run<'_, M> {
    /// Makes all levels, within limits that are guessed from fewer paths to more.
    pub(crate) fn search_by_guess(&mut self, asked: &Asked) -> Result<SearchState, CudaError> {
        let mut counts = vec![asked.count];
        while asked.deviations != 0 && counts[counts.len() - 1] / STEP >= FEW {
            counts.push(counts[counts.len() - 1] / STEP);
        }
        let mut most = asked.most;
        let mut missed = None;
        loop {
            let count = counts[counts.len() - 1];
            let state = self.make_levels(&Asked { count, most, ..*asked }, most < asked.most)?;
            let is_whole = !state.is_reached() && most == asked.most;
            if is_whole || (state.is_reached() && counts.len() == 1) {
                return Ok(state);
            }
            let reach = self.reach(&state, count, most)?;
            if state.is_reached() {
                counts.pop();
                let mut next = counts[counts.len() - 1];
                if reach.is_uneven && next / (2 * UNEVEN_STEP) > count {
                    next = count * UNEVEN_STEP;
                    counts.push(next);
                }
                missed = None;
                most = reach.after((f64::from(next) / f64::from(count)).log2()).min(asked.most);
                continue;
            }
            // There may not be as many. Then guesses do not find more any longer, and only a search without one ends.
            let grows = missed.is_none_or(|before| u64::from(state.known) * 4 > u64::from(before) * 5);
            let is_hopeless = reach.step == 0 || !grows;
            let missing = (f64::from(count) / f64::from(reach.count.max(1))).log2();
            missed = Some(state.known);
            most = if is_hopeless { asked.most } else { reach.after(missing + SURPLUS).min(asked.most) };
        }
    }

    /// How far what is known goes: to the `count`-th path if there are so many, to the limit otherwise.
    fn reach(&mut self, state: &SearchState, count: u32, limit: Ticks) -> Result<Reach, CudaError> {
        let (count, limit) = if state.is_reached() {
            (count, self.select_finely(count, state.known)?.threshold)
        } else {
            (state.known, limit)
        };
        let half = self.select_finely((count / 2).max(1), state.known)?;
        let step = if half.is_reached() { limit.saturating_sub(half.threshold).max(0) } else { 0 };
        let mut reach = Reach { count, limit, step, is_uneven: false };
        if state.is_reached() && count >= MANY {
            let eighth = self.select_finely(count / 8, state.known)?;
            let before = half.threshold.saturating_sub(eighth.threshold).max(0) / 2;
            reach.is_uneven = step / UNEVEN > before;
            if reach.is_uneven {
                reach.step = (step + 2 * before) / 3;
            }
        }
        Ok(reach)
    }

    /// Finds nearly the slack of the `wanted`-th path.
    fn select_finely(&mut self, wanted: u32, known: u32) -> Result<SearchState, CudaError> {
        self.arrays.search.wanted = wanted;
        for round in 0..FINE_ROUNDS {
            self.select(round, Purpose::Sample, known)?;
        }
        self.look()
    }
}
