//! Corners, and the files that were named for each.
//!
//! A session has one corner until scenarios come. Several may be named as long as they have the same files, so that the one stands for all; files
//! that differ are an error, for one corner's values must never stand under another's name.

use std::path::PathBuf;

use zeroslack_tcl::Exception;

/// A SPEF file and the instance that it describes.
pub(crate) type SpefOf = (PathBuf, Option<String>);

/// A corner.
#[derive(Clone, Debug)]
struct Corner {
    name: String,
    /// Libraries for early and for late analysis.
    liberty: [Vec<PathBuf>; 2],
    spef: Vec<SpefOf>,
}

/// All corners, at least one.
#[derive(Clone, Debug)]
pub(crate) struct Corners(Vec<Corner>);

impl Default for Corners {
    fn default() -> Self {
        let name = "default".to_owned();
        Self(vec![Corner { name, liberty: Default::default(), spef: Vec::new() }])
    }
}

fn differ(one: &str, other: &str, what: &str) -> Exception {
    let message = format!(
        "corners '{one}' and '{other}' have different {what}: one corner is all that can be timed at once until scenarios come"
    );
    Exception::coded(message, ["ZEROSLACK", "CORNERS"])
}

impl Corners {
    /// Names the corners. What was read before counts for each of them.
    pub fn define(&mut self, names: impl Iterator<Item = String>) {
        let first = self.0[0].clone();
        self.0 = names.map(|name| Corner { name, ..first.clone() }).collect();
        if self.0.is_empty() {
            self.0.push(first);
        }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|corner| corner.name.as_str())
    }

    /// Checks that a corner is known.
    pub fn check(&self, name: &str) -> Result<(), String> {
        if self.names().any(|known| known == name) {
            return Ok(());
        }
        let known: Vec<&str> = self.names().collect();
        Err(format!("there is no corner '{name}': expected {}", known.join(" or ")))
    }

    /// Adds a library of early (0) or late (1) analysis to a corner, or to all.
    pub fn add_library(&mut self, of: Option<&str>, split: usize, file: &PathBuf) -> Result<(), Exception> {
        self.add(of, |corner| &mut corner.liberty[split], file, "libraries").map(|_| ())
    }

    /// Adds a SPEF file to a corner, or to all; whether the session has to read it, which it does for the first corner that has it.
    pub fn add_spef(&mut self, of: Option<&str>, file: &SpefOf) -> Result<bool, Exception> {
        self.add(of, |corner| &mut corner.spef, file, "parasitics")
    }

    /// Takes the SPEF file back that came last to a corner, or to all.
    pub fn remove_last_spef(&mut self, of: Option<&str>) {
        for corner in self.0.iter_mut().filter(|corner| of.is_none_or(|name| name == corner.name)) {
            corner.spef.pop();
        }
    }

    /// Adds a file to the lists of some corners. Gives whether none of the others has it at that place.
    fn add<T: PartialEq + Clone>(
        &mut self,
        of: Option<&str>,
        list: impl Fn(&mut Corner) -> &mut Vec<T>,
        file: &T,
        what: &str,
    ) -> Result<bool, Exception> {
        let corners = &mut self.0;
        let is_meant = |corner: &Corner| of.is_none_or(|name| name == corner.name);
        let mut is_new = true;
        for at in (0..corners.len()).filter(|&at| is_meant(&corners[at])).collect::<Vec<_>>() {
            let place = list(&mut corners[at]).len();
            for other in 0..corners.len() {
                match list(&mut corners[other]).get(place) {
                    Some(there) if there != file => {
                        return Err(differ(&corners[other].name, &corners[at].name, what));
                    }
                    Some(_) => is_new = false,
                    None => {}
                }
            }
        }
        for corner in corners.iter_mut().filter(|corner| is_meant(corner)) {
            list(corner).push(file.clone());
        }
        Ok(is_new || of.is_none())
    }

    /// The libraries for early and for late analysis, which have to be the same in all corners.
    pub fn libraries(&self) -> Result<&[Vec<PathBuf>; 2], Exception> {
        let first = &self.0[0];
        match self.0.iter().find(|corner| corner.liberty != first.liberty) {
            Some(other) => Err(differ(&first.name, &other.name, "libraries")),
            None => Ok(&first.liberty),
        }
    }

    /// Checks that all corners have the same parasitics.
    pub fn have_the_same_parasitics(&self) -> Result<(), Exception> {
        let first = &self.0[0];
        match self.0.iter().find(|corner| corner.spef != first.spef) {
            Some(other) => Err(differ(&first.name, &other.name, "parasitics")),
            None => Ok(()),
        }
    }

    /// Forgets all parasitics: another design is linked.
    pub fn forget_parasitics(&mut self) {
        self.0.iter_mut().for_each(|corner| corner.spef.clear());
    }

    /// Forgets libraries.
    pub fn forget_libraries(&mut self, is_forgotten: impl Fn(&PathBuf) -> bool) {
        for files in self.0.iter_mut().flat_map(|corner| &mut corner.liberty) {
            files.retain(|file| !is_forgotten(file));
        }
    }
}
