//! The coarsest partition that is stable: R. Paige and R. E. Tarjan, *Three partition refinement algorithms*, 1987, with an event on
//! each transition. O(m log n) for m transitions of n states.

use crate::compress::blocks::{Blocks, grouped};
use crate::compress::watch::Watch;
use crate::event::Event;
use crate::explicit::{Explicit, Unfinished};
use std::collections::HashMap;

/// The classes of strong bisimilarity: states with different keys are told apart, and so are states of which one has a transition
/// to a class to which the other has none with that event. Returns the class of each state.
pub(crate) fn strong_classes(
    system: &Explicit,
    keys: &[u32],
    watch: &mut Watch,
) -> Result<Vec<u32>, Unfinished> {
    let arrows = Arrows::of(system);
    let mut refinement = Refinement::new(system, &arrows, keys);
    refinement.split_by_events(watch)?;
    while let Some(compound) = refinement.pending.pop() {
        let splitter = refinement.detach(compound);
        refinement.split_by_block(splitter, watch)?;
    }
    Ok(refinement.blocks.into_classes())
}

/// The transitions of a system, to be found by their targets.
pub(super) struct Arrows {
    /// The state in which each begins.
    pub(super) sources: Vec<u32>,
    /// Its event, numbered without gaps.
    pub(super) labels: Vec<u32>,
    /// How many events there are, τ among them.
    pub(super) label_count: usize,
    /// Where those into each state begin, and at last where they end.
    starts: Vec<u32>,
    by_target: Vec<u32>,
}

impl Arrows {
    /// The number of τ.
    pub(super) const TAU: u32 = 0;

    pub(super) fn of(system: &Explicit) -> Arrows {
        let mut numbers: HashMap<Event, u32, rapidhash::fast::RandomState> = HashMap::default();
        numbers.insert(Event::TAU, Arrows::TAU);
        let mut sources = Vec::with_capacity(system.transitions.len());
        let mut labels = Vec::with_capacity(system.transitions.len());
        for state in system.states() {
            for (event, _) in system.of(state) {
                let next = numbers.len() as u32;
                sources.push(state.0);
                labels.push(*numbers.entry(*event).or_insert(next));
            }
        }
        let targets: Vec<u32> = system.transitions.iter().map(|(_, target)| target.0).collect();
        let (mut starts, by_target) = grouped(&targets);
        starts.resize(system.len() + 1, targets.len() as u32);
        Arrows { sources, labels, label_count: numbers.len(), starts, by_target }
    }

    /// The transitions into a state.
    pub(super) fn incoming(&self, state: u32) -> &[u32] {
        let place = state as usize;
        &self.by_target[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// What is known at some time: the partition is stable under every compound, a union of blocks that lie side by side. It is done
/// when each compound is one block.
struct Refinement<'a> {
    arrows: &'a Arrows,
    blocks: Blocks,
    /// The compound of each block.
    compound: Vec<u32>,
    /// Where in the order of states each compound begins and ends.
    compounds: Vec<(u32, u32)>,
    /// The compounds of several blocks.
    pending: Vec<u32>,
    /// The counter of each transition: transitions of one state and event into one compound share it.
    counter: Vec<u32>,
    /// How many transitions share each counter.
    counters: Vec<u32>,
    /// The transitions that are looked at, by their events.
    by_label: ByLabel,
    /// For each state that is looked at, how many transitions it has there; 0 for others.
    found: Vec<u32>,
}

impl<'a> Refinement<'a> {
    fn new(system: &Explicit, arrows: &'a Arrows, keys: &[u32]) -> Self {
        let blocks = Blocks::of(keys);
        let mut refinement = Refinement {
            arrows,
            compound: vec![0; blocks.len()],
            compounds: vec![(0, keys.len() as u32)],
            pending: if blocks.len() > 1 { vec![0] } else { Vec::new() },
            counter: Vec::with_capacity(arrows.sources.len()),
            counters: Vec::new(),
            by_label: ByLabel::new(arrows.label_count),
            found: vec![0; keys.len()],
            blocks,
        };
        for state in system.states() {
            let mut last = None;
            for &(event, _) in system.of(state) {
                if last.replace(event) != Some(event) {
                    refinement.counters.push(0);
                }
                refinement.counter.push(refinement.counters.len() as u32 - 1);
                *refinement.counters.last_mut().expect("one was pushed") += 1;
            }
        }
        refinement
    }

    /// Makes the partition stable under the compound of all states: what matters is which events a state has.
    fn split_by_events(&mut self, watch: &mut Watch) -> Result<(), Unfinished> {
        for transition in 0..self.arrows.sources.len() as u32 {
            self.by_label.add(self.arrows.labels[transition as usize], transition);
        }
        while let Some(transitions) = self.by_label.take() {
            watch.worked(transitions.len())?;
            for &transition in &transitions {
                self.blocks.mark(self.arrows.sources[transition as usize]);
            }
            self.split();
            self.by_label.give_back(transitions);
        }
        Ok(())
    }

    /// Takes a block that is at most half of a compound out of it, so that it is a compound of its own.
    fn detach(&mut self, compound: u32) -> u32 {
        let (start, end) = self.compounds[compound as usize];
        let (first, last) = (self.blocks.block_at(start), self.blocks.block_at(end - 1));
        let (first_end, last_start) =
            (self.blocks.places(first).end, self.blocks.places(last).start);
        let (block, rest) = if first_end - start <= end - last_start {
            (first, (first_end, end))
        } else {
            (last, (start, last_start))
        };
        let places = self.blocks.places(block);
        self.compound[block as usize] = self.compounds.len() as u32;
        self.compounds.push((places.start, places.end));
        self.compounds[compound as usize] = rest;
        if self.blocks.block_at(rest.0) != self.blocks.block_at(rest.1 - 1) {
            self.pending.push(compound);
        }
        block
    }

    /// Makes the partition stable under a block that was just taken out of a compound, and under the rest of the compound.
    fn split_by_block(&mut self, splitter: u32, watch: &mut Watch) -> Result<(), Unfinished> {
        for &state in self.blocks.states(splitter) {
            for &transition in self.arrows.incoming(state) {
                self.by_label.add(self.arrows.labels[transition as usize], transition);
            }
        }
        while let Some(transitions) = self.by_label.take() {
            watch.worked(transitions.len())?;
            self.split_by_transitions(&transitions);
            self.by_label.give_back(transitions);
        }
        watch.worked(1)
    }

    /// The transitions are those with one event into the splitter. States that have some are parted from those that have none,
    /// and those that have others with that event into the rest of the compound from those that have not.
    fn split_by_transitions(&mut self, transitions: &[u32]) {
        let mut states = Vec::new();
        for &transition in transitions {
            let state = self.arrows.sources[transition as usize];
            if self.found[state as usize] == 0 {
                states.push((state, self.counter[transition as usize]));
            }
            self.found[state as usize] += 1;
        }
        for &(state, _) in &states {
            self.blocks.mark(state);
        }
        self.split();
        for &(state, counter) in &states {
            if self.counters[counter as usize] > self.found[state as usize] {
                self.blocks.mark(state);
            }
        }
        self.split();
        self.count_apart(transitions, &states);
    }

    /// Gives the transitions counters of their own, unless they are all that their counter counts.
    fn count_apart(&mut self, transitions: &[u32], states: &[(u32, u32)]) {
        for &(state, counter) in states {
            let found = &mut self.found[state as usize];
            if self.counters[counter as usize] == *found {
                *found = counter;
            } else {
                self.counters[counter as usize] -= *found;
                self.counters.push(*found);
                *found = self.counters.len() as u32 - 1;
            }
        }
        for &transition in transitions {
            let state = self.arrows.sources[transition as usize];
            self.counter[transition as usize] = self.found[state as usize];
        }
        for &(state, _) in states {
            self.found[state as usize] = 0;
        }
    }

    /// Splits the blocks by what is marked. New blocks are of the compounds of the old ones.
    fn split(&mut self) {
        for (old, new) in self.blocks.split() {
            let compound = self.compound[old as usize];
            self.compound.push(compound);
            let whole = (self.blocks.places(new).start, self.blocks.places(old).end);
            if self.compounds[compound as usize] == whole {
                self.pending.push(compound);
            }
        }
    }
}

/// Numbers, those of equal labels together. Emptied, it keeps its memory.
pub(super) struct ByLabel {
    numbers: Vec<Vec<u32>>,
    /// The labels of which there are numbers.
    labels: Vec<u32>,
    /// The label of the numbers that were taken last.
    taken: usize,
}

impl ByLabel {
    pub(super) fn new(labels: usize) -> ByLabel {
        ByLabel { numbers: vec![Vec::new(); labels], labels: Vec::new(), taken: 0 }
    }

    pub(super) fn add(&mut self, label: u32, number: u32) {
        let numbers = &mut self.numbers[label as usize];
        if numbers.is_empty() {
            self.labels.push(label);
        }
        numbers.push(number);
    }

    /// Takes the numbers of one label out.
    pub(super) fn take(&mut self) -> Option<Vec<u32>> {
        self.taken = self.labels.pop()? as usize;
        Some(std::mem::take(&mut self.numbers[self.taken]))
    }

    /// Gives the memory of what was taken last back.
    pub(super) fn give_back(&mut self, mut numbers: Vec<u32>) {
        numbers.clear();
        self.numbers[self.taken] = numbers;
    }
}
