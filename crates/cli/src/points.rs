//! `--from`, `--through`, `--to` and what goes with them. Written out, because the order of all kinds of `--through` counts.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use zeroslack::units::Transition;
use zeroslack::{PathPoints, Point, PointOf};

/// What the listed paths have to pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointArgs(pub(crate) PathPoints);

/// Each option for any transition, for a rise and for a fall.
const FROM: [&str; 3] = ["from", "rise-from", "fall-from"];
const THROUGH: [&str; 3] = ["through", "rise-through", "fall-through"];
const TO: [&str; 3] = ["to", "rise-to", "fall-to"];

const TRANSITIONS: [Option<Transition>; 3] = [None, Some(Transition::Rise), Some(Transition::Fall)];

const HELP: [([&str; 3], &str); 3] = [
    (
        FROM,
        "List only paths that start at one of these clocks, ports, registers, clock pins, or within one of these instances of modules; * and ? are wild, within one level of the hierarchy",
    ),
    (
        THROUGH,
        "Only those that pass one of these pins (of cells or of instances of modules), ports, cells, instances or nets; again for the next set on the way",
    ),
    (
        TO,
        "Only those that end at one of these ports, registers or data pins, within one of these instances of modules, or that one of these clocks captures",
    ),
];

impl Args for PointArgs {
    fn augment_args(command: Command) -> Command {
        let options = HELP.into_iter().flat_map(|(names, help)| {
            let helps = [help, "The same where that is a rise", "The same where it is a fall"];
            names.into_iter().zip(helps).map(|(name, help)| {
                let arg = Arg::new(name).long(name).help(help).value_name("NAME");
                arg.num_args(1..).action(ArgAction::Append).help_heading("Paths")
            })
        });
        command.args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PointArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut points = Self::default();
        points.update_from_arg_matches(matches)?;
        Ok(points)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let all = |names: [&str; 3]| {
            let mut sets = sets(matches, names);
            sets.sort_by_key(|&(place, _)| place);
            sets.into_iter().map(|(_, set)| set)
        };
        self.0 = PathPoints {
            from: all(FROM).flatten().collect(),
            through: all(THROUGH).collect(),
            to: all(TO).flatten().collect(),
        };
        Ok(())
    }
}

/// The sets that options name, each with its place on the command line.
fn sets(matches: &ArgMatches, names: [&str; 3]) -> Vec<(usize, Vec<Point>)> {
    let mut sets = Vec::new();
    for (name, transition) in names.into_iter().zip(TRANSITIONS) {
        let mut places = matches.indices_of(name).into_iter().flatten();
        for names in matches.get_occurrences::<String>(name).into_iter().flatten() {
            let points: Vec<Point> =
                names.map(|name| Point { what: PointOf::Named(name.clone()), transition }).collect();
            let place = places.next().unwrap_or_default();
            for _ in 1..points.len() {
                places.next();
            }
            sets.push((place, points));
        }
    }
    sets
}
