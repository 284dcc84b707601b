//! A machine that another program has started for a search: it is told by standard input which one it is, and ends when that is closed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread;

use cluster::{Exchange, Listener, meet};
use kernel::Team;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::MEETING;
use super::assignment::{Assignment, Behind, Listening};
use crate::exit::Exit;

/// The most bytes of a line.
const MOST_OF_A_LINE: u64 = 64 << 10;

/// Meets the other machines.
///
/// # Errors
/// They do not come together, or this is not told what a machine is told.
pub fn take_part() -> Result<Team, String> {
    let mut input = BufReader::new(std::io::stdin());
    let assignment: Assignment = heard(&mut input)?;
    let terms = assignment.terms()?;
    let place = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    // Who is a stranger has no part in the search; who is missed is told below.
    let listener = Listener::start(place, terms.clone(), |_, _| {});
    let listener = listener.map_err(|error| error.to_string())?;
    say(&Listening { address: listener.address() })?;
    let Behind { addresses } = heard(&mut input)?;
    if addresses.len() + assignment.own + 1 != assignment.count {
        return Err("as many addresses are wanted as there are machines behind this one".to_owned());
    }
    end_with(input)?;
    let channels = meet(assignment.own, Some(&listener), &addresses, &terms, MEETING);
    let channels = channels.map_err(|error| error.to_string())?;
    Ok(Team::new(Arc::new(Exchange::start(assignment.own, channels)?)))
}

/// Ends the program when nobody writes to its input any more: who has started it has ended, however that was.
fn end_with(mut input: impl Read + Send + 'static) -> Result<(), String> {
    let wait = move || {
        let _ = std::io::copy(&mut input, &mut std::io::sink());
        std::process::exit(Exit::Unknown as i32);
    };
    let thread = thread::Builder::new().name("cluster:parent".to_owned()).spawn(wait);
    thread.map(|_| ()).map_err(|error| error.to_string())
}

/// Waits until the program that has started this one ends it.
pub fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}

/// Reads a line.
fn heard<T: DeserializeOwned>(input: &mut impl BufRead) -> Result<T, String> {
    let mut line = String::new();
    input.take(MOST_OF_A_LINE).read_line(&mut line).map_err(|error| error.to_string())?;
    serde_json::from_str(&line).map_err(|error| {
        format!("`--machine` is for programs that `--cluster` starts, which are told which one they are: {error}")
    })
}

/// Writes a line.
fn say(something: &impl Serialize) -> Result<(), String> {
    let line = serde_json::to_string(something).map_err(|error| error.to_string())?;
    let mut output = std::io::stdout();
    let said = writeln!(output, "{line}").and_then(|()| output.flush());
    said.map_err(|error| error.to_string())
}
