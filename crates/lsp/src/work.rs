//! The jobs of the server: texts are loaded, understood and checked, each in a thread of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diagnostics::read_file;
use lsp_types::MessageType;

use crate::address::Address;
use crate::events::{Event, work};
use crate::loading::{Read, Subject};
use crate::names::Names;
use crate::obstacles::{SYMMETRY, Symmetry, symmetry};
use crate::remarks::Remarks;
use crate::run::{Unanswered, ask, holds};
use crate::server::Server;
use crate::verdict::{CHECK, Verdict, verdict};

impl Server<'_> {
    /// Begins the jobs that were asked for, one of each kind.
    pub(crate) fn begin_jobs(&mut self) {
        while let Some((address, _)) = self.loads.next() {
            self.begin_load(&address);
        }
        while let Some((address, _)) = self.namings.next() {
            self.begin_naming(&address);
        }
        while let Some((address, cancelled)) = self.symmetry.next() {
            self.begin_symmetry(address, cancelled);
        }
        while let Some((address, cancelled)) = self.checks.next() {
            self.begin_check(address, cancelled);
        }
    }

    fn begin_symmetry(&mut self, address: Address, cancelled: Arc<AtomicBool>) {
        let Some(subject) = self.subject(&address) else { return self.symmetry.done(&address) };
        let none = Event::Understood(address.clone(), None);
        let (program, encoding) = (Arc::clone(&self.program), self.client.encoding);
        let about = address.clone();
        let job = move || {
            let answer = ask(&*program, &subject, SYMMETRY, &cancelled);
            let told = answer.map(|(remarks, answer)| symmetry(&answer, remarks, encoding));
            Event::Understood(about, told.ok())
        };
        if work(self.sender.clone(), job, none).is_err() {
            self.symmetry.done(&address);
        }
    }

    fn begin_check(&mut self, address: Address, cancelled: Arc<AtomicBool>) {
        let Some(subject) = self.subject(&address) else { return self.checks.done(&address) };
        self.progress.begin(&address, &mut self.client);
        let failed = Unanswered::Failed("the check has failed".to_owned());
        let otherwise = Event::Checked(address.clone(), Err(failed.clone()));
        let (program, encoding) = (Arc::clone(&self.program), self.client.encoding);
        let about = address.clone();
        let job = move || {
            let answer = ask(&*program, &subject, CHECK, &cancelled);
            let told = answer.map(|(remarks, answer)| verdict(&answer, remarks, encoding));
            Event::Checked(about, told)
        };
        if work(self.sender.clone(), job, otherwise).is_err() {
            self.checked(&address, Err(failed));
        }
    }

    fn begin_load(&mut self, address: &Address) {
        let Some(subject) = self.subject(address) else { return self.loads.done(address) };
        let encoding = self.client.encoding;
        let nothing = Read { remarks: Remarks::default(), is_model: false };
        let otherwise = Event::Loaded(subject.clone(), nothing);
        let job = move || {
            let read = subject.read(encoding);
            Event::Loaded(subject, read)
        };
        if work(self.sender.clone(), job, otherwise).is_err() {
            self.loads.done(address);
        }
    }

    fn begin_naming(&mut self, address: &Address) {
        let Some(subject) = self.subject(address) else {
            self.namings.done(address);
            return self.answer_waiting();
        };
        let otherwise = Event::Named(subject.clone(), Names::default());
        let job = move || {
            let names = subject.names();
            Event::Named(subject, names)
        };
        if work(self.sender.clone(), job, otherwise).is_err() {
            self.namings.done(address);
            self.answer_waiting();
        }
    }

    /// The names of a text are known; those of an older one are dropped.
    pub(crate) fn named(&mut self, subject: &Subject, names: Names) {
        self.namings.done(&subject.address);
        let document = self.documents.get(&subject.address);
        if document.is_some_and(|document| document.text.as_ref() == Ok(&subject.text)) {
            self.known.entry(subject.address.clone()).or_default().names = names;
        }
        self.answer_waiting();
    }

    /// The text at an address, if it is open, known, and in a language.
    fn subject(&self, address: &Address) -> Option<Subject> {
        let document = self.documents.get(address)?;
        let text = document.text.as_ref().ok()?;
        let language = document.language?;
        let options = (self.options)(text);
        Some(Subject { address: address.clone(), language, text: Arc::clone(text), options })
    }

    /// A text was loaded; what was said of an older one is dropped.
    pub(crate) fn loaded(&mut self, subject: &Subject, read: Read) {
        self.loads.done(&subject.address);
        let Some(document) = self.documents.get(&subject.address) else { return };
        if document.text.as_ref() != Ok(&subject.text) {
            return;
        }
        let known = self.known.entry(subject.address.clone()).or_default();
        let understood = known.symmetry.is_some();
        let before = std::mem::replace(&mut known.read, read.remarks);
        self.publish(&subject.address);
        self.publish_beside(&subject.address, &before);
        let is_saved = || subject.address.path().is_some_and(|path| holds(&path, &subject.text));
        if read.is_model && !understood && is_saved() {
            self.symmetry.ask(&subject.address);
        }
    }

    /// The symmetry of a text is known.
    pub(crate) fn understood(&mut self, address: &Address, symmetry: Option<Symmetry>) {
        self.symmetry.done(address);
        let Some(symmetry) = symmetry.filter(|it| self.is_current(&it.obstacles)) else { return };
        if let Some(known) = self.known.get_mut(address) {
            let before = known.symmetry.replace(symmetry).unwrap_or_default();
            self.publish_beside(address, &before.obstacles);
        }
    }

    /// A text was checked.
    pub(crate) fn checked(&mut self, address: &Address, verdict: Result<Verdict, Unanswered>) {
        self.checks.done(address);
        self.progress.end(&mut self.client);
        match verdict {
            Ok(verdict) if self.is_current(&verdict.remarks) => {
                if !self.client.has_lenses {
                    let words = format!("{}: {}", address.name(), verdict.title);
                    self.client.show(MessageType::INFO, &words);
                }
                let known = self.known.entry(address.clone()).or_default();
                let before = known.verdict.replace(verdict).map(|it| it.remarks);
                self.publish_beside(address, &before.unwrap_or_default());
            }
            // One that was edited itself was told so by the lens.
            Ok(verdict) if self.is_as_checked(&verdict.remarks) => {
                let words =
                    "a file that it includes has edits that are not saved: there is no verdict";
                self.client.show(MessageType::WARNING, words);
            }
            Ok(_) => {}
            Err(unanswered) => {
                if let Some(words) = unanswered.in_words() {
                    self.client.show(MessageType::WARNING, &words);
                }
            }
        }
        self.client.refresh_lenses();
    }

    /// Whether the first text that remarks rest on is open, and as it was.
    fn is_as_checked(&self, remarks: &Remarks) -> bool {
        remarks.texts.first().is_some_and(|(address, text)| {
            let document = self.documents.get(address);
            document.is_some_and(|document| document.text.as_ref() == Ok(text))
        })
    }

    /// Whether all texts that remarks rest on and that are open are as they were.
    pub(crate) fn is_current(&self, remarks: &Remarks) -> bool {
        let is_open = remarks.texts.first().is_some_and(|(it, _)| self.documents.contains_key(it));
        is_open
            && remarks.texts.iter().all(|(address, text)| {
                let document = self.documents.get(address);
                document.is_none_or(|document| document.text.as_ref() == Ok(text))
            })
    }

    /// Looks whether files that open texts include are as they were: else the texts are loaded again.
    pub(crate) fn look_at_files(&mut self) {
        let is_other = |remarks: &Remarks| {
            let included = remarks.texts.iter().skip(1);
            included
                .into_iter()
                .any(|(address, text)| address.path().is_some_and(|path| !still_holds(&path, text)))
        };
        let mut outdated = Vec::new();
        for (address, known) in &self.known {
            if known.remarks().any(is_other) && !self.loads.has(address) {
                outdated.push(address.clone());
            }
        }
        for address in outdated {
            self.forget_results(&address);
            self.loads.ask(&address);
            self.namings.ask(&address);
        }
    }
}

/// Whether a file holds a text, apart from bytes that are none.
fn still_holds(path: &Path, text: &str) -> bool {
    read_file(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes) == *text)
}
