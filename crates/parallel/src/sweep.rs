//! How work is spread over threads, apart from what is computed.

use std::ops::Range;

/// Slices that are cut at the same place.
pub trait Cut: Sized + Send {
    /// What is before a place, and what is from it on.
    #[must_use]
    fn cut(self, at: usize) -> (Self, Self);
}

impl<T: Send> Cut for &mut [T] {
    #[inline]
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<A: Cut, B: Cut> Cut for (A, B) {
    #[inline]
    fn cut(self, at: usize) -> (Self, Self) {
        let ((a, more_a), (b, more_b)) = (self.0.cut(at), self.1.cut(at));
        ((a, b), (more_a, more_b))
    }
}

/// What may be absent as a whole.
impl<A: Cut> Cut for Option<A> {
    #[inline]
    fn cut(self, at: usize) -> (Self, Self) {
        self.map(|all| all.cut(at)).unzip()
    }
}

impl Cut for () {
    fn cut(self, _: usize) -> (Self, Self) {
        ((), ())
    }
}

/// Runs `work` over all of `items`, cut in halves down to `grain` of them and spread over rayon's current threads.
///
/// `one` holds one value an item; `many` holds, item after item, as many as lie between `offset(item)` and
/// `offset(item + 1)`. A piece gets its own parts of both, so that no two pieces can touch the same value.
pub fn sweep<A: Cut, B: Cut>(
    items: Range<usize>,
    grain: usize,
    one: A,
    many: B,
    offset: &(impl Fn(usize) -> usize + Sync),
    work: &(impl Fn(Range<usize>, A, B) + Sync),
) {
    if items.len() <= grain {
        return work(items, one, many);
    }
    let middle = items.start + items.len() / 2;
    let (one_low, one_high) = one.cut(middle - items.start);
    let (many_low, many_high) = many.cut(offset(middle) - offset(items.start));
    rayon::join(
        || sweep(items.start..middle, grain, one_low, many_low, offset, work),
        || sweep(middle..items.end, grain, one_high, many_high, offset, work),
    );
}

/// The same for work that writes only one value an item.
pub fn sweep_one<A: Cut>(
    items: Range<usize>,
    grain: usize,
    one: A,
    work: &(impl Fn(Range<usize>, A) + Sync),
) {
    sweep(items, grain, one, (), &|_| 0, &|items, one, ()| work(items, one));
}
