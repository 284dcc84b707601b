//! What people type who come from another tool, and options that do not apply to the language of their model.

use crate::support;
use crate::support::{MUTEX, Place};

const SCRIPT: &str = "\
channel a, b
P = a -> b -> P
assert P :[deadlock free] :[partial order reduce]
assert P [T= P :[symmetry reduce]
assert P :[divergence free]
";

/// Each with a value that asks for it, or that it has anyway.
const NOT_OF_CSPM: [&str; 5] =
    ["--por off", "--search dfs", "--fairness weak", "--deadlock off", "--emptiness ndfs"];

#[test]
fn options_that_do_not_apply_are_refused_by_name() {
    let place = Place::new("habits_inapplicable");
    place.file("p.csp", SCRIPT).file("m.rebeca", "reactiveclass A(1) {} main {}");
    for option in NOT_OF_CSPM {
        let name = option.split(' ').next().unwrap();
        place.run(&format!("check p.csp {option}")).refused(&[
            &format!("p.csp: `{name}` does not apply to CSPM: "),
            "help: CSPM has `--assertion`",
            "`--max-states`",
        ]);
    }
    place.run("check p.csp --fairness weak --emptiness ndfs --por off").refused(&[
        "`--fairness` and `--emptiness` do not apply to CSPM",
        "error: p.csp: `--por` does",
    ]);
    place.run("check p.csp --search bfs --workers 1 --max-states 9").expect(0, &["holds"]);
    place
        .run("check p.csp --no-merge")
        .refused(&["p.csp: `--no-merge` does not apply to CSPM", "`--assertion`"]);
    place
        .run("check p.csp -o3")
        .refused(&["`-o3` is an option of SPIN, which does not apply to CSPM", "`--assertion`"]);
    place.run("check m.rebeca --progress").refused(&["`--progress` does not apply to Rebeca"]);
}

/// A program without machine code says how to get one that has it.
#[test]
fn machine_code_has_to_be_built_in() {
    let place = Place::new("habits_native");
    place.file("m.pml", "byte n; active proctype P() { do :: n < 9 -> n++ :: else -> n = 0 od }");
    let run = place.run("check m.pml --engine native");
    if cfg!(feature = "native") {
        run.expect(0, &["states"]);
    } else {
        run.refused(&[
            "`--engine native` needs a program",
            "--features native",
            "--engine compiled",
        ]);
    }
}

/// Symmetry exchanges values of datatypes in CSPM: what asks for that of processes, channels and variables is refused, and why.
#[test]
fn options_of_symmetry_apply_to_datatypes() {
    let place = Place::new("habits_datatypes");
    let script = "datatype T = X | Y\nchannel a : T\nP = a?x -> a.x -> P\nassert P :[deadlock free]\nassert P [T= P\n";
    place.file("p.csp", script).file("g.g", "Group((1,2))");
    for (option, states) in [
        ("--symmetry auto", 2),
        ("--symmetry off", 3),
        ("--audit off", 2),
        ("--representative sorted", 2),
        ("--representative component-order:n", 2),
        ("--points all", 2),
        // No process is moved by what exchanges X and Y.
        ("--points processes", 3),
        ("--symmetric T", 2),
        ("--detect program", 2),
    ] {
        let said = place.run(&format!("check p.csp {option}"));
        said.expect(0, &["holds", &format!("P [T= P: {states} states")]);
        assert_eq!(said.err, "");
    }
    for command in ["check p.csp", "symmetry p.csp", "graph p.csp"] {
        let from_file = format!("{command} --symmetry file:g.g");
        place
            .run(&from_file)
            .refused(&["p.csp: `--symmetry file:` declares", "`--symmetric TYPES`"]);
    }
    for command in ["check p.csp", "symmetry p.csp"] {
        let published = format!("{command} --detect channel-diagram");
        place.run(&published).refused(&["models of this language offer `program`"]);
        let scalarset = format!("{command} --scalarset x=1..3");
        place.run(&scalarset).refused(&["CSPM has no variables to declare as scalarsets"]);
    }
    place.run("symmetry p.csp --gap").expect(0, &["S2, order 2", "(1,2)"]);
    place.run("symmetry p.csp --diagram d.svg").refused(&["models of this language have none"]);
    let concrete = "assertions are searched from representatives, not from the states themselves";
    place.run("check p.csp --representative canonical:concrete").refused(&[concrete]);
    place.file("two.csp", "datatype T = X | Y\ndatatype U = A | B | C\nchannel a : T.U\nP = a?t?u -> P\nassert P :[deadlock free]\n");
    place.run("symmetry two.csp").expect(0, &["order      12"]);
    place
        .run("symmetry two.csp --symmetric U")
        .expect(0, &["order      6", "A, B, C interchangeable"]);
    place.run("graph p.csp").expect(0, &["digraph"]);
    place.run("graph p.csp --symmetry off").expect(0, &["digraph"]);
}

#[test]
fn options_of_assertions_that_have_no_effect_are_told() {
    let place = Place::new("habits_assertions");
    let said = place.file("p.csp", SCRIPT).run("check p.csp");
    said.expect(0, &["holds"]);
    let warning = "`:[partial order reduce]` has no effect";
    assert_eq!(said.err.matches(warning).count(), 1, "{}", said.err);
    // That of symmetry has.
    assert!(!said.err.contains("symmetry reduce"), "{}", said.err);
    let said = place.run("check p.csp --assertion 3");
    said.expect(0, &["holds"]);
    assert_eq!(said.err, "");
}

#[test]
fn an_assertion_of_symmetry_leaves_the_others_alive() {
    let place = Place::new("habits_symmetric");
    let script = "datatype T = X | Y\nchannel a : T\nP = a?x -> P\nassert P :[symmetric]: T\nassert P :[deadlock free]\n";
    let said = place.file("p.csp", script).run("check p.csp");
    said.expect(0, &["P :[deadlock free]  holds", "P :[symmetric]: T   holds"]);
    place.run("symmetry p.csp").expect(0, &["order      2"]);
    place.file("q.csp", script.replace("a?x -> P", "a.X -> P"));
    let said = place.run("check q.csp");
    said.expect(1, &["P :[deadlock free]  holds", "P :[symmetric]: T   VIOLATED"]);
    assert!(said.out.contains("the constant `X` (q.csp:3)"), "{}", said.out);
    place.run("symmetry q.csp").expect(0, &["no symmetry was found"]);
}

#[test]
fn options_of_spin_are_answered_with_ours() {
    let place = Place::new("habits_spin");
    place.file("m.pml", MUTEX);
    for (typed, answer) in [
        (
            "-run -a -f m.pml",
            "`spin -run -a -f` of SPIN is `quotient check --fairness weak m.pml` here",
        ),
        ("check -a m.pml", "`spin -a` of SPIN is `quotient check m.pml` here"),
        ("check -l m.pml", "`quotient check --progress m.pml`"),
        ("check -i m.pml", "`quotient check --shortest m.pml`"),
        ("-i m.pml", "`quotient simulate --interactive m.pml`"),
        ("-p -g m.pml", "`quotient simulate --show steps --show globals m.pml`"),
        ("-t -p m.pml", "`quotient replay MODEL FILE.trail` runs a trail of SPIN"),
        ("check m.pml -m10000", "`quotient check --max-depth 10000 m.pml`"),
        ("check -m 10000 m.pml", "`quotient check --max-depth 10000 m.pml`"),
        ("check -m m.pml", "`quotient check --max-depth N m.pml`"),
        ("check -N m.pml", "`quotient check --property N m.pml`"),
        (
            "check m.pml -o1 -o2 -o3",
            "`quotient check --no-dataflow --keep-unread --no-merge m.pml`",
        ),
        ("check -N p1 m.pml -e", "`quotient check --property p1 --keep-going m.pml`"),
        ("check m.pml -noreduce -E", "`quotient check --por off --deadlock off m.pml`"),
        ("check -bitstate m.pml", "`quotient check --store bitstate m.pml`"),
        ("-a", "`spin -a` of SPIN is `quotient check MODEL` here"),
        ("-f []p m.pml", "`quotient check --ltl '!([]p)' m.pml`"),
        ("-f !([]p) m.pml", "`quotient check --ltl '[]p' m.pml`"),
        ("-f !(a)&&(b) m.pml", "`quotient check --ltl '!(!(a)&&(b))' m.pml`"),
        ("-f !p m.pml", "`quotient check --ltl 'p' m.pml`"),
        ("-t m.pml", "`quotient replay MODEL FILE.trail` runs a trail of SPIN"),
    ] {
        place.run(typed).refused(&[answer]);
    }
    // What we were told is one of the options that there are.
    place.run("check --fairness weak m.pml").expect(0, &["holds"]);
    place.run("simulate --steps 9 --show steps --show globals m.pml").expect(3, &[]);
    place.run("check --no-dataflow --keep-unread --no-merge m.pml").expect(0, &["holds"]);
}

#[test]
fn options_of_fdr_and_afra_are_answered_with_ours() {
    let place = Place::new("habits_others");
    place.file("p.csp", SCRIPT).file("m.rebeca", "");
    place.run("check --brief p.csp").refused(&["is `quotient check --quiet p.csp` here"]);
    place.run("check --divide p.csp").refused(&["is `quotient check p.csp` here"]);
    place.run("check -p m.property m.rebeca").refused(&["`--properties FILE`"]);
    place
        .run("-s m.rebeca -p m.property")
        .refused(&["is `quotient check --properties m.property m.rebeca` here"]);
}

#[test]
fn an_unknown_option_has_no_tip_that_makes_no_sense() {
    let place = Place::new("habits_unknown");
    let said = place.file("m.pml", MUTEX).run("check m.pml --nonsense");
    said.refused(&["unexpected argument '--nonsense'"]);
    assert!(!said.err.contains("as a value"), "{}", said.err);
    let said = place.run("check m.pml --symetry off");
    said.refused(&["'--symmetry'"]);
}

#[test]
fn a_model_alone_is_checked() {
    let place = Place::new("habits_alone");
    place.file("m.pml", MUTEX);
    place.run("m.pml").expect(0, &["assertions       holds"]);
    place.run("m.pml --quiet").expect(0, &["assertions       holds"]);
    place.run("missing.pml").refused(&["missing.pml"]);
    place.run("chek").refused(&["unrecognized subcommand"]);
}

#[test]
fn macros_that_the_model_never_mentions_are_warned_of() {
    let place = Place::new("habits_macros");
    place.file("m.pml", format!("/* SAFETY */\n#ifdef FIFO\n#endif\n{MUTEX}"));
    let options = "-DNOREDUCE -DSAFETY -DNFAIR=3 -DBFS -D OTHER=1 -DFIFO";
    let said = place.run(&format!("check m.pml {options}"));
    said.expect(0, &["holds"]);
    for (name, help) in [
        ("NOREDUCE", "`--por off` turns off partial order reduction"),
        ("SAFETY", "not needed"),
        ("NFAIR", "`--fairness weak`"),
        ("BFS", "`--search bfs` is the default"),
        ("OTHER", ""),
    ] {
        let warning = format!("`-D {name}` has no effect: the model never mentions `{name}`");
        assert_eq!(said.err.matches(&warning).count(), 1, "{}", said.err);
        assert!(said.err.contains(help), "{}", said.err);
    }
    assert!(!said.err.contains("FIFO"), "{}", said.err);
}

#[test]
fn warnings_come_once_and_behind_the_answer() {
    let place = Place::new("habits_warnings");
    place.file("m.pml", MUTEX);
    let said = support::shell(&place, "$Q check m.pml -D UNUSED 2>&1");
    let (answer, warning) = (said.out.find("holds"), said.out.find("warning: "));
    assert!(answer.is_some() && answer < warning, "{}", said.out);
    assert_eq!(said.out.matches("warning: ").count(), 1);
}

#[test]
fn the_help_begins_with_properties_limits_and_output() {
    let said = Place::new("habits_help").run("help check");
    let headings: Vec<&str> = said.out.lines().filter(|line| line.ends_with(':')).collect();
    let place = |heading| headings.iter().position(|it| *it == heading);
    let order = ["Properties:", "Limits:", "Output:", "Search:", "Promela:", "For research:"];
    let places: Vec<Option<usize>> = order.map(place).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{headings:?}");
}

#[test]
fn which_strategy_is_chosen_is_told_on_demand() {
    let place = Place::new("habits_verbose");
    place.file("m.pml", MUTEX);
    let silent = place.run("check m.pml");
    assert!(!silent.expect(0, &["symmetry: S3"]).out.contains("representative"), "{}", silent.out);
    place.run("check m.pml --verbose").expect(0, &["representative: sorted, unique", "(auto: "]);
    place.run("check m.pml --representative canonical").expect(0, &["representative: canonical"]);
}

/// Two rebecs: one works for ever, the other has a message that a run may never let it take.
const UNFAIR: &str = "\
reactiveclass Worker(2) {
    knownrebecs { }
    statevars { boolean done; }
    Worker() { done = false; self.work(); }
    msgsrv work() { done = true; self.work(); }
}
main { Worker ann():(); Worker bob():(); }
";

#[test]
fn runs_of_rebecs_are_weakly_fair_unless_told() {
    let place = Place::new("habits_fair");
    let property = "property { define { works = bob.done; } LTL { Works: F(works); } }";
    place.file("m.rebeca", UNFAIR).file("m.property", property);
    place
        .run("check m.rebeca")
        .expect(0, &["Works            holds", "only weakly fair runs count"]);
    let unfair = place.run("check m.rebeca --fairness none");
    unfair.expect(1, &["Works            VIOLATED"]);
    assert!(!unfair.out.contains("fair runs count"), "{}", unfair.out);
    let (report, _) = place.json("m.rebeca");
    assert_eq!(report["checks"][3]["search"]["fairness"], "weak");
    // Two words against each other, but only where formulas are checked.
    place.run("check m.rebeca --shortest").refused(&["`--fairness none`"]);
    place.run("check m.rebeca --shortest --property deadlock").expect(0, &["holds"]);
}

#[test]
fn reports_of_rebecs_speak_of_rebecs() {
    let place = Place::new("habits_rebecs");
    let model = "reactiveclass A(2) { A() { self.go(); } msgsrv go() { } }\nmain { A ann():(); }\n";
    place.file("m.rebeca", model);
    place.run("check m.rebeca").expect(1, &["deadlock: no rebec can take a step"]);
    let model = "reactiveclass A(2) { statevars { int n; } A() { n = 1; self.go(); } msgsrv go() { if (n > 1) n = 0; else n = 2; assertion(n < 2); } }\nmain { A ann():(); }\n";
    place.file("m.rebeca", model);
    place.run("check m.rebeca").expect(1, &["n > 1: false"]);
    place.file("m.pml", "active proctype P() { false }");
    place.run("check m.pml").expect(1, &["deadlock: no process can take a step"]);
}

/// Each command that answers at once shows its warnings once, below the answer.
#[test]
#[cfg(unix)]
fn warnings_stand_behind_the_answer_of_other_commands() {
    let place = Place::new("habits_warnings_elsewhere");
    place.file("m.pml", "byte unused;\nactive [2] proctype P() { assert(false) }\n");
    place.run("check m.pml --trace t.json --trail=t.trail");
    for (command, answer) in [
        ("graph m.pml", "digraph"),
        ("graph m.pml -o g.aut", "g.aut: "),
        ("simulate m.pml --seed 1", "assertion violated"),
        ("simulate m.pml --seed 1 --quiet", "assertion violated"),
        ("simulate m.pml --trace t.json", "along the trace"),
        ("simulate m.pml --interactive < t.json", "> {"),
        ("symmetry m.pml", "order"),
        ("symmetry m.pml --types", "no channels"),
        ("replay m.pml t.json", "the violation is real"),
        ("replay m.pml t.trail", "the violation is real"),
    ] {
        let said = support::shell(&place, &format!("$Q {command} 2>&1"));
        let answered = said.out.find(answer).unwrap_or_else(|| panic!("{command}: {said:?}"));
        let warned: Vec<_> = said.out.match_indices("is never used").collect();
        assert_eq!(warned.len(), 1, "{command}: {}", said.out);
        assert!(warned[0].0 > answered, "{command}: {}", said.out);
    }
}

/// A model with options before it is checked, as one with options behind it is.
#[test]
fn options_may_come_before_the_model() {
    let place = Place::new("habits_first");
    place.file("m.pml", MUTEX);
    for typed in ["-DNFAIR=3 m.pml -q", "-q m.pml", "--quiet m.pml", "-D NFAIR=3 m.pml"] {
        place.run(typed).expect(0, &["assertions       holds"]);
    }
    place.run("-q").refused(&["unexpected argument '-q'"]);
    place.run("-q symmetry m.pml").refused(&["unexpected argument '-q'"]);
    place.run("--version").expect(0, &["quotient "]);
    place.run("--help").expect(0, &["Commands:"]);
}

/// A trail of SPIN is no stored run; who shows it is told.
#[test]
fn a_trail_is_told_from_a_stored_run() {
    let place = Place::new("habits_trail");
    place.file("m.pml", "active [2] proctype P() { assert(false) }\n");
    place.run("check m.pml --trail");
    let told = ["m.pml.trail: a run of another tool", "`quotient replay m.pml m.pml.trail`"];
    place.run("simulate m.pml --trace m.pml.trail").refused(&told);
    place.run("replay m.pml m.pml.trail").expect(1, &["the violation is real"]);
}

/// A variable that is no part of the state is told of once, behind the answer, where a claim does not read it.
#[test]
#[cfg(unix)]
fn what_nothing_reads_is_told() {
    let place = Place::new("habits_unread");
    let model = "byte sum, shown, kept;\nactive [2] proctype P() { sum++; kept = 1; shown = 2; printf(\"%d\", shown); assert(kept == 1) }\n";
    place.file("m.pml", model);
    place.file("read.pml", format!("{model}ltl few {{ [] (sum + shown < 9) }}\n"));
    let warning = "warning: nothing reads `sum` and `shown`, so they are no part of the state";
    for (command, answer) in [
        ("check m.pml", "holds"),
        ("check m.pml --quiet", "holds"),
        ("symmetry m.pml", "order"),
        ("graph m.pml -o g.dot", "g.dot: "),
    ] {
        let said = support::shell(&place, &format!("$Q {command} 2>&1"));
        assert_eq!(said.out.matches(warning).count(), 1, "{command}: {}", said.out);
        let answered = said.out.find(answer);
        assert!(answered.is_some() && answered < said.out.find(warning), "{command}: {}", said.out);
        assert!(said.out.contains("`--keep-unread` keeps them"), "{command}: {}", said.out);
    }
    for silent in [
        "check m.pml --keep-unread",
        "check read.pml",
        "check read.pml --no-claims",
        "symmetry read.pml",
        "graph read.pml",
        "simulate m.pml --seed 1",
    ] {
        let said = place.run(silent);
        assert!(said.code == Some(0) && said.err.is_empty(), "{silent}: {said:?}");
    }
}

/// Names of fields are those of the model, and can be asked for as they are shown.
#[test]
fn fields_of_arrays_are_named_as_in_the_model() {
    let place = Place::new("habits_fields");
    let model = "typedef Line { byte st; bit tag[2] }\nLine cache[3];\nactive proctype P() {\n  cache[2].st = 1;\n  cache[1].tag[1] = 1;\n  assert(cache[2].st == 0)\n}\n";
    place.file("m.pml", model);
    let said = place.run("check m.pml --keep-unread --no-merge");
    said.expect(1, &["cache[2].st: 0 → 1", "cache[1].tag[1]: 0 → 1"]);
    let said = place.feed(
        "simulate m.pml --interactive --seed 1",
        "1\n1\neval cache[2].st + cache[1].tag[1]\nquit\n",
    );
    assert!(said.out.contains("\n  2\n"), "{}", said.out);
    place
        .run("check m.pml --keep-unread --property ltl_0 --ltl []!(cache[2].st==1)")
        .expect(1, &["ltl_0  VIOLATED"]);
}
