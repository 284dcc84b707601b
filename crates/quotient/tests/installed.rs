//! What goes with an installed program: completions of shells and manual pages.

use crate::support::{Place, shell};

/// Commands that everybody may use, with an option of each that a language adds or that is its own.
const COMMANDS: [(&str, &str); 9] = [
    ("check", "--reach"),
    ("symmetry", "--gap"),
    ("replay", "--save"),
    ("simulate", "--interactive"),
    ("explore", "--port"),
    ("graph", "--labels"),
    ("translate", "--output"),
    ("worker", "--key"),
    ("completions", "--help"),
];

#[test]
fn shells_complete_commands_and_options_of_languages() {
    let place = Place::new("completions");
    for name in ["bash", "zsh", "fish"] {
        let said = place.run(&format!("completions {name}"));
        let said = said.expect(0, &["quotient"]);
        for (command, option) in COMMANDS {
            let option = option.trim_start_matches('-');
            assert!(said.out.contains(command) && said.out.contains(option), "{name}: {command}");
        }
    }
    place.run("completions none").refused(&["invalid value 'none'"]);
    let loaded = "source <($Q completions bash) && COMP_WORDS=(quotient che) COMP_CWORD=1 && \
                  _quotient quotient che quotient && echo \"${COMPREPLY[@]}\"";
    assert_eq!(shell(&place, loaded).expect(0, &[]).out, "check\n");
    let option = "source <($Q completions bash) && COMP_WORDS=(quotient check --dead-v) COMP_CWORD=2 && \
                  _quotient quotient --dead-v check && echo \"${COMPREPLY[@]}\"";
    assert_eq!(shell(&place, option).expect(0, &[]).out, "--dead-variables\n");
}

#[test]
fn every_command_has_a_manual_page() {
    let place = Place::new("manual_pages");
    place.run("man .").expect(0, &[]);
    assert!(place.read("quotient.1").starts_with(".ie"), "a page of troff");
    for (command, option) in COMMANDS {
        let page = place.read(&format!("quotient-{command}.1")).replace('\\', "");
        assert!(page.contains(".TH") && page.contains(option), "{command}");
    }
    assert!(!place.path("quotient-machine.1").exists(), "who runs it is a program");
    place.run("man new/folder").expect(0, &[]);
    assert!(place.read("new/folder/quotient-check.1").contains("check"));
    place.file("file", "").run("man file").refused(&["file: "]);
}

/// Pages of the guide go with the program, and a model may come from standard input.
#[test]
fn the_guide_is_printed_and_standard_input_is_read() {
    let place = Place::new("installed_topics");
    for (topic, part) in [
        ("counterexamples", "# "),
        ("fairness", "weak"),
        ("json", "# JSON"),
        ("limits", "# No symmetry?"),
        ("patterns", "# "),
        ("spin", "spin"),
        ("suites", "# Suites"),
    ] {
        place.run(&format!("help {topic}")).expect(0, &[part]);
    }
    place.run("help fairnes").refused(&["did you mean `fairness`?", "topics: counterexamples"]);
    // Where a command is called the same, its help comes first.
    let said = place.run("help symmetry");
    said.expect(0, &["Usage: ", "--points", "\n# Symmetry"]);
    assert!(said.out.find("Usage: ") < said.out.find("\n# Symmetry"));
    let model = "#include \"n.h\"\nactive [N] proctype p() { assert(N == 3) }";
    place.file("n.h", "#define N 2\n");
    let said = place.feed("check - --language promela", model);
    said.expect(1, &["VIOLATED", "p(1) at line 2", "symmetry: S2"]);
    place.feed("symmetry - --language promela", model).expect(0, &["order"]);
    place.feed("simulate - --language promela --seed 1", model).expect(1, &["assert"]);
    place.feed("check -", model).refused(&["`--language promela`"]);
    place.feed("simulate - --language promela -i", model).refused(&["standard input"]);
    place.feed("check - --language promela", "byte").refused(&["-:1:"]);
    place.feed("check - --language promela", "").refused(&["-: the file is empty"]);
    // It is no folder and no file, whatever there is.
    std::fs::create_dir(place.path("-")).unwrap();
    place.file("-/m.pml", "/* expect assertions: holds */\ninit { skip }\n");
    place.feed("check - --language promela", model).expect(1, &["VIOLATED"]);
    for command in ["check - -", "check n.h -", "check - --suite", "replay - t.json"] {
        place.feed(command, model).refused(&["has to be in a file"]);
    }
}
