//! The ways through a run: steps, forwards and backwards, and on to where it is to stop.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::breakpoints::{Breakpoints, Hits};
use crate::run::{Run, Unmoved, Wanted};

/// The most steps that are taken at once where nothing is known ahead.
const MOST_FORCED: usize = 10_000;

/// Where to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A step on: of a process, where several are possible.
    Next(Option<String>),
    /// The possible step with a place.
    Choose(usize),
    /// On, as long as it is known how.
    On,
    /// On, until no process goes on alone.
    Out(Option<String>),
    /// A step back.
    Back,
    /// Back, as far as nothing stops it.
    FarBack,
    /// To the beginning.
    Beginning,
}

/// Why a run stands where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It is the beginning.
    Beginning,
    /// The step was taken.
    Step,
    /// Breakpoints.
    Breakpoint(Hits),
    /// Something is violated.
    Violation,
    /// It was to stop.
    Paused,
    /// It cannot go on by itself, or cannot go on at all.
    Unmoved(Unmoved),
    /// It has gone on for long.
    Tired,
}

/// Moves through a run.
pub(crate) struct Mover<'a, 'm> {
    /// The run.
    pub run: &'a mut Run<'m>,
    /// Where it is to stop.
    pub breakpoints: &'a Breakpoints,
    /// What becomes true when it is to stop where it is.
    pub pause: &'a AtomicBool,
    /// What becomes true when all is to end.
    pub end: &'a AtomicBool,
    /// Is shown each step forwards.
    pub seen: &'a mut dyn FnMut(&Run<'m>),
}

impl Mover<'_, '_> {
    /// Goes somewhere; why it stands there then.
    pub fn go(&mut self, way: &Way) -> Stop {
        match way {
            Way::Next(process) => self.step(wanted(process.as_deref())),
            Way::Choose(place) => {
                let taken = self.run.take(*place);
                self.stepped(taken)
            }
            Way::On => self.on(),
            Way::Out(process) => self.out(process.as_deref()),
            Way::Back => self.back(),
            Way::FarBack => self.far_back(),
            Way::Beginning => {
                self.run.jump(0);
                Stop::Beginning
            }
        }
    }

    fn step(&mut self, wanted: Wanted<'_>) -> Stop {
        let taken = self.run.forward(wanted);
        self.stepped(taken)
    }

    fn stepped(&mut self, taken: Result<(), Unmoved>) -> Stop {
        match taken {
            Ok(()) => {
                (self.seen)(self.run);
                self.judged().unwrap_or(Stop::Step)
            }
            Err(unmoved) => Stop::Unmoved(unmoved),
        }
    }

    /// Why it is to stop where it stands, if it is.
    fn judged(&self) -> Option<Stop> {
        if self.breakpoints.at_violations && self.run.violation().is_some() {
            return Some(Stop::Violation);
        }
        let hits = self.breakpoints.hits(self.run);
        (!hits.ids.is_empty()).then_some(Stop::Breakpoint(hits))
    }

    /// On to the end of what is known; or as long as one step is possible, if nothing is.
    fn on(&mut self) -> Stop {
        let session = self.run.session();
        let is_known = session.at() < session.known();
        let mut forced = 0;
        loop {
            match self.step(Wanted::Only) {
                Stop::Step => {}
                other => return other,
            }
            let session = self.run.session();
            // What goes round for ever is taken once.
            let is_once = is_known || session.again().is_some();
            if is_once && session.at() == session.known() {
                return Stop::Step;
            }
            forced += usize::from(!is_known);
            if forced == MOST_FORCED {
                return Stop::Tired;
            }
            if self.is_to_stop() {
                return Stop::Paused;
            }
        }
    }

    /// A step on, and further until no process goes on alone.
    fn out(&mut self, process: Option<&str>) -> Stop {
        let mut stop = self.step(wanted(process));
        let mut steps = 1;
        while stop == Stop::Step && self.run.session().holder().is_some() {
            if steps == MOST_FORCED {
                return Stop::Tired;
            }
            if self.is_to_stop() {
                return Stop::Paused;
            }
            stop = self.step(wanted(process));
            steps += 1;
        }
        stop
    }

    fn back(&mut self) -> Stop {
        let at = self.run.session().at();
        self.run.jump(at.saturating_sub(1));
        if at <= 1 { Stop::Beginning } else { Stop::Step }
    }

    fn far_back(&mut self) -> Stop {
        loop {
            if self.back() == Stop::Beginning {
                return Stop::Beginning;
            }
            if let Some(stop) = self.judged() {
                return stop;
            }
            if self.is_to_stop() {
                return Stop::Paused;
            }
        }
    }

    fn is_to_stop(&self) -> bool {
        self.pause.load(Ordering::Relaxed) || self.end.load(Ordering::Relaxed)
    }
}

fn wanted(process: Option<&str>) -> Wanted<'_> {
    process.map_or(Wanted::Only, Wanted::Of)
}
