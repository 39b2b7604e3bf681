//! The text of the kernels, kernel by kernel: the driver compiles only those that are used.

use crate::machine::kernel::Kernel;

/// The kernels, as `kernels/make-ptx` compiles them; the driver compiles them for the card and keeps the result.
static PTX: &str = include_str!("../../kernels/kernels.ptx");

/// How the function of a kernel begins, and any other function.
const ENTRY: &str = ".visible .entry ";
const FUNCTION: &str = ".func ";

/// For what GPUs it is, and for which ones kernels can begin early; before each instruction that this takes.
const TARGETS: [&str; 2] = [".target sm_80", ".target sm_90"];
const IF_EARLY: &str = "//early ";

/// A kernel's text for GPUs on which it can begin while the launch before it is still at work: see `await_launch_before` in `kernels/platform.h`.
pub(crate) fn beginning_early(text: &str) -> String {
    text.replacen(TARGETS[0], TARGETS[1], 1).replace(IF_EARLY, "")
}

/// The text of all kernels, cut into its functions.
#[derive(Debug)]
pub(crate) struct KernelTexts {
    /// What comes before the first function: versions, and variables that functions have in common.
    head: &'static str,
    /// In the order of the text, so that what is called comes first.
    functions: Vec<Function>,
}

#[derive(Debug)]
struct Function {
    name: &'static str,
    text: &'static str,
    is_entry: bool,
}

impl KernelTexts {
    pub(crate) fn new() -> Self {
        let starts = [ENTRY, FUNCTION].iter().flat_map(|begin| PTX.match_indices(begin).map(|(at, _)| at));
        let is_first_in_line = |at: &usize| *at == 0 || PTX.as_bytes()[at - 1] == b'\n';
        let mut starts: Vec<usize> = starts.filter(is_first_in_line).collect();
        starts.sort_unstable();
        let head = &PTX[..starts[0]];
        starts.push(PTX.len());
        let functions = starts.windows(2).map(|ends| Function::new(&PTX[ends[0]..ends[1]])).collect();
        Self { head, functions }
    }

    /// A module of one kernel and of what it calls.
    pub(crate) fn of(&self, kernel: Kernel) -> String {
        let mut needed: Vec<&str> = Vec::new();
        let mut texts: Vec<&str> = Vec::new();
        // Who calls comes after what it calls.
        for function in self.functions.iter().rev() {
            let is_needed = match function.is_entry {
                true => function.name == kernel.name(),
                false => needed.iter().any(|text| text.contains(function.name)),
            };
            if is_needed {
                needed.push(function.text);
                texts.push(function.text);
            }
        }
        texts.push(self.head);
        texts.into_iter().rev().collect()
    }
}

impl Function {
    /// `.visible .entry NAME(...` or `.func (...) NAME(...`
    fn new(text: &'static str) -> Self {
        let is_entry = text.starts_with(ENTRY);
        let after = match is_entry {
            true => &text[ENTRY.len()..],
            false => text[FUNCTION.len()..].trim_start(),
        };
        // What a function gives back stands before its name.
        let after =
            if after.starts_with('(') { after.split_once(')').map_or("", |(_, rest)| rest) } else { after };
        let name = after.split('(').next().unwrap_or_default().trim();
        Self { name, text, is_entry }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_has_a_text_with_all_that_it_calls() {
        let texts = KernelTexts::new();
        for &kernel in Kernel::ALL {
            let text = texts.of(kernel);
            assert_eq!(text.matches(ENTRY).count(), 1, "{kernel:?}");
            assert!(text.contains(&format!("{ENTRY}{}(", kernel.name())), "{kernel:?}");
            assert!(text.contains(".version ") && text.contains(".address_size 64"), "{kernel:?}");
            for function in texts.functions.iter().filter(|function| !function.is_entry) {
                let uses = text.matches(function.name).count();
                let own = function.text.matches(function.name).count();
                assert!(
                    uses == 0 || (uses > own && text.contains(function.text)),
                    "{kernel:?}, {}",
                    function.name
                );
            }
        }
    }

    #[test]
    fn every_kernel_waits_for_the_launch_before_its_own() {
        let texts = KernelTexts::new();
        for &kernel in Kernel::ALL {
            let (text, waits) =
                (texts.of(kernel), "\n\tgriddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;\n");
            assert!(!text.contains(waits) && text.contains(TARGETS[0]), "{kernel:?}");
            let early = beginning_early(&text);
            assert!(early.contains(waits) && early.contains(TARGETS[1]), "{kernel:?}");
        }
    }

    #[test]
    fn all_of_the_text_is_some_kernels() {
        let texts = KernelTexts::new();
        let length = |function: &Function| function.text.len();
        assert_eq!(texts.head.len() + texts.functions.iter().map(length).sum::<usize>(), PTX.len());
        let entries = texts.functions.iter().filter(|function| function.is_entry);
        let mut names: Vec<&str> = entries.map(|function| function.name).collect();
        let mut kernels: Vec<&str> = Kernel::ALL.iter().map(|kernel| kernel.name()).collect();
        names.sort_unstable();
        kernels.sort_unstable();
        assert_eq!(names, kernels);
    }
}
