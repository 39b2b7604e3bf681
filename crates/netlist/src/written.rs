//! What nets are called in written files.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{NetId, Netlist};

/// Names under which nets are written: their own, but for nets that share theirs with another net or a port.
#[derive(Debug)]
pub(crate) struct WrittenNames<'n> {
    netlist: &'n Netlist,
    /// Of the nets that cannot keep theirs.
    changed: FxHashMap<NetId, String>,
}

impl<'n> WrittenNames<'n> {
    pub(crate) fn new(netlist: &'n Netlist) -> Self {
        let mut used: FxHashSet<Cow<'n, str>> = FxHashSet::default();
        used.extend(netlist.ports().iter().map(|port| Cow::Borrowed(&*port.name)));
        used.extend(netlist.port_pins().map(|pin| Cow::Owned(netlist.pin_name(pin))));
        let wires =
            || netlist.nets().skip(Netlist::CONSTANTS.len()).filter(|&net| netlist.net_port(net).is_none());
        let repeated: Vec<NetId> =
            wires().filter(|&net| !used.insert(Cow::Borrowed(netlist.net_name(net)))).collect();
        let mut changed = FxHashMap::default();
        for net in repeated {
            let name = netlist.net_name(net);
            let mut number = 2;
            let free = loop {
                let name = format!("{name}_{number}");
                if used.insert(Cow::Owned(name.clone())) {
                    break name;
                }
                number += 1;
            };
            changed.insert(net, free);
        }
        Self { netlist, changed }
    }

    pub(crate) fn name(&self, net: NetId) -> &str {
        self.changed.get(&net).map_or_else(|| self.netlist.net_name(net), String::as_str)
    }
}
