//! The tests of `lts`, as one program: what they use is linked once.

mod assertions;
mod compressed_parts;
mod compression;
mod confirmed;
mod denotational;
mod kept;
mod laws;
mod naive;
mod processes;
mod semantics;
mod supercombinators;
mod watchdogs;
