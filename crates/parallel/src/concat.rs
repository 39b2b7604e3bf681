//! Putting pieces together that threads have made one by one.

use std::mem::MaybeUninit;

use rayon::prelude::*;

/// What the pieces hold, piece after piece, on rayon's current threads. `of` turns a value of a piece, whose number it gets, into one of the whole:
/// numbers in it that count from the piece's start become numbers that count from the start of all.
pub fn concat<T: Send, U: Send>(pieces: Vec<Vec<T>>, of: impl Fn(usize, T) -> U + Sync) -> Vec<U> {
    fill(pieces, |number, piece, places| {
        for (place, value) in places.iter_mut().zip(piece) {
            place.write(of(number, value));
        }
    })
}

/// So many copies of a value: each thread is the first to touch its part of them.
pub fn filled<T: Copy + Send + Sync>(value: T, count: usize) -> Vec<T> {
    rayon::iter::repeat_n(value, count).collect()
}

/// The pieces of a text, one after the other.
pub fn concat_text(pieces: Vec<String>) -> String {
    let bytes = pieces.into_iter().map(String::into_bytes).collect();
    let bytes = fill(bytes, |_, piece: Vec<u8>, places| {
        places.write_copy_of_slice(&piece);
    });
    #[expect(unsafe_code, reason = "checking a text of gigabytes takes as long as copying it")]
    // SAFETY: texts one after the other are a text.
    unsafe {
        String::from_utf8_unchecked(bytes)
    }
}

/// Makes room for all pieces, and has each one written to its part of it.
fn fill<T: Send, U: Send>(
    pieces: Vec<Vec<T>>,
    write: impl Fn(usize, Vec<T>, &mut [MaybeUninit<U>]) + Sync,
) -> Vec<U> {
    let total = pieces.iter().map(Vec::len).sum();
    let mut whole = Box::new_uninit_slice(total);
    let (mut rest, mut parts) = (&mut whole[..], Vec::with_capacity(pieces.len()));
    for piece in pieces {
        let (own, others) = rest.split_at_mut(piece.len());
        parts.push((piece, own));
        rest = others;
    }
    parts.into_par_iter().enumerate().for_each(|(number, (piece, places))| write(number, piece, places));
    #[expect(unsafe_code, reason = "no value has to be written twice")]
    // SAFETY: each part has as many places as its piece has values, and `concat` and `concat_text`, the only ones who call this, write one to each.
    unsafe {
        whole.assume_init().into_vec()
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
