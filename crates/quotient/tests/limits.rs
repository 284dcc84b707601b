//! Limits and Ctrl-C end in "inconclusive", exit status 3, with what is known so far.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{ENDLESS, Place, finish};

#[track_caller]
fn check(options: &str, reason: &str) {
    let place = Place::new(&format!("limit{}", options.replace(' ', "_")));
    let said = place.file("m.pml", ENDLESS).run(&format!("check m.pml {options}"));
    said.expect(3, &["assertions       inconclusive", reason, " states · "]);
}

#[test]
fn limits_end_the_search_gracefully() {
    check("--max-states 5000", "the limit of 5 000 states was reached");
    check("--max-depth 7", "only 7 steps deep");
    check("--time 300ms", "the time limit of 300 ms was reached");
    check("--memory 4M", "the memory limit of 4.0 MB was reached");
    check("--max-states 5000 --search dfs", "the limit of 5 000 states was reached");
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
        ("for (int i = 0; i < 40; i++) { x = ?(1, 2); }", "the time limit"),
    ] {
        let class = format!("statevars {{ int x; }} msgsrv initial() {{ {body} }}");
        let rebecs = "A a():(); A b():();";
        place.file("m.rebeca", format!("reactiveclass A(2) {{ {class} }} main {{ {rebecs} }}"));
        let said = place.run("check m.rebeca --time 1s");
        said.expect(3, &["deadlock         inconclusive", told]);
    }
}

#[test]
fn sequences_too_long_to_follow_are_inconclusive() {
    let place = Place::new("long_sequences");
    for body in ["atomic { do :: x = x + 1 od }", "d_step { do :: x = x + 1 od }"] {
        place.file("m.pml", format!("active proctype p() {{ int x; {body} }}"));
        let said = place.run("check m.pml");
        said.expect(3, &["deadlock         inconclusive", "too long to be followed"]);
    }
}
