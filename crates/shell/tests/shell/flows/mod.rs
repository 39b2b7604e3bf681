//! Scripts in the manner of public flows, run to their ends on the example design, on a chip of two of it and on designs of the shared data. What they
//! print is read as those flows read it, and held against the library's answers.

mod answers;
mod chip;
mod design;
mod metrics;
pub mod read;
mod signoff;

use design::Design;

macro_rules! flows {
    ($($name:ident $design:expr;)*) => {
        $(mod $name {
            use super::{Design, chip, metrics, signoff};

            #[test]
            fn signoff_in_a_corner() {
                if let Some(design) = $design { signoff::check(&design); }
            }

            #[test]
            fn metrics_of_stages() {
                if let Some(design) = $design { metrics::check(&design); }
            }

            #[test]
            fn blocks_of_a_chip() {
                if let Some(design) = $design { chip::check(&design); }
            }
        })*
    };
}

flows! {
    pulse Some(Design::pulse_of_two_corners());
    pulse_fast Some(Design::pulse("fast"));
    pulse_slow Some(Design::pulse("slow"));
    two_pulses Some(Design::two_pulses());
    gcd Design::shared("gcd_sky130hd");
    xtea Design::shared("xtea_sky130hd");
    tt02 Design::shared("tt02_sky130hd");
}
