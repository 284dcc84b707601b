//! Types of scripts: what is inferred, and what is said of mistakes.

use std::io;

use cspm::names::{BoundKind, resolve};
use cspm::tree::Binding;
use cspm::types::check;
use diagnostics::{Diagnostic, Sources};

/// What is found out about a script: its names with their types, and its mistakes.
fn typed(text: &str) -> (Vec<String>, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let nothing = &mut |_: &std::path::Path| Err(io::ErrorKind::NotFound.into());
    let (mut script, parsed) = cspm::parse(&mut sources, file, nothing);
    assert!(parsed.is_empty(), "{parsed:#?}");
    let (bindings, named) = resolve(&mut script);
    assert!(named.is_empty(), "{named:#?}");
    let mut typing = check(&script, &bindings);
    let mistakes = typing.diagnostics.iter().map(|one| said(one, &sources)).collect();
    let own = (0..bindings.len() as u32).map(Binding);
    let own = own.filter(|&binding| bindings.get(binding).kind != BoundKind::Builtin);
    let types = own
        .filter_map(|binding| {
            let name = &bindings.get(binding).name;
            Some(format!("{name} :: {}", typing.show(binding)?))
        })
        .collect();
    (types, mistakes)
}

fn said(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let (line, column) = sources.line_column(diagnostic.primary().expect("a place"));
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!(" [{help}]"));
    format!("{line}:{column}: {}{help}", diagnostic.message)
}

/// Checks the types of some of the names of a script without mistakes.
#[track_caller]
fn types(text: &str, expected: &[&str]) {
    let (types, mistakes) = typed(text);
    assert_eq!(mistakes, Vec::<String>::new());
    for one in expected {
        assert!(types.iter().any(|found| found == one), "no `{one}` among {types:#?}");
    }
}

#[track_caller]
fn mistakes(text: &str, expected: &[&str]) {
    assert_eq!(typed(text).1, expected);
}

const CHANNELS: &str = "
datatype Colour = Red | Green
datatype Shape = Dot | Box.{0..3}.Colour
channel go
channel at : {0..3}
channel paint : Shape.Colour
";

/// A script that has some channels, which take six lines.
fn with_channels(text: &str) -> String {
    format!("{CHANNELS}{text}")
}

#[test]
fn functions_are_as_general_as_they_can_be() {
    types(
        "
identity(x) = x
swap((x, y)) = (y, x)
map(f)(<>) = <>
map(f)(<x>^s) = <f(x)>^map(f)(s)
has(x, s) = x == head(s) or has(x, tail(s))
below(x, y) = x < y
both(x, y) = (x < y, x == y)
unit(x) = {x}
compose(f, g) = \\ x @ f(g(x))
even(0) = true
even(n) = odd(n - 1)
odd(0) = false
odd(n) = even(n - 1)
table(k, v) = (| k => v |)
nothing() = 3
",
        &[
            "identity :: (a) -> a",
            "swap :: ((a, b)) -> (b, a)",
            "map :: ((a) -> b) -> (<a>) -> <b>",
            "has :: (Eq a) => (a, <a>) -> Bool",
            "below :: (Ord a) => (a, a) -> Bool",
            "both :: (Ord a) => (a, a) -> (Bool, Bool)",
            "unit :: (Set a) => (a) -> {a}",
            "compose :: ((a) -> b, (c) -> a) -> (c) -> b",
            "even :: (Int) -> Bool",
            "odd :: (Int) -> Bool",
            "table :: (Set a) => (a, b) -> (| a => b |)",
            "nothing :: () -> Int",
        ],
    );
}

#[test]
fn what_is_used_twice_is_general_each_time() {
    types(
        "identity(x) = x\npair = (identity(1), identity(true))\nself = identity(identity)(2)",
        &["pair :: (Int, Bool)", "self :: Int"],
    );
}

#[test]
fn channels_and_constructors_become_events_and_values() {
    types(
        &with_channels(
            "
dot(c, x) = c.x
send(c, x) = c!x -> STOP
box(n) = Box.n
boxes = {| Box.2 |}
all(c) = {| c |}
first = paint.Dot
second = paint.Box.1
third = paint.Box.1.Red
fourth = paint.Box.1.Red.Green
rest(c) = extensions(c)
relay(c, d) = c?x -> d!x -> relay(c, d)
",
        ),
        &[
            "go :: Event",
            "at :: Int => Event",
            "paint :: Shape => Colour => Event",
            "Red :: Colour",
            "Box :: Int => Colour => Shape",
            "Shape :: {Shape}",
            "dot :: (a, b) -> a.b",
            "send :: (a => Event, a) -> Proc",
            "box :: (Int.Colour) -> Shape",
            "boxes :: {Shape}",
            "all :: (Yieldable b) => (a =>* b) -> {b}",
            "first :: Colour => Event",
            "second :: Colour => Colour => Event",
            "third :: Colour => Event",
            "fourth :: Event",
            "rest :: (Yieldable b) => (a => b) -> {a}",
            "relay :: (Complete a) => (a => Event, a => Event) -> Proc",
        ],
    );
}

#[test]
fn patterns_name_channels_and_constructors() {
    types(
        &with_channels(
            "
size(Dot) = 0
size(Box.n._) = n
of(paint.s.c) = (s, c)
rest(paint.r) = r
two(x.y) = (y, x)
one({x}) = x
ends(<x>^_^<y>) = (x, y)
named(p @@ Box._) = p
(left, <right>) = (1, <true>)
",
        ),
        &[
            "size :: (Shape) -> Int",
            "of :: (Event) -> (Shape, Colour)",
            "rest :: (Event) -> Shape.Colour",
            "two :: (a.b) -> (b, a)",
            "one :: (Eq a) => ({a}) -> a",
            "ends :: (<a>) -> (a, a)",
            "named :: (Shape) -> Shape",
            "left :: Int",
            "right :: Bool",
        ],
    );
}

#[test]
fn annotations_hold_in_their_list() {
    types(
        "
narrow, wide :: (Int) -> Int
narrow(x) = x
wide = narrow
both =
  let
    same :: (a) -> a
    same(x) = x
  within (same(1), same(true))
store :: (Set k) => (k, v) -> (| k => v |)
store(k, v) = let none :: (| k => v |)
                  none = emptyMap
              within mapUpdate(none, k, v)
deep :: (a, Int) -> Int
deep(x, 0) = 0
deep(x, n) = deep((x, x), n - 1)
",
        &[
            "narrow :: (Int) -> Int",
            "wide :: (Int) -> Int",
            "both :: (Int, Bool)",
            "store :: (Set k) => (k, v) -> (| k => v |)",
            "deep :: (a, Int) -> Int",
        ],
    );
}

#[test]
fn what_let_declares_is_of_one_type_unless_that_is_written() {
    mistakes(
        "f = let same(x) = x within (same(1), same(true))",
        &["1:43: expected `Int`, found `Bool`"],
    );
    types("f(s) = let t = s within (t, t)", &["f :: (a) -> (a, a)"]);
}

#[test]
fn a_definition_is_as_general_as_its_type() {
    mistakes(
        "f :: (a) -> b\nf(x) = x",
        &[
            "2:8: expected `b`, found `a` [`b` stands for any type: the definition is not as general as its type says]",
        ],
    );
    mistakes(
        "f :: (a, a) -> Bool\nf(x, y) = x == y",
        &[
            "2:11: `a` stands for any type, but here it has to be Eq [write `Eq a =>` before the type]",
        ],
    );
    mistakes("f :: (Int) -> Int\nf(true) = 0", &["2:3: expected `Int`, found `Bool`"]);
    mistakes(
        "f :: (Int) -> Int\nf(x, y) = 0",
        &["2:1: expected `(Int) -> Int`, found a clause with 2 parameters"],
    );
    mistakes(
        "f(x) = let g :: (a) -> a\n           g(y) = x\n       within g(1)",
        &["2:19: `a` stands for any type, so this cannot be that of something defined outside"],
    );
    mistakes("f :: Int\nf = 0\nf :: Int", &["3:1: `f` has two types"]);
    mistakes("f :: Set b => (a) -> a\nf(x) = x", &["1:10: `b` is not a variable of this type"]);
    mistakes(
        "subtypes :: S\nsubtypes = A\ndatatype T = A | B\nsubtype S = A",
        &["1:13: `S` is not a type [types are named by datatypes, not by sets]"],
    );
}

#[test]
fn brackets_are_missing_around_dots_that_are_compared() {
    const HELP: &str =
        "[`==` binds more tightly than `.`: write `(c.x) == (d.y)` for `c.x == d.y`]";
    mistakes(
        &with_channels("f(x) = at.x == at.1"),
        &[&format!("7:11: expected `Int`, found `Bool` {HELP}")],
    );
    mistakes(
        &with_channels("f = at.0 == at.1"),
        &[&format!("7:13: expected `Int`, found `Int => Event` {HELP}")],
    );
    types(&with_channels("f(x) = (at.x) == (at.1)"), &["f :: (Int) -> Bool"]);
}

#[test]
fn what_cannot_be_compared() {
    mistakes(
        "f = STOP == SKIP",
        &["1:5: values of type `Proc` cannot be compared [processes cannot be compared]"],
    );
    mistakes(
        "f = (1, <STOP>) == (1, <>)",
        &[
            "1:5: values of type `(Int, <Proc>)` cannot be compared, because of `Proc` [processes cannot be compared]",
        ],
    );
    mistakes("f = {\\ x @ x}", &["1:6: values of type `(a) -> a` cannot be put in sets"]);
    mistakes("f = true < false", &["1:5: values of type `Bool` cannot be ordered"]);
    mistakes(
        "datatype T = A | B.Proc\ndatatype U = C.T\nf = A == A\ng = (C.A) != (C.A)\nh = {A}",
        &[
            "3:5: values of type `T` cannot be compared [a constructor of it carries values that cannot be compared]",
            "4:6: values of type `U` cannot be compared, because of `T` [a constructor of it carries values that cannot be compared]",
        ],
    );
    types("datatype T = A | B.U\ndatatype U = C.T\nf = A == g\ng = B.C.A", &["f :: Bool"]);
}

#[test]
fn communications_fit_their_channels() {
    let wrong = |text: &str, expected: &str| mistakes(&with_channels(text), &[expected]);
    wrong("P = at!true -> P", "7:7: expected `Int`, found `Bool`");
    wrong("P = paint?s!2 -> P", "7:12: expected `Colour`, found `Int`");
    wrong(
        "P = paint?s!Red!Red -> P",
        "7:16: there is nothing left to take this: it follows a whole `Event`",
    );
    wrong(
        "P = at -> P",
        "7:5: expected `Event`, found `Int => Event` [a value of type `Int` has to be dotted on to it]",
    );
    wrong(
        "P = paint!Dot -> P",
        "7:5: the event is not complete: `Colour` is missing [`?x` takes a value of any kind, `!v` gives one]",
    );
    wrong("P = go -> 3", "7:11: expected `Proc`, found `Int`");
}

#[test]
fn sets_of_events_are_sets_of_whole_events() {
    mistakes(
        &with_channels("P = STOP \\ {at}"),
        &[
            "7:12: expected `{Event}`, found `{Int => Event}` [`{| c |}` is the set of all events or values that begin with `c`]",
        ],
    );
    types(&with_channels("P = STOP \\ {| at, go, paint.Dot |}"), &["P :: Proc"]);
    mistakes(
        "f(x) = {| x |}\nP = [] x : f(0) @ x -> STOP",
        &["2:14: values of type `Int` are neither events nor values of a datatype"],
    );
    mistakes(
        &with_channels("s = {| at, Box |}"),
        &["7:12: expected `a =>* Event`, found `Int => Colour => Shape`"],
    );
}

#[test]
fn generators_take_sets_but_for_those_of_sequences() {
    types(
        &with_channels(
            "
P = ||| x : {0..3} @ at.x -> SKIP
Q = ; x : <0..3> @ at.x -> SKIP
R = [at.x <-> at.x] x : <0..3> @ SKIP
S = || x : {0..3} @ [{at.x}] at.x -> SKIP
t = <x + y | x <- <1..>, (y, true) <- <(x, x > 2)>, y != 3>
",
        ),
        &["P :: Proc", "Q :: Proc", "R :: Proc", "S :: Proc", "t :: <Int>"],
    );
    mistakes(
        "P = ; x : {0..3} @ SKIP",
        &["1:11: expected `<a>`, found `{Int}` [`seq(s)` is a sequence of the elements of a set]"],
    );
    mistakes(
        "P = [] x : <0..3> @ SKIP",
        &[
            "1:12: expected `{a}`, found `<Int>` [`set(s)` is the set of the elements of a sequence]",
        ],
    );
}

#[test]
fn renaming_keeps_the_fields() {
    types(
        &with_channels("P(c) = STOP [[c <- at, c.x <- at.x | x <- {0, 1}]]"),
        &["P :: (Int => Event) -> Proc"],
    );
    mistakes(
        &with_channels("P = STOP [[at <- paint]]"),
        &["7:18: expected `Int => Event`, found `Shape => Colour => Event`"],
    );
}

#[test]
fn datatypes_and_channels_carry_what_is_known_and_whole() {
    mistakes(
        "nothing = {}\nchannel c : nothing",
        &[
            "2:9: the fields of `c` are not known: it is a `a => Event` [the type of the elements of an empty set is not known]",
        ],
    );
    mistakes(
        "datatype A = B.{0..3}\ndatatype C = D.{B}",
        &[
            "2:16: values of type `Int => A` are not whole [a value of type `Int` has to be dotted on to it]",
        ],
    );
    mistakes(
        "channel c : 3",
        &["1:13: expected `{a}`, found `Int` [fields are given by sets, as in `Int.{0..3}`]"],
    );
    mistakes(
        "channel c : Proc",
        &["1:13: values of type `Proc` cannot be compared [processes cannot be compared]"],
    );
    mistakes(
        "datatype A = B | C.{0..3}\ndatatype D = E\nsubtype F = B | E",
        &["3:17: expected `A`, found `D`"],
    );
    mistakes(
        "datatype A = B | C.{0..3}\nsubtype F = C.{0}.{1}",
        &["2:15: `C` has 1 field, and here 2"],
    );
    types(
        "datatype A = B | C.Int.Bool\nsubtype D = C.{0}\nnametype E = Int.Bool\nnametype F = (D, {0})\nchannel c : E.F",
        &[
            "D :: {A}",
            "E :: {Int.Bool}",
            "F :: {(A, Int)}",
            "c :: Int => Bool => (A, Int) => Event",
        ],
    );
}

#[test]
fn functions_get_their_arguments() {
    mistakes("f(x, y) = x + y\ng = f(1)", &["2:5: the function takes 2, and is given 1 argument"]);
    mistakes("f = 1\ng = f(1)", &["2:5: expected a function, found `Int`"]);
    mistakes("f(x) = STOP\nP = f", &[]);
    mistakes(
        "f(x) = STOP\nP = f |~| STOP",
        &["2:5: expected `Proc`, found `(a) -> Proc` [this function still needs 1 argument]"],
    );
    mistakes(
        "f(x) = x(x)",
        &["1:10: the type of this would be a part of itself, as in `a` = `(a) -> b`"],
    );
}

#[test]
fn one_mistake_gives_one_message() {
    mistakes(
        &with_channels(
            "f(x) = x + true\ng = f(1) and f(STOP)\nP = at!f(2) -> paint.f -> P\nQ = at!true -> P",
        ),
        &["7:12: expected `Int`, found `Bool`", "10:7: expected `Int`, found `Bool`"],
    );
    mistakes(
        "channel c : 3\nP = c?x!true -> c.x -> P\nQ = STOP \\ {| c |}",
        &["1:13: expected `{a}`, found `Int` [fields are given by sets, as in `Int.{0..3}`]"],
    );
}

#[test]
fn modules_are_checked_once_and_their_instances_anew() {
    types(
        "
module M(s)
  own = s
exports
  channel c : s
  datatype D = E.s
  f(x) = member(x, own)
endmodule
instance I = M({0, 1})
instance J = M({true})
P = I::c.0 -> J::c.true -> STOP
",
        &[
            "I::c :: Int => Event",
            "J::c :: Bool => Event",
            "I::E :: Int => I::D",
            "J::f :: (Bool) -> Bool",
            "P :: Proc",
        ],
    );
    mistakes(
        "module M(x)\nexports\ny = not 1\nendmodule\ninstance I = M(true)\ninstance J = M(false)",
        &["3:9: expected `Bool`, found `Int`"],
    );
    mistakes(
        "module M(x)\nexports\ny = not x\nendmodule\ninstance I = M(true)\ninstance J = M(1)",
        &["3:9: expected `Bool`, found `Int` (in `J`)"],
    );
    mistakes(
        "module M\nexports\ndatatype T = A\nendmodule\ninstance I = M\nf = I::A == M::A",
        &["6:13: expected `I::T`, found `M::T`"],
    );
}

#[test]
fn timed_sections_need_tock_and_durations() {
    types(
        "channel tock, a\nTimed(\\ e @ 2) { P = a -> WAIT(2)\n f(x) = x }",
        &["P :: Proc", "f :: (a) -> a"],
    );
    mistakes(
        "Timed { P = STOP }",
        &[
            "1:1: a timed section needs the event `tock` [declare it at the top of the script: `channel tock`]",
        ],
    );
    mistakes(
        "channel tock : {0}\nTimed { P = STOP }",
        &[
            "1:9: `tock` carries something, but it is the event that tells the time [declare it as `channel tock`]",
        ],
    );
    mistakes(
        "channel tock\nTimed (\\ e @ true) { P = STOP }",
        &["2:8: expected `(Event) -> Int`, found `(Event) -> Bool`"],
    );
}

#[test]
fn assertions_are_about_processes_and_events() {
    mistakes("assert STOP [T= 3", &["1:17: expected `Proc`, found `Int`"]);
    mistakes(
        "channel c : {0}\nassert STOP :[has trace]: <c.0, c>",
        &[
            "2:33: expected `Event`, found `Int => Event` [a value of type `Int` has to be dotted on to it]",
        ],
    );
    mistakes(
        "assert STOP [F= STOP :[tau priority]: {1}",
        &["1:39: expected `{Event}`, found `{Int}`"],
    );
}

#[test]
fn symmetry_is_asked_for_in_datatypes() {
    mistakes(
        &with_channels("N = {0}\nassert STOP [T= STOP :[symmetry reduce]: N"),
        &[
            "8:42: `N` is not a datatype [write `T`, or `diff(T, {| A, B |})`, of a datatype and its constructors]",
        ],
    );
    mistakes(
        &with_channels(
            "assert STOP [T= STOP :[symmetry reduce]: Shape, diff(Colour, {| Red, Dot |})",
        ),
        &["7:70: `Dot` is not a constructor of `Colour`"],
    );
}

#[test]
fn nothing_is_defined_as_itself_by_way_of_an_instance() {
    types("x = y\ny = x", &["x :: a"]);
    mistakes(
        "module M(_)\nexports\ny = X\nendmodule\ninstance I = M(1)\nX = I::y",
        &["6:5: `X` is defined as itself, by way of an instance of a module"],
    );
    types("channel a\nP = a -> Q\nQ = P", &["P :: Proc", "Q :: Proc"]);
}

/// Types that would be huge or infinitely deep are refused, and nothing overflows.
#[test]
fn types_are_bounded() {
    let mut pairs = "f0(x) = (x, x)\n".to_owned();
    for i in 1..40 {
        pairs += &format!("f{i}(x) = f{}(f{}(x))\n", i - 1, i - 1);
    }
    let found = typed(&pairs).1;
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("too large"), "{found:#?}");

    let mut nested = "f0(x) = x\n".to_owned();
    for i in 1..1000 {
        nested += &format!("f{i}(x) = {{f{}(x)}}\n", i - 1);
    }
    let found = typed(&nested).1;
    assert!(!found.is_empty());
    assert!(found.iter().all(|one| one.contains("nested too deeply")), "{found:#?}");

    let chain: String = (0..5000).map(|i| format!("P{i} = P{}\n", i + 1)).collect();
    types(&(chain + "P5000 = STOP"), &["P0 :: Proc"]);
}

/// Expressions as deep as the parser takes them are checked within the smallest of the large stacks. Where the parser does so is its own
/// affair.
#[test]
fn deep_expressions_do_not_overflow_the_stack() {
    let parsing = std::thread::Builder::new().stack_size(1 << 30).spawn(|| {
        let depth = cspm::tree::MAX_DEPTH / 4;
        for (open, middle, close) in [
            ("(1 + ", "1", ")"),
            ("{", "1", "}"),
            ("a -> ", "STOP", ""),
            ("(\\ x @ ", "1", ")"),
            ("if true then 1 else ", "1", ""),
            ("a.", "a", ""),
            ("let f(x) = ", "1", " within f(1)"),
        ] {
            let (open, close) = (open.repeat(depth), close.repeat(depth));
            checked_within(256 << 20, &format!("channel a\nx = {open}{middle}{close}"));
        }
    });
    parsing.expect("a thread").join().expect("no panic");
}

fn checked_within(stack: usize, text: &str) {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let nothing = &mut |_: &std::path::Path| Err(io::ErrorKind::NotFound.into());
    let (mut script, mistakes) = cspm::parse(&mut sources, file, nothing);
    assert!(mistakes.is_empty(), "{text}: {mistakes:#?}");
    let (bindings, _) = resolve(&mut script);
    std::thread::scope(|scope| {
        let check = || check(&script, &bindings).diagnostics.len();
        let checking = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, check);
        checking.expect("a thread").join().expect("no panic");
    });
}
