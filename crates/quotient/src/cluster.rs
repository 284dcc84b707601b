//! `--cluster`: machines that share a search. The first is the program that the user has started; it starts the others, and says what all
//! have found. Each of them loads the model, finds the symmetry and prepares the search for itself; the search alone is shared.

pub mod arguments;
mod assignment;
mod local;
mod machine;

pub use machine::wait_for_the_end;

use std::sync::Arc;
use std::time::Duration;

use checking::Report;
use cluster::{Exchange, meet};
use kernel::{StopReason, Team};

use crate::check_arguments::CheckArgs;
use crate::exit::Failure;
use crate::memory::default_limit;
use crate::terminal::complain;
use arguments::ClusterChoice;
use assignment::Assignment;
use local::Processes;

/// Machines come together within this time, or not at all.
const MEETING: Duration = Duration::from_secs(20);

/// The machines that share a search, as one of them has them.
pub enum Company {
    /// The first, which starts so many others, and then has them.
    First(usize, Option<Processes>),
    /// Another one.
    Other(Team),
}

impl Company {
    /// Begins a search that machines share, if it is to be shared: what the user allows is divided among them. Another machine than the first
    /// is told here which one it is, and meets the others.
    ///
    /// # Errors
    /// The machines do not come together.
    pub fn begin(args: &mut CheckArgs) -> Result<Option<Company>, Failure> {
        let Some(ClusterChoice::Local(count)) = args.cluster else { return Ok(None) };
        divide(args, count);
        if !args.machine {
            return Ok(Some(Company::First(count, None)));
        }
        machine::take_part().map(Company::Other).map(Some).map_err(Failure::limit)
    }

    /// Whether this is the first of the machines.
    pub fn is_first(&self) -> bool {
        matches!(self, Company::First(..))
    }

    /// The machines, which have met.
    ///
    /// # Errors
    /// They do not come together.
    pub fn meet(&mut self) -> Result<Team, Failure> {
        match self {
            Company::Other(team) => Ok(team.clone()),
            Company::First(count, processes) => {
                let (started, team) = first(*count).map_err(Failure::limit)?;
                *processes = Some(started);
                Ok(team)
            }
        }
    }

    /// Ends the other machines when the search has ended, and tells on standard error what is not in the report.
    pub fn end(self, report: &Report) {
        let Company::First(_, Some(processes)) = self else { return };
        let lost = match report.stop {
            StopReason::MachineLost(machine) => Some(machine),
            _ => None,
        };
        if let Some(said) = processes.end(lost) {
            complain(&format!("the machine that was lost has said: {said}"));
        }
        if lost.is_none() && report.statistics.shares.is_none() {
            complain(
                "warning: the search was not shared by the machines: one of this kind is made on one machine",
            );
        }
    }
}

/// Divides what may be taken of this computer among so many machines. Each has at least one thread.
fn divide(args: &mut CheckArgs, count: usize) {
    let share = |bytes: u64| bytes / count as u64;
    args.limits.memory = args.limits.memory.or_else(default_limit).map(share);
    args.disk = args.disk.map(share);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = u16::try_from((cores / count).max(1)).unwrap_or(u16::MAX);
    args.workers = args.workers.or(Some(threads));
}

/// The first of so many machines starts the others and meets them.
fn first(count: usize) -> Result<(Processes, Team), String> {
    let assignments = Assignment::all(count)?;
    let (processes, addresses) = Processes::start(&assignments)?;
    let terms = assignments[0].terms()?;
    let channels = meet(0, None, &addresses, &terms, MEETING).map_err(|error| error.to_string())?;
    let exchange = Exchange::start(0, channels)?;
    Ok((processes, Team::new(Arc::new(exchange))))
}
