//! Boolean expressions, shown with every parenthesis.

use zeroslack_liberty::read;

use super::show::expr as show;

#[track_caller]
fn check(function: &str, expected: &str) {
    let (library, diagnostics) =
        read(&format!("library (l) {{ cell (c) {{ pin (Y) {{ function : \"{function}\"; }} }} }}"));
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let parsed = library.cells[0].pins[0].function.as_ref().map(show::expr);
    assert_eq!(parsed.as_deref().unwrap_or("none"), expected, "{function}");
}

#[test]
fn operators_in_all_spellings() {
    check("A", "A");
    check("!A", "!A");
    check("A'", "!A");
    check("A & B", "(A & B)");
    check("A * B", "(A & B)");
    check("A B", "(A & B)");
    check("A | B", "(A | B)");
    check("A + B", "(A | B)");
    check("A ^ B", "(A ^ B)");
    check("A && B || C", "((A & B) | C)");
    check("0", "0");
    check("1", "1");
    check("", "none");
    check("  ", "none");
}

#[test]
fn not_binds_tighter_than_xor_than_and_than_or() {
    check("!A ^ B & C | D", "(((!A ^ B) & C) | D)");
    check("A | B & C ^ D", "(A | (B & (C ^ D)))");
    check("A + B C", "(A | (B & C))");
    check("A B ^ C", "(A & (B ^ C))");
    check("!A' B", "(!!A & B)");
    check("!(A B)'", "!!(A & B)");
}

#[test]
fn a_chain_of_one_operator_is_one_level() {
    check("A & B & C", "(A & B & C)");
    check("A B * C", "(A & B & C)");
    check("A | B + C", "(A | B | C)");
    check("A ^ B ^ C", "(A ^ B ^ C)");
    check("A (B (C D)) E", "(A & B & C & D & E)");
    check("((A + B) + C) + (D + (E + F))", "(A | B | C | D | E | F)");
    check("(A B + C) + D E", "((A & B) | C | (D & E))");
    check("!(A B) C", "(!(A & B) & C)");
}

#[test]
fn operands_side_by_side_are_an_and() {
    check("(A)(B)", "(A & B)");
    check("A(B+C)", "(A & (B | C))");
    check("(A+B)C", "((A | B) & C)");
    check("A !B", "(A & !B)");
    check("A'B", "(!A & B)");
    check("A' (B)' C", "(!A & !B & C)");
    check("1 A", "(1 & A)");
}

#[test]
fn names() {
    check("A[3] & B[0]", "(A[3] & B[0])");
    check("IQ_1.x | $n", "(IQ_1.x | $n)");
    check("1A 0B", "(1A & 0B)");
    check("\\\"1 A\\\" + \\\"+\\\"", "(1 A | +)");
    check("((((A))))", "A");
    check("A \\\n & B", "(A & B)");
}

#[test]
fn a_value_need_not_be_quoted() {
    for statement in
        ["function : A & !B ;", "function : A & !B\n", "function (\"A & !B\");", "function(A & !B);"]
    {
        let (library, diagnostics) =
            read(&format!("library (l) {{ cell (c) {{ pin (Y) {{ {statement} }} }} }}"));
        assert!(diagnostics.is_empty(), "{diagnostics}");
        assert_eq!(library.cells[0].pins[0].function.as_ref().map(show::expr).as_deref(), Some("(A & !B)"));
    }
}

#[test]
fn written_with_the_parentheses_that_it_takes() {
    let check = |function: &str, expected: &str| {
        let (library, _) =
            read(&format!("library (l) {{ cell (c) {{ pin (Y) {{ function : \"{function}\"; }} }} }}"));
        let written = library.cells[0].pins[0].function.as_ref().map(ToString::to_string);
        assert_eq!(written.as_deref(), Some(expected), "{function}");
    };
    check("!A", "!A");
    check("(A B) C", "A*B*C");
    check("A*(B+C)", "A*(B+C)");
    check("!(A|B)", "!(A+B)");
    check("!!A ^ 1", "!!A^1");
    check("(A & B) | !C", "(A*B)+!C");
}
