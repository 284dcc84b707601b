//! No character of a model, or of a file's name, that a terminal obeys reaches it; JSON says exactly what there is.

use crate::support::Place;

/// Whether a terminal would obey something.
#[track_caller]
fn is_harmless(text: &str) {
    let obeyed = |c: &char| {
        (c.is_control() && !"\n\t".contains(*c)) || ('\u{202a}'..='\u{202e}').contains(c)
    };
    assert_eq!(text.chars().find(obeyed), None, "{text:?}");
}

const STRINGS: &str = "channel c:{\"\x1b[31mx\",\"\x1b]0;pwn\x07\"}\nP=c?x -> STOP\nassert P :[deadlock free]\nprint \"\u{9b}1m\"\n";

const PRINTS: &str =
    "active proctype P(){ printf(\"\x1b]0;pwn\x07 \u{202e}%c\\n\", 27); assert(0) }";

#[test]
fn strings_and_what_is_printed_are_escaped() {
    let place = Place::new("controls");
    place.file("m.csp", STRINGS).file("m.pml", PRINTS);
    for (command, shown) in [
        ("check m.csp", "\\x1b[31mx"),
        ("check m.pml", "\\x1b]0;pwn\\x07"),
        ("check m.pml --json", ""),
        ("check m.csp --json", ""),
        ("simulate m.pml --seed 1", "\\x1b]0;pwn\\x07 \\u{202e}\\x1b"),
        ("graph m.csp", ""),
        ("graph m.pml --labels full", ""),
        ("symmetry m.pml", ""),
    ] {
        let said = place.run(command);
        assert!(said.out.contains(shown), "{command}: {}", said.out);
        is_harmless(&said.out);
        is_harmless(&said.err);
    }
}

#[test]
fn diagnostics_are_escaped() {
    let place = Place::new("controls_in_diagnostics");
    place.file("m.pml", "init { x = \"\x1b[31m\" ; y\x1b]0;pwn\x07 = 1 }\n");
    place.file("m.csp", "P = \"\x1b[31m\" + 1\nassert P :[deadlock free]\n");
    place.file("m.rebeca", "reactiveclass \x1b[31m(2) { } main { }\n");
    for model in ["m.pml", "m.csp", "m.rebeca"] {
        let said = place.run(&format!("check {model}"));
        assert_eq!(said.code, Some(2));
        is_harmless(&said.err);
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped() {
    let place = Place::new("controls_in_names");
    let name = "a\x1b[31mb.pml";
    for text in ["init { assert(false) }", "init { x = 1 }", "byte unused; init { skip }"] {
        place.file(name, text);
        for options in ["", "--json", "--trace t\x1b[1m.json"] {
            let said = place.run(&format!("check {name} {options}"));
            is_harmless(&said.out);
            is_harmless(&said.err);
            if options == "--json" && said.code != Some(2) {
                let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
                assert_eq!(object["model"], name);
            }
        }
    }
}

#[test]
fn json_says_exactly_what_is_printed() {
    let place = Place::new("controls_in_json");
    place.file("m.pml", PRINTS);
    let said = place.run("simulate m.pml --seed 1 --json");
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let printed = &object["steps"][0]["output"][0]["text"];
    assert_eq!(printed, "\x1b]0;pwn\x07 \u{202e}\x1b\n", "{object}");
}
