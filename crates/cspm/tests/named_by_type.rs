//! A definition is a named process if its type says so, however its body looks: so loops in continuation style are finite.

use std::time::Duration;

use crate::decided::decide_within;
use checking::Answer::{self, Holds, Violated};

/// The verdicts, up to the first that takes too long.
fn verdicts(text: &str) -> Vec<Answer> {
    let found = decide_within(text, Some(Duration::from_secs(5)));
    let found = found.into_iter().map(|found| match found {
        Ok(report) => report.verdict.answer,
        Err(failure) => panic!("{failure:?}\n{text}"),
    });
    found.collect()
}

#[test]
fn what_a_parameter_makes_of_processes_has_a_name() {
    // `L` is one process, which does `a` and begins again after a τ.
    let text = "channel a
L(once) = once((a -> SKIP ; L(once)))
assert L(\\ k @ k) :[deadlock free]";
    assert_eq!(verdicts(text), [Holds]);
}

#[test]
fn so_has_what_comes_out_of_collections() {
    let text = "channel a, b
ways = <(\\ k @ a -> k), (\\ k @ b -> k)>
nth(s, n) = if n == 0 then head(s) else nth(tail(s), n - 1)
P(n) = nth(ways, n)(P(1 - n))
assert P(0) [T= a -> b -> P(0)
assert P(0) :[has trace]: <b>";
    assert_eq!(verdicts(text), [Holds, Violated]);
}

#[test]
fn so_has_what_a_let_defines() {
    let text = "channel a, b
twice(f, k) = f(f(k))
P = let
    again(f) = twice(f, again(f))
  within again(\\ k @ a -> k)
assert P :[deadlock free]
assert P :[has trace]: <a, a, a, a, a>";
    assert_eq!(verdicts(text), [Holds, Holds]);
}

#[test]
fn so_has_what_a_pattern_binds() {
    let text = "channel a, b
first(s) = if null(s) then STOP else head(s)
A = a -> A
AB = a -> b -> AB
(X, Y) = (a -> first(<X>), STOP)
assert A [FD= X
assert X [FD= A
assert Y :[has trace]: <a>
(U, <W>, 2) = (a -> first(<W>), <b -> first(<U>)>, 1 + 1)
assert AB [FD= U
assert U [FD= AB
assert A [T= W
-- One for each value of what is further out.
at(i, s) = if i == 0 then head(s) else head(tail(s))
S(v) = let (P, Q) = (a -> at(v, <P, Q>), b -> at(1 - v, S(v))) within <P, Q>
assert A [FD= at(0, S(0))
assert at(0, S(1)) :[has trace]: <a, b, a, b>
assert at(0, S(0)) :[has trace]: <a, b>
assert at(1, S(0)) :[has trace]: <b, b, b>";
    let expected = [[Holds, Holds, Violated], [Holds, Holds, Violated], [Holds, Holds, Violated]];
    assert_eq!(verdicts(text), [expected.concat(), vec![Holds]].concat());
}

#[test]
fn so_has_what_takes_its_arguments_in_groups() {
    let text = "channel c : {0..2}
On :: ((Int, Proc) -> Proc) -> (Int) -> Proc
On(f)(n) = f(n, On(f)((n + 1) % 3))
P = On(\\ n, k @ c!n -> k)(0)
assert P :[deadlock free]
assert P :[has trace]: <c.0, c.1, c.2, c.0>";
    assert_eq!(verdicts(text), [Holds, Holds]);
}

#[test]
fn so_has_what_an_instance_of_a_module_defines() {
    let text = "channel a, b
module Loop(f)
exports
  Go = f(Go)
endmodule
instance A = Loop(\\ k @ a -> k)
instance B = Loop(\\ k @ b -> (A::Go [] k))
assert A::Go :[deadlock free]
assert B::Go :[has trace]: <b, b, a, a>
assert B::Go :[has trace]: <b, a, b>";
    assert_eq!(verdicts(text), [Holds, Holds, Violated]);
}

#[test]
fn a_function_of_any_result_is_not_named_by_its_type() {
    let text = "channel a : {0..2}
same(x) = x
pick(c, x, y) = if c then x else y
P = same(a?n -> pick(n == 0, P, STOP))
assert P :[has trace]: <a.0, a.0, a.1>
assert P :[deadlock free]
assert P :[has trace]: <a.0>";
    assert_eq!(verdicts(text), [Holds, Violated, Holds]);
}

/// Two threads, as one writes them in a course: commands are functions from what comes after them, loops and conditions are made of
/// them, and variables are processes. They wait while `condition` is true.
fn course(condition: &str) -> String {
    let text = "
datatype Variable = wants.{0..1} | turn
channel get, set : {0..1}.Variable.{0..1}
channel enter, leave : {0..1}

Cell(x, v) = get?t!x!v -> Cell(x, v) [] set?t!x?w -> Cell(x, w)
variables = {wants.0, wants.1, turn}
Memory = ||| x:variables @ Cell(x, 0)

-- expressions take what goes on with their values
value(n)(t, with) = with(n)
read(x)(t, with) = get!t!x?v -> with(v)
equal(e, f)(t, with) = e(t, \\ v @ f(t, \\ w @ with(if v == w then 1 else 0)))
both(e, f)(t, with) = e(t, \\ v @ if v == 1 then f(t, with) else with(0))

-- commands take what comes after them
assign(x, e)(t, k) = e(t, \\ v @ set!t!x!v -> k)
event(c)(t, k) = c.t -> k
skip(t, k) = k
sequence(<>) = skip
sequence(<c>^cs) = \\ t, k @ c(t, sequence(cs)(t, k))
While :: ((Int, (Int) -> Proc) -> Proc, (Int, Proc) -> Proc) -> (Int, Proc) -> Proc
While(e, c)(t, k) = e(t, \\ v @ if v == 1 then c(t, While(e, c)(t, k)) else k)
Forever :: ((Int, Proc) -> Proc) -> (Int) -> Proc
Forever(c)(t) = c(t, Forever(c)(t))

others(t) = 1 - t
protocol(t) = sequence(<
  assign(wants.t, value(1)),
  assign(turn, value(others(t))),
  While(CONDITION, skip),
  event(enter), event(leave),
  assign(wants.t, value(0))>)
Threads = ||| t:{0..1} @ Forever(protocol(t))(t)
System = (Threads [| {| get, set |} |] Memory) \\ {| get, set |}

Free = enter?t -> leave!t -> Free
assert Free [T= System
assert System :[deadlock free [F]]
assert System :[has trace [T]]: <enter.0, leave.0, enter.1, leave.1, enter.1>
";
    text.replace("CONDITION", condition)
}

#[test]
fn a_course_project_in_continuation_style_ends() {
    let peterson =
        "both(equal(read(wants.others(t)), value(1)), equal(read(turn), value(others(t))))";
    assert_eq!(verdicts(&course(peterson)), [Holds, Holds, Holds]);
    // Who does not look at the wish of the other waits for its turn only: nobody enters twice in a row.
    let turns = "equal(read(turn), value(others(t)))";
    assert_eq!(verdicts(&course(turns)), [Holds, Holds, Violated]);
    // Who looks at nothing enters.
    assert_eq!(verdicts(&course("value(0)")), [Violated, Holds, Holds]);
}
