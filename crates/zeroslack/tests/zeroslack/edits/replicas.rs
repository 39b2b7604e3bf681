//! Alternatives that replicas try at the same time: what one session finds of one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zeroslack::netlist::{
    CellId, EditError, Editor as NetlistEditor, MasterId, NetId, Netlist, Parasitics, PinId,
};
use zeroslack::timing::Summary;
use zeroslack::{
    CornerId, EngineChoice, EngineOptions, ModeId, QueryError, Replicas, Session, Silent, UpdateError,
};
use zeroslack_synth::Options;
use zeroslack_testing::Dice;

use super::anew::assert_same_as_anew;
use super::examples::pulse;
use super::gates::move_pins;
use super::random::{Editor, ends};
use super::synthetic::synthetic;

/// Something to be tried.
enum Alternative {
    Size(CellId, MasterId),
    Repeater(MasterId, NetId, Vec<PinId>),
    NoParasitics(NetId),
    /// An error: there is such a cell.
    Taken(MasterId, String),
}

/// What a trial can fail with.
#[derive(Debug, PartialEq)]
enum Failure {
    Edit(EditError),
    Update(String),
}

impl From<UpdateError> for Failure {
    fn from(error: UpdateError) -> Self {
        Self::Update(error.to_string())
    }
}

impl Alternative {
    fn drawn(session: &Session, editor: &mut Editor) -> Self {
        let netlist = session.netlist();
        let cell = editor.cell(netlist).unwrap();
        let master = netlist.cell_master(cell);
        match editor.dice.below(10) {
            0..5 => Self::Size(cell, *editor.dice.pick(&editor.alike[master.index()])),
            5..8 => {
                let net = editor.net(netlist);
                Self::Repeater(*editor.dice.pick(&editor.repeaters), net, editor.some_sinks(netlist, net))
            }
            8 => Self::NoParasitics(editor.net(netlist)),
            _ => Self::Taken(master, netlist.cell_name(cell).to_string()),
        }
    }

    fn edit(&self, netlist: &mut NetlistEditor<'_>) -> Result<(), EditError> {
        match self {
            Self::Size(cell, master) => netlist.set_master(*cell, *master),
            Self::Repeater(master, from, sinks) => {
                let (cell, net) = (netlist.insert_cell("tried", *master)?, netlist.insert_net("tried")?);
                let [input, output] = ends(netlist, cell).unwrap();
                netlist.connect(input, *from)?;
                netlist.connect(output, net)?;
                move_pins(netlist, sinks, net)
            }
            Self::NoParasitics(_) => Ok(()),
            Self::Taken(master, name) => netlist.insert_cell(name, *master).map(drop),
        }
    }

    fn edit_of_parasitics(&self) -> Option<impl FnOnce(&mut Parasitics, &Netlist) + use<>> {
        let Self::NoParasitics(net) = *self else { return None };
        Some(move |parasitics: &mut Parasitics, netlist: &Netlist| {
            parasitics.set_net(netlist, net, None).unwrap();
        })
    }

    /// What replicas find.
    fn tried_by(alternatives: &[Self], replicas: &mut Replicas) -> Vec<Result<Vec<Vec<Summary>>, Failure>> {
        let tried = replicas.try_each(
            alternatives,
            |trial, alternative| {
                if let Some(edits) = alternative.edit_of_parasitics() {
                    trial.edit_parasitics(CornerId::FIRST, edits);
                }
                trial.edit(|netlist| alternative.edit(netlist)).map_err(Failure::Edit)
            },
            |session, ()| summaries(session),
        );
        tried.unwrap()
    }

    /// The same by itself, and for good.
    fn make(&self, session: &mut Session) -> Result<(), Failure> {
        if let Some(edits) = self.edit_of_parasitics() {
            session.edit_parasitics(CornerId::FIRST, edits);
        }
        session.edit(|netlist| self.edit(netlist)).map_err(Failure::Edit)
    }
}

/// Of all scenarios.
fn summaries(session: &Session) -> Vec<Vec<Summary>> {
    session.scenarios().map(|(scenario, ..)| session.timed_in(scenario).unwrap().summaries()).collect()
}

/// A design of one clock, where repeaters are taken over in place, or of several, some of them in two corners.
fn drawn_session(seed: u64, cppr: bool) -> Session {
    let clocks = if seed.is_multiple_of(2) { 1 } else { 3 };
    let mut session = synthetic(Options { clocks, seed, flip_flops: 0.2, ..Options::new(300) });
    if seed.is_multiple_of(3) {
        let corner = session.add_corner("bare", None, Parasitics::default()).unwrap();
        session.add_scenario(ModeId::FIRST, corner);
    }
    session.set_cppr(cppr);
    session
}

#[test]
fn answers_are_those_of_one_session() {
    for seed in 0..12 {
        let cppr = seed % 4 < 2;
        let session = drawn_session(seed, cppr);
        let mut editor = Editor::new(&session, Dice::new(seed, 7));
        let mut replicas = Replicas::new(session, 4).unwrap();
        assert_eq!(replicas.count(), 4);
        for round in 0..3 {
            let drawn = |_| Alternative::drawn(replicas.session(), &mut editor);
            let alternatives: Vec<Alternative> = (0..25).map(drawn).collect();
            let tried = Alternative::tried_by(&alternatives, &mut replicas);
            let mut of_one = Replicas::new(drawn_session(seed, cppr), 1).unwrap();
            if round > 0 {
                of_one = Replicas::new(replicas.session().replicate(), 1).unwrap();
            }
            assert_eq!(tried, Alternative::tried_by(&alternatives, &mut of_one), "{seed} {round}");
            for (alternative, tried) in alternatives.iter().zip(&tried).step_by(4) {
                let mut alone = of_one.session().replicate();
                match alternative.make(&mut alone) {
                    Ok(()) => {
                        alone.update().unwrap();
                        assert_eq!(Ok(summaries(&alone)), *tried, "{seed} {round}");
                        assert_same_as_anew(&alone, "an alternative by itself");
                    }
                    Err(error) => assert_eq!(Err(error), *tried, "{seed} {round}"),
                }
            }
            // One that is kept; if it fails, in all of them.
            let _ = replicas.apply(|session| alternatives[0].make(session));
            let cells = replicas.session().netlist().cell_id_count();
            let checked = replicas.apply(|session| {
                session.update()?;
                assert_same_as_anew(session, "a replica");
                assert_eq!(session.netlist().cell_id_count(), cells);
                Ok::<_, UpdateError>(())
            });
            checked.unwrap();
        }
        assert_same_as_anew(&replicas.into_session(), "in the end");
    }
}

#[test]
fn a_replica_goes_its_own_way() {
    let mut session = drawn_session(3, true);
    session.update().unwrap();
    let before = summaries(&session);
    let mut replica = session.replicate();
    assert_eq!(replica.engine_options(), EngineOptions { engine: EngineChoice::Cpu, gpu: 0 });
    assert_eq!(summaries(&replica), before);
    let cells: Vec<CellId> = session.netlist().cells().collect();
    replica.edit(|netlist| cells.iter().step_by(2).try_for_each(|&cell| netlist.remove_cell(cell))).unwrap();
    assert!(replica.timed().is_err());
    replica.update().unwrap();
    assert_ne!(summaries(&replica), before);
    assert_same_as_anew(&replica, "the replica");
    assert_eq!(summaries(&session), before);
    assert_same_as_anew(&session, "the session");
}

#[test]
fn a_session_that_was_never_timed_has_replicas() {
    let session = Session::read(&pulse(), &Silent).unwrap();
    let mut replica = session.replicate();
    assert!(matches!(replica.timed(), Err(QueryError::NotTimed)));
    replica.update().unwrap();
    assert_same_as_anew(&replica, "from the first update on");
}

/// The panic of an alternative leaves nothing of it.
#[test]
fn a_panic_takes_its_alternative_back() {
    let session = drawn_session(2, true);
    let mut editor = Editor::new(&session, Dice::new(2, 2));
    let mut replicas = Replicas::new(session, 3).unwrap();
    let (before, cell) = (summaries(replicas.session()), editor.cell(replicas.session().netlist()).unwrap());
    let caught = catch_unwind(AssertUnwindSafe(|| {
        replicas.try_each(
            &[0, 1, 2, 3],
            |trial, number| {
                trial.edit(|netlist| netlist.remove_cell(cell)).map_err(Failure::Edit)?;
                assert_ne!(*number, 2, "as it should");
                Ok::<_, Failure>(())
            },
            |session, ()| summaries(session),
        )
    }));
    assert!(caught.is_err());
    let checked = replicas.apply(|session| {
        session.update()?;
        assert_eq!(summaries(session), before);
        Ok::<_, UpdateError>(())
    });
    checked.unwrap();
}
