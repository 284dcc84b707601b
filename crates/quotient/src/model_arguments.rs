//! How to find the model.

use std::path::PathBuf;

use clap::Args;
use diagnostics::Files;

/// How to find the model.
#[derive(Args, Debug, Clone)]
pub struct ModelArgs {
    /// The model; - reads it from standard input
    pub model: PathBuf,
    /// The language
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// The files among which it is.
    #[arg(skip)]
    pub files: Files,
}
