//! The design that constraints are stated on.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;

use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{CaseValue, ClockId, ConstraintEditor, Constraints};
use zeroslack_tcl::{Exception, Value};
use zeroslack_units::{Split, Transition};

use crate::object::Object;
use crate::settings::Settings;

/// A time that analysis finds at a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinTime {
    /// When a signal arrives.
    Arrival,
    /// When it is required.
    Required,
    /// The worst slack of the paths through the pin.
    Slack,
    /// How long its edge takes.
    Slew,
}

/// The design that constraints are stated on. What only an analysis knows is asked after [`Design::update`].
pub trait Design: Any + Debug {
    /// The netlist; none before a design is linked.
    fn netlist(&self) -> Option<&Netlist>;

    /// The constraints.
    fn constraints(&self) -> Option<&Constraints>;

    /// Edits the constraints. Does nothing before a design is linked.
    fn edit(&mut self, edit: &mut dyn FnMut(&mut ConstraintEditor<'_>));

    /// What the variables of scripts say at first.
    fn settings(&self) -> Settings {
        Settings::default()
    }

    /// Takes over what scripts set by variables, beside the rules that constraints keep.
    fn take_settings(&mut self, _settings: &Settings) {}

    /// The file of a library, by its place among those of late analysis.
    fn library_file(&self, _library: u32) -> Option<&Path> {
        None
    }

    /// Brings the results of analysis up to date. Returns what there is to warn of.
    ///
    /// # Errors
    /// If the design cannot be analysed.
    fn update(&mut self) -> Result<Diagnostics, Exception> {
        Err(Exception::error("nothing is analysed here"))
    }

    /// The constant that a pin has.
    ///
    /// # Errors
    /// If results are out of date.
    fn known_value(&self, _pin: PinId) -> Result<Option<CaseValue>, Exception> {
        Ok(None)
    }

    /// The clocks that come to a pin: in their networks alone, or also as what launches data.
    ///
    /// # Errors
    /// If results are out of date.
    fn clocks_at(&self, _pin: PinId, _in_networks: bool) -> Result<Vec<ClockId>, Exception> {
        Ok(Vec::new())
    }

    /// The worst time at a pin in ps, of the analysis and the transition that are named: see `Timed::worst_at`.
    ///
    /// # Errors
    /// If results are out of date.
    fn worst_at(
        &self,
        _pin: PinId,
        _time: PinTime,
        _split: Option<Split>,
        _transition: Option<Transition>,
    ) -> Result<Option<f64>, Exception> {
        Ok(None)
    }

    /// Tells whoever watches that something long begins; what is returned is dropped when it ends.
    fn begin(&self, _stage: &'static str) -> Box<dyn Any> {
        Box::new(())
    }

    /// Whether a path is there, by the number of the list that it is in and its own.
    fn has_path(&self, _list: u32, _number: u32) -> bool {
        false
    }

    /// A value with the text of a handle of a path, which keeps the list that the path is in.
    fn path_handle(&self, _list: u32, _text: &str) -> Option<Value> {
        None
    }

    /// The name of a path, of its end, or of a point of it.
    ///
    /// # Errors
    /// If it is not there.
    fn path_name(&self, _object: Object) -> Result<String, Exception> {
        Ok(String::new())
    }
}

/// No design.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDesign;

impl Design for NoDesign {
    fn netlist(&self) -> Option<&Netlist> {
        None
    }

    fn constraints(&self) -> Option<&Constraints> {
        None
    }

    fn edit(&mut self, _: &mut dyn FnMut(&mut ConstraintEditor<'_>)) {}
}
