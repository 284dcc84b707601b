//! What is debugged: a thread that owns a model and a run through it, and answers what it is asked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::Builder;
use std::time::SystemTime;

use diagnostics::{FileId, Sources};
use serde_json::{Value, json};

use crate::events::Event;
use crate::launch::Launch;
use crate::loading::{Model, failure_text};
use crate::message::Request;
use crate::places::Counting;
use crate::program::Program;
use crate::requests::Debugger;
use crate::run::Run;

/// The most requests that wait.
const MOST_WAITING: usize = 64;
/// How much stack the thread has.
const STACK: usize = 64 << 20;
/// Said of requests that come too late.
const OVER: &str = "the run has ended";
/// Said where the thread has panicked.
const DEFECT: &str = "a defect of quotient has ended the run; please report it with the model";

/// What others tell the thread while it is busy.
#[derive(Default)]
pub(crate) struct Signals {
    /// That it is to end.
    pub end: AtomicBool,
    /// That it is to stop where it is.
    pub pause: AtomicBool,
}

/// The thread, as the server knows it.
pub(crate) struct Debuggee {
    /// Where it is asked; none once it is to end.
    asking: Option<SyncSender<Request>>,
    signals: Arc<Signals>,
    /// What it was asked and has not answered.
    waiting: Vec<Request>,
}

impl Debuggee {
    /// Begins with a run, of which the request to launch it tells.
    ///
    /// # Errors
    /// The request, and why there is no thread.
    pub fn begin(
        program: &Arc<dyn Program>,
        counting: Counting,
        events: SyncSender<Event>,
        launch: Request,
    ) -> Result<Debuggee, (Request, String)> {
        let (asking, asked) = sync_channel(MOST_WAITING);
        let signals = Arc::new(Signals::default());
        let thread = Live { program: Arc::clone(program), counting, events, asked, signals };
        let (signals, request) = (Arc::clone(&thread.signals), launch.clone());
        let builder = Builder::new().name("run".to_owned()).stack_size(STACK);
        match builder.spawn(move || thread.live(request)) {
            Ok(_) => Ok(Debuggee { asking: Some(asking), signals, waiting: vec![launch] }),
            Err(error) => Err((launch, format!("there is no thread for the run: {error}"))),
        }
    }

    /// Asks; the request and the reason, if that is not possible. That it is to pause is seen at once, also on a long way.
    pub fn ask(&mut self, request: Request) -> Option<(Request, String)> {
        if request.command == "pause" {
            self.signals.pause.store(true, Ordering::Relaxed);
        }
        let Some(asking) = &self.asking else { return Some((request, OVER.to_owned())) };
        match asking.try_send(request.clone()) {
            Ok(()) => {
                self.waiting.push(request);
                None
            }
            Err(TrySendError::Full(request)) => {
                Some((request, format!("{MOST_WAITING} requests wait: ask again later")))
            }
            Err(TrySendError::Disconnected(request)) => Some((request, OVER.to_owned())),
        }
    }

    /// A request was answered.
    pub fn answered(&mut self, request: &Request) {
        if let Some(place) = self.waiting.iter().position(|it| it.seq == request.seq) {
            self.waiting.remove(place);
        }
    }

    /// The requests that are never answered, as it has ended.
    pub fn left(self) -> Vec<Request> {
        self.waiting
    }

    /// Has it end.
    pub fn end(&mut self) {
        self.signals.end.store(true, Ordering::Relaxed);
        self.asking = None;
    }
}

/// The thread, as it knows itself.
struct Live {
    program: Arc<dyn Program>,
    counting: Counting,
    events: SyncSender<Event>,
    asked: Receiver<Request>,
    signals: Arc<Signals>,
}

impl Live {
    fn live(self, launch: Request) {
        let mut is_launched = false;
        let lived = catch_unwind(AssertUnwindSafe(|| self.debugged(&launch, &mut is_launched)));
        let why = match lived {
            Ok(Ok(())) => OVER.to_owned(),
            Ok(Err(why)) => why,
            Err(_) => {
                self.print("important", &format!("{DEFECT}\n"));
                DEFECT.to_owned()
            }
        };
        if is_launched || self.signals.end.load(Ordering::Relaxed) {
            self.send(Event::Told("terminated", json!({})));
        }
        self.send(Event::Over(why));
    }

    /// Launches a model, and answers what is asked of it to the end.
    ///
    /// # Errors
    /// Why it cannot be launched, in lines.
    fn debugged(&self, launch: &Request, is_launched: &mut bool) -> Result<(), String> {
        let Launch { mut opening, is_checked } = Launch::read(&launch.arguments)?;
        if opening.model.is_dir() {
            return Err(format!("{} is a folder: name a model in it", opening.model.display()));
        }
        let began = SystemTime::now();
        let folder = tempfile::tempdir();
        let folder = folder.map_err(|error| format!("no place for a run: {error}"))?;
        if is_checked {
            let model = opening.model.display();
            self.print("console", &format!("{model} is checked…\n"));
            let path = folder.path().join("run.json");
            let verdict = self.program.check(&opening, &path, &self.signals.end)?;
            self.print("console", &verdict.text);
            let has_run = path.exists();
            if !has_run {
                self.print("console", no_run(verdict.is_violated));
            }
            opening.trace = has_run.then_some(path);
        }
        let opened = self.program.open(&opening)?;
        drop(folder);
        let model = Model::load(&opening, &opened)?;
        let loaded = &*model.loaded;
        if is_checked && has_changed_since(loaded.sources(), began) {
            return Err(
                "a file of the model was changed while it was checked: launch again".to_owned()
            );
        }
        let session = match &opened.run {
            None => loaded.session(true),
            Some(run) => {
                let statements = Model::statements(&opening, &opened, run)?;
                loaded.session_along(run, &statements)
            }
        };
        let session = session.map_err(|failure| failure_text(loaded, &failure))?;
        for warning in &model.warnings {
            self.print("stderr", &format!("{warning}\n"));
        }
        self.send(Event::Answered(launch.clone(), Ok(Value::Null)));
        self.send(Event::Told("initialized", json!({})));
        *is_launched = true;
        let run = Run::new(session, opened.run.as_ref());
        let mut debugger = Debugger::new(run, &model, self.counting, &self.events, &self.signals);
        while let Ok(request) = self.asked.recv() {
            debugger.obey(request);
            if self.signals.end.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }

    fn print(&self, category: &str, text: &str) {
        self.send(Event::Told("output", json!({ "category": category, "output": text })));
    }

    /// A server that has ended need not know.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

/// Whether a file was written after a moment, as far as the file system tells.
fn has_changed_since(sources: &Sources, moment: SystemTime) -> bool {
    let mut names = (0..sources.len()).map(|file| sources.name(FileId(file as u32)));
    names.any(|name| {
        let written = std::fs::metadata(name).and_then(|it| it.modified());
        written.is_ok_and(|written| written > moment)
    })
}

/// What is said where a check has left no run.
fn no_run(is_violated: bool) -> &'static str {
    match is_violated {
        true => "no run shows the violation: this is a free run\n",
        false => "there is no counterexample: this is a free run\n",
    }
}
