//! The arguments of what machines do that share a search.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

use crate::share_arguments::ShareArgs;

/// The most processes of one computer.
const MOST: usize = 64;

/// The examples that `quotient help worker` ends with.
pub const WORKER_EXAMPLES: &str = "\
Examples:
  quotient worker --new-key key                     once; the file goes to all machines
  quotient worker --key key --listen 0.0.0.0:7117   on each of them
  quotient check model.pml --key key --cluster hosts.txt
                                                    hosts.txt has a line HOST:PORT for each

A worker takes part in one search at a time, in a process of its own, and reads no file that a search
names. It goes on until it is interrupted.";

/// Which machines share a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterChoice {
    /// So many processes of this computer.
    Local(usize),
    /// This one, and those whose workers a file names.
    Workers(PathBuf),
}

/// Reads `local:N`, or the name of a file.
///
/// # Errors
/// There are too few or too many processes.
pub fn parse_cluster(text: &str) -> Result<ClusterChoice, String> {
    let Some(count) = text.strip_prefix("local:") else {
        return Ok(ClusterChoice::Workers(text.into()));
    };
    match count.parse() {
        Ok(count) if (1..=MOST).contains(&count) => Ok(ClusterChoice::Local(count)),
        _ => Err(format!("expected local:N, with N from 1 to {MOST}, as in local:4")),
    }
}

/// The arguments of `worker`.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    /// Address to listen at; without a key only this machine can reach it, at 127.0.0.1
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7117")]
    pub listen: SocketAddr,
    /// The key that all machines have; without, any user of this machine may have a search made here
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Write a new key to FILE, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["key", "listen"])]
    pub new_key: Option<PathBuf>,
    /// What each search may take.
    #[command(flatten)]
    pub share: ShareArgs,
}

/// The arguments of `machine`.
#[derive(Args, Debug)]
pub struct MachineArgs {
    /// The address where it is met
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub bind: IpAddr,
    /// The model must be sent: no file of this computer is read
    #[arg(long)]
    pub sent: bool,
    /// What it may take.
    #[command(flatten)]
    pub share: ShareArgs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_processes_or_stand_in_a_file() {
        assert_eq!(parse_cluster("local:4"), Ok(ClusterChoice::Local(4)));
        assert_eq!(parse_cluster("4"), Ok(ClusterChoice::Workers("4".into())));
        for text in ["local:0", "local:65", "local:", "local:x", "local:-1"] {
            assert!(parse_cluster(text).is_err(), "{text}");
        }
    }
}
