//! Random edges as machine code, against closures.

mod bounds;
mod random;
mod sequences;
mod whole;

use kernel::{Offers, StateId};

use super::super::closures::{self, Alarm, make};
use super::super::code::{MOST_STATEMENTS, Node};
use super::super::layout::{Cell, Width};
use super::instance::Ready;
use super::program::{Process, Program};
use crate::index::{LocationId, ProcessId};
use crate::process_set::ProcessSet;
use crate::program::CellType;
use random::Random;

/// The records of one seed have this many bytes, most of them of few.
const LONGEST: usize = 400;
/// So many edges are in one module, each at a location of its own.
const EDGES: usize = 40;
/// So many records are tried with each.
const RECORDS: usize = 12;

/// What came of an edge.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    Alarm,
    Nothing,
    Offer(Vec<u8>),
}

/// By closures.
fn expected(node: &closures::Node, record: &[u8]) -> Came {
    let alarm = Alarm::default();
    let edge = &node.edges[0];
    let holds = edge.condition.holds(record, false, &alarm);
    let mut target = record.to_vec();
    if holds && !alarm.is_raised() {
        make(&edge.changes, &mut target, &alarm);
    }
    match (alarm.is_raised(), holds) {
        (true, _) => Came::Alarm,
        (_, false) => Came::Nothing,
        _ => Came::Offer(target),
    }
}

/// The location of the only process.
fn location() -> Cell {
    Cell { at: 0, width: Width::Byte, values: CellType { bits: 8, signed: false } }
}

/// The nodes of a seed, which has the same ones each time.
fn nodes(seed: u64) -> (Random, Vec<Node>) {
    let mut random = Random::new(seed);
    let nodes = (0..EDGES).map(|place| random.node(place)).collect();
    (random, nodes)
}

/// Compares the edges of a seed, and answers how often there was an alarm, nothing, an offer.
fn compare(seed: u64) -> [usize; 3] {
    let (mut random, code) = nodes(seed);
    let bytes = random.bytes();
    compare_nodes(code, nodes(seed).1, bytes, RECORDS, &format!("seed {seed}"), || random.record())
}

/// Compares the edges of nodes, of which there are two copies.
fn compare_nodes(
    code: Vec<Node>,
    copy: Vec<Node>,
    bytes: usize,
    records: usize,
    name: &str,
    mut record: impl FnMut() -> Vec<u8>,
) -> [usize; 3] {
    let closures: Vec<_> = copy.into_iter().map(closures::node).collect();
    let process = Process { location: location(), first: 0, nodes: code, size: EDGES };
    let program = Program {
        processes: vec![process],
        edges: EDGES,
        bytes,
        most_moves: 1,
        ..Program::default()
    };
    let ready = Ready::of(&program).expect("a small module");
    let mut instance = ready.instance().expect("memory");
    let (mut counts, source) = ([0; 3], Some(StateId::from_number(3)));
    for (place, node) in closures.iter().enumerate() {
        for _ in 0..records {
            let mut record = record();
            record[0] = LocationId(place as u32 + 1).0 as u8;
            let expected = expected(node, &record);
            let mut covered = vec![false; EDGES];
            let (mut offers, source) = (Offers::default(), source.expect("one"));
            let came = instance.begin(&record).and_then(|()| {
                instance.those(&ProcessSet::EVERYBODY, source, &mut offers, &mut covered)
            });
            let came = match (came, offers.len()) {
                (Err(_), _) => Came::Alarm,
                (_, 0) => Came::Nothing,
                _ => Came::Offer(offers.state(0).to_vec()),
            };
            assert_eq!(
                came, expected,
                "{name}: {:?} on {record:?}",
                program.processes[0].nodes[place]
            );
            counts[match came {
                Came::Alarm => 0,
                Came::Nothing => 1,
                Came::Offer(_) => 2,
            }] += 1;
        }
    }
    counts
}

#[test]
fn random_edges_do_what_closures_do() {
    let mut counts = [0; 3];
    for seed in 0..100 {
        counts.iter_mut().zip(compare(seed)).for_each(|(sum, count)| *sum += count);
    }
    assert!(counts.iter().all(|&count| count > 4_000), "one-sided: {counts:?}");
}

/// What is not asked of all processes at once is made by and by, and comes one after the other.
#[test]
fn moves_of_some_come_after_those_of_others() {
    let nodes = || vec![Random::new(1).step(2)];
    let process =
        |at| Process { location: Cell { at, ..location() }, first: 0, nodes: nodes(), size: 1 };
    let processes = vec![process(0), process(1)];
    let program = Program { processes, edges: 1, bytes: 3, ..Program::default() };
    let ready = Ready::of(&program).expect("a small module");
    let mut instance = ready.instance().expect("memory");
    let (mut offers, source) = (Offers::default(), StateId::from_number(3));
    instance.begin(&[1, 1, 0]).ok().expect("no alarm");
    for process in [0, 1] {
        let mut some = ProcessSet::NOBODY;
        some.insert(ProcessId::new(process));
        let made = instance.those(&some, source, &mut offers, &mut [false]);
        assert!(made.is_ok() && offers.len() == process + 1);
        assert_eq!(offers.state(process), [1, 1, 1]);
    }
}

/// Blocks that go round for as many statements as a block may have, and for fewer and more.
#[test]
fn blocks_are_as_long() {
    let nodes = || {
        let most = MOST_STATEMENTS as i32 - 4..MOST_STATEMENTS as i32 + 4;
        most.map(|most| Random::counting(1, most)).collect::<Vec<Node>>()
    };
    let counts = compare_nodes(nodes(), nodes(), 5, 1, "counting", || vec![0; 5]);
    assert_eq!(counts, [5, 0, 3]);
}
