//! What statistical timing works on.

use crate::arrays::structure::structures;

structures! {
    /// An arrival as a random variable but for its masses and what it depends on: see `ssta/src/distribution.rs`. Without bins there is none.
    pub(crate) struct ArrivalHead align(8): of_words {
        first: i64,
        shift: i64,
        excess: f64,
        /// Ticks.
        mean: f64,
        /// Ticks².
        variance: f64,
        scale: u32,
        count: u32,
    }

    /// An arrival by its moments, but for what it depends on: see `ssta/src/central.rs`.
    pub(crate) struct MomentsHead align(8): of_words {
        /// Ticks.
        mean: f64,
        /// Ticks².
        variance: f64,
        /// Ticks³.
        third: f64,
        /// 0 where there is none.
        is_any: u32,
        unused: u32,
    }

    /// What Monte Carlo draws, and from what.
    pub(crate) struct SampleArrays {
        /// [node + 1].
        fanin_first: *const u32,
        /// [arc]: packed.
        arc_source: *const u32,
        /// [arc], a quad: ticks.
        mean: *const i64,
        /// [arc], a quad: the standard deviation in ticks as a float, then from bit 32 on the shape.
        spread: *const u64,
        /// [node], a quad: arrivals that are stated.
        stated: *const i64,
        /// Of lower tails, as in `draw.h`.
        scores: *const f32,
        /// [end + 1].
        term_first: *const u32,
        /// A vertex, with the split in the highest bit.
        term_data: *const u32,
        /// A vertex, or NONE.
        term_capture: *const u32,
        term_offset: *const i64,
        /// How the setup or hold time is drawn: the standard deviation, then the shape; and where.
        term_spread: *const u64,
        term_place: *const u64,
        /// [node][lane][sample of the batch].
        times: *mut i64,
        /// [end][sample of the batch].
        slacks: *mut i64,
        /// Mixed.
        seed: u64,
        first_sample: u32,
        /// Samples of a batch are 2 to this.
        batch_bits: u32,
        nodes: u32,
        ends: u32,
    }

    /// Arrivals as random variables, in slots of a pool.
    pub(crate) struct StatisticalArrays {
        /// [node + 1].
        fanin_first: *const u32,
        /// [arc]: packed.
        arc_source: *const u32,
        /// [arc]: where the arrival of its source is by the time that it is needed.
        arc_slot: *const u32,
        /// [node]: where its arrivals go.
        node_slot: *const u32,
        /// [arc], a quad: ps.
        mean: *const f32,
        /// [arc], a quad: ps.
        sigma: *const f32,
        /// [arc], a quad.
        skewness: *const f32,
        /// [node], a quad: arrivals that are stated.
        stated: *const i64,
        @ "Tables: see `shape.h`."
        shapes: *const f64,
        normal: *const f64,
        copula: *const f32,
        @ "The pool."
        /// [slot][lane]: a head, then masses, then components.
        records: *mut u32,
        /// Slots that are copied.
        moved_slot: *const u32,
        /// [slot that is copied]: its records.
        parcel: *mut u32,
        bins: u32,
        components: u32,
        /// Masses that a record has room for.
        capacity: u32,
        /// Words of a record.
        record_words: u32,
        /// Of the pool.
        slots: u32,
        nodes: u32,
        /// The first node of a step.
        first_node: u32,
        /// Where the slots that are copied start among them.
        first_moved: u32,
        /// All slots that are copied.
        moved: u32,
        /// Whether third moments are followed; of the kernel that makes moments.
        is_skewed: u32,
    }
}
