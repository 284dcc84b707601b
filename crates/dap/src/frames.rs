//! The processes as threads, and where each of them stands as its stack.

use model::{Action, Blocked, Place};
use serde_json::{Value, json};

use crate::places::Places;
use crate::run::{Run, is_of};

/// The thread that stands for the model as a whole: the last number that fits into that of a frame.
const WHOLE: u64 = (1 << 23) - 1;
/// So many frames a stack has at most.
const MOST_FRAMES: u64 = 1 << 8;
/// The most statements of the last step that are told.
const MOST_LAST: usize = 20;
/// The most statements that a process is said to wait at.
const MOST_WAITS: usize = 3;
/// What stands before a statement that was executed.
const DONE: &str = "done: ";
/// The longest name of a frame.
const LONGEST: usize = 200;

/// A thread: a process, or the model as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    /// Its number.
    pub id: u64,
    /// The process; none if it stands for the model.
    pub process: Option<Blocked>,
}

impl Thread {
    /// The name of the process, if it is one.
    pub fn process_name(&self) -> Option<&str> {
        self.process.as_ref().map(|process| process.process.as_str())
    }

    /// Whether it takes part in an action.
    fn takes_part(&self, action: &Action) -> bool {
        self.process_name().is_none_or(|name| is_of(action, name))
    }

    fn told(&self, has_failed: bool) -> Value {
        let name = match &self.process {
            Some(process) if has_ended(process) && !has_failed => {
                format!("{} (has ended)", process.process)
            }
            Some(process) => process.process.clone(),
            None => "the model".to_owned(),
        };
        json!({ "id": self.id, "name": name })
    }
}

fn has_ended(process: &Blocked) -> bool {
    process.place.is_none() && process.waits_at.is_empty()
}

/// The threads where a run stands: the processes; and the model as a whole where there are none, or where the one that moved last is gone.
pub(crate) fn threads(run: &Run<'_>) -> Vec<Thread> {
    let processes = run.session().processes().into_iter();
    let numbered = processes.map(|it| Thread { id: u64::from(it.number) + 1, process: Some(it) });
    let mut threads: Vec<Thread> = numbered.filter(|thread| thread.id < WHOLE).collect();
    let is_gone =
        run.done().last().is_some_and(|last| !threads.iter().any(|it| it.takes_part(last)));
    if threads.is_empty() || is_gone {
        threads.push(Thread { id: WHOLE, process: None });
    }
    threads
}

/// The same as clients are told of them.
pub(crate) fn threads_told(run: &Run<'_>) -> Value {
    let failed = run.done().pop().filter(|_| run.session().has_failed());
    let has_failed = |thread: &Thread| failed.as_ref().is_some_and(|it| thread.takes_part(it));
    let threads = threads(run);
    let threads: Vec<Value> = threads.iter().map(|it| it.told(has_failed(it))).collect();
    json!({ "threads": threads })
}

/// The thread that matters most where a run stands: the one that moved last; at the beginning the one that moves next.
pub(crate) fn focus(run: &Run<'_>) -> u64 {
    let session = run.session();
    let threads = threads(run);
    let actions = match session.at() {
        0 => session.choices().into_iter().nth(session.ahead().unwrap_or(0)).unwrap_or_default(),
        _ => run.done(),
    };
    let moved = actions.last().and_then(|last| threads.iter().find(|it| it.takes_part(last)));
    moved.or(threads.first()).map_or(WHOLE, |thread| thread.id)
}

/// The thread with a number.
///
/// # Errors
/// That there is none.
pub(crate) fn thread(run: &Run<'_>, id: u64) -> Result<Thread, String> {
    let found = threads(run).into_iter().find(|thread| thread.id == id);
    found.ok_or_else(|| format!("there is no thread {id} here"))
}

/// The thread of a frame.
///
/// # Errors
/// That there is none.
pub(crate) fn thread_of_frame(run: &Run<'_>, frame: u64) -> Result<Thread, String> {
    let found = threads(run).into_iter().find(|thread| thread.id == frame / MOST_FRAMES);
    found.ok_or_else(|| format!("there is no frame {frame} here"))
}

/// A frame of a stack: what it says, and where that stands.
struct Frame {
    name: String,
    place: Option<Place>,
}

/// The stack of a thread: where it stands; and of what moved last, below it, what it did, and the calls that this stands in.
pub(crate) fn stack(run: &Run<'_>, places: &Places<'_>, thread: &Thread) -> Vec<Value> {
    let mut last = run.done();
    let mut frames = Vec::new();
    // Where it has failed, it stands at the statement that failed.
    let has_failed = run.session().has_failed();
    let failed = last.pop_if(|newest| has_failed && thread.takes_part(newest));
    last.retain(|action| thread.takes_part(action));
    match (&failed, &thread.process) {
        (Some(failed), _) => push_action(&mut frames, "", failed),
        (None, Some(process)) => {
            let (name, place) = (standing_text(process), process.place.clone());
            frames.push(Frame { name, place });
        }
        (None, None) => {}
    }
    for (before, action) in last.iter().rev().take(MOST_LAST).enumerate() {
        match before == 0 && failed.is_none() {
            true => push_action(&mut frames, DONE, action),
            false => frames.push(frame(DONE, action)),
        }
    }
    if frames.is_empty() {
        frames.push(Frame { name: run.position_text(), place: None });
    }
    frames.truncate(MOST_FRAMES as usize);
    let numbers = thread.id * MOST_FRAMES..;
    frames.iter().zip(numbers).map(|(frame, id)| told(frame, id, places)).collect()
}

/// Adds an action, and below it the calls that it stands in.
fn push_action(frames: &mut Vec<Frame>, before: &str, action: &Action) {
    frames.push(frame(before, action));
    let calls = action.calls.iter().rev();
    frames.extend(calls.map(|call| {
        let (name, place) = (format!("in: {}", call.text), Some(call.place.clone()));
        Frame { name, place }
    }));
}

fn frame(before: &str, action: &Action) -> Frame {
    Frame { name: format!("{before}{}", action.statement), place: action.place.clone() }
}

/// A frame as clients are told of it.
fn told(frame: &Frame, id: u64, places: &Places<'_>) -> Value {
    let mut told = json!({ "id": id, "name": shortened(&frame.name), "line": 0, "column": 0 });
    if let Some(place) = &frame.place {
        places.put(place, &mut told);
    }
    if told["source"].is_null() {
        // The protocol wants a line of every frame, also of those that stand nowhere.
        told["presentationHint"] = "label".into();
    } else if !id.is_multiple_of(MOST_FRAMES) {
        told["presentationHint"] = "subtle".into();
    }
    told
}

/// The statements that a process stands at.
fn standing_text(process: &Blocked) -> String {
    let waits = &process.waits_at;
    match waits.len() {
        0 => "has ended".to_owned(),
        count if count > MOST_WAITS => {
            format!("{} or {} more", waits[..MOST_WAITS].join(" or "), count - MOST_WAITS)
        }
        _ => waits.join(" or "),
    }
}

/// A text that is cut where it is long.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
