//! `quotient explore`: a model to walk through, in a browser.

pub mod arguments;

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use checking::{
    AddressedRun, Explorable, OWN_METHOD, Purpose, Settings, StoredRun, StoredStatement,
};
use explorer::{Counterpart, Server, explore as serve, shortened};
use kernel::{Budget, Limits, Phase, SearchOptions};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::read;
use crate::job::Job;
use crate::limit_arguments::LimitArgs;
use crate::load::{Subject, failed};
use crate::model_hash::model_hash;
use crate::share_arguments::cores;
use crate::simulate::{as_searched, as_written};
use crate::stored_run::{language_of, parse, trace_text};
use crate::symmetry_arguments::{ChosenSymmetry, PointChoice};
use crate::table::LanguageRow;
use crate::terminal::print;
use arguments::ExploreArgs;

/// Runs the command.
///
/// # Errors
/// Why there are no pages.
pub fn explore(args: ExploreArgs, context: Context) -> Result<Exit, Failure> {
    // The time is that of each search.
    let job = Job::begin(LimitArgs { time: None, ..args.limits })?;
    let languages = context.languages;
    let Some(path) = &args.trace else {
        let language = languages.of(&args.model.model, args.model.language.as_deref())?;
        return as_written(
            languages,
            &args.model,
            language,
            &context.settings,
            Purpose::Check,
            |subject| explored(&args, &subject, None, &job),
        );
    };
    let (language, settings, run) = stored(path, &context)?;
    as_written(languages, &args.model, language, &settings, Purpose::Check, |subject| {
        let searched = as_searched(language, &args.model, &settings, &run)?;
        let statements = searched.model.statements(&run);
        let statements = statements.map_err(|failure| searched.failure(failure))?;
        explored(&args, &subject, Some((&run, &statements)), &job)
    })
}

/// A stored run, with what it takes to load its model.
fn stored(path: &Path, context: &Context) -> Result<(LanguageRow, Settings, StoredRun), Failure> {
    let file = parse(path, &read(path)?)?;
    let (language, settings) = language_of(context.languages, &file, &context.settings)?;
    Ok((language, settings, file.run))
}

/// A stored run to begin with.
type Ahead<'a> = Option<(&'a StoredRun, &'a [StoredStatement])>;

fn explored(
    args: &ExploreArgs,
    subject: &Subject,
    ahead: Ahead<'_>,
    job: &Job,
) -> Result<Exit, Failure> {
    let chosen = ChosenSymmetry::read(&args.symmetry, PointChoice::All, OWN_METHOD)?;
    let limits = Limits { time: args.limits.time, ..job.limits() };
    let budget = Budget::new(&job.limits(), Some(job.cancel()));
    let workers = cores();
    let options = SearchOptions { limits, budget, workers, ..SearchOptions::default() };
    job.enter(Phase::Detection);
    let mut ended = Ok(());
    let found = subject.model.explorable(chosen.source(), &options, &mut |model| {
        // Whoever reads pages may take his time; searches have limits of their own.
        job.enter(Phase::Printing);
        ended = pages(args, subject, model, ahead, &options, job);
    });
    found.map_err(|failure| match &failure {
        checking::Failure::Group(_) | checking::Failure::NoSymmetry(_) => {
            failed(failure, chosen.sources().unwrap_or(subject.model.sources()))
        }
        _ => subject.failure(failure),
    })?;
    ended.map(|()| Exit::Holds)
}

/// Hands out the pages until Ctrl-C.
fn pages(
    args: &ExploreArgs,
    subject: &Subject,
    model: &dyn Explorable,
    ahead: Ahead<'_>,
    options: &SearchOptions,
    job: &Job,
) -> Result<(), Failure> {
    let sources = subject.model.sources();
    let counterpart = match ahead {
        Some((stored, statements)) => {
            let session = model.session_along(stored, statements);
            let run = AddressedRun::new(session.map_err(|failure| subject.failure(failure))?);
            let address = run.address_after(run.known());
            Some(Counterpart {
                address,
                is_counterexample: !stored.property.is_empty(),
                as_a_whole: stored.violates_claim().then(|| stored.ending.clone()),
            })
        }
        None => None,
    };
    let begins = counterpart.as_ref().map_or("", |it| &it.address);
    let server = Server::bind(args.port).map_err(|error| cannot_listen(args.port, &error))?;
    let link = server.link();
    let link = if begins.is_empty() { link } else { format!("{link}&run={}", shortened(begins)) };
    print(&format!("{}: {link}\nCtrl-C ends this\n", subject.path))?;
    let stored = |run| {
        let text = trace_text(subject, &subject.settings, run);
        text.map_err(|failure| failure.message)
    };
    let hash = model_hash(sources);
    let explored = explorer::Subject {
        model,
        sources,
        name: &subject.path,
        hash: &hash[..8],
        options,
        counterpart: counterpart.clone(),
        stored: &stored,
    };
    let cancel = job.cancel();
    let served = serve(&explored, server, &|| cancel.load(Relaxed));
    let served = served.map_err(|failure| subject.failure(failure))?;
    served.map_err(|error| cannot_listen(args.port, &error))
}

fn cannot_listen(port: u16, error: &io::Error) -> Failure {
    let help = if port == 0 { "" } else { "; without `--port` one is taken that is free" };
    Failure::input(format!("no pages can be handed out: {error}{help}"))
}
