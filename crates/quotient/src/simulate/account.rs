//! What is told of a run that nobody interrupts: text as it goes, or JSON at its end, and the file
//! that it is stored in.

use machine::Step;
use serde::Serialize;

use super::Stage;
use super::arguments::{Show, SimulateArgs};
use super::ending::Ending;
use super::scene::Scene;
use super::text::{Telling, ending_text};
use super::view::View;
use super::walk::{Position, Taken, Walk};
use crate::exit::{Exit, Failure};
use crate::terminal::{Paint, complain, print};
use crate::trace_file::TraceFile;

/// The most lines that the last state takes.
const MOST_LINES: usize = 12;
/// Everything there is, for JSON.
const ALL: [Show; 4] = [Show::Steps, Show::Globals, Show::Locals, Show::Messages];

/// The steps of a run, a transition each: what happens until no process keeps control.
#[derive(Clone, Debug, Default)]
pub struct Transitions {
    complete: Vec<Vec<Step>>,
    open: Vec<Step>,
}

impl Transitions {
    /// Adds steps that led to a position.
    pub fn push(&mut self, steps: &[Step], after: &Position) {
        self.open.extend(steps);
        if after.control.is_none() {
            self.complete.push(std::mem::take(&mut self.open));
        }
    }

    /// Describes them as a stored run; `ending` is how it ends, if it does.
    pub fn file(&self, stage: &Stage, ending: Option<&Ending>) -> TraceFile {
        let open = Some(&self.open).filter(|open| !open.is_empty());
        let moves: Vec<&[Step]> = self.complete.iter().chain(open).map(|m| &m[..]).collect();
        let (property, text) = match ending {
            Some(ending) => (ending.property(), ending.text.as_str()),
            None => ("", "the run goes on"),
        };
        TraceFile::of_moves(&stage.subject, &stage.model, stage.states, &moves, property, text)
    }
}

/// Tells of a run.
pub struct Account<'a> {
    args: &'a SimulateArgs,
    stage: &'a Stage,
    mode: &'static str,
    seed: Option<u64>,
    telling: Telling<'a>,
    scenes: Vec<Scene>,
    transitions: Transitions,
    steps: usize,
}

impl<'a> Account<'a> {
    /// An account that is empty yet.
    pub fn new(
        args: &'a SimulateArgs,
        stage: &'a Stage,
        mode: &'static str,
        seed: Option<u64>,
    ) -> Account<'a> {
        let show: &[Show] = if args.quiet { &[] } else { &args.show };
        let telling = Telling::new(&stage.subject, show, args.flat, Paint::stdout());
        let (scenes, transitions) = (Vec::new(), Transitions::default());
        Account { args, stage, mode, seed, telling, scenes, transitions, steps: 0 }
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

    /// Tells a step.
    pub fn tell(&mut self, taken: &Taken) -> Result<(), Failure> {
        self.steps += 1;
        if self.args.save.is_some() {
            self.transitions.push(&taken.steps, &taken.after);
        }
        let show = if self.args.json { &ALL[..] } else { self.telling.show() };
        let scene = Scene::new(&self.stage.subject, self.steps, taken, show);
        if self.args.json {
            self.scenes.push(scene);
            return Ok(());
        }
        let text = self.telling.scene(&scene);
        if text.is_empty() { Ok(()) } else { print(&text) }
    }

    /// Tells the end.
    pub fn finish(mut self, walk: &Walk<'_>, ending: &Ending) -> Result<Exit, Failure> {
        if let Some(path) = &self.args.save {
            self.transitions.file(self.stage, Some(ending)).store(path)?;
        }
        if self.args.json {
            print(&self.json(ending)?)?;
            return Ok(ending.exit());
        }
        let line_end = self.telling.end_line();
        if self.args.quiet {
            print(line_end)?;
            if ending.exit() != Exit::Holds {
                complain(ending_text(ending, self.steps, Paint::stderr()).trim_end());
            }
        } else {
            let paint = Paint::stdout();
            let text = ending_text(ending, self.steps, paint);
            let state = View { walk, paint }.short_state(MOST_LINES);
            let title =
                if state.is_empty() { "" } else { "  variables and channels at the end:\n" };
            print(&format!("{line_end}{text}{}{state}", paint.dim(title)))?;
        }
        Ok(ending.exit())
    }

    fn json(&self, ending: &Ending) -> Result<String, Failure> {
        let object = Object {
            tool: "quotient",
            version: env!("CARGO_PKG_VERSION"),
            model: &self.stage.subject.path,
            language: self.stage.subject.language.name(),
            mode: self.mode,
            seed: self.seed,
            steps: &self.scenes,
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
    steps: &'a [Scene],
    ending: &'a Ending,
}
