//! Boolean functions of library cells, and what they can be where some of their variables are known.

use zeroslack_liberty::{Expr, assigned, assignment_words, constant_word};

/// So many variables that are not known are tried in all combinations.
const MOST_FREE: usize = 12;

/// A step of a function in postfix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Constant(bool),
    /// By its number in the cell.
    Variable(u32),
    Not,
    And,
    Or,
    Xor,
}

/// A boolean function over numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    steps: Vec<Step>,
    /// The variables in it, each once.
    variables: Vec<u32>,
}

impl Function {
    /// A function of a library cell; `number` gives the variable that a name is.
    pub(crate) fn new(expression: &Expr, number: &mut impl FnMut(&str) -> u32) -> Self {
        let mut function = Self { steps: Vec::new(), variables: Vec::new() };
        function.add(expression, number);
        function.variables.sort_unstable();
        function.variables.dedup();
        function
    }

    fn add(&mut self, expression: &Expr, number: &mut impl FnMut(&str) -> u32) {
        let step = match expression {
            Expr::Constant(value) => Step::Constant(*value),
            Expr::Pin(name) => {
                let variable = number(name);
                self.variables.push(variable);
                Step::Variable(variable)
            }
            Expr::Not(inner) => {
                self.add(inner, number);
                Step::Not
            }
            Expr::And(sides) => return self.add_sides(sides, Step::And, number),
            Expr::Or(sides) => return self.add_sides(sides, Step::Or, number),
            Expr::Xor(sides) => return self.add_sides(sides, Step::Xor, number),
        };
        self.steps.push(step);
    }

    /// Adds the sides of an operator, each but the first followed by it.
    fn add_sides(&mut self, sides: &[Expr], operator: Step, number: &mut impl FnMut(&str) -> u32) {
        for (place, side) in sides.iter().enumerate() {
            self.add(side, number);
            self.steps.extend((place > 0).then_some(operator));
        }
    }

    /// Puts another variable, or that one inverted, in the place of each.
    pub(crate) fn of_others(&self, other: impl Fn(u32) -> (u32, bool)) -> Self {
        let mut function = Self { steps: Vec::with_capacity(self.steps.len()), variables: Vec::new() };
        for step in &self.steps {
            let Step::Variable(number) = step else {
                function.steps.push(*step);
                continue;
            };
            let (other, is_inverted) = other(*number);
            function.steps.push(Step::Variable(other));
            function.steps.extend(is_inverted.then_some(Step::Not));
            function.variables.push(other);
        }
        function.variables.sort_unstable();
        function.variables.dedup();
        function
    }

    /// The level of a variable at which the function follows another one, and at the other level does not; none if there is no such level.
    pub(crate) fn passes_at(
        &self,
        [clock, signal]: [u32; 2],
        known: &dyn Fn(u32) -> Option<bool>,
    ) -> Option<bool> {
        let (function, condition) = (Some(self), None);
        let through = Through { from: signal, function, three_state: None, is_off: false, condition };
        let follows_at = |level: bool| {
            let known = |variable: u32| if variable == clock { Some(level) } else { known(variable) };
            [true, false].into_iter().any(|to| through.can_change([true, to], &known))
        };
        match [follows_at(false), follows_at(true)] {
            [false, true] => Some(true),
            [true, false] => Some(false),
            _ => None,
        }
    }

    /// Its values where variables have the values of `variable`, 64 assignments at a time.
    fn evaluate(&self, variable: impl Fn(u32) -> u64) -> u64 {
        let mut values: Vec<u64> = Vec::with_capacity(8);
        for step in &self.steps {
            let value = match step {
                Step::Constant(value) => constant_word(*value),
                Step::Variable(number) => variable(*number),
                Step::Not => !values.pop().unwrap_or_default(),
                Step::And | Step::Or | Step::Xor => {
                    let (b, a) = (values.pop().unwrap_or_default(), values.pop().unwrap_or_default());
                    match step {
                        Step::And => a & b,
                        Step::Or => a | b,
                        _ => a ^ b,
                    }
                }
            };
            values.push(value);
        }
        values.pop().unwrap_or_default()
    }

    /// Which values it can have, `[0, 1]`, where some variables are known. With too many others it is assumed to have those that its operators
    /// give when each of their sides is looked at alone.
    pub(crate) fn values(&self, known: impl Fn(u32) -> Option<bool>) -> [bool; 2] {
        let Some(space) = Assignments::new(&[self], &known, None) else {
            return self.values_by_operators(known);
        };
        let mut can_be = [false; 2];
        for number in 0..space.words() {
            let values = self.evaluate(|variable| space.value(variable, number));
            can_be = [can_be[0] || values != u64::MAX, can_be[1] || values != 0];
        }
        can_be
    }

    fn values_by_operators(&self, known: impl Fn(u32) -> Option<bool>) -> [bool; 2] {
        let of = |value: bool| [!value, value];
        let mut stack: Vec<[bool; 2]> = Vec::new();
        for step in &self.steps {
            let can_be = match step {
                Step::Constant(value) => of(*value),
                Step::Variable(number) => known(*number).map_or([true; 2], of),
                Step::Not => {
                    let [zero, one] = stack.pop().unwrap_or([true; 2]);
                    [one, zero]
                }
                Step::And | Step::Or | Step::Xor => {
                    let (b, a) = (stack.pop().unwrap_or([true; 2]), stack.pop().unwrap_or([true; 2]));
                    match step {
                        Step::And => [a[0] || b[0], a[1] && b[1]],
                        Step::Or => [a[0] && b[0], a[1] || b[1]],
                        _ => [a[0] && b[0] || a[1] && b[1], a[0] && b[1] || a[1] && b[0]],
                    }
                }
            };
            stack.push(can_be);
        }
        stack.pop().unwrap_or([true; 2])
    }

    /// The constant that it is, where some variables are known.
    pub(crate) fn constant(&self, known: impl Fn(u32) -> Option<bool>) -> Option<bool> {
        match self.values(known) {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        }
    }
}

/// All assignments of the variables that are not known.
struct Assignments<'k> {
    known: &'k dyn Fn(u32) -> Option<bool>,
    free: Vec<u32>,
}

impl<'k> Assignments<'k> {
    /// Of the variables of some functions, but for one. None if they are too many.
    fn new(
        functions: &[&Function],
        known: &'k dyn Fn(u32) -> Option<bool>,
        except: Option<u32>,
    ) -> Option<Self> {
        let variables = functions.iter().flat_map(|function| &function.variables).copied();
        let is_free = |variable: &u32| known(*variable).is_none() && Some(*variable) != except;
        let mut free: Vec<u32> = variables.filter(is_free).collect();
        free.sort_unstable();
        free.dedup();
        (free.len() <= MOST_FREE).then_some(Self { known, free })
    }

    /// How many words hold all of them.
    fn words(&self) -> usize {
        assignment_words(self.free.len())
    }

    /// The values of a variable in a word of assignments.
    fn value(&self, variable: u32, number: usize) -> u64 {
        match self.free.binary_search(&variable) {
            Err(_) => constant_word((self.known)(variable).unwrap_or_default()),
            Ok(place) => assigned(place, number),
        }
    }
}

/// What an arc leads through, as functions of the cell's variables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through<'f> {
    /// The variable that changes.
    pub(crate) from: u32,
    /// What the output is.
    pub(crate) function: Option<&'f Function>,
    /// Where the output floats, if the arc is one that begins or ends that.
    pub(crate) three_state: Option<&'f Function>,
    /// Whether it begins.
    pub(crate) is_off: bool,
    /// When the arc is there.
    pub(crate) condition: Option<&'f Function>,
}

impl Through<'_> {
    /// Whether a change of the variable to a value can make the output change to one. With too many variables that are not known it is assumed that it can.
    pub(crate) fn can_change(&self, [from, to]: [bool; 2], known: &dyn Fn(u32) -> Option<bool>) -> bool {
        let functions: Vec<&Function> =
            [self.function, self.three_state, self.condition].into_iter().flatten().collect();
        let Some(space) = Assignments::new(&functions, known, Some(self.from)) else { return true };
        (0..space.words()).any(|number| {
            let at = |function: &Function, value: bool| {
                function.evaluate(|variable| {
                    if variable == self.from { constant_word(value) } else { space.value(variable, number) }
                })
            };
            let meets = |function: &Function, value: bool, wanted: bool| {
                let values = at(function, value);
                if wanted { values } else { !values }
            };
            let condition = self.condition.map_or(u64::MAX, |when| at(when, false) | at(when, true));
            let is_before = || self.function.map_or(u64::MAX, |function| meets(function, !from, !to));
            let is_after = || self.function.map_or(u64::MAX, |function| meets(function, from, to));
            let changes = match self.three_state {
                None => is_before() & is_after(),
                Some(floats) => {
                    let switches = meets(floats, !from, !self.is_off) & meets(floats, from, self.is_off);
                    switches & if self.is_off { is_before() } else { is_after() }
                }
            };
            condition & changes != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Function of `A`, `B`, `S` by a library's text.
    fn function(text: &str) -> Function {
        let library = format!(
            "library (l) {{ cell (c) {{ pin (Z) {{ direction : output; function : \"{text}\"; }} }} }}"
        );
        let (library, _) = zeroslack_liberty::read(&library);
        let expression = library.cells[0].pins[0].function.clone().expect("a function");
        Function::new(&expression, &mut |name| u32::from(name.as_bytes()[0] - b'A'))
    }

    /// What is known: letters with their values.
    fn known(of: &str) -> impl Fn(u32) -> Option<bool> {
        let of = of.as_bytes().to_vec();
        move |variable| {
            let at = of.iter().position(|&letter| letter == b'A' + variable as u8)?;
            Some(of[at + 1] == b'1')
        }
    }

    #[track_caller]
    fn check_constant(text: &str, of: &str, expected: Option<bool>) {
        assert_eq!(function(text).constant(known(of)), expected, "{text} with {of}");
    }

    #[test]
    fn constants() {
        check_constant("A & B", "", None);
        check_constant("A & B", "B0", Some(false));
        check_constant("A | B", "B1", Some(true));
        check_constant("A ^ B", "A1", None);
        check_constant("A ^ B", "A1B1", Some(false));
        check_constant("A & !A", "", Some(false));
        check_constant("(S & A) | (!S & B)", "A1B1", Some(true));
        check_constant("A+B+C+D+E+F+G+H+I+J+K+L+M+N", "", None);
        check_constant("A+B+C+D+E+F+G+H+I+J+K+L+M+N", "N1", Some(true));
        check_constant("!(A*B*C*D*E*F*G*H*I*J*K*L*M*N)", "C0", Some(true));
        check_constant("A^B^C^D^E^F^G^H^I^J^K^L^M^N", "C0", None);
    }

    #[test]
    fn of_variables_that_are_one() {
        // C is A, or A inverted.
        let joined = |text: &str, is_inverted: bool| {
            function(text).of_others(|variable| match variable {
                2 => (0, is_inverted),
                other => (other, false),
            })
        };
        let passes = |text: &str, is_inverted: bool, signal: char| {
            joined(text, is_inverted).passes_at([0, u32::from(signal as u8 - b'A')], &|_| None)
        };
        assert_eq!(passes("A & B | C & D", false, 'B'), Some(true));
        assert_eq!(passes("A & B | C & D", true, 'B'), Some(true));
        assert_eq!(passes("A & B | C & D", true, 'D'), Some(false));
        assert_eq!(passes("(A | B) & C", false, 'B'), None);
        assert_eq!(passes("(A | B) & C", true, 'B'), Some(false));
        assert_eq!(passes("A & B | !C & D", true, 'D'), Some(true));
        assert_eq!(joined("A & C", true).constant(|_| None), Some(false));
        assert_eq!(joined("A | B | C", true).constant(|_| None), Some(true));
    }

    #[test]
    fn changes() {
        let changes = |text: &str, from: char, of: &str| {
            let function = function(text);
            let through = Through {
                from: u32::from(from as u8 - b'A'),
                function: Some(&function),
                three_state: None,
                is_off: false,
                condition: None,
            };
            let can = |from: bool, to: bool| through.can_change([from, to], &known(of));
            [can(true, true), can(true, false)]
        };
        assert_eq!(changes("A ^ B", 'A', ""), [true, true]);
        assert_eq!(changes("A ^ B", 'A', "B0"), [true, false]);
        assert_eq!(changes("A ^ B", 'A', "B1"), [false, true]);
        assert_eq!(changes("S & A | !S & B", 'A', "S0"), [false, false]);
        assert_eq!(changes("S & A | !S & B", 'S', "B1"), [false, true]);
        assert_eq!(changes("!(A | B & C)", 'C', "B0"), [false, false]);
    }
}
