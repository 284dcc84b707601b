//! Limits and Ctrl-C end in "inconclusive", exit status 3, with what is known so far.

use std::process::Command;
use std::time::Duration;

#[cfg(unix)]
use crate::support::shell;
use crate::support::{ENDLESS, Place, finish};

#[track_caller]
fn check(options: &str, reason: &str) {
    let place = Place::new(&format!("limit{}", options.replace(' ', "_")));
    let said = place.file("m.pml", ENDLESS).run(&format!("check m.pml {options}"));
    said.expect(3, &["assertions, deadlock, run-time errors  inconclusive", reason, " states · "]);
}

#[test]
fn limits_end_the_search_gracefully() {
    check("--max-states 5000", "the limit of 5000 states was reached");
    check("--max-depth 7", "only 7 steps deep");
    check("--time 300ms", "the time limit of 300 ms was reached");
    check("--memory 4M", "the memory limit of 4.0 MB was reached");
    check("--max-states 5000 --search dfs", "the limit of 5000 states was reached");
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_what_is_known_so_far() {
    let place = Place::new("interrupt");
    place.file("m.pml", ENDLESS);
    for json in ["", "--json"] {
        let child = place.start(&format!("check m.pml --memory 3G {json}"));
        let id = child.id().to_string();
        std::thread::sleep(Duration::from_millis(700));
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let said = finish(child);
        assert!(said.took < Duration::from_secs(20));
        if json.is_empty() {
            said.expect(3, &["inconclusive  interrupted", " states · "]);
        } else {
            let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
            assert_eq!(said.code, Some(3));
            assert_eq!(object["limits"]["reached"], "interrupted");
            assert!(object["states"].as_u64().unwrap() > 1);
        }
    }
}

/// Limits hold while symmetry is tested: a state with very many transitions, and a transition that never ends.
#[test]
fn limits_hold_in_states_with_many_transitions() {
    let place = Place::new("many_transitions");
    for (body, told) in [
        ("while (true) { x = ?(1, 2); }", "too long to be followed"),
        ("for (int i = 0; i < 40; i++) { x = 2 * x + ?(0, 1); }", "the time limit"),
    ] {
        let class = format!("statevars {{ int x; }} msgsrv initial() {{ {body} }}");
        let rebecs = "A a():(); A b():();";
        place.file("m.rebeca", format!("reactiveclass A(2) {{ {class} }} main {{ {rebecs} }}"));
        let said = place.run("check m.rebeca --time 4s");
        said.expect(3, &["assertions, deadlock, run-time errors  inconclusive", told]);
    }
}

#[test]
fn sequences_too_long_to_follow_are_inconclusive() {
    let place = Place::new("long_sequences");
    for body in ["atomic { do :: x = x + 1 od }", "d_step { do :: x = x + 1 od }"] {
        place.file("m.pml", format!("active proctype p() {{ int x; {body} }}"));
        let said = place.run("check m.pml");
        said.expect(
            3,
            &["assertions, deadlock, run-time errors  inconclusive", "too long to be followed"],
        );
    }
}

/// What a shell's limit allows is known: the search ends before memory does, and where there is none for a thread that is said.
#[cfg(unix)]
#[test]
fn limits_of_the_shell_are_known() {
    let place = Place::new("shell_limits");
    place.file("m.pml", ENDLESS);
    place.file("m.csp", "channel a\nP = a -> P\nassert P :[deadlock free]\n");
    for kilobytes in [150_000, 400_000] {
        let script = format!("ulimit -v {kilobytes}; \"$Q\" check m.pml --workers 2 --store plain");
        let said = shell(&place, &script);
        said.expect(
            3,
            &["assertions, deadlock, run-time errors  inconclusive", "the memory limit"],
        );
    }
    for kilobytes in [70_000, 85_000, 100_000] {
        let said = shell(&place, &format!("ulimit -v {kilobytes}; \"$Q\" check m.csp"));
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.err.contains("inconclusive: there is no memory for a thread"), "{said:?}");
    }
    shell(&place, "ulimit -v 600000; \"$Q\" check m.csp").expect(0, &["holds"]);
}

/// A search says nothing: it notices all the same that nobody reads what it will say.
#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_ends_the_search() {
    use std::io::{BufRead, BufReader};

    let place = Place::new("gone");
    place.file("m.pml", ENDLESS).file("m.rebeca", ENDLESS_RUN);
    for command in ["check m.pml --memory 3G", "simulate m.rebeca --steps 1000000000"] {
        let mut child = place.start(command);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.next().unwrap().unwrap();
        drop(lines);
        let ended = (0..600).find_map(|_| {
            std::thread::sleep(Duration::from_millis(100));
            child.try_wait().unwrap()
        });
        let _ = child.kill();
        assert_eq!(ended.and_then(|status| status.code()), Some(3), "{command}");
    }
}

/// Two rebecs that send to themselves for ever.
#[cfg(unix)]
const ENDLESS_RUN: &str = "\
reactiveclass A(2) { statevars { int x; } A() { self.go(); } msgsrv go() { x = ?(0, 1); self.go(); } }
main { A a():(); A b():(); }
";

/// Of 10^8 first states nobody waits for the last: that is no mistake in the model.
#[test]
fn very_many_first_states_are_a_limit() {
    let place = Place::new("first_states");
    let choices = "x = 10 * x + ?(0, 1, 2, 3, 4, 5, 6, 7, 8, 9); ".repeat(8);
    let class = format!("statevars {{ int x; }} A() {{ {choices} }}");
    place.file("m.rebeca", format!("reactiveclass A(2) {{ {class} }} main {{ A a():(); }}"));
    let said = place.run("check m.rebeca");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.starts_with("inconclusive: "), "{}", said.err);
}

/// Models that take a while to load, one for each language: the limits are reached before that is done.
fn long_models() -> [(&'static str, String); 4] {
    let times = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect();
    let options: String = times(60_000, &|i| format!(":: x == {i} -> x = {}\n", i + 1));
    let lite: String =
        times(60_000, &|i| format!(":: atomic {{ x == {} -> x = {} }}\n", i % 100, i % 7));
    let statements: String = times(20_000, &|i| format!("x = x + {};\n", i % 100));
    let definitions: String = times(60_000, &|i| format!("P{i} = a -> P{}\n", (i + 1) % 60_000));
    let class = format!("statevars {{ int x; }} msgsrv initial() {{ {statements} }}");
    [
        ("m.pml", format!("int x; active proctype p() {{ do\n{options} od }}")),
        (
            "m.prl",
            format!(
                "int x = 0;\nproctype p() {{ do\n{lite} od }}\ninit {{ atomic {{ run p() }} }}"
            ),
        ),
        ("m.rebeca", format!("reactiveclass A(2) {{ {class} }} main {{ A a():(); }}")),
        ("m.csp", format!("channel a\n{definitions}assert P0 :[deadlock free]\n")),
    ]
}

/// A program of many variables that have many values: for some seconds it is found out where they are inactive.
fn many_values() -> String {
    let variables: String = (0..40).map(|i| format!("local discrete x{i}: 0..60000; ")).collect();
    let rules: String = (0..40).map(|i| format!("when x{i} == 7 may x{i} = 8; ")).collect();
    format!("process count = 9; {variables} mode a {{ {rules} }} initially true;")
}

/// Where variables are inactive is asked for all values that they have. That keeps to the limits, and has one of its own, which is no
/// mistake in the model.
#[test]
fn limits_hold_while_predicates_are_computed() {
    let place = Place::new("predicates");
    let endless = "process count = 4; local discrete x: 0..60000; local discrete y: 0..60000;
        mode a { when x + y == 7 may x = y; } initially true;";
    place.file("long.red", many_values()).file("endless.red", endless);
    let options = "--open zero --dead-variables predicates";
    for (name, limit, told) in [
        ("long", "--time 100ms", "the time limit of 100 ms was reached while the model was loaded"),
        ("long", "--memory 12M", "the memory limit of 12.0 MB was reached while the model was"),
        ("endless", "", "have too many values to find out when each is inactive"),
    ] {
        let said = place.run(&format!("check {name}.red {options} {limit}"));
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.err.contains("inconclusive: ") && said.err.contains(told), "{said:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_computation_of_predicates() {
    let place = Place::new("predicates_interrupted");
    let child = place
        .file("m.red", many_values())
        .start("check m.red --dead-variables predicates --open zero");
    let id = child.id().to_string();
    std::thread::sleep(Duration::from_millis(400));
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let said = finish(child);
    let told = "inconclusive: interrupted while the model was loaded";
    assert_eq!((said.code, said.err.trim_end()), (Some(3), told));
}

/// One step leads to very many states, and what comes next is learnt for each of them.
#[test]
fn limits_hold_while_steps_are_learnt() {
    let place = Place::new("learning");
    let choice = (0..700).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    let class = format!(
        "statevars {{ int x; int y; int z; }} A() {{ self.first(); }}
         msgsrv first() {{ x = ?({choice}); self.second(); }}
         msgsrv second() {{ y = ?({choice}); self.third(); }}
         msgsrv third() {{ z = (x * y) % 7; self.first(); }}"
    );
    let text = format!("reactiveclass A(2) {{ {class} }} main {{ A a():(); }}");
    place.file("m.rebeca", text);
    for (limit, told) in [
        ("--time 300ms", "the time limit of 300 ms was reached in the search"),
        ("--memory 24M", "the memory limit of 24.0 MB was reached in the search"),
    ] {
        let said = place.run(&format!("check m.rebeca --engine symbolic {limit}"));
        said.expect(
            3,
            &["assertions, deadlock, run-time errors  inconclusive", told, " states · "],
        );
        assert!(said.took < Duration::from_secs(20), "{said:?}");
    }
}

/// What was violated before a limit was reached is told with its run.
#[test]
fn violations_in_sets_outlast_limits() {
    let place = Place::new("sets_violated");
    let text = ENDLESS.replacen("active", "active proctype fails() { assert(false) } active", 1);
    let said =
        place.file("m.pml", text).run("check m.pml --engine symbolic --keep-going --time 1s");
    said.expect(
        1,
        &[
            "assertions                 VIOLATED  after 1 step",
            "inconclusive  the time limit of 1.00 s",
        ],
    );
}

#[test]
fn time_counts_while_a_model_is_loaded() {
    for (name, text) in long_models() {
        let place = Place::new(&format!("slow_{}", name.replace('.', "_")));
        let said = place.file(name, text).run(&format!("check {name} --time 30ms"));
        let told = "inconclusive: the time limit of 30 ms was reached while the model was loaded";
        assert_eq!((said.code, said.err.trim_end()), (Some(3), told), "{name}: {}", said.out);
    }
}

#[test]
fn memory_counts_while_a_model_is_loaded() {
    for (name, text) in long_models() {
        let place = Place::new(&format!("large_{}", name.replace('.', "_")));
        let said = place.file(name, text).run(&format!("check {name} --memory 6M"));
        let told =
            "inconclusive: the memory limit of 6.0 MB was reached while the model was loaded";
        assert_eq!((said.code, said.err.trim_end()), (Some(3), told), "{name}: {}", said.out);
    }
}

#[test]
fn every_command_that_loads_a_model_has_limits() {
    let place = Place::new("limits_of_commands");
    place.file("small.pml", "active proctype p() { assert(false) }");
    place.run("check small.pml --trace t.json --trail=t.trail").expect(1, &[]);
    let [(_, text), ..] = long_models();
    place.file("m.pml", text);
    for command in [
        "check m.pml",
        "symmetry m.pml",
        "symmetry m.pml --types",
        "simulate m.pml",
        "simulate m.pml --interactive",
        "simulate m.pml --trace t.json",
        "graph m.pml",
        "replay m.pml t.json",
        "replay m.pml t.trail",
    ] {
        for (limit, told) in [
            ("--time 30ms", "the time limit of 30 ms"),
            ("--memory 6M", "the memory limit of 6.0 MB"),
        ] {
            let said = place.run(&format!("{command} {limit}"));
            assert_eq!(said.code, Some(3), "{command} {limit}: {}{}", said.out, said.err);
            let told = format!("{told} was reached while the model was loaded");
            assert!(said.err.contains(&told), "{command} {limit}: {}", said.err);
        }
    }
}

/// A run that would go on for ever, a graph of too many states.
#[test]
fn limits_end_runs_and_graphs() {
    let place = Place::new("limits_of_runs");
    place.file("m.pml", ENDLESS);
    let said = place.run("simulate m.pml --steps 1000000000 --quiet --seed 1 --time 300ms");
    assert_eq!(said.code, Some(3));
    assert!(said.err.contains("the time limit of 300 ms was reached in the run"), "{}", said.err);
    let said = place.run("graph m.pml --max-states 1000000000 --time 300ms");
    assert_eq!(said.code, Some(3));
    assert!(said.err.contains("the time limit of 300 ms was reached"), "{}", said.err);
    // The end of the file says so, too.
    assert!(said.out.contains("incomplete") && said.out.trim_end().ends_with('}'), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn signals_end_the_loading_of_a_model() {
    let place = Place::new("interrupted_loading");
    let options: String = (0..200_000).map(|i| format!(":: x == {i} -> x = {}\n", i + 1)).collect();
    place.file("m.pml", format!("int x; active proctype p() {{ do\n{options} od }}"));
    for signal in ["-INT", "-TERM"] {
        let child = place.start("check m.pml");
        std::thread::sleep(Duration::from_millis(200));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let said = finish(child);
        let told = "inconclusive: interrupted while the model was loaded";
        assert_eq!((said.code, said.err.trim_end()), (Some(3), told), "{signal}: {}", said.out);
    }
}

#[test]
fn a_hint_names_the_option_of_the_limit() {
    let place = Place::new("limits_hint");
    let model = "int x; active proctype p() { do :: x < 1000 -> x++ od }\n\
                 active proctype q() { do :: x == 5 -> x = 6 od }\n";
    place.file("m.pml", model);
    for (option, value) in [("--max-states", "10"), ("--max-depth", "10")] {
        let said = place.run(&format!("check m.pml {option} {value}"));
        said.expect(
            3,
            &[&format!(
                "hint: `{option}` sets the limit that was reached (`quotient help limits`)\n"
            )],
        );
        let none = place.run(&format!("check m.pml {option} {value} -q"));
        assert!(!none.out.contains("hint:"), "{}", none.out);
    }
    let said = place.run("check m.pml --max-states 10");
    said.expect(3, &["hint: no symmetry was found: `quotient symmetry m.pml` says why\n"]);
    // One process has none, nobody has looked for any, or it is known what is in the way.
    place.file("one.pml", "int x; active proctype p() { do :: x < 100 -> x++ od }\n");
    let said = place.run("check one.pml");
    assert!(!said.out.contains("hint:"), "{}", said.out);
    let said = place.run("check m.pml --max-states 10 --symmetry off");
    assert!(!said.out.contains("no symmetry"), "{}", said.out);
}
