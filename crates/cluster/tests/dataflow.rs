//! timely's dataflow runs over channels: records are exchanged, levels end exactly, and all end in an orderly way.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread;

use cluster::{Channel, DataflowStream, Listener, Terms, connect};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::execute::execute_from;
use timely::worker::Worker;

use crate::support::{Log, new_terms, next};

const RECORDS: u64 = 100_000;
const LEVELS: u64 = 10;

/// The most bytes that a message of these dataflows has: timely collects records up to 8 KB, and progress is less.
pub const MOST_OF_A_MESSAGE: u64 = 1 << 20;

/// How many records of a level there were, and their sum.
type Sum = (u64, u64);

/// The channels of a process to all others, by their numbers: it connects to those below it, and those above come to it.
pub fn channels_of(
    index: usize,
    listener: &Listener,
    addresses: &[std::net::SocketAddr],
    terms: &Terms,
) -> Vec<Option<Channel>> {
    let mut channels: Vec<Option<Channel>> = addresses.iter().map(|_| None).collect();
    for (other, address) in addresses.iter().enumerate().take(index) {
        let hello = [index as u8];
        channels[other] = Some(connect(*address, terms, &hello).expect("a channel"));
    }
    for _ in index + 1..addresses.len() {
        let arrival = next(listener);
        channels[usize::from(arrival.hello[0])] = Some(arrival.channel);
    }
    channels
}

/// Runs some work on the threads of one process, and returns what each of them has found.
pub fn run<T: Send + 'static>(
    channels: Vec<Option<Channel>>,
    index: usize,
    threads: usize,
    work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
) -> Vec<Result<T, String>> {
    let here = index * threads..(index + 1) * threads;
    let stream = |channel| DataflowStream::new(channel, here.clone(), MOST_OF_A_MESSAGE);
    let streams = channels.into_iter().map(|channel| channel.map(stream)).collect();
    let hooks = Hooks::default();
    let processes = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(processes, streams, index, threads, hooks)
            .expect("threads");
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    execute_from(builders, Box::new(guard), WorkerConfig::default(), work).expect("threads").join()
}

fn level_of(record: u64) -> usize {
    (record % LEVELS) as usize
}

fn add(sums: &mut [Sum], record: u64) {
    let (count, sum) = &mut sums[level_of(record)];
    (*count, *sum) = (*count + 1, *sum + record);
}

/// Exchanges this worker's share of the records; returns the sums of those that came here, as they were when their level ended.
pub fn exchange(worker: &mut Worker) -> Vec<Sum> {
    let (index, peers) = (worker.index() as u64, worker.peers() as u64);
    let route = |record: &u64| record.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let mut input = InputHandle::new();
    let probe = ProbeHandle::new();
    let sums = Rc::new(RefCell::new(vec![(0, 0); LEVELS as usize]));
    let adding = Rc::clone(&sums);
    worker.dataflow(|scope| {
        let records = scope.input_from(&mut input).container::<Vec<u64>>();
        let arriving = records.exchange(route).inspect(move |&record| {
            assert_eq!(route(&record) % peers, index);
            add(&mut adding.borrow_mut(), record);
        });
        arriving.probe_with(&probe);
    });
    let mut when_ended = Vec::new();
    for level in 0..LEVELS {
        let of_level = (0..RECORDS).filter(|&record| level_of(record) as u64 == level);
        of_level.filter(|record| record % peers == index).for_each(|record| input.send(record));
        input.advance_to(level + 1);
        worker.step_or_park_while(None, || probe.less_than(&(level + 1)));
        when_ended.push(sums.borrow()[level as usize]);
    }
    when_ended
}

/// Runs processes as threads of this one, each with threads of its own.
fn exchanged(processes: usize, threads: usize) -> Vec<Sum> {
    let terms = new_terms();
    let listeners: Vec<_> = (0..processes).map(|_| Log::default().listener(&terms)).collect();
    let addresses: Vec<_> = listeners.iter().map(Listener::address).collect();
    let running: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(index, listener)| {
            let (addresses, terms) = (addresses.clone(), terms.clone());
            thread::spawn(move || {
                let channels = channels_of(index, &listener, &addresses, &terms);
                run(channels, index, threads, exchange)
            })
        })
        .collect();
    let found = running.into_iter().flat_map(|process| process.join().expect("an orderly end"));
    let mut all = vec![(0, 0); LEVELS as usize];
    for sums in found {
        for (of_all, (count, sum)) in all.iter_mut().zip(sums.expect("no panic")) {
            *of_all = (of_all.0 + count, of_all.1 + sum);
        }
    }
    all
}

fn expected() -> Vec<Sum> {
    let mut sums = vec![(0, 0); LEVELS as usize];
    (0..RECORDS).for_each(|record| add(&mut sums, record));
    sums
}

#[test]
fn two_processes_exchange_records_by_levels() {
    assert_eq!(exchanged(2, 1), expected());
}

#[test]
fn three_processes_of_two_threads_exchange_records_by_levels() {
    assert_eq!(exchanged(3, 2), expected());
}
