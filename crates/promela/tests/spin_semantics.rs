//! What SPIN 6.5.2's verifiers do where the manual says little: models for one construct each have the
//! states, the transitions and the kinds of errors that SPIN reports, or are refused by both.
//!
//! Skips, saying so, where SPIN and a C compiler are not installed.

use diagnostics::Sources;
use kernel::{SearchOptions, Silent, search};
use machine::Machine;
use promela::{LoadOptions, ParseOptions, load};
use testing::peers::{VERIFIER, are_installed};
use testing::spin::{NoReport, Report, Setting, Workshop};

/// Sequences in braces, inlines, choices and loops in a `d_step`.
const BLOCKS: &[&str] = &[
    "byte x, y;
     active proctype P() { do :: y < 3 -> d_step { if :: if :: y == 1 -> x = 1 :: y == 2 -> x = 2 fi :: y == 0 -> x = 3 fi }; y++ :: else -> break od }",
    "byte x, y;
     active proctype P() { do :: y < 3 -> d_step { skip; if :: if :: y == 1 -> x = 1 :: y == 2 -> x = 2 fi :: y == 0 -> x = 3 fi }; y++ :: else -> break od }",
    "byte x, y;
     active proctype P() { if :: d_step { if :: x = 1 :: y == 1 -> x = 2 fi } :: true -> x = 9 fi }",
    "byte x, y;
     active proctype P() { d_step { skip; if :: { y == 1 -> x = 1 } :: y == 0 -> x = 3 fi } }",
    "byte x, y;
     active proctype P() { d_step { if :: { y == 1 -> x = 1 } :: y == 0 -> x = 3 fi } }",
    "byte x, y;
     active proctype P() { d_step { skip; if :: { x = 1 }; y == 1; x = 2 :: else -> y = 3 fi } }",
    "byte x, y;
     active proctype P() { if :: d_step { else -> x = 1 } :: y == 0 -> x = 2 fi }",
    "byte x, y;
     active proctype P() { if :: y == 0 -> x = 2 :: d_step { if :: y == 1 -> x = 3 :: else -> x = 1 fi }  fi }",
    "byte x, y;
     active proctype P() { if :: y == 0 -> x = 2 :: d_step { { else -> x = 1 } }  fi }",
    "byte x, y;
     active proctype P() { if :: y == 0 -> x = 2 :: d_step { if :: else -> x = 1 fi }  fi }",
    "byte x, y;
     active proctype P() { do :: d_step { x < 3; { if :: x == 1 -> break :: else -> skip fi }; x++ } :: x > 5 -> break od; y = 1 }",
    "byte x, y;
     active proctype P() { d_step { x = 1; do :: { x < 5 -> x++ } ; atomic { if :: x == 3 -> break :: else fi } :: x == 7 -> goto M od; M: { y = x }; y++ } assert(y == 4 && x == 3)}",
    "byte x, y;
     active proctype P() { byte i; d_step { for (i : 1 .. 3) { { x = x + i } } ; select (i : 1 .. 3); { y = i }; atomic { y++ } } assert(x == 6 && y == 2) }",
    "byte x, y;
     active proctype P() { do :: d_step { { x < 3 } ; x++ } :: x > 2 -> break od }",
    "byte x, y;
     active proctype P() { d_step { do :: { x < 3 -> x++ } :: { x == 3 -> break } od; y = 1 } }",
    "byte x, y;
     active proctype P() { d_step { x = 1; d_step { x = 2; y = 1 }; x = 3 }; atomic { d_step { { x = 1 }; { y = 2 } }; y = 3 } }",
    "byte x, y;
     active proctype P() { if :: d_step { do :: x < 3 -> { x++ } :: else -> break od } :: y == 1 -> x = 9 :: else -> x = 8 fi }",
    "byte x, y;
     active proctype P() { d_step { skip; if :: do :: y == 1 -> x = 1 :: y > 3 -> break od :: y == 0 -> x = 3 fi } }",
    "byte x, y;
     active proctype P() { d_step { skip; if :: { if :: y == 1 -> x = 1 :: y > 3 -> skip fi } :: y == 0 -> x = 3 fi } }",
    "byte x, y;
     active proctype P() { d_step { skip; if :: if :: y == 1 -> x = 1 :: else -> skip fi :: y == 0 -> x = 3 fi } }",
    "byte x, y;
     active proctype P() { if :: d_step { { { y == 1 } ; x = 2 } } :: d_step { { if :: y == 1 -> x = 3 :: y == 2 -> x = 4 fi }; x = 5 } :: x == 0 -> x = 7 fi }",
];

/// Refused because of merging alone: we refuse it in any case.
const JUMPS: &[&str] = &[
    "byte x, y;
     active proctype P() { d_step { x = 1; { if :: x == 1 -> goto L :: else -> skip fi }; x++ }; L: y = 1 }",
];

/// `else` in choices that begin options, sequences and escapes.
const ELSES: &[&str] = &[
    "byte z, r;
     active proctype P() { do :: if :: z == 5 -> r = 1 :: else -> r = 2 fi; z++ :: z == 0 -> z = 4 :: z > 6 -> break od }",
    "byte z, r;
     active proctype P() { do :: z == 0 -> z = 4 :: if :: z == 5 -> r = 1 :: else -> r = 2 fi; z++ :: z > 6 -> break od }",
    "byte z, r;
     active proctype P() { do :: z < 2 -> z++ :: if :: z == 2 -> r = 1 ; z = 3 :: else -> r = 2; break fi :: z < 4 -> z = z + 2 od }",
    "byte z, r;
     active proctype P() { { if :: z == 1 -> r = 1 :: r == 1 -> r = 2 fi; r = 3 } unless { if :: z == 2 -> r = 7 :: else -> r = 9 fi } }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { { do :: z == 1 -> r = 1 :: z > 1 -> break od; r = 3 } unless { z == 2; if :: z == 2 -> r = 7 :: else -> r = 9 fi } }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { { if :: z == 1 -> r = 1 :: else -> r = 2 fi; r = 3 } unless { if :: z == 2 -> r = 7 :: else -> r = 9 fi } }",
    "byte z, r;
     active proctype P() { { if :: z == 1 -> r = 1 :: else -> r = 2 fi; r = 3 } unless { if :: z == 2 -> r = 7 :: z == 3 -> r = 9 fi } }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { if :: d_step { else -> r = 1 } :: d_step { else -> r = 2 } :: z == 1 -> r = 3 :: d_step { else -> r = 4 } :: else -> r = 5 fi }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { do :: do :: z == 1 -> r = 1; break :: else -> r = 2; break od; z++ :: r == 2 -> z = 7; break od }",
    "chan c = [0] of { byte }; byte z, r;
     active proctype P() { do :: if :: c?1 -> r = 1 :: z == 1 -> r = 3; z = 2 :: else -> r = 2 fi :: c?2 -> r = 4 :: z == 2 -> break od }
     active proctype Q() { c!1; z = 1; c!2 }",
    "chan c = [1] of { byte }; byte z, r;
     active proctype P() { do :: if :: c?1 -> r = 1 :: else -> r = 2 fi :: c?2 -> r = 4 :: c!1 -> r = 5 od }
     active proctype Q() { c!2; z = 1 }",
    "byte z, r;
     inline f(a) { if :: z == a -> r = a :: else -> r = 9 fi }
     active proctype P() { byte i; do :: f(1); i++ :: i > 2 -> f(2); break :: z == 1 -> skip od }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { if :: { else -> r = 1 } :: z == 1 -> r = 2 :: z == 0 -> r = 3 fi }
     active proctype Q() { z = 1 }",
    "byte z, r;
     active proctype P() { if :: z == 1 -> r = 2 :: atomic { else -> r = 1; z = 2 } :: z == 0 -> r = 3 fi }
     active proctype Q() { z = 1 }",
    "byte z, r;
     active proctype P() { if :: if :: if :: z == 1 -> r = 1 :: else -> r = 2 fi :: z == 2 -> r = 3 fi :: r == 0 -> r = 4 fi }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { do :: for (r : 1 .. 2) { z++ } :: z > 3 -> break od }",
    "byte z, r;
     active proctype P() { { do :: z == 1 -> r = 1; break :: else -> r = 5 od; r = 3 } unless { { if :: z == 2 -> r = 7 :: z == 3 -> r = 9 fi } unless { if :: z == 1 -> r = 8 :: else -> r = 6 fi } } }
     active proctype Q() { z = 1; z = 2 }",
    "byte z, r;
     active proctype P() { if :: false -> r = 1 :: z == 1 -> r = 2 :: if :: false -> skip :: else -> r = 4 fi :: z == 0 -> r = 3 fi }
     active proctype Q() { z = 1 }",
    "byte z, r;
     D_proctype P() { if :: if :: z == 1 -> r = 1 :: else -> r = 2 fi :: z == 0 -> r = 4 fi }
     init { run P(); z = 1 }",
    "byte z, r;
     active proctype P() { L: if :: z == 1 -> goto L :: else -> goto M fi; M: if :: if :: z == 1 -> r = 1 :: else -> goto L2 fi :: z == 1 -> goto M fi; L2: r = 3 }
     active proctype Q() { z = 1; z = 0 }",
    "byte z, r;
     active proctype P() { if :: r == 1 -> if :: z == 1 -> skip :: else fi; if :: { if :: z == 2 -> skip :: else fi } :: z == 3 fi :: else -> r = 5 fi; goto E; if :: if :: z == 1 -> skip :: else fi :: if :: z == 2 -> skip :: else fi fi; E: skip }",
    "byte z, r;
     active proctype P() { { if :: z == 1 -> r = 1 :: r == 1 -> r = 2 fi; r = 3 } unless { if :: z == 2 -> r = 7 :: z == 1 -> r = 5 :: else -> r = 9 fi } }
     active proctype Q() { z = 1; z = 2 }",
];

/// Messages with too few or too many fields.
const LENGTHS: &[&str] = &[
    "chan c = [2] of { byte, byte }; byte x, y;
     init { c!1; c?x,y; assert(x == 1 && y == 0); x = 7 }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2,3; c?x,y; assert(x == 1 && y == 2) }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; if :: c?1,3,x -> y = 4 :: c?1,2,x -> y = 5 :: true -> skip fi }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { if :: c?1,3,x -> y = 4 :: c?1,2,5 -> y = 5 :: true -> skip fi }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; c!1,3; c??1,3,_; y = 9 }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; c!1,3; c??1; y = 9 }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; c!1,3; c?1; y = 9 }",
    "chan c = [2] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; c!1,3; c??<1,3,x>; y = 9 }",
    "chan c = [2] of { byte, byte }; byte x, y;
     init { c!!5; c!!1,2; c!!1; x = len(c) }",
    "chan c = [0] of { byte, byte }; byte x, y; chan w = [0] of { byte, byte, byte };
     active proctype A() { c!1 } active proctype B() { if :: c?x,y -> skip :: c?2,2 -> skip :: c?1 -> x = 8 :: c?_ -> x = 9 :: c?x,y,_ -> x = 10 fi }",
    "chan c = [0] of { byte, byte }; byte x, y; chan w = [0] of { byte, byte, byte };
     active proctype A() { c!1,2,3 } active proctype B() { if :: c?x,y -> skip :: c?2,2 -> skip :: c?1 -> x = 8 :: c?_ -> x = 9 fi }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     proctype A(chan d) { d!1,2; d?x,y } init { run A(c); run A(w) }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { d_step { c!1; c?x; y = 3 }; c!1,2; d_step { c?1; y = 4 }; c!1,2;  d_step { y = 0; c?1; y = 5 } }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; if :: c?[1,2,3] -> y = 1 :: c?[x,2,_] -> y = 4 :: c??[1] -> y = 2 :: c??[1,2,3] -> y = 3 :: c?[x] -> y = 5 fi }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { if :: c?[1,2,3] -> y = 1 :: c?[x,2,_] -> y = 4 :: c??[1] -> y = 2 :: c??[1,2,3] -> y = 3 :: c?[x] -> y = 5 :: true -> c!2,2 fi; if :: c?[1,2,3] -> y = 1 :: true fi }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; if :: c??[x,2,_] -> y = 4 :: else -> y = 8 fi; c?<1>; c?<_>; c??<1>; c??<x>; c?<1,2,3> }",
    "chan c = [1] of { byte, byte }; byte x, y; chan w = [1] of { byte, byte, byte };
     init { c!1,2; c?<1,x,y>; y = 3 }",
];

/// Conditions that are constant, or partly.
const CONSTANTS: &[&str] = &[
    "byte z, r;
     active proctype P() { { if :: false -> r = 1 :: 1 == 2 -> r = 2 :: (9 == 1 && z == 1) -> skip fi } unless { z == 1 } ; (1 == 1); (true || z == 1); if :: 1 == 1 -> skip; skip; skip :: 0 -> skip :: (0 && z == 1) -> skip fi }
     active proctype Q() { z = 1 }",
    "byte z, r;
     active [2] proctype P() { byte l, m; l = 1; m = 2; if :: (0 && m == 2) -> skip :: (1 || l == 2) -> l = 3 :: (l == 1 && (3 > 2)) -> skip fi; (1 == 1 || m == l); m = 4; l = (m == 4 && 1); l = (l || 7); z = z + l; assert((1 -> z : m) >= 0) }",
];
/// How the choice with an `else` stands in the option of another.
const WRAPPINGS: &[&str] =
    &["#", "{ # }", "atomic { # }", "f()", "d_step { # }", "{ atomic { # }; r++ }"];

/// What SPIN's verifiers report and go on: fields that are missing have a meaning.
const REMARKS: &[&str] = &[
    "missing pars in receive",
    "too few parameters in send stmnt",
    "too many parameters in send stmnt",
];

fn options(setting: Setting) -> LoadOptions {
    let mut options = LoadOptions::default();
    let compile = &mut options.compile;
    compile.merge_statements = matches!(setting, Setting::Default | Setting::InnerFirst);
    compile.inner_escapes_first = setting == Setting::InnerFirst;
    if setting == Setting::Plain {
        compile.reset_dead_variables = false;
        options.hide_unread = false;
    }
    options
}

/// What we find; none if the model is refused.
fn ours(text: &str, setting: Setting) -> Option<Report> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let machine =
        load(&mut sources, file, &ParseOptions::default(), options(setting)).model?.machine;
    let outcome =
        search(&machine, &SearchOptions { keep_going: true, ..SearchOptions::default() }, &Silent);
    let has = |property| outcome.violations.iter().any(|found| found.property == property);
    Some(Report {
        states: outcome.statistics.states,
        transitions: outcome.statistics.transitions,
        assertion: has(Machine::assertions()),
        deadlock: has(Machine::deadlock()),
        choice: has(Machine::runtime_errors()),
        ..Report::default()
    })
}

#[track_caller]
fn compare(text: &str, setting: Setting, workshop: &Workshop) {
    let ours = ours(text, setting);
    let theirs = match workshop.run(text, setting) {
        Ok(report) => report,
        Err(NoReport::Refused(_)) => return assert_eq!(ours, None, "SPIN refuses {text}"),
        Err(NoReport::NotCompiled(said) | NoReport::Died(said)) => {
            let refused = said.contains("'else' stmnts") || said.contains("too many arguments");
            assert!(refused, "{text}: {said}");
            return assert_eq!(ours, None, "SPIN's verifier refuses {text}");
        }
    };
    let ours = ours.unwrap_or_else(|| panic!("SPIN does not refuse {text}"));
    let is_remark = |said: &String| REMARKS.iter().any(|remark| said.contains(remark));
    let is_fault = |said: &String| !is_remark(said);
    let faulty = theirs.choice || theirs.other.iter().any(is_fault);
    assert_eq!(ours.choice, faulty, "errors at run time: {:?} in {text}", theirs.other);
    // An error at run time ends SPIN's search.
    if theirs.other.iter().any(is_fault) {
        return;
    }
    let figures =
        |report: &Report| (report.states, report.transitions, report.assertion, report.deadlock);
    assert_eq!(figures(&ours), figures(&theirs), "{setting:?}, {text}");
}

fn compare_all(name: &str, models: &[String], settings: &[Setting]) {
    if !are_installed(&VERIFIER) {
        return;
    }
    let workshop = Workshop::new(name);
    for (index, text) in models.iter().enumerate() {
        compare(text, settings[index % settings.len()], &workshop);
    }
}

fn owned(models: &[&str]) -> Vec<String> {
    models.iter().map(|model| (*model).to_owned()).collect()
}

#[test]
fn deterministic_steps() {
    compare_all("blocks", &owned(BLOCKS), &[Setting::Default]);
    compare_all("blocks", &owned(JUMPS), &[Setting::Default]);
    compare_all("blocks", &owned(BLOCKS), &[Setting::Unmerged, Setting::Plain]);
}

#[test]
fn elses_of_choices_in_choices() {
    compare_all("elses", &owned(ELSES), &[Setting::Default]);
    compare_all("elses", &owned(ELSES), &[Setting::Unmerged, Setting::Plain, Setting::InnerFirst]);
}

/// The choice stands before, between and after other options, in each wrapping.
#[test]
fn elses_in_every_place() {
    let inner = "if :: z == 1 -> r = 1 :: z == 2 -> r = r + 2 :: else -> r = 3; z = 1 fi";
    let others = [":: z == 1 -> r = 4; z = 2", ":: r == 3 -> break"];
    let mut models = Vec::new();
    for wrapping in WRAPPINGS {
        for place in 0..=others.len() {
            let mut options = others.to_vec();
            let wrapped = format!(":: {}", wrapping.replace('#', inner));
            options.insert(place, &wrapped);
            models.push(format!(
                "byte z, r; inline f() {{ {inner} }}
                 active proctype P() {{ do {} od; assert(r != 5) }}
                 active proctype Q() {{ z = 2; z = 0 }}",
                options.join(" ")
            ));
        }
    }
    compare_all("places", &models, &[Setting::Default, Setting::Unmerged, Setting::Plain]);
}

#[test]
fn messages_with_other_numbers_of_fields() {
    compare_all("lengths", &owned(LENGTHS), &[Setting::Default, Setting::Unmerged]);
}

/// Each statement on an empty, a filled and a full channel, and on a rendezvous channel.
#[test]
fn every_statement_on_every_channel() {
    let statements = [
        "c!1",
        "c!1,2,3",
        "c!!1",
        "c!!0,0,0",
        "c?1",
        "c?x",
        "c?1,x,_",
        "c?1,2,3",
        "c?1,5,3",
        "c??2",
        "c??x",
        "c??1,3",
        "c??1,2,3",
        "c??4,4,4",
        "c?<1>",
        "c?<x>",
        "c?<1,2,x>",
        "c??<1>",
        "c??<3,x,_>",
        "c?[1]",
        "c?[_,_,_]",
        "c?[1,2,3]",
        "c?[2,2,3]",
        "c??[1]",
        "c??[1,_,_]",
        "c??[1,2,3]",
        "c??[x,_,_]",
    ];
    let starts = ["", "c!1,2;", "c!1,2; c!3,4;"];
    let mut models = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let start = starts[index % starts.len()];
        let polls = statement.contains('[') || statement.contains('<');
        let capacity = if index % 4 == 3 && !polls { 0 } else { 2 };
        let start = if capacity == 0 { "" } else { start };

        models.push(format!(
            "chan c = [{capacity}] of {{ byte, byte }}; chan w = [1] of {{ byte, byte, byte }}; byte x, y;
             init {{ {start} run P(); if :: {statement} -> y = 1 :: true -> y = 2 fi; y = 3 }}
             proctype P() {{ if :: c!1,2 -> y = 4 :: c?_,_ -> y = 5 fi }}"
        ));
    }
    compare_all("statements", &models, &[Setting::Default]);
}

/// Channels with one field: beyond it SPIN's verifiers find 0.
#[test]
fn fields_beyond_the_only_one() {
    let statements = [
        "c?0,0", "c?1,0", "c?1,3", "c?x,y", "c?x,3", "c?_,0", "c?<x,y>", "c?<_,3>", "c?<1,0>",
        "c?<x,_>", "c?[1,0]", "c?[_,3]", "c?[1,_]", "c?[x,y]", "c??1,0", "c??<1,y>", "c??[1,0]",
        "c??[1,3]", "c!1,2",
    ];
    let mut models = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let starts = ["", "c!1;", "c!0; c!1;"];
        for start in [starts[index % 3], starts[(index + 1) % 3]] {
            let polls = statement.contains('[') || statement.contains('<');
            let capacity = if start.is_empty() && !polls { 0 } else { 2 };
            models.push(format!(
                "chan c = [{capacity}] of {{ byte }}; chan w = [1] of {{ byte, byte }}; byte x, y = {};
                 init {{ {start} run P(); if :: {statement} -> x = y + 4 :: true -> y = 2 fi; y = 3 }}
                 proctype P() {{ if :: c!1 -> y = 4 :: c?_ -> y = 5 fi }}",
                index % 2
            ));
        }
    }
    compare_all("only", &models, &[Setting::Default, Setting::Unmerged]);
}

#[test]
fn more_fields_than_any_channel_has() {
    let models: Vec<String> =
        ["c!1,2,3", "c??1,2,3", "c??[1,2,3]", "c??[_,_,_]", "c?1,2,3", "c?[1,2,3]"]
            .iter()
            .map(|s| format!("chan c = [1] of {{ byte, byte }}; init {{ if :: {s} :: true fi }}"))
            .collect();
    compare_all("fields", &models, &[Setting::Default]);
}

#[test]
fn constant_conditions() {
    for setting in [Setting::Default, Setting::Unmerged, Setting::Plain] {
        compare_all("constants", &owned(CONSTANTS), &[setting]);
    }
}

/// What is printed: subscripts, channels, other processes' variables; variables that nothing else reads.
const PRINTS: &[&str] = &[
    "byte a[3], x;
     active proctype P() { do :: x < 5 -> x++; printf(\"%d\\n\", a[x]) :: else -> break od }",
    "byte a[3], y;
     active proctype P() { byte x; if :: x = 1 :: x = 5 fi; y = 1; printf(\"%d\\n\", a[x]); y = 2; y = 3 }",
    "byte a[3], y;
     active proctype P() { byte x; if :: x = 1 :: x = 2 fi; y = 1; printf(\"%d\\n\", a[x]); y = 2; y = 3 }",
    "byte a[3], x, y;
     active proctype P() { if :: x = 1 :: x = 2 fi; y = 1; printf(\"%d\\n\", x); y = 2; y = 3 }",
    "byte a[3], x, y;
     active proctype P() { if :: x = 1 :: x = 2 fi; y = 1; printf(\"%d\\n\", 6 / (x - 3)); y = 2; y = x }",
    "chan c; byte x;
     active proctype P() { printf(\"%d\\n\", len(c)); x = 1; x = 2 }",
    "mtype = { red }; mtype a[2]; byte x;
     active proctype P() { x = 1; printm(a[x]); x = 2; printm(a[x]) }",
    "byte a[2], x;
     active proctype P() { do :: x < 3 -> d_step { x++; printf(\"%d\\n\", a[x]) } :: else -> break od }",
    "byte a[2], x;
     active proctype P() { x = 1; _ = a[x]; x = 2; _ = a[x]; x = 3 }",
    "byte x;
     proctype Q() { byte own = 2; end: false }
     init { pid q; q = run Q(); printf(\"%d\\n\", Q[q]:own); x = 1 }",
];

#[test]
fn what_is_printed_is_there() {
    for setting in [Setting::Default, Setting::Unmerged, Setting::Plain] {
        compare_all("prints", &owned(PRINTS), &[setting]);
    }
}
