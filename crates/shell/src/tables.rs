//! The table of all commands of the shell.

use zeroslack::constraints::command::{self, Command, Tables};
use zeroslack::constraints::later::{Later, probed, refused, report};
use zeroslack::constraints::object::Kinds;
use zeroslack::constraints::property::Class;

use crate::commands::{
    check_types, clock_reports, constant_reports, design, edits, exception_reports, html, object_reports,
    pin_reports, report_paths, rule_counts, scripts, session, slack_reports,
};
use crate::methods;
use crate::path_properties::{OF_ENDS, OF_POINTS};

/// The commands that only the shell has, a family an element.
const COMMANDS: &[&[Command]] = &[
    design::COMMANDS,
    exception_reports::COMMANDS,
    slack_reports::COMMANDS,
    html::COMMANDS,
    clock_reports::COMMANDS,
    pin_reports::COMMANDS,
    constant_reports::COMMANDS,
    object_reports::COMMANDS,
    edits::COMMANDS,
    report_paths::COMMANDS,
    check_types::COMMANDS,
    rule_counts::COMMANDS,
    scripts::COMMANDS,
    session::COMMANDS,
];

const ALIASES: &[(&str, &str)] = &[
    ("report_cell", "report_instance"),
    ("report_lib_cells", "report_lib_cell"),
    ("report_required", "report_requireds"),
    ("report_slack", "report_slacks"),
];

const OPTION_ALIASES: &[(&str, &str, &str)] = &[
    ("find_timing_paths", "-endpoint_count", "-endpoint_path_count"),
    ("find_timing_paths", "-group_count", "-group_path_count"),
    ("find_timing_paths", "-unique", "-unique_paths_to_endpoint"),
    ("read_liberty", "-scene", "-corner"),
    ("read_spef", "-scene", "-corner"),
    ("report_check_types", "-all_violators", "-violators"),
    ("report_check_types", "-violation", "-violators"),
    ("report_checks", "-endpoint_count", "-endpoint_path_count"),
    ("report_checks", "-group_count", "-group_path_count"),
    ("report_checks", "-unique", "-unique_paths_to_endpoint"),
];

const WRITERS: &str = "there is no writer of this format yet";
const POWER: &str = "power is not computed";
const SCENES: &str = "one corner in one mode is all that there is yet";

/// Commands that are not there yet and state no constraint.
const LATER: &[Later] = &[
    refused("report_power", POWER),
    refused("sta::design_power", POWER),
    report("write_sdf", WRITERS),
    report("write_timing_model", WRITERS),
    report("define_scene", SCENES),
    probed("get_scenes", SCENES),
    probed("sta::scenes", SCENES),
    probed("sta::cmd_scene", SCENES),
    probed("sta::set_cmd_scene", SCENES),
];

const CLASSES: &[Class] = &[
    Class { kind: Kinds::PATH_ENDS, name: "path_end", properties: OF_ENDS, shared: &[] },
    Class { kind: Kinds::PATHS, name: "path", properties: OF_ENDS, shared: &[] },
    Class { kind: Kinds::PATH_POINTS, name: "path_point", properties: OF_POINTS, shared: &[] },
];

/// All commands of the shell.
pub static TABLES: Tables = Tables {
    base: Some(&command::TABLES),
    commands: COMMANDS,
    aliases: ALIASES,
    option_aliases: OPTION_ALIASES,
    later: LATER,
    classes: CLASSES,
    call_object: methods::call,
};

#[cfg(test)]
mod tests {
    use super::TABLES;

    #[test]
    fn each_command_is_there_once() {
        let names: Vec<&str> = TABLES.all().map(|command| command.name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name} is there twice");
            assert!(TABLES.find_later(name).is_none(), "{name} is there: take it out of the later ones");
        }
    }
}
