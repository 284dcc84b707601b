//! The tests of `rebeca`, as one program: what they use is linked once.

mod core;
mod footprints;
mod fuzz_smoke;
mod loops;
mod properties;
mod published;
mod published_properties;
mod random;
mod safe_servers;
mod semantics;
mod sets;
mod syntax;
mod typing;
