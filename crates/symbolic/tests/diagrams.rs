//! Operations on diagrams against the same on plain sets of vectors.

use std::collections::BTreeSet;

use kernel::StopReason;
use symbolic::diagram::{self, Diagrams, NodeId, Projection, Relation, Saturation, Touched, Watch};
use testing::Numbers;

type Vectors = BTreeSet<Vec<i32>>;

const LEVELS: usize = 4;

/// Lets everything go on, or nothing.
struct Always(bool);

impl Watch for Always {
    fn check(&self, _: u64) -> Result<(), StopReason> {
        if self.0 { Ok(()) } else { Err(StopReason::Cancelled) }
    }
}

fn random_vectors(numbers: &mut Numbers, length: usize) -> Vectors {
    let count = numbers.below(30);
    (0..count).map(|_| (0..length).map(|_| numbers.below(4) as i32 - 1).collect()).collect()
}

fn set_of(diagrams: &mut Diagrams<'_>, vectors: &Vectors) -> NodeId {
    diagrams.set_of(vectors.iter().cloned().collect()).expect("no limits")
}

fn vectors_of(diagrams: &mut Diagrams<'_>, set: NodeId) -> Vectors {
    let mut vectors = Vectors::new();
    diagrams
        .each(set, &mut |vector| {
            vectors.insert(vector.to_vec());
        })
        .expect("no limits");
    let (mut one_by_one, mut listed) = (diagram::Vectors::of(set), Vec::new());
    while let Some(vector) = one_by_one.next(diagrams) {
        listed.push(vector.to_vec());
    }
    assert!(listed.iter().eq(&vectors));
    vectors
}

/// Of more vectors than there is memory for each can be looked at.
#[test]
fn many_vectors_are_looked_at_one_by_one() {
    let watch = Always(true);
    let diagrams = &mut Diagrams::new(&watch);
    let all = diagrams.all_of(&vec![(0..10).collect(); 40]).expect("no limits");
    let mut vectors = diagram::Vectors::of(all);
    for number in 0..2000 {
        let vector = vectors.next(diagrams).expect("there are more");
        let last: i32 = vector[37..].iter().fold(0, |number, digit| 10 * number + digit);
        assert_eq!(last, number % 1000);
    }
}

/// Some levels, each with what a relation does there.
fn random_touched(numbers: &mut Numbers) -> Vec<Touched> {
    let mut touched = Vec::new();
    for level in 0..LEVELS as u32 {
        let (reads, writes) =
            [(true, false), (false, true), (true, true), (false, false)][numbers.below(4)];
        if reads || writes {
            touched.push(Touched { level, reads, writes });
        }
    }
    touched
}

/// Where one vector of a relation leads from a vector.
fn step(vector: &[i32], touched: &[Touched], made: &[i32]) -> Option<Vec<i32>> {
    let (mut after, mut made) = (vector.to_vec(), made.iter());
    for at in touched {
        let level = at.level as usize;
        if at.reads && *made.next()? != vector[level] {
            return None;
        }
        if at.writes {
            after[level] = *made.next()?;
        }
    }
    Some(after)
}

fn image(vectors: &Vectors, touched: &[Touched], relation: &Vectors) -> Vectors {
    let steps = |vector: &Vec<i32>| {
        relation.iter().filter_map(|made| step(vector, touched, made)).collect::<Vec<_>>()
    };
    vectors.iter().flat_map(steps).collect()
}

#[test]
fn operations_are_those_of_sets() {
    let watch = Always(true);
    let mut numbers = Numbers::new(1);
    for _ in 0..300 {
        let diagrams = &mut Diagrams::new(&watch);
        let (one, other) =
            (random_vectors(&mut numbers, LEVELS), random_vectors(&mut numbers, LEVELS));
        let (a, b) = (set_of(diagrams, &one), set_of(diagrams, &other));
        let union = diagrams.union(a, b).unwrap();
        assert_eq!(vectors_of(diagrams, union), &one | &other);
        let minus = diagrams.minus(a, b).unwrap();
        assert_eq!(vectors_of(diagrams, minus), &one - &other);
        let both = diagrams.intersection(a, b).unwrap();
        assert_eq!(vectors_of(diagrams, both), &one & &other);
        assert_eq!(diagrams.count(a).unwrap(), one.len().into());
        assert_eq!(set_of(diagrams, &one), a, "what is equal is one node");
    }
}

#[test]
fn projections_and_relations_are_those_of_sets() {
    let watch = Always(true);
    let mut numbers = Numbers::new(2);
    for _ in 0..300 {
        let diagrams = &mut Diagrams::new(&watch);
        let all = random_vectors(&mut numbers, LEVELS);
        let set = set_of(diagrams, &all);
        let touched = random_touched(&mut numbers);
        let levels: Vec<u32> = touched.iter().map(|it| it.level).collect();
        let part = |vector: &Vec<i32>| levels.iter().map(|&it| vector[it as usize]).collect();
        let projection = Projection::new(levels.clone(), diagrams);
        let projected = diagrams.project(set, &projection).unwrap();
        assert_eq!(vectors_of(diagrams, projected), all.iter().map(part).collect());
        let wanted = random_vectors(&mut numbers, levels.len());
        let wanted_set = set_of(diagrams, &wanted);
        let restricted = diagrams.restrict(set, &projection, wanted_set).unwrap();
        let expected = all.iter().filter(|&vector| wanted.contains(&part(vector))).cloned();
        assert_eq!(vectors_of(diagrams, restricted), expected.collect());

        let width = touched.iter().map(|it| usize::from(it.reads) + usize::from(it.writes)).sum();
        let made = random_vectors(&mut numbers, width);
        let mut relation = Relation::new(touched.clone(), diagrams);
        relation.vectors = set_of(diagrams, &made);
        let after = diagrams.image(set, &relation).unwrap();
        let expected = image(&all, &touched, &made);
        assert_eq!(vectors_of(diagrams, after), expected);
        for vector in &expected {
            let before = diagrams.before(set, &relation, vector).unwrap();
            let before = before.expect("a vector before it");
            assert!(all.contains(&before));
            assert!(image(&Vectors::from([before]), &touched, &made).contains(vector));
        }
    }
}

#[test]
fn saturation_reaches_all() {
    let watch = Always(true);
    let mut numbers = Numbers::new(3);
    for _ in 0..200 {
        let diagrams = &mut Diagrams::new(&watch);
        let mut reached = random_vectors(&mut numbers, LEVELS);
        let set = set_of(diagrams, &reached);
        let mut relations = Vec::new();
        let mut plain = Vec::new();
        for _ in 0..3 {
            let touched = random_touched(&mut numbers);
            let width =
                touched.iter().map(|it| usize::from(it.reads) + usize::from(it.writes)).sum();
            let made = random_vectors(&mut numbers, width);
            let mut relation = Relation::new(touched.clone(), diagrams);
            relation.vectors = set_of(diagrams, &made);
            relations.push(relation);
            plain.push((touched, made));
        }
        loop {
            let before = reached.len();
            for (touched, made) in &plain {
                let after = image(&reached, touched, made);
                reached.extend(after);
            }
            if reached.len() == before {
                break;
            }
        }
        let saturation = Saturation::new(&relations, LEVELS, diagrams);
        let saturated = diagrams.saturate(set, &saturation).unwrap();
        assert_eq!(vectors_of(diagrams, saturated), reached);
    }
}

#[test]
fn what_is_needed_survives_a_collection() {
    let watch = Always(true);
    let mut numbers = Numbers::new(4);
    let diagrams = &mut Diagrams::new(&watch);
    let (one, other) = (random_vectors(&mut numbers, 7), random_vectors(&mut numbers, 7));
    let (mut a, mut b) = (set_of(diagrams, &one), set_of(diagrams, &other));
    for _ in 0..50 {
        let litter = random_vectors(&mut numbers, 7);
        set_of(diagrams, &litter);
    }
    let before = diagrams.nodes();
    diagrams.collect(&mut [&mut a, &mut b]);
    assert!(diagrams.nodes() < before);
    assert_eq!((vectors_of(diagrams, a), vectors_of(diagrams, b)), (one.clone(), other.clone()));
    let union = diagrams.union(a, b).unwrap();
    assert_eq!(vectors_of(diagrams, union), &one | &other);
    assert_eq!(set_of(diagrams, &one), a, "what is made anew is the same node");
}

#[test]
fn operations_are_interrupted() {
    let watch = Always(false);
    let diagrams = &mut Diagrams::new(&watch);
    let vectors = (0..10_000).map(|number| vec![number % 97, number % 89, number]).collect();
    assert_eq!(diagrams.set_of(vectors), Err(StopReason::Cancelled));
}

/// Lets so much memory be taken.
struct Most(u64);

impl Watch for Most {
    fn check(&self, bytes: u64) -> Result<(), StopReason> {
        if bytes <= self.0 { Ok(()) } else { Err(StopReason::MemoryLimit) }
    }
}

/// What is known of sets takes memory and time, too.
#[test]
fn what_is_done_besides_counts() {
    let watch = Most(1 << 20);
    let diagrams = &mut Diagrams::new(&watch);
    assert_eq!(diagrams.spend(1 << 20), Ok(()));
    diagrams.hold(1 << 20);
    assert_eq!(diagrams.spend(1), Ok(()), "it is asked now and then only");
    assert_eq!(diagrams.spend(1 << 20), Err(StopReason::MemoryLimit));
    diagrams.release(1 << 20);
    assert_eq!(diagrams.spend(1 << 20), Ok(()));
    assert!(diagrams.peak_bytes() >= 1 << 20);
    let never = Always(false);
    assert_eq!(Diagrams::new(&never).spend(1 << 20), Err(StopReason::Cancelled));
}

#[test]
fn counts_go_beyond_64_bits() {
    let watch = Always(true);
    let diagrams = &mut Diagrams::new(&watch);
    let mut set = diagrams.set_of(vec![vec![0; 70]]).unwrap();
    for level in 0..70 {
        let mut relation =
            Relation::new(vec![Touched { level, reads: false, writes: true }], diagrams);
        relation.vectors = diagrams.set_of(vec![vec![0], vec![1]]).unwrap();
        set = diagrams.image(set, &relation).unwrap();
    }
    assert_eq!(diagrams.count(set).unwrap().to_string(), "1180591620717411303424");
}
