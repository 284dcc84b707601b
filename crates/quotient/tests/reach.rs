//! `check --reach EXPR`: a shortest run to where an expression of the language holds, as it is typed.

use serde_json::json;

use crate::support::{Place, shell};

/// Three users take turns, and each counts its own.
const TURNS: &str = "byte turn, rounds;
active [3] proctype user() {
  byte mine;
  do
  :: turn == _pid -> mine++; turn = (_pid + 1) % 3
  :: rounds < 3 -> rounds++
  od
}
";

/// Users that can change places.
const LOCK: &str = "bit locked; byte inside;
active [4] proctype user() {
  byte visits;
  do
  :: atomic { !locked && visits < 2 -> locked = 1 };
     inside++; visits++;
     inside--; locked = 0
  od
}
";

#[test]
fn the_shortest_run_to_where_an_expression_holds_is_told() {
    let place = Place::new("reach_told");
    place.file("m.pml", TURNS);
    place.run("check m.pml --reach turn==2").expect(
        0,
        &[
            "reach turn==2  reached  after 6 steps\n",
            "run to where turn==2 holds (6 steps)\n",
            "  6  user(1)  5  turn = (_pid + 1) % 3  turn: 1 → 2\n",
            "✓ turn==2 holds after step 6\n",
        ],
    );
    place
        .run("check m.pml --reach turn==0")
        .expect(0, &["reached  after 0 steps", "✓ turn==0 holds in the initial state"]);
    place.run("check m.pml --reach turn==7").expect(1, &["reach turn==7  unreachable\n"]);
    let few = place.run("check m.pml --reach turn==2 --max-states 2");
    few.expect(3, &["reach turn==2  unknown  the limit of 2 states was reached"]);
    // What cannot be evaluated is not said not to hold.
    let open = place.run("check m.pml --reach 10/turn==5");
    open.expect(3, &["unknown  it cannot be evaluated in some state that was reached"]);
    place.run("check m.pml --reach turn!=0&&10/turn==5").expect(0, &["reached  after 6 steps"]);
}

#[test]
fn nothing_else_is_checked() {
    let place = Place::new("reach_alone");
    let claims = "ltl order { [] (turn == 0) }\nactive proctype fails() { assert(false) }\n";
    place.file("m.pml", format!("{TURNS}{claims}"));
    let (report, code) = place.json("m.pml --reach turn==1");
    assert_eq!(code, Some(0));
    let checks = report["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 1);
    let check = &checks[0];
    assert_eq!(check["property"], json!("reach turn==1"));
    assert_eq!(check["kind"], json!("reach"));
    assert_eq!(check["verdict"], json!("reached"));
    assert_eq!(check["trace"].as_array().unwrap().len(), 3);
    let (report, code) = place.json("m.pml --reach turn==9");
    assert_eq!((&report["checks"][0]["verdict"], code), (&json!("unreachable"), Some(1)));
    let (report, code) = place.json("m.pml --reach turn==9 --max-states 2");
    assert_eq!((&report["checks"][0]["verdict"], code), (&json!("inconclusive"), Some(3)));
}

#[test]
fn symmetry_keeps_the_expression_as_it_is_typed() {
    let place = Place::new("reach_symmetry");
    place.file("m.pml", LOCK);
    for (expression, left, length) in [
        ("inside==1", "order 24", 2),
        ("user[2]:visits==2", "order 6", 8),
        ("user[1]:visits==1&&user[3]:visits==2", "order 2", 13),
    ] {
        let reduced = place.run(&format!("check m.pml --reach {expression}"));
        reduced.expect(0, &[&format!("reached  after {length} steps"), left]);
        let all = place.run(&format!("check m.pml --reach {expression} --symmetry off"));
        all.expect(0, &[&format!("reached  after {length} steps")]);
    }
    // No lock lets two in.
    place.run("check m.pml --reach inside==2").expect(1, &["unreachable", "order 24"]);
}

/// What nobody reads but the expression, and what is between two statements that are one step elsewhere.
#[test]
fn what_the_expression_reads_is_kept() {
    let place = Place::new("reach_kept");
    let model = "byte g, unread;
active proctype P() {
  byte dead;
  dead = 1; dead = 2;
  unread = 5; unread = 6;
  atomic { g = 1; g = 2 };
  d_step { g = 3; g = 4 }
}
";
    place.file("m.pml", model);
    for (expression, length) in
        [("P[0]:dead==1", 1), ("P[0]:dead==2", 2), ("unread==5", 2), ("g==2", 4), ("g==4", 5)]
    {
        let said = place.run(&format!("check m.pml --reach {expression}"));
        said.expect(0, &[&format!("reached  after {length} step")]);
    }
    // What happens at once is seen at its end.
    place.run("check m.pml --reach g==1").expect(1, &["unreachable"]);
    place.run("check m.pml --reach g==3").expect(1, &["unreachable"]);
}

/// A trace says `user(1).mine`, and SPIN `user[1]:mine`.
#[test]
fn what_a_trace_prints_can_be_typed() {
    let place = Place::new("reach_typed");
    place.file("m.pml", TURNS);
    for expression in ["user(1).mine==2", "user[1]:mine==2"] {
        let command =
            format!("check m.pml --reach {expression} --show {expression} --trace r.json");
        place.run(&command).expect(
            0,
            &[
                "reached  after 14 steps",
                &format!("    {expression} = false\n"),
                &format!("{expression}: false → true"),
            ],
        );
        place.run("replay m.pml r.json --state").expect(
            0,
            &["    turn = 1, rounds = 0, user(0).mine = 2, user(1).mine = 2, user(2).mine = 1\n"],
        );
    }
    let formula = place.run("check m.pml --ltl [](user(1).mine<2) --property ltl_0");
    formula.expect(1, &["after 14 steps"]);
}

#[test]
fn fields_of_structures_and_variables_of_init_can_be_typed() {
    let place = Place::new("reach_fields");
    let text = "typedef T { byte b[3]; byte k }\n\
                byte x;\n\
                proctype P(byte n) { T loc[2]; loc[1].b[2] = n; loc[0].k = 3; x = loc[1].b[2] + loc[0].k }\n\
                init { byte i; i = 2; run P(4); i = 5; x = i }\n";
    place.file("m.pml", text);
    for (expression, steps) in [
        ("P(1).loc[1].b[2]==4", 3),
        ("P(1).loc[0].k==3", 4),
        ("P[1]:loc[x+1].b[x+2]==4", 3),
        ("init(0).i==5", 3),
        ("init(0).i==5&&P(1).loc[0].k==3", 5),
    ] {
        let said = place.run(&format!("check m.pml --reach {expression}"));
        said.expect(0, &[&format!("reach {expression}  reached  after {steps} steps\n")]);
    }
    place.run("check m.pml --reach P(1).loc[1].b[1]==4").expect(1, &["unreachable"]);
    for (expression, problem) in [
        ("P(1).loc.k==3", "`loc` is an array: which element?"),
        ("P(1).loc[0].k[1]==3", "`k` is not an array"),
        ("P(1).loc[0].z==3", "`P` has no variable `loc.z`"),
        ("P(1).loc[0]==3", "`P` has no variable `loc`"),
        ("init(0).j==3", "`init` has no variable `j`"),
    ] {
        place.run(&format!("check m.pml --reach {expression}")).refused(&[problem]);
    }
    place.file("n.pml", TURNS);
    place.run("check n.pml --reach init(0).i==3").refused(&["there is no proctype `init`"]);
    // A statement of SPIN's language names no field of another process.
    place.file("s.pml", format!("{text}active proctype Q() {{ P[1]:loc.k == 3 }}\n"));
    place.run("check s.pml").refused(&["a remote reference cannot name a field of a structure"]);
}

/// A field of one of them tells processes apart, and no more of them than it names.
#[test]
fn symmetry_keeps_fields_of_structures() {
    let place = Place::new("reach_fields_symmetry");
    let text = "typedef T { byte b[2]; byte k }\n\
                bit lock;\n\
                active [4] proctype P() { T loc; do\n\
                :: atomic { !lock && loc.k < 2 -> lock = 1 }; loc.b[loc.k] = 7; loc.k++; lock = 0\n\
                od }\n";
    place.file("m.pml", text);
    for (expression, answer, group) in [
        ("P(2).loc.b[1]==7&&P(1).loc.k==1", "reached  after 10 steps\n", "P(0), P(3)"),
        ("P(3).loc.k==2&&P(1).loc.k==0", "reached  after 7 steps\n", "P(0), P(2)"),
        ("P(3).loc.k==3", "unreachable\n", "P(0..2)"),
    ] {
        let code = i32::from(answer == "unreachable\n");
        let said = place.run(&format!("check m.pml --reach {expression}"));
        said.expect(code, &[answer, &format!("{group} interchangeable\n")]);
        let all = place.run(&format!("check m.pml --symmetry off --reach {expression}"));
        all.expect(code, &[answer]);
    }
}

/// Wherever an expression is typed, it is told on one line.
#[test]
fn an_expression_of_several_lines_breaks_no_row() {
    let place = Place::new("reach_lines");
    place.file("m.pml", TURNS);
    let said = shell(&place, "$Q check m.pml --reach $'turn\\n  ==\\t2'");
    said.expect(
        0,
        &[
            "reach turn == 2  reached  after 6 steps\n",
            "run to where turn == 2 holds (6 steps)\n",
            "✓ turn == 2 holds after step 6\n",
        ],
    );
}

/// What is claimed besides, and is no automaton, is nobody's business.
#[test]
fn other_claims_are_no_obstacle() {
    let place = Place::new("reach_other_claims");
    let claim = "never { do :: turn = 1 :: else od }\n";
    place.file("m.pml", format!("{TURNS}{claim}"));
    place.run("check m.pml").refused(&["not supported yet"]);
    place.run("check m.pml --reach turn==2").expect(0, &["reached  after 6 steps"]);
}

#[test]
fn the_run_is_stored_and_replayed() {
    let place = Place::new("reach_stored");
    place.file("m.pml", TURNS);
    place.run("check m.pml --reach turn==2 --trace run.json --trace run.svg -q").expect(0, &[]);
    place.run("replay m.pml run.json").expect(
        0,
        &[
            "run to where turn==2 holds (6 steps)",
            "the run is real",
            "✓ turn==2 holds after step 6",
        ],
    );
    let said = place.run("replay m.pml run.json --json");
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["verdict"], json!("reached"));
    assert!(place.read("run.svg").contains("m.pml: a run"));
    // A run that was cut short does not lead there.
    let mut run: serde_json::Value = serde_json::from_str(&place.read("run.json")).unwrap();
    run["steps"].as_array_mut().unwrap().pop();
    place.file("short.json", run.to_string());
    place.run("replay m.pml short.json").refused(&["the trace does not violate `reach turn==2`"]);
}

/// Two counters that are alike, a property file with a definition, and a formula that nobody asks for.
#[test]
fn rebeca_has_the_expressions_of_its_property_files() {
    let place = Place::new("reach_rebeca");
    let model = "reactiveclass Counter(3) {
    statevars { byte n; }
    msgsrv initial() { n = 0; self.count(); }
    msgsrv count() { if (n < 3) { n = n + 1; self.count(); } }
}
main { Counter left():(); Counter right():(); }
";
    let properties = "property {
    define { far = left.n == 3; }
    LTL { never: G(left.n < 2); }
}
";
    place.file("m.rebeca", model).file("m.property", properties);
    for expression in ["far", "left.n==3", "right.n>2"] {
        for options in ["", " --symmetry off"] {
            let said = place.run(&format!("check m.rebeca --reach {expression}{options}"));
            said.expect(0, &[&format!("reach {expression}  reached  after 4 steps")]);
            assert!(!said.out.contains("never"), "{}", said.out);
        }
    }
    place
        .run("check m.rebeca --reach far&&right.n==3 --trace r.json")
        .expect(0, &["after 8 steps"]);
    place.run("replay m.rebeca r.json").expect(0, &["✓ far&&right.n==3 holds after step 8"]);
    place.run("check m.rebeca --reach left.n>3").expect(1, &["unreachable"]);
    for (expression, parts) in [
        ("left.n==1)||(far", &["found `)`", "--> --reach:1:10"][..]),
        ("left.m==1", &["has no variable `m`", "--> --reach:1:6"]),
        ("F(far)", &["this says something of a run", "--> --reach:1:1"]),
    ] {
        place.run(&format!("check m.rebeca --reach {expression}")).refused(parts);
    }
}

/// The verdict on what is looked for, with symmetry and without: the same, after as many steps.
fn verdict(place: &Place, model: &str, expression: &str) -> String {
    let said = |symmetry| {
        let command = format!("$Q check {model} --symmetry {symmetry} --reach '{expression}'");
        shell(place, &command).out.lines().next().unwrap_or_default().to_owned()
    };
    let (reduced, all) = (said("auto"), said("off"));
    assert_eq!(reduced, all, "{model}: {expression}");
    reduced
}

#[test]
fn pointer_programs_have_the_conditions_of_their_risk() {
    let place = Place::new("reach_red");
    let model = |name| format!("{}/../../models/red/{name}.red", env!("CARGO_MANIFEST_DIR"));
    let lock = model("mcs-lock");
    for (condition, answer) in [
        ("exists i: critical[i]", "reached  after 3 steps"),
        ("critical[2] and tail == 3", "reached  after 5 steps"),
        ("exists i, j: i != j and critical[i] and critical[j]", "unreachable"),
        ("critical[1] and wait[2] and wait[3] and tail == 2", "reached  after 11 steps"),
        // Where `tail` is NULL this has no value, and so does not hold.
        ("tail->next == 2", "unreachable"),
    ] {
        let told = verdict(&place, &format!("{lock} --open zero"), condition);
        assert_eq!(told, format!("reach {condition}  {answer}"));
    }
    let strict = format!("check {lock} --open zero --faults strict --reach tail->next==2");
    place.run(&strict).expect(3, &["unknown  it cannot be evaluated in some state"]);
    // What holds in some of many initial states, of which the run is told.
    let many = "process count = 3;
global pointer g;
local pointer next;
local discrete w: 0..2;
local discrete dead: 1..3;
mode a { when true may w = 2; dead = 3; next = P; goto b; }
mode b { when w == 2 may g = P; goto c; }
mode c { when g != P may next = g; goto a; }
initially g == NULL;
risk exists i: g == i and g->next == g and w[i] == 5;
";
    place.file("many.red", many);
    for condition in
        ["dead[1] == 3", "forall i: next[i] == i", "exists i: next[i]->next == i and next[i] != i"]
    {
        let told = verdict(&place, "many.red", condition);
        assert_eq!(told, format!("reach {condition}  reached  after 0 steps"));
    }
    // What the model calls a risk is as far away when it is looked for; what nobody reads any more is kept.
    let broken = model("broken-treiber-stack");
    let text = std::fs::read_to_string(&broken).unwrap();
    let (_, risk) = text.rsplit_once("risk ").unwrap();
    let told = verdict(&place, &broken, risk.trim().trim_end_matches(';'));
    let steps = told.rsplit("after ").next().unwrap().to_owned();
    place.run(&format!("check {broken} --shortest")).expect(1, &[&format!("after {steps}")]);
    for (condition, parts) in [
        ("crit[1]", &["crit", "--> --reach:1:1"][..]),
        ("tail==", &["--> --reach:1:7"]),
        ("tail", &["a condition is wanted", "--> --reach:1:1"]),
        ("tail==1;", &["found `;`", "--> --reach:1:8"]),
    ] {
        place.run(&format!("check {lock} --reach {condition}")).refused(parts);
    }
}

#[test]
fn promela_lite_has_guards_over_what_is_global() {
    let place = Place::new("reach_lite");
    let lock = format!("{}/../../models/promela-lite/mutex-4.prl", env!("CARGO_MANIFEST_DIR"));
    for (guard, answer) in [
        ("owner == 2", "reached  after 2 steps"),
        ("inside == 2", "unreachable"),
        ("inside > 0 && owner != 1", "reached  after 2 steps"),
    ] {
        assert_eq!(verdict(&place, &lock, guard), format!("reach {guard}  {answer}"));
    }
    for (guard, parts) in [
        ("turn==1", &["`turn` is not declared", "--> --reach:1:1"][..]),
        ("wants==1", &["`wants` is not declared", "--> --reach:1:1"]),
        ("inside", &["needs a guard", "--> --reach:1:1"]),
        ("owner==9", &["there is no process 9", "--> --reach:1:8"]),
    ] {
        place.run(&format!("check {lock} --reach {guard}")).refused(parts);
    }
}

#[test]
fn mistakes_are_told_at_their_place() {
    let place = Place::new("reach_mistakes");
    place.file("m.pml", TURNS);
    for (expression, parts) in [
        ("x)||(y", &["found `)`", "--> --reach:1:8"][..]),
        ("turn==", &["--> --reach:1:"]),
        ("nobody==1", &["nobody", "--> --reach:1:7"]),
        ("<>(turn==1)", &["this says something of a run", "--> --reach:1:7"]),
        ("a}", &["--reach a}: an expression has no braces"]),
    ] {
        place.run(&format!("check m.pml --reach {expression}")).refused(parts);
    }
}

#[test]
fn what_does_not_go_together_is_refused_by_name() {
    let place = Place::new("reach_refused");
    place.file("m.pml", TURNS).file("m.csp", "P = STOP\nassert P :[deadlock free]\n");
    for (options, part) in [
        ("--reach turn==2", "`--reach` asks one question"),
        ("--property deadlock", "without `--property`"),
        ("--engine symbolic", "without `--engine symbolic`"),
        ("--search dfs", "without `--search dfs`"),
        ("--por on", "without `--por on`"),
        ("--store bitstate", "`--store bitstate`"),
        ("--store compressed", "without `--store compressed`"),
        ("--store disk", "and `--store disk`"),
        ("--orbits", "`--orbits`"),
        ("--checkpoint kept", "`--checkpoint`"),
        ("--representative canonical:concrete", "`concrete`"),
        ("--ltl turn==1", "without `--ltl`"),
        ("--progress", "without `--progress`"),
        ("--no-claims", "`--no-claims` leaves out what `--reach` asks for"),
    ] {
        place.run(&format!("check m.pml --reach turn==1 {options}")).refused(&[part]);
    }
    place
        .run("check m.csp --reach x==1")
        .refused(&["`--reach` does not apply to CSPM", "has trace"]);
}
