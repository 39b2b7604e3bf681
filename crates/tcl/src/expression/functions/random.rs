//! `rand` and `srand`: the generator of Park and Miller that Tcl documents.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{argument, arguments};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Number, Value};

const MODULUS: i64 = 2_147_483_647;
const MULTIPLIER: i64 = 16_807;
/// What changes the two seeds that the generator would not leave.
const MASK: i64 = 123_459_876;

/// Where the interpreter keeps the seed; `None` as long as no number was drawn.
fn random_seed(interp: &mut Interp) -> &mut Option<i64> {
    &mut interp.random_seed
}

/// `rand`: the next number between 0 and 1.
pub(super) fn rand(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [] = arguments(words)?;
    let (seconds, micros) = interp.world.host.now();
    let first = usable((seconds.wrapping_mul(1_000_003) ^ i64::from(micros)) & MODULUS);
    let seed = random_seed(interp).get_or_insert(first);
    Ok(Value::from(next(seed)))
}

/// `srand`: sets the seed, and gives the first number.
pub(super) fn srand(interp: &mut Interp, words: &[Value]) -> Outcome {
    let seed = random_seed(interp).insert(seed_of(argument(words)?)?);
    Ok(Value::from(next(seed)))
}

/// The next number between 0 and 1, without either.
pub(in crate::expression) fn next(seed: &mut i64) -> f64 {
    *seed = seed.wrapping_mul(MULTIPLIER).rem_euclid(MODULUS);
    *seed as f64 * (1.0 / MODULUS as f64)
}

/// The seed that an argument of `srand` is: its lowest 31 bits.
pub(in crate::expression) fn seed_of(value: &Value) -> Result<i64, Exception> {
    let low = match value.number() {
        Some(Number::Int(number)) => number & MODULUS,
        Some(Number::Big(number)) => (&*number & BigInt::from(MODULUS)).to_i64().unwrap_or_default(),
        _ => {
            let message = format!("expected integer but got \"{}\"", value.text());
            return Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]));
        }
    };
    Ok(usable(low))
}

fn usable(low: i64) -> i64 {
    if low == 0 || low == MODULUS { low ^ MASK } else { low }
}
