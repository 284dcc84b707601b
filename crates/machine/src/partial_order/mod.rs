//! Partial order reduction: which processes must move in a state, so that the others may wait.
//!
//! Transitions of different processes that do not disturb each other lead to the same state in either order, so that one
//! order is enough. In a state, the search begins with a set of processes such that nothing that others will ever do
//! can disturb what these can do now: their transitions are a *persistent* set (Godefroid, *Partial-Order Methods for the
//! Verification of Concurrent Systems*, LNCS 1032, 1996, chapter 4; Overman 1981; Holzmann and Peled, *An improvement in formal
//! verification*, FORTE 1994). Deadlocks stay reachable. So do violations that transitions cause, provided that
//! no transition is put off for ever: along what is searched a state must come in which all may move (Valmari 1989; breadth
//! first: Bošnački and Holzmann, *Improving SPIN's partial-order reduction for breadth-first search*, SPIN 2005). That is the
//! [visitor's](kernel::Visitor::wants_all) part.
//!
//! With symmetry, the representative of a state is expanded so, and the proviso is asked of representatives (Emerson, Jha
//! and Peled, *Combining partial order and symmetry reductions*, TACAS 1997): the set of processes may be any persistent
//! one in each state, and symmetric states need not have symmetric sets.
//!
//! What processes do is told by what they [touch](touch): cells, control points that are asked for, the ends of channels, the
//! list of processes. It is [resolved](resolved) for each process with what it never changes, such as its number and the
//! channels that it was given: `flag[_pid]` is its own element, `out!x` a send to one channel. A location then has a set
//! of what its edges *mind* that others do, and a set of what a process may ever do from there on. Both are over-approximations.
//!
//! Guarantee: verdicts on assertions, deadlocks and run-time errors, and what is reached of the code, are those of all
//! interleavings. Cost: a few words for each pair of processes in each state. Limits: none of it is done where processes have
//! priorities or conditions to move, or ask who moved last or could move; nor where the
//! sets would take more than some megabytes.

mod analysis;
mod answers;
mod choice;
mod commuting;
mod counted;
mod holdings;
mod inflow;
mod meetings;
mod minded;
mod minds;
mod movers;
mod objects;
mod program;
mod resolved;
mod resolver;
mod sent;
mod touch;

pub use analysis::Obstacle;
pub(crate) use choice::Choice;
pub(crate) use holdings::{Held, Holdings};
pub use program::PartialOrder;
