//! What answers requests: each shows one run, which its address says.

use std::io;
use std::thread;

use checking::{AddressedRun, Explorable, Failure, Parted, Session, StoredRun};
use diagnostics::Sources;
use kernel::SearchOptions;

use crate::background::Background;
use crate::pages;
use crate::server::{Answer, Method, Request, Server, Site};
use crate::short_address::{lengthened, shortened};

/// What is explored.
pub struct Subject<'a> {
    /// The model.
    pub model: &'a dyn Explorable,
    /// The texts that it was read from.
    pub sources: &'a Sources,
    /// Its file, as it was given.
    pub name: &'a str,
    /// A short text that is another one once the model has changed.
    pub hash: &'a str,
    /// The limits of searches.
    pub options: &'a SearchOptions,
    /// The stored run that the pages begin with, if they do.
    pub counterpart: Option<Counterpart>,
    /// Makes a file for `quotient replay` of a run.
    pub stored: &'a dyn Fn(StoredRun) -> Result<String, String>,
}

/// A run that others are compared with.
#[derive(Clone, Debug)]
pub struct Counterpart {
    /// Its address.
    pub address: String,
    /// Whether it violates something.
    pub is_counterexample: bool,
    /// What it violates as a whole, in words: no state of it shows that.
    pub as_a_whole: Option<String>,
}

/// A run that is shown.
pub(crate) type Run<'s> = AddressedRun<Box<dyn Session + 's>>;

/// A run on a page.
pub(crate) struct View<'v, 's> {
    /// What is explored.
    pub subject: &'v Subject<'s>,
    /// The run.
    pub run: &'v mut Run<'s>,
    /// Where it parts from the address, if it does.
    pub parted: Option<Parted>,
    /// What was asked.
    pub request: &'v Request,
    /// The violation that was found last, or else the stored run.
    pub counterpart: Option<Counterpart>,
}

impl View<'_, '_> {
    /// Whether classes are shown beside states.
    pub fn shows_classes(&self) -> bool {
        self.request.asked("as") == Some("classes")
    }

    /// Whether the address was made of another model, or of this one before it changed.
    pub fn has_changed(&self) -> bool {
        self.request.asked("model").is_some_and(|model| model != self.subject.hash)
    }

    /// The address of the run, as pages write it.
    pub fn address(&self) -> String {
        shortened(&self.run.address())
    }

    /// Where the run with an address is shown in the same way.
    pub fn link(&self, address: &str) -> String {
        let classes = if self.shows_classes() { "&as=classes" } else { "" };
        link(self.subject, address) + classes
    }
}

/// Where the run with an address is shown.
pub(crate) fn link(subject: &Subject<'_>, address: &str) -> String {
    format!("/?model={}&run={}", subject.hash, shortened(address))
}

/// Hands out the pages of a model until `ends` says so. Inside: what the operating system has against it.
///
/// # Errors
/// That the model has no initial state.
pub fn explore<'s>(
    subject: &'s Subject<'s>,
    server: Server,
    ends: &dyn Fn() -> bool,
) -> Result<io::Result<()>, Failure> {
    let run = AddressedRun::new(subject.model.session()?);
    Ok(thread::scope(|scope| {
        let background = Background::new(scope, subject.model, subject.options);
        let mut explorer = Explorer { subject, run, background };
        let served = server.serve(&mut explorer, ends);
        explorer.background.cancel();
        served
    }))
}

/// The site.
struct Explorer<'scope, 's> {
    subject: &'s Subject<'s>,
    /// The run that was shown last. The next one mostly begins with it.
    run: Run<'s>,
    background: Background<'scope, 's>,
}

impl Site for Explorer<'_, '_> {
    fn answer(&mut self, request: &Request) -> Answer {
        if let Some(asset) = pages::asset(&request.path) {
            return asset;
        }
        if request.method == Method::Post {
            return match request.path.as_str() {
                "/cancel" => {
                    let number = request.told("search").and_then(|number| number.parse().ok());
                    number.into_iter().for_each(|number| self.background.cancel_one(number));
                    let _ = self.run.go(&lengthened(request.told("run").unwrap_or_default()));
                    Answer::Redirect(link(self.subject, &self.run.address()))
                }
                _ => Answer::NotFound,
            };
        }
        let found = self.background.violation();
        let found = found.map(|found| Counterpart {
            address: found.to_owned(),
            is_counterexample: true,
            as_a_whole: None,
        });
        let counterpart = found.or_else(|| self.subject.counterpart.clone());
        let address = lengthened(request.asked("run").unwrap_or_default());
        let parted = self.run.go(&address).err();
        // An earlier step of the run: its own address is shown.
        if let Some(step) = request.asked("step").and_then(|step| step.parse::<usize>().ok()) {
            let address = self.run.address_after(step.min(self.run.session().at()));
            let (subject, run) = (self.subject, &mut self.run);
            let view = View { subject, run, parted, request, counterpart };
            return Answer::Redirect(view.link(&address));
        }
        let (subject, run) = (self.subject, &mut self.run);
        let mut view = View { subject, run, parted, request, counterpart };
        match request.path.as_str() {
            "/" => Answer::Page(pages::main(&mut view)),
            "/twin" => pages::twin(&view),
            "/find" => pages::find(&view, &mut self.background),
            "/found" => pages::found(&view, &mut self.background),
            "/compare" => pages::compare(&mut view),
            "/graph" => pages::graph(&mut view),
            "/save" => pages::save(&view),
            _ => Answer::NotFound,
        }
    }
}
