//! What is made for one assertion is there for the next, and changes none of its verdicts.

use std::time::Duration;

use crate::decided::{answers, load, request};
use checking::Answer::{self, Holds, Inconclusive, Violated};
use kernel::Silent;

/// State machines of a robot with their memories, as generators write them. The broken one has nowhere to put the speed.
const ROBOT: &str = "
transparent sbisim, diamond
nametype Num = {0..2}
datatype Var = x | y | speed
channel get, set, ext : {0..1}.Var.Num
channel sense, move, stop : {0..1}.Num
channel enter, exit : {0..1}.Num

Memory(vars, i, a, b, c) =
     get.i.x!a -> Memory(vars, i, a, b, c)
  [] get.i.y!b -> Memory(vars, i, a, b, c)
  [] get.i.speed!c -> Memory(vars, i, a, b, c)
  [] set.i.x?v -> Memory(vars, i, v, b, c)
  [] set.i.y?v -> Memory(vars, i, a, v, c)
  [] member(speed, vars) & set.i.speed?v -> Memory(vars, i, a, b, v)
  [] ext.i.x?v -> Memory(vars, i, v, b, c)
  [] ext.i.y?v -> Memory(vars, i, a, v, c)

Idle(i) = enter.i.0 -> (sense.i?v -> set.i.x!v -> exit.i.0 -> Moving(i) [] ext.i.y?v -> exit.i.0 -> Idle(i))
Moving(i) = enter.i.1 -> get.i.x?v ->
  (if v == 0 then stop.i!v -> exit.i.1 -> Idle(i) else move.i!v -> set.i.speed!v -> exit.i.1 -> Idle(i))

Robot(vars, i) = (Idle(i) [| {| get.i, set.i, ext.i |} |] Memory(vars, i, 0, 0, 0)) \\ {| get.i, set.i, enter.i, exit.i |}
Works(i) = sbisim(diamond(Robot({x, y, speed}, i)))
Broken(i) = sbisim(diamond(Robot({x, y}, i)))
";

fn six(process: &str) -> String {
    format!(
        "assert {process} :[deadlock free]
assert {process} :[divergence free]
assert {process} :[deadlock free [F]]
assert {process} [T= STOP
assert STOP [T= {process}
assert {process} :[has trace [T]]: <sense.0.1, move.0.1>\n"
    )
}

#[test]
fn six_properties_of_each_machine_are_what_they_are_alone() {
    let works = [Holds, Holds, Holds, Holds, Violated, Holds];
    let broken = [Violated, Holds, Violated, Holds, Violated, Holds];
    let script = format!("{ROBOT}{}{}{}", six("Works(0)"), six("Broken(0)"), six("Works(0)"));
    assert_eq!(answers(&script), [works, broken, works].concat());
}

/// Each of the 10,000 states of the memory offers the 10,000 values it can be overwritten with: too many to look at for a parallel
/// composition, and to be a component. What writes to it lets it come to two of its states.
#[test]
fn a_memory_that_is_overwritten_as_a_whole_is_compiled_with_what_writes_to_it() {
    let script = "channel read, write : {0..9}.{0..9}.{0..9}.{0..9}
channel ok
Memory(a, b, c, d) = write?w?x?y?z -> Memory(w, x, y, z) [] read!a!b!c!d -> Memory(a, b, c, d)
Writer = write.0.0.0.0 -> read?a?b?c?d -> ok -> write.1.2.3.4 -> Writer
assert Memory(0, 0, 0, 0) [| {|read, write|} |] Writer :[deadlock free [F]]
";
    assert_eq!(answers(script), [Holds]);
}

/// Which of several τ is chased is the same whatever was asserted before. `deter` chooses, too.
#[test]
fn what_compressions_choose_does_not_depend_on_other_assertions() {
    let chased = "channel a, b
external chase, deter
Q = (a -> STOP) |~| (b -> STOP)
R = a -> a -> STOP [] a -> b -> STOP
";
    let asked = ["a -> STOP [T= chase(Q)", "b -> STOP [T= chase(Q)", "a -> a -> STOP [T= deter(R)"];
    alike(chased, &asked);
    let inner = "channel a, b
Q = (a -> STOP) |~| (b -> STOP)
P = let transparent chase within chase(Q)
";
    alike(inner, &["a -> STOP [T= P", "b -> STOP [T= P"]);
    let module = "channel a, b
Q = (a -> STOP) |~| (b -> STOP)
module Chasing
external chase
exports
Of(P) = chase(P)
endmodule
";
    alike(module, &["a -> STOP [T= Chasing::Of(Q)", "b -> STOP [T= Chasing::Of(Q)"]);
}

/// Assertions are answered behind others as they are alone.
fn alike(definitions: &str, asked: &[&str]) {
    for asked in asked {
        let alone = answers(&format!("{definitions}assert {asked}\n"));
        for before in ["b -> STOP", "a -> STOP", "a -> b -> STOP", "b -> STOP |~| a -> b -> STOP"] {
            let script = format!("{definitions}assert {before} [T= {before}\nassert {asked}\n");
            assert_eq!(answers(&script)[1..], alone, "{asked} after {before}");
        }
    }
}

#[test]
fn what_was_being_made_when_a_limit_was_reached_is_forgotten() {
    let text = "channel a, b : {0..9}
f(n) = if n == 0 then f(1) else f(n + 1)
P = a?x -> Q
Q = b.f(0) -> P
R = a?x -> b!x -> R
assert Q :[deadlock free]
assert P :[deadlock free]
assert R :[deadlock free]
assert R :[has trace]: <a.1, b.2>
";
    let model = load(text);
    let answer = |place: usize, seconds: u64| -> Answer {
        let time = Duration::from_secs(seconds);
        let report = model.check_claim(place, &request(Some(time)), &Silent);
        report.expect("a report").verdict.answer
    };
    for (place, seconds, expected) in [
        (2, 60, Holds),
        (0, 1, Inconclusive),
        (2, 60, Holds),
        (1, 1, Inconclusive),
        (3, 60, Violated),
        (0, 1, Inconclusive),
    ] {
        assert_eq!(answer(place, seconds), expected, "assertion {place}");
    }
}
