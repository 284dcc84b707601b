//! The case studies of the paper on Rebeca: counts of states and of orbits with those of an independent interpreter and of the
//! paper, and groups by whom rebecs know with what the whole program has.

use crate::common::{BUDGET, column};
use baselines::known_rebecs::RebecSymmetry::{self, Inter, Intra};
use baselines::known_rebecs::{KnownRebecsDetected, detect_by_known_rebecs};
use detection::Understanding;
use diagnostics::Sources;
use groups::Patience;
use machine::Machine;
use symmetry::{AuditOptions, audit};
use tables::{Budget, families, rebeca};

/// What the searches of a model should keep, by technique.
fn check(name: &str, expected: &[(&str, &str)]) {
    let budget = Budget { states: 700_000, ..BUDGET };
    for (technique, expected) in expected {
        let only = format!("{name} {technique}");
        let table = rebeca(&only, false, &budget, &mut |_| {}).expect("a table");
        assert_eq!(column(&table, "states"), [*expected], "{only}");
    }
}

#[test]
fn philosophers() {
    check("Phil 2", &[("none", "285")]);
    check("Phil 3", &[("none", "3062")]);
    check(
        "Phil 4",
        &[("none", "374075"), ("intra, canonical", "187284"), ("intra, naive", "187284")],
    );
}

#[test]
fn load_balancers() {
    for (name, states, inter, intra) in [
        ("LB 4/2", "21332", "3181", "1626"),
        ("LB 4/3", "105797", "15219", "5101"),
        ("LB 4/4", "393264", "55622", "13982"),
    ] {
        let intra = [("intra, canonical", intra), ("intra, naive", intra)];
        check(name, &[("none", states), ("inter, canonical", inter), intra[0], intra[1]]);
    }
}

#[test]
fn two_phase_commit() {
    let both = [("inter, on-the-fly", "166"), ("intra, on-the-fly", "166")];
    check("2PC 2", &[("none", "324"), ("intra, naive", "166"), both[0], both[1]]);
    let canonical = [("inter, canonical", "205942"), ("intra, canonical", "103155")];
    check("2PC 3", &[("none", "617770"), ("intra, naive", "103155"), canonical[0], canonical[1]]);
}

/// Where the counts of the paper do not depend on the order of its search.
#[test]
fn what_is_printed_is_marked() {
    let budget = Budget { states: 700_000, ..BUDGET };
    for (only, order, mark) in [
        ("2PC 3 intra, on-the-fly", "6", "equal"),
        ("2PC 3 intra, naive", "6", "equal"),
        ("2PC 2 none", "-", "equal"),
        ("LB 4/2 intra, naive", "16", "smaller"),
        ("Train 2 none", "-", "-"),
    ] {
        let table = rebeca(only, false, &budget, &mut |_| {}).expect("a table");
        assert_eq!(column(&table, "order"), [order], "{only}");
        assert_eq!(column(&table, "mark"), [mark], "{only}");
    }
}

#[test]
fn what_takes_long_must_be_asked_for() {
    let budget = Budget { states: 100, ..BUDGET };
    let rows = |long| rebeca("LB 6/4 none", long, &budget, &mut |_| {}).expect("a table").rows;
    assert!(rows(false).is_empty());
    assert_eq!(rows(true)[0][5], "not finished (states)");
}

fn machine(text: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("model", text);
    let loaded = ::rebeca::load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert!(messages.is_empty(), "{messages:#?}\n{text}");
    loaded.model.expect("a model").machine
}

fn detect(machine: &Machine, symmetry: RebecSymmetry) -> KnownRebecsDetected {
    detect_by_known_rebecs(&Understanding::new(machine), symmetry, &mut Patience::endless())
}

/// The order of the group that is defined, and of what the states are reduced by.
fn orders(found: &KnownRebecsDetected) -> [u64; 2] {
    let defined = found.group.as_ref().map_or(1_u32.into(), groups::Group::order);
    let used = found.detected.reduction.as_ref();
    let used = used.map_or(1_u32.into(), |reduction| reduction.symmetry.order());
    [defined, used].map(|order| order.try_into().expect("a small group"))
}

#[test]
fn groups_are_those_of_the_definitions() {
    for (family, configuration, inter, intra) in [
        ("rebeca philosophers", "2", 1, 1),
        ("rebeca philosophers", "3", 1, 1),
        ("rebeca philosophers", "4", 2, 2),
        ("rebeca philosophers", "6", 3, 3),
        ("rebeca load balancer", "4-2", 8, 16),
        ("rebeca load balancer", "6-2", 72, 144),
        ("rebeca load balancer", "4-3", 8, 24),
        ("rebeca load balancer", "6-4", 72, 288),
        ("rebeca two-phase commit", "2", 2, 2),
        ("rebeca two-phase commit", "3", 3, 6),
        ("rebeca trains", "2", 1, 2),
        ("rebeca trains", "7", 1, 7),
    ] {
        let text = families::text(family, configuration).expect(configuration);
        let machine = machine(&text);
        for (symmetry, order) in [(Inter, inter), (Intra, intra)] {
            let found = detect(&machine, symmetry);
            assert_eq!(orders(&found), [order; 2], "{family} {configuration} {symmetry:?}");
            if let Some(reduction) = &found.detected.reduction {
                let audited = audit(reduction, &reduction.symmetry, &AuditOptions::default());
                assert!(audited.is_ok(), "{family} {configuration}: {audited:?}");
            }
        }
    }
}

/// Three clients, and one who knows them by these lists and does this when it starts.
fn center(lists: &str, variables: &str, initial: &str, known: &str) -> Machine {
    machine(&format!(
        "reactiveclass Client(4) {{
            statevars {{ byte heard; }}
            msgsrv initial() {{ }}
            msgsrv hear() {{ heard = heard + 1; }}
        }}
        reactiveclass Centre(4) {{
            knownrebecs {{ {lists} }}
            statevars {{ {variables} }}
            msgsrv initial() {{ {initial} }}
        }}
        main {{
            Client a():();
            Client b():();
            Client c():();
            Centre centre({known}):();
        }}"
    ))
}

/// What the lists alone do not say is found out of the program: nothing is believed.
#[test]
fn what_the_program_does_not_have_is_left_out() {
    // Each is told in its turn.
    let free = "forEachValueOf(i) client[i].hear();";
    let found = detect(&center("Client client[i:1..3];", "", free, "a, b, c"), Intra);
    assert_eq!(orders(&found), [3, 3]);
    // The last is never told.
    let ordered = "i next; next = ?(1, 2); client[next].hear();";
    let ordered = center("Client client[i:1..3];", "", ordered, "a, b, c");
    let found = detect(&ordered, Intra);
    assert_eq!(orders(&found), [3, 1]);
    let remarks: Vec<&str> = found.detected.remarks.iter().map(|it| it.text.as_str()).collect();
    let refused = "(a b c)(a.queue b.queue c.queue) preserves the rebecs known to each, but is not known to be a symmetry \
                   of the program";
    assert!(remarks.contains(&refused), "{remarks:?}");
}

/// By Definition 14 lists turn one by one; by Definition 15 what has one index turns alike.
#[test]
fn lists_with_one_index_turn_alike() {
    let known = "a, b, c, c, b, a";
    let lists = "Client first[i:1..3]; Client second[j:1..3];";
    let each = "forEachValueOf(i) first[i].hear(); forEachValueOf(j) second[j].hear();";
    assert_eq!(orders(&detect(&center(lists, "", each, known), Intra)), [3, 3]);
    let lists = "Client first[i:1..3], second[i:1..3];";
    let both = "i next; next = ?(1, 2, 3); first[next].hear(); second[next].hear();";
    assert_eq!(orders(&detect(&center(lists, "", both, known), Intra)), [3, 1]);
    // What nobody looks at does not matter.
    let one = "forEachValueOf(i) first[i].hear();";
    assert_eq!(orders(&detect(&center(lists, "boolean told[i];", one, known), Intra)), [3, 3]);
}
