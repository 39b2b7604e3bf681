//! The words all crates share: [`Split`] (early, late), [`Transition`] (rise, fall), [`Quad`] (a value for
//! each of the four), and [`Ticks`], the integer unit of time.
//!
//! Slew and delay are ps, capacitance fF, resistance kΩ (kΩ × fF = ps), all f32. Arrival, required and
//! slack are integer ticks of 0.0001 ps: a delay is rounded once, where it enters the timing pass, and from
//! there on sums are exact in any order.

/// Early or late: the fastest or the slowest a signal can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Split {
    /// Earliest arrival, for hold.
    Early = 0,
    /// Latest arrival, for setup.
    Late = 1,
}

impl Split {
    /// Both, in the order of their indices.
    pub const ALL: [Self; 2] = [Self::Early, Self::Late];

    /// The one that is named, or both.
    pub const fn named(split: Option<Self>) -> &'static [Self] {
        match split {
            None => &Self::ALL,
            Some(Self::Early) => &[Self::Early],
            Some(Self::Late) => &[Self::Late],
        }
    }

    /// The other one.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Early => Self::Late,
            Self::Late => Self::Early,
        }
    }

    /// `early`, `late`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Early => "early",
            Self::Late => "late",
        }
    }
}

/// A signal's transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transition {
    /// 0 to 1.
    Rise = 0,
    /// 1 to 0.
    Fall = 1,
}

impl Transition {
    /// Both, in the order of their indices.
    pub const ALL: [Self; 2] = [Self::Rise, Self::Fall];

    /// The other one.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Rise => Self::Fall,
            Self::Fall => Self::Rise,
        }
    }

    /// The transition with this index in its lowest bit.
    pub const fn of(index: u32) -> Self {
        if index & 1 == 0 { Self::Rise } else { Self::Fall }
    }

    /// `rise`, `fall`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rise => "rise",
            Self::Fall => "fall",
        }
    }
}

/// A value for each split and transition: `[split][transition]`.
pub type Quad<T> = [[T; 2]; 2];

/// A quad with the same value everywhere.
pub const fn quad<T: Copy>(value: T) -> Quad<T> {
    [[value; 2]; 2]
}

/// Time in ticks of 0.0001 ps.
pub type Ticks = i64;

/// The greatest common divisor of two periods.
pub fn gcd(mut a: Ticks, mut b: Ticks) -> Ticks {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Ticks per ps.
pub const TICKS_PER_PS: f64 = 1e4;

/// The longest slew, and the longest delay of a table or a wire, that an input can state, ps: 1 ms.
///
/// What inputs state lies within these bounds, which readers check. So no sum or product of what delays are computed from leaves the range of an f32: the
/// second moment of a net's delays, the greatest of them, stays within it up to 100,000 pins that each have the largest capacitance.
pub const LARGEST_TIME: f32 = 1e9;

/// The largest capacitance that an input can state, of a pin, of a port or of a whole net's wires, fF: 100 nF.
pub const LARGEST_CAPACITANCE: f32 = 1e8;

/// The largest resistance that an input can state, of a resistor or of all of a net, kΩ: 1 GΩ.
pub const LARGEST_RESISTANCE: f32 = 1e6;

/// The most levels of a graph: a sum of so many of [`LONGEST_DELAY`], and the difference of two such sums, do not overflow.
pub const MOST_LEVELS: usize = 1 << 21;

/// No time: the pin is never reached, or nothing requires anything of it. It never enters a sum.
pub const UNDEFINED: Ticks = Ticks::MIN;

/// The longest delay that can enter a sum, about 110 µs: a sum of it over [`MOST_LEVELS`] does not overflow.
pub const LONGEST_DELAY: Ticks = 1 << 40;

/// The latest time that a constraint can state, about 113 ms.
pub const LATEST_TIME: Ticks = 1 << 50;

/// A delay in ps as ticks, rounded to the nearest (halves to even) and clamped to ±[`LONGEST_DELAY`]. Not for NaN.
#[inline]
pub fn ticks(ps: f32) -> Ticks {
    round(f64::from(ps), LONGEST_DELAY as f64)
}

/// A time that a constraint states, in ps, as ticks: rounded as a delay is and clamped to ±[`LATEST_TIME`].
#[inline]
pub fn ticks_of(ps: f64) -> Ticks {
    round(ps, LATEST_TIME as f64)
}

/// The same, if it is not later than [`LATEST_TIME`], before 0 or after; none for NaN.
#[inline]
pub fn ticks_within_range(ps: f64) -> Option<Ticks> {
    ((ps * TICKS_PER_PS).abs() <= LATEST_TIME as f64).then(|| ticks_of(ps))
}

#[inline]
fn round(ps: f64, limit: f64) -> Ticks {
    /// Adding this leaves the nearest whole number in the lowest bits of the mantissa: a rounding that every
    /// machine has in one vector instruction.
    const MAGIC: f64 = (3_u64 << 51) as f64;
    let scaled = ps * TICKS_PER_PS;
    let below = if scaled < limit { scaled } else { limit };
    let clamped = if below > -limit { below } else { -limit };
    (clamped + MAGIC).to_bits() as Ticks - MAGIC.to_bits() as Ticks
}

/// Ticks in ps, for reports.
#[inline]
pub fn ps(time: Ticks) -> f64 {
    time as f64 / TICKS_PER_PS
}

/// `Some` unless undefined.
#[inline]
pub fn defined(time: Ticks) -> Option<Ticks> {
    (time != UNDEFINED).then_some(time)
}

/// The worse of two arrivals: the smaller for early, the larger for late; an undefined one is no competitor.
#[inline]
pub fn worse_arrival(split: Split, a: Ticks, b: Ticks) -> Ticks {
    match split {
        Split::Early => least(a, b),
        Split::Late => a.max(b),
    }
}

/// The worse of two arrivals, for each split and transition.
#[inline]
pub fn worst_arrivals(a: &Quad<Ticks>, b: &Quad<Ticks>) -> Quad<Ticks> {
    Split::ALL.map(|split| {
        let (a, b) = (a[split as usize], b[split as usize]);
        Transition::ALL.map(|at| worse_arrival(split, a[at as usize], b[at as usize]))
    })
}

/// The tighter of two required times: the larger for early, the smaller for late; an undefined one is no competitor.
#[inline]
pub fn tighter_required(split: Split, a: Ticks, b: Ticks) -> Ticks {
    worse_arrival(split.opposite(), a, b)
}

/// The smaller of two times, where undefined counts as the greatest.
#[inline]
fn least(a: Ticks, b: Ticks) -> Ticks {
    // UNDEFINED - 1 wraps to the greatest value, every other time keeps its order.
    a.wrapping_sub(1).min(b.wrapping_sub(1)).wrapping_add(1)
}

/// The slack of an arrival against a required time: negative is a violation. Undefined where either is.
#[inline]
pub fn slack(split: Split, arrival: Ticks, required: Ticks) -> Ticks {
    if arrival == UNDEFINED || required == UNDEFINED {
        return UNDEFINED;
    }
    match split {
        Split::Early => arrival - required,
        Split::Late => required - arrival,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_is_no_competitor() {
        for split in Split::ALL {
            assert_eq!(worse_arrival(split, UNDEFINED, 7), 7);
            assert_eq!(worse_arrival(split, -7, UNDEFINED), -7);
            assert_eq!(tighter_required(split, UNDEFINED, UNDEFINED), UNDEFINED);
        }
        assert_eq!(worse_arrival(Split::Early, 3, 5), 3);
        assert_eq!(worse_arrival(Split::Late, 3, 5), 5);
        assert_eq!(tighter_required(Split::Early, 3, 5), 5);
        assert_eq!(tighter_required(Split::Late, 3, 5), 3);
    }

    #[test]
    fn ticks_round_to_even_and_saturate() {
        assert_eq!(ticks(1.5), 15_000);
        assert_eq!(ticks_of(0.000_05), 0);
        assert_eq!(ticks_of(0.000_35), 4);
        assert_eq!(ticks(f32::INFINITY), LONGEST_DELAY);
        assert_eq!(ticks(f32::NEG_INFINITY), -LONGEST_DELAY);
        assert_eq!(ticks_of(f64::INFINITY), LATEST_TIME);
        assert_eq!(ticks_within_range(-0.000_25), Some(-2));
        assert_eq!(ticks_within_range(LATEST_TIME as f64 / TICKS_PER_PS), Some(LATEST_TIME));
        for ps in [f64::INFINITY, f64::NAN, -1e15] {
            assert_eq!(ticks_within_range(ps), None);
        }
        assert_eq!(ticks_of(-0.000_25), -2);
        assert_eq!(ticks_of(123_456_789.123_4), 1_234_567_891_234);
        assert_eq!(ps(ticks(-12.25)), -12.25);
    }

    #[test]
    fn slack_is_negative_where_violated() {
        assert_eq!(slack(Split::Late, 12, 10), -2);
        assert_eq!(slack(Split::Early, 8, 10), -2);
        assert_eq!(slack(Split::Late, UNDEFINED, 10), UNDEFINED);
    }
}
