//! Every command on a model in Promela-Lite, and what is refused of it by name.

use crate::support::Place;
use serde_json::Value;

/// Two processes, each of which can take the other's token away and then waits for ever.
const STUCK: &str = "\
chan box = [1] of {pid};
proctype taker(pid other; pid found) {
    do
    :: atomic { found == 0 && nfull(box) -> box!_pid }
    :: atomic { found == 0 && nempty(box) -> box?found }
    od
}
init { atomic { run taker(2, 0); run taker(1, 0) } }
";

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.file("m.prl", STUCK);
    place
}

#[test]
fn check_symmetry_and_graph_know_the_language() {
    let place = place("lite_check");
    let said = place.run("check m.prl --json");
    assert_eq!(said.code, Some(1), "{said:?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["language"], "promela-lite");
    assert_eq!(report["symmetry"]["order"], "2");
    let said = place.run("symmetry m.prl --json");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &report["language"]), (Some(0), &"promela-lite".into()));
    // Nobody has found anything, and the box is empty or holds one of two: 3 states, 2 * 1 + 2 * 2 steps.
    // One has found one of two, and the box is empty or holds the other one: 4 * 2 states, one step each.
    // Both have found something, the later one itself: 3 states.
    let said = place.run("graph m.prl --symmetry off --format aut");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.out.starts_with("des (0,14,14)"), "{said:?}");
}

#[test]
fn counterexamples_are_replayed_and_simulated() {
    let place = place("lite_replay");
    let said = place.run("check m.prl --trace t.json");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("found == 0 && nempty(box) -> box?found"), "{said:?}");
    place.run("replay m.prl t.json").expect(1, &["the violation is real", "taker(1)", "taker(2)"]);
    place.run("simulate m.prl --trace t.json").expect(1, &["box: +["]);
    place.run("simulate m.prl --seed 1 --steps 3").expect(3, &["taker("]);
    let why = place.feed("simulate m.prl --interactive", "why 2\nquit\n");
    assert!(why.out.contains("box is empty") || why.out.contains("not empty"), "{why:?}");
}

#[test]
fn a_language_is_named_or_told_by_the_extension() {
    let place = place("lite_language");
    place.file("m.txt", STUCK);
    place.run("check m.txt").refused(&["--language"]);
    place.run("check m.txt --language promela-lite").expect(1, &["deadlock"]);
    place.file("typed.prl", STUCK.replace("chan box", "chan typed = [1] of {chan{int}}; chan box"));
    place.run("check typed.prl").expect(1, &["deadlock"]);
    place.run("check typed.prl --language promela").refused(&["typed.prl:1"]);
    place
        .run("check m.prl --language latin")
        .refused(&["there are `promela`, `promela-lite`, `rebeca`"]);
}

#[test]
fn what_promela_lite_has_not_is_refused_by_name() {
    let place = place("lite_refused");
    let no_trails = &["trails are of SPIN", "Promela-Lite", "--trace"];
    place.run("check m.prl --trail").refused(no_trails);
    place.file("m.trail", "-4:-4:-4\n1:0:1\n");
    place.run("replay m.prl m.trail").refused(no_trails);
    place.run("check m.prl -D N=3").refused(&["`-D`", "does not apply to Promela-Lite"]);
    place.run("symmetry m.prl -I .").refused(&["`-I`", "does not apply to Promela-Lite"]);
}

#[test]
fn types_are_checked() {
    let place = Place::new("lite_types");
    place.file("m.prl", STUCK.replace("box!_pid", "box!box"));
    place.run("check m.prl").refused(&["T-SEND", "m.prl:4:49", "help"]);
    place.run("translate m.prl").refused(&["T-SEND", "m.prl:4:49", "help"]);
}

#[test]
fn models_are_translated() {
    let place = place("lite_translate");
    let with_way = |ty: &str| {
        STUCK.replace("pid found)", &format!("pid found; {ty} way)")).replace(", 0)", ", 0, null)")
    };
    place.file("r.prl", with_way("rec X . chan{X}"));
    place.run("translate m.prl").expect(0, &[STUCK]);
    place.run("translate r.prl -o r.pml").expect(0, &[]);
    let text = place.read("r.pml");
    let expected = with_way("chan");
    assert_eq!(text, format!("chan null = [0] of {{byte}}; /* no channel */\n{expected}"));
    place.run("check r.pml").expect(1, &["deadlock"]);
    place.run("translate r.pml").refused(&["r.pml", "Promela"]);
    place.run("translate m.prl -o no/where.pml").refused(&["no/where.pml"]);
}

/// What SPIN would take otherwise is written otherwise: names, what is asked of a variable that may hold
/// `null`, a message that is received into the variable that names its channel.
#[test]
fn the_translation_says_what_spin_would_not_understand() {
    let place = Place::new("lite_exact");
    let text = "\
chan while = [1] of {rec X . chan{X, int}, int};
int kept = 0;
proctype byte(rec X . chan{X, int} in; int _x) {
    do
    :: atomic { nfull(in) -> in!while,1 } // into it
    :: atomic { _x == 0 && nempty(in) -> in?in,_x; kept = len(in) }
    od
}
init { atomic { run byte(null, 0) } }
";
    let expected = "\
chan null = [0] of {byte, byte}; /* no channel */
chan kept_ = null; /* what is received from, for the time of a step */
chan while_ = [1] of {chan, int};
int kept = 0;
proctype byte_(chan in_; int u_x) {
    do
    :: atomic { (in_ != null && nfull(in_)) -> in_!while_,1 } // into it
    :: atomic { u_x == 0 && nempty(in_) -> kept_ = in_; kept_?in_,u_x; kept_ = null; kept = len(in_) }
    od
}
init { atomic { run byte_(null, 0) } }
";
    place.file("m.prl", text);
    let said = place.run("translate m.prl");
    assert_eq!((said.code, &said.out[..]), (Some(0), expected));
}

/// Figure 6 of the paper: what sections 7.2 and 7.4 say of its diagram and its group.
#[test]
fn the_example_of_the_paper_has_the_symmetry_of_the_paper() {
    let model = testing::places::root().join("models/promela-lite/load-balancer-figure-6.prl");
    let place = Place::new("lite_figure_6");
    place.file("m.prl", std::fs::read(model).unwrap());
    let expected = ["288 automorphisms", "48 in the largest valid group", "order      48"];
    place.run("symmetry m.prl --detect channel-diagram").expect(0, &expected);
}

#[test]
fn json_names_the_language_of_the_model() {
    let place = Place::new("language_in_json");
    place.file("m.prl", STUCK).file("m.pml", "init { skip }\n");
    for (model, language) in [("m.prl", "promela-lite"), ("m.pml", "promela")] {
        for command in ["check", "symmetry", "simulate --seed 1"] {
            let said = place.run(&format!("{command} --json {model}"));
            let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
            assert_eq!(object["language"], language, "{command} {model}");
        }
    }
}
