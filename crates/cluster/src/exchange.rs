//! Machines that share a search, by a dataflow of timely: what they send each other arrives in their rounds.
//!
//! A thread runs the dataflow, which has one operator: it takes packets to the machine that they are for. A round is some times of it: when
//! timely knows that nothing of these is under way any more, all machines have ended the round, and all that they have sent in it is
//! here. (Why not one time: an input passes on what it has collected when its time changes.) Beside that there are signs of life every second.
//! A machine that has not been heard for [`SILENCE`] is lost, and so is one whose connection ends before it has taken leave. Whoever has lost one
//! takes part no longer, and tells all.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use kernel::{Lost, Machines, Offers};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::{Exchange as _, Input, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::execute::execute_from;
use timely::worker::Worker;

use crate::channel::Channel;
use crate::dataflow_stream::DataflowStream;
use crate::mailbox::{Mailbox, Next};
use crate::packet::{Batch, Content, Packet};

/// A machine that has not been heard for so long is lost.
pub const SILENCE: Duration = Duration::from_secs(6);

/// One that has never been heard is lost after so long: others may still be meeting.
const BEGINNING: Duration = Duration::from_secs(30);

/// Time between two signs of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// So many times of the dataflow are a round.
const TIMES: u64 = 1 << 36;

/// The most bytes of a message of the dataflow: a batch has 64 KB, or one state that has more.
const MOST_OF_A_MESSAGE: u64 = 64 << 20;

/// What begins the names of the threads that may panic when a machine is lost. That is not a defect: the reason is told otherwise.
pub const THREADS: [&str; 2] = ["timely:", "cluster:end"];

/// This machine's part of the exchange between machines that share a search.
///
/// It ends in an orderly way when it is dropped, as soon as all others do. Nobody waits for that.
pub struct Exchange {
    mailbox: Arc<Mailbox>,
    orders: Sender<Order>,
    /// The thread of the dataflow, once it runs.
    thread: Arc<OnceLock<Thread>>,
}

/// What the dataflow is to do.
enum Order {
    Send(usize, Content),
    /// To all, this machine as well; then the round ends.
    EndRound(Vec<u64>, u64),
}

impl Exchange {
    /// Exchanges over channels to all other machines, in the order of their numbers, with none at the place of the own.
    ///
    /// # Errors
    /// The threads cannot be had.
    pub fn start(own: usize, channels: Vec<Option<Channel>>) -> Result<Exchange, String> {
        let count = channels.len();
        let mailbox = Arc::new(Mailbox::new(own, count));
        let thread = Arc::new(OnceLock::new());
        let (orders, receiver) = channel();
        let here: Range<usize> = own..own + 1;
        let streams = channels.into_iter().enumerate().map(|(other, channel)| {
            let losing = Arc::clone(&mailbox);
            let is_cut_off = move || losing.lose(other);
            let stream = DataflowStream::new(channel?, here.clone(), MOST_OF_A_MESSAGE);
            Some(stream.telling(Arc::new(is_cut_off)))
        });
        let hooks = Hooks::default();
        let process = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(process, streams.collect(), own, 1, hooks)
                .map_err(|error| error.to_string())?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (of_dataflow, parked) = (Arc::clone(&mailbox), Arc::clone(&thread));
        let receiver = std::sync::Mutex::new(Some(receiver));
        let workers =
            execute_from(builders, Box::new(guard), WorkerConfig::default(), move |worker| {
                let _ = parked.set(thread::current());
                let receiver = receiver.lock().ok().and_then(|mut it| it.take());
                let orders = receiver.expect("there is one thread of the dataflow");
                Dataflow { mailbox: of_dataflow.clone(), orders }.run(worker);
            })?;
        let losing = Arc::clone(&mailbox);
        let end = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| workers.join()));
            if !ended.is_ok_and(|ends| ends.iter().all(Result::is_ok)) {
                losing.lose(own);
            }
        };
        let end = thread::Builder::new().name("cluster:end".to_owned()).spawn(end);
        end.map_err(|error| error.to_string())?;
        Ok(Exchange { mailbox, orders, thread })
    }

    fn order(&self, order: Order) -> Result<(), Lost> {
        self.orders.send(order).map_err(|_| Lost(self.mailbox.own()))?;
        self.wake();
        Ok(())
    }

    fn wake(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// Shows states that came from a machine, which is told that they were taken in.
    fn show(
        &self,
        from: usize,
        states: &Batch,
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<(), Lost> {
        let mut offers = Offers::default();
        states.read(&mut offers).ok_or(Lost(from))?;
        show(from, &offers);
        self.order(Order::Send(from, Content::Taken(states.len())))
    }
}

impl Machines for Exchange {
    fn own(&self) -> usize {
        self.mailbox.own()
    }

    fn count(&self) -> usize {
        self.mailbox.count()
    }

    fn send(&self, to: usize, states: &Offers) -> Result<bool, Lost> {
        let states = Batch::new(states)
            .filter(|states| states.len() < MOST_OF_A_MESSAGE / 2)
            .ok_or(Lost(self.mailbox.own()))?;
        let Some(round) = self.mailbox.post(to, states.len())? else { return Ok(false) };
        self.order(Order::Send(to, Content::States { round, states }))?;
        Ok(true)
    }

    fn receive(&self, waits: bool, show: &mut dyn FnMut(usize, &Offers)) -> Result<(), Lost> {
        let mut next = if waits { self.mailbox.wait()? } else { self.mailbox.take()? };
        while let Some((from, states)) = next {
            self.show(from, &states, show)?;
            next = self.mailbox.take()?;
        }
        Ok(())
    }

    fn end_round(
        &self,
        numbers: &[u64],
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<Vec<u64>, Lost> {
        let round = self.mailbox.round()?;
        self.order(Order::EndRound(numbers.to_vec(), round))?;
        loop {
            match self.mailbox.until_ended()? {
                Next::States(from, states) => self.show(from, &states, show)?,
                Next::Round(sums) => return Ok(sums),
            }
        }
    }

    fn stop(&self) {
        for to in (0..self.count()).filter(|&to| to != self.own()) {
            // Who is lost need not be told.
            let _ = self.order(Order::Send(to, Content::Stop));
        }
    }

    fn is_stopping(&self) -> bool {
        self.mailbox.is_stopping()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "machine {} of {}", self.own(), self.count())
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // The dataflow ends when there can be no more orders.
        self.orders = channel().0;
        self.wake();
    }
}

/// What the thread of the dataflow has.
struct Dataflow {
    mailbox: Arc<Mailbox>,
    orders: Receiver<Order>,
}

impl Dataflow {
    fn run(self, worker: &mut Worker) {
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let arriving = Arc::clone(&self.mailbox);
        worker.dataflow(|scope| {
            let packets = scope.input_from(&mut input).container::<Vec<Packet>>();
            let packets = packets.exchange(|packet: &Packet| packet.to);
            packets.inspect(move |packet| arriving.put(packet)).probe_with(&probe);
        });
        let (own, count) = (self.mailbox.own(), self.mailbox.count());
        let mut out = Out { input, own: own as u64, count, left: 0, has_sent: false };
        let mut listening = Listening::new(own, count);
        let (mut ended, mut has_told) = (0, false);
        while self.obey(&mut out).is_continue() {
            if listening.is_due() {
                out.send_all(&Content::Alive);
                if let Some(silent) = listening.listen(&self.mailbox.heard()) {
                    self.mailbox.lose(silent);
                }
            }
            if let Some(lost) = self.mailbox.lost().filter(|_| !has_told) {
                out.send_all(&Content::Lost(lost as u64));
                has_told = true;
            }
            out.pass_on();
            worker.step_or_park(Some(SIGN_OF_LIFE));
            while ended < out.left && !probe.less_than(&((ended + 1) * TIMES)) {
                ended += 1;
                self.mailbox.end(ended);
            }
        }
    }

    /// Does what was ordered. `Break` when there can be no more orders: whoever searched has ended.
    fn obey(&self, out: &mut Out) -> ControlFlow<()> {
        loop {
            match self.orders.try_recv() {
                Ok(Order::Send(to, content)) => out.send(to, content),
                Ok(Order::EndRound(numbers, round)) => {
                    out.send_all(&Content::Numbers { round, numbers });
                    out.end(round);
                }
                Err(TryRecvError::Empty) => return ControlFlow::Continue(()),
                Err(TryRecvError::Disconnected) => return ControlFlow::Break(()),
            }
        }
    }
}

/// What this machine sends.
struct Out {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>,
    own: u64,
    count: usize,
    /// The round that it is in.
    left: u64,
    /// Whether something waits to be passed on.
    has_sent: bool,
}

impl Out {
    fn send(&mut self, to: usize, content: Content) {
        self.input.send(Packet { to: to as u64, from: self.own, content });
        self.has_sent = true;
    }

    /// Sends to all, this machine as well.
    fn send_all(&mut self, content: &Content) {
        (0..self.count).for_each(|to| self.send(to, content.clone()));
    }

    /// Ends a round.
    fn end(&mut self, round: u64) {
        self.left = round + 1;
        self.input.advance_to(self.left * TIMES);
        self.has_sent = false;
    }

    /// Passes on what was sent within a round, whose times suffice for days.
    fn pass_on(&mut self) {
        let next = self.input.time() + 1;
        if self.has_sent && next < (self.left + 1) * TIMES {
            self.input.advance_to(next);
            self.has_sent = false;
        }
    }
}

/// For how long each machine has been silent.
struct Listening {
    own: usize,
    silent: Vec<Duration>,
    /// Whether each was ever heard: they do not begin at the same time.
    has_begun: Vec<bool>,
    last: Instant,
}

impl Listening {
    fn new(own: usize, count: usize) -> Self {
        let (silent, has_begun) = (vec![Duration::ZERO; count], vec![false; count]);
        Listening { own, silent, has_begun, last: Instant::now() }
    }

    /// Whether it is time for a sign of life.
    fn is_due(&self) -> bool {
        self.last.elapsed() >= SIGN_OF_LIFE
    }

    /// Takes notice of who was heard since the last time, and tells who has been silent for too long.
    fn listen(&mut self, heard: &[bool]) -> Option<usize> {
        // Where this program has slept itself, nobody else could be heard.
        let since = self.last.elapsed().min(2 * SIGN_OF_LIFE);
        self.last = Instant::now();
        for (other, &was_heard) in heard.iter().enumerate() {
            let silent = &mut self.silent[other];
            *silent = if was_heard { Duration::ZERO } else { *silent + since };
            self.has_begun[other] |= was_heard;
        }
        let most = |other: usize| if self.has_begun[other] { SILENCE } else { BEGINNING };
        let mut others = (0..heard.len()).filter(|&other| other != self.own);
        others.find(|&other| self.silent[other] >= most(other))
    }
}
