//! `wbisim` and `dbisim`: weakly bisimilar states are one, or delay-bisimilar ones, of which both diverge or neither
//! (A. Boulgakov, T. Gibson-Robinson and A. W. Roscoe, *Computing maximal weak and other bisimulations*, 2016).
//!
//! The relations are the coarsest where related states do the same after τ: `τ* a τ*` into the same classes, or `τ* a`; and `τ*`.
//! Such steps can be quadratically many, so they are never stored: which states reach a class by them is found by search, anew for
//! each class. That takes memory for the transitions alone, and time for the product of classes, events and transitions at worst.

use crate::compress::blocks::Blocks;
use crate::compress::partition::{Arrows, ByLabel};
use crate::compress::quotient::{Factor, quotient};
use crate::compress::silent::eventual_acceptances;
use crate::compress::strong::{keys, strong_bisimulation};
use crate::compress::tau_loop_factor::tau_loop_factor;
use crate::compress::watch::Watch;
use crate::explicit::{Explicit, Marks, State, Unfinished};

/// Which steps count as one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// `τ* a`
    Delay,
    /// `τ* a τ*`
    Weak,
}

/// The classes of a weak bisimilarity as states. It does what its states do, but for τ inside of a class, which are kept as loops
/// where they say that the class diverges.
///
/// Bisimilar states agree about divergence, and marked ones about what they accept after τ. Where there are no marks the latter
/// follows, and the transitions of the classes tell it: a class that does not diverge has a stable state; if a class has no τ to
/// another, what any of its states can do its stable ones can do at once.
pub(super) fn weak_bisimulation(
    system: &Explicit,
    steps: Steps,
    watch: &mut Watch,
) -> Result<Factor, Unfinished> {
    // Both are finer than the relations here and found faster.
    let loops = tau_loop_factor(system, watch)?;
    let strong = strong_bisimulation(&loops.system, watch)?.after(&loops);
    let system = &strong.system;
    let diverges = system.divergent();
    let keys = match &system.generalised {
        None => diverges.iter().map(|&diverges| u32::from(diverges)).collect(),
        Some(_) => {
            let acceptances = eventual_acceptances(system, watch)?;
            let marks: Vec<Marks> = acceptances
                .into_iter()
                .zip(&diverges)
                .map(|(acceptances, &diverges)| Marks { acceptances, diverges })
                .collect();
            keys(marks.iter())
        }
    };
    let class_of = Refinement::new(system, steps, &keys).run(watch)?;
    let keeps_loops = |state: State| diverges[state.0 as usize];
    Ok(quotient(system, &class_of, keeps_loops, watch)?.after(&strong))
}

/// Every class is taken as a splitter, and so is each part of one that was split: P. C. Kanellakis and S. A. Smolka, *CCS
/// expressions, finite state processes, and three problems of equivalence*, 1990.
struct Refinement {
    arrows: Arrows,
    steps: Steps,
    blocks: Blocks,
    /// The blocks under which the partition may not be stable.
    pending: Vec<u32>,
    is_pending: Vec<bool>,
    /// The sources of the transitions that are looked at, by their events.
    by_label: ByLabel,
    /// The search in which each state was found last.
    found: Vec<u32>,
    searches: u32,
}

impl Refinement {
    fn new(system: &Explicit, steps: Steps, keys: &[u32]) -> Refinement {
        let arrows = Arrows::of(system);
        let blocks = Blocks::of(keys);
        Refinement {
            steps,
            pending: (0..blocks.len() as u32).collect(),
            is_pending: vec![true; blocks.len()],
            by_label: ByLabel::new(arrows.label_count),
            found: vec![0; system.len()],
            searches: 0,
            blocks,
            arrows,
        }
    }

    fn run(mut self, watch: &mut Watch) -> Result<Vec<u32>, Unfinished> {
        while let Some(block) = self.pending.pop()
            && !self.is_finest()
        {
            self.is_pending[block as usize] = false;
            self.split_by_block(block, watch)?;
        }
        Ok(self.blocks.into_classes())
    }

    /// Whether there is nothing left to split.
    fn is_finest(&self) -> bool {
        self.blocks.len() == self.found.len()
    }

    /// Makes the partition stable under the states that are in this block now.
    fn split_by_block(&mut self, block: u32, watch: &mut Watch) -> Result<(), Unfinished> {
        let targets = self.blocks.states(block).to_vec();
        let before = self.silently_before(targets.clone(), watch)?;
        self.split(&before);
        let targets = if self.steps == Steps::Weak { before } else { targets };
        for state in targets {
            watch.worked(self.arrows.incoming(state).len())?;
            for &transition in self.arrows.incoming(state) {
                let label = self.arrows.labels[transition as usize];
                if label != Arrows::TAU {
                    self.by_label.add(label, self.arrows.sources[transition as usize]);
                }
            }
        }
        while let Some(sources) = self.by_label.take()
            && !self.is_finest()
        {
            let before = self.silently_before(sources.clone(), watch)?;
            self.by_label.give_back(sources);
            self.split(&before);
        }
        Ok(())
    }

    /// The states that reach some of these by τ, these included.
    fn silently_before(
        &mut self,
        mut states: Vec<u32>,
        watch: &mut Watch,
    ) -> Result<Vec<u32>, Unfinished> {
        self.searches += 1;
        let search = self.searches;
        states
            .retain(|&state| std::mem::replace(&mut self.found[state as usize], search) != search);
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            watch.worked(1 + self.arrows.incoming(state).len())?;
            for &transition in self.arrows.incoming(state) {
                let source = self.arrows.sources[transition as usize];
                if self.arrows.labels[transition as usize] == Arrows::TAU
                    && self.found[source as usize] != search
                {
                    self.found[source as usize] = search;
                    states.push(source);
                }
            }
        }
        Ok(states)
    }

    /// Parts these states from the others.
    fn split(&mut self, states: &[u32]) {
        for &state in states {
            self.blocks.mark(state);
        }
        for (old, new) in self.blocks.split() {
            self.is_pending.push(false);
            for block in [old, new] {
                if !std::mem::replace(&mut self.is_pending[block as usize], true) {
                    self.pending.push(block);
                }
            }
        }
    }
}
