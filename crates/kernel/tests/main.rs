//! The tests of `kernel`, as one program: what they use is linked once.

mod agreement;
mod checkpoints;
mod common;
mod compressed;
mod deepest;
mod distributed;
mod emptiness;
mod fairness;
mod graph;
mod limits;
mod lossy;
mod on_disk;
mod store;
