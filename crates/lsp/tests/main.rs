//! The tests of `lsp`, as one program: what they use is linked once.

mod checks;
mod diagnostics;
mod edits;
mod hostile;
mod included;
mod installed;
mod lifecycle;
mod meanwhile;
mod names;
mod obstacles;
mod support;
mod verdicts;
