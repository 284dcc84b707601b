//! What a machine is told and tells before it meets the others: messages of JSON.

use std::ffi::OsString;
use std::io::ErrorKind::{TimedOut, WouldBlock};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use cluster::{HANDSHAKE_TIME, Key, MessageError, Terms, receive_message, send_message};
use diagnostics::{FileId, Files, Sources};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::MEETING;

/// The most bytes of a message: the texts of a model.
const MOST: u64 = 512 << 20;

/// The most machines.
pub const MOST_MACHINES: usize = 1024;

/// The search that a machine is to take part in.
#[derive(Serialize, Deserialize)]
pub struct Job {
    /// The version of the program that has the search made.
    version: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The name of the language of the model.
    pub language: String,
    /// The files of the model, by their names; none if they are read where they are.
    files: Option<Vec<(String, String)>>,
    /// Which of the machines it is.
    pub place: Place,
}

/// Which of the machines one is, and how they meet.
#[derive(Clone, Serialize, Deserialize)]
pub struct Place {
    /// Its number, from 0 on.
    pub own: usize,
    /// How many machines there are.
    pub count: usize,
    /// The digits of the key that they have for this search.
    key: String,
    /// A number that no other search has.
    search: String,
}

/// What a machine answers.
#[derive(Serialize, Deserialize)]
pub enum Answer {
    /// It takes part, and listens here.
    Listening(SocketAddr),
    /// It does not take part, for this reason.
    Refused(String),
}

/// What it is told at last: where those listen that are behind it, in their order.
#[derive(Serialize, Deserialize)]
pub struct Behind(pub Vec<SocketAddr>);

impl Job {
    /// The search that a program with these arguments makes, with the texts of the model if they are to be sent.
    ///
    /// # Errors
    /// An argument is no text.
    pub fn new(
        arguments: &[OsString],
        language: &str,
        sent: Option<&Sources>,
        place: &Place,
    ) -> Result<Job, String> {
        let text = |argument: &OsString| match argument.to_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(format!("{} is no text", argument.display())),
        };
        let text_of = |sources: &Sources, number: usize| {
            let file = FileId(number as u32);
            (sources.name(file).to_owned(), sources.text(file).to_owned())
        };
        let files = |sources: &Sources| (0..sources.len()).map(|it| text_of(sources, it)).collect();
        Ok(Job {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            arguments: arguments.iter().map(text).collect::<Result<_, String>>()?,
            language: language.to_owned(),
            files: sent.map(files),
            place: place.clone(),
        })
    }

    /// Why this program cannot take part, if it cannot.
    pub fn obstacle(&self) -> Option<String> {
        let own = env!("CARGO_PKG_VERSION");
        let Job { version, place, .. } = self;
        if version != own {
            return Some(format!("this is quotient {own}, and the search is of {version}"));
        }
        let is_one = (1..place.count).contains(&place.own) && place.count <= MOST_MACHINES;
        (!is_one).then(|| "there is no such machine".to_owned())
    }

    /// The files among which the model is.
    pub fn take_files(&mut self) -> Files {
        let Some(files) = self.files.take() else { return Files::OfSystem };
        let files = files.into_iter();
        let files = files.map(|(name, text)| (PathBuf::from(name), text.into_bytes()));
        Files::Given(Arc::new(files.collect()))
    }
}

impl Place {
    /// Those of so many machines, with a new key.
    ///
    /// # Errors
    /// No key can be made.
    pub fn all(count: usize) -> Result<Vec<Place>, String> {
        let digits = || Key::random().map(|key| key.to_digits()).map_err(|error| error.to_string());
        let (key, search) = (digits()?, digits()?);
        let of = |own| Place { own, count, key: key.clone(), search: search.clone() };
        Ok((0..count).map(of).collect())
    }

    /// The terms on which the machines meet.
    ///
    /// # Errors
    /// There is no such key.
    pub fn terms(&self) -> Result<Terms, String> {
        let key = Key::from_digits(&self.key).map_err(|error| error.to_string())?;
        Ok(Terms { key, context: self.search.clone().into_bytes(), time: HANDSHAKE_TIME })
    }
}

/// Tells something.
///
/// # Errors
/// It cannot be written.
pub fn tell(to: &mut impl Write, something: &impl Serialize) -> Result<(), String> {
    let message = serde_json::to_vec(something).map_err(|error| error.to_string())?;
    send_message(to, &message).map_err(|error| error.to_string())
}

/// Passes over a message, whatever it says.
///
/// # Errors
/// None comes.
pub fn pass_over(from: &mut impl Read) -> std::io::Result<()> {
    let mut length = [0; size_of::<u64>()];
    from.read_exact(&mut length)?;
    let length = u64::from_be_bytes(length).min(MOST);
    std::io::copy(&mut from.take(length), &mut std::io::sink()).map(|_| ())
}

/// Hears something.
///
/// # Errors
/// Nothing comes, or something else.
pub fn hear<T: DeserializeOwned>(from: &mut impl Read) -> Result<T, String> {
    let message = receive_message(from, MOST).map_err(|error| match error {
        MessageError::Channel(error) if matches!(error.kind(), WouldBlock | TimedOut) => {
            format!("it has not answered within {} s", MEETING.as_secs())
        }
        error => error.to_string(),
    })?;
    let message = message.ok_or("it has ended")?;
    serde_json::from_slice(&message).map_err(|_| "it says something else".to_owned())
}
