//! What is told of a run that nobody interrupts: text as it goes, or JSON at its end, and the file
//! that it is stored in.

use checking::{Detail, Ending, Session, SimulatedStep};
use serde::Serialize;

use super::arguments::{Show, SimulateArgs};
use super::text::{RunText, ending_text};
use super::view::View;
use super::{exit, trace_text};
use crate::exit::{Exit, Failure};
use crate::files::write;
use crate::load::Subject;
use crate::terminal::{Paint, complain, cuts, print, print_json};

/// The most lines that the last state takes on a terminal.
const MOST_LINES: usize = 12;

/// Reports a run.
pub struct RunReport<'a> {
    args: &'a SimulateArgs,
    subject: &'a Subject,
    mode: &'static str,
    seed: Option<u64>,
    /// The processes that run from the beginning.
    processes: Vec<String>,
    text: RunText<'a>,
    shown: Vec<SimulatedStep>,
    steps: usize,
}

impl<'a> RunReport<'a> {
    /// An empty report of a session that stands at its beginning.
    pub fn new(
        args: &'a SimulateArgs,
        subject: &'a Subject,
        mode: &'static str,
        seed: Option<u64>,
        session: &dyn Session,
    ) -> RunReport<'a> {
        let show: &[Show] = if args.quiet { &[] } else { &args.show };
        let text = RunText::new(subject, show, args.flat, Paint::stdout());
        let processes = session.processes().into_iter().map(|waiting| waiting.process).collect();
        RunReport { args, subject, mode, seed, processes, text, shown: Vec::new(), steps: 0 }
    }

    /// How many steps there were.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Says something before the run.
    pub fn preface(&self, text: &str) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        if self.args.quiet {
            complain(text);
            return Ok(());
        }
        print(&format!("{}\n", Paint::stdout().dim(text)))
    }

    /// Tells the last step of a session.
    pub fn step(&mut self, session: &dyn Session) -> Result<(), Failure> {
        self.steps += 1;
        let detail = match self.args.json {
            true => Detail::Effects,
            false => self.text.detail(),
        };
        let Some(step) = session.step(session.at(), detail) else { return Ok(()) };
        if self.args.json {
            self.shown.push(step);
            return Ok(());
        }
        let text = self.text.step(step);
        if text.is_empty() { Ok(()) } else { print(&text) }
    }

    /// Tells the end.
    pub fn finish(mut self, session: &dyn Session, ending: &Ending) -> Result<Exit, Failure> {
        self.tell_end(session, ending)?;
        if let Some(path) = &self.args.save {
            write(path, &trace_text(self.subject, session.stored(Some(ending)))?)?;
        }
        Ok(exit(ending))
    }

    fn tell_end(&mut self, session: &dyn Session, ending: &Ending) -> Result<(), Failure> {
        if self.args.json {
            return print_json(&self.json(ending)?);
        }
        let line_end = self.text.end_line();
        if self.args.quiet {
            print(line_end)?;
            if exit(ending) != Exit::Holds {
                complain(
                    ending_text(&self.subject.path, ending, self.steps, Paint::stderr()).trim_end(),
                );
            }
        } else {
            let paint = Paint::stdout();
            let most = if cuts() { MOST_LINES } else { usize::MAX };
            let text = ending_text(&self.subject.path, ending, self.steps, paint);
            let state = View { session, main: &self.subject.path, paint }.short_state(most);
            let title =
                if state.is_empty() { "" } else { "  variables and channels at the end:\n" };
            print(&format!("{line_end}{text}{}{state}", paint.dim(title)))?;
        }
        Ok(())
    }

    fn json(&self, ending: &Ending) -> Result<String, Failure> {
        let object = Object {
            tool: "quotient",
            version: env!("CARGO_PKG_VERSION"),
            model: &self.subject.path,
            language: self.subject.language.name(),
            mode: self.mode,
            seed: self.seed,
            processes: &self.processes,
            steps: &self.shown,
            ending,
        };
        let text = serde_json::to_string(&object)
            .map_err(|error| Failure::internal(format!("the run as JSON: {error}")))?;
        Ok(text + "\n")
    }
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    language: &'static str,
    mode: &'static str,
    seed: Option<u64>,
    /// The processes that run from the beginning.
    processes: &'a [String],
    steps: &'a [SimulatedStep],
    ending: &'a Ending,
}
