//! Values with the options that say where they are stated.

use zeroslack_units::Quad;

/// What is stated of both splits and transitions, each value once with the options that name its places: none where it is everywhere.
pub(super) fn each<T: Copy + PartialEq>(values: &Quad<Option<T>>) -> Vec<(String, T)> {
    let [early, late] = values;
    if early == late {
        return of_transitions(early).map(|(options, value)| (options.to_owned(), value)).collect();
    }
    each_split(values, ["-min", "-max"])
}

/// The same with an option for the split always.
pub(super) fn each_split<T: Copy + PartialEq>(
    values: &Quad<Option<T>>,
    splits: [&str; 2],
) -> Vec<(String, T)> {
    let of_split = |(split, values)| {
        of_transitions(values).map(move |(options, value)| (format!(" {split}{options}"), value))
    };
    splits.into_iter().zip(values).flat_map(of_split).collect()
}

fn of_transitions<T: Copy + PartialEq>(
    values: &[Option<T>; 2],
) -> impl Iterator<Item = (&'static str, T)> + use<T> {
    let stated = match *values {
        [Some(rise), Some(fall)] if rise == fall => [Some(("", rise)), None],
        [rise, fall] => [rise.map(|rise| (" -rise", rise)), fall.map(|fall| (" -fall", fall))],
    };
    stated.into_iter().flatten()
}

/// What is stated of late and of early data, with `-setup` and `-hold`.
pub(super) fn of_checks<T: Copy + PartialEq>(
    values: [Option<T>; 2],
) -> impl Iterator<Item = (&'static str, T)> {
    let stated = match values {
        [Some(hold), Some(setup)] if hold == setup => [Some(("", hold)), None],
        [hold, setup] => [setup.map(|setup| (" -setup", setup)), hold.map(|hold| (" -hold", hold))],
    };
    stated.into_iter().flatten()
}

/// What is not 0, as values that are stated.
pub(super) fn nonzero<T: Copy + PartialEq + Default>(values: &Quad<T>) -> Quad<Option<T>> {
    values.map(|split| split.map(|value| (value != T::default()).then_some(value)))
}
