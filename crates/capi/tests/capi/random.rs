//! Random edits through C and through the library: the same ids, the same errors, the same results to the bit.

use std::ptr::null;

use proptest::prelude::*;
use zeroslack::netlist::{CellId, EditError, Editor, MasterId, NetId, NetParasitics, PinId};
use zeroslack::{CornerId, Mark, Session};
use zeroslack_capi::*;
use zeroslack_testing::config;

use crate::pulse::{answers, c, c_load, expected_answers, got, last_error, load};

/// An edit by numbers that are taken modulo what there is, and now and then one more.
#[derive(Clone, Debug)]
enum Step {
    SetMaster(u32, u32),
    InsertCell(u8, u32),
    RemoveCell(u32),
    InsertNet(u8),
    RemoveNet(u32),
    Connect(u32, u32),
    Disconnect(u32),
    /// A cell's library cell exchanged for the next one with the same pins.
    Resize(u32),
    /// A pin of a net is moved to another net.
    Move(u32, u32),
    Star(u32, f32),
    Capacitance(u32, f32),
    Mark,
    Undo,
    Update,
}

fn step() -> impl Strategy<Value = Step> {
    let id = any::<u32>;
    prop_oneof![
        1 => (id(), id()).prop_map(|(cell, master)| Step::SetMaster(cell, master)),
        2 => (any::<u8>(), id()).prop_map(|(name, master)| Step::InsertCell(name, master)),
        1 => id().prop_map(Step::RemoveCell),
        2 => any::<u8>().prop_map(Step::InsertNet),
        1 => id().prop_map(Step::RemoveNet),
        2 => (id(), id()).prop_map(|(pin, net)| Step::Connect(pin, net)),
        1 => id().prop_map(Step::Disconnect),
        5 => id().prop_map(Step::Resize),
        3 => (id(), id()).prop_map(|(pin, net)| Step::Move(pin, net)),
        4 => (id(), -1.0_f32..20.0).prop_map(|(net, value)| Step::Star(net, value)),
        3 => (id(), -1.0_f32..20.0).prop_map(|(net, value)| Step::Capacitance(net, value)),
        2 => Just(Step::Mark),
        2 => Just(Step::Undo),
        2 => Just(Step::Update),
    ]
}

/// Both sides.
struct Pair {
    c: Box<zs_session>,
    library: Session,
    marks: Vec<(Box<zs_mark>, Mark)>,
}

type Made = Result<u32, String>;

impl Pair {
    /// What a call of C made, or the message of its error.
    fn c_made(status: zs_status, made: u32) -> Made {
        if status == zs_status::ZS_OK { Ok(made) } else { Err(last_error()) }
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Editor<'_>) -> Result<u32, EditError>) -> Made {
        self.library.edit(edit).map_err(|error| error.to_string())
    }

    /// Makes a step on both sides, and returns what each says.
    fn step(&mut self, step: &Step) -> (Made, Made) {
        let netlist = self.library.netlist();
        let (cells, pins) = (netlist.cell_id_count() as u32 + 1, netlist.pin_id_count() as u32 + 1);
        let nets = netlist.net_id_count() as u32 + 1;
        let masters = netlist.library().masters().len() as u32 + 1;
        let c = Some(&mut *self.c);
        match *step {
            Step::SetMaster(cell, master) => {
                let (cell, master) = (cell % cells, master % masters);
                let made = Self::c_made(zs_set_master(c, cell, master), 0);
                (made, self.edit(|netlist| netlist.set_master(CellId(cell), MasterId(master)).map(|()| 0)))
            }
            Step::Resize(cell) => {
                let cell = CellId(cell % (cells - 1));
                let is_alike = |other: &MasterId| {
                    let pins = |id: MasterId| netlist.library().master(id).pins.iter().map(|pin| &pin.name);
                    pins(*other).eq(pins(netlist.cell_master(cell)))
                };
                let alike: Vec<MasterId> = (0..masters - 1).map(MasterId).filter(is_alike).collect();
                let place = alike.iter().position(|&one| one == netlist.cell_master(cell)).unwrap();
                let master = alike[(place + 1) % alike.len()];
                let made = Self::c_made(zs_set_master(c, cell.0, master.0), 0);
                (made, self.edit(|netlist| netlist.set_master(cell, master).map(|()| 0)))
            }
            Step::InsertCell(name, master) => {
                let (name, master) = (format!("new_{}", name % 16), master % masters);
                let text = crate::pulse::c(&name);
                let made = got(|cell| unsafe { zs_insert_cell(c, text.as_ptr(), master, cell) });
                let made = made.map_err(|_| last_error());
                (made, self.edit(|netlist| Ok(netlist.insert_cell(&name, MasterId(master))?.0)))
            }
            Step::InsertNet(name) => {
                let name = if name > 230 { "two words".into() } else { format!("new_{}", name % 16) };
                let text = crate::pulse::c(&name);
                let made = got(|net| unsafe { zs_insert_net(c, text.as_ptr(), net) });
                (made.map_err(|_| last_error()), self.edit(|netlist| Ok(netlist.insert_net(&name)?.0)))
            }
            Step::RemoveCell(cell) => {
                let cell = cell % cells;
                let made = Self::c_made(zs_remove_cell(c, cell), 0);
                (made, self.edit(|netlist| netlist.remove_cell(CellId(cell)).map(|()| 0)))
            }
            Step::RemoveNet(net) => {
                let net = net % nets;
                let made = Self::c_made(zs_remove_net(c, net), 0);
                (made, self.edit(|netlist| netlist.remove_net(NetId(net)).map(|()| 0)))
            }
            Step::Connect(pin, net) => {
                let (pin, net) = (pin % pins, net % nets);
                let made = Self::c_made(zs_connect(c, pin, net), 0);
                (made, self.edit(|netlist| netlist.connect(PinId(pin), NetId(net)).map(|()| 0)))
            }
            Step::Disconnect(pin) => {
                let pin = pin % pins;
                let made = Self::c_made(zs_disconnect(c, pin), 0);
                (made, self.edit(|netlist| netlist.disconnect(PinId(pin)).map(|()| 0)))
            }
            Step::Move(pin, net) => {
                let (pin, net) = (pin % pins, net % nets);
                let edit =
                    |kind: zs_edit_kind| zs_edit { kind: kind as u32, object: pin, to: net, name: null() };
                let group = [edit(zs_edit_kind::ZS_DISCONNECT), edit(zs_edit_kind::ZS_CONNECT)];
                let mut made = [7; 2];
                let status = unsafe { zs_apply_edits(c, group.as_ptr(), 2, made.as_mut_ptr(), None) };
                assert!(status != zs_status::ZS_OK || made == [ZS_NONE; 2]);
                let moved = self.edit(|netlist| {
                    netlist.disconnect(PinId(pin))?;
                    netlist.connect(PinId(pin), NetId(net)).map(|()| 0)
                });
                (Self::c_made(status, 0), moved)
            }
            Step::Star(..) | Step::Capacitance(..) => self.wire(step),
            Step::Mark => {
                let mark = got(|mark| zs_mark_new(c, mark)).unwrap().unwrap();
                self.marks.push((mark, self.library.mark()));
                (Ok(0), Ok(0))
            }
            Step::Undo => {
                let Some((c_mark, mark)) = self.marks.pop() else { return (Ok(0), Ok(0)) };
                let made = Self::c_made(zs_undo(c, Some(&c_mark)), 0);
                self.library.undo(&mark);
                (made, Ok(0))
            }
            Step::Update => {
                let made = Self::c_made(zs_update(c), 0);
                let updated = self.library.update().map(|_| 0);
                (made, updated.map_err(|error| error.to_string().trim_end().to_string()))
            }
        }
    }

    /// Gives a net other parasitics on both sides.
    fn wire(&mut self, step: &Step) -> (Made, Made) {
        let ids = self.library.netlist().net_id_count() as u32;
        let (Step::Star(net, value) | Step::Capacitance(net, value)) = *step else { unreachable!() };
        let net = net % ids;
        if !self.library.netlist().has_net(NetId(net)) {
            let status = unsafe { zs_set_capacitances(Some(&mut self.c), 0, &net, 1, &value) };
            assert_eq!(status, zs_status::ZS_ARGUMENT);
            return (Ok(0), Ok(0));
        }
        let pins = self.library.netlist().net_pins(NetId(net)).to_vec();
        let (network, status) = if let Step::Star(..) = step {
            let numbers: Vec<u32> = pins.iter().map(|pin| pin.0).collect();
            let values: Vec<f32> = (0..pins.len()).map(|place| value + place as f32).collect();
            let first = [0, pins.len() as u32];
            let status = unsafe {
                let (first, pins, values) = (first.as_ptr(), numbers.as_ptr(), values.as_ptr());
                zs_set_stars(Some(&mut self.c), 0, &net, 1, first, pins, values, values)
            };
            let network = NetParasitics {
                nodes: pins.iter().map(|&pin| Some(pin)).zip(values.iter().copied()).collect(),
                resistors: (1..pins.len()).map(|node| (0, node, values[node])).collect(),
            };
            (network, status)
        } else {
            let status = unsafe { zs_set_capacitances(Some(&mut self.c), 0, &net, 1, &value) };
            (NetParasitics { nodes: vec![(None, value)], resistors: Vec::new() }, status)
        };
        let network = (!network.nodes.is_empty()).then_some(&network);
        let set = self.library.edit_parasitics(CornerId::FIRST, |parasitics, netlist| {
            parasitics.set_net(netlist, NetId(net), network)
        });
        (Self::c_made(status, 0), set.map(|()| 0).map_err(|error| error.to_string()))
    }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn c_and_the_library_say_the_same(steps in prop::collection::vec(step(), 1..60)) {
        let mut pair = Pair { c: c_load(), library: load(), marks: Vec::new() };
        for step in &steps {
            let (c, library) = pair.step(step);
            prop_assert_eq!(c, library, "{:?}", step);
        }
        let (c, library) = pair.step(&Step::Update);
        prop_assert_eq!(&c, &library);
        if c.is_ok() {
            prop_assert_eq!(answers(&pair.c), expected_answers(&pair.library));
        }
        let name = c_name(&pair.c, 0);
        prop_assert_eq!(name, pair.library.netlist().pin_name(PinId(0)));
    }
}

fn c_name(session: &zs_session, pin: u32) -> String {
    let mut buffer = [0_u8; 64];
    let length = got(|length| unsafe {
        zs_pin_name(Some(session), pin, buffer.as_mut_ptr().cast(), buffer.len(), length)
    });
    String::from_utf8(buffer[..length.unwrap()].to_vec()).unwrap()
}

#[test]
fn names_find_what_they_name() {
    let (session, library) = (c_load(), load());
    let netlist = library.netlist();
    for pin in netlist.pins() {
        let name = netlist.pin_name(pin);
        assert_eq!(c_name(&session, pin.0), name);
        let found = got(|found| unsafe { zs_find_pin(Some(&session), c(&name).as_ptr(), found) });
        assert_eq!(found, Ok(pin.0));
        let cell = got(|cell| zs_pin_cell(Some(&session), pin.0, cell)).unwrap();
        assert_eq!(cell, netlist.pin_cell(pin).map_or(ZS_NONE, |cell| cell.0));
        let net = got(|net| zs_pin_net(Some(&session), pin.0, net)).unwrap();
        assert_eq!(net, netlist.pin_net(pin).map_or(ZS_NONE, |net| net.0));
    }
    for net in netlist.nets() {
        let mut pins = None;
        let count = got(|count| {
            let mut place = std::mem::MaybeUninit::uninit();
            let status = zs_net_pins(Some(&session), net.0, Some(&mut place), count);
            pins = Some(unsafe { place.assume_init() });
            status
        });
        let pins = unsafe { std::slice::from_raw_parts(pins.unwrap(), count.unwrap() as usize) };
        assert!(pins.iter().eq(netlist.net_pins(net).iter().map(|pin| &pin.0)));
        let found =
            got(|found| unsafe { zs_find_net(Some(&session), c(netlist.net_name(net)).as_ptr(), found) });
        assert_eq!(found, Ok(net.0));
    }
}
