//! Searches that several machines share, which are threads here: together they say what one says.

use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use kernel::{
    Limits, Machines, Offers, Outcome, SearchOptions, Silent, StopReason, Store, search,
    search_with_others,
};

use crate::common::counters::Counters;

/// What one machine sends another in a round.
struct Message {
    from: usize,
    round: u64,
    content: Content,
}

enum Content {
    States(Vec<Vec<u8>>),
    End(Vec<u64>),
}

/// A machine that is a thread.
struct Neighbour {
    own: usize,
    senders: Vec<Sender<Message>>,
    inbox: Mutex<Inbox>,
}

struct Inbox {
    receiver: Receiver<Message>,
    round: u64,
    /// Messages of the next round, from machines that are ahead.
    early: Vec<Message>,
    /// The numbers of those that have ended the round.
    ended: Vec<Option<Vec<u64>>>,
}

impl Inbox {
    fn take(&mut self, message: Message, show: &mut dyn FnMut(&Offers)) {
        if message.round > self.round {
            self.early.push(message);
            return;
        }
        match message.content {
            Content::States(states) => {
                let mut offers = Offers::default();
                states.iter().for_each(|state| offers.push(state, None));
                show(&offers);
            }
            Content::End(numbers) => {
                let before = self.ended[message.from].replace(numbers);
                assert!(before.is_none(), "a round ends once");
            }
        }
    }
}

impl Neighbour {
    fn all(count: usize) -> Vec<Neighbour> {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let machines = receivers.into_iter().enumerate().map(|(own, receiver)| {
            let ended = vec![None; count];
            let inbox = Mutex::new(Inbox { receiver, round: 0, early: Vec::new(), ended });
            Neighbour { own, senders: senders.clone(), inbox }
        });
        machines.collect()
    }

    fn post(&self, to: usize, round: u64, content: Content) -> Result<(), ErrorKind> {
        let sent = self.senders[to].send(Message { from: self.own, round, content });
        sent.map_err(|_| ErrorKind::ConnectionReset)
    }

    fn round(&self) -> u64 {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).round
    }
}

impl Machines for Neighbour {
    fn own(&self) -> usize {
        self.own
    }

    fn count(&self) -> usize {
        self.senders.len()
    }

    fn send(&self, to: usize, states: &Offers) -> Result<(), ErrorKind> {
        let states = states.iter().map(|(state, _)| state.to_vec()).collect();
        self.post(to, self.round(), Content::States(states))
    }

    fn receive(&self, show: &mut dyn FnMut(&Offers)) -> Result<(), ErrorKind> {
        let inbox = &mut *self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(message) = inbox.receiver.try_recv() {
            inbox.take(message, show);
        }
        Ok(())
    }

    fn end_round(
        &self,
        numbers: &[u64],
        show: &mut dyn FnMut(&Offers),
    ) -> Result<Vec<u64>, ErrorKind> {
        let round = self.round();
        (0..self.count())
            .try_for_each(|to| self.post(to, round, Content::End(numbers.to_vec())))?;
        let inbox = &mut *self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        for message in std::mem::take(&mut inbox.early) {
            inbox.take(message, show);
        }
        while inbox.ended.iter().any(Option::is_none) {
            let message = inbox.receiver.recv().map_err(|_| ErrorKind::ConnectionReset)?;
            inbox.take(message, show);
        }
        inbox.round += 1;
        let ended = inbox.ended.iter_mut().map(|numbers| numbers.take().expect("all have"));
        Ok(ended.fold(vec![0; numbers.len()], |sums, own| {
            assert_eq!(own.len(), sums.len(), "all are in the same round");
            sums.iter().zip(own).map(|(sum, own)| sum + own).collect()
        }))
    }
}

/// What each of so many machines says.
fn together(system: &Counters, machines: usize, options: &SearchOptions) -> Vec<Outcome<Counters>> {
    thread::scope(|scope| {
        let searches: Vec<_> = Neighbour::all(machines)
            .into_iter()
            .map(|machine| {
                scope.spawn(move || search_with_others(system, None, &machine, options, &Silent))
            })
            .collect();
        searches.into_iter().map(|it| it.join().expect("no machine panics")).collect()
    })
}

fn sum(outcomes: &[Outcome<Counters>], number: impl Fn(&Outcome<Counters>) -> u64) -> u64 {
    outcomes.iter().map(number).sum()
}

#[test]
fn machines_count_together_what_one_counts() {
    for round in [2, 6] {
        let system = Counters { round, ..Counters::new(6) };
        let all = search(&system, &SearchOptions::default(), &Silent);
        for (machines, workers, store) in [
            (1, 1, Store::Plain),
            (2, 1, Store::Plain),
            (3, 2, Store::Plain),
            (3, 1, Store::Disk),
            (2, 2, Store::Disk),
        ] {
            let options = SearchOptions { workers, store, ..SearchOptions::default() };
            let outcomes = together(&system, machines, &options);
            let about = format!("{round}: {machines} machines, {workers} workers");
            assert!(outcomes.iter().all(|it| it.stop == StopReason::Exhausted), "{about}");
            let depths = outcomes.iter().map(|it| it.statistics.depth);
            assert!(depths.clone().all(|it| it == all.statistics.depth), "{about}");
            assert_eq!(sum(&outcomes, |it| it.statistics.states), all.statistics.states);
            assert_eq!(sum(&outcomes, |it| it.statistics.transitions), all.statistics.transitions);
            let even = all.statistics.states / machines as u64;
            let largest = outcomes.iter().map(|it| it.statistics.states).max().unwrap_or(0);
            assert!(largest <= even + even / 20, "{about}: one has {largest}");
            let files = sum(&outcomes, |it| it.statistics.file_bytes);
            assert_eq!(store == Store::Disk, files > 0, "{about}");
        }
    }
}

#[test]
fn a_violation_ends_the_search_on_all_machines() {
    let system = Counters { error: Some([3, 2, 5, 4, 1, 0]), ..Counters::new(6) };
    let (stops, goes_on) =
        (SearchOptions::default(), SearchOptions { keep_going: true, ..SearchOptions::default() });
    let outcomes = together(&system, 3, &stops);
    let stopped = |why| outcomes.iter().filter(|it| it.stop == why).count();
    assert_eq!((stopped(StopReason::Violation), stopped(StopReason::Elsewhere)), (1, 2));
    let (all, outcomes) = (search(&system, &goes_on, &Silent), together(&system, 3, &goes_on));
    assert_eq!(sum(&outcomes, |it| it.violation_count), all.violation_count);
    assert_eq!(sum(&outcomes, |it| it.statistics.states), all.statistics.states);
}

#[test]
fn a_limit_of_one_machine_ends_the_search_on_all() {
    let system = Counters::new(9);
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let outcomes = together(&system, 3, &SearchOptions { limits, ..SearchOptions::default() });
    assert!(
        outcomes.iter().all(|it| matches!(it.stop, StopReason::StateLimit | StopReason::Elsewhere))
    );
    assert!(outcomes.iter().any(|it| it.stop == StopReason::StateLimit));
}
