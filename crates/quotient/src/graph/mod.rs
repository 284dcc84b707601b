//! `quotient graph`: the state graph, or its quotient, as a file for other tools.

pub mod arguments;
mod aut;
mod dot;
mod labels;
mod output;

use std::path::Path;

use checking::quantities::{plural, several};
use checking::{Draw, Graph, OWN_METHOD, Purpose, limit_text};
use kernel::{Limits, Phase, SearchOptions, StopReason, Walk};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::check_harmless;
use crate::job::Job;
use crate::load::{Subject, failed};
use crate::progress::ProgressLine;
use crate::symmetry_arguments::{ChosenSymmetry, PointChoice};
use crate::table::Languages;
use crate::terminal::{complain, unspaced};
use arguments::{GraphArgs, GraphFormat, StateLabels};
use aut::{AutCounter, AutWriter};
use dot::DotWriter;
use output::Output;

/// More states than this nobody can draw.
const MOST_DRAWN: u64 = 10_000;

/// Runs the command.
///
/// # Errors
/// Why there is no graph.
pub fn graph(args: GraphArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(args.limits)?;
    let format = format(&args)?;
    let Context { languages, settings, .. } = context;
    let model = args.model.clone();
    Subject::answer(languages, &model, settings, Purpose::Search, |subject| {
        drawn(&args, format, &subject, languages, &job)
    })
}

/// The graph of a model that was loaded.
fn drawn(
    args: &GraphArgs,
    format: GraphFormat,
    subject: &Subject,
    languages: Languages,
    job: &Job,
) -> Result<Exit, Failure> {
    let sources = subject.model.sources();
    args.output.as_deref().map_or(Ok(()), |path| check_harmless(path, sources, languages))?;
    let chosen = ChosenSymmetry::read(&args.symmetry, PointChoice::All, OWN_METHOD)?;
    let default_states = (format == GraphFormat::Dot).then_some(MOST_DRAWN);
    let limits = Limits {
        states: args.max_states.or(default_states),
        depth: args.max_depth,
        ..job.limits()
    };
    let (budget, cancel) = (job.budget().clone(), Some(job.cancel()));
    let options = SearchOptions { limits, budget, cancel, ..SearchOptions::default() };
    let line = ProgressLine::new(job, !args.quiet && args.output.is_some());
    job.enter(Phase::Detection);
    let drawing = Drawing {
        format,
        labels: args.labels,
        output: args.output.as_deref(),
        tells_counts: !args.quiet,
        subject,
        options: options.clone(),
        line,
    };
    let mut ended = Ok(Exit::Holds);
    let walked = subject.model.graph(chosen.source(), &options, &mut |graph| {
        job.enter(Phase::Search);
        ended = drawing.draw(graph);
    });
    walked.map_err(|failure| match &failure {
        checking::Failure::Group(_) | checking::Failure::NoSymmetry(_) => {
            failed(failure, chosen.sources().unwrap_or(sources))
        }
        _ => subject.failure(failure),
    })?;
    ended
}

/// The format that was asked for, or follows from the name of the output.
fn format(args: &GraphArgs) -> Result<GraphFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(output) = &args.output else { return Ok(GraphFormat::Dot) };
    let extension = output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("aut") => Ok(GraphFormat::Aut),
        Some("dot" | "gv") | None => Ok(GraphFormat::Dot),
        Some(_) => Err(Failure::input(format!(
            "{}: the extension does not tell the format; say `--format dot` or `--format aut`",
            output.display()
        ))),
    }
}

/// What is drawn, and how.
struct Drawing<'a> {
    format: GraphFormat,
    labels: StateLabels,
    /// The file; none for standard output.
    output: Option<&'a Path>,
    /// Whether the size of a graph that went to a file is told.
    tells_counts: bool,
    subject: &'a Subject,
    options: SearchOptions,
    line: ProgressLine<'a>,
}

impl Drawing<'_> {
    fn draw(&self, graph: &dyn Graph) -> Result<Exit, Failure> {
        let walk = match self.format {
            GraphFormat::Dot => self.draw_dot(graph)?,
            GraphFormat::Aut => self.draw_aut(graph)?,
        };
        let Some(walk) = walk else { return Ok(Exit::Holds) };
        match self.incomplete(&walk) {
            Some(why) => {
                let unwritten =
                    if self.format == GraphFormat::Aut { "no graph was written: " } else { "" };
                complain(&format!("incomplete: {unwritten}{why}"));
                Ok(Exit::Unknown)
            }
            None => {
                if let (Some(path), true) = (self.output, self.tells_counts) {
                    complain(&format!("{}: {}", path.display(), counts(&walk)));
                }
                Ok(Exit::Holds)
            }
        }
    }

    /// Writes the graph; none if nobody reads it to the end.
    fn draw_dot(&self, graph: &dyn Graph) -> Result<Option<Walk>, Failure> {
        let mut out = Output::open(self.output)?;
        let comments = self.comments(graph);
        let mut writer = DotWriter::new(&self.subject.path, &mut out, self.labels, &comments);
        let walk = self.walk(graph, &mut writer);
        let incomplete = self.incomplete(&walk).map(|why| unspaced(&why));
        writer.finish(&unspaced(&counts(&walk)), incomplete.as_deref());
        Ok(out.finish()?.then_some(walk))
    }

    /// The same; writes nothing if the graph is incomplete: the format has no way to say so.
    fn draw_aut(&self, graph: &dyn Graph) -> Result<Option<Walk>, Failure> {
        let mut counter = AutCounter::default();
        let walk = self.walk(graph, &mut counter);
        if walk.stop != StopReason::Exhausted {
            return Ok(Some(walk));
        }
        let mut out = Output::open(self.output)?;
        let states = walk.statistics.states;
        let again = self.walk(graph, &mut AutWriter::new(&mut out, states, counter));
        Ok(out.finish()?.then_some(again))
    }

    fn walk(&self, graph: &dyn Graph, draw: &mut dyn Draw) -> Walk {
        let walk = graph.walk(&self.options, &self.line, draw);
        self.line.clear();
        walk
    }

    /// What the graph is, for readers of the file.
    fn comments(&self, graph: &dyn Graph) -> Vec<String> {
        let mut comments = vec![format!("state graph of {} by quotient {}", self.subject.path, {
            env!("CARGO_PKG_VERSION")
        })];
        if let Some(symmetry) = graph.symmetry() {
            comments.push(format!("symmetry: {}", symmetry.one_line()));
            let components = several(graph.component());
            comments.push(format!(
                "Each state stands for its class of symmetric states. Transitions name {components} \
                 as in the state that they leave; `then (a b)` makes the state that is drawn of the \
                 one that they lead to."
            ));
        }
        comments
    }

    /// Why the graph is incomplete, if it is.
    fn incomplete(&self, walk: &Walk) -> Option<String> {
        let why = limit_text(walk.stop, Phase::Search, &self.options.limits);
        match walk.stop {
            StopReason::Exhausted => None,
            StopReason::StateLimit => Some(format!("{why}; `--max-states N` allows more")),
            _ => Some(why),
        }
    }
}

fn counts(walk: &Walk) -> String {
    let (states, transitions) = (walk.statistics.states, walk.statistics.transitions);
    format!("{}, {}", plural(states, "state"), plural(transitions, "transition"))
}
