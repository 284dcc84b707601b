//! `--time` and `--memory`, which every command has that loads a model.

use std::time::Duration;

use clap::Args;

use crate::units::{parse_duration, parse_size};

/// What a command may take, from the first byte that it reads.
#[derive(Args, Debug, Clone, Copy)]
pub struct LimitArgs {
    /// Limit of memory, as in 500M, 8G [default: 90% of the available memory, or less than half of that left by `ulimit -v`]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Limit of time, as in 30s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
}
