//! One pass of exchanges by pointers: on its own, and in searches that others have counted.

mod common;

use std::collections::HashSet;

use common::promises::check_representative;
use common::{Numbers, cyclic, random_state, random_symmetry};
use groups::{Group, Permutation};
use symmetry::{
    Canonical, Content, Guarantee, LayoutBuilder, Point, Representative, Sinc, SymmetryGroup,
};

#[test]
fn promises_are_kept() {
    let mut served = 0;
    for seed in 0..1500 {
        let mut numbers = Numbers(80_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        match Sinc::new(&symmetry) {
            Ok(strategy) => {
                served += usize::from(!symmetry.is_trivial());
                assert_eq!(strategy.guarantee(), Guarantee::Complete);
                let name = format!("{name}, seed {seed}");
                check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
            }
            Err(refusal) => assert!(!Canonical::new(&symmetry).sorts_blocks(), "{refusal}"),
        }
    }
    assert!(served > 300, "{served} served");
}

/// Processes 1 to `count` with `data` and then `pointers` cells each, followed by `globals` pointers. Nobody is 0.
fn processes(count: usize, data: usize, pointers: usize, globals: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (1..=count).map(|i| builder.point(0, i.to_string())).collect();
    let anybody =
        Content::Reference { first_value: 1, first_point: points[0], count: count as u32 };
    let families: Vec<_> = (0..data + pointers).map(|_| builder.family()).collect();
    for &point in &points {
        for (number, &family) in families.iter().enumerate() {
            builder.cell(family, &[point], if number < data { Content::Data } else { anybody });
        }
    }
    for _ in 0..globals {
        let family = builder.family();
        builder.cell(family, &[], anybody);
    }
    SymmetryGroup::new(Group::symmetric(count), builder.build().unwrap()).unwrap()
}

fn represent(symmetry: &SymmetryGroup, state: &[i32]) -> Vec<i32> {
    let strategy = Sinc::new(symmetry).unwrap();
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, &mut strategy.scratch());
    target
}

#[test]
fn a_list_of_three_is_put_in_its_order() {
    let symmetry = processes(3, 0, 1, 1);
    // (1, 2) is not exchanged: the head is 3. (1, 3) is, by rule 1: then 1 points to 2, and 2 to 3.
    assert_eq!(represent(&symmetry, &[0, 1, 2, 3]), [2, 3, 0, 1]);
    // The head is 2: (1, 2) is exchanged by rule 1, so that 1 points to 3 and 3 to 2; then (2, 3), whom 1 points to.
    assert_eq!(represent(&symmetry, &[0, 3, 1, 2]), [2, 3, 0, 1]);
    assert_eq!(represent(&symmetry, &[2, 3, 0, 1]), [2, 3, 0, 1]);
}

#[test]
fn without_a_head_pointers_are_compared() {
    let symmetry = processes(3, 0, 1, 1);
    // No pointer leads to 1 or less in (1, 2): 2 has none, which is less than 1, and 1 points to itself.
    assert_eq!(represent(&symmetry, &[1, 0, 0, 0]), [0, 0, 3, 0]);
    // Who points to 2 and who to 3 is not compared by (1, 2) nor by (1, 3); 1 is not exchanged, so it meets 3 before 2.
    assert_eq!(represent(&symmetry, &[3, 3, 3, 0]), [2, 2, 2, 0]);
}

#[test]
fn one_pass_is_not_enough() {
    // Without a head, 3 -> 2 -> 1 and 2 -> 3 -> 1 are one list. In the first, 1 points to nobody: no exchange. In the second
    // neither; then 2 points to 3 and 3 to 1: both are no less than 2 or 3 is not met, and 1 is less than 3.
    let symmetry = processes(3, 0, 1, 0);
    assert_eq!(represent(&symmetry, &[0, 1, 2]), [0, 1, 2]);
    assert_eq!(represent(&symmetry, &[0, 3, 1]), [0, 1, 2]);
    // 1 -> 2 -> 3: 2 is met from nobody. (1, 2): 2 against 3, both beyond 1. (1, 3): nobody is less than 2.
    assert_eq!(represent(&symmetry, &[2, 3, 0]), [0, 1, 2]);
}

#[test]
fn data_and_nobody_are_left_alone() {
    let symmetry = processes(3, 1, 1, 1);
    let state = [9, 0, 5, 0, 1, 0, 0];
    assert_eq!(represent(&symmetry, &state), state);
}

#[test]
fn other_groups_are_refused() {
    let mut builder = LayoutBuilder::new();
    (0..4).for_each(|i| {
        builder.point(0, i.to_string());
    });
    let rotation = cyclic(4)[0].iter().map(|&image| image as u32).collect();
    let group = Group::from_generators(4, vec![Permutation::from_images(rotation).unwrap()]);
    let symmetry = SymmetryGroup::new(group, builder.build().unwrap()).unwrap();
    let refusal = Sinc::new(&symmetry).err().unwrap().to_string();
    assert!(refusal.starts_with("`sinc` cannot serve this model: "), "{refusal}");
    assert!(refusal.ends_with("the group is C4"), "{refusal}");
}

/// The states that a search from the state of zeros stores, if each is replaced by its representative.
fn count<R: Representative>(
    strategy: &R,
    length: usize,
    successors: impl Fn(&[i32], &mut Vec<Vec<i32>>),
) -> usize {
    let mut scratch = strategy.scratch();
    let mut represent = |state: &[i32]| {
        let mut target = vec![0; length];
        strategy.representative(state, &mut target, &mut scratch);
        target
    };
    let first = represent(&vec![0; length]);
    let mut seen = HashSet::from([first.clone()]);
    let (mut queue, mut found) = (vec![first], Vec::new());
    while let Some(state) = queue.pop() {
        successors(&state, &mut found);
        for successor in found.drain(..) {
            let successor = represent(&successor);
            if seen.insert(successor.clone()) {
                queue.push(successor);
            }
        }
    }
    seen.len()
}

/// Leader election, told in the paper: who has no parent asks for one, and another without a parent answers. A process has
/// two cells, whether it is asking and its parent; the globals are who asks and who answers.
fn leader(n: usize, state: &[i32], found: &mut Vec<Vec<i32>>) {
    let (asks, answers) = (2 * n, 2 * n + 1);
    for (process, me) in (0..n).zip(1..) {
        let mut next = state.to_vec();
        let (asking, parent) = (2 * process, 2 * process + 1);
        if state[asking] == 1 && state[answers] != 0 {
            next[parent] = state[answers];
            (next[asking], next[asks], next[answers]) = (0, 0, 0);
        } else if state[asking] == 0 && state[parent] == 0 && state[asks] == 0 {
            (next[asking], next[asks]) = (1, me);
        } else if state[asking] == 0
            && state[parent] == 0
            && state[asks] != me
            && state[answers] == 0
        {
            next[answers] = me;
        } else {
            continue;
        }
        found.push(next);
    }
}

/// The queue lock of Mellor-Crummey and Scott (1991), a statement a step. A process has four cells: where it is, whether it is
/// locked, the next in the queue and the one before; the global is the end of the queue.
fn queue_lock(n: usize, state: &[i32], found: &mut Vec<Vec<i32>>) {
    let end = 4 * n;
    let of = |process: i32, field: usize| 4 * (process as usize - 1) + field;
    for me in 1..=n as i32 {
        let [at, locked, next, before] = [0, 1, 2, 3].map(|field| of(me, field));
        let mut after = state.to_vec();
        match state[at] {
            0 => (after[next], after[at]) = (0, 1),
            1 => (after[before], after[end], after[at]) = (state[end], me, 2),
            2 => after[at] = if state[before] != 0 { 3 } else { 6 },
            3 => (after[locked], after[at]) = (1, 4),
            4 => (after[of(state[before], 2)], after[at]) = (me, 5),
            5 if state[locked] == 0 => after[at] = 6,
            6 => after[at] = if state[next] == 0 { 7 } else { 9 },
            7 if state[end] == me => (after[end], after[at]) = (0, 0),
            7 => after[at] = 8,
            8 if state[next] != 0 => after[at] = 9,
            9 => (after[of(state[next], 1)], after[at]) = (0, 0),
            _ => continue,
        }
        found.push(after);
    }
}

/// The counts are those of a program that interprets the pointer language itself and does the pass state by state.
#[test]
fn searches_store_as_many_states_as_counted_elsewhere() {
    for (n, orbits, stored) in [(2, 5, 5), (3, 12, 12), (4, 30, 33), (5, 75, 99), (6, 191, 313)] {
        let symmetry = processes(n, 1, 1, 2);
        let search = |state: &[i32], found: &mut _| leader(n, state, found);
        let length = symmetry.layout().cell_count();
        assert_eq!(count(&Canonical::new(&symmetry), length, search), orbits, "leader {n}");
        assert_eq!(count(&Sinc::new(&symmetry).unwrap(), length, search), stored, "leader {n}");
    }
    for (n, orbits, stored) in [(2, 81, 82), (3, 1_285, 1_330), (4, 23_636, 25_028)] {
        let symmetry = processes(n, 2, 2, 1);
        let search = |state: &[i32], found: &mut _| queue_lock(n, state, found);
        let length = symmetry.layout().cell_count();
        assert_eq!(count(&Canonical::new(&symmetry), length, search), orbits, "lock {n}");
        assert_eq!(count(&Sinc::new(&symmetry).unwrap(), length, search), stored, "lock {n}");
    }
}
