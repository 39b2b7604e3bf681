//! The slacks of pins against the worst paths that a search through each finds.

use zeroslack::graph::Role;
use zeroslack::netlist::PinId;
use zeroslack::paths::PathQuery;
use zeroslack::units::{Split, Transition};
use zeroslack::{PathPoints, Point, PointOf, Session, Timed};
use zeroslack_testing::by_budget;

/// Compares pins of data, from all over the design: all of them in the long run. Returns how many have a slack.
pub fn compare(session: &mut Session) -> usize {
    let most = by_budget(usize::MAX, 500);
    session.update().unwrap();
    let timed = session.timed().unwrap();
    let pins: Vec<PinId> = timed.netlist().pins().filter(|&pin| is_of_data(timed, pin)).collect();
    let compared = pins.iter().step_by(pins.len().div_ceil(most).max(1));
    compared.filter(|&&pin| compare_pin(timed, pin)).count()
}

/// Whether data comes to a pin and no clock: the slack of a clock's pin is that of what it captures, too, to which no path leads by the pin.
fn is_of_data(timed: Timed<'_>, pin: PinId) -> bool {
    let vertices = timed.graph().all_nodes(pin).flat_map(|node| node.vertices());
    let mut tags = vertices.filter_map(|vertex| timed.graph().vertex_tag(vertex)).peekable();
    tags.peek().is_some() && tags.all(|tag| tag.role == Role::Data)
}

fn compare_pin(timed: Timed<'_>, pin: PinId) -> bool {
    let mut has_slack = false;
    for (split, transition) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)))
    {
        let query = PathQuery { split: Some(split), ..PathQuery::new(1) };
        let point = Point { what: PointOf::Pin(pin), transition: Some(transition) };
        let found = timed.find_paths_passing(&query, &PathPoints::new().through([point])).unwrap();
        let worst = found.paths().first().map(|path| path.end.slack);
        let name = timed.netlist().pin_name(pin);
        assert_eq!(timed.slack(pin, split, transition), worst, "{name} {split:?} {transition:?}");
        has_slack |= worst.is_some();
    }
    has_slack
}
