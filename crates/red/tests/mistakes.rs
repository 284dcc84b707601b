//! What is wrong with a text is said with its place, and with what to write instead.

use crate::support::load;
use red::{LoadOptions, Open};

/// Loads a text, and looks for a message at a line and column, with some help.
#[track_caller]
fn refused(text: &str, place: (usize, usize), message: &str, help: &str) {
    let (sources, loaded) = load(text, &LoadOptions { open: Open::Zero, ..LoadOptions::default() });
    let told: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|it| {
            let place = it.primary().map(|span| sources.line_column(span));
            (place, it.message.as_str(), it.help.as_deref().unwrap_or_default())
        })
        .collect();
    assert!(loaded.model.is_none(), "{told:?}");
    let is_it = |(at, said, helps): &(Option<(usize, usize)>, &str, &str)| {
        *at == Some(place) && said.contains(message) && helps.contains(help)
    };
    assert!(told.iter().any(is_it), "{place:?} {message} / {help}:\n{told:#?}");
}

/// A model of which line 2 is given.
#[track_caller]
fn line(second: &str, column: usize, message: &str, help: &str) {
    let text = format!(
        "process count = 3; global pointer L; local pointer next; local discrete x: 0..3;\n{second}\nmode last {{ when true may ; }}"
    );
    refused(&text, (2, column), message, help);
}

/// A rule.
#[track_caller]
fn rule(rule: &str, column: usize, message: &str, help: &str) {
    line(&format!("mode m {{ {rule} }}"), 10 + column - 1, message, help);
}

#[test]
fn counts() {
    for count in ["0", "300", "-1"] {
        let text = format!("process count = {count};\nmode m {{ when true may ; }}");
        refused(&text, (1, 1), &format!("{count} processes: there can be 1 to 255"), "--processes");
    }
    refused(
        "mode m { when true may ; }",
        (1, 27),
        "how many processes are there?",
        "process count = 3;",
    );
    refused(
        "process count = 2; process count = 3; mode m { when true may ; }",
        (1, 20),
        "another `process count`",
        "join",
    );
    refused(
        "process counts = 2; mode m { when true may ; }",
        (1, 9),
        "expected `count`",
        "process count = 3;",
    );
}

#[test]
fn definitions() {
    let with =
        |defines: &str| format!("{defines}\nprocess count = 2; mode m {{ when true may ; }}");
    refused(
        &with("#define A B\n#define B (A + 1)"),
        (1, 11),
        "`A` is defined by itself",
        "`A`, `B`",
    );
    refused(&with("#define A A"), (1, 11), "`A` is defined by itself", "give a number");
    refused(&with("#define A 1\n#define A 2"), (2, 9), "`A` is defined once more", "leave one");
    refused(&with("#define A x"), (1, 11), "nothing is called `x`", "#define");
    refused(&with("#define A 99999999999"), (1, 11), "this number is too large", "");
    refused(&with("#define A (1 / 0)"), (1, 16), "divides by 0", "another number");
    let chain: Vec<String> = (0..2_000).map(|it| format!("#define A{it} A{}", it + 1)).collect();
    let message = "`A1000` is defined by way of more than 1000 others";
    refused(&with(&chain.join("\n")), (1_001, 15), message, "give a number");
    refused(&with("#define A P"), (1, 11), "known before the model runs", "#define");
}

#[test]
fn declarations() {
    line("global discrete y: 3..1;", 20, "no number is in 3..1", "`1..3`");
    line("global pointer y: 0..1;", 17, "a pointer has no range", "discrete");
    line("local pointer next;", 15, "there is a variable `next` already", "another name");
}

#[test]
fn modes() {
    refused(
        "process count = 2;\nmode m { when true may ; }\nmode m { when true may ; }",
        (3, 6),
        "there is a mode `m` already",
        "another name",
    );
    refused("process count = 2;", (1, 19), "the model has no mode", "mode idle");
    let many: Vec<String> = (0..10_001).map(|it| format!("mode m{it} {{ }}")).collect();
    let many = format!("process count = 2;\n{}", many.join("\n"));
    refused(&many, (10_002, 6), "at most 10000 modes", "variables");
    rule("when true may goto lost;", 20, "nothing is called `lost`", "`last`");
    rule("when true may goto next;", 20, "`next` is no mode", "modes are declared");
    rule(
        "when true may goto last; x = 1;",
        26,
        "nothing is done after `goto`",
        "before `goto last`",
    );
    rule("when true may goto last", 25, "expected an operator, or `;`", "");
    rule("x = 1;", 1, "expected `when`", "");
}

#[test]
fn assignments() {
    rule("when true may P = 1;", 15, "`P` is not assigned", "assign to a variable");
    rule("when true may mode = 1;", 15, "`mode` is not assigned", "goto NAME;");
    rule("when true may mode[1] = 1;", 15, "a mode is not assigned", "goto NAME;");
    rule("when true may last[1] = 1;", 15, "a mode is not assigned", "goto NAME;");
    rule("when true may 3 = x;", 15, "this is no variable", "y->x");
    rule("when true may L->3 = x;", 18, "this is no variable", "y->x");
    rule("when true may x == 1;", 17, "expected `=`", "`==` compares");
    rule("when true may L[1] = P;", 15, "`L` is global", "`L`");
    rule("when true may y = 1;", 15, "nothing is called `y`", "declare it");
    rule("when true may x = (x == 1);", 19, "this is a condition", "1 and 0");
}

#[test]
fn conditions() {
    rule("when x may ;", 6, "this is a number, and a condition is wanted", "x != 0");
    rule("when x + 1 may ;", 6, "this is a number, and a condition is wanted", "x != 0");
    rule("when last may ;", 6, "which process is in mode `last`?", "`last[1]`");
    rule("when nexr == NULL may ;", 6, "nothing is called `nexr`", "`next`");
    rule(
        "when x == x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x may ;",
        11,
        "larger than 2147483647",
        "smaller ranges",
    );
    rule("when forall next: true may ;", 13, "`next` has a meaning already", "another name");
    line("risk next == NULL;", 6, "each process has its own `next`", "`next[1]`");
    line("risk P == L;", 6, "whose is `P` here?", "name the process");
    line("risk mode == 1;", 6, "whose is `mode` here?", "name the process");
    line("risk true; risk false;", 12, "there is another `risk`", "`or`");
    line("initially true; initially true;", 17, "there is another `initially`", "`and`");
}

#[test]
fn what_other_versions_write() {
    rule("when true may next@(prev) = P;", 19, "`@` is how later versions", "prev->next");
    line("local clock c;", 7, "`clock` is a declaration of later versions", "timed automata");
    line(
        "global synchronizer s;",
        8,
        "`synchronizer` is a declaration of later versions",
        "do not synchronize",
    );
    rule("when ?s true may ;", 6, "processes do not synchronize here", "variables of one another");
    rule("when x % 2 == 0 may ;", 8, "there is no `%` here", "what is left");
    rule("when x == 1 & x == 2 may ;", 13, "there is no `&` here", "`and`");
    rule("when L.x == 1 may ;", 7, "there is no `.` here", "`y->x`");
    line("pointer y;", 1, "expected a declaration", "`global pointer L;`");
    line("tctl forall always true;", 1, "declaration of later versions", "risk");
}

#[test]
fn comments_and_characters() {
    line("/* never closed", 1, "never closed", "`*/`");
    rule("when x == $ may ;", 11, "expected", "");
}

/// The notes on a text, with their help.
#[track_caller]
fn notes(text: &str) -> Vec<String> {
    let (_, loaded) = load(text, &LoadOptions { open: Open::Zero, ..LoadOptions::default() });
    assert!(loaded.model.is_some(), "{:?}", loaded.diagnostics);
    loaded.diagnostics.into_iter().map(|it| it.message).collect()
}

/// Of a process of whose mode nothing is said, where it is said of others, the mode is the first, and that is told.
#[test]
fn modes_that_are_not_asked_of_any_state() {
    let of = |initially: &str| {
        notes(&format!(
            "process count = 3; mode idle {{ when true may ; }} mode busy {{ when true may ; }} initially {initially};"
        ))
    };
    let says = |processes: &str| {
        vec![format!("`initially` says nothing of the mode of {processes} in the first, `idle`")]
    };
    assert_eq!(of("forall i: i == 1 or busy[i]"), says("process 1, which begins"));
    assert_eq!(of("forall i: i == 1 => mode[i] == busy"), says("processes 2, 3, which begin"));
    assert_eq!(of("exists i: i == 2 or busy[i]"), says("processes 1, 2, 3, which begin"));
    assert_eq!(of("busy[2]"), says("processes 1, 3, which begin"));
    assert!(of("forall i: busy[i]").is_empty());
    // Where no mode is named, all begin in the first.
    assert!(of("true").is_empty());
}

/// Some editors put a byte order mark before the text: it says nothing.
#[test]
fn a_byte_order_mark_is_no_mistake() {
    assert!(notes("\u{feff}process count = 2; mode m { when true may ; }").is_empty());
}
