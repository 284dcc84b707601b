//! Static channel diagrams and what is found by them, on small models whose symmetry is worked out by hand, and on the
//! examples.

use crate::support::examples::examples;
use baselines::channel_diagram::Equivalence;
use baselines::channel_diagram::{DiagramDetected, detect_by_diagram, diagram};
use detection::{Understanding, detect};
use diagnostics::Sources;
use groups::{BigUint, Patience};
use machine::Machine;
use promela::{KeptClaims, LoadOptions, ParseOptions, load};

fn machine(text: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)).machine
}

fn by_diagram(machine: &Machine) -> DiagramDetected {
    detect_by_diagram(Equivalence::Extended, &Understanding::new(machine), &mut Patience::endless())
}

/// The edges by the names of their ends.
fn edges(text: &str) -> Vec<String> {
    let diagram = diagram(&Understanding::new(&machine(text))).unwrap();
    let name = |vertex| diagram.name(vertex).to_owned();
    diagram.edges().map(|(from, to)| format!("{} -> {}", name(from), name(to))).collect()
}

/// |Aut|, |H|, |G| and the order of the group that searches use.
fn orders(found: &DiagramDetected) -> [BigUint; 4] {
    let analysis = found.analysis.as_ref().unwrap();
    let reduction = found.detected.reduction.as_ref();
    [
        analysis.automorphisms.order(),
        analysis.valid.initial.order(),
        analysis.valid.group.order(),
        reduction.map_or(1u32.into(), |reduction| reduction.symmetry.order()),
    ]
}

fn check(text: &str, whole: u32, valid: u32, reduced: u32) -> DiagramDetected {
    let found = by_diagram(&machine(text));
    let [automorphisms, _, largest, searched] = orders(&found);
    assert_eq!((automorphisms, largest), (whole.into(), valid.into()));
    assert_eq!(searched, reduced.into(), "{:?}", found.detected.remarks);
    found
}

#[test]
fn only_static_names_make_edges() {
    let text = "
        chan a = [1] of { byte }; chan b = [1] of { byte }; chan c = [1] of { chan };
        chan unused = [1] of { byte };
        proctype p(chan in, out) {
          chan some;
          do
          :: in?_ -> out!1
          :: c?some -> some!2
          :: d_step { b?[1] && len(b) > 0 -> c!in }
          od
        }
        proctype q() { atomic { a!0; run p(b, a) } }
        init { atomic { run p(a, b); run q() } }";
    let expected = [
        "p(1) -> b",
        "p(1) -> c",
        "p(3) -> a",
        "p(3) -> c",
        "a -> p(1)",
        "b -> p(3)",
        "c -> p(1)",
        "c -> p(3)",
    ];
    let mut found = edges(text);
    // What `q` sends before it starts `p` is no part of what runs from then on.
    found.sort();
    let mut expected = expected.map(str::to_owned);
    expected.sort();
    assert_eq!(found, expected);
}

/// Clients ask a server, which serves the lower level first.
fn allocator(levels: &[u8]) -> String {
    let channels = (1..=levels.len()).map(|i| format!("chan link{i} = [1] of {{ mtype }};\n"));
    let runs = (1..=levels.len()).map(|i| format!("run client(link{i}); "));
    let given = levels.iter().enumerate().map(|(i, l)| format!("level[{}] = {l}; ", i + 1));
    let served = (1..=levels.len())
        .map(|i| format!(":: link{i}?[ask] && level[{i}] == wanted -> now = link{i}; break\n"));
    format!(
        "mtype = {{ ask, grant, done }};
         {}
         byte level[{}];
         proctype client(chan link) {{ do :: link!ask; link?grant; assert(level[_pid] < 3); link!done od }}
         proctype server() {{
           chan now; byte wanted;
           do
           :: atomic {{
                wanted = 0;
                do
                {}
                :: else -> wanted = (wanted + 1) % 3
                od;
                now?ask
              }};
              now!grant; now?done
           od
         }}
         init {{ atomic {{ {} run server(); {} }} }}",
        channels.collect::<String>(),
        levels.len() + 1,
        served.collect::<String>(),
        runs.collect::<String>(),
        given.collect::<String>(),
    )
}

#[test]
fn clients_of_different_levels_are_not_exchanged() {
    check(&allocator(&[0, 0, 0, 0]), 24, 24, 24);
    check(&allocator(&[0, 0, 1, 1, 1]), 120, 12, 12);
    let found = check(&allocator(&[0, 1, 0, 1]), 24, 4, 4);
    let analysis = found.analysis.unwrap();
    assert_eq!(analysis.valid.cosets, 6);
    // Whatever generators are tried, one joins a client of each level.
    assert!(!analysis.rejections.is_empty());
    for rejection in &analysis.rejections {
        let mismatch = rejection.mismatch.as_ref().unwrap();
        assert!(mismatch.span.is_some());
        assert!(mismatch.would_be.contains("level[") && mismatch.is.contains("level["));
        assert_ne!(mismatch.would_be, mismatch.is);
    }
}

/// One process sends to two, over parameters.
fn sender(body: &str) -> String {
    format!(
        "chan a = [1] of {{ byte }}; chan b = [1] of {{ byte }};
         proctype sender(chan one, two) {{ {body} }}
         proctype receiver(chan in) {{ do :: in?_ od }}
         init {{ atomic {{ run sender(a, b); run receiver(a); run receiver(b) }} }}"
    )
}

#[test]
fn parameters_that_are_treated_alike() {
    // The parameters are cells of the state: with the channels they change places.
    check(&sender("do :: one!1 :: two!1 od"), 2, 2, 2);
    let shorter = "do :: len(one) <= len(two) && nfull(one) -> one!1
                      :: nfull(two) && len(two) <= len(one) -> two!1 od";
    check(&sender(shorter), 2, 2, 2);
    // Operands that might fail keep their order in the program's graph, but not in the normal form.
    let failing = "do :: len(one) / x <= 1 && len(two) / x <= 1 -> one!1
                      :: len(one) / x <= 1 && len(two) / x <= 1 -> two!1 od";
    let found = check(&format!("byte x = 1; {}", sender(failing)), 2, 2, 1);
    let remarks = found.detected.remarks.iter().map(|remark| remark.text.as_str());
    assert!(remarks.clone().any(|text| text.contains("is valid, but")), "{remarks:?}");
    check(&sender("do :: one!1; two!1 od"), 2, 1, 1);
    // A parameter that is assigned still makes an edge to what it was initialised with (Definition 11), but is no name.
    check(&sender("one!1; one = two; two!1"), 2, 1, 1);
    check(&sender("do :: one!1 :: two!2 od"), 2, 1, 1);
}

/// Nested choices are sorted with what follows within them; jumps out of them and loops keep their meaning.
#[test]
fn options_are_sorted_with_all_they_contain() {
    let watcher = |body: &str| {
        format!(
            "chan a = [1] of {{ byte }}; chan b = [1] of {{ byte }}; byte x;
             proctype worker(chan in) {{ do :: in?_ od }}
             proctype watcher() {{ {body} }}
             init {{ atomic {{ run worker(a); run worker(b); run watcher() }} }}"
        )
    };
    let alike = "again: if
        :: x == 1 -> if :: a!1; x = 2 :: x > 3 -> do :: x < 9 -> x++ :: else -> break od fi
        :: x == 1 -> if :: x > 3 -> do :: x < 9 -> x++ :: else -> break od :: b!1; x = 2 fi
        fi; x = 5; goto again";
    check(&watcher(alike), 2, 2, 2);
    // Another number deep within.
    check(&watcher(&alike.replacen("x < 9", "x < 8", 1)), 2, 1, 1);
    // One jumps out and the other goes on.
    check(&watcher("again: if :: a!1; goto again :: b!1 fi; x = 5; goto again"), 2, 1, 1);
    check(&watcher("again: if :: a!1; goto again :: b!1; goto again fi"), 2, 2, 2);
    // The first possible option of a d_step is taken.
    check(&watcher("do :: d_step { if :: a?[1] -> x = 1 :: b?[1] -> x = 1 fi } od"), 2, 1, 1);
}

#[test]
fn initial_values_count() {
    let model = |values: &str| {
        format!(
            "pid next[4] = {{ {values} }};
             proctype user() {{ do :: next[_pid] == 0 -> next[_pid] = _pid od }}
             init {{ atomic {{ run user(); run user(); run user() }} }}"
        )
    };
    check(&model("0, 1, 2, 3"), 6, 6, 6);
    check(&model("0, 2, 3, 1"), 6, 3, 3);
}

/// |Aut|, |H| and |G| with the paper's equivalence.
fn published(text: &str) -> [BigUint; 3] {
    let machine = machine(text);
    let understanding = Understanding::new(&machine);
    let found = detect_by_diagram(Equivalence::Published, &understanding, &mut Patience::endless());
    let [whole, initial, valid, _] = orders(&found);
    [whole, initial, valid]
}

fn numbers(numbers: [u32; 3]) -> [BigUint; 3] {
    numbers.map(BigUint::from)
}

/// What `run` passes stays in its place, however alike a proctype treats its parameters (section 8.2 on the hypercube).
#[test]
fn published_validity_preserves_run_statements() {
    assert_eq!(published(&sender("do :: one!1 :: two!1 od")), numbers([2, 1, 1]));
    // Options and operands of four operators change places, others do not.
    let watched = |body: &str| {
        format!(
            "chan a = [1] of {{ byte }}; chan b = [1] of {{ byte }}; byte x;
             proctype worker(chan in) {{ do :: in?_ od }}
             proctype watcher() {{ {body} }}
             init {{ atomic {{ run worker(a); run worker(b); run watcher() }} }}"
        )
    };
    let all = |body: &str| published(&watched(body));
    for kept in [
        "do :: a!1 :: b!1 od",
        "do :: len(a) > 0 && len(b) > 0 -> x = 1 od",
        "do :: len(a) > 0 || x > 7 || len(b) > 0 -> x = 1 od",
        "do :: len(a) + 1 + len(b) > 2 -> x = 1 od",
        "do :: len(a) * len(b) > 2 -> x = 1 od",
    ] {
        assert_eq!(all(kept), numbers([2, 2, 2]), "{kept}");
    }
    for changed in [
        "do :: len(a) == len(b) -> x = 1 od",
        "do :: (len(a) | len(b)) > 2 -> x = 1 od",
        "do :: len(a) - len(b) > 2 -> x = 1 od",
        "do :: a!1; b!1 od",
    ] {
        assert_eq!(all(changed), numbers([2, 1, 1]), "{changed}");
    }
}

/// A never claim is one more process (section 8.1): what it asks of one of three tells that one apart.
#[test]
fn claims_are_respected() {
    let model = |claim: &str| {
        format!(
            "byte st[4];
             proctype u() {{ do :: st[_pid] == 0 -> st[_pid] = 1 :: st[_pid] == 1 -> st[_pid] = 0 od }}
             init {{ atomic {{ run u(); run u(); run u() }} }}
             {claim}"
        )
    };
    let with_claims = |text: &str| {
        let mut sources = Sources::new();
        let file = sources.add("m.pml", text);
        let options = LoadOptions { claims: KeptClaims::All, ..LoadOptions::default() };
        let loaded = load(&mut sources, file, &ParseOptions::default(), options);
        let machine = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)).machine;
        [Equivalence::Published, Equivalence::Extended].map(|equivalence| {
            let understanding = Understanding::new(&machine);
            let found = detect_by_diagram(equivalence, &understanding, &mut Patience::endless());
            let [whole, _, valid, _] = orders(&found);
            (whole, valid)
        })
    };
    for (claim, order) in [
        ("", 6u32),
        ("never { do :: st[1] == 1 -> break :: else od }", 2),
        ("never { do :: st[1] == 1 && st[3] == 1 -> break :: else od }", 2),
        ("never { do :: st[1] == 1 && st[2] == 1 && st[3] == 1 -> break :: else od }", 6),
        ("never { do :: st[1] == 1 -> break :: st[2] == 1 -> break :: st[3] == 1 -> break od }", 6),
        ("ltl { [] (st[1] == 0) }", 2),
        ("ltl { [] (st[1] == 0 || st[2] == 0 || st[3] == 0) }", 6),
    ] {
        let found = with_claims(&model(claim));
        assert_eq!(found, [(6u32.into(), order.into()), (6u32.into(), order.into())], "{claim}");
    }
}

/// What is passed in a loop, which no text shows, is compared as well, and what locals hold first.
#[test]
fn what_processes_begin_with_is_compared() {
    let body = "do :: at == 1 -> at = 2 :: at == 2 -> at = 1 od";
    let passed = format!(
        "proctype p(byte at) {{ {body} }}
         init {{ byte i = 1; atomic {{ do :: i < 3 -> run p(i); i++ :: else -> break od }} }}"
    );
    assert_eq!(published(&passed), numbers([2, 1, 1]));
    let held = |other: &str| {
        format!(
            "byte turn[3];
             proctype p() {{ pid other = {other}; do :: turn[other] == 0 -> other = _pid od }}
             init {{ atomic {{ run p(); run p() }} }}"
        )
    };
    assert_eq!(published(&held("0")), numbers([2, 2, 2]));
    assert_eq!(published(&held("2")), numbers([2, 1, 1]));
}

#[test]
fn what_cannot_be_told_is_said() {
    let found = by_diagram(&machine("proctype p() { run p() } init { run p() }"));
    assert!(found.analysis.is_none() && found.detected.reduction.is_none());
    assert!(found.detected.remarks[0].text.contains("never settles"));
}

/// Of the examples, the published method finds what the program's graph shows, but for two counters that can be exchanged, for
/// the rotations of ticket numbers, for tags, and for the first client of an email system: it permutes processes and channels
/// only, arithmetic makes numbers of identifiers, and variables are reset to 0, which names that client although nobody reads
/// it. (It also asks that initial values are kept.) Of the patterns, and
/// of the models that are made of them, it finds none: their processes are told apart by numbers.
#[test]
fn examples_agree() {
    let mut less = Vec::new();
    for example in examples() {
        let machine = example.load(LoadOptions::default()).machine;
        let by_program = detect(&machine).reduction.map_or(1u32.into(), |r| r.symmetry.order());
        let by_diagram = by_diagram(&machine);
        let Some(analysis) = &by_diagram.analysis else { continue };
        let [whole, _, valid, order] = orders(&by_diagram);
        assert!(analysis.valid.complete, "{}", example.name);
        assert!(analysis.valid.group.is_subgroup_of(&analysis.automorphisms));
        if order != by_program || order != valid {
            less.push(format!(
                "{}: |Aut| {whole}, |G| {valid}, reduced by {order}, program {by_program}",
                example.name
            ));
        }
    }
    let beyond = [
        "broken-impatient.pml: |Aut| 6, |G| 6, reduced by 6, program 12",
        "broken-locks-order.pml: |Aut| 4, |G| 4, reduced by 4, program 8",
        "client-server-2x2.pml: |Aut| 8, |G| 8, reduced by 8, program 16",
        "commit-lossy-3.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "email-2.pml: |Aut| 2, |G| 1, reduced by 1, program 2",
        "email-3.pml: |Aut| 6, |G| 2, reduced by 2, program 6",
        "fischer-3.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "mesi-3.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "near-miss-token.pml: |Aut| 6, |G| 1, reduced by 1, program 3",
        "near-miss-worker-pool.pml: |Aut| 6, |G| 1, reduced by 1, program 2",
        "pattern-broadcast.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-collect-answers.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-leader.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-quorum.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-retry.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-ring.pml: |Aut| 6, |G| 1, reduced by 1, program 3",
        "pattern-shared-bus.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-timer.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-token.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-waiting-table.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "pattern-worker-pool.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "raft-election-3.pml: |Aut| 6, |G| 1, reduced by 1, program 6",
        "tagged-lock-4.pml: |Aut| 24, |G| 6, reduced by 6, program 36",
        "ticket-lock-4.pml: |Aut| 24, |G| 24, reduced by 24, program 96",
    ];
    assert_eq!(less, beyond);
}
