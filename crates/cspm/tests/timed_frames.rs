//! The function of a timed section is evaluated where the section is, whatever stands between it and the event: each script has a
//! timed process and the same written out with `tock`, worked out by hand.

use crate::decided::answers;
use checking::Answer;

/// `WAIT` and `STOP` of timed sections, written out.
const PRELUDE: &str = "
channel tock
channel left, right : {0..2}
channel pair : {0..1}.{0..1}
channel done
idle = tock -> idle
last = tock -> last [] done -> idle
";

/// That `Q` is the process `E`, in both directions.
#[track_caller]
fn same(script: &str) {
    let text = format!("{PRELUDE}{script}\nassert E [FD= Q\nassert Q [FD= E\n");
    assert_eq!(answers(&text), [Answer::Holds; 2], "{text}");
}

/// An event on `left`, whose value takes so many tocks, and `done`, which takes one.
fn by_value(name: &str, ticks: [u32; 3]) -> String {
    let wait = |count: u32| "tock -> ".repeat(count as usize);
    let branch =
        |(value, &count): (usize, &u32)| format!(" [] left.{value} -> {}{name}'", wait(count));
    let branches: String = ticks.iter().enumerate().map(branch).collect();
    format!(
        "{name} = tock -> {name}{branches}\n{name}' = tock -> {name}' [] done -> tock -> idle\n"
    )
}

#[test]
fn a_function_that_names_a_constant_is_not_read_from_what_an_input_binds() {
    let explicit = by_value("E", [2, 2, 2]);
    same(&format!(
        "before = 7\nK = 2\net(done) = 1\net(x) = K\nTimed(et) {{ Q = left?x -> done -> STOP }}\n{explicit}"
    ));
}

#[test]
fn a_lambda_sees_the_script_behind_two_inputs() {
    same(
        "K = 1\nL = 0
Timed(\\ e @ if member(e, {| pair |}) then K else L) { Q = left?x -> pair?y?z -> done -> STOP }
E = tock -> E [] left?x -> E'
E' = tock -> E' [] pair?y?z -> tock -> last\n",
    );
}

#[test]
fn a_parameter_of_the_function_around_the_section() {
    let explicit = by_value("E", [2, 3, 4]);
    same(&format!(
        "of(base, one) =
  let
    length(left.n) = n + base
    length(_) = one
    Timed(length) {{ R = left?m -> done -> STOP }}
  within R
Q = of(2, 1)\n{explicit}"
    ));
}

#[test]
fn a_let_inside_the_function() {
    let explicit = by_value("E", [0, 1, 0]);
    same(&format!(
        "ODD = {{1}}
weigh(e) =
  let
    values = {{v | left.v <- {{e}}}}
    heavy(s) = not empty(inter(s, ODD))
  within if heavy(values) or e == done then 1 else 0
Timed(weigh) {{ Q = left?n:{{0..2}} -> done -> STOP }}\n{explicit}"
    ));
}

#[test]
fn a_set_comprehension_of_the_script() {
    let explicit = by_value("E", [0, 3, 3]);
    same(&format!(
        "LEAST = 1\nSLOW = 3\nSLOWER = {{left.i | i <- {{0..2}}, i >= LEAST}}
slow(done) = 1
slow(e) = if member(e, SLOWER) then SLOW else 0
Timed(slow) {{ Q = [] i:{{0..2}} @ left.i -> done -> STOP }}\n{explicit}"
    ));
}

#[test]
fn a_closure_that_was_made_by_another_function() {
    let explicit = by_value("E", [1, 2, 3]);
    same(&format!(
        "adding(k) =
  let
    plain(left.n) = n
    plain(_) = 0
  within \\ e @ plain(e) + k
Timed(adding(1)) {{ Q = left?n -> done -> STOP }}\n{explicit}"
    ));
}

#[test]
fn a_function_that_has_some_of_its_arguments() {
    let explicit = by_value("E", [3, 2, 1]);
    same(&format!(
        "counting(top, one)(left.n) = top - n\ncounting(_, one)(_) = one
Timed(counting(3, 1)) {{ Q = left?n -> done -> STOP }}\n{explicit}"
    ));
}

#[test]
fn a_module_with_a_parameter_and_two_instances() {
    let (one, two) = (by_value("E1", [1, 1, 1]), by_value("E2", [2, 2, 2]));
    same(&format!(
        "module Slow(k)
time(done) = 1
time(_) = k
Timed(time) {{ R = left?n -> done -> STOP }}
exports
P = R
endmodule
instance One = Slow(1)
instance Two = Slow(2)
channel which : Bool
Q = which.true -> One::P [] which.false -> Two::P
E = which.true -> E1 [] which.false -> E2\n{one}{two}"
    ));
}

#[test]
fn a_section_inside_another_has_its_own_function() {
    same(
        "A = 2\nB = 0\nouter(_) = A\ninner(_) = B
Timed(outer) {
  Q = left?x -> R
  Timed(inner) { R = right?y -> done -> S }
  S = done -> STOP
}
E = tock -> E [] left?x -> tock -> tock -> E1
E1 = tock -> E1 [] right?y -> E2
E2 = tock -> E2 [] done -> E3
E3 = tock -> E3 [] done -> tock -> tock -> idle\n",
    );
}

#[test]
fn a_section_without_a_function_inside_one_with_a_function() {
    same(
        "long(_) = 3
Timed(long) {
  Q = left?x -> R
  Timed { R = done -> STOP }
}
E = tock -> E [] left?x -> tock -> tock -> tock -> E1
E1 = tock -> E1 [] done -> tock -> idle\n",
    );
}

/// The function is outside the section: a process that it names is no timed one, and its prefixes need no function.
#[test]
fn a_function_may_have_prefixes_of_its_own() {
    same(
        "first(P, n) = n
Timed(let R = done -> R within \\ e @ first(R, 1)) { Q = done -> STOP }
E = last1\nlast1 = tock -> last1 [] done -> tock -> idle\n",
    );
}

#[test]
fn an_assertion_in_a_section_has_its_function() {
    let text = format!(
        "{PRELUDE}two(_) = 2
Timed(two) {{
  assert E [T= left?x -> done -> STOP
  assert left?x -> done -> STOP [T= E
}}
E = tock -> E [] left?x -> tock -> tock -> E1
E1 = tock -> E1 [] done -> tock -> tock -> idle\n"
    );
    assert_eq!(answers(&text), [Answer::Holds; 2]);
}
