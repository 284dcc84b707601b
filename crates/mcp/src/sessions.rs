//! The sessions that are open: where they are asked.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, TrySendError, sync_channel};
use std::thread::Builder;

use checking::{Language, Settings};

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::ask::Asked;
use crate::bounded::shortened;
use crate::command::macro_of;
use crate::session::{Opening, live};
use crate::ticket::{Event, Ticket};

/// The most sessions that there are at a time.
const MOST: usize = 8;
/// The most calls that wait for a session.
const MOST_WAITING: usize = 16;
/// How much stack a session has.
const STACK: usize = 64 << 20;
/// The setting of a language that takes macros.
const DEFINE: &str = "D";

/// The sessions that are open.
pub(crate) struct Sessions {
    languages: Vec<&'static dyn Language>,
    events: Sender<Event>,
    open: HashMap<String, SyncSender<Asked>>,
    /// How many there have been.
    count: usize,
    /// Each session has a copy until it has ended.
    place: Arc<()>,
}

impl Sessions {
    /// No sessions yet, of models in these languages.
    pub fn new(languages: Vec<&'static dyn Language>, events: Sender<Event>) -> Sessions {
        Sessions { languages, events, open: HashMap::new(), count: 0, place: Arc::default() }
    }

    /// Opens a session, which answers; its name, if there is one.
    pub fn open(&mut self, given: &Arguments<'_>, ticket: Ticket) -> Option<String> {
        let opening = match self.opening(given) {
            Ok(opening) => opening,
            Err(wrong) => {
                ticket.answer(Answer::failed(wrong));
                return None;
            }
        };
        let (asking, asked) = sync_channel(MOST_WAITING);
        let name = opening.name.clone();
        let (events, place) = (self.events.clone(), Arc::clone(&self.place));
        let thread = Builder::new().name(format!("session {name}")).stack_size(STACK);
        // Where there is no room for a thread, the ticket says that there is no session.
        thread.spawn(move || live(&opening, ticket, asked, &events, place)).ok()?;
        self.count += 1;
        self.open.insert(name.clone(), asking);
        Some(name)
    }

    /// What is to be opened.
    fn opening(&self, given: &Arguments<'_>) -> Result<Opening, String> {
        if Arc::strong_count(&self.place) > MOST {
            return Err(format!("{MOST} sessions are open: `close` one"));
        }
        let path = given.text("model").unwrap_or_default().to_owned();
        let language = self.language(&path, given.text("language"))?;
        let mut settings = Settings::default();
        for define in given.texts("define") {
            settings.add(DEFINE, macro_of(define)?);
        }
        if settings.outside(language.settings()).is_some() {
            return Err(format!("`define` does not apply to {}", language.title()));
        }
        Ok(Opening { name: format!("s{}", self.count + 1), path, language, settings })
    }

    /// The language of a model: the named one, or else as the extension tells.
    fn language(&self, path: &str, name: Option<&str>) -> Result<&'static dyn Language, String> {
        let extension = Path::new(path).extension().unwrap_or_default();
        let extension = extension.to_string_lossy().to_ascii_lowercase();
        let mut known = self.languages.iter().copied();
        let found = known.find(|language| match name {
            Some(name) => language.name() == name,
            None => language.extensions().contains(&extension.as_str()),
        });
        let names: Vec<&str> = self.languages.iter().map(|language| language.name()).collect();
        let none = || match name {
            Some(_) => format!("`language` is to be one of {}", names.join(", ")),
            None => format!(
                "{path}: the extension does not tell the language: say `language`, one of {}",
                names.join(", ")
            ),
        };
        found.ok_or_else(none)
    }

    /// Asks a session, which answers.
    pub fn ask(&mut self, name: &str, asked: Asked) {
        let is_closing = matches!(asked, Asked::Close(_));
        let Some(session) = self.open.get(name) else {
            let name = shortened(name);
            return asked
                .into_ticket()
                .answer(Answer::failed(format!("there is no session `{name}`")));
        };
        match session.try_send(asked) {
            Ok(()) if is_closing => self.forget(name),
            Ok(()) => {}
            Err(TrySendError::Full(asked)) => {
                let text = format!("{MOST_WAITING} calls wait for `{name}`");
                asked.into_ticket().answer(Answer::failed(text));
            }
            // The session has ended, and the ticket says that there is no answer.
            Err(TrySendError::Disconnected(_)) => self.forget(name),
        }
    }

    /// Forgets a session, which ends when it has answered.
    pub fn forget(&mut self, name: &str) {
        self.open.remove(name);
    }
}
