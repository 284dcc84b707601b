//! The tests of `cspm`, as one program: what they use is linked once.

mod closures;
mod confirmed;
mod decided;
#[path = "declared/main.rs"]
mod declared;
mod evaluation;
mod fuzz_smoke;
mod hostile;
mod judged;
mod kept;
mod libcspm_evaluator;
mod libcspm_names;
mod libcspm_parser;
mod libcspm_types;
mod mistakes;
mod named_by_type;
mod names;
mod published_counts;
mod published_evaluation;
mod scripts;
mod support;
mod symmetric;
mod symmetric_scripts;
#[path = "symmetry/main.rs"]
mod symmetry;
mod syntax;
mod timed_frames;
mod timed_sections;
mod typing;
mod verdicts;
