//! Whether what detection reports is a symmetry, on every state that is reached and on their images.

use std::collections::{BTreeSet, HashSet, VecDeque};

use detection::Reduction;
use kernel::{TransitionSystem, reachable};
use machine::State;

use super::transitions::{Future, Futures};

/// What came of a look at all states.
pub enum Soundness {
    /// Every generator commutes with the transitions of so many states.
    Sound(usize),
    /// There are too many states.
    TooLarge,
    /// A generator does not.
    Wrong(String),
}

/// Compares, for each generator, the transitions of the image of each reducible state with the images of its
/// transitions. Images are taken for states in turn, until `most` states were looked at.
pub fn soundness(reduction: &Reduction, most: usize) -> Soundness {
    let Some(states) = reachable(reduction, most) else { return Soundness::TooLarge };
    let reducible: Vec<State> =
        states.into_iter().filter(|state| reduction.is_reducible(state)).collect();
    let Some(model) = reducible.first() else { return Soundness::Sound(0) };
    let mut inspector = Inspector { reduction, futures: Futures::new(reduction, model) };
    let mut known: HashSet<Vec<i32>> = reducible.iter().map(|s| s.cells.clone()).collect();
    let mut pending: VecDeque<Vec<i32>> = reducible.into_iter().map(|s| s.cells).collect();
    while let Some(cells) = pending.pop_front() {
        for generator in 0..reduction.symmetry.generators().len() {
            if let Err(problem) = inspector.commutes(generator, &cells) {
                let permutation = &reduction.symmetry.generators()[generator];
                return Soundness::Wrong(format!("wrong generator: {permutation}: {problem}"));
            }
            let image = inspector.image(generator, &cells);
            if known.len() < 2 * most && known.insert(image.clone()) {
                pending.push_back(image);
            }
        }
    }
    Soundness::Sound(known.len())
}

struct Inspector<'r> {
    reduction: &'r Reduction,
    futures: Futures<'r, Reduction>,
}

impl Inspector<'_> {
    fn image(&self, generator: usize, cells: &[i32]) -> Vec<i32> {
        let symmetry = &self.reduction.symmetry;
        let mut image = vec![0; cells.len()];
        symmetry.layout().apply(symmetry.generators()[generator].images(), cells, &mut image);
        image
    }

    fn commutes(&mut self, generator: usize, cells: &[i32]) -> Result<(), String> {
        let image = self.image(generator, cells);
        let problem = |what: &str| Err(format!("{what}: {cells:?} -> {image:?}"));
        let state = self.futures.state(&image);
        if !self.reduction.is_reducible(&state) {
            return problem("the image of a reducible state is not reducible");
        }
        if self.stored(&state) != state {
            return problem("the image of a state cannot be stored");
        }
        let (Some(here), Some(there)) = (self.futures.of(cells), self.futures.of(&image)) else {
            return Ok(());
        };
        let images: BTreeSet<_> = here
            .leaps
            .iter()
            .map(|(target, violation)| {
                (target.as_ref().map(|target| self.image(generator, target)), *violation)
            })
            .collect();
        if *there == (Future { leaps: images.clone(), halts: here.halts }) {
            return Ok(());
        }
        let missing = images.difference(&there.leaps).next();
        let extra = there.leaps.difference(&images).next();
        problem(&format!("futures differ, missing {missing:?}, extra {extra:?}"))
    }

    /// The state after it was encoded and decoded.
    fn stored(&self, state: &State) -> State {
        let mut bytes = Vec::new();
        self.reduction.encode(state, &mut bytes);
        let mut stored = self.reduction.blank();
        self.reduction.decode(&bytes, &mut stored);
        stored
    }
}
