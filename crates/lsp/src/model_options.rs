//! The options that models name for themselves.

use std::sync::Arc;

use checking::Settings;

/// The options that a model names for itself, as it is read, checked and looked at for symmetry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelOptions {
    /// The settings of its language.
    pub settings: Settings,
    /// What `check` is given.
    pub check: Vec<String>,
    /// What `symmetry` is given.
    pub symmetry: Vec<String>,
    /// What is wrong with its lines, each with its number from 1: with wrong ones it is not checked.
    pub mistakes: Vec<(usize, String)>,
}

/// Reads them off the text of a model.
pub type ReadOptions = Arc<dyn Fn(&str) -> ModelOptions + Send + Sync>;
