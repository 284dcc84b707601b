//! How to find the model.

use std::path::PathBuf;

use clap::Args;

/// How to find the model.
#[derive(Args, Debug, Clone)]
pub struct ModelArgs {
    /// The model
    pub model: PathBuf,
    /// The language
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
}
