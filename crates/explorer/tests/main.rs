//! The tests of `explorer`, as one program: what they use is linked once.

mod addresses;
mod answers;
mod bodies;
mod door;
mod ends;
mod floods;
mod fuzz_smoke;
mod fuzzing;
mod in_browser;
mod slow;
mod support;
