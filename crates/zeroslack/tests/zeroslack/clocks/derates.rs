//! Factors on delays and on what checks ask for, as they were stated one after the other.

use zeroslack::netlist::Netlist;
use zeroslack::sdc::{ConstraintEditor, Constraints, DerateKind, DerateScope, DerateTarget, PathPart};
use zeroslack::units::{Split, Transition, quad};

/// What a factor is stated of, by its name.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Design,
    LibraryCell(String),
    Cell(String),
    Net(String),
}

/// A factor that was stated.
#[derive(Clone, Debug)]
pub struct Derate {
    pub target: Target,
    pub scope: DerateScope,
    pub factor: f32,
}

/// Where a delay is: the object that it is a delay of before what that object is part of.
pub struct Place {
    pub objects: Vec<Target>,
    pub kind: DerateKind,
    pub part: PathPart,
    pub split: Split,
    pub transition: Transition,
}

impl Place {
    fn is_meant(&self, scope: &DerateScope) -> bool {
        scope.kinds[self.kind as usize]
            && scope.parts[self.part as usize]
            && scope.edges[self.split as usize][self.transition as usize]
    }
}

/// The factor that counts: of the first object that has one, the one that was stated last.
pub fn factor(derates: &[Derate], place: &Place) -> f32 {
    let of_object = |object: &Target| {
        let mut stated = derates.iter().rev();
        stated.find(|derate| derate.target == *object && place.is_meant(&derate.scope))
    };
    place.objects.iter().find_map(of_object).map_or(1.0, |derate| derate.factor)
}

impl Target {
    fn id(&self, netlist: &Netlist) -> DerateTarget {
        match self {
            Self::Design => DerateTarget::Design,
            Self::LibraryCell(name) => DerateTarget::LibraryCell(netlist.library().find(name).unwrap()),
            Self::Cell(name) => DerateTarget::Cell(netlist.find_cell(name).unwrap()),
            Self::Net(name) => DerateTarget::Net(netlist.find_net(name).unwrap()),
        }
    }

    pub fn of(id: DerateTarget, netlist: &Netlist) -> Self {
        match id {
            DerateTarget::Design => Self::Design,
            DerateTarget::LibraryCell(id) => Self::LibraryCell(netlist.library().master(id).name.to_string()),
            DerateTarget::Cell(cell) => Self::Cell(netlist.cell_name(cell).into()),
            DerateTarget::Net(net) => Self::Net(netlist.net_name(net).into()),
        }
    }
}

/// States factors.
pub fn state(derates: &[Derate], constraints: &mut Constraints, netlist: &Netlist) {
    let mut editor = ConstraintEditor::new(constraints, netlist);
    for derate in derates {
        editor.set_derate(derate.target.id(netlist), &derate.scope, derate.factor).unwrap();
    }
}

/// The factors that constraints have, each of them alone.
pub fn stated(constraints: &Constraints, netlist: &Netlist) -> Vec<Derate> {
    let mut derates = Vec::new();
    for (target, factors) in constraints.derates.iter() {
        for (kind, part) in
            DerateKind::ALL.into_iter().flat_map(|kind| PathPart::ALL.map(|part| (kind, part)))
        {
            for (split, at) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|at| (split, at)))
            {
                if let Some(factor) = factors.of(kind, part)[split as usize][at as usize] {
                    let mut scope = DerateScope { kinds: [false; 3], parts: [false; 2], edges: quad(false) };
                    scope.kinds[kind as usize] = true;
                    scope.parts[part as usize] = true;
                    scope.edges[split as usize][at as usize] = true;
                    derates.push(Derate { target: Target::of(target, netlist), scope, factor });
                }
            }
        }
    }
    derates
}
