//! Machines exchange states in rounds: what is sent arrives in its round, and who is lost is named.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use cluster::{Exchange, Listener, Terms, meet};
use kernel::{Lost, Machines, Offers};

use crate::support::{Log, new_terms};

const ROUNDS: u64 = 20;

/// Runs what each of so many machines does, which are threads.
fn machines<T: Send>(count: usize, work: impl Fn(&Exchange) -> T + Sync) -> Vec<T> {
    let terms = new_terms();
    let listeners: Vec<_> = (0..count).map(|_| Log::default().listener(&terms)).collect();
    let addresses: Vec<_> = listeners.iter().map(Listener::address).collect();
    thread::scope(|scope| {
        let running: Vec<_> = listeners
            .into_iter()
            .enumerate()
            .map(|(own, listener)| {
                let (addresses, terms, work) = (&addresses, &terms, &work);
                scope.spawn(move || work(&exchange(own, &listener, addresses, terms)))
            })
            .collect();
        running.into_iter().map(|it| it.join().expect("no panic")).collect()
    })
}

fn exchange(own: usize, listener: &Listener, addresses: &[SocketAddr], terms: &Terms) -> Exchange {
    let behind = &addresses[own + 1..];
    let channels = meet(own, Some(listener), behind, terms, Duration::from_secs(20));
    Exchange::start(own, channels.expect("all come")).expect("threads")
}

/// How often states were shown in a round, as those of which machine.
type Shown = BTreeMap<(usize, Vec<u8>), u64>;

fn note(shown: &mut Shown, from: usize, offers: &Offers) {
    offers.iter().for_each(|(state, _)| *shown.entry((from, state.to_vec())).or_default() += 1);
}

/// What one machine sends another in a round: by turns nothing, a few states, and more than may be on the way at once.
fn sent(from: usize, to: usize, round: u64) -> Vec<Offers> {
    let batches = [0, 3, 40][(from + to) % 3];
    let batch = |number: usize| {
        let mut offers = Offers::default();
        for state in 0..(if number == 2 { 9000 } else { 100 }) {
            offers.push(format!("{from} {to} {round} {number} {state}").as_bytes(), None);
        }
        offers
    };
    (0..batches).map(batch).collect()
}

/// The sums of some rounds, in each of which all arrives that is sent. It is looked at at once: together it would take much memory.
fn rounds(machine: &Exchange) -> Vec<Vec<u64>> {
    let (own, count) = (machine.own(), machine.count());
    let mut all = Vec::new();
    for round in 0..ROUNDS {
        let mut shown = Shown::new();
        for to in (0..count).filter(|&to| to != own) {
            for offers in sent(own, to, round) {
                while !machine.send(to, &offers).expect("nobody is lost") {
                    machine
                        .receive(true, &mut |from, it| note(&mut shown, from, it))
                        .expect("nobody is lost");
                }
            }
            machine
                .receive(false, &mut |from, it| note(&mut shown, from, it))
                .expect("nobody is lost");
        }
        let numbers = [1, own as u64, round];
        let sums = machine.end_round(&numbers, &mut |from, it| note(&mut shown, from, it));
        all.push(sums.expect("nobody is lost"));
        let mut expected = Shown::new();
        for from in (0..count).filter(|&from| from != own) {
            sent(from, own, round).iter().for_each(|it| note(&mut expected, from, it));
        }
        assert!(shown == expected, "machine {own} of {count}, round {round}");
    }
    all
}

#[test]
fn all_that_is_sent_arrives_in_its_round() {
    for count in [1, 2, 4] {
        let found = machines(count, rounds);
        for sums in found {
            for (round, sums) in (0..).zip(sums) {
                let all = count as u64;
                assert_eq!(sums, [all, (0..all).sum(), all * round]);
            }
        }
    }
}

#[test]
fn what_is_sent_arrives_before_the_round_ends() {
    machines(2, |machine| {
        let mut offers = Offers::default();
        offers.push(b"one", None);
        assert!(machine.send(1 - machine.own(), &offers).expect("nobody is lost"));
        let mut shown = Shown::new();
        while shown.is_empty() {
            machine
                .receive(true, &mut |from, it| note(&mut shown, from, it))
                .expect("nobody is lost");
        }
        machine.end_round(&[], &mut |_, _| {}).expect("nobody is lost");
    });
}

#[test]
fn who_stops_is_heard_of_before_the_round_ends() {
    let stopped = machines(3, |machine| {
        if machine.own() == 1 {
            machine.stop();
        }
        while machine.own() != 1 && !machine.is_stopping() {
            thread::sleep(Duration::from_millis(1));
        }
        machine.end_round(&[], &mut |_, _| {}).expect("nobody is lost");
        machine.is_stopping()
    });
    assert_eq!(stopped, [true, false, true]);
}

#[test]
fn who_ends_without_a_round_is_lost() {
    let results = machines(3, |machine| match machine.own() {
        // It has gone before the others have ended their round.
        2 => Ok(Vec::new()),
        _ => machine.end_round(&[1], &mut |_, _| {}),
    });
    assert!(results[..2].iter().all(|it| *it == Err(Lost(2))), "{results:?}");
}
