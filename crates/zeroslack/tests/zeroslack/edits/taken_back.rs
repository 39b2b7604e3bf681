//! Constraints of objects whose insertion is taken back.

use zeroslack::netlist::{CellId, EditError, Editor as NetlistEditor, NetId};
use zeroslack::sdc::{
    CaseValue, Clock, ClockId, ConstraintEditor, ConstraintError, Constraints, DerateScope, DerateTarget,
    Derivation, Exception, ExceptionKind, ExceptionPaths, GeneratedClock, OtherClocks, PathObject,
    PathObjects,
};
use zeroslack::{ModeId, Session};

use super::examples::{load, tiny};
use super::random::ends;

const EVERYTHING: DerateScope = DerateScope { kinds: [true; 3], parts: [true; 2], edges: [[true; 2]; 2] };

/// Says something of a cell, its pins and a net.
fn state(
    editor: &mut ConstraintEditor<'_>,
    clock: Clock,
    (cell, net): (CellId, NetId),
) -> Result<(), ConstraintError> {
    let [input, output] = ends(editor.netlist(), cell).unwrap();
    let generated = GeneratedClock {
        source: output,
        stated_master: Some(ClockId(0)),
        master: None,
        derivation: Derivation::Divide(2),
        is_combinational: false,
        is_inverted: false,
        has_own_latency: false,
    };
    let made = Clock { name: "made".into(), sources: vec![output], generated: Some(generated), ..clock };
    editor.create_clock(made, OtherClocks::Kept)?;
    editor.set_case_value(&[input], Some(CaseValue::One))?;
    editor.set_derate(DerateTarget::Cell(cell), &EVERYTHING, 2.0)?;
    editor.set_net_load(&[net], [[Some(3.0); 2]; 2])?;
    let through = vec![PathObjects::new(vec![PathObject::Cell(cell)], None)];
    let paths = ExceptionPaths { through, ..ExceptionPaths::default() };
    editor.add_exception(Exception { kind: ExceptionKind::False, splits: [true; 2], paths, comment: None })
}

#[test]
fn what_is_said_of_objects_that_come_to_be_none_is_forgotten() {
    let mut session = load(&tiny());
    let before = session.constraints(ModeId::FIRST).clone();
    let netlist = session.netlist();
    let master = netlist.cells().find(|&cell| ends(netlist, cell).is_some()).unwrap();
    let master = netlist.cell_master(master);
    let mark = session.mark();
    let insert = |netlist: &mut NetlistEditor<'_>| {
        Ok::<_, EditError>((netlist.insert_cell("made", master)?, netlist.insert_net("made")?))
    };
    let (cell, net) = session.edit(insert).unwrap();
    let clock = before.clocks.get(ClockId(0)).unwrap();
    session.edit_constraints(ModeId::FIRST, |editor| state(editor, clock.clone(), (cell, net))).unwrap();
    session.update().unwrap();
    let stated = session.constraints(ModeId::FIRST).clone();
    assert_ne!(stated, before);

    // One that is only removed comes back.
    let inserted = session.mark();
    session.edit(|netlist| netlist.remove_cell(cell)).unwrap();
    session.undo(&inserted);
    assert_eq!(*session.constraints(ModeId::FIRST), stated);

    session.undo(&mark);
    session.update().unwrap();
    assert_forgotten(&session, &before);
    // What comes now has the same ids.
    assert_eq!(session.edit(insert).unwrap(), (cell, net));
    session.update().unwrap();
    assert_forgotten(&session, &before);
}

fn assert_forgotten(session: &Session, before: &Constraints) {
    let now = session.constraints(ModeId::FIRST);
    assert!(now.clocks.iter().map(|(id, _)| id).eq(before.clocks.iter().map(|(id, _)| id)));
    assert_eq!(Constraints { clocks: before.clocks.clone(), ..now.clone() }, *before);
}
