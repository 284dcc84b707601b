//! The address of a run: a short text by which the same run is found again, also in a model that was changed a little.
//!
//! A step is named by who does what: three characters made of the name of the process and its statement, whatever the order in which steps
//! are listed and wherever the statement stands. Steps of one name out of one state are told apart by a number. Where only one step is
//! possible it is left out; how many of these stand at the end is said by a number after `.`. So `kQ3p_1~1~.2` is a step, the second of
//! those that are called `p_1`, and two that had to follow. A run that does not begin in the first initial state says first in which:
//! `~2~kQ3` begins in the third.

use std::collections::HashMap;
use std::ops::DerefMut;

use model::Action;

use crate::session::Session;

/// The characters of a name.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How many of them a name has.
const LENGTH: usize = 3;
/// The most steps that are taken of an address because nothing else is possible.
const MOST_FORCED: usize = 20_000;

/// A run that has an address; `S` leads to its session.
pub struct AddressedRun<S> {
    session: S,
    /// The names of all steps that are known; none of those that had to follow.
    names: Vec<Option<String>>,
}

/// Where an address does not fit the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parted {
    /// How many steps fit.
    pub steps: usize,
}

impl<S: DerefMut<Target: Session>> AddressedRun<S> {
    /// A session, whose known steps are read off it.
    #[must_use]
    pub fn new(mut session: S) -> Self {
        let mut names = Vec::new();
        let at = session.at();
        while names.len() < session.known() && session.jump(names.len()) {
            let Some(ahead) = session.ahead() else { break };
            names.push(name(&*session, ahead));
        }
        session.jump(at);
        AddressedRun { session, names }
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &S::Target {
        &self.session
    }

    /// Takes a possible step.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn take(&mut self, place: usize) {
        let at = self.session.at();
        let name = name(&*self.session, place);
        self.session.take(place);
        match self.session.known() > at + 1 {
            // It leads along what was known.
            true => self.names[at] = name,
            false => {
                self.names.truncate(at);
                self.names.push(name);
            }
        }
    }

    /// Goes to the position after a known step.
    pub fn jump(&mut self, step: usize) -> bool {
        self.session.jump(step)
    }

    /// Goes once more round in a run that goes on for ever: see [`Session::go_round`].
    pub fn go_round(&mut self) -> bool {
        let (at, known) = (self.session.at(), self.session.known());
        if !self.session.go_round() {
            return false;
        }
        for step in known..self.session.known() {
            self.session.jump(step);
            let ahead = self.session.ahead();
            self.names.push(ahead.and_then(|ahead| name(&*self.session, ahead)));
        }
        self.session.jump(at)
    }

    /// The address of the run up to where it stands.
    #[must_use]
    pub fn address(&self) -> String {
        self.address_after(self.session.at())
    }

    /// The address of the run up to a known step.
    #[must_use]
    pub fn address_after(&self, steps: usize) -> String {
        let mut address = match self.session.start() {
            0 => String::new(),
            start => format!("~{start}~"),
        };
        let mut forced = 0;
        for name in self.names.iter().take(steps) {
            match name {
                Some(name) => {
                    address.push_str(name);
                    forced = 0;
                }
                None => forced += 1,
            }
        }
        if forced > 0 {
            address += &format!(".{forced}");
        }
        address
    }

    /// The addresses of the run with one step more, for each of those that are possible.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        let here = self.address();
        let (unforced, forced) = here.split_once('.').unwrap_or((&here, "0"));
        match self.session.choice_count() {
            1 => vec![format!("{unforced}.{}", forced.parse().unwrap_or(0_usize) + 1)],
            _ => names(&*self.session).iter().map(|name| format!("{unforced}{name}")).collect(),
        }
    }

    /// How many steps are known, undone ones included.
    #[must_use]
    pub fn known(&self) -> usize {
        self.names.len()
    }

    /// Goes where an address leads, as far as it fits.
    ///
    /// # Errors
    /// Where it does not.
    pub fn go(&mut self, address: &str) -> Result<(), Parted> {
        let parsed = parsed(address).filter(|&(start, ..)| self.begin_in(start));
        let Some((_, wanted, forced)) = parsed else {
            self.begin_in(0);
            self.session.jump(0);
            return Err(self.parted());
        };
        let mut wanted = wanted.into_iter().peekable();
        // What is known of it need not be taken again.
        let mut known = 0;
        while let Some(name) = self.names.get(known) {
            match name {
                None if wanted.peek().is_some() => known += 1,
                Some(name) if wanted.peek() == Some(name) => {
                    wanted.next();
                    known += 1;
                }
                _ => break,
            }
        }
        self.session.jump(known);
        let mut taken_by_force = 0;
        let begun = self.session.at();
        for name in wanted {
            while self.session.choice_count() == 1 {
                taken_by_force += 1;
                self.take(0);
                if taken_by_force > MOST_FORCED {
                    // Nobody chose these.
                    self.session.jump(begun);
                    return Err(self.parted());
                }
            }
            let place = self.place_of(&name).ok_or(self.parted())?;
            self.take(place);
        }
        for number in 0..forced {
            if self.session.choice_count() != 1 || number == MOST_FORCED {
                return Err(self.parted());
            }
            self.take(0);
        }
        Ok(())
    }

    /// Sees that the run begins in the initial state with this number, if there is one, and says whether there is.
    pub fn begin_in(&mut self, start: usize) -> bool {
        if start == self.session.start() {
            return true;
        }
        let begins = self.session.begin_in(start);
        if begins {
            self.names.clear();
        }
        begins
    }

    fn parted(&self) -> Parted {
        Parted { steps: self.session.at() }
    }

    fn place_of(&self, wanted: &str) -> Option<usize> {
        let names = names(&*self.session);
        names.iter().position(|name| name == wanted)
    }
}

/// The number of the initial state that an address says, its names, and how many steps follow by force; none if it is none.
fn parsed(address: &str) -> Option<(usize, Vec<String>, usize)> {
    let (start, address) = match address.strip_prefix('~') {
        Some(begun) => {
            let (start, rest) = begun.split_once('~')?;
            (number(start)?, rest)
        }
        None => (0, address),
    };
    let (names, forced) = address.split_once('.').unwrap_or((address, "0"));
    let mut parsed = Vec::new();
    let mut rest: Vec<char> = names.chars().rev().collect();
    while !rest.is_empty() {
        let mut name: String = (0..LENGTH).filter_map(|_| rest.pop()).collect();
        if rest.last() == Some(&'~') {
            name.extend(rest.pop());
            while let Some(next) = rest.pop() {
                name.push(next);
                if next == '~' {
                    break;
                }
            }
        }
        parsed.push(name);
    }
    Some((start, parsed, number(forced)?))
}

/// A number that is written in digits alone.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// The name of a possible step; none if it is the only one.
fn name(session: &(impl Session + ?Sized), place: usize) -> Option<String> {
    if session.choice_count() < 2 {
        return None;
    }
    names(session).into_iter().nth(place)
}

fn names(session: &(impl Session + ?Sized)) -> Vec<String> {
    let mut met: HashMap<String, usize> = HashMap::new();
    let told = |actions: &Vec<Action>| {
        let name = short(actions);
        let before = met.entry(name.clone()).or_insert(0);
        *before += 1;
        match *before - 1 {
            0 => name,
            before => format!("{name}~{before}~"),
        }
    };
    session.choices().iter().map(told).collect()
}

/// Who does what, in three characters.
fn short(actions: &[Action]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for action in actions {
        for text in [&action.process, &action.statement] {
            hasher.update(text.as_bytes());
            hasher.update(&[0]);
        }
    }
    let mut bits = hasher.finalize();
    let mut name = String::new();
    for _ in 0..LENGTH {
        name.push(char::from(CHARACTERS[(bits & 63) as usize]));
        bits >>= 6;
    }
    name
}
