//! What a search may take of the computer that it is on: memory, time, files and threads.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;

use crate::limit_arguments::LimitArgs;
use crate::units::parse_size;

/// What a search may take of the computer that it is on.
#[derive(Args, Debug, Clone)]
pub struct ShareArgs {
    /// The limits of memory and time.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Folder in whose file system the files of states are, which have no names and go with the program [default: that of the system
    /// for temporary files]
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub disk_dir: Option<PathBuf>,
    /// Limit of these files, as in 500M, 80G [default: 80% of what is free there]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub disk: Option<u64>,
    /// Number of threads that search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help_heading = "Search")]
    pub workers: Option<u16>,
}

/// How many threads can run at once here.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

impl ShareArgs {
    /// The same as arguments of another program.
    pub fn to_arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            arguments.extend(value.map(|value| format!("--{name}={value}")));
        };
        add("memory", self.limits.memory.map(|bytes| bytes.to_string()));
        add("time", self.limits.time.map(|time| format!("{}ms", time.as_millis())));
        add("disk", self.disk.map(|bytes| bytes.to_string()));
        add("disk-dir", self.disk_dir.as_ref().map(|folder| folder.display().to_string()));
        add("workers", self.workers.map(|number| number.to_string()));
        arguments
    }
}
