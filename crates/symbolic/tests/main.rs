//! The tests of `symbolic`, as one program. Models are compared with other searches where their languages are: `sets` in the tests of
//! `promela` and of `rebeca`, by `support/agree.rs`.

mod backward;
mod diagrams;
