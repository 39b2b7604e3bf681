//! Lists of which items come and go while all others stay in order.

/// Which items of a list went, and which came, while all others stay in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shifted {
    /// The numbers that they had, in order.
    gone: Vec<u32>,
    /// The numbers that they have, in order.
    came: Vec<u32>,
}

impl Shifted {
    /// Of the numbers that items had that went, and of those that items have that came; each in order, without equals.
    pub(crate) fn new(gone: Vec<u32>, came: Vec<u32>) -> Self {
        debug_assert!(gone.is_sorted() && came.is_sorted());
        Self { gone, came }
    }

    /// Takes items out of a list that is in the order of some key, by their numbers in order, and puts others in, which are in that order too: behind those of the same key.
    pub(crate) fn exchange<T: Copy, K: Ord>(
        items: &mut Vec<T>,
        gone: Vec<u32>,
        added: &[T],
        key: impl Fn(&T) -> K,
    ) -> Self {
        let added_at = |place: usize| added[place];
        Self::new(gone.clone(), Vec::new()).apply(items, added_at);
        let came = added.iter().zip(0..).map(|(item, before)| {
            let own = key(item);
            items.partition_point(|other| key(other) <= own) as u32 + before
        });
        let came: Vec<u32> = came.collect();
        Self::new(Vec::new(), came.clone()).apply(items, added_at);
        Self::new(gone, came)
    }

    /// The numbers that those had that went, in order.
    pub fn gone(&self) -> &[u32] {
        &self.gone
    }

    /// The numbers of those that came, in order.
    pub fn came(&self) -> &[u32] {
        &self.came
    }

    /// Items before this one have the numbers that they had.
    pub fn first(&self) -> u32 {
        let first = |numbers: &[u32]| numbers.first().copied().unwrap_or(u32::MAX);
        first(&self.gone).min(first(&self.came))
    }

    /// The number that an item has now; none if it went.
    pub fn now(&self, was: u32) -> Option<u32> {
        if was < self.first() {
            return Some(was);
        }
        let gone = self.gone.binary_search(&was).err()?;
        let among_those_left = was - gone as u32;
        // Those before it that came.
        let (mut low, mut high) = (0, self.came.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.came[middle] - middle as u32 <= among_those_left {
                low = middle + 1
            } else {
                high = middle
            }
        }
        Some(among_those_left + low as u32)
    }

    /// Whether some of `count` items that were there have other numbers now.
    pub(crate) fn renumbers(&self, count: usize) -> bool {
        let first = self.first();
        (first as usize) < count
            && count - first as usize > self.gone.partition_point(|&gone| gone < count as u32)
    }

    /// Makes a list of these items what it is now: `new` gives those that came, by their places among these.
    pub fn apply<T>(&self, items: &mut Vec<T>, new: impl Fn(usize) -> T) {
        let first = (self.first() as usize).min(items.len());
        let length = items.len() - self.gone.len() + self.came.len();
        let tail = items.split_off(first);
        let is_gone = |number: usize| self.gone.binary_search(&(number as u32)).is_ok();
        let mut left = (first..).zip(tail).filter(|&(number, _)| !is_gone(number)).map(|(_, item)| item);
        items.reserve(length - first);
        let mut came = self.came.iter().enumerate().peekable();
        while items.len() < length {
            let place = came.next_if(|&(_, &came)| came as usize == items.len()).map(|(place, _)| place);
            let Some(item) = place.map(&new).or_else(|| left.next()) else { return };
            items.push(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Dice;

    use super::*;

    #[test]
    fn items_have_the_numbers_that_they_have_in_the_list() {
        for seed in 0..400 {
            let mut dice = Dice::new(seed, 0);
            let before: Vec<u32> = (0..dice.below(12) as u32).collect();
            let gone: Vec<u32> = before.iter().copied().filter(|_| dice.chance(30)).collect();
            let mut now: Vec<u32> = before.iter().copied().filter(|item| !gone.contains(item)).collect();
            for _ in 0..dice.below(4) {
                now.insert(dice.below(now.len() + 1), u32::MAX);
            }
            let came = (0..).zip(&now).filter(|&(_, &item)| item == u32::MAX).map(|(number, _)| number);
            let shifted = Shifted::new(gone, came.collect());
            let mut made = before.clone();
            shifted.apply(&mut made, |_| u32::MAX);
            assert_eq!(made, now, "seed {seed}: {shifted:?}");
            let mut renumbers = false;
            for &item in &before {
                let place = now.iter().position(|&other| other == item).map(|place| place as u32);
                assert_eq!(shifted.now(item), place, "seed {seed}: {shifted:?}");
                renumbers |= place.is_some_and(|place| place != item);
            }
            assert!(shifted.renumbers(before.len()) || !renumbers, "seed {seed}: {shifted:?}");
        }
    }
}
