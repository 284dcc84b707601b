//! The machines that share a search, as one of them has them.

use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;

use checking::Report;
use cluster::{Exchange, HANDSHAKE_TIME, Key, Terms, meet};
use kernel::{StopReason, Team};

use super::arguments::ClusterChoice;
use super::job::{Job, MOST_MACHINES, Place};
use super::seat::Seat;
use super::{CONTROL, MEETING};
use crate::check_arguments::CheckArgs;
use crate::exit::Failure;
use crate::files::read;
use crate::load::Subject;
use crate::memory::default_limit;
use crate::share_arguments::{ShareArgs, cores};
use crate::symmetry_arguments::SymmetryChoice;
use crate::terminal::complain;

/// The machines that share a search.
pub enum Company {
    /// This is the first, which has the others take part.
    First {
        /// The arguments of this program.
        arguments: Vec<OsString>,
        /// Where the others are.
        others: Others,
        /// The others, when they take part.
        seats: Vec<Seat>,
    },
    /// This is another one.
    Other(Team),
}

/// Where the machines are behind the first.
pub enum Others {
    /// Processes of this computer: so many, which may take so much each.
    Processes(usize, ShareArgs),
    /// At workers that listen at these addresses, on these terms.
    AtWorkers(Vec<SocketAddr>, Terms),
}

impl Company {
    /// The machines of a search, if they are to share one. What may be taken of this computer is divided among those that are on it.
    ///
    /// # Errors
    /// There is no such file or key.
    pub fn begin(args: &mut CheckArgs, arguments: &[OsString]) -> Result<Option<Company>, Failure> {
        let others = match &args.cluster {
            None => return Ok(None),
            Some(ClusterChoice::Local(count)) => {
                let count = *count;
                if args.key.is_some() {
                    return Err(Failure::input(
                        "`--key` is for workers, and `--cluster local:N` has none",
                    ));
                }
                divide(&mut args.share, count);
                Others::Processes(count - 1, args.share.clone())
            }
            Some(ClusterChoice::Workers(file)) => {
                if matches!(args.symmetry, SymmetryChoice::File(_)) {
                    return Err(Failure::input(
                        "a worker reads no file that a search names: `--cluster` with workers goes without `--symmetry file:FILE`",
                    ));
                }
                let key = match &args.key {
                    Some(file) => Key::read(file)
                        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?,
                    None => Key::known_to_all(),
                };
                let terms = Terms { key, context: CONTROL.to_vec(), time: HANDSHAKE_TIME };
                Others::AtWorkers(addresses(file)?, terms)
            }
        };
        let arguments = arguments.to_vec();
        Ok(Some(Company::First { arguments, others, seats: Vec::new() }))
    }

    /// Whether this is the first of the machines.
    pub fn is_first(&self) -> bool {
        matches!(self, Company::First { .. })
    }

    /// The machines, which have met, for the search in a model.
    ///
    /// # Errors
    /// They do not come together.
    pub fn meet(&mut self, subject: &Subject) -> Result<Team, Failure> {
        match self {
            Company::Other(team) => Ok(team.clone()),
            Company::First { arguments, others, seats } => {
                let met = others.seats().and_then(|taken| {
                    *seats = taken;
                    let sent = match others {
                        Others::Processes(..) => None,
                        Others::AtWorkers(..) => Some(subject.model.sources()),
                    };
                    let language = subject.language.name();
                    first(seats, |place| Job::new(arguments, language, sent, place))
                });
                met.map_err(Failure::limit)
            }
        }
    }

    /// Ends the other machines when the search has ended, and tells on standard error what is not in the report.
    pub fn end(self, report: &Report) {
        let Company::First { others, seats, .. } = self else { return };
        let lost = match report.stop {
            StopReason::MachineLost(machine) => machine.checked_sub(1),
            _ => None,
        };
        let is_shared = report.statistics.shares.is_some();
        if let Some(seat) = lost.and_then(|place| seats.into_iter().nth(place)) {
            let name = seat.name().to_owned();
            let said = seat.end().map_or(String::new(), |said| format!(", and has said:\n{said}"));
            complain(&format!("{name}, was lost{said}"));
        }
        let is_limit = matches!(report.stop, StopReason::MemoryLimit | StopReason::StoreFailed(_));
        match others {
            Others::Processes(count @ 1.., _) if is_limit => complain(&format!(
                "each of the {} machines has an equal part of `--memory` and `--disk`",
                count + 1
            )),
            _ => {}
        }
        if lost.is_none() && !is_shared {
            complain(
                "warning: the result is of this machine alone: of a search of a kind that is not shared, or that was repeated without symmetry",
            );
        }
    }
}

impl Others {
    fn seats(&self) -> Result<Vec<Seat>, String> {
        match self {
            Others::Processes(count, share) => {
                (1..=*count).map(|number| Seat::process(number, share)).collect()
            }
            Others::AtWorkers(addresses, terms) => {
                let numbered = (1..).zip(addresses);
                numbered.map(|(number, &at)| Seat::of_worker(number, at, terms)).collect()
            }
        }
    }
}

/// The first of the machines tells the others which search it is, and meets them.
fn first(seats: &mut [Seat], job: impl Fn(&Place) -> Result<Job, String>) -> Result<Team, String> {
    let places = Place::all(seats.len() + 1)?;
    let mut addresses = Vec::new();
    for (seat, place) in seats.iter_mut().zip(&places[1..]) {
        addresses.push(seat.ask(&job(place)?)?);
    }
    for (number, seat) in seats.iter_mut().enumerate() {
        seat.tell_behind(&addresses[number + 1..])?;
    }
    let channels = meet(0, None, &addresses, &places[0].terms()?, MEETING);
    let channels = channels.map_err(|error| error.to_string())?;
    Ok(team(Exchange::start(0, channels)?))
}

/// A team of the machines of an exchange.
pub fn team(exchange: Exchange) -> Team {
    Team::new(Arc::new(exchange))
}

/// Divides what may be taken of this computer among so many machines, each of which has at least one thread.
fn divide(share: &mut ShareArgs, count: usize) {
    let part = |bytes: u64| bytes / count as u64;
    share.limits.memory = share.limits.memory.or_else(default_limit).map(part);
    share.disk = share.disk.map(part);
    let threads = u16::try_from((cores() / count).max(1)).unwrap_or(u16::MAX);
    share.workers = share.workers.or(Some(threads));
}

/// The addresses that stand in a file, one in each line; behind `#` are comments.
fn addresses(file: &Path) -> Result<Vec<SocketAddr>, Failure> {
    let bytes = read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = line.split('#').next().unwrap_or_default().trim();
        if place.is_empty() {
            continue;
        }
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::input(format!(
                "{}:{}: `{place}` is no HOST:PORT: {why}",
                file.display(),
                number + 1
            ))
        };
        let mut addresses = place.to_socket_addrs().map_err(|error| wrong(&error))?;
        found.push(addresses.next().ok_or_else(|| wrong(&"the host has no address"))?);
    }
    match found.len() {
        0 => Err(Failure::input(format!(
            "{}: there is no worker: a line HOST:PORT for each is wanted",
            file.display()
        ))),
        MOST_MACHINES.. => Err(Failure::input(format!(
            "{}: there are more than {} workers",
            file.display(),
            MOST_MACHINES - 1
        ))),
        _ => Ok(found),
    }
}
