//! The options of SPIN, and what is asked for here instead.

use checking::{Habit, Peer, Takes};
use diagnostics::{Diagnostic, FileId, Severity, Sources};

/// SPIN, and the verifiers that it generates.
pub const SPIN: Peer = Peer { name: "SPIN", program: "spin", habits: &HABITS };

/// An option with its counterparts.
const fn habit(
    option: &'static str,
    check: Option<&'static str>,
    simulate: Option<&'static str>,
    answer: &'static str,
) -> Habit {
    Habit { option, takes: Takes::Nothing, check, simulate, answer }
}

/// The same of an option that takes a number.
const fn number(
    option: &'static str,
    check: Option<&'static str>,
    simulate: Option<&'static str>,
    answer: &'static str,
) -> Habit {
    Habit { option, takes: Takes::Number, check, simulate, answer }
}

/// The same of an option of `check` alone that takes a word.
const fn word(option: &'static str, check: Option<&'static str>, answer: &'static str) -> Habit {
    Habit { option, takes: Takes::Word, check, simulate: None, answer }
}

/// Those of `spin` and of `pan`; where a letter is an option of both, the answer tells of both.
const HABITS: [Habit; 48] = [
    habit(
        "-run",
        Some(""),
        None,
        "`quotient check` searches at once: nothing is generated or compiled",
    ),
    habit(
        "-search",
        Some(""),
        None,
        "`quotient check` searches at once: nothing is generated or compiled",
    ),
    habit(
        "-a",
        Some(""),
        None,
        "formulas and never claims are always checked; `--acceptance` for `accept` labels of processes",
    ),
    Habit {
        option: "-f",
        takes: Takes::Formula,
        check: Some("--ltl 'VALUE'"),
        simulate: None,
        answer: "`--ltl FORMULA`: what is to hold of all runs, where SPIN's formula is what none may satisfy",
    },
    habit(
        "-f",
        Some("--fairness weak"),
        None,
        "`--fairness weak`; where SPIN translates a formula, `--ltl FORMULA`",
    ),
    habit("-F", None, None, "`--ltl FORMULA`: the formula itself, not negated"),
    habit(
        "-l",
        Some("--progress"),
        Some("--show locals"),
        "`--progress` for cycles without progress; `simulate --show locals` for local variables",
    ),
    habit(
        "-i",
        Some("--shortest"),
        Some("--interactive"),
        "`--shortest` for a shortest counterexample; `simulate --interactive` to choose the steps",
    ),
    habit("-I", Some("--shortest"), None, "`--shortest` for a shortest counterexample"),
    habit(
        "-t",
        None,
        None,
        "`quotient check` prints the counterexample; `quotient replay MODEL FILE.trail` runs a trail of SPIN",
    ),
    habit("-k", None, None, "`quotient replay MODEL FILE.trail` runs a trail of SPIN"),
    habit(
        "-p",
        Some(""),
        Some("--show steps"),
        "`quotient check` prints the counterexample; `simulate --show steps` prints every step",
    ),
    habit(
        "-g",
        Some(""),
        Some("--show globals"),
        "`simulate --show globals` prints changes of global variables",
    ),
    habit(
        "-r",
        Some(""),
        Some("--show messages"),
        "`simulate --show messages` prints messages; `quotient replay MODEL FILE.trail` runs a trail",
    ),
    habit("-s", Some(""), Some("--show messages"), "`simulate --show messages` prints messages"),
    number(
        "-m",
        Some("--max-depth VALUE"),
        None,
        "`--max-depth N`; there is no limit unless you set one",
    ),
    number(
        "-n",
        Some("--quiet"),
        Some("--seed VALUE"),
        "`--quiet` leaves out unreached statements; `simulate --seed N`",
    ),
    number("-u", None, Some("--steps VALUE"), "`simulate --steps N`"),
    number("-w", Some(""), None, "not needed: the table of states grows"),
    number("-c", Some("--keep-going"), None, "`--keep-going` continues after the first violation"),
    habit(
        "-e",
        Some("--keep-going"),
        None,
        "`--keep-going` gives one counterexample for each property",
    ),
    habit(
        "-A",
        Some("--property deadlock --property run-time-errors"),
        None,
        "`--property deadlock --property run-time-errors` leaves out assertions",
    ),
    habit("-E", Some("--deadlock off"), None, "`--deadlock off`"),
    habit("-b", Some(""), None, "exit status 3 tells that `--max-depth` was reached"),
    habit("-J", Some("--java-unless"), Some("--java-unless"), "`--java-unless`"),
    word("-ltl", Some("--property VALUE"), "`--property NAME` checks one formula"),
    word(
        "-N",
        Some("--property VALUE"),
        "`--property NAME` checks one formula or claim of the model",
    ),
    habit("-noclaim", Some("--no-claims"), None, "`--no-claims`"),
    habit(
        "-bfspar",
        Some("--search bfs"),
        None,
        "`--search bfs`, the default, on all cores; `--workers N` sets the number of threads",
    ),
    habit("-bfs", Some("--search bfs"), None, "`--search bfs`, the default"),
    habit(
        "-dfspar",
        Some("--search bfs"),
        None,
        "`--search bfs`, the default, on all cores; depth first there is one thread",
    ),
    habit(
        "-bitstate",
        Some("--store bitstate"),
        None,
        "`--store bitstate`, with `--hashes 3` as many bits a state as in SPIN",
    ),
    habit("-hc", Some("--store fingerprint"), None, "`--store fingerprint`"),
    habit("-collapse", Some(""), None, "not needed: states are stored in few bits"),
    habit(
        "-safety",
        Some(""),
        None,
        "not needed: `check` looks for violations of safety by itself, `--no-claims` leaves out formulas",
    ),
    habit(
        "-noreduce",
        Some("--por off"),
        None,
        "`--por off`; `--symmetry off --por off` searches every state",
    ),
    habit("-o1", Some("--no-dataflow"), None, "`--no-dataflow`"),
    habit("-o2", Some("--keep-unread"), None, "`--keep-unread`"),
    habit("-o3", Some("--no-merge"), None, "`--no-merge`"),
    number("-Q", Some("--time VALUEm"), None, "`--time DURATION`, as in `--time 5m`"),
    number("-O", Some(""), None, "not needed: nothing is compiled"),
    habit("-B", Some(""), None, "`quotient check` prints the last state of a counterexample"),
    habit(
        "-M",
        None,
        None,
        "not offered: a chart of messages; `simulate --show messages` prints them",
    ),
    habit("-q", None, None, "not offered: channels need not be empty at the end"),
    habit("-x", Some(""), None, "a trail is written only on demand: `--trail`"),
    habit("-X", Some(""), None, "`--quiet` prints only verdicts and counterexamples"),
    habit("-C", None, None, "`quotient replay MODEL FILE.trail` runs a trail of SPIN"),
    habit("-S", None, None, "`quotient replay MODEL FILE.trail` runs a trail of SPIN"),
];

/// Macros of SPIN's verifiers, with what is asked for here instead.
const MACROS: [(&str, &str); 22] = [
    ("NOREDUCE", "`--por off` turns off partial order reduction, and `--symmetry off` symmetry"),
    (
        "SAFETY",
        "it is not needed: safety is searched by itself, and `--no-claims` leaves out formulas and claims",
    ),
    ("NOCLAIM", "`--no-claims` leaves out formulas and never claims"),
    ("NFAIR", "it is not needed: `--fairness weak` has no limit on the number of processes"),
    ("NOFAIR", "it is not needed: `--fairness none` is the default"),
    ("BFS", "`--search bfs` is the default"),
    ("BFS_PAR", "`--search bfs` is the default, and `--workers N` sets the number of threads"),
    ("REACH", "`--shortest` finds shortest counterexamples"),
    ("NP", "`--progress` looks for cycles without progress"),
    ("NCORE", "`--workers N` sets the number of threads"),
    ("MEMLIM", "`--memory SIZE` limits the memory"),
    ("MEMCNT", "`--memory SIZE` limits the memory"),
    ("VECTORSZ", "it is not needed: states are as large as they are"),
    ("COLLAPSE", "it is not needed: states are stored in few bits"),
    ("MA", "it is not needed: states are stored in few bits"),
    ("HC", "`--store fingerprint` keeps 64 bits of each state"),
    ("HC4", "`--store fingerprint` keeps 64 bits of each state"),
    ("BITSTATE", "`--store bitstate` keeps some bits of each state"),
    ("XUSAFE", "it is not offered: `xr` and `xs` are believed"),
    ("NOBOUNDCHECK", "it is not offered: an index out of range is always an error"),
    ("PRINTF", "`quotient simulate` shows what `printf` prints"),
    ("VERBOSE", "`quotient simulate` shows the steps of a run"),
];

/// Warns of macros that were defined outside of the model, which never mentions them.
pub fn unmentioned(defines: &[String], sources: &Sources) -> Vec<Diagnostic> {
    let name = |define: &String| define.split('=').next().unwrap_or_default().to_owned();
    let mentioned = |name: &str| {
        files(sources).any(|file| match sources.name(file) {
            COMMAND_LINE => words(value(sources.text(file))).any(|word| word == name),
            _ => words(&without_comments(sources.text(file))).any(|word| word == name),
        })
    };
    let unknown = defines.iter().map(name).filter(|name| !mentioned(name));
    unknown.map(|name| warning(&name)).collect()
}

fn files(sources: &Sources) -> impl Iterator<Item = FileId> {
    (0..u32::try_from(sources.len()).unwrap_or(u32::MAX)).map(FileId)
}

/// The file of a macro that is defined outside of the model.
pub const COMMAND_LINE: &str = "<command line>";

fn warning(name: &str) -> Diagnostic {
    let text = format!("`-D {name}` has no effect: the model never mentions `{name}`");
    let warning = Diagnostic::new(Severity::Warning, text);
    match MACROS.iter().find(|(of_spin, _)| *of_spin == name) {
        Some((_, instead)) => warning.help(format!("an option of SPIN's verifier; {instead}")),
        None => warning,
    }
}

/// What a macro stands for: its name is the first word.
fn value(define: &str) -> &str {
    define.split_once(' ').map_or("", |(_, value)| value)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// A text with a blank for each of its comments; quotes in it are taken for what they hold.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = ["/*", "//"].iter().filter_map(|mark| rest.find(mark)).min() {
        kept.push_str(&rest[..start]);
        kept.push(' ');
        let end = if rest[start..].starts_with("/*") { "*/" } else { "\n" };
        rest = rest[start + 2..].split_once(end).map_or("", |(_, rest)| rest);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, define: &str) -> usize {
        let mut sources = Sources::new();
        sources.add("m.pml", text);
        sources.add(COMMAND_LINE, "A OTHER");
        unmentioned(&[define.to_owned()], &sources).len()
    }

    #[test]
    fn a_macro_is_mentioned_in_code_and_not_in_comments() {
        assert_eq!(said("#ifdef SAFETY\n#endif", "SAFETY"), 0);
        assert_eq!(said("byte a = N; /* SAFETY */ // SAFETY\n", "SAFETY"), 1);
        assert_eq!(said("byte NN; /* \u{fc} */ int M", "N=3"), 1);
        assert_eq!(said("byte a[N]", "N=3"), 0);
        assert_eq!(said("/* never ends", "N=3"), 1);
        assert_eq!(said("byte a = A", "OTHER=1"), 0);
        assert_eq!(said("byte a", "A"), 1);
    }

    /// An option that begins with another one is looked for first. One that goes with a formula is another without it.
    #[test]
    fn options_have_names_of_their_own() {
        for (place, habit) in HABITS.iter().enumerate() {
            let hides = |it: &&Habit| it.value(habit.option).is_some();
            let needs_formula =
                |it: &Habit| it.takes == Takes::Formula && habit.takes != Takes::Formula;
            let hidden = HABITS[..place].iter().find(hides);
            assert!(hidden.is_none_or(needs_formula), "{}", habit.option);
        }
    }
}
