//! The tests of `baselines`, as one program: what they use is linked once.

mod channel_diagram;
mod known_rebecs;
