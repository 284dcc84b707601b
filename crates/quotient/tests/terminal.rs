//! The command on a terminal: a pseudo terminal, whose other end types and reads.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

use crate::support::Place;

const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keyboard: File,
    /// The end of the program, kept open so that its settings can be asked for.
    inside: OwnedFd,
    /// What was shown, and how much of it was looked at.
    shown: String,
    looked: usize,
}

impl Terminal {
    /// Starts the program on a terminal of so many columns.
    fn start(place: &Place, columns: u16, arguments: &str) -> Terminal {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(&size, None).unwrap();
        let inside = || Stdio::from(slave.try_clone().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command.args(arguments.split_whitespace()).current_dir(place.path(""));
        command.env("TERM", "xterm").env("COLUMNS", "130").env("NO_COLOR", "1");
        let child = command.stdin(inside()).stdout(inside()).stderr(inside()).spawn().unwrap();
        let keyboard = File::from(master);
        Terminal { child, keyboard, inside: slave, shown: String::new(), looked: 0 }
    }

    /// Waits until a text is shown, behind what was waited for last.
    #[track_caller]
    fn shows(&mut self, text: &str) {
        let start = Instant::now();
        while !self.shown[self.looked..].contains(text) {
            assert!(start.elapsed() < PATIENCE, "no `{text}` in {:?}", &self.shown[self.looked..]);
            self.read();
        }
        let place = self.shown[self.looked..].find(text).unwrap();
        self.looked += place + text.len();
    }

    /// Waits until a text is shown, and a line is asked for behind it: what is typed earlier is
    /// not yet taken key by key.
    #[track_caller]
    fn answers(&mut self, text: &str) {
        self.shows(text);
        self.shows("> ");
    }

    /// Reads what is there, or waits a moment.
    fn read(&mut self) {
        let mut watched = [PollFd::new(self.keyboard.as_fd(), PollFlags::POLLIN)];
        if poll(&mut watched, PollTimeout::from(50_u8)).unwrap_or(0) > 0 {
            let mut bytes = [0; 4096];
            let count = self.keyboard.read(&mut bytes).unwrap_or(0);
            self.shown += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the program has ended: its exit status, with what it has shown.
    #[track_caller]
    fn ends(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            self.read();
            if let Some(status) = self.child.try_wait().unwrap() {
                self.read();
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "goes on: {:?}", self.shown);
        }
    }

    /// How many threads the program has: a search has some of its own.
    fn threads(&self) -> usize {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        threads.map_or(usize::MAX, Iterator::count)
    }

    /// Whether lines are put together by the terminal, as a shell expects it to be left.
    fn is_as_it_was(&self) -> bool {
        let flags = tcgetattr(&self.inside).unwrap().local_flags;
        flags.contains(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn session(test: &str, arguments: &str) -> Terminal {
    let place = Place::new(test);
    place.file("m.pml", "byte inside, count[2]; active proctype p() { inside = 7; count[1] = 3 }");
    let mut terminal = Terminal::start(&place, 100, &format!("simulate m.pml -i {arguments}"));
    terminal.answers("at step 0");
    terminal
}

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_R: &str = "\x12";

#[test]
fn lines_are_edited_completed_and_found_again() {
    let mut terminal = session("terminal_edits", "--seed 1");
    terminal.types(&format!("eval 2 + 0{LEFT}4\r"));
    terminal.answers("\n  42");
    terminal.types("1\r");
    terminal.answers("at step 1");
    // The tabulator completes a command, and the name of a cell.
    terminal.types("ev\tins\t - 1\r");
    terminal.answers("\n  6");
    terminal.types("eval count[1\t\r");
    terminal.answers("\n  0");
    terminal.types(&format!("{UP}{UP}\r"));
    terminal.answers("\n  6");
    terminal.types(&format!("{CTRL_R}2 +\r"));
    terminal.answers("\n  42");
    assert!(!terminal.is_as_it_was());
    terminal.types(CTRL_D);
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.shown);
    assert!(terminal.is_as_it_was());
}

#[test]
fn ctrl_c_drops_a_line_and_leaves_when_it_is_typed_again() {
    let mut terminal = session("terminal_ctrl_c", "--seed 1");
    terminal.types(&format!("eval 1{CTRL_C}"));
    terminal.answers("Ctrl-C again leaves");
    terminal.types("eval 20 + 3\r");
    terminal.answers("\n  23");
    terminal.types(CTRL_C);
    terminal.answers("Ctrl-C again leaves");
    terminal.types(CTRL_C);
    assert_eq!(terminal.ends(), Some(3), "{}", terminal.shown);
    assert!(terminal.is_as_it_was());
}

/// Ctrl-C ends a search, and not the session that it was asked for in.
#[test]
fn ctrl_c_ends_a_search_alone() {
    let place = Place::new("terminal_search");
    place.file(
        "m.pml",
        "byte a, b, c, d; active [4] proctype p() { do :: a++ :: b++ :: c++ :: d++ od }",
    );
    let mut terminal = Terminal::start(&place, 100, "simulate m.pml -i --seed 1 --memory 4G");
    terminal.answers("at step 0");
    let before = terminal.threads();
    terminal.types("find a + b == 1000\r");
    while terminal.threads() <= before {
        terminal.read();
    }
    // The terminal is that of the test, and tells the program nothing.
    let program = Pid::from_raw(terminal.child.id().try_into().unwrap());
    kill(program, Signal::SIGINT).unwrap();
    terminal.answers("the search was ended after");
    terminal.types("eval 20 + 3\r");
    terminal.answers("\n  23");
    terminal.types(CTRL_D);
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.shown);
}

/// Whatever ends the program while a line is typed.
#[test]
fn the_terminal_is_left_as_it_was() {
    let mut terminal = session("terminal_limit", "--seed 1 --time 3s");
    terminal.types("eval inside");
    assert_eq!(terminal.ends(), Some(3), "{}", terminal.shown);
    assert!(terminal.is_as_it_was());
}

/// Not those that the environment tells.
#[test]
fn rows_have_the_columns_of_the_terminal() {
    let place = Place::new("terminal_width");
    let names: Vec<String> = (0..40).map(|number| format!("x{number}")).collect();
    let steps: Vec<String> = (1..40).map(|number| format!("x{number} = x{}", number - 1)).collect();
    let (names, steps) = (names.join(", "), steps.join("; "));
    let model = format!("byte {names}; active proctype p() {{ {steps}; x0 = x39; assert(false) }}");
    place.file("m.pml", model);
    let rows = |columns| {
        let mut terminal = Terminal::start(&place, columns, "check m.pml --state");
        assert_eq!(terminal.ends(), Some(1), "{}", terminal.shown);
        let run = terminal.shown.lines().skip_while(|row| !row.starts_with("counterexample"));
        let run = run.take_while(|row| !row.contains('✗'));
        run.map(|row| row.trim_end().chars().count()).max().unwrap()
    };
    for columns in [60, 80, 150] {
        let widest = rows(columns);
        assert!((columns as usize - 12..=columns as usize).contains(&widest), "{widest}");
    }
}
