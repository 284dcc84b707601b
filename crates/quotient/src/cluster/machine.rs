//! A machine that takes part in a search of another program: it is told by standard input which search that is, and ends when that is closed.

use std::io::Read;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::FromArgMatches;
use cluster::{Exchange, Listener, meet};
use diagnostics::Files;
use kernel::Team;

use super::arguments::MachineArgs;
use super::company::Company;
use super::job::{Answer, Behind, Job, hear, tell};
use super::{COMING, MEETING, company};
use crate::arguments::{Cli, Command};
use crate::check::check_in;
use crate::check_arguments::CheckArgs;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::language_settings;
use crate::model_arguments::ModelArgs;
use crate::symmetry_arguments::SymmetryChoice;

/// Takes part in a search.
///
/// # Errors
/// It does not come about, or this machine is not able to.
pub fn machine(args: MachineArgs, context: Context) -> Result<Exit, Failure> {
    let has_met = come_in_time().map_err(Failure::limit)?;
    let mut input = std::io::stdin();
    let mut job: Job = hear(&mut input).map_err(|why| {
        Failure::input(format!(
            "`machine` is what `check --cluster` starts, and is told a search: {why}"
        ))
    })?;
    let begun = begin(&mut job, &args, context)
        .and_then(|begun| Ok((begun, meet_the_others(&args, &job)?)));
    has_met.store(true, Relaxed);
    match begun {
        Ok(((check, context), team)) => check_in(Some(Company::Other(team)), check, context),
        Err(why) => {
            // Who has started it may have gone.
            let _ = tell(&mut std::io::stdout(), &Answer::Refused(why.clone()));
            Err(Failure::limit(why))
        }
    }
}

/// Ends the program if it does not meet the others in time, which is told to what this returns: whoever has it started may have gone without a word.
fn come_in_time() -> Result<Arc<AtomicBool>, String> {
    let has_met = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&has_met);
    let wait = move || {
        thread::sleep(COMING);
        if !watched.load(Relaxed) {
            std::process::exit(Exit::Unknown as i32);
        }
    };
    let thread = thread::Builder::new().name("coming".to_owned()).spawn(wait);
    thread.map(|_| has_met).map_err(|error| error.to_string())
}

/// The arguments of the search as they are for this machine: what it is told to write or show is for the first, and what it may take is its
/// own affair.
fn begin(
    job: &mut Job,
    args: &MachineArgs,
    context: Context,
) -> Result<(CheckArgs, Context), String> {
    if let Some(why) = job.obstacle() {
        return Err(why);
    }
    let Context { languages, panics, arguments, .. } = context;
    let matches = language_settings::command(languages).try_get_matches_from(&job.arguments);
    let matches = matches.map_err(|_| "no search is asked for".to_owned())?;
    let settings = language_settings::given(languages, &matches);
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    let Command::Check(check) = cli.command else {
        return Err("no search is asked for".to_owned());
    };
    let files = job.take_files();
    let is_sent = matches!(files, Files::Given(_));
    let names_a_file = is_sent && matches!(check.symmetry, SymmetryChoice::File(_));
    if check.cluster.is_none() || names_a_file || args.sent && !is_sent {
        return Err("no search is asked for that machines share".to_owned());
    }
    let check = CheckArgs {
        model: ModelArgs { language: Some(job.language.clone()), files, ..check.model },
        share: args.share.clone(),
        checkpoint: None,
        resume: None,
        trace: Vec::new(),
        report: None,
        trail: None,
        json: true,
        quiet: false,
        verbose: false,
        ..*check
    };
    Ok((check, Context { languages, settings, arguments, panics }))
}

/// Meets the other machines.
fn meet_the_others(args: &MachineArgs, job: &Job) -> Result<Team, String> {
    let place = &job.place;
    let terms = place.terms()?;
    // Who is a stranger has no part in the search; who is missed is told below.
    let listener = Listener::start(SocketAddr::new(args.bind, 0), terms.clone(), |_, _| {});
    let listener = listener.map_err(|error| error.to_string())?;
    tell(&mut std::io::stdout(), &Answer::Listening(listener.address()))?;
    let Behind(addresses) = hear(&mut std::io::stdin())?;
    if addresses.len() + place.own + 1 != place.count {
        return Err("as many addresses are wanted as there are machines behind this one".to_owned());
    }
    end_with(std::io::stdin())?;
    let channels = meet(place.own, Some(&listener), &addresses, &terms, MEETING);
    let channels = channels.map_err(|error| error.to_string())?;
    Ok(company::team(Exchange::start(place.own, channels)?))
}

/// Ends the program when nobody writes to its input any more: who has started it has ended, however that was.
fn end_with(mut input: impl Read + Send + 'static) -> Result<(), String> {
    let wait = move || {
        let _ = std::io::copy(&mut input, &mut std::io::sink());
        std::process::exit(Exit::Unknown as i32);
    };
    let thread = thread::Builder::new().name("parent".to_owned()).spawn(wait);
    thread.map(|_| ()).map_err(|error| error.to_string())
}

/// Waits until a machine has left the team: the first one has its answer then. What this one has sent may still be on the way.
pub fn wait_for_the_end(team: &Team) -> Exit {
    loop {
        let is_over = team.machines().receive(false, &mut |_, _| {}).is_err();
        thread::sleep(Duration::from_millis(100));
        if is_over {
            return Exit::Unknown;
        }
    }
}
