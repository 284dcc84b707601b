//! Addresses of runs lead back to them, and searches from anywhere find the nearest place, on the examples.

use std::collections::HashSet;

use checking::{
    AddressedRun, EndingKind, Explorable, Goal, Nearest, Origin, Session, SymmetrySource,
};
use kernel::{Limits, SearchOptions, Silent};
use testing::Numbers;

use crate::classes::{State, examples, explored, state};

/// Models of more states are not searched by hand.
const MOST_STATES: usize = 1_500;

type Run<'a> = AddressedRun<Box<dyn Session + 'a>>;

fn run(model: &dyn Explorable) -> Run<'_> {
    AddressedRun::new(model.session().expect("it has an initial state"))
}

#[test]
fn addresses_lead_back_to_their_runs() {
    let mut walked = 0;
    for (path, language) in examples() {
        explored(&path, language, SymmetrySource::Off, &mut |model, name| {
            for seed in 0..2 {
                walk(model, name, seed);
                walked += 1;
            }
        });
    }
    assert!(walked > 150, "{walked}");
}

fn walk(model: &dyn Explorable, name: &str, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let (mut there, mut again) = (run(model), run(model));
    for _ in 0..60 {
        let count = there.session().choice_count();
        if count == 0 {
            break;
        }
        let place = numbers.below(count);
        let foretold = there.addresses().swap_remove(place);
        there.take(place);
        assert_eq!(there.address(), foretold, "{name}");
        // One goes on from where it was, another begins anew.
        for other in [&mut again, &mut run(model)] {
            other.go(&foretold).unwrap_or_else(|parted| panic!("{name}: {parted:?}"));
            assert_eq!(other.session().at(), there.session().at(), "{name}");
            assert_eq!(state(other.session()), state(there.session()), "{name}");
            let back = numbers.below(there.session().at() + 1);
            other.jump(back);
        }
    }
    // What is cut or broken fits as far as it does, and harms nothing.
    let address = there.address();
    for _ in 0..20 {
        let mut broken: Vec<u8> = address.bytes().collect();
        if let Some(byte) = broken.get_mut(numbers.below(address.len().max(1))) {
            *byte = b"Az9~._"[numbers.below(6)];
        }
        broken.truncate(numbers.below(address.len() + 1));
        let _ = again.go(&String::from_utf8_lossy(&broken));
        again.go(&address).expect("it is found again");
        assert_eq!(state(again.session()), state(there.session()), "{name}");
    }
}

/// Every state that is not within an uninterruptible sequence, by statements; none if there are too many.
fn all_states(model: &dyn Explorable, from: &str) -> Option<Vec<(State, bool)>> {
    let mut run = run(model);
    run.go(from).expect("it was walked before");
    let mut known: HashSet<(State, Option<String>)> = HashSet::new();
    let mut found = Vec::new();
    let mut open = vec![run.address()];
    known.insert((state(run.session()), run.session().holder()));
    while let Some(address) = open.pop() {
        run.go(&address).expect("it was there before");
        let session = run.session();
        if session.holder().is_none() {
            let is_stuck = session.ending().is_some_and(|it| it.kind == EndingKind::Deadlock);
            found.push((state(session), is_stuck));
        }
        for next in run.addresses() {
            run.go(&next).expect("it is possible");
            if known.insert((state(run.session()), run.session().holder())) {
                open.push(next);
            }
        }
        if known.len() > MOST_STATES {
            return None;
        }
    }
    Some(found)
}

#[test]
fn what_is_found_is_there_and_what_is_nowhere_is_not() {
    let (mut found, mut nowhere, mut deadlocks) = (0, 0, 0);
    for (path, language) in examples() {
        for symmetry in [SymmetrySource::Found, SymmetrySource::Off] {
            explored(&path, language, symmetry, &mut |model, name| {
                let mut numbers = Numbers::new(7);
                let mut run = run(model);
                for _ in 0..numbers.below(8) {
                    match run.session().choice_count() {
                        0 => break,
                        count => run.take(numbers.below(count)),
                    }
                }
                if run.session().holder().is_some() || run.session().has_failed() {
                    return;
                }
                let from = run.address();
                let Some(states) = all_states(model, &from) else { return };
                let options = SearchOptions {
                    limits: Limits { states: Some(100_000), ..Limits::default() },
                    ..SearchOptions::default()
                };
                let from = Origin::Run(from);
                let find = |goal: &Goal| {
                    let found = model.find(&from, goal, &options, &Silent);
                    found.unwrap_or_else(|failure| panic!("{name}: {failure:?}")).place
                };
                match find(&Goal::Deadlock) {
                    Nearest::Found { address, .. } => {
                        run.go(&address).expect("it was found");
                        let kind = run.session().ending().map(|ending| ending.kind);
                        assert_eq!(kind, Some(EndingKind::Deadlock), "{name}");
                        deadlocks += 1;
                    }
                    place => {
                        assert_eq!(place, Nearest::Nowhere, "{name}");
                        assert!(states.iter().all(|(_, is_stuck)| !is_stuck), "{name}");
                        nowhere += 1;
                    }
                }
                // A number that some cell holds somewhere, or one that none does.
                let (cells, _) = &states[numbers.below(states.len())].0;
                let numbers_of = |it: &&(String, String)| it.1.parse::<i64>().is_ok();
                let cells: Vec<_> = cells.iter().filter(numbers_of).collect();
                if cells.is_empty() {
                    return;
                }
                let (cell, value) = cells[numbers.below(cells.len())];
                let goal = Goal::Predicate(format!("{cell} == {value}"));
                let Ok(place) = model.find(&from, &goal, &options, &Silent) else { return };
                let Nearest::Found { address, .. } = place.place else {
                    panic!("{name}: {goal:?} {place:?}")
                };
                run.go(&address).expect("it was found");
                let holds = run.session().evaluate(&format!("{cell} == {value}"));
                assert_eq!(holds.map(|it| it.to_string()), Ok("true".to_owned()), "{name}");
                found += 1;
                let never = Goal::Predicate(format!("{cell} == 1234567"));
                assert_eq!(find(&never), Nearest::Nowhere, "{name}");
            });
        }
    }
    println!("{found} found, {nowhere} without a deadlock, {deadlocks} with one");
    assert!(found > 20 && nowhere > 20 && deadlocks > 3, "{found}, {nowhere}, {deadlocks}");
}

#[test]
fn a_run_begins_where_its_address_says() {
    let mut several = 0;
    for (path, language) in examples() {
        explored(&path, language, SymmetrySource::Found, &mut |model, name| {
            let mut there = run(model);
            let (count, cells) = there.session().starts(3);
            assert_eq!(there.session().start(), 0, "{name}");
            assert!(count >= cells.len() && !there.begin_in(count), "{name}");
            assert!(there.go(&format!("~{count}~")).is_err(), "{name}");
            assert_eq!((there.address(), there.session().at()), (String::new(), 0), "{name}");
            let first = state(there.session());
            for start in 1..count.min(4) {
                several += 1;
                assert!(there.begin_in(start), "{name}");
                assert_eq!(there.address(), format!("~{start}~"), "{name}");
                assert_ne!(state(there.session()), first, "{name}: {start}");
                if there.session().choice_count() > 0 {
                    there.take(0);
                }
                let (address, here) = (there.address(), state(there.session()));
                // An address without a number begins in the first, whatever was shown before.
                there.go("").expect("a beginning");
                assert_eq!(state(there.session()), first, "{name}");
                there.go(&address).expect("it was there");
                assert_eq!((state(there.session()), there.address()), (here, address), "{name}");
            }
        });
    }
    assert!(several >= 3, "{several}");
}

/// All states that can be reached from any initial state; none if there are too many.
fn from_all_starts(model: &dyn Explorable) -> Option<HashSet<State>> {
    let (count, _) = run(model).session().starts(0);
    let mut all = HashSet::new();
    for start in 0..count {
        let from = if start == 0 { String::new() } else { format!("~{start}~") };
        all.extend(all_states(model, &from)?.into_iter().map(|(state, _)| state));
        if all.len() > MOST_STATES {
            return None;
        }
    }
    Some(all)
}

#[test]
fn all_states_are_counted_from_all_beginnings() {
    let (mut counted, mut by_classes) = (0, 0);
    for (path, language) in examples() {
        for symmetry in [SymmetrySource::Off, SymmetrySource::Found] {
            let is_off = matches!(symmetry, SymmetrySource::Off);
            explored(&path, language, symmetry, &mut |model, name| {
                let options = SearchOptions {
                    limits: Limits { states: Some(20_000), ..Limits::default() },
                    ..SearchOptions::default()
                };
                let found = model.find(&Origin::Starts, &Goal::Count, &options, &Silent);
                let found = found.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
                assert!(!is_off || !found.are_classes, "{name}");
                if found.place != Nearest::Nowhere {
                    return;
                }
                by_classes += usize::from(found.are_classes);
                assert_eq!(found.stands_for.is_some(), found.are_classes, "{name}");
                // States of pointer programs are stored without what is inactive in them.
                let is_by_hand = is_off && !name.ends_with(".red");
                if let (true, Some(states)) = (is_by_hand, from_all_starts(model)) {
                    // Cells may say less than a state is.
                    assert!(found.states as usize >= states.len(), "{name}: {found:?}");
                    counted += 1;
                }
            });
        }
    }
    assert!(counted > 15 && by_classes > 15, "{counted} {by_classes}");
}
