//! The names that scripts declare, as editors are told of them.

pub mod invariants;

use std::path::Path;
use std::time::{Duration, Instant};

use checking::{Language, Settings};
use cspm::{Cspm, add_script};
use diagnostics::Sources;
use invariants::{Texts, line, rename};
use model::Declared;
use testing::places::{examples, files_below, shared_or_skip};
use testing::{Numbers, texts::mutated};

use crate::fuzz_smoke::{SEED, mutate};

/// What a script of one text declares.
fn told(text: &str) -> Vec<String> {
    let texts = Texts::one(Path::new("m.csp"), text);
    let (declared, _) = texts.declared(&Cspm, &Settings::default());
    declared.iter().map(|one| line(&declared, one)).collect()
}

/// Another name; `tock` is what timed sections call the passing of time.
fn other(one: &Declared, at: usize) -> Option<String> {
    (one.name != "tock").then(|| format!("zzq{at}"))
}

/// A script and what it includes: none if it has mistakes.
fn read(path: &Path) -> Option<Texts> {
    let mut sources = Sources::new();
    let bytes = std::fs::read(path).expect("a file");
    let file = add_script(&mut sources, path.to_string_lossy(), &bytes).ok()?;
    Cspm.declared(&mut sources, file, &Settings::default());
    let of = |file| (sources.name(file).into(), sources.text(file).to_owned());
    let texts =
        Texts((0..sources.len() as u32).map(|file| of(diagnostics::FileId(file))).collect());
    texts.mistake(&Cspm, &Settings::default()).is_none().then_some(texts)
}

#[test]
fn declarations_are_told_with_what_they_lie_in_and_where_they_are_used() {
    let text = "channel c, d : {0..3}.Bool\ndatatype T = A.{0,1} | B -- two\nnametype N = {0..}\n\
                P(n) = c?x!true -> P(x) [] d.n?y:Bool -> STOP\n";
    let expected = [
        "c: Event `channel c : {0..3}.Bool` (of type `Int => Bool => Event`) 85",
        "d: Event `channel d : {0..3}.Bool` (of type `Int => Bool => Event`) 105",
        "T: Type `datatype T = A.{0,1} | B`",
        "T/A: Member `A.{0,1}` (of type `Int => T`)",
        "T/B: Member `B` (of type `T`)",
        "N: Type `nametype N = {0..}`",
        "P: Process `P(n) = c?x!true -> P(x) [] d.n?y:Bool -> STOP` (of type `(Int) -> Proc`) 97",
        "P/n: Parameter `n` (of type `Int`) 107",
        "P/x: Parameter `?x` (of type `Int`) 99",
        "P/y: Parameter `?y:Bool` (of type `Bool`)",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn what_is_near_hides_what_is_far() {
    let text = "x = 1\nf(x) = x\ng(y) = let x = y within x + (\\ x @ x)(2)\nh = {x | x <- {x}}\n";
    let expected = [
        "x: Constant `x = 1` (of type `Int`) 71",
        "f: Function `f(x) = x` (of type `(a) -> a`)",
        "f/x: Parameter `x` (of type `a`) 13",
        r#"g: Function `g(y) = let x = y within x + (\ x @ x)(2)` (of type `(Int) -> Int`)"#,
        "g/y: Parameter `y` (of type `Int`) 30",
        "g/x: Constant `x = y` (of type `Int`) 39",
        "g/x: Parameter `x` (of type `Int`) 50",
        "h: Constant `h = {x | x <- {x}}` (of type `{Int}`)",
        "h/x: Parameter `x <- {x}` (of type `Int`) 61",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn constants_in_patterns_are_used_there() {
    let text = "datatype T = A | B.Bool\nf(A) = 1\nf(B.A') = 2\n(p, q) = (f(A), 1)\nf' :: T\n";
    let expected = [
        "T: Type `datatype T = A | B.Bool` 70",
        "T/A: Member `A` (of type `T`) 26 57",
        "T/B: Member `B.Bool` (of type `Bool => T`) 35",
        "f: Function `f(A)` (of type `(T) -> Int`) (defined by 2 clauses) 33 55",
        "f/A': Parameter `A'` (of type `Bool`)",
        "p: Constant `(p, q) = (f(A), 1)` (of type `Int`)",
        "q: Constant `(p, q) = (f(A), 1)` (of type `Int`)",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn modules_and_their_instances_are_told_once() {
    let text = "module M(k)\nown = k\nexports\nx = own\nendmodule\ninstance I = M(1)\n\
                instance J = M(2)\ny = I::x + J::x\n";
    let expected = [
        "M: Module `module M(k)` 59 77",
        "M/k: Parameter `k` (of type `Int`) 18",
        "M/own: Constant `own = k` (of type `Int`) (known in its module only) 32",
        "M/x: Constant `x = own` (of type `Int`) 89 96",
        "I: Module `instance I = M(1)` 86",
        "J: Module `instance J = M(2)` 93",
        "y: Constant `y = I::x + J::x` (of type `Int`)",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn included_files_are_told_of_too() {
    let of = |name: &str, text: &str| (name.into(), text.to_owned());
    let texts = Texts(vec![
        of("m.csp", "include \"n.csp\"\ninclude \"n.csp\"\ny = x + z"),
        of("n.csp", "x = 1"),
    ]);
    let (declared, sources) = texts.declared(&Cspm, &Settings::default());
    let x = declared.iter().find(|one| one.name == "x").expect("a name");
    assert_eq!(sources.name(x.place.file), "n.csp");
    assert_eq!(x.uses.iter().map(|place| sources.name(place.file)).collect::<Vec<_>>(), ["m.csp"]);
}

#[test]
fn of_a_script_with_mistakes_the_rest_is_told() {
    let text = "x = 1\ny = (\nz = x + w\nP = c?v -> Q(v)";
    let expected = [
        "x: Constant `x = 1` (of type `Int`)",
        "P: Process `P = c?v -> Q(v)` (of type `Proc`)",
        "P/v: Parameter `?v` (of type `a`) 35",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn the_examples_mean_the_same_under_other_names() {
    let mut names = 0;
    for path in examples("cspm") {
        let texts = read(&path).expect("no mistakes");
        names += rename(&Cspm, &Settings::default(), &texts, other, usize::MAX);
    }
    println!("{names} names");
    assert!(names > 300, "{names}");
}

#[test]
fn scripts_of_others_mean_the_same_under_other_names() {
    let Some(folder) = shared_or_skip("models") else { return };
    let (mut scripts, mut names, mut longest) = (0, 0, Duration::ZERO);
    for part in ["cspm", "libcspm"] {
        for path in files_below(&folder.join(part)) {
            if path.extension().is_none_or(|extension| extension != "csp") {
                continue;
            }
            let began = Instant::now();
            let Some(texts) = read(&path) else { continue };
            longest = longest.max(began.elapsed());
            names += rename(&Cspm, &Settings::default(), &texts, other, 3);
            scripts += 1;
        }
    }
    println!("{names} names of {scripts} scripts, read in {longest:?} at most");
    assert!(scripts > 300, "{scripts}");
}

#[test]
fn nearly_scripts_are_told_of_without_panic() {
    let mut numbers = Numbers::new(5);
    let words =
        ["(", ")", "<", "|", "=", "let ", " within ", "module M\n", "exports\n", "::", "\n", "@"];
    let mut found = 0;
    for path in examples("cspm") {
        let text = std::fs::read_to_string(&path).expect("a text");
        for _ in 0..40 {
            let mut cut = mutated(&text, &words, &mut numbers);
            if numbers.below(3) == 0 {
                cut.truncate(cut.floor_char_boundary(numbers.below(cut.len() + 1)));
            }
            let texts = Texts::one(&path, &cut);
            found += texts.declared(&Cspm, &Settings::default()).0.len();
        }
    }
    for _ in 0..3_000 {
        let mut text = SEED.to_owned();
        (0..numbers.between(1, 4)).for_each(|_| mutate(&mut text, &mut numbers));
        let other = ("other".into(), "other = f".to_owned());
        let texts = Texts(vec![("s".into(), text), other]);
        found += texts.declared(&Cspm, &Settings::default()).0.len();
    }
    assert!(found > 1000, "{found}");
}
