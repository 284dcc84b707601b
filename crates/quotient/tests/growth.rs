//! Models twice as large cost about twice as much: each of these took minutes or gigabytes while some part of it grew faster. The
//! bounds are far above what is needed and far below that.

use crate::support::Place;

/// More memory than any of these may take.
const MOST_BYTES: u64 = 400 << 20;

/// Checks a model, which must end before the test loses its patience, within the memory.
#[track_caller]
fn check(place: &Place, model: &str, code: i32) {
    let (report, found) = place.json(model);
    assert_eq!(found, Some(code), "{model}");
    let bytes = report["peak_memory_bytes"].as_u64().unwrap();
    assert!(bytes < MOST_BYTES, "{model}: {bytes} bytes");
}

#[test]
fn a_message_server_of_many_statements() {
    let place = Place::new("growth_server");
    let body = "v = 1;\n".repeat(4_000);
    let server = format!("msgsrv go() {{ {body} self.go(); }}");
    let class = format!("statevars {{ byte v; }} A() {{ self.go(); }} {server}");
    let rebecs = "A a():(); A b():(); A c():();";
    place.file("m.rebeca", format!("reactiveclass A(3) {{ {class} }} main {{ {rebecs} }}"));
    check(&place, "m.rebeca", 0);
}

#[test]
fn chains_of_definitions() {
    let place = Place::new("growth_chains");
    const LENGTH: usize = 40_000;
    let forwards: String = (0..LENGTH).map(|i| format!("P{i} = P{}\n", i + 1)).collect();
    let backwards: String = (0..LENGTH).rev().map(|i| format!("P{i} = P{}\n", i + 1)).collect();
    for (name, chain) in [("forwards.csp", forwards), ("backwards.csp", backwards)] {
        let text =
            format!("channel a\n{chain}P{LENGTH} = a -> P0\nassert STOP :[divergence free]\n");
        place.file(name, text);
        check(&place, name, 0);
    }
}

/// In a let, each depends on the variables that those behind it do.
#[test]
fn chains_of_local_definitions() {
    let place = Place::new("growth_lets");
    const LENGTH: usize = 10_000;
    let chain: String = (0..LENGTH).map(|i| format!("  P{i}(y) = P{}(y)\n", i + 1)).collect();
    let text = format!(
        "channel a\nP(x) = let\n{chain}  P{LENGTH}(y) = if x == y then a -> STOP else STOP\nwithin a -> P(x)\n\
         assert P(1) :[deadlock free]\n"
    );
    place.file("m.csp", text);
    check(&place, "m.csp", 0);
}

#[test]
fn nested_modules() {
    let place = Place::new("growth_modules");
    const DEPTH: usize = 1_500;
    let opens: String =
        (0..DEPTH).map(|i| format!("module M{i}\nexports\nP{i} = a -> P{i}\n")).collect();
    let closes = "endmodule\n".repeat(DEPTH);
    place.file("m.csp", format!("channel a\n{opens}{closes}assert STOP :[divergence free]\n"));
    check(&place, "m.csp", 0);
}

/// Any two of them may change places, and what stands between their statements.
#[test]
fn equal_options() {
    let place = Place::new("growth_options");
    let options = ":: x == 0 -> x = 1; x = 2\n".repeat(4_000);
    place.file("m.pml", format!("byte x; active [2] proctype P() {{ do {options} od }}"));
    check(&place, "m.pml --max-states 5", 3);
    // These share a vertex, and there are edges of one orbit by the thousand.
    let options = ":: x = 1 - x\n".repeat(10_000);
    place.file("n.pml", format!("byte x; active [2] proctype P() {{ do {options} od }}"));
    check(&place, "n.pml", 0);
}

/// A step that changes one element of a large array is told without a look at the others.
#[test]
fn a_step_beside_a_large_array() {
    let place = Place::new("growth_array");
    place
        .file("m.pml", "byte a[200000]; int i; active proctype P() { do :: a[i % 7] = i; i++ od }");
    let said = place.run("simulate m.pml --seed 1 --steps 3000");
    said.expect(3, &["a[3]: 0 → 3", "stopped after 3000 steps"]);
}

/// In states that nobody comes to, statements are few that a group is tried with before it is used.
#[test]
fn long_deterministic_steps() {
    let place = Place::new("growth_deterministic_steps");
    let loop_ = "i = 0; do :: i < 200000 -> i++; x = x + i :: else -> break od; x = 0";
    let body = format!("int i; a[_pid] = 1; d_step {{ {loop_} }}");
    place.file("m.pml", format!("int x; byte a[3]; active [3] proctype P() {{ {body} }}"));
    check(&place, "m.pml", 0);
}

/// Where an event stands that is renamed again and again, each time to two.
#[test]
fn events_within_renamings() {
    let place = Place::new("growth_renamings");
    let text = "channel a, b, c\nP = a -> P [] b -> P [] c -> STOP\n\
        R(n) = if n == 0 then P else R(n - 1)[[a <- b, b <- a]]\nassert RUN({a, b}) [T= R(60)\n";
    place.file("m.csp", text);
    check(&place, "m.csp", 1);
}
