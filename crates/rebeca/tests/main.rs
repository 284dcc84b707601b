//! The tests of `rebeca`, as one program: what they use is linked once.

#![allow(clippy::duplicate_mod, reason = "each file takes in what it shares with other crates")]

mod core;
mod declared;
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
