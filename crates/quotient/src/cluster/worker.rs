//! `quotient worker`: listens for programs that want a machine to share a search. Each search has a process of its own, which this one
//! stands between: it passes on what both say, and ends the process when the connection ends.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use cluster::{Arrival, Channel, HANDSHAKE_TIME, Key, Listener, Terms};

use super::arguments::WorkerArgs;
use super::job::{Answer, pass_over, tell};
use super::{CONTROL, MEETING};
use crate::exit::{Exit, Failure};
use crate::terminal::{complain, print};

/// Runs the command.
///
/// # Errors
/// There is no such key, or nobody can listen there.
pub fn worker(args: &WorkerArgs) -> Result<Exit, Failure> {
    if let Some(file) = &args.new_key {
        let of_file = |error| Failure::input(format!("{}: {error}", file.display()));
        Key::create(file).map_err(of_file)?;
        return Ok(Exit::Holds);
    }
    if let Some(folder) = args.share.disk_dir.as_ref().filter(|it| !it.is_dir()) {
        return Err(Failure::input(format!("{}: no such folder", folder.display())));
    }
    let key = match &args.key {
        None => Key::known_to_all(),
        Some(file) => Key::read(file)
            .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?,
    };
    let terms = Terms { key, context: CONTROL.to_vec(), time: HANDSHAKE_TIME };
    let refused = |address: SocketAddr, why| complain(&format!("{address} was refused: {why}"));
    let listener = Listener::start(args.listen, terms, refused).map_err(|error| {
        Failure::input(format!(
            "{error}\nhelp: `--key FILE` names one, which `quotient worker --new-key FILE` makes"
        ))
    })?;
    print(&format!("listening at {}\n", listener.address()))?;
    let guests = Arc::new(Guests::default());
    while let Ok(arrival) = listener.arrivals().recv() {
        let (guests, serving) = (Arc::clone(&guests), serving(args, listener.address()));
        if guests.count.fetch_add(1, Ordering::SeqCst) >= MOST_GUESTS {
            guests.count.fetch_sub(1, Ordering::SeqCst);
            complain(&format!("{} was refused: there are too many", arrival.address));
            continue;
        }
        let serve = move || {
            serve(arrival, serving, &guests.turn);
            guests.count.fetch_sub(1, Ordering::SeqCst);
        };
        if thread::Builder::new().name("search".to_owned()).spawn(serve).is_err() {
            return Err(Failure::limit("there is no memory for a thread"));
        }
    }
    Ok(Exit::Holds)
}

/// The most programs that are heard at a time: one has its search, the others are told that.
const MOST_GUESTS: usize = 8;

/// For so long a program waits for the search of another one to end: it may have its answer already.
const PATIENCE: Duration = Duration::from_secs(2);

/// The programs that want a machine.
#[derive(Default)]
struct Guests {
    count: AtomicUsize,
    turn: Turn,
}

/// One has its search at a time.
#[derive(Default)]
struct Turn {
    is_taken: Mutex<bool>,
    left: Condvar,
}

impl Turn {
    /// Takes it as soon as nobody has it, unless that lasts too long.
    fn take(&self) -> bool {
        let is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.left.wait_timeout_while(is_taken, PATIENCE, |is_taken| *is_taken);
        let (mut is_taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !std::mem::replace(&mut *is_taken, true)
    }

    fn leave(&self) {
        *self.is_taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.left.notify_one();
    }
}

/// The command that makes a machine.
fn serving(args: &WorkerArgs, address: SocketAddr) -> Command {
    let program = std::env::current_exe().unwrap_or_else(|_| "quotient".into());
    let mut command = Command::new(program);
    command.arg("machine").arg("--sent").arg(format!("--bind={}", address.ip()));
    // What it says of a model is for nobody who looks after the worker.
    command.args(args.share.to_arguments()).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::null());
    command
}

/// Has a machine for a program, as long as the connection is there.
fn serve(arrival: Arrival, command: Command, turn: &Turn) {
    let Arrival { mut channel, address, .. } = arrival;
    if !turn.take() {
        complain(&format!("{address} was refused: there is a search"));
        // What it asks for is heard first, as it waits for an answer afterwards.
        let refused = Answer::Refused("the worker takes part in another search".to_owned());
        let heard = channel.set_read_timeout(Some(MEETING)).and_then(|()| pass_over(&mut channel));
        if heard.is_ok() {
            let _ = tell(&mut channel, &refused);
        }
        return;
    }
    complain(&format!("{address} has a search"));
    let ended = machine(channel, command);
    turn.leave();
    match ended {
        Ok(()) => complain(&format!("the search of {address} has ended")),
        Err(error) => complain(&format!("the search of {address} has ended: {error}")),
    }
}

/// Runs a machine until it ends or the connection does.
fn machine(channel: Channel, mut command: Command) -> std::io::Result<()> {
    let mut child = command.spawn()?;
    let passed = pass_on(channel, &mut child);
    // It may have ended already.
    let _ = child.kill();
    child.wait()?;
    passed
}

fn pass_on(mut channel: Channel, child: &mut Child) -> std::io::Result<()> {
    let gone = || std::io::Error::other("the process has no input or output");
    let mut input = child.stdin.take().ok_or_else(gone)?;
    let mut output = child.stdout.take().ok_or_else(gone)?;
    let mut answers = channel.handle();
    let answer = move || {
        let _ = copy(&mut output, &mut answers);
        // The process has ended: so does the connection, and whoever reads it.
        let _ = answers.close();
    };
    thread::Builder::new().name("answers".to_owned()).spawn(answer)?;
    // However the connection ends, the search does.
    let _ = copy(&mut channel, &mut input);
    Ok(())
}

/// Passes bytes on as they come.
fn copy(from: &mut impl Read, to: &mut impl Write) -> std::io::Result<()> {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..count])?;
        to.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_taken_as_soon_as_it_is_left() {
        let turn = Turn::default();
        assert!(turn.take());
        thread::scope(|scope| {
            scope.spawn(|| turn.leave());
            assert!(turn.take());
        });
        assert!(!turn.take(), "it is taken");
    }
}
