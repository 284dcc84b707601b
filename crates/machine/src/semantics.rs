//! What languages decide differently about how programs run, as data.

use std::ops::Range;

use crate::index::ProcessId;

/// How the programs of a language run. The default is what SPIN does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantics {
    /// What becomes of a process that has come to its end.
    pub ending: Ending,
    /// What a send to a full channel does.
    pub full_channel: FullChannel,
    /// What it means that the condition of a guard cannot be evaluated.
    pub guard_fault: GuardFault,
    /// What it means to read a variable of a process that is not there.
    pub missing_process: MissingProcess,
    /// By which number programs know the first process; the others follow. A number that is not theirs names
    /// nobody: 0, if they count from 1.
    pub first_process: u8,
    /// The most processes that may exist at once: one more is a run-time error ([`crate::Fault::TooManyProcesses`]).
    pub most_processes: u16,
    /// The most channels that may exist at once ([`crate::Fault::TooManyChannels`]).
    pub most_channels: u16,
    /// The most initial states that what is left open may make ([`crate::Fault::ManyInitial`]).
    pub most_initial: u32,
}

impl Default for Semantics {
    fn default() -> Self {
        Semantics::SPIN
    }
}

/// What becomes of a process that has come to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It is removed, in a step of its own, once all younger ones are gone.
    #[default]
    Youngest,
    /// It stays, with its variables and channels, and does nothing more.
    Stays,
}

/// What a send to a buffered channel that is full does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FullChannel {
    /// It waits.
    #[default]
    Blocks,
    /// It is a run-time error ([`crate::Fault::FullChannel`]).
    Fails,
}

/// What it means that the condition of a guard cannot be evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuardFault {
    /// That the step fails: a run-time error.
    #[default]
    Fails,
    /// That the guard does not hold.
    Blocks,
}

/// What it means to read a variable of a process that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingProcess {
    /// Its value is 0.
    #[default]
    ReadsZero,
    /// It is a run-time error ([`crate::Fault::Missing`]).
    Fails,
}

impl Semantics {
    /// What SPIN does.
    pub const SPIN: Semantics = Semantics {
        ending: Ending::Youngest,
        full_channel: FullChannel::Blocks,
        guard_fault: GuardFault::Fails,
        missing_process: MissingProcess::ReadsZero,
        first_process: 0,
        most_processes: 255,
        most_channels: 255,
        most_initial: 10_000,
    };

    /// By which number programs know a process.
    #[must_use]
    #[inline]
    pub fn process_number(&self, process: ProcessId) -> i32 {
        i32::from(process.0) + i32::from(self.first_process)
    }

    /// The numbers of the first `count` processes.
    #[must_use]
    pub fn process_numbers(&self, count: usize) -> Range<i32> {
        let first = i32::from(self.first_process);
        first..first + count as i32
    }

    /// The process that has a number, if there are as many as that.
    #[must_use]
    #[inline]
    pub fn process_with_number(&self, number: i32) -> Option<ProcessId> {
        let process = i64::from(number) - i64::from(self.first_process);
        u16::try_from(process).ok().map(ProcessId)
    }
}
