//! The names that models declare, as editors are told of them.

#[path = "../../cspm/tests/declared/invariants.rs"]
mod invariants;

use std::path::Path;
use std::time::{Duration, Instant};

use checking::Settings;
use invariants::{Texts, line, rename};
use model::{Declared, DeclaredKind};
use rebeca::Rebeca;
use testing::places::{examples, files_below, shared_or_skip};
use testing::{Numbers, texts::mutated};

use crate::fuzz_smoke::{MODEL, WORDS};

fn told(texts: &Texts) -> Vec<String> {
    let (declared, _) = texts.declared(&Rebeca, &Settings::default());
    declared.iter().map(|one| line(&declared, one)).collect()
}

/// Another name. What overrides something has its name, and `initial` is what serves the first message.
fn other(one: &Declared, at: usize) -> Option<String> {
    match one.kind {
        DeclaredKind::Event if one.name == "initial" => None,
        DeclaredKind::Event | DeclaredKind::Function => Some(format!("zzq_{}", one.name)),
        _ => Some(format!("zzq{at}")),
    }
}

/// A model and the property file beside it.
fn read(path: &Path) -> Option<Texts> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut texts = Texts::one(path, &text);
    let beside = path.with_extension("property");
    if let Ok(properties) = std::fs::read_to_string(&beside) {
        texts.0.push((beside, properties));
    }
    Some(texts)
}

#[test]
fn declarations_are_told_with_what_they_lie_in_and_where_they_are_used() {
    let text = "env int n = 2;\nreactiveclass A(3) {\n  knownrebecs { B b[i:1..2]; }\n  statevars { byte[n] x; i k; }\n  \
                A(int y) { x[0] = y; forEachValueOf(i) b[i].m(n); self.go(); }\n  \
                void go() { int x = k == 1 ? 1 : 2; { int x = x; x = 3; } self.x[x] = 1; }\n}\n\
                reactiveclass B(2) extends C { msgsrv m(short n) { sender.m(n); super.up(); } }\n\
                abstract reactiveclass C(2) { void up() { up2(); } msgsrv up2() {} }\n\
                main { A a(b, b2):(n); B b():(); B b2():(); }\n";
    let properties = "property { define { d = a.k == b.n; } LTL { P: G(d && a.k == 1); } }";
    let texts = Texts(vec![
        ("m.rebeca".into(), text.to_owned()),
        ("m.property".into(), properties.to_owned()),
    ]);
    let expected = [
        "n: Constant `env int n = 2` 86 147 411",
        "A: Process `reactiveclass A(3)` (its queue holds 3 messages) 101 399",
        "A/b: Variable `B b[i:1..2]` (a known rebec) 140",
        "A/i: Type `i:1..2` (a scalar set: its elements are only told apart) 92 137 142",
        "A/x: Variable `byte[n] x` (-128 to 127) 112 229",
        "A/k: Variable `i k` 186 26 56",
        "A/y: Parameter `int y` (-2147483648 to 2147483647) 119",
        "A/go: Function `void go()` 156",
        "go/x: Variable `int x` (-2147483648 to 2147483647) 212 231",
        "go/x: Variable `int x` (-2147483648 to 2147483647) 215",
        "B: Process `reactiveclass B(2) extends C` (its queue holds 2 messages) 52 415 425",
        "B/m: Event `msgsrv m(short n)` 145 301",
        "m/n: Parameter `short n` (-32768 to 32767) 303",
        "C: Process `abstract reactiveclass C(2)` (its queue holds 2 messages) 270",
        "C/up: Function `void up()` 313",
        "C/up2: Event `msgsrv up2()` 365",
        "a: Variable `A a` 24 54",
        "b: Variable `B b` 403 31",
        "b2: Variable `B b2` 406",
        "d: Claim `d = a.k == b.n` 49",
        "P: Claim `P: G(d && a.k == 1)` (of every run)",
    ];
    assert_eq!(told(&texts), expected);
}

#[test]
fn of_a_model_with_mistakes_the_rest_is_told() {
    let text = "reactiveclass A(3) { statevars { byte x; int ; } msgsrv m() { x = ; x = 1; self.m();\n\
                msgsrv l(int y) { y = 2 }\nreactiveclass B(2) { knownrebecs { A a; } msgsrv n() { a.m(); } }";
    let expected = [
        "A: Process `reactiveclass A(3)` (its queue holds 3 messages) 146",
        "A/x: Variable `byte x` (-128 to 127) 68",
        "A/m: Event `msgsrv m()` 80 168",
        "A/l: Event `msgsrv l(int y)`",
        "l/y: Parameter `int y` (-2147483648 to 2147483647)",
        "B: Process `reactiveclass B(2)` (its queue holds 2 messages)",
        "B/a: Variable `A a` (a known rebec) 166",
        "B/n: Event `msgsrv n()`",
    ];
    assert_eq!(told(&Texts::one(Path::new("m.rebeca"), text)), expected);
}

#[test]
fn the_examples_mean_the_same_under_other_names() {
    let mut names = 0;
    for path in examples("rebeca").iter().filter(|path| path.extension() == Some("rebeca".as_ref()))
    {
        let texts = read(path).expect("a text");
        names += rename(&Rebeca, &Settings::default(), &texts, other, usize::MAX);
    }
    println!("{names} names");
    assert!(names > 100, "{names}");
}

#[test]
fn models_of_others_mean_the_same_under_other_names() {
    let Some(folder) = shared_or_skip("models") else { return };
    let (mut models, mut names, mut longest) = (0, 0, Duration::ZERO);
    for part in ["rebeca", "rebeca-paper"] {
        for path in files_below(&folder.join(part)) {
            if path.extension().is_none_or(|extension| extension != "rebeca") {
                continue;
            }
            let Some(texts) = read(&path) else { continue };
            let began = Instant::now();
            texts.declared(&Rebeca, &Settings::default());
            longest = longest.max(began.elapsed());
            if texts.mistake(&Rebeca, &Settings::default()).is_none() {
                names += rename(&Rebeca, &Settings::default(), &texts, other, 5);
                models += 1;
            }
        }
    }
    println!("{names} names of {models} models, read in {longest:?} at most");
    assert!(models > 50, "{models}");
}

#[test]
fn what_is_nearly_a_model_is_told_of_without_panic() {
    let mut numbers = Numbers::new(6);
    let mut found = 0;
    let examples = examples("rebeca").into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path, text)
    });
    for (path, text) in examples.chain([("m.rebeca".into(), MODEL.to_owned())]) {
        for _ in 0..100 {
            let mut cut = mutated(&text, WORDS, &mut numbers);
            if numbers.below(3) == 0 {
                cut.truncate(cut.floor_char_boundary(numbers.below(cut.len() + 1)));
            }
            let model = Texts(vec![(path.clone(), cut.clone())]);
            found += model.declared(&Rebeca, &Settings::default()).0.len();
            let properties = ("m.property".into(), cut);
            let model = Texts(vec![("m.rebeca".into(), text.clone()), properties]);
            found += model.declared(&Rebeca, &Settings::default()).0.len();
        }
    }
    assert!(found > 1000, "{found}");
}
