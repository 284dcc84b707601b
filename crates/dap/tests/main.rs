//! The tests of `dap`, as one program: what they use is linked once.

mod breakpoints;
mod console;
mod endings;
mod hostile;
mod launching;
mod support;
mod travel;
mod variables;
