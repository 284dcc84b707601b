//! Runs the program on models in a directory of the test's own.
#![allow(dead_code)]

pub mod own_program;
pub mod page;
pub mod spin;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use page::Page;
use serde_json::Value;
use testing::peers;

/// No run of a test takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A directory for one test.
pub struct Place {
    directory: PathBuf,
}

/// What a run said.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
}

impl Place {
    /// An empty directory named after the test.
    pub fn new(test: &str) -> Place {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        Place { directory }
    }

    /// Writes a file.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> &Place {
        fs::write(self.path(name), contents).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command.args(arguments.split_whitespace()).current_dir(&self.directory);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the program.
    pub fn start(&self, arguments: &str) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    /// Runs the program to its end, or kills it.
    pub fn run(&self, arguments: &str) -> Said {
        let said = finish(self.start(arguments));
        if arguments.split_whitespace().any(|it| it == "--json") {
            hold_to_page(arguments, &said.out);
        }
        said
    }

    /// Runs the program with this on its standard input.
    pub fn feed(&self, arguments: &str, input: impl AsRef<[u8]>) -> Said {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.as_ref().to_vec());
        // It may leave before it has read everything.
        let writing = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let said = finish(child);
        writing.join().unwrap();
        said
    }

    /// Runs `check` with `--json` and parses what it says.
    pub fn json(&self, arguments: &str) -> (Value, Option<i32>) {
        let said = self.run(&format!("check --json {arguments}"));
        match serde_json::from_str(&said.out) {
            Ok(value) => (value, said.code),
            Err(error) => panic!("{error} in {said:?}"),
        }
    }
}

/// Holds a document, if one was printed, against the page of the guide that lists all keys.
fn hold_to_page(arguments: &str, out: &str) {
    static PAGE: LazyLock<Page> = LazyLock::new(Page::of_guide);
    // Help is none, and a test that looks for less than a document says so itself.
    if let Ok(document) = serde_json::from_str(out) {
        PAGE.check_document(arguments, &document);
    }
}

/// Runs commands of a shell in a place, where `$Q` is the program.
#[cfg(unix)]
pub fn shell(place: &Place, script: &str) -> Said {
    let mut command = Command::new("bash");
    command.args(["-c", script]).env("Q", env!("CARGO_BIN_EXE_quotient"));
    command.current_dir(&place.directory).stdin(Stdio::null());
    finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// Waits for the end of a run.
pub fn finish(child: Child) -> Said {
    let start = Instant::now();
    let output = peers::finish(child, PATIENCE);
    let output = output.unwrap_or_else(|| panic!("does not end within {PATIENCE:?}"));
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        took: start.elapsed(),
    }
}

impl Said {
    /// The reason in a document that says why there is no answer, if it printed one.
    pub fn failure(&self) -> Option<String> {
        let document: Value = serde_json::from_str(&self.out).ok()?;
        let exit = document["exit"].as_i64().and_then(|exit| i32::try_from(exit).ok());
        assert_eq!(exit, self.code, "{}", self.out);
        document["error"].as_str().map(str::to_owned)
    }

    /// The exit status is this, and the output contains each of these.
    #[track_caller]
    pub fn expect(&self, code: i32, parts: &[&str]) -> &Said {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        for part in parts {
            assert!(self.out.contains(part), "no `{part}` in\n{}\n{}", self.out, self.err);
        }
        self
    }

    /// One clear message: exit status 2, nothing on standard output, an error that says this.
    #[track_caller]
    pub fn refused(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(2), "{}\n{}", self.out, self.err);
        assert!(self.out.is_empty() || self.failure().is_some(), "{}", self.out);
        // Warnings about the model may come before.
        assert!(self.err.lines().any(|line| line.starts_with("error: ")), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "no `{part}` in\n{}", self.err);
        }
        for never in ["panicked", "internal error", "RUST_BACKTRACE"] {
            assert!(!self.err.contains(never), "{}", self.err);
        }
        assert!(self.err.len() < 8000, "{} bytes of error", self.err.len());
    }
}

/// Three processes that take turns as they like; each may be in its critical section alone.
pub const MUTEX: &str = "\
byte inside;
active [3] proctype user() {
  do
  :: atomic { inside == 0 -> inside++ };
     assert(inside == 1);
     inside--
  od
}
";

/// The same with a test and an increment that others may come between.
pub const BROKEN_MUTEX: &str = "\
byte inside;
active [3] proctype user() {
  do
  :: inside == 0;
     inside++;
     assert(inside == 1);
     inside--
  od
}
";

/// Two processes that wait for one another.
pub const DEADLOCK: &str = "\
byte a, b;
active [2] proctype side() {
  if
  :: atomic { a == 0 -> a = 1 }; b == 1
  :: atomic { b == 0 -> b = 1 }; a == 2
  fi
}
";

/// Far more states than a test can visit: counters that no symmetry joins.
pub const ENDLESS: &str = "\
int a, b, c;
active proctype first() { do :: a++ od }
active proctype second() { do :: b++ :: b == 5 -> c = 0 od }
active proctype third() { do :: c++; assert(a + b + c != -1000000000) od }
";
