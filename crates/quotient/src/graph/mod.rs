//! `quotient graph`: the state graph, or its quotient, as a file for other tools.

pub mod arguments;
mod aut;
mod dot;
mod labels;
mod output;

use groups::Patience;
use kernel::{
    GraphVisitor, Limits, Reporter, SearchOptions, StopReason, TransitionSystem, Walk, walk_graph,
};
use machine::detect::{Reduction, Understanding};
use machine::{State, Step};
use symmetry::{AuditPlan, Canonical, Quotient, Watched};

use crate::detection::DetectArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt::cancel_flag;
use crate::load::Subject;
use crate::memory::default_limit;
use crate::output_file::check_harmless;
use crate::progress::ProgressLine;
use crate::symmetry_source::symmetry_of;
use crate::symmetry_view::SymmetryView;
use crate::terminal::complain;
use crate::units::plural;
use crate::verdict::limit_text;
use arguments::{GraphArgs, GraphFormat};
use aut::{AutCounter, AutWriter};
use dot::DotWriter;
use output::Output;

/// More states than this nobody can draw.
const MOST_DRAWN: u64 = 10_000;

/// Runs the command.
///
/// # Errors
/// Why there is no graph.
pub fn graph(args: &GraphArgs) -> Result<Exit, Failure> {
    let format = format(args)?;
    let subject = Subject::load(&args.model, args.states)?;
    args.output.as_deref().map_or(Ok(()), |path| check_harmless(path, &subject.sources))?;
    let machine = &subject.model.machine;
    let understanding = Understanding::new(machine);
    let patience = &mut Patience::endless();
    let reduction = symmetry_of(&understanding, &args.symmetry, DetectArgs::PROGRAM, patience)?;
    let reduction = reduction.and_then(|found| found.detected.reduction);
    let default_states = (format == GraphFormat::Dot).then_some(MOST_DRAWN);
    let limits = Limits {
        states: args.max_states.or(default_states),
        depth: args.max_depth,
        memory_bytes: default_limit(),
        time: None,
    };
    let cancel = Some(cancel_flag());
    let options = SearchOptions { limits, cancel, ..SearchOptions::default() };
    let line = ProgressLine::new(!args.quiet && args.output.is_some());
    let drawing = Drawing { args, subject: &subject, reduction: reduction.as_ref(), options, line };
    match &reduction {
        Some(reduction) => {
            let canonical = Canonical::new(&reduction.symmetry);
            let watched = Watched::new(reduction, &reduction.symmetry, AuditPlan::OFF);
            drawing.draw(&Quotient::new(&watched, &canonical), format)
        }
        None => drawing.draw(machine, format),
    }
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
    args: &'a GraphArgs,
    subject: &'a Subject,
    reduction: Option<&'a Reduction>,
    options: SearchOptions,
    line: ProgressLine,
}

impl Drawing<'_> {
    fn draw<S>(&self, system: &S, format: GraphFormat) -> Result<Exit, Failure>
    where
        S: TransitionSystem<State = State, Step = Step>,
    {
        let walk = match format {
            GraphFormat::Dot => self.draw_dot(system)?,
            GraphFormat::Aut => self.draw_aut(system)?,
        };
        let Some(walk) = walk else { return Ok(Exit::Holds) };
        match self.incomplete(&walk) {
            Some(why) => {
                let unwritten =
                    if format == GraphFormat::Aut { "no graph was written: " } else { "" };
                complain(&format!("incomplete: {unwritten}{why}"));
                Ok(Exit::Unknown)
            }
            None => {
                if let (Some(path), false) = (&self.args.output, self.args.quiet) {
                    complain(&format!("{}: {}", path.display(), counts(&walk)));
                }
                Ok(Exit::Holds)
            }
        }
    }

    /// Writes the graph; `None` if nobody reads it to the end.
    fn draw_dot<S>(&self, system: &S) -> Result<Option<Walk>, Failure>
    where
        S: TransitionSystem<State = State, Step = Step>,
    {
        let mut out = Output::open(self.args.output.as_deref())?;
        let comments = self.comments();
        let mut writer = DotWriter::new(self.subject, &mut out, self.args.labels, &comments);
        let walk = self.walk(system, &mut writer);
        writer.finish(&counts(&walk), self.incomplete(&walk).as_deref());
        Ok(out.finish()?.then_some(walk))
    }

    /// The same; writes nothing if the graph is incomplete: the format has no way to say so.
    fn draw_aut<S>(&self, system: &S) -> Result<Option<Walk>, Failure>
    where
        S: TransitionSystem<State = State, Step = Step>,
    {
        let mut counter = AutCounter::default();
        let walk = self.walk(system, &mut counter);
        if walk.stop != StopReason::Exhausted {
            return Ok(Some(walk));
        }
        let mut out = Output::open(self.args.output.as_deref())?;
        let states = walk.statistics.states;
        let again = self.walk(system, &mut AutWriter::new(self.subject, &mut out, states, counter));
        Ok(out.finish()?.then_some(again))
    }

    fn walk<S: TransitionSystem>(&self, system: &S, visitor: &mut impl GraphVisitor<S>) -> Walk {
        let walk = walk_graph(system, &self.options, &self.line as &dyn Reporter, visitor);
        self.line.clear();
        walk
    }

    /// What the graph is, for readers of the file.
    fn comments(&self) -> Vec<String> {
        let mut comments = vec![format!("state graph of {} by quotient {}", self.subject.path, {
            env!("CARGO_PKG_VERSION")
        })];
        if let Some(reduction) = self.reduction {
            comments.push(format!("symmetry: {}", SymmetryView::new(reduction).one_line()));
            comments.push(
                "Each state stands for its class of symmetric states. Transitions name processes \
                 as in the state that they leave; where they lead, processes may have changed \
                 places."
                    .to_owned(),
            );
        }
        comments
    }

    /// Why the graph is incomplete, if it is.
    fn incomplete(&self, walk: &Walk) -> Option<String> {
        let why = limit_text(walk.stop, &self.options.limits);
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
