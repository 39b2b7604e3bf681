//! Putting pieces together that threads have made one by one.

use std::mem::MaybeUninit;
use std::sync::atomic::AtomicU64;

use rayon::prelude::*;

/// What the pieces hold, piece after piece, on rayon's current threads. `of` turns a value of a piece, whose number it gets, into one of the whole:
/// numbers in it that count from the piece's start become numbers that count from the start of all.
pub fn concat<T: Send, U: Send>(pieces: Vec<Vec<T>>, of: impl Fn(usize, T) -> U + Sync) -> Vec<U> {
    let mut whole = Vec::with_capacity(pieces.iter().map(Vec::len).sum());
    append(&mut whole, pieces, of);
    whole
}

/// The same after what is there already.
pub fn append<T: Send, U: Send>(whole: &mut Vec<U>, pieces: Vec<Vec<T>>, of: impl Fn(usize, T) -> U + Sync) {
    fill(whole, pieces, |number, piece, places| {
        for (place, value) in places.iter_mut().zip(piece) {
            place.write(of(number, value));
        }
    });
}

/// So many pairs of zeros. Where they are many, they are as the system hands them out: what is never used takes no memory.
pub fn zeroed_pairs(count: usize) -> Vec<[AtomicU64; 2]> {
    #[expect(unsafe_code, reason = "no page has to be touched")]
    // SAFETY: all bits 0 are a 0.
    unsafe {
        Box::new_zeroed_slice(count).assume_init().into_vec()
    }
}

/// So many copies of a value: each thread is the first to touch its part of them.
pub fn filled<T: Copy + Send + Sync>(value: T, count: usize) -> Vec<T> {
    rayon::iter::repeat_n(value, count).collect()
}

/// Gives an array another length. What is new is a value, first touched by all threads.
pub fn resize<T: Copy + Send + Sync>(values: &mut Vec<T>, value: T, count: usize) {
    values.truncate(count);
    values.par_extend(rayon::iter::repeat_n(value, count - values.len()));
}

/// The pieces of a text, one after the other.
pub fn concat_text(pieces: Vec<String>) -> String {
    let bytes: Vec<Vec<u8>> = pieces.into_iter().map(String::into_bytes).collect();
    let mut text = Vec::with_capacity(bytes.iter().map(Vec::len).sum());
    fill(&mut text, bytes, |_, piece: Vec<u8>, places| {
        places.write_copy_of_slice(&piece);
    });
    #[expect(unsafe_code, reason = "checking a text of gigabytes takes as long as copying it")]
    // SAFETY: texts one after the other are a text.
    unsafe {
        String::from_utf8_unchecked(text)
    }
}

/// Makes room for all pieces after what is there, and has each one written to its part of it.
fn fill<T: Send, U: Send>(
    whole: &mut Vec<U>,
    pieces: Vec<Vec<T>>,
    write: impl Fn(usize, Vec<T>, &mut [MaybeUninit<U>]) + Sync,
) {
    let total = pieces.iter().map(Vec::len).sum();
    whole.reserve(total);
    let (mut rest, mut parts) = (&mut whole.spare_capacity_mut()[..total], Vec::with_capacity(pieces.len()));
    for piece in pieces {
        let (own, others) = rest.split_at_mut(piece.len());
        parts.push((piece, own));
        rest = others;
    }
    parts.into_par_iter().enumerate().for_each(|(number, (piece, places))| write(number, piece, places));
    #[expect(unsafe_code, reason = "no value has to be written twice")]
    // SAFETY: each part has as many places as its piece has values, and `append` and `concat_text`, the only ones who call this, write one to each.
    unsafe {
        whole.set_len(whole.len() + total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_follow_each_other() {
        let pieces = vec![vec![], vec!["a", "b"], vec![], vec!["c"], vec![]];
        let whole = concat(pieces, |piece, name| format!("{name}{piece}"));
        assert_eq!(whole, ["a1", "b1", "c3"]);
        assert!(concat(Vec::<Vec<u8>>::new(), |_, value| value).is_empty());
    }

    #[test]
    fn pieces_follow_what_is_there() {
        let mut whole = vec![7];
        append(&mut whole, vec![vec![1, 2], vec![], vec![3]], |piece, value| 10 * piece + value);
        append(&mut whole, Vec::<Vec<usize>>::new(), |_, value| value);
        assert_eq!(whole, [7, 1, 2, 23]);
    }

    #[test]
    fn arrays_become_shorter_and_longer() {
        let mut values = Vec::new();
        for (value, count, expected) in
            [(1, 2, &[1, 1][..]), (2, 3, &[1, 1, 2]), (3, 1, &[1]), (4, 1, &[1]), (5, 0, &[])]
        {
            resize(&mut values, value, count);
            assert_eq!(values, expected);
        }
    }

    #[test]
    fn pairs_are_zero() {
        for count in [0, 1, 1000] {
            let pairs = zeroed_pairs(count);
            assert_eq!(pairs.len(), count);
            assert!(pairs.into_iter().flatten().all(|value| value.into_inner() == 0));
        }
    }

    #[test]
    fn many_pieces_are_put_together_as_one_thread_would() {
        let pieces = |count: usize| (0..count).map(|piece| (0..piece * 7 % 50).collect::<Vec<_>>());
        for count in [1, 2, 99, 1000] {
            let expected: Vec<(usize, usize)> = pieces(count)
                .enumerate()
                .flat_map(|(number, piece)| piece.into_iter().map(move |value| (number, value)))
                .collect();
            assert_eq!(concat(pieces(count).collect(), |number, value| (number, value)), expected);
        }
    }

    #[test]
    fn texts_follow_each_other() {
        assert_eq!(concat_text(vec![]), "");
        assert_eq!(concat_text(["µ", "", "a/b", "Ω"].map(String::from).to_vec()), "µa/bΩ");
    }
}
