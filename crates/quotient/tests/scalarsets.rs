//! Declared scalarsets: what holds is said, what does not is refused with the reason.

use crate::support::{Place, spin};
use serde_json::{Value, json};
use testing::peers::{VERIFIER, are_installed};
use testing::places::root;

/// Three users pass a lock on. A grant carries one of three tags, which are only told apart.
const TAGS: &str = "\
#define N 3
//@ scalarset holder
/*@ scalarset tag = 1..N, user:mine = 1..N */
byte holder = 255, tag;
bool given[N + 1]; //@ scalarset given[] = 1..N
active [N] proctype user() {
  byte mine;
  do
  :: atomic { holder == 255 -> holder = _pid;
       if :: tag = 1 :: tag = 2 :: tag = 3 fi; mine = tag; given[tag] = true }
     atomic { holder == _pid && tag == mine -> given[tag] = false; mine = 0; tag = 0; holder = 255 }
  od
}
";

/// The model with a change that must be one.
fn changed(old: &str, new: &str) -> String {
    assert!(TAGS.contains(old), "{old}");
    TAGS.replacen(old, new, 1)
}

/// `check` and `symmetry` refuse the model and say so.
fn refused(test: &str, model: &str, expected: &[&str]) {
    let place = Place::new(test);
    place.file("m.pml", model);
    for command in ["check", "symmetry", "check --json", "symmetry --json"] {
        place.run(&format!("{command} m.pml")).refused(expected);
    }
}

#[test]
fn what_holds_is_said() {
    let place = Place::new("scalarsets_hold");
    place.file("m.pml", TAGS);
    let lines = "\
scalarset holder = 0..2: holds, S3
scalarset tag = 1..3: holds, S3
scalarset user:mine = 1..3: holds, S3
scalarset given[] = 1..3: holds, S3
";
    place.run("check m.pml").expect(0, &[lines]);
    place.run("symmetry m.pml").expect(0, &[lines]);
    let expected = json!([
        {"name": "holder", "values": [0, 1, 2], "structure": "S3", "file": "m.pml", "line": 2},
        {"name": "tag", "values": [1, 2, 3], "structure": "S3", "file": "m.pml", "line": 3},
        {"name": "user:mine", "values": [1, 2, 3], "structure": "S3", "file": "m.pml", "line": 3},
        {"name": "given[]", "values": [1, 2, 3], "structure": "S3", "file": "m.pml", "line": 5},
    ]);
    let (report, _) = place.json("m.pml");
    assert_eq!(report["scalarsets"], expected);
    let said = place.run("symmetry m.pml --json").out;
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["scalarsets"], expected);
}

#[test]
fn spin_reads_an_annotated_model() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new("scalarsets_spin");
    place.file("m.pml", TAGS);
    let answer = spin::run(&place, &["spin", "-a", "m.pml"]).expect("an end");
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), ""));
    assert!(place.path("pan.c").exists());
}

#[test]
fn statements_that_tell_values_apart_are_named() {
    let reason = "`tag = 1..3` is not a scalarset: 1 and 2 are not interchangeable: \
                  this statement mentions 2 in tag; none mentions 1 in tag like that";
    let model = changed("given[tag] = true }", "given[2] = true }");
    refused("scalarset_constant", &model, &[reason, "m.pml:3:15", "m.pml:10:60", "here"]);

    let model = changed("mine = tag;", "mine = tag; assert(tag < 3);");
    let help = "what holds is `tag = 1..2`";
    let reason = "`tag = 1..3` is not a scalarset: 2 and 3 are not interchangeable";
    refused("scalarset_order", &model, &[reason, "assert(tag < 3)", help]);
}

#[test]
fn values_that_are_numbers_are_refused_with_the_statement() {
    let model = changed("byte holder", "int sum; byte holder");
    let model = model.replace("mine = tag;", "mine = tag; sum = sum + holder;");
    let reason =
        "`holder` is not a scalarset: its values are computed with, in arithmetic with numbers";
    refused("scalarset_number", &model, &[reason, "m.pml:2:15", "sum = sum + holder"]);
}

#[test]
fn values_that_stand_for_nothing_are_no_part() {
    // Nothing is known of the 0 in `tag`, but that it stands there when nothing is granted.
    let reason = "`tag = 0..3` is not a scalarset: 0 and 1 are not interchangeable";
    let help = "what holds is `tag = 1..3`";
    refused("scalarset_zero", &changed("tag = 1..N", "tag = 0..3"), &[reason, help, "tag = 0"]);
    let reason = "`tag = 1..4` is not a scalarset: the program never gives it the value 4";
    refused("scalarset_never", &changed("tag = 1..N", "tag = 1..N + 1"), &[reason]);
}

#[test]
fn names_and_ranges_that_do_not_fit_are_refused() {
    let cases: [(&str, &str, &[&str]); 13] = [
        ("holder\n", "holdr\n", &["there is no global variable `holdr`", "m.pml:2:15"]),
        ("holder\n", "mine\n", &["named `user:mine`"]),
        ("user:mine =", "usr:mine =", &["there is no proctype `usr`", "m.pml:3:27"]),
        ("user:mine =", "user:his =", &["proctype `user` has no variable `his`"]),
        ("given[] =", "tag[] =", &["`tag` is no array"]),
        ("given[] =", "given[][] =", &["`given` has only one subscript"]),
        ("given[] = 1..N", "given[] = 1..4", &["4 is none of its values: it ends at 3"]),
        ("tag = 1..N", "tag = 1..256", &["256 is none of its values: it cannot hold that"]),
        ("holder\n", "holder = 0..3\n", &["the processes are those from 0 to 2"]),
        ("tag = 1..N", "tag = N..1", &["no two values", "m.pml:3:21"]),
        ("tag = 1..N", "tag = 1..M", &["`M` is no number", "m.pml:3:24"]),
        ("tag = 1..N", "tag = 1..N/0", &["is no value", "m.pml:3:24"]),
        ("holder\n", "\n", &["the name of a variable is missing", "m.pml:2:15"]),
    ];
    for (index, (old, new, expected)) in cases.into_iter().enumerate() {
        refused(&format!("scalarset_names_{index}"), &changed(old, new), expected);
    }
}

#[test]
fn models_without_symmetry_are_refused_with_the_reason() {
    let model = changed("mine = tag;", "mine = tag; (_last == 0 || true);");
    refused("scalarset_last", &model, &["`holder` is not a scalarset", "`_last`: who moved last"]);

    let model = "\
//@ scalarset turn
byte turn;
active proctype A() { turn == 0 -> turn = 1 }
active proctype B() { turn == 1 -> turn = 0; turn == 0 }
";
    let reason = "`turn` is not a scalarset: 0 and 1 are not interchangeable: ";
    refused("scalarset_nothing", model, &[reason, "m.pml:1:15"]);
}

/// A published method exchanges processes and channels only.
#[test]
fn values_that_the_method_does_not_exchange_are_refused_with_the_reason() {
    let place = Place::new("scalarset_method");
    let model = testing::places::root().join("models/promela/tagged-lock-4.pml");
    place.file("m.pml", std::fs::read(model).unwrap());
    place.run("symmetry m.pml --detect channel-diagram").refused(&[
        "`tag = 1..3` is not a scalarset: the symmetry that was found does not exchange its values",
    ]);
}

#[test]
fn annotations_that_are_none_of_ours_are_warned_about() {
    let place = Place::new("scalarset_typo");
    place.file("m.pml", changed("//@ scalarset holder", "//@ scalrset holder"));
    let said = place.run("check m.pml");
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("warning: there is no annotation `scalrset`"), "{}", said.err);
    assert!(said.err.contains("m.pml:2:5"), "{}", said.err);
    // Frames of characters are none.
    place.file("m.pml", changed("//@ scalarset holder", "/*@@@@@@*/ // @scalrset\n//@"));
    assert_eq!(place.run("check m.pml --keep-unread").err, "");
}

#[test]
fn annotations_obey_the_preprocessor() {
    let place = Place::new("scalarset_macros");
    let model = changed("//@ scalarset holder", "#ifdef WRONG\n//@ scalarset tag = 0..1\n#endif");
    place.file("m.pml", model);
    place.run("check m.pml").expect(0, &["tag = 1..3: holds"]);
    assert_eq!(place.run("check m.pml -D WRONG").code, Some(2));
    let model =
        changed("#define N 3\n", "#define LAST (N - 0)\n").replace("tag = 1..N", "tag = 1..LAST");
    place.file("n.pml", model);
    place.run("check n.pml -D N=3").expect(0, &["tag = 1..3: holds"]);
}

#[test]
fn options_declare_as_well() {
    let place = Place::new("scalarset_options");
    place.file("m.pml", TAGS.replace("scalarset", "")).file("n.pml", TAGS);
    let run = |rest: &str| place.run(&format!("symmetry {rest}"));
    run("n.pml --scalarset holder=0..1").expect(0, &["holder = 0..1: holds, S2", "tag = 1..3"]);
    let said = run("n.pml --scalarset tag --scalarset holder,nobody");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--scalarset:1:8"), "{}", said.err);
    assert!(said.err.contains("`tag` is not a scalarset: 0 and 1"), "{}", said.err);
    let said = run("n.pml --scalarset tag=1..N");
    assert!(said.err.contains("`N` is no number"), "{}", said.err);
    let said = run("n.pml --scalarset tag --symmetry off");
    assert!(said.err.contains("leave one of them out"), "{}", said.err);
    // What is not looked for is not checked.
    run("n.pml --symmetry off").expect(0, &[]);
    // A smaller group from a file changes nothing about what holds.
    place.file("g.g", "Group((1,2))");
    run("n.pml --symmetry file:g.g").expect(0, &["order      2", "holder = 0..2: holds, S3"]);
}

/// What is known of our examples: the corners of a cube can be exchanged two by two, but those of a
/// face only as those of a square; the nodes of a ring can only be turned.
#[test]
fn examples_have_the_symmetry_of_their_drawings() {
    let place = Place::new("scalarset_examples");
    let folder = root().join("models/promela");
    for name in ["hypercube-3", "peterson-3"] {
        let model = std::fs::read(folder.join(format!("{name}.pml"))).unwrap();
        place.file(&format!("{name}.pml"), model);
    }
    let run = |rest: &str| place.run(&format!("symmetry {rest}"));
    run("hypercube-3.pml --scalarset holder=1..2").expect(0, &["holder = 1..2: holds, S2"]);
    run("hypercube-3.pml --scalarset holder=2..3").expect(0, &["holder = 2..3: holds, S2"]);
    for range in ["1..8", "1..4", "1..3"] {
        let said = run(&format!("hypercube-3.pml --scalarset holder={range}"));
        let reason = "are exchanged only along with others of the set";
        assert!(said.code == Some(2) && said.err.contains(reason), "{range}: {}", said.err);
    }
    let said = run("hypercube-3.pml --scalarset holder=0..1");
    assert!(said.err.contains("init(0) and corner(1) are processes of different"), "{}", said.err);
    let all = "peterson-3.pml --scalarset turn,flag[]";
    run(all).expect(0, &["turn = 1..3: holds, S3", "flag[] = 1..3: holds, S3"]);
    let said = run("peterson-3.pml --scalarset turn[]");
    let reason = "its values are compared by size";
    assert!(said.err.contains(reason), "{}", said.err);
}

#[test]
fn rings_are_no_scalarsets() {
    let model = "\
//@ scalarset token
byte token;
active [3] proctype node() {
  do :: token == _pid -> token = (_pid + 1) % 3 od
}
";
    let reason = "0 and 1 are exchanged only along with others of the set, whose symmetry is C3";
    refused("scalarset_ring", model, &[reason, "m.pml:1:15"]);
}

#[test]
fn each_proctype_is_a_set_of_its_own() {
    let model = "\
//@ scalarset owner
byte owner = 255;
active [3] proctype reader() { do :: atomic { owner == 255 -> owner = _pid }; owner = 255 od }
active [2] proctype writer() { do :: atomic { owner == 255 -> owner = _pid }; printf(\"w\"); owner = 255 od }
";
    let place = Place::new("scalarset_types");
    place.file("m.pml", model);
    let lines = "scalarset owner = 0..2: holds, S3\nscalarset owner = 3..4: holds, S2\n";
    place.run("symmetry m.pml").expect(0, &[lines]);
    let said = place.run("symmetry m.pml --scalarset owner=1..3");
    assert!(said.err.contains("reader(2) and writer(3) are processes of different"), "{said:?}");
    assert!(said.err.contains("what holds is `owner = 1..2`"), "{said:?}");
}
