//! Options about what is shown beside the steps of a counterexample.

use clap::Args;

/// What is shown beside a counterexample.
#[derive(Args, Debug, Clone)]
pub struct ShownArgs {
    /// Show the value of an expression beside each step of a counterexample that changes it, as in 'flag[1] && user(3).k > 2'; may be
    /// repeated
    #[arg(long, value_name = "EXPR", conflicts_with = "json")]
    pub show: Vec<String>,
    /// Show all that each state of a counterexample holds
    #[arg(long, conflicts_with = "json")]
    pub state: bool,
}
