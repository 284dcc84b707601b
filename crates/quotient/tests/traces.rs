//! Runs as they are told: whole, each change beside the statement that made it, with the values that the text says.

use crate::support;
use crate::support::{Place, shell};
use serde_json::Value;
use testing::places::examples;

/// What stands in the column of changes, row by row, beside the statement that begins a row.
fn rows(said: &support::Said) -> Vec<String> {
    let rows = said.out.lines().skip_while(|line| !line.starts_with("counterexample for"));
    rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[track_caller]
fn expect_rows(said: &support::Said, expected: &[&str]) {
    let rows = rows(said);
    let mut at = 0;
    for wanted in expected {
        let found = rows[at..].iter().position(|row| row == wanted);
        let found =
            found.unwrap_or_else(|| panic!("no `{wanted}` from row {at} on:\n{}", said.out));
        at += found + 1;
    }
}

#[test]
fn nothing_is_cut_in_a_file() {
    let place = Place::new("traces_whole");
    let long = "(x == 1000000000) + (x == 1000000001) + (x == 1000000002) + (x == 1000000003) + x";
    let text = format!(
        "int x; chan queue_of_messages = [9] of {{ int, int }};\n\
         active proctype a_process_with_a_name_that_is_long() {{\n\
         x = {long}; do :: queue_of_messages!-1000000000,-1000000001 od }}\n"
    );
    let said = place.file("m.pml", text).run("check m.pml");
    let message = "[-1000000000,-1000000001]";
    let last = [message; 9].join(" ");
    for whole in ["a_process_with_a_name_that_is_long(0)", long, last.as_str()] {
        let words = whole.split_whitespace().all(|word| said.out.contains(word));
        assert!(words && !said.out.contains('…'), "{whole}: {}", said.out);
    }
    // Each when it comes; what there is then is too long.
    assert_eq!(said.out.matches(message).count(), 9, "{}", said.out);
    assert_eq!(said.out.matches(&format!(" +{message}\n")).count(), 9, "{}", said.out);
    assert!(said.out.contains("→ 9 messages\n"), "{}", said.out);
}

/// Rows of statements, of changes, of how the run ends, and of what waits there.
#[test]
fn rows_are_as_wide_as_the_environment_says() {
    let place = Place::new("traces_width");
    let text = "chan request = [2] of { byte, byte }; chan answer = [0] of { byte };\n\
                inline ask(number) { request!_pid,number; number = number + 1 }\n\
                active [2] proctype client() { byte number;\n\
                end: do :: ask(number) :: answer?number\n\
                :: number > 200 && len(request) > 1 || number == 77 && nfull(request) -> number = 0\n\
                od }\n\
                active proctype server() { byte who, what;\n\
                request?who,what; request?who,what; who + what == 100 }\n";
    place.file("m.pml", text);
    for columns in [60, 80, 100] {
        let said = shell(&place, &format!("COLUMNS={columns} $Q check m.pml --state"));
        said.expect(1, &["counterexample for deadlock", "(may end here)", "request is full"]);
        let run = said.out.lines().skip_while(|row| !row.starts_with("counterexample"));
        let widest = run.map(|row| row.chars().count()).max().unwrap();
        assert!((columns - 15..=columns).contains(&widest), "{widest}: {}", said.out);
    }
}

/// What is no queue's change is told with what there was before.
#[test]
fn queues_are_told_by_what_comes_and_goes() {
    let place = Place::new("traces_queues");
    let text = "chan c = [5] of { byte, bit }; byte x;\n\
                active proctype P() {\n\
                c!3,1;\n\
                d_step { c!2,0; c!4,0 };\n\
                c?x,_;\n\
                c??4,_;\n\
                c!!1,0;\n\
                d_step { c?x,_; c!5,1 };\n\
                atomic { c!9,0; c!9,0; c!9,0 };\n\
                c?x,_;\n\
                c?<x,_>;\n\
                assert(x == 0) }\n";
    let said = place.file("m.pml", text).run("check m.pml --no-merge");
    expect_rows(
        &said,
        &[
            "1 P(0) 3 c!3,1 c: +[3,1] → <[3,1]>",
            "2 P(0) 4 d_step { c!2,0; c!4,0 } c: +[2,0] +[4,0] → <[3,1] [2,0] [4,0]>",
            "3 P(0) 5 c?x,_ x: 0 → 3, c: −[3,1] → <[2,0] [4,0]>",
            "4 P(0) 6 c??4,_ c: <[2,0] [4,0]> → <[2,0]>",
            "5 P(0) 7 c!!1,0 c: <[2,0]> → <[1,0] [2,0]>",
            "6 P(0) 8 d_step { c?x,_; c!5,1 } x: 3 → 1, c: <[1,0] [2,0]> → <[2,0] [5,1]>",
            "7 P(0) 9 c!9,0 c: +[9,0] → <[2,0] [5,1] [9,0]>",
            "9 c!9,0 c: +[9,0] → 4 messages",
            "9 c!9,0 c: +[9,0] → 5 messages",
            "8 P(0) 10 c?x,_ x: 1 → 2, c: −[2,0] → 4 messages",
            "9 P(0) 11 c?<x,_> x: 2 → 5",
        ],
    );
}

/// A parameter is told though it is 0, and another variable is not.
#[test]
fn what_a_process_is_given_is_told() {
    let place = Place::new("traces_given");
    let text = "byte x; proctype P(byte k, m) { byte own; x = k + m + own; assert(x != 1) }\n\
                init { run P(0, 1) }\n";
    let said = place.file("m.pml", text).run("check m.pml");
    expect_rows(&said, &["initially x = 0"]);
    said.expect(1, &["P(1) starts", "P(1).k = 0", "P(1).m = 1"]);
    assert!(!said.out.contains("P(1).own"), "{}", said.out);
}

#[test]
fn each_change_stands_beside_its_statement() {
    let place = Place::new("traces_beside");
    let text = "byte x, y; chan c = [0] of { byte };\n\
                proctype P(byte k) { c!k }\n\
                init { byte got;\n\
                atomic {\n\
                x = 3;\n\
                run P(7);\n\
                run P(8);\n\
                y = x + 1;\n\
                };\n\
                c?got;\n\
                d_step { x = 0; y = 0 };\n\
                assert(got + x + y == 0) }\n";
    let said = place.file("m.pml", text).run("check m.pml --por off");
    expect_rows(
        &said,
        &[
            "1 init(0) 5 x = 3 x: 0 → 3",
            "6 run P(7) P(1) starts, P(1).k = 7",
            "7 run P(8) P(2) starts, P(2).k = 8",
            "8 y = x + 1 y: 0 → 4",
            "init(0) 10 c?got init(0).got: 0 → 8",
            "3 init(0) 11 d_step { x = 0; y = 0 } x: 3 → 0, y: 4 → 0",
        ],
    );
    let told = place.run("check m.pml --json --por off");
    let json: Value = serde_json::from_str(&told.out).unwrap();
    let trace = json["checks"].as_array().unwrap().iter().find_map(|c| c["trace"].as_array());
    let first = &trace.unwrap()[0];
    let places: Vec<u64> =
        changes(first).map(|change| change["action"].as_u64().unwrap()).collect();
    assert_eq!(places, [0, 1, 1, 2, 2, 3], "{first}");
    assert_eq!(first["actions"][2]["statement"], "run P(8)");
}

#[test]
fn jumps_are_told_where_they_are_taken() {
    let place = Place::new("traces_jumps");
    let text = "byte n;\n\
                active proctype P() { byte i;\n\
                do :: n < 1 -> n++\n\
                :: else -> break\n\
                od;\n\
                atomic { do\n\
                :: n == 1 -> n = 2; break\n\
                od };\n\
                do :: break od;\n\
                if :: n == 2 -> goto out :: else fi;\n\
                n = 9;\n\
                out: for (i : 1 .. 1) { n++ };\n\
                assert(false) }\n";
    let said = place.file("m.pml", text).run("check m.pml");
    let expected = [
        "4 else",
        "4 break",
        "7 n == 1",
        "7 n = 2 n: 1 → 2",
        "7 break",
        "8 od",
        "9 break",
        "10 n == 2",
        "10 goto out",
        "12 for (i : 1 .. 1) P(0).i: 0 → 1",
    ];
    let rows: Vec<String> = rows(&said);
    let mut rows = rows.iter();
    for wanted in expected {
        assert!(rows.any(|row| row.ends_with(wanted)), "no `{wanted}` in order: {}", said.out);
    }
    // The way out of a counting loop is not in the text.
    assert!(!said.out.contains("12  break"), "{}", said.out);
    place.run("simulate m.pml --seed 1").expect(1, &["4  else\n", "4  break\n"]);
}

#[test]
fn what_is_reset_because_it_is_dead_is_no_change() {
    let place = Place::new("traces_dead");
    let text = "byte x;\n\
                active proctype P() { byte k = 5;\n\
                k == 5;\n\
                x = 1;\n\
                k = 6; x = k;\n\
                assert(false) }\n";
    let said = place.file("m.pml", text).run("check m.pml");
    expect_rows(&said, &["1 P(0) 3 k == 5", "3 P(0) 5 k = 6 P(0).k: 5 → 6"]);
    assert!(!said.out.contains("5 → 0"), "{}", said.out);
    assert!(!place.run("check m.pml --json").out.contains("\"after\":\"0\""));
}

/// A run that was found with all that a search drops and merges has the changes of the same run statement by statement.
#[test]
fn changes_are_those_of_the_text() {
    let place = Place::new("traces_true");
    let mut compared = 0;
    for model in examples("promela") {
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("broken") {
            continue;
        }
        place.file(&name, std::fs::read(&model).unwrap());
        place.run(&format!("check {name} --keep-unread --trace t.json")).expect(1, &[]);
        let all = |command: String, list: &str| -> Vec<Value> {
            let said = place.run(&command);
            let json: Value = serde_json::from_str(&said.out).unwrap();
            let steps = json[list].as_array().unwrap();
            let mut changes: Vec<Value> = steps.iter().flat_map(changes).cloned().collect();
            changes.iter_mut().for_each(|change| change["action"] = Value::Null);
            changes
        };
        let replayed = all(format!("replay {name} t.json --json"), "trace");
        let simulated = all(format!("simulate {name} --trace t.json --json"), "steps");
        assert_eq!(replayed, simulated, "{name}");
        compared += replayed.len();
    }
    assert!(compared > 100);
}

fn changes(step: &Value) -> impl Iterator<Item = &Value> {
    step["changes"].as_array().unwrap().iter()
}

#[test]
fn symbols_are_shown_where_a_number_is_used_for_nothing_else() {
    let place = Place::new("traces_symbols");
    let text = "mtype = { red, green };\n\
                mtype:shape = { square, circle };\n\
                byte light, number, both, shape, sum, copy;\n\
                chan c = [1] of { byte, byte };\n\
                active proctype P() { byte got, count;\n\
                light = red; number = 2; both = red; shape = circle; sum = green;\n\
                both = 1; both = square;\n\
                copy = light;\n\
                sum = sum + 1;\n\
                c!green,2;\n\
                c?got,count;\n\
                (got == green && copy == light && both + shape + number + sum + count > 0);\n\
                c!red,count;\n\
                atomic { c?red,2; assert(false) } }\n";
    let said = place.file("m.pml", text).run("check m.pml");
    let rows = rows(&said).join("\n");
    for (shown, reason) in [
        ("light: 0 → red", "only symbols"),
        ("copy: 0 → red", "what flows there is a symbol"),
        ("number: 0 → 2", "a number"),
        ("both: 2 → 1", "numbers and symbols"),
        ("shape: 0 → 1", "it is computed with"),
        ("sum: 1 → 2", "it is counted"),
        ("c: +[green,2] → <[green,2]>", "fields are told apart"),
        ("P(0).got: 0 → green", "a symbol is received"),
        ("P(0).count: 0 → 2", "a number is received"),
    ] {
        assert!(rows.contains(shown), "{shown}: {reason}\n{}", said.out);
    }
    let asked = "light == red\ncopy == light\nnumber == 2\nlight == 0\n".replace('\n', "\neval ");
    let input = format!("run 3\neval {asked}\n");
    place.feed("simulate m.pml -i --seed 1", input).expect(0, &["true", "light = red"]);
}

/// What is printed with `%e` is what SPIN prints: the symbol of a number is of the kind without a name.
#[test]
fn shown_symbols_do_not_change_what_is_printed() {
    let place = Place::new("traces_printed");
    let text = "mtype = { red }; mtype:shape = { square };\n\
                byte b; active proctype P() { b = square; printf(\"%e %d\\n\", b, b); assert(b == 0) }\n";
    let said = place.file("m.pml", text).run("simulate m.pml --flat");
    said.expect(1, &["b: 0 → square", "\nred 1\n"]);
}

/// A call has a row of its own before the first statement of its expansion, which is indented, also where another process moves on.
#[test]
fn statements_of_inlines_are_told_with_their_calls() {
    let place = Place::new("traces_inlines");
    let text = "byte x, y;\n\
                inline set(v, w) { v = w }\n\
                inline both(k) {\n\
                  set(x, k);\n\
                  y == 1;\n\
                  set(y, k + 1)\n\
                }\n\
                active proctype P() {\n\
                  both(3);\n\
                  set(x, 0);\n\
                  set(x, 0);\n\
                  assert(false)\n\
                }\n\
                active proctype Q() { x == 3; y = 1 }\n";
    place.file("m.pml", text);
    let said = place.run("check m.pml --no-merge --quiet");
    let steps = "\
  1  P(0)   9  both(3)
            4    set(x, k)
            2      v = w        x: 0 → 3
  2  Q(1)  14  x == 3
  3  Q(1)  14  y = 1            y: 0 → 1
  4  Q(1)  14  -end-            Q(1): running → gone
  5  P(0)   5    y == 1
  6  P(0)   6    set(y, k + 1)
            2      v = w        y: 1 → 4
  7  P(0)  10  set(x, 0)
            2    v = w          x: 3 → 0
  8  P(0)  11  set(x, 0)
            2    v = w
  9  P(0)  12  assert(false)
";
    assert!(said.out.contains(steps), "{}", said.out);
    // In a session a call is told again behind what was undone.
    let said = place.feed("simulate m.pml -i --seed 1", "1\nundo\n1\n");
    assert_eq!(said.out.matches("  9  both(3)\n").count(), 2, "{}", said.out);
    let (document, _) = place.json("m.pml --no-merge");
    let verdicts = document["checks"].as_array().unwrap();
    let trace = verdicts.iter().find_map(|verdict| verdict["trace"].as_array()).unwrap();
    let calls = trace[0]["actions"][0]["calls"].as_array().unwrap();
    let texts: Vec<&str> = calls.iter().filter_map(|call| call["text"].as_str()).collect();
    assert_eq!(texts, ["both(3)", "set(x, k)"]);
    assert_eq!(calls[1]["line"], 4);
    assert!(trace[1]["actions"][0].get("calls").is_none(), "{}", trace[1]);
}

#[test]
fn places_in_included_files_read_well() {
    let place = Place::new("traces_included");
    let folder = "parts/with/a/path/that/is/long/enough";
    std::fs::create_dir_all(place.path(folder)).unwrap();
    place.file(&format!("{folder}/inc.pml"), "chan c = [0] of { bit };\ninline go() { c!0 }\n");
    place.file("near.pml", "inline ask() {\n  assert(x == N)\n}\n");
    let main = format!(
        "#include \"{folder}/inc.pml\"\n#include \"near.pml\"\nbyte x;\n\
         active proctype P() {{ x = 1; ask(); go() }}\n"
    );
    let said = place.file("m.pml", main).run("check m.pml -DN=0");
    said.expect(
        1,
        &[
            "P(0) at near.pml:2: assert(x == N)",
            "\n  2  P(0)           4  ask()\n           near.pml:2    assert",
        ],
    );
    let said = place.run("check m.pml -DN=1");
    said.expect(1, &["P(0)  inc.pml:2  waits at  c!0  — nobody is ready to receive from c\n"]);
    place.run("simulate m.pml -DN=0 -i --seed 1").expect(0, &["P(0)  line 4  x = 1"]);
}
