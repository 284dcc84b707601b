//! How many states a machine has, and its quotient.

use detection::detect;
use kernel::{SearchOptions, Silent, StopReason, TransitionSystem, search};
use symmetry::{Canonical, Quotient};

use crate::model::LoadOptions;
use crate::reference::machine;

/// States, and representatives of them: as many, if there is no symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub states: usize,
    pub orbits: usize,
}

/// The counts of a text.
pub fn counts(text: &str, options: &LoadOptions) -> Counts {
    let machine = machine(text, options).machine;
    let states = states(&machine);
    let orbits = match detect(&machine).reduction {
        Some(reduction) => {
            let canonical = Canonical::new(&reduction.symmetry);
            self::states(&Quotient::new(&reduction, &canonical))
        }
        None => states,
    };
    Counts { states, orbits }
}

/// How many states there are, whatever is wrong with them.
pub fn states<S: TransitionSystem>(system: &S) -> usize {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    outcome.statistics.states as usize
}
