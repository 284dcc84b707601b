//! Machines that share a search and are threads of one program, for tests.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use kernel::{Lost, Machines, Offers};

/// What one machine sends another in a round.
#[derive(Debug)]
struct Message {
    from: usize,
    round: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Stop,
    States(Vec<Vec<u8>>),
    End(Vec<u64>),
}

/// A machine that is a thread.
#[derive(Debug)]
pub struct Neighbour {
    own: usize,
    senders: Vec<Sender<Message>>,
    inbox: Mutex<Inbox>,
}

#[derive(Debug)]
struct Inbox {
    receiver: Receiver<Message>,
    round: u64,
    /// Messages of the next round, from machines that are ahead.
    early: Vec<Message>,
    is_stopping: bool,
    /// The numbers of those that have ended the round.
    ended: Vec<Option<Vec<u64>>>,
}

impl Inbox {
    fn take(&mut self, message: Message, show: &mut dyn FnMut(usize, &Offers)) {
        if message.round > self.round {
            self.early.push(message);
            return;
        }
        match message.content {
            Content::Stop => self.is_stopping = true,
            Content::States(states) => {
                let mut offers = Offers::default();
                states.iter().for_each(|state| offers.push(state, None));
                show(message.from, &offers);
            }
            Content::End(numbers) => {
                let before = self.ended[message.from].replace(numbers);
                assert!(before.is_none(), "a round ends once");
            }
        }
    }
}

impl Neighbour {
    /// So many of them.
    pub fn all(count: usize) -> Vec<Neighbour> {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let machines = receivers.into_iter().enumerate().map(|(own, receiver)| {
            let ended = vec![None; count];
            let inbox = Mutex::new(Inbox {
                receiver,
                round: 0,
                early: Vec::new(),
                is_stopping: false,
                ended,
            });
            Neighbour { own, senders: senders.clone(), inbox }
        });
        machines.collect()
    }

    fn post(&self, to: usize, round: u64, content: Content) -> Result<(), Lost> {
        let sent = self.senders[to].send(Message { from: self.own, round, content });
        sent.map_err(|_| Lost(to))
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

    fn send(&self, to: usize, states: &Offers) -> Result<bool, Lost> {
        let states = states.iter().map(|(state, _)| state.to_vec()).collect();
        self.post(to, self.round(), Content::States(states))?;
        Ok(true)
    }

    fn receive(&self, _: bool, show: &mut dyn FnMut(usize, &Offers)) -> Result<(), Lost> {
        let inbox = &mut *self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(message) = inbox.receiver.try_recv() {
            inbox.take(message, show);
        }
        Ok(())
    }

    fn end_round(
        &self,
        numbers: &[u64],
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<Vec<u64>, Lost> {
        let round = self.round();
        (0..self.count())
            .try_for_each(|to| self.post(to, round, Content::End(numbers.to_vec())))?;
        let inbox = &mut *self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        for message in std::mem::take(&mut inbox.early) {
            inbox.take(message, show);
        }
        while inbox.ended.iter().any(Option::is_none) {
            let message = inbox.receiver.recv().map_err(|_| Lost(self.own))?;
            inbox.take(message, show);
        }
        inbox.round += 1;
        let ended = inbox.ended.iter_mut().map(|numbers| numbers.take().expect("all have"));
        Ok(ended.fold(vec![0; numbers.len()], |sums, own| {
            assert_eq!(own.len(), sums.len(), "all are in the same round");
            sums.iter().zip(own).map(|(sum, own)| sum + own).collect()
        }))
    }

    fn stop(&self) {
        let round = self.round();
        for to in (0..self.count()).filter(|&to| to != self.own) {
            self.post(to, round, Content::Stop).expect("nobody ends before all have stopped");
        }
    }

    fn is_stopping(&self) -> bool {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).is_stopping
    }
}
