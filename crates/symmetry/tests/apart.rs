//! Products of groups of which one permutes blocks that hold nothing of one another, whatever the other does: against the listing of
//! the whole group, and by what is searched.

use crate::common::promises::check_representative;
use crate::common::{
    Action, cyclic, dihedral, hypercube, random_layout, random_state, scrambled, symmetric, wreath,
};
use groups::Group;
use symmetry::{
    Canonical, Content, Guarantee, LayoutBuilder, Permuting, Point, Representative, Strategy,
    StrategyOptions, SymmetryGroup,
};
use testing::Numbers;

/// The same permutations done on several sorts.
fn copies(base: &[Vec<usize>], copies: usize) -> Action {
    let count = base[0].len();
    let generators = base.iter().map(|images| {
        (0..copies).flat_map(|copy| images.iter().map(move |to| copy * count + to)).collect()
    });
    let sorts = (0..copies * count).map(|point| (point / count) as u32).collect();
    Action { name: String::new(), sorts, generators: generators.collect() }
}

/// Two actions side by side.
fn beside(a: Action, b: Action) -> Action {
    let (n, m) = (a.sorts.len(), b.sorts.len());
    let sorts_of_a = a.sorts.iter().max().map_or(0, |last| last + 1);
    let left = a.generators.into_iter().map(|images| images.into_iter().chain(n..n + m).collect());
    let right = b
        .generators
        .into_iter()
        .map(|images| (0..n).chain(images.into_iter().map(|to| n + to)).collect::<Vec<usize>>());
    let sorts = a.sorts.into_iter().chain(b.sorts.into_iter().map(|sort| sorts_of_a + sort));
    Action { name: String::new(), sorts: sorts.collect(), generators: left.chain(right).collect() }
}

/// A factor that permutes blocks in all ways, beside one or two that do anything.
fn random_product(numbers: &mut Numbers) -> Action {
    let blocks = copies(&symmetric(2 + numbers.below(3)), 1 + numbers.below(2));
    let other = match numbers.below(8) {
        0 => copies(&cyclic(3), 1),
        1 => copies(&cyclic(4), 1 + numbers.below(2)),
        2 => copies(&dihedral(4 + numbers.below(2)), 1),
        3 => wreath(2, 2),
        4 => copies(&hypercube(2), 1),
        5 => copies(&symmetric(3), 1),
        6 => beside(copies(&symmetric(2), 1), copies(&cyclic(3), 1)),
        // Two pairs that are exchanged together only.
        _ => copies(&symmetric(2), 2),
    };
    let product = if numbers.one_in(2) { beside(blocks, other) } else { beside(other, blocks) };
    if numbers.one_in(4) { scrambled(&product, 1, numbers) } else { product }
}

#[test]
fn products_keep_their_promise() {
    let (mut sorts, mut searched, mut leaves) = (0, 0, 0);
    for seed in 0..1500 {
        let mut numbers = Numbers::new(70_000 + seed);
        let action = random_product(&mut numbers);
        let layout = random_layout(&action, &mut numbers);
        let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
        let states: Vec<_> =
            (0..6).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        // Where colours tell nothing apart, the search for the rest of the group sees all that there is.
        let bits = [u64::BITS, 1, 0][numbers.below(3)];
        let canonical = Canonical::short_sighted(&symmetry, true, bits);
        assert_eq!(canonical.guarantee(), Guarantee::Unique);
        let name = format!("product, seed {seed}, {bits} bits");
        check_representative(&name, &symmetry, &canonical, &states, &mut numbers);
        if !canonical.sorts_apart() {
            continue;
        }
        sorts += 1;
        let mut scratch = canonical.scratch();
        let mut target = vec![0; symmetry.layout().cell_count()];
        for state in &states {
            canonical.representative(state, &mut target, &mut scratch);
        }
        searched += scratch.counters().searched;
        leaves += scratch.counters().leaves;
    }
    println!("{sorts} sort blocks in leaves, {searched} states were searched, {leaves} leaves");
    assert!(sorts > 700 && searched > 1000 && leaves > searched);
}

/// Processes that hold one of some values each, and perhaps one of them has the turn; then the group on the values.
fn counters(processes: usize, values: Vec<Vec<usize>>, turn: bool) -> SymmetryGroup {
    let count = values[0].len();
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..processes).map(|_| builder.point(0, "process")).collect();
    let first_point = builder.point(1, "value");
    (1..count).for_each(|_| {
        builder.point(1, "value");
    });
    let value = Content::Reference { first_value: 0, first_point, count: count as u32 };
    let [held, whose] = [0; 2].map(|_| builder.family());
    for &process in &points {
        builder.cell(held, &[process], value);
    }
    if turn {
        let first_point = points[0];
        let process = Content::Reference { first_value: 0, first_point, count: processes as u32 };
        builder.cell(whose, &[], process);
    }
    let action = beside(copies(&symmetric(processes), 1), copies(&values, 1));
    SymmetryGroup::new(action.group(), builder.build().unwrap()).unwrap()
}

/// A hundred processes are sorted: what is searched is how the values can be named, and no more.
#[test]
fn what_is_searched_is_the_rest_of_the_group() {
    let values = [("C3", cyclic(3), 3), ("C5", cyclic(5), 5), ("S3", symmetric(3), 6)];
    for (name, values, order) in values {
        for turn in [false, true] {
            let count = values[0].len() as i32;
            let symmetry = counters(100, values.clone(), turn);
            let canonical = Canonical::new(&symmetry);
            assert!(canonical.sorts_apart(), "{name}");
            let mut numbers = Numbers::new(7);
            let mut scratch = canonical.scratch();
            for _ in 0..50 {
                let spread = 1 + numbers.below(count as usize);
                let mut state: Vec<i32> = (0..100).map(|_| numbers.below(spread) as i32).collect();
                state.extend(turn.then(|| numbers.below(100) as i32));
                let element =
                    symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
                let mut image = vec![0; state.len()];
                symmetry.layout().apply(element.images(), &state, &mut image);
                let [mut one, mut other] = [state.clone(), state.clone()];
                canonical.representative(&state, &mut one, &mut scratch);
                assert!(scratch.counters().leaves <= order * scratch.counters().searched);
                canonical.representative(&image, &mut other, &mut scratch);
                assert_eq!(one, other, "{name}: {state:?}");
            }
        }
    }
}

/// Blocks that cells relate to each other are not sorted by what they hold.
#[test]
fn what_is_related_is_not_set_apart() {
    let friends = |owner: bool, pairs: bool| {
        let mut builder = LayoutBuilder::new();
        let points: Vec<Point> = (0..4).map(|_| builder.point(0, "process")).collect();
        (0..3).for_each(|_| {
            builder.point(1, "value");
        });
        let anybody = Content::Reference { first_value: 0, first_point: points[0], count: 4 };
        let [friend, pair] = [0; 2].map(|_| builder.family());
        for &one in &points {
            if owner {
                builder.cell(friend, &[one], anybody);
            }
            for &other in points.iter().filter(|_| pairs) {
                builder.cell(pair, &[one, other], Content::Data);
            }
        }
        let action = beside(copies(&symmetric(4), 1), copies(&cyclic(3), 1));
        SymmetryGroup::new(action.group(), builder.build().unwrap()).unwrap()
    };
    for (owner, pairs) in [(false, false), (true, false), (false, true), (true, true)] {
        let symmetry = friends(owner, pairs);
        let canonical = Canonical::new(&symmetry);
        assert_eq!(canonical.sorts_apart(), !owner && !pairs, "{owner}, {pairs}");
    }
}

/// A strategy that is asked for by the name that `auto` tells is the one that `auto` takes.
#[test]
fn sorted_by_name_is_what_auto_takes() {
    let symmetry = {
        let mut builder = LayoutBuilder::new();
        let points: Vec<Point> = (0..30).map(|_| builder.point(0, "process")).collect();
        let [a, b] = [0; 2].map(|_| builder.family());
        points.iter().for_each(|&point| {
            builder.cell(a, &[point], Content::Data);
        });
        points.iter().for_each(|&point| {
            builder.cell(b, &[point], Content::Data);
        });
        SymmetryGroup::new(Group::symmetric(30), builder.build().unwrap()).unwrap()
    };
    let auto = Strategy::auto(&symmetry).prepared;
    let named = Strategy::from_name(auto.name()).unwrap();
    let named = named.prepare(&symmetry, &StrategyOptions::default()).unwrap();
    let (symmetry::Prepared::Representative(auto), symmetry::Prepared::Representative(named)) =
        (auto, named)
    else {
        panic!("no representatives")
    };
    assert_eq!(named.guarantee(), Guarantee::Unique);
    // What it leaves out of a search it knows as well.
    assert!(auto.twins().is_some() && named.twins().is_some());
    let mut numbers = Numbers::new(1);
    for _ in 0..20 {
        let state: Vec<i32> = (0..60).map(|_| numbers.below(3) as i32).collect();
        let represent = |strategy: &symmetry::AnyRepresentative<'_>| {
            let (mut target, mut image) = (vec![0; 60], vec![0; 30]);
            strategy.represent_by(&state, &mut target, &mut image, &mut strategy.scratch());
            (target, image)
        };
        assert_eq!(represent(&auto), represent(&named));
    }
}
