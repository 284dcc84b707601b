//! Promela-Lite: text to machine, and to Promela.
//!
//! Promela-Lite is the language in which Donaldson and Miller (*Automatic Symmetry Detection for
//! Promela*, Journal of Automated Reasoning 41, 2008) prove that static channel diagrams give
//! symmetries: loops of guarded atomic statements, and channels with types that may be recursive.

mod ast;
mod declared;
mod language;
mod lex;
mod lower;
mod model;
mod parse;
mod rename;
mod rules;
mod scope;
mod translate;
mod types;
mod typing;

pub use language::PromelaLite;
pub use model::{Loaded, load, to_promela};
pub use rules::Rule;
