//! Texts are edited, saved and checked in any order, in the client and beside it: a verdict that is shown is that of the
//! texts that the client has.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use lsp::{Printed, Program};
use serde_json::{Value, json};
use testing::Numbers;
use testing::places::Folder;

use crate::support::{Client, document};

/// So many steps there are with each seed.
const STEPS: usize = 60;

/// A program whose verdict tells which texts it has read: as the number of states.
struct Reader(Mutex<Numbers>);

impl Program for Reader {
    fn run(
        &self,
        arguments: &[OsString],
        _: Duration,
        cancelled: &AtomicBool,
    ) -> io::Result<Option<Printed>> {
        if arguments[0] != "check" {
            return Ok(None);
        }
        let mut numbers = Numbers::new(self.0.lock().expect("no panic").word());
        let mut pause = || thread::sleep(Duration::from_micros(numbers.below(4_000) as u64));
        let path = PathBuf::from(&arguments[1]);
        pause();
        let main = number_in(&fs::read_to_string(&path)?);
        pause();
        let included = number_in(&fs::read_to_string(path.with_file_name("b.h"))?);
        pause();
        // It does not always obey in time.
        if cancelled.load(Ordering::Relaxed) && main.is_multiple_of(2) {
            return Ok(None);
        }
        let answer = document("holds", &Value::Null, states(main, included));
        let output = answer.to_string().into_bytes();
        Ok(Some(Printed { output, ..Printed::default() }))
    }
}

/// The states that a model has by these numbers: its own, and that of what it includes.
fn states(main: u64, included: u64) -> u64 {
    100 + main * 10 + included
}

fn number_in(text: &str) -> u64 {
    text.bytes().rev().find(u8::is_ascii_digit).map_or(0, |digit| u64::from(digit - b'0'))
}

fn main_text(number: u64) -> String {
    format!("#include \"b.h\"\ninit {{ x = {number} }}\n")
}

fn included_text(number: u64) -> String {
    format!("byte x = {number};\n")
}

/// A text that is open, as the client has it.
struct Open {
    path: PathBuf,
    text: String,
    version: i32,
}

impl Open {
    fn new(client: &mut Client, path: PathBuf, text: String) -> Open {
        fs::write(&path, &text).expect("a file");
        client.open(&path, 1, &text);
        Open { path, text, version: 1 }
    }

    fn edit(&mut self, client: &mut Client, text: String) {
        self.version += 1;
        client.change(&self.path, self.version, &json!([{ "text": text }]));
        self.text = text;
    }

    fn save(&self, client: &mut Client) {
        write(&self.path, &self.text);
        client.saved(&self.path);
    }
}

/// Writes a file at once, as editors do, and not too soon after the last one: the clocks of files are coarse.
fn write(path: &Path, text: &str) {
    thread::sleep(Duration::from_millis(10));
    let new = path.with_extension("new");
    fs::write(&new, text).expect("a file");
    fs::rename(new, path).expect("a file");
}

#[test]
fn a_verdict_that_is_shown_is_of_the_texts_of_the_client() {
    let mut shown = 0;
    for seed in 0..12 {
        shown += session(seed);
    }
    assert!(shown > 50, "there were verdicts: {shown}");
}

/// How often a verdict was shown.
fn session(seed: u64) -> usize {
    let folder = Folder::new("lsp-meanwhile");
    let mut numbers = Numbers::new(seed);
    let mut client = Client::new(Arc::new(Reader(Mutex::new(Numbers::new(seed + 1_000)))));
    let mut included = Open::new(&mut client, folder.join("b.h"), included_text(0));
    let mut main = Open::new(&mut client, folder.join("a.pml"), main_text(0));
    let mut shown = 0;
    for step in 0..STEPS {
        let number = numbers.below(3) as u64;
        match numbers.below(12) {
            0 => main.edit(&mut client, main_text(number)),
            1 => included.edit(&mut client, included_text(number)),
            2 => write(&main.path, &main_text(number)),
            3 => write(&included.path, &included_text(number)),
            4..=6 => main.save(&mut client),
            7..=8 => included.save(&mut client),
            _ => drop(client.check(&main.path)),
        }
        thread::sleep(Duration::from_micros(numbers.below(6_000) as u64));
        let title = client.lens(&main.path);
        let expected = states(number_in(&main.text), number_in(&included.text));
        if title != "check" && title != "checking…" {
            assert_eq!(title, format!("holds · {expected} states"), "seed {seed}, step {step}");
            shown += 1;
        }
    }
    main.save(&mut client);
    included.save(&mut client);
    settle(&mut client, &main, &included);
    client.finish();
    shown
}

/// What is saved, and is left alone, has its verdict in the end.
fn settle(client: &mut Client, main: &Open, included: &Open) {
    let expected = states(number_in(&main.text), number_in(&included.text));
    loop {
        match &client.lens(&main.path)[..] {
            "check" => drop(client.check(&main.path)),
            "checking…" => thread::sleep(Duration::from_millis(1)),
            title => return assert_eq!(title, format!("holds · {expected} states")),
        }
    }
}
