//! Random models with loops over processes in one step, in every form that people write them, and in forms that only look
//! like these: whether the rounds of a loop may change places shows in what is computed, not in how it is written.
//!
//! Alike processes mark themselves, in an order of their own. One of them, each, or another process goes through all of them
//! in an atomic sequence or a deterministic step. Afterwards each asserts something of what was computed for it. A model has
//! up to three *oddities*, any of which may make the order of the rounds visible; without any it should keep its group.

mod draft;
mod heads;
mod observers;
mod rounds;
mod starts;
mod terms;

pub use draft::model;
