//! `bus` and `bundle` groups.

use rustc_hash::FxHashMap;

use crate::bus_type::BusType;
use crate::header::Header;
use crate::names::{PinName, bit_names};
use crate::pin::PinGroup;
use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;

/// A `bus` or `bundle` group as it stands in the file.
pub(crate) struct BusGroup<'t> {
    pub name: TextPiece<'t>,
    is_bus: bool,
    bus_type: Option<TextPiece<'t>>,
    members: Option<TextPiece<'t>>,
    /// What it says about all its pins.
    pub common: PinGroup<'t>,
    /// What it says about some of them.
    pub pins: Vec<PinGroup<'t>>,
}

/// Bus types of a cell.
pub(crate) type BusTypes<'t> = FxHashMap<&'t str, BusType>;

impl<'t> BusGroup<'t> {
    /// Reads the group that `statement` opens.
    pub fn read(scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) -> Option<Self> {
        let mut group = Self {
            name: scan.group_name(statement)?,
            is_bus: statement.name.text == "bus",
            bus_type: None,
            members: None,
            common: PinGroup::default(),
            pins: Vec::new(),
        };
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                match statement.name.text {
                    "bus_type" => group.bus_type = Some(statement.argument.first_argument()),
                    "members" => group.members = Some(statement.argument),
                    "pin" => group.pins.extend(PinGroup::read(scan, header, &statement)),
                    _ => group.common.take(scan, header, &statement),
                }
            }
        }
        Some(group)
    }

    /// The first and the last bit of a bus; `Ok(None)` for a bundle. An error is reported.
    pub fn range(
        &self,
        scan: &mut Scanner<'t>,
        header: &Header<'t>,
        own_types: &BusTypes<'t>,
    ) -> Result<Option<(i32, i32)>, ()> {
        if !self.is_bus {
            return Ok(None);
        }
        let name = self.bus_type.unwrap_or(self.name);
        match own_types.get(name.text).or_else(|| header.bus_types.get(name.text)) {
            Some(bus_type) => Ok(Some((bus_type.from, bus_type.to))),
            None => {
                scan.error("LIB-027", name.span(), || {
                    format!(
                        "bus '{}' has no known bus type: expected 'bus_type' to name a 'type'",
                        self.name.text
                    )
                });
                Err(())
            }
        }
    }

    /// The names of its pins, from the left. `range` is that of a bus.
    pub fn bits(&self, scan: &mut Scanner<'t>, range: Option<(i32, i32)>) -> Vec<Box<str>> {
        if let Some((from, to)) = range {
            return bit_names(self.name.text, from, to).collect();
        }
        let members = self.members.into_iter().flat_map(TextPiece::names);
        let members: Vec<Box<str>> = members.map(|name| name.text.into()).collect();
        if members.is_empty() {
            scan.error("LIB-028", self.name.span(), || {
                format!("bundle '{}' has no pins: expected 'members'", self.name.text)
            });
        }
        members
    }
}

/// The names that one name of a `pin` group stands for.
pub(crate) fn pin_names(name: &str) -> Vec<Box<str>> {
    match PinName::parse(name) {
        PinName::Plain(name) => vec![name.into()],
        PinName::Bits { base, from, to } => bit_names(base, from, to).collect(),
    }
}
