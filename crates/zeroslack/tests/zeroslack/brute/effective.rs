//! Effective capacitance by its definitions in f64.

/// (ps of a ramp from rail to rail for each ps of slew, ps of an exponential's slew for each ps of its time constant): between the thresholds that
/// `library.rs` writes.
pub fn measure(split: usize, transition: usize) -> (f64, f64) {
    let [low, high]: [f64; 2] = match (split, transition) {
        (0, 0) => [0.3, 0.7],
        (0, _) => [0.1, 0.6],
        (_, _) => [0.2, 0.8],
    };
    // A rise is slowest at its high threshold, a fall at its low one.
    let tail = if transition == 0 { (1.0 - low) / (1.0 - high) } else { high / low };
    (1.0 / (high - low), tail.ln())
}

/// The load, fF, that takes as much charge as the pi model with these moments of admittance, all taken as positive, while the output makes its ramp.
pub fn effective([first, second, third]: [f64; 3], ramp_of: impl Fn(f64) -> f64) -> f64 {
    if second == 0.0 {
        return first;
    }
    let far = second * second / third;
    let constant = third * third / second.powi(3) * far;
    let near = first - far;
    let charge = |load: f64| {
        let ramp = ramp_of(load);
        let lost = if ramp > 0.0 { -constant / ramp * (-ramp / constant).exp_m1() } else { 1.0 };
        near + far * (1.0 - lost)
    };
    // Secant steps from the whole load on, up to eight charges, until a step is less than an 8192th of it.
    let mut known = vec![(first, charge(first))];
    let mut guess = known[0].1;
    while known.len() < 8 {
        let (last, its_charge) = known[known.len() - 1];
        if (guess - last).abs() <= first / 8192.0 {
            break;
        }
        let excess = charge(guess) - guess;
        let slope = (excess - (its_charge - last)) / (guess - last);
        known.push((guess, guess + excess));
        guess = (guess - if slope < 0.0 { excess / slope } else { -excess }).max(near).min(first);
    }
    guess
}

/// The delay of a wire with these moments behind a ramp: D2M for a step, PERI from there on.
pub fn wire_delay(elmore: f64, variance: f64, ramp: f64) -> f64 {
    if elmore == 0.0 || variance == 0.0 {
        return elmore;
    }
    let second = (variance + elmore * elmore) / 2.0;
    let step = 2.0_f64.ln() * elmore.powi(2) / second.sqrt();
    let share = (variance / (variance + ramp.powi(2) / 12.0)).powf(2.5);
    share * step + (1.0 - share) * elmore
}
