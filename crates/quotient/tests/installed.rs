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
    place.run("man no/such").refused(&["no/such/quotient.1: cannot write"]);
}
