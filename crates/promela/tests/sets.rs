//! Sets of states: as many as SPIN stores, whatever way they are computed.

#[path = "../../symbolic/tests/support/agree.rs"]
pub mod agree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use kernel::{Limits, SearchOptions, Silent, StopReason};
use machine::Machine;
use model::SetOptions;
use promela::LoadOptions;
use testing::places;
use testing::spin::Setting;

use crate::random::check::{Verdict, guarded, machine};
use crate::support::examples::{examples, load_model};
use agree::sets_agree;

/// Models with more states take long one by one, too.
const FEW: u64 = 8_000;
/// The same in the long run.
const MANY: u64 = 70_000;
/// The same of random models.
const FEW_OF_RANDOM: u64 = 5_000;

fn agree_on_examples(most: u64) {
    let mut agreed = 0;
    for example in examples() {
        let machine = example.load(LoadOptions::default()).machine;
        match sets_agree(&machine, most) {
            Ok(states) => agreed += u64::from(states.is_some()),
            Err(why) => panic!("{}: {why}", example.name),
        }
    }
    assert!(agreed >= 35, "only {agreed} examples were compared");
}

#[test]
fn agree_on_all_examples() {
    agree_on_examples(FEW);
}

#[test]
#[ignore = "long"]
fn long_agree_on_all_examples() {
    agree_on_examples(MANY);
}

fn peterson(processes: u32) -> Machine {
    let path = places::root().join(format!("models/promela/peterson-{processes}.pml"));
    load_model(&path, LoadOptions::default()).expect("a model").machine
}

#[test]
#[ignore = "long"]
fn long_peterson_5() {
    let found =
        symbolic::explore(&peterson(5), &SearchOptions::default(), SetOptions::default(), &Silent);
    assert_eq!(found.expect("an answer").counts.states, "1557370");
}

#[test]
fn limits_hold_within_operations() {
    let machine = peterson(6);
    let limited = |limits, cancel| {
        let options = SearchOptions { limits, cancel, ..SearchOptions::default() };
        let found = symbolic::explore(&machine, &options, SetOptions::default(), &Silent);
        let found = found.expect("no defect");
        assert_ne!(found.counts.states, "0", "what is known is told");
        (found.stop, found.counts.peak_bytes)
    };
    let time = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    assert_eq!(limited(time, None).0, StopReason::TimeLimit);
    let most = 12 << 20;
    let memory = Limits { memory_bytes: Some(most), ..Limits::default() };
    let (stop, peak) = limited(memory, None);
    assert_eq!(stop, StopReason::MemoryLimit);
    assert!(peak <= most + most / 4, "{peak} bytes");
    let cancelled = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(limited(Limits::default(), cancelled).0, StopReason::Cancelled);
}

/// Sets of states are those that are visited one by one.
pub fn sets_are_right(text: &str, setting: Setting) -> Verdict {
    guarded(|| {
        let machine = match machine(text, setting) {
            Ok(machine) => machine,
            Err(message) => return Verdict::RefusedByUs(message),
        };
        match sets_agree(&machine, FEW_OF_RANDOM) {
            Ok(Some(_)) => Verdict::Fine(1),
            Ok(None) => Verdict::TooLarge,
            Err(why) => Verdict::wrong(format!("{setting:?}: {why}")),
        }
    })
}
