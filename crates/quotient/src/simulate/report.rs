//! What is told of a run that nobody interrupts: text as it goes, or JSON at its end, and the file
//! that it is stored in.

use ::report::{Mode, RunDocument};
use checking::{Detail, Ending, Session, SimulatedStep};

use model::CellKind;

use super::ending::{ending_text, exit};
use super::plan::RunPlan;
use super::text::RunText;
use super::view::View;
use crate::exit::{Exit, Failure};
use crate::load::Subject;
use crate::run_files::save_session;
use crate::style::Style;
use crate::terminal::{Paint, complain, cuts, print, print_document};

/// The most lines that the last state takes on a terminal.
const MOST_LINES: usize = 12;

/// Reports a run.
pub struct RunReport<'a> {
    plan: &'a RunPlan,
    subject: &'a Subject,
    mode: Mode,
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
        plan: &'a RunPlan,
        subject: &'a Subject,
        mode: Mode,
        seed: Option<u64>,
        session: &dyn Session,
    ) -> RunReport<'a> {
        let text = RunText::new(subject, plan, Paint::stdout());
        let processes = session.processes().into_iter().map(|waiting| waiting.process).collect();
        RunReport { plan, subject, mode, seed, processes, text, shown: Vec::new(), steps: 0 }
    }

    /// How many steps there were.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Says something before the run.
    pub fn preface(&self, text: &str) -> Result<(), Failure> {
        if self.plan.style == Style::Json {
            return Ok(());
        }
        if self.plan.style == Style::Brief {
            complain(text);
            return Ok(());
        }
        print(&format!("{}\n", Paint::stdout().dim(text)))
    }

    /// Tells the last step of a session.
    pub fn step(&mut self, session: &dyn Session) -> Result<(), Failure> {
        self.steps += 1;
        let detail = match self.plan.style {
            Style::Json => Detail::Effects,
            Style::Text | Style::Brief => self.text.detail(),
        };
        let Some(step) = session.step(session.at(), detail) else { return Ok(()) };
        if self.plan.style == Style::Json {
            self.shown.push(step);
            return Ok(());
        }
        let text = self.text.step(step);
        if text.is_empty() { Ok(()) } else { print(&text) }
    }

    /// Tells the end.
    pub fn finish(mut self, session: &dyn Session, ending: &Ending) -> Result<Exit, Failure> {
        self.tell_end(session, ending)?;
        if let Some(path) = &self.plan.save {
            let languages = self.plan.languages;
            save_session(path, self.subject, session, Some(ending), languages)?;
        }
        Ok(exit(ending))
    }

    fn tell_end(&mut self, session: &dyn Session, ending: &Ending) -> Result<(), Failure> {
        if self.plan.style == Style::Json {
            let RunReport { mode, seed, processes, shown, .. } = self;
            let about = self.subject.about();
            let run = RunDocument::new(about, *mode, *seed, processes, shown, ending);
            return print_document(&run);
        }
        let line_end = self.text.end_line();
        if self.plan.style == Style::Brief {
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
            let are_components =
                session.cells().iter().all(|cell| cell.kind == CellKind::Component);
            let title = match state.is_empty() {
                true => "",
                false if are_components => "  processes at the end:\n",
                false => "  state at the end:\n",
            };
            print(&format!("{line_end}{text}{}{state}", paint.dim(title)))?;
        }
        Ok(())
    }
}
