//! What has arrived at a machine that shares a search, and what of its own is on the way.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Lost;

use crate::packet::{Batch, Content, Packet};

/// So many bytes of states may be on the way from one machine to another. One batch may always.
const MOST_ON_THE_WAY: u64 = 1 << 20;

/// Nobody waits longer for room.
const MOMENT: Duration = Duration::from_millis(10);

/// What has arrived and what is on the way, for the threads of a search on one side and that of the dataflow on the other.
pub(crate) struct Mailbox {
    own: usize,
    contents: Mutex<Contents>,
    changed: Condvar,
    /// How many batches have arrived that nobody has taken.
    arrived: AtomicUsize,
    is_stopping: AtomicBool,
}

struct Contents {
    /// The round that this machine is in.
    round: u64,
    /// How many rounds all have ended.
    ended: u64,
    /// States of this round and, from machines that are ahead, the next one.
    states: VecDeque<(u64, usize, Batch)>,
    /// The numbers of those that have ended a round.
    numbers: VecDeque<(u64, usize, Vec<u64>)>,
    /// How many bytes are on the way to each machine.
    on_the_way: Vec<u64>,
    /// Whether each machine was heard since that was last asked.
    heard: Vec<bool>,
    lost: Option<Lost>,
    /// How often something came or was taken.
    changes: u64,
}

impl Mailbox {
    /// That of a machine by its number, of so many.
    pub(crate) fn new(own: usize, count: usize) -> Mailbox {
        let contents = Contents {
            round: 0,
            ended: 0,
            states: VecDeque::new(),
            numbers: VecDeque::new(),
            on_the_way: vec![0; count],
            heard: vec![false; count],
            lost: None,
            changes: 0,
        };
        Mailbox {
            own,
            contents: Mutex::new(contents),
            changed: Condvar::new(),
            arrived: AtomicUsize::new(0),
            is_stopping: AtomicBool::new(false),
        }
    }

    pub(crate) fn own(&self) -> usize {
        self.own
    }

    /// How many machines there are.
    pub(crate) fn count(&self) -> usize {
        self.contents().on_the_way.len()
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has something arrive. What no machine of these sends makes its sender lost.
    pub(crate) fn put(&self, packet: &Packet) {
        let contents = &mut *self.contents();
        let from = usize::try_from(packet.from).unwrap_or(usize::MAX);
        if from >= contents.heard.len() {
            self.note(contents, self.own);
        } else if let Content::Lost(machine) = packet.content {
            // It takes part no longer. Who it means is told, if it is one of these.
            let machine = usize::try_from(machine).ok().filter(|it| *it < contents.heard.len());
            self.note(contents, machine.unwrap_or(from));
        } else if contents.take_in(from, &packet.content, &self.arrived).is_none() {
            self.note(contents, from);
        }
        if matches!(packet.content, Content::Stop) {
            self.is_stopping.store(true, Ordering::Relaxed);
        }
        contents.changes += 1;
        self.changed.notify_all();
    }

    /// Notes that a machine is lost. The first counts.
    pub(crate) fn lose(&self, machine: usize) {
        self.note(&mut self.contents(), machine);
        self.changed.notify_all();
    }

    fn note(&self, contents: &mut Contents, machine: usize) {
        contents.lost.get_or_insert(Lost(machine));
        // Who asks for what has arrived is told.
        self.arrived.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that all machines have ended so many rounds.
    pub(crate) fn end(&self, rounds: u64) {
        self.contents().ended = rounds;
        self.changed.notify_all();
    }

    /// The machine that is lost, if one is.
    pub(crate) fn lost(&self) -> Option<usize> {
        self.contents().lost.map(|Lost(machine)| machine)
    }

    /// Which machines were heard since this was last asked.
    pub(crate) fn heard(&self) -> Vec<bool> {
        let heard = &mut self.contents().heard;
        let silent = vec![false; heard.len()];
        std::mem::replace(heard, silent)
    }

    /// The round that this machine is in, and whether so many bytes more may go to another one now, which they then do.
    pub(crate) fn post(&self, to: usize, bytes: u64) -> Result<Option<u64>, Lost> {
        let contents = &mut *self.contents();
        contents.lost.map_or(Ok(()), Err)?;
        let on_the_way = &mut contents.on_the_way[to];
        if *on_the_way > 0 && *on_the_way + bytes > MOST_ON_THE_WAY {
            return Ok(None);
        }
        *on_the_way += bytes;
        Ok(Some(contents.round))
    }

    /// Takes states of this round, with the number of the machine that they come from.
    pub(crate) fn take(&self) -> Result<Option<(usize, Batch)>, Lost> {
        if self.arrived.load(Ordering::Relaxed) == 0 {
            return Ok(None);
        }
        self.contents().take(&self.arrived)
    }

    /// The same; if there are none, it waits until something comes or is taken, or for a moment: that may have been a moment ago.
    pub(crate) fn wait(&self) -> Result<Option<(usize, Batch)>, Lost> {
        let mut contents = self.contents();
        let taken = contents.take(&self.arrived)?;
        if taken.is_some() {
            return Ok(taken);
        }
        let changes = contents.changes;
        let has_changed = |it: &mut Contents| it.changes == changes && it.lost.is_none();
        let contents = self.changed.wait_timeout_while(contents, MOMENT, has_changed);
        contents.unwrap_or_else(PoisonError::into_inner).0.take(&self.arrived)
    }

    /// The round that this machine is in.
    pub(crate) fn round(&self) -> Result<u64, Lost> {
        let contents = self.contents();
        contents.lost.map_or(Ok(contents.round), Err)
    }

    /// Waits for states of this round, or until all machines have ended it: then the next one begins, with the sums of their numbers.
    pub(crate) fn until_ended(&self) -> Result<Next, Lost> {
        let mut contents = self.contents();
        loop {
            if let Some((from, states)) = contents.take(&self.arrived)? {
                return Ok(Next::States(from, states));
            }
            if contents.ended > contents.round {
                return contents.next_round().map(Next::Round);
            }
            contents = self.changed.wait(contents).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether another machine stops.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

/// What comes next where a round ends.
pub(crate) enum Next {
    /// States of this round from a machine.
    States(usize, Batch),
    /// The round has ended, with these sums.
    Round(Vec<u64>),
}

impl Contents {
    /// Takes in what has come from a machine; none if it is nothing that comes from one.
    fn take_in(&mut self, from: usize, content: &Content, arrived: &AtomicUsize) -> Option<()> {
        self.heard[from] = true;
        // Nobody is more than one round ahead: it has the numbers of all that have ended the round before.
        let is_near = |round: u64| round == self.round || round == self.round + 1;
        match content {
            Content::States { round, states } if is_near(*round) => {
                self.states.push_back((*round, from, states.clone()));
                arrived.fetch_add(1, Ordering::Relaxed);
            }
            Content::Numbers { round, numbers } if is_near(*round) => {
                self.numbers.push_back((*round, from, numbers.clone()));
            }
            Content::States { .. } | Content::Numbers { .. } => return None,
            Content::Taken(bytes) => {
                self.on_the_way[from] = self.on_the_way[from].checked_sub(*bytes)?;
            }
            Content::Stop | Content::Lost(_) | Content::Alive => {}
        }
        Some(())
    }

    fn take(&mut self, arrived: &AtomicUsize) -> Result<Option<(usize, Batch)>, Lost> {
        self.lost.map_or(Ok(()), Err)?;
        let round = self.round;
        let Some(place) = self.states.iter().position(|(of, ..)| *of == round) else {
            return Ok(None);
        };
        arrived.fetch_sub(1, Ordering::Relaxed);
        Ok(self.states.remove(place).map(|(_, from, states)| (from, states)))
    }

    /// Goes on to the next round, with the sums of what the machines have ended this one with.
    ///
    /// # Errors
    /// One has not given as many numbers as the others, once: it has taken leave within the round, or is none of these.
    fn next_round(&mut self) -> Result<Vec<u64>, Lost> {
        let round = self.round;
        self.round += 1;
        let mut of_round = vec![None; self.on_the_way.len()];
        let mut is_twice = None;
        self.numbers.retain_mut(|(of, from, numbers)| {
            if *of == round && of_round[*from].replace(std::mem::take(numbers)).is_some() {
                is_twice = Some(Lost(*from));
            }
            *of != round
        });
        is_twice.map_or(Ok(()), Err)?;
        let mut sums: Option<Vec<u64>> = None;
        for (from, numbers) in of_round.into_iter().enumerate() {
            let numbers = numbers.ok_or(Lost(from))?;
            let before = sums.take().unwrap_or_else(|| vec![0; numbers.len()]);
            if before.len() != numbers.len() {
                return Err(Lost(from));
            }
            let pairs = before.into_iter().zip(numbers);
            let added = pairs.map(|(sum, number)| sum.checked_add(number));
            sums = Some(added.collect::<Option<_>>().ok_or(Lost(from))?);
        }
        Ok(sums.unwrap_or_default())
    }
}
