//! Processes whose parts are compressed mean the same as without, whatever operators are around the parts.

use crate::naive::assert_equal_meaning;
use crate::processes::{Wishes, World};
use lts::{Compression, Failure, Term, TermId};
use testing::Numbers;

const KEEP_THE_MEANING: [Compression; 7] = [
    Compression::StrongBisimulation,
    Compression::DelayBisimulation,
    Compression::WeakBisimulation,
    Compression::Normal,
    Compression::Diamond,
    Compression::TauLoopFactor,
    Compression::ModelCompress,
];

/// The process with some of its parts compressed, one in so many. What names stand for stays as it is.
fn with_compressed_parts(
    world: &mut World,
    process: TermId,
    numbers: &mut Numbers,
    one_in: usize,
) -> TermId {
    let of = |part: &TermId, world: &mut World, numbers: &mut Numbers| {
        with_compressed_parts(world, *part, numbers, one_in)
    };
    let term = match world.terms.term(process).clone() {
        Term::Prefix(steps) => Term::Prefix(
            steps.iter().map(|(event, then)| (*event, of(then, world, numbers))).collect(),
        ),
        Term::ExternalChoice(parts) => {
            Term::ExternalChoice(parts.iter().map(|part| of(part, world, numbers)).collect())
        }
        Term::InternalChoice(parts) => {
            Term::InternalChoice(parts.iter().map(|part| of(part, world, numbers)).collect())
        }
        Term::SlidingChoice(one, other) => {
            Term::SlidingChoice(of(&one, world, numbers), of(&other, world, numbers))
        }
        Term::Sequence(one, other) => {
            Term::Sequence(of(&one, world, numbers), of(&other, world, numbers))
        }
        Term::Interrupt(one, other) => {
            Term::Interrupt(of(&one, world, numbers), of(&other, world, numbers))
        }
        Term::Exception(one, set, other) => {
            Term::Exception(of(&one, world, numbers), set, of(&other, world, numbers))
        }
        Term::SynchronisingChoice(set, parts) => Term::SynchronisingChoice(
            set,
            parts.iter().map(|part| of(part, world, numbers)).collect(),
        ),
        Term::SynchronisingInterrupt(one, set, other) => {
            Term::SynchronisingInterrupt(of(&one, world, numbers), set, of(&other, world, numbers))
        }
        Term::Synchronised(set, parts) => {
            Term::Synchronised(set, parts.iter().map(|part| of(part, world, numbers)).collect())
        }
        Term::Alphabetised(parts) => Term::Alphabetised(
            parts.iter().map(|(part, set)| (of(part, world, numbers), *set)).collect(),
        ),
        Term::Linked(one, other, pairs) => {
            Term::Linked(of(&one, world, numbers), of(&other, world, numbers), pairs)
        }
        Term::Hide(part, set) => Term::Hide(of(&part, world, numbers), set),
        Term::Rename(part, pairs) => Term::Rename(of(&part, world, numbers), pairs),
        other => other,
    };
    let rebuilt = world.of(term);
    if numbers.one_in(one_in) {
        return world.compress(*numbers.pick(&KEEP_THE_MEANING), rebuilt);
    }
    rebuilt
}

#[test]
fn compressed_parts_do_not_change_the_meaning() {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let mut compared = 0;
    for seed in 0..4000 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(2, 6);
        let process = world.random(numbers, depth, wishes);
        let compressed = with_compressed_parts(&mut world, process, numbers, 4);
        let plain = world.explore(process);
        let compressed = match world.try_explore(compressed) {
            Ok(compressed) => compressed,
            // It calls itself from inside of what is compressed as a whole.
            Err(Failure::PartOfItself) => continue,
            Err(failure) => panic!("seed {seed}: {failure:?}"),
        };
        if plain.len() > 200 || plain.len() == compressed.len() && compressed.generalised.is_none()
        {
            continue;
        }
        assert_equal_meaning(&plain, &compressed, &format!("seed {seed}"));
        compared += 1;
    }
    assert!(compared > 1000, "too little was compared: {compared}");
}
