//! What each kernel asks of the arrays that it is started with, checked before every launch.
//!
//! A kernel goes from its index, or from counts that the arrays state, to places in arrays: those have to be there, and a row here says how many
//! values each array must hold. What it goes on to from there (the source of an arc, the node of a fan-out, the entry of a table, the parent of a
//! path) are ids that the host copied whole from a graph that was checked when it was built, or that earlier kernels wrote within the same limits.

use crate::arrays::Arrays;
use crate::arrays::clocks::ClockArrays;
use crate::arrays::pointer::Pointer;
use crate::arrays::search::SearchArrays;
use crate::error::CudaError;
use crate::machine::allocations::Allocated;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};

/// Lanes of a node, and transitions.
const LANES: u64 = 4;
const TRANSITIONS: u64 = 2;

/// As in the kernels: bins of the search, digits of a selection of slacks, words of a query, digits of paths and items of their tiles, numbers of
/// a chunk, threads that move a tree.
const BINS: u64 = 4096;
const SLACK_DIGITS: u64 = 1 << 11;
const QUERY_WORDS: u64 = 28;
const PATH_DIGITS: u64 = 256;
const PATH_TILE: u64 = 4096;
const PIN_TILE: u64 = 2048;
const CHUNK: u64 = 2048;
const MOVERS: u64 = 8;

/// Of statistical timing: floats of the table of scores, words of a record before its masses, and of one of moments before its components, bins of the rooms of a block.
const SCORES: u64 = 41 * 24 * 33;
const HEAD_WORDS: u64 = 12;
const MOMENTS_WORDS: u64 = 8;
const SMALL_ROOM: u64 = 288;
const LARGE_ROOM: u64 = 2976;

/// Holds what one launch needs against what there is.
struct Needs<'a> {
    kernel: Kernel,
    allocated: &'a Allocated<'a>,
    /// The first that is not met.
    unmet: Option<CudaError>,
}

impl Needs<'_> {
    /// So many values have to be there.
    fn values<T>(&mut self, array: &'static str, place: Pointer<T>, count: u64) {
        let needed = count.saturating_mul(size_of::<T>() as u64);
        if needed == 0 || self.unmet.is_some() {
            return;
        }
        let found = self.allocated.bytes_from(place);
        if found < needed {
            self.unmet = Some(CudaError::Contract { kernel: self.kernel.name(), what: array, needed, found });
        }
    }

    /// The same where there is such an array at all.
    fn values_if_any<T>(&mut self, array: &'static str, place: Pointer<T>, count: u64) {
        if place.address() != 0 {
            self.values(array, place, count);
        }
    }

    /// No more of something than there is.
    fn at_most(&mut self, what: &'static str, needed: u64, found: u64) {
        if needed > found && self.unmet.is_none() {
            self.unmet = Some(CudaError::Contract { kernel: self.kernel.name(), what, needed, found });
        }
    }
}

/// Arrays with how many values of each have to be there; `?` before those that need not be there at all.
macro_rules! arrays {
    ($needs:ident:) => {};
    ($needs:ident: ? $array:expr => $count:expr, $($rest:tt)*) => {{
        $needs.values_if_any(concat!("bytes of ", stringify!($array)), $array, $count);
        arrays!($needs: $($rest)*);
    }};
    ($needs:ident: $array:expr => $count:expr, $($rest:tt)*) => {{
        $needs.values(concat!("bytes of ", stringify!($array)), $array, $count);
        arrays!($needs: $($rest)*);
    }};
}

/// An error if a launch does not keep to the contract of its kernel.
///
/// # Errors
/// See [`CudaError::Contract`].
pub(crate) fn check(
    launch: &KernelLaunch,
    arrays: &Arrays,
    allocated: &Allocated<'_>,
) -> Result<(), CudaError> {
    if launch.is_empty() {
        return Ok(());
    }
    let mut needs = Needs { kernel: launch.kernel, allocated, unmet: None };
    let end = u64::from(launch.first) + u64::from(launch.count);
    let blocks = u64::from(launch.block_count());
    if launch.kernel.is_of_blocks() {
        of_blocks(&mut needs, arrays, blocks);
    } else {
        of_indices(&mut needs, arrays, end, u64::from(launch.threads));
    }
    needs.unmet.map_or(Ok(()), Err)
}

/// Kernels whose launches count indices up to an end.
fn of_indices(needs: &mut Needs<'_>, arrays: &Arrays, end: u64, threads: u64) {
    let Arrays { nets, graph, constraints, results, endpoints, blocks, slots, queries, .. } = arrays;
    let Arrays {
        levels,
        scan,
        flatten,
        clocks,
        pin_slacks,
        search,
        cone,
        drivers,
        drives,
        latches,
        changes,
        ..
    } = arrays;
    // Where an index is 4 × node + lane, or 4 × place in a list + lane.
    let nodes = end.div_ceil(LANES);
    match needs.kernel {
        Kernel::PackFanout => arrays!(needs: graph.raw_fanout => end, graph.fanout => end,),
        Kernel::SampleArrivals | Kernel::SampleSlacks => sampled(needs, arrays, end),
        Kernel::GatherRecords | Kernel::ScatterRecords => transferred(needs, arrays, end),
        Kernel::SmallNets | Kernel::MediumNets | Kernel::LumpedNets => arrays!(needs:
            nets.tree_order => nodes,
            nets.rc_first => nodes + 1,
            nets.first_wire => nodes + 1,
            results.loads => end,
        ),
        Kernel::LargeNets => arrays!(needs:
            nets.tree_order => nodes,
            nets.large_first => nodes,
            results.scratch => 1,
            results.loads => end,
        ),
        Kernel::SmallModels => arrays!(needs:
            nets.tree_order => nodes,
            nets.rc_first => nodes + 1,
            nets.first_wire => nodes + 1,
            results.loads => end,
            drivers.models => end,
        ),
        Kernel::LargeModels => arrays!(needs:
            nets.tree_order => nodes,
            nets.large_first => nodes,
            results.scratch => 1,
            results.loads => end,
            drivers.models => end,
        ),
        Kernel::Forward | Kernel::ForwardEffective => {
            delays(needs, arrays, end);
            arrays!(needs: results.arrival => end,);
        }
        Kernel::ForwardDelays | Kernel::ForwardDelaysEffective => delays(needs, arrays, end),
        Kernel::ForwardArrivals => arrays!(needs:
            graph.fanin_first => nodes + 1,
            results.arrival => end,
        ),
        Kernel::EnterSlews => arrays!(needs:
            constraints.slew_node => nodes,
            constraints.stated_slew => end,
            results.slew => 1,
        ),
        Kernel::EnterArrivals => arrays!(needs:
            constraints.arrival_node => nodes,
            constraints.stated_arrival => end,
            results.arrival => 1,
        ),
        Kernel::DrivePorts => arrays!(needs:
            drives.ports => nodes,
            drives.first_drive => end + 1,
            drives.slew => end,
            drives.delay => end,
            constraints.stated_slew => 1,
        ),
        Kernel::BeginClocks => arrays!(needs: clocks.extremes => end, clocks.ordered => 1, clocks.used => 1,),
        Kernel::PlaceClock => {
            traces(needs, clocks, end);
            arrays!(needs:
                clocks.place => end,
                ? clocks.start_pin => 2 * end,
                ? clocks.tops => end,
                ? clocks.bounds => LANES * end,
            );
        }
        Kernel::TraceClock => traces(needs, clocks, end),
        Kernel::PlacePoint => {
            traces(needs, clocks, end);
            arrays!(needs:
                clocks.point => end,
                clocks.point_end => end,
                clocks.by_lane => end,
                clocks.parent => end,
                clocks.rise => end,
                clocks.place => end,
                ? clocks.start_pin => 2 * end,
                ? clocks.tops => end,
                ? clocks.bounds => LANES * end,
            );
        }
        Kernel::CountClock => arrays!(needs:
            clocks.place => end,
            clocks.order => end,
            clocks.ordered => 1,
            ? clocks.point => end,
        ),
        Kernel::LabelClock => arrays!(needs:
            clocks.place => end,
            clocks.order => end,
            clocks.above => u64::from(clocks.count) + 1,
            ? clocks.point => end,
            ? clocks.point_end => end,
        ),
        Kernel::ClockLists => arrays!(needs:
            graph.fanin_first => nodes + 1,
            results.arrival => end,
            clocks.number => end / TRANSITIONS,
            clocks.heads => end,
            clocks.used => 1,
            clocks.entries => clocks.room,
            ? clocks.bounds => LANES * u64::from(clocks.count),
            ? clocks.component => clocks.count.into(),
        ),
        Kernel::Margins => arrays!(needs:
            constraints.pin_checks => end,
            ? constraints.check_factor => TRANSITIONS * end,
            results.margin => TRANSITIONS * end,
        ),
        Kernel::CheckTimes => {
            arrays!(needs:
                constraints.checks => end,
                results.check_required => TRANSITIONS * end,
                results.clock_required => end,
            );
            if clocks.is_on != 0 {
                credits(needs, clocks);
                arrays!(needs: results.credits => TRANSITIONS * end,);
            }
        }
        Kernel::Backward => arrays!(needs:
            graph.fanout_first => nodes + 1,
            constraints.node_end => nodes,
            results.required => end,
        ),
        Kernel::EndpointSlacks => {
            let padded = u64::from(slots.padded_endpoints).max(1);
            // Blocks do not span slots.
            needs.at_most("threads of two slots", padded % threads, 0);
            arrays!(needs:
                endpoints.endpoints => slots.endpoint_count.into(),
                endpoints.endpoint_slacks => end,
                endpoints.totals => end / padded,
                endpoints.summaries => end / padded,
                blocks.ticket => 1,
            );
        }
        Kernel::GatherNodes => arrays!(needs:
            queries.query_nodes => nodes,
            queries.query_values => QUERY_WORDS * nodes,
            ? pin_slacks.slack => 1,
        ),
        Kernel::BeginLatches => {
            let (openings, looped) = (u64::from(latches.opening_count), u64::from(latches.looped_count));
            needs.at_most("openings and looped latches", end, (TRANSITIONS * openings).max(LANES * looped));
            arrays!(needs:
                latches.came => TRANSITIONS * openings,
                latches.credit => TRANSITIONS * openings,
                latches.looped_slew => looped,
            );
        }
        Kernel::FollowSlews => arrays!(needs:
            latches.looped_data => end,
            latches.looped_slew => end,
            latches.changes => 2,
        ),
        Kernel::GiveTime | Kernel::GiveTimeAfterCppr => {
            arrays!(needs: latches.given_arc => nodes, latches.gift_first => TRANSITIONS * nodes + 1,);
            if needs.kernel == Kernel::GiveTimeAfterCppr {
                credits(needs, clocks);
            }
        }
        Kernel::TakeGiven => {
            arrays!(needs:
                latches.openings => end,
                latches.came => TRANSITIONS * end,
                latches.credit => TRANSITIONS * end,
                latches.changes => 2,
            );
            if clocks.is_on != 0 {
                credits(needs, clocks);
            }
        }
        Kernel::BeginLists => arrays!(needs: clocks.used => 1,),
        Kernel::CaptureLists => arrays!(needs:
            graph.fanout_first => nodes + 1,
            constraints.node_end => nodes,
            clocks.number => end / TRANSITIONS,
            clocks.heads => end,
            clocks.used => 1,
            clocks.entries => clocks.room,
            ? clocks.bounds => LANES * u64::from(clocks.count),
            ? clocks.component => clocks.count.into(),
        ),
        Kernel::ClockRequired => {
            needs.at_most("clock vertices", nodes, clocks.count.into());
            credits(needs, clocks);
            arrays!(needs: clocks.vertex => nodes, pin_slacks.clock_required => end,);
        }
        Kernel::PinSlacks => {
            credits(needs, clocks);
            arrays!(needs:
                results.arrival => end,
                clocks.number => end / TRANSITIONS,
                clocks.heads => end,
                pin_slacks.heads => end,
                pin_slacks.entries => pin_slacks.room,
                pin_slacks.clock_required => LANES * u64::from(clocks.count),
                pin_slacks.slack => end,
            );
        }
        Kernel::ReplaceValues => {
            let words = u64::from(changes.words).max(1);
            arrays!(needs: changes.values => end.div_ceil(words) * (words + 1), changes.array => words,);
        }
        Kernel::TakeSelected => arrays!(needs:
            endpoints.endpoint_slacks => end,
            queries.selection => 1,
            queries.records => 1,
        ),
        Kernel::BeginLevels => arrays!(needs:
            levels.first => end + 1,
            levels.missing => end,
            levels.fanouts => end,
            levels.level => end,
        ),
        Kernel::CountFanouts => arrays!(needs: levels.source => end, levels.fanouts => levels.pins.into(),),
        Kernel::PlaceFanouts => arrays!(needs:
            levels.fanouts => end,
            levels.missing => end,
            levels.fanout_end => end,
            levels.queue_arc => end,
            levels.queue_shift => end,
            levels.level => end,
            levels.state => 1,
        ),
        Kernel::FillFanouts => arrays!(needs:
            levels.first => end + 1,
            levels.fanout_end => levels.pins.into(),
            levels.source => levels.arcs.into(),
            levels.targets => levels.arcs.into(),
        ),
        Kernel::FlattenTrees => arrays!(needs:
            flatten.order => end,
            flatten.trees => u64::from(flatten.tree_count) + 1,
            flatten.sizes => flatten.tree_count.into(),
            scan.values => flatten.tree_count.into(),
        ),
        Kernel::EnterLarge => arrays!(needs:
            flatten.large => 2 * end,
            flatten.sizes => flatten.tree_count.into(),
            scan.values => flatten.tree_count.into(),
        ),
        Kernel::CloseGaps => arrays!(needs:
            flatten.trees => end / MOVERS,
            flatten.scratch => 1,
            flatten.nodes => 1,
            scan.values => end / MOVERS + 1,
        ),
        Kernel::Forest => arrays!(needs:
            graph.fanin_first => end / TRANSITIONS + 1,
            graph.node_pin => end / TRANSITIONS,
            results.arrival => LANES * end / TRANSITIONS,
            search.forest[usize::from(search.split != 0)] => end,
        ),
        Kernel::TimeRoots => time_roots(needs, search, end),
        Kernel::TimeRootsAfterCppr => {
            time_roots(needs, search, end);
            credits(needs, clocks);
            arrays!(needs: search.root_capture => end,);
        }
        Kernel::BeginSearch => arrays!(needs: search.bins => end, search.state => 1,),
        Kernel::SettleKept => arrays!(needs:
            search.slack => end,
            search.step => end,
            search.count => end,
            search.state => 1,
        ),
        Kernel::SplitTies | Kernel::LimitBySample | Kernel::SettlePart => {
            arrays!(needs: search.state => end,)
        }
        Kernel::BeginSets => arrays!(needs:
            search.root_vertex => end,
            search.root_endpoint => end,
            search.root_source => end,
            search.root_slack => end,
            search.end_set => end,
            search.group => end,
            search.set_limit => end + u64::from(search.group_count),
            search.state => 1,
        ),
        Kernel::KeySets | Kernel::LimitSets | Kernel::DropAfter => {
            sorted(needs, search, end);
            arrays!(needs: search.end_set => search.root_count.into(), search.group => search.root_count.into(),);
        }
        Kernel::SortKeys => {
            sorted(needs, search, end);
            arrays!(needs: search.state => 1,);
        }
        Kernel::RankPaths => {
            sorted(needs, search, end);
            arrays!(needs: search.rank => end,);
        }
        Kernel::ListPaths => {
            sorted(needs, search, end);
            arrays!(needs:
                search.out_slack => end,
                search.out_root => end,
                search.out_parent => end,
                search.out_place => end,
                search.out_arc => end,
            );
        }
        Kernel::PlacePaths => arrays!(needs: search.offset => end, search.tile => end.div_ceil(TILE.into()),),
        Kernel::WriteSteps => written(needs, search, end),
        Kernel::WriteStepsAfterCppr => {
            written(needs, search, end);
            credits(needs, clocks);
            arrays!(needs: search.out_root => end, search.root_capture => search.root_count.into(),);
        }
        Kernel::NameSteps => {
            written(needs, search, end);
            arrays!(needs: search.design_node => 1,);
        }
        Kernel::BeginCone => {
            arrays!(needs:
                cone.seen => search.level_count.into(),
                cone.marks => cone.nodes,
                cone.reached => cone.nodes * cone.words,
                cone.starts => cone.nodes * cone.leg_words,
                cone.after => cone.nodes * cone.leg_words,
                cone.inside => cone.nodes * cone.leg_words,
            );
            cone_numbers(needs, arrays);
        }
        Kernel::EnterPoints => arrays!(needs:
            cone.points => end,
            cone.set_first => cone.sets + 1,
            cone.marks => cone.nodes,
            cone.starts => cone.nodes * cone.leg_words,
        ),
        Kernel::MarkEndpoints => arrays!(needs: cone.end_nodes => end, cone.marks => cone.nodes,),
        Kernel::MarkCaptured => arrays!(needs: constraints.checks => end, cone.marks => cone.nodes,),
        Kernel::CountStated => {
            arrays!(needs: constraints.start_node => end, cone.reached => cone.nodes * cone.words,);
            cone_numbers(needs, arrays);
        }
        Kernel::CountRoots => {
            cone_roots(needs, arrays, end);
            cone_numbers(needs, arrays);
        }
        Kernel::LookAtNumbers => {
            arrays!(needs: cone.looks => end, cone.seen => end,);
            cone_numbers(needs, arrays);
        }
        Kernel::WriteCopies => {
            needs.at_most("nodes", end, cone.nodes);
            arrays!(needs:
                graph.fanin_first => end + 1,
                graph.node_pin => end,
                results.arrival => LANES * end,
                cone.graph.fanin_first => 1,
            );
            cone_numbers(needs, arrays);
        }
        Kernel::WriteStated => {
            arrays!(needs: constraints.start_node => end, constraints.start_arrival => LANES * end,);
            cone_numbers(needs, arrays);
        }
        Kernel::WriteRoots => {
            cone_roots(needs, arrays, end);
            cone_numbers(needs, arrays);
        }
        Kernel::FindCapture => arrays!(needs:
            search.root_source => end,
            search.root_capture => end,
            clocks.number => 1,
        ),
        Kernel::NumberPart => arrays!(needs:
            search.design_node => end / TRANSITIONS,
            search.cone_number => end,
            clocks.number => 1,
            clocks.used => 1,
        ),
        _ => unreachable!("a kernel whose launches count blocks"),
    }
}

/// Kernels whose launches count blocks.
fn of_blocks(needs: &mut Needs<'_>, arrays: &Arrays, count: u64) {
    let Arrays { endpoints, blocks, slots, queries, levels, scan, clocks, search, cone, .. } = arrays;
    let known = u64::from(search.known);
    match needs.kernel {
        Kernel::SmallArrivals | Kernel::LargeArrivals => arrivals_of_step(needs, arrays, count),
        Kernel::MomentsArrivals => moments_of_step(needs, arrays, count),
        Kernel::ClockExtremes => {
            tiles(needs, count, clocks.count.into(), TILE.into());
            arrays!(needs:
                clocks.spread => clocks.count.into(),
                clocks.trace => clocks.count.into(),
                ? clocks.tops => clocks.count.into(),
                clocks.extremes => 4,
            );
        }
        Kernel::SelectDigit => arrays!(needs:
            endpoints.endpoint_slacks => slots.padded_endpoints.into(),
            queries.selection => 1,
            queries.bins => SLACK_DIGITS,
            queries.records => 1,
            blocks.ticket => 1,
        ),
        Kernel::NarrowLevels => {
            needs.at_most("blocks", count, 1);
            frontier(needs, arrays);
            arrays!(needs: levels.level_first => u64::from(levels.pins) + 1,);
        }
        Kernel::WideLevel => frontier(needs, arrays),
        Kernel::CountLevels | Kernel::PlacePins => {
            let pins = u64::from(levels.pins);
            tiles(needs, count, pins, PIN_TILE);
            arrays!(needs:
                levels.level => pins,
                ? levels.order_before => pins,
                levels.order => pins,
                levels.place => pins,
                scan.values => count << levels.digit_bits.min(32),
            );
        }
        Kernel::SumChunks | Kernel::ScanChunks => arrays!(needs:
            scan.values => scan.count.into(),
            scan.sums => u64::from(scan.count).div_ceil(CHUNK),
            scan.ticket => 1,
        ),
        Kernel::SweepForest => together(needs, arrays),
        Kernel::SweepArrivals => {
            together(needs, arrays);
            arrays!(needs: cone.graph.fanin_first => 1,);
        }
        Kernel::SweepCone => {
            together(needs, arrays);
            needs.at_most("levels", cone.end_level, search.level_count.into());
            arrays!(needs:
                cone.seen => search.level_count.into(),
                cone.marks => cone.nodes,
                cone.reached => cone.nodes * cone.words,
                cone.starts => cone.nodes * cone.leg_words,
                cone.after => cone.nodes * cone.leg_words,
                cone.inside => cone.nodes * cone.leg_words,
            );
            cone_numbers(needs, arrays);
        }
        Kernel::SearchRoots => {
            let roots = u64::from(search.root_count);
            tiles(needs, count, roots, TILE.into());
            arrays!(needs:
                search.root_vertex => roots,
                search.root_endpoint => roots,
                search.root_slack => roots,
                search.slack => roots,
                search.step => roots,
                search.state => 1,
            );
        }
        Kernel::FindThreshold => {
            needs.at_most("blocks", count, 1);
            arrays!(needs: search.bins => BINS, search.state => 1,);
        }
        Kernel::BinKnown => selection(needs, search),
        Kernel::SelectKnown => {
            selection(needs, search);
            arrays!(needs: blocks.ticket => 1,);
        }
        Kernel::BinChildren | Kernel::BinSample => {
            selection(needs, search);
            walks(needs, arrays);
        }
        Kernel::BinChildrenAfterCppr | Kernel::BinSampleAfterCppr => {
            selection(needs, search);
            walks_after_cppr(needs, arrays);
        }
        Kernel::CountKept => {
            tiles(needs, count, known, TILE.into());
            arrays!(needs: search.slack => known, search.tile => count, search.state => 1, blocks.ticket => 1,);
        }
        Kernel::WriteKept => {
            tiles(needs, count, known, TILE.into());
            arrays!(needs:
                search.slack => known,
                search.step => known,
                search.count => known,
                search.tile => count,
                search.kept_slack => search.kept_room.into(),
                search.kept_step => search.kept_room.into(),
                search.state => 1,
            );
        }
        Kernel::CountBranches
        | Kernel::WriteBranches
        | Kernel::CountChildren
        | Kernel::WriteChildren
        | Kernel::CountPart
        | Kernel::WritePart => {
            children(needs, arrays);
            walks(needs, arrays);
        }
        Kernel::CountBranchesAfterCppr
        | Kernel::WriteBranchesAfterCppr
        | Kernel::CountChildrenAfterCppr
        | Kernel::WriteChildrenAfterCppr
        | Kernel::CountPartAfterCppr
        | Kernel::WritePartAfterCppr => {
            children(needs, arrays);
            walks_after_cppr(needs, arrays);
        }
        Kernel::KeySlacks => {
            tiles(needs, count, known, TILE.into());
            sorted(needs, search, known);
            arrays!(needs: search.state => 1,);
        }
        Kernel::CountSlacks | Kernel::SortSlacks => {
            tiles(needs, count, known, PATH_TILE);
            sorted(needs, search, known);
            arrays!(needs: scan.values => PATH_DIGITS * count,);
        }
        Kernel::MeasurePaths => measured(needs, arrays, count),
        Kernel::MeasurePathsAfterCppr => {
            measured(needs, arrays, count);
            credits(needs, clocks);
            arrays!(needs:
                search.credit => known,
                search.out_root => known,
                search.root_capture => search.root_count.into(),
            );
        }
        _ => unreachable!("a kernel whose launches count indices"),
    }
}

/// A block for each tile of so many items.
fn tiles(needs: &mut Needs<'_>, blocks: u64, items: u64, size: u64) {
    if blocks != items.div_ceil(size) {
        needs.at_most("blocks", items.div_ceil(size).max(blocks), blocks.min(items.div_ceil(size)));
    }
}

/// A batch of samples, whose times and slacks all have to be there.
fn sampled(needs: &mut Needs<'_>, arrays: &Arrays, end: u64) {
    let samples = &arrays.samples;
    let (nodes, ends) = (u64::from(samples.nodes), u64::from(samples.ends));
    let of_each = if needs.kernel == Kernel::SampleArrivals { nodes } else { ends };
    needs.at_most("indices", end, of_each << samples.batch_bits.min(31));
    arrays!(needs:
        samples.fanin_first => nodes + 1,
        samples.stated => LANES * nodes,
        samples.scores => SCORES,
        samples.times => (LANES * nodes) << samples.batch_bits.min(31),
        ? samples.term_first => ends + 1,
        ? samples.slacks => ends << samples.batch_bits.min(31),
    );
}

/// Words of records that are copied.
fn transferred(needs: &mut Needs<'_>, arrays: &Arrays, end: u64) {
    let all = &arrays.statistical;
    let words = LANES * u64::from(all.record_words);
    let last = u64::from(all.first_moved) + end.div_ceil(words.max(1));
    needs.at_most("slots that are copied", last, all.moved.into());
    arrays!(needs:
        all.moved_slot => last,
        all.parcel => end,
        all.records => words * u64::from(all.slots),
    );
}

/// Arrivals of a step by their moments, one by each block.
fn moments_of_step(needs: &mut Needs<'_>, arrays: &Arrays, count: u64) {
    let all = &arrays.statistical;
    let words = MOMENTS_WORDS + u64::from(all.components);
    needs.at_most("words of a record", words, all.record_words.into());
    graph_of_step(needs, arrays, count);
}

/// Arrivals of a step, one by each block.
fn arrivals_of_step(needs: &mut Needs<'_>, arrays: &Arrays, count: u64) {
    let all = &arrays.statistical;
    let room = if needs.kernel == Kernel::SmallArrivals { SMALL_ROOM } else { LARGE_ROOM };
    needs.at_most("bins", u64::from(all.bins.max(256)) + 2, room);
    needs.at_most(
        "words of a record",
        HEAD_WORDS + u64::from(all.capacity) + u64::from(all.components),
        all.record_words.into(),
    );
    needs.at_most("masses of a record", u64::from(all.bins.max(16)) + 1, all.capacity.into());
    arrays!(needs: all.normal => 1281, all.copula => 17 * 41 * 49,);
    graph_of_step(needs, arrays, count);
}

/// What arrivals of a step are made of in any form.
fn graph_of_step(needs: &mut Needs<'_>, arrays: &Arrays, count: u64) {
    let all = &arrays.statistical;
    let nodes = u64::from(all.nodes);
    needs.at_most("nodes", u64::from(all.first_node) + count.div_ceil(LANES), nodes);
    arrays!(needs:
        all.fanin_first => nodes + 1,
        all.node_slot => nodes,
        all.stated => LANES * nodes,
        all.records => LANES * u64::from(all.record_words) * u64::from(all.slots),
        all.shapes => 3 * 577 * 41,
    );
}

fn delays(needs: &mut Needs<'_>, arrays: &Arrays, end: u64) {
    let Arrays { graph, results, drivers, .. } = arrays;
    arrays!(needs:
        graph.fanin_first => end.div_ceil(LANES) + 1,
        graph.node_tree => end.div_ceil(LANES),
        results.slew => end,
    );
    if matches!(needs.kernel, Kernel::ForwardEffective | Kernel::ForwardDelaysEffective) {
        arrays!(needs: drivers.slew_measure => LANES,);
    }
}

/// Traces of clock vertices.
fn traces(needs: &mut Needs<'_>, clocks: &ClockArrays, end: u64) {
    needs.at_most("clock vertices", end, clocks.count.into());
    arrays!(needs: clocks.vertex => end, clocks.trace => end, clocks.spread => end,);
}

/// What credit is found in.
fn credits(needs: &mut Needs<'_>, clocks: &ClockArrays) {
    let count = u64::from(clocks.count);
    arrays!(needs:
        clocks.place => count,
        clocks.spread => count,
        clocks.trace => count,
        clocks.above => count + 1,
        clocks.extremes => 4,
        clocks.heads => 1,
        clocks.entries => clocks.room,
        ? clocks.point => count,
        ? clocks.by_lane => count,
        ? clocks.start_pin => 2 * count,
    );
}

/// Levels and their queue.
fn frontier(needs: &mut Needs<'_>, arrays: &Arrays) {
    let levels = &arrays.levels;
    let pins = u64::from(levels.pins);
    arrays!(needs:
        levels.missing => pins,
        levels.fanouts => pins,
        levels.fanout_end => pins,
        levels.queue_arc => pins,
        levels.queue_shift => pins,
        levels.level => pins,
        levels.targets => levels.arcs.into(),
        levels.state => 1,
    );
}

/// Sweeps whose blocks wait for each other.
fn together(needs: &mut Needs<'_>, arrays: &Arrays) {
    let Arrays { blocks, search, .. } = arrays;
    arrays!(needs: blocks.rendezvous => 1, search.level_first => u64::from(search.level_count) + 1,);
}

fn time_roots(needs: &mut Needs<'_>, search: &SearchArrays, end: u64) {
    arrays!(needs:
        search.root_vertex => end,
        search.root_source => end,
        search.root_required => end,
        search.root_slack => end,
        ? search.root_window => end,
    );
}

/// Selections among the known paths, which are no more than there is room for.
fn selection(needs: &mut Needs<'_>, search: &SearchArrays) {
    arrays!(needs: search.slack => search.room.into(), search.bins => BINS, search.state => 1,);
}

/// Ways back from paths by the forest.
fn walks(needs: &mut Needs<'_>, arrays: &Arrays) {
    let Arrays { graph, results, search, .. } = arrays;
    arrays!(needs:
        search.slack => search.room.into(),
        search.step => search.room.into(),
        search.state => 1,
        graph.fanin_first => 1,
        results.arrival => 1,
    );
    for (split, &forest) in search.forest.iter().enumerate() {
        needs.values("bytes of search.forest", forest, u64::from(search.splits >> split & 1));
    }
}

fn walks_after_cppr(needs: &mut Needs<'_>, arrays: &Arrays) {
    let Arrays { clocks, search, .. } = arrays;
    walks(needs, arrays);
    credits(needs, clocks);
    arrays!(needs: search.root_capture => search.root_count.into(),);
}

/// Levels of children, as large as there is room for.
fn children(needs: &mut Needs<'_>, arrays: &Arrays) {
    let Arrays { blocks, search, .. } = arrays;
    let room = u64::from(search.room);
    needs.at_most("known paths", search.end.into(), room);
    arrays!(needs:
        search.count => room,
        search.tile => room.div_ceil(TILE.into()),
        search.place => search.kept_room.into(),
        search.branch => search.kept_room.into(),
        blocks.ticket => 1,
    );
}

/// Paths in the order of a sort.
fn sorted(needs: &mut Needs<'_>, search: &SearchArrays, known: u64) {
    needs.at_most("known paths", known, search.known.into());
    arrays!(needs: search.slack => known, search.step => known,);
    for (key, item) in search.key.into_iter().zip(search.item) {
        arrays!(needs: key => known, item => known,);
    }
}

/// The list, and where the steps of each of its paths go.
fn measured(needs: &mut Needs<'_>, arrays: &Arrays, count: u64) {
    let Arrays { blocks, search, .. } = arrays;
    let known = u64::from(search.known);
    tiles(needs, count, known, TILE.into());
    sorted(needs, search, known);
    arrays!(needs:
        search.length => known,
        search.offset => known + 1,
        search.tile => count,
        search.state => 1,
        blocks.ticket => 1,
    );
}

/// The steps of listed paths.
fn written(needs: &mut Needs<'_>, search: &SearchArrays, end: u64) {
    needs.at_most("known paths", end, search.known.into());
    arrays!(needs:
        search.step => end,
        search.length => end,
        search.offset => end + 1,
        search.vertices => 1,
        search.arcs => 1,
    );
}

/// All that a cone numbers.
fn cone_numbers(needs: &mut Needs<'_>, arrays: &Arrays) {
    let Arrays { results, cone, .. } = arrays;
    arrays!(needs: cone.numbers => 3 * cone.nodes + u64::from(results.start_count) + cone.roots + 1,);
}

fn cone_roots(needs: &mut Needs<'_>, arrays: &Arrays, end: u64) {
    let cone = &arrays.cone;
    needs.at_most("roots", end, cone.roots);
    arrays!(needs:
        cone.root_vertex => end,
        cone.root_endpoint => end,
        cone.root_source => end,
        cone.marks => cone.nodes,
        cone.reached => cone.nodes * cone.words,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::allocations::Allocations;

    /// A launch of a kernel as small as it can be.
    fn least(kernel: Kernel) -> KernelLaunch {
        KernelLaunch { kernel, first: 0, count: TILE, threads: TILE, share: TILE }
    }

    #[test]
    fn no_kernel_runs_without_its_arrays() {
        let nothing = Allocations::default();
        for &kernel in Kernel::ALL {
            let unmet = check(&least(kernel), &Arrays::default(), &nothing.now());
            assert!(
                matches!(unmet, Err(CudaError::Contract { kernel: name, .. }) if name == kernel.name()),
                "{kernel:?}"
            );
        }
    }

    #[test]
    fn the_last_value_of_an_array_counts() {
        let all = Allocations::default();
        let mut arrays = Arrays::default();
        (arrays.constraints.pin_checks, arrays.results.margin) = (Pointer::at(1 << 20), Pointer::at(2 << 20));
        let checks = 3;
        let launch = KernelLaunch::over(Kernel::Margins, 0..checks as u32, TILE);
        let _checks = all.note(1 << 20, 4 * checks);
        for margins in [2 * checks - 1, 2 * checks] {
            let _margins = all.note(2 << 20, margins);
            let unmet = check(&launch, &arrays, &all.now());
            match unmet {
                Ok(()) => assert_eq!(margins, 2 * checks),
                Err(CudaError::Contract { kernel, what, needed, found }) => assert_eq!(
                    (kernel, what, needed, found, margins),
                    ("zeroslack_margins", "bytes of results.margin", 24, 20, 2 * checks - 1)
                ),
                Err(other) => panic!("{other}"),
            }
        }
        // A part of a launch reaches as far as its last index.
        let launch = KernelLaunch::over(Kernel::Margins, 3..4, TILE);
        assert!(check(&launch, &arrays, &all.now()).is_err());
    }
}
