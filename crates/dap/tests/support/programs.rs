//! What stands for `quotient`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use checking::{
    Ending, EndingKind, Language, Loaded, Purpose, Session, Settings, StoredSettings, TraceFile,
};
use dap::{Opened, Opening, Program, Verdict};
use diagnostics::Sources;

const LANGUAGES: [&dyn Language; 5] =
    [&promela::Promela, &promela_lite::PromelaLite, &rebeca::Rebeca, &cspm::Cspm, &red::Red];

/// How the run goes that a check finds: by which processes, in turn.
type Course = &'static [&'static str];

/// A program that knows the languages, whose checks find a run that is told to it.
pub struct Known {
    course: Option<Course>,
}

impl Known {
    /// One whose checks find nothing.
    pub fn free() -> Arc<dyn Program> {
        Arc::new(Known { course: None })
    }

    /// One whose checks find the run in which these processes move in turn.
    pub fn finding(course: Course) -> Arc<dyn Program> {
        Arc::new(Known { course: Some(course) })
    }
}

impl Program for Known {
    fn open(&self, opening: &Opening) -> Result<Opened, String> {
        let extension = opening.model.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let language = LANGUAGES.into_iter().find(|it| it.extensions().contains(&extension));
        let language = language.ok_or("the language is not known")?;
        let mut settings = Settings::default();
        for pair in opening.arguments.chunks(2) {
            match pair {
                [option, value] if option == "-D" => settings.add("D", value),
                other => return Err(format!("{other:?} are no options")),
            }
        }
        let run = match &opening.trace {
            None => None,
            Some(path) => {
                let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
                let file = TraceFile::parse("trace", &bytes).map_err(|it| it.in_words())?;
                let stored = file.settings.settings(language.settings());
                settings = stored.map_err(|it| it.in_words())?;
                Some(file.run)
            }
        };
        Ok(Opened { language, settings, run })
    }

    fn check(&self, opening: &Opening, run: &Path, _: &AtomicBool) -> Result<Verdict, String> {
        let Some(course) = self.course else {
            return Ok(Verdict { text: "assertions: holds\n".to_owned(), is_violated: false });
        };
        let opened = self.open(opening)?;
        let loaded = loaded(&opening.model, &opened);
        let mut session = loaded.session(true).expect("a session");
        for process in course {
            let choices = session.choices();
            let of = |actions: &Vec<model::Action>| actions[0].process == *process;
            session.take(choices.iter().position(of).expect("it can move"));
        }
        std::fs::write(run, stored(&opening.model, &opened, &*session)).expect("a file");
        Ok(Verdict { text: "assertions: violated\n".to_owned(), is_violated: true })
    }
}

/// The text of a file with a run that ends where a session stands.
fn stored(path: &Path, opened: &Opened, session: &dyn Session) -> String {
    let ending = session.ending().unwrap_or_else(|| Ending {
        property: session.properties()[0].0.clone(),
        ..Ending::cut_off(EndingKind::TraceEnd, "it ends")
    });
    let settings = opened.language.as_written(&opened.settings);
    let settings = StoredSettings::of(opened.language.settings(), &settings);
    let run = session.stored(Some(&ending));
    let name = path.display().to_string();
    TraceFile::new(name, opened.language.name(), settings, run).text().expect("a text")
}

fn loaded(path: &Path, opened: &Opened) -> Box<dyn Loaded> {
    let mut sources = Sources::new();
    let bytes = std::fs::read(path).expect("a file");
    let file = sources.add_bytes(path.display().to_string(), &bytes).expect("a text");
    let settings = opened.language.as_written(&opened.settings);
    let loading = opened.language.load(sources, file, &settings, Purpose::Check);
    loading.model.expect("a model")
}

/// A program whose checks never end by themselves.
pub struct Stuck;

impl Program for Stuck {
    fn open(&self, _: &Opening) -> Result<Opened, String> {
        Err("nothing is found".to_owned())
    }

    fn check(&self, _: &Opening, _: &Path, cancelled: &AtomicBool) -> Result<Verdict, String> {
        while !cancelled.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err("the check was cancelled".to_owned())
    }
}

/// A program with a defect.
pub struct Broken;

impl Program for Broken {
    fn open(&self, _: &Opening) -> Result<Opened, String> {
        panic!("a defect of a test")
    }

    fn check(&self, _: &Opening, _: &Path, _: &AtomicBool) -> Result<Verdict, String> {
        panic!("a defect of a test")
    }
}

/// A file of the repository.
pub fn example(path: &str) -> PathBuf {
    testing::places::root().join("models").join(path)
}
