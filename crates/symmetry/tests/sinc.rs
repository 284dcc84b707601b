//! One pass of exchanges by pointers: on its own, and in searches that others have counted.

use std::collections::HashSet;

use crate::common::promises::check_representative;
use crate::common::{cyclic, random_state, random_symmetry};
use groups::{Group, Permutation};
use symmetry::{
    Canonical, ComparePointers, Content, Flattened, Guarantee, LayoutBuilder, Point,
    Representative, Sinc, SymmetryGroup,
};
use testing::Numbers;

#[test]
fn promises_are_kept() {
    let mut served = 0;
    for seed in 0..1500 {
        let mut numbers = Numbers::new(80_000 + seed);
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
            Err(refusal) => {
                let others = Flattened::new(&symmetry).err().map(|other| other.reason);
                assert_eq!(others, Some(refusal.reason), "{name}");
            }
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
    // 3 points to 2, and 2 to 1; the head is 3. (1, 2): no. (1, 3): by rule 1. (2, 3): 1 points to 2, who comes first.
    assert_eq!(represent(&symmetry, &[0, 1, 2, 3]), [2, 3, 0, 1]);
    // 2 points to 3, and 3 to 1; the head is 2. (1, 2): by rule 1; now 1 points to 3, and 3 to 2. (2, 3): 1 points to 3.
    assert_eq!(represent(&symmetry, &[0, 3, 1, 2]), [2, 3, 0, 1]);
    assert_eq!(represent(&symmetry, &[2, 3, 0, 1]), [2, 3, 0, 1]);
}

#[test]
fn without_a_head_pointers_are_compared() {
    let symmetry = processes(3, 0, 1, 1);
    // (1, 2): the pointer of 2 is none, which is less than that of 1, itself. (2, 3): the same again.
    assert_eq!(represent(&symmetry, &[1, 0, 0, 0]), [0, 0, 3, 0]);
    // (1, 2) and (1, 3) have equal pointers. (2, 3): 1 points to 3, and not to 2.
    assert_eq!(represent(&symmetry, &[3, 3, 3, 0]), [2, 2, 2, 0]);
}

#[test]
fn lists_without_a_head_are_put_in_order_from_their_ends() {
    let symmetry = processes(3, 0, 1, 0);
    // 3 points to 2, and 2 to 1. (1, 2) and (1, 3): nothing is less than none. (2, 3): 1 is less than 2.
    assert_eq!(represent(&symmetry, &[0, 1, 2]), [0, 1, 2]);
    // (2, 3): 3 points to 1, which is less than 3, to whom 2 points.
    assert_eq!(represent(&symmetry, &[0, 3, 1]), [0, 1, 2]);
    // (1, 2): both point beyond 1, which tells nothing. (1, 3): 3 points to none. Then 2 points to 1, and 3 to 2.
    assert_eq!(represent(&symmetry, &[2, 3, 0]), [0, 1, 2]);
}

#[test]
fn who_is_met_first_comes_first_whatever_it_points_to() {
    // 1 points to 2 and then to 3. Pointers of 2 and 3 alone would exchange them: 3 points to none.
    let symmetry = processes(3, 0, 2, 1);
    let state = [2, 3, 1, 1, 0, 0, 1];
    assert_eq!(represent(&symmetry, &state), state);
}

#[test]
fn one_pass_is_not_a_canonical_form() {
    // Both point to 1, or both to 2: pointers are equal, so that nobody is exchanged.
    let symmetry = processes(2, 0, 1, 0);
    assert_eq!(represent(&symmetry, &[1, 1]), [1, 1]);
    assert_eq!(represent(&symmetry, &[2, 2]), [2, 2]);
}

#[test]
fn a_reference_to_what_moves_along_is_one_to_the_process() {
    // Processes 0 and 1 have channels 2 and 3. The global is channel 3: that is process 1.
    let mut builder = LayoutBuilder::new();
    let points = [0, 0, 1, 1].map(|sort| builder.point(sort, "point"));
    let (counter, length, global) = (builder.family(), builder.family(), builder.family());
    for (point, family) in points.into_iter().zip([counter, counter, length, length]) {
        builder.cell(family, &[point], Content::Data);
    }
    let channel = Content::Reference { first_value: 0, first_point: points[2], count: 2 };
    builder.cell(global, &[], channel);
    let exchange = Permutation::from_images(vec![1, 0, 3, 2]).unwrap();
    let group = Group::from_generators(4, vec![exchange]);
    let symmetry = SymmetryGroup::new(group, builder.build().unwrap()).unwrap();
    assert_eq!(represent(&symmetry, &[5, 6, 7, 8, 1]), [6, 5, 8, 7, 0]);
    assert_eq!(represent(&symmetry, &[6, 5, 8, 7, 0]), [6, 5, 8, 7, 0]);
}

#[test]
fn families_are_independent() {
    // Two clients that point to one of two servers each; the globals are a client and a server.
    let mut builder = LayoutBuilder::new();
    let points = [0, 0, 1, 1].map(|sort| builder.point(sort, "point"));
    let (server, globals) = (builder.family(), [builder.family(), builder.family()]);
    let refer = |first_point| Content::Reference { first_value: 0, first_point, count: 2 };
    points[..2].iter().for_each(|&client| {
        builder.cell(server, &[client], refer(points[2]));
    });
    builder.cell(globals[0], &[], refer(points[0]));
    builder.cell(globals[1], &[], refer(points[2]));
    let generators = [[1, 0, 2, 3], [0, 1, 3, 2]];
    let generators = generators.map(|images| Permutation::from_images(images.to_vec()).unwrap());
    let group = Group::from_generators(4, generators.to_vec());
    let symmetry = SymmetryGroup::new(group, builder.build().unwrap()).unwrap();
    // Client 1 and server 0 are the global ones: clients are exchanged, servers are not.
    assert_eq!(represent(&symmetry, &[0, 1, 1, 0]), [1, 0, 0, 0]);
    // Without a global server the servers stay: what clients point to is not looked at.
    assert_eq!(represent(&symmetry, &[1, 1, 0, -1]), [1, 1, 0, -1]);
    assert_eq!(represent(&symmetry, &[0, 0, 0, -1]), [0, 0, 0, -1]);
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

/// The pass of the paper, written out: `locals[p - 1]` are the pointers of process `p`, and 0 is nobody.
fn written_out(locals: &mut [Vec<i32>], globals: &mut [i32], compare: ComparePointers) {
    let count = locals.len() as i32;
    for i in 1..count {
        for j in i + 1..=count {
            if reverse(locals, globals, i, j, compare) {
                let renamed = |pointer: &mut i32| match *pointer {
                    it if it == i => *pointer = j,
                    it if it == j => *pointer = i,
                    _ => {}
                };
                globals.iter_mut().chain(locals.iter_mut().flatten()).for_each(renamed);
                locals.swap(i as usize - 1, j as usize - 1);
            }
        }
    }
}

fn reverse(locals: &[Vec<i32>], globals: &[i32], i: i32, j: i32, compare: ComparePointers) -> bool {
    let place = |pointers: &[i32], process| pointers.iter().position(|&it| it == process);
    let before = |j: Option<usize>, i: Option<usize>| j.is_some_and(|j| i.is_none_or(|i| j < i));
    if before(place(globals, j), place(globals, i)) {
        return true;
    }
    if globals.iter().any(|&pointer| pointer >= i) {
        return false;
    }
    let earlier = locals[..i as usize - 1].concat();
    if before(place(&earlier, j), place(&earlier, i)) {
        return true;
    }
    if compare == ComparePointers::Unmet && place(&earlier, i).is_some() {
        return false;
    }
    let (own, other) = (&locals[i as usize - 1], &locals[j as usize - 1]);
    if compare == ComparePointers::Printed {
        // `b'` is free where the rule ends: with every `b' < b` it says nothing of the first pointer.
        let skipped = |b: usize| own[b] == other[b] || own[b] > i && other[b] > i;
        let earlier = |b: usize| other[b] <= i && other[b] < own[b];
        return (0..own.len()).any(|b| (0..b).all(|b| skipped(b) && earlier(b)));
    }
    (0..own.len()).any(|b| {
        (0..b).all(|b| own[b] == other[b] || own[b] > i && other[b] > i)
            && other[b] <= i
            && other[b] < own[b]
    })
}

#[test]
fn it_is_the_pass_of_the_paper() {
    let mut differ = 0;
    for seed in 0..3000 {
        let mut numbers = Numbers::new(1_000 + seed);
        let (count, pointers, globals) =
            (2 + numbers.below(5), 1 + numbers.below(2), numbers.below(3));
        let symmetry = processes(count, 0, pointers, globals);
        let state: Vec<i32> =
            (0..count * pointers + globals).map(|_| numbers.below(count + 1) as i32).collect();
        let rules = [ComparePointers::Unmet, ComparePointers::Always, ComparePointers::Printed];
        let images = rules.map(|compare| {
            let mut locals: Vec<Vec<i32>> =
                state[..count * pointers].chunks(pointers).map(<[i32]>::to_vec).collect();
            let mut global = state[count * pointers..].to_vec();
            written_out(&mut locals, &mut global, compare);
            let strategy = Sinc::comparing(&symmetry, compare).unwrap();
            let mut image = vec![0; state.len()];
            strategy.representative(&state, &mut image, &mut strategy.scratch());
            assert_eq!(image, [locals.concat(), global].concat(), "seed {seed}, {state:?}");
            image
        });
        differ += usize::from(images[0] != images[1]);
    }
    assert!(differ > 100, "{differ}");
}

/// All states of four processes that are at one of two places, have a next and share a turn: those of the guide.
#[test]
fn where_pointers_are_always_compared_more_states_are_kept() {
    let symmetry = processes(4, 1, 1, 1);
    for (compare, kept) in [(ComparePointers::Unmet, 4_144), (ComparePointers::Always, 5_568)] {
        let strategy = Sinc::comparing(&symmetry, compare).unwrap();
        let mut scratch = strategy.scratch();
        let mut images = HashSet::new();
        for number in 0..50_000 {
            let mut rest = number;
            let mut digit = |base| {
                let digit = rest % base;
                rest /= base;
                digit
            };
            let state: Vec<i32> =
                (0..9).map(|cell| digit(if cell % 2 == 0 && cell < 8 { 2 } else { 5 })).collect();
            let mut image = vec![0; 9];
            strategy.representative(&state, &mut image, &mut scratch);
            images.insert(image);
        }
        assert_eq!(images.len(), kept);
    }
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
