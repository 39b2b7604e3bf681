//! How work is spread over threads, apart from what is computed.

use std::ops::Range;

/// Runs `work` over all of `items`, cut in halves down to `grain` of them and spread over rayon's threads.
///
/// `one` holds one value an item; `many` holds, item after item, as many as lie between `offset(item)` and
/// `offset(item + 1)`. A piece gets its own parts of both, so that no two pieces can touch the same value.
pub(crate) fn sweep<A: Send, B: Send>(
    items: Range<usize>,
    grain: usize,
    one: &mut [A],
    many: &mut [B],
    offset: &(impl Fn(usize) -> usize + Sync),
    work: &(impl Fn(Range<usize>, &mut [A], &mut [B]) + Sync),
) {
    if items.len() <= grain {
        return work(items, one, many);
    }
    let middle = items.start + items.len() / 2;
    let (one_low, one_high) = one.split_at_mut(middle - items.start);
    let (many_low, many_high) = many.split_at_mut(offset(middle) - offset(items.start));
    rayon::join(
        || sweep(items.start..middle, grain, one_low, many_low, offset, work),
        || sweep(middle..items.end, grain, one_high, many_high, offset, work),
    );
}

/// The same for work that writes only one value an item.
pub(crate) fn sweep_one<A: Send>(
    items: Range<usize>,
    grain: usize,
    one: &mut [A],
    work: &(impl Fn(Range<usize>, &mut [A]) + Sync),
) {
    sweep::<A, ()>(items, grain, one, &mut [], &|_| 0, &|items, one, _| work(items, one));
}
