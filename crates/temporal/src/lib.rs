//! Linear temporal logic and Büchi automata over numbered atoms.

mod alternating;
mod automaton;
mod components;
mod degeneralise;
mod emptiness;
mod exploration;
mod formula;
mod guard;
mod hoa;
mod lasso;
mod letters;
mod limits;
mod satisfaction;
mod simplify;
mod stutter;
mod terms;
mod translate;
mod weak;

pub use automaton::{Automaton, Edge, StateId};
pub use formula::{AtomId, Formula, MAX_ATOMS};
pub use guard::Guard;
pub use lasso::Lasso;
pub use limits::{Limits, TooLarge};
pub use simplify::{Simplification, Simplifications};
pub use stutter::{StutterCounterexample, is_stutter_invariant, stutter_counterexample};
pub use translate::{translate, translate_with};
