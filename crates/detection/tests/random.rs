//! Detection on random programs that are symmetric, or were until one thing in them was changed.
//!
//! - No generator that is found is wrong: on every state and its images, the transitions of the image are the images of the
//!   transitions. The quotient has as many states as there are orbits, and violates what the unreduced search violates.
//! - Where all members of a family do the same, all of them change places.
//!
//! The ignored test takes as many programs as asked for:
//!
//!     QUOTIENT_RANDOM_PROGRAMS=5000 QUOTIENT_RANDOM_SEED=0 cargo test --release -p detection \
//!         random:: -- --ignored --nocapture

#[allow(dead_code)]
#[path = "support/judged.rs"]
mod judged;
#[allow(dead_code)]
#[path = "support/orbits.rs"]
mod orbits;
#[allow(dead_code)]
#[path = "support/soundness.rs"]
mod soundness;
#[path = "support/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "support/verdicts.rs"]
mod verdicts;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::support::mutation::mutate;
use crate::support::random::{Family, Members, family};
use detection::{Reduction, detect};
use groups::Group;
use judged::{Counts, judged};
use testing::Numbers;
use verdicts::Bounds;

/// Programs with more states are set aside.
const BOUNDS: Bounds = Bounds { states: 2_000, time: Duration::from_secs(20) };

/// The program with a number: two of three have a change, which is named.
pub fn numbered(seed: u64) -> (Family, Option<&'static str>) {
    let mut family = family(seed / 3, Members::Alike);
    let mut numbers = Numbers::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let change = if seed.is_multiple_of(3) { None } else { mutate(&mut family, &mut numbers) };
    (family, change)
}

/// How many permutations of the members of a family are found.
fn of_members(reduction: &Reduction, members: &[usize]) -> u64 {
    let generators = reduction.symmetry.generators().iter();
    let of_members = generators.map(|g| g.restricted_to(members).expect("members are alike"));
    let group = Group::from_generators(members.len(), of_members.collect());
    u64::try_from(group.order()).expect("few members")
}

/// What came of some programs.
#[derive(Default, Debug)]
struct Sum {
    /// Programs with all of their symmetry, with some of it, and with none: as they are made, and changed.
    alike: [u64; 3],
    changed: BTreeMap<&'static str, [u64; 3]>,
    /// Without symmetry, since processes that may end are asked for.
    refused: u64,
    set_aside: u64,
    states: u64,
    orbits: u64,
}

impl Sum {
    fn look(&mut self, seed: u64) -> Result<(), String> {
        let (family, change) = numbered(seed);
        let machine = family.draft.machine();
        let detected = detect(&machine);
        let mut found = 1;
        if let Some(reduction) = &detected.reduction {
            found = of_members(reduction, &family.members);
            match judged(&machine, reduction, BOUNDS)? {
                Some(Counts { states, orbits }) => {
                    self.states += states;
                    self.orbits += orbits;
                }
                None => self.set_aside += 1,
            }
        } else if detected.remarks.iter().any(|remark| remark.text.contains("may terminate")) {
            self.refused += 1;
            return Ok(());
        }
        let all: u64 = (1..=family.members.len() as u64).product();
        let place = if found == all { 0 } else { 1 + usize::from(found == 1) };
        match change {
            None => self.alike[place] += 1,
            Some(change) => self.changed.entry(change).or_default()[place] += 1,
        }
        Ok(())
    }
}

fn look(first: u64, count: u64) -> Sum {
    let mut sum = Sum::default();
    for seed in first..first + count {
        let looked = catch_unwind(AssertUnwindSafe(|| sum.look(seed)));
        let looked = looked.unwrap_or_else(|_| Err("panics".to_owned()));
        looked.unwrap_or_else(|problem| panic!("program {seed}: {problem}"));
    }
    println!("{sum:#?}");
    sum
}

#[test]
fn what_is_found_is_right_and_all_there_is() {
    let sum = look(0, 300);
    let [complete, partial, none] = sum.alike;
    assert_eq!((partial, none), (0, 0), "members that are alike do not change places");
    assert!(complete > 90 && sum.refused < 15 && sum.set_aside < 30, "hardly any are compared");
    assert!(sum.orbits * 3 < sum.states * 2, "hardly any states are merged");
    // A change that breaks nothing is none.
    for (change, [_, partial, none]) in &sum.changed {
        assert!(partial + none > 0 || DRAWN_ALIKE.contains(change), "{change} changes nothing");
    }
}

/// Changes of what all members do, or of how they begin.
const DRAWN_ALIKE: [&str; 4] = ["again", "drop", "first value", "swap"];

fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "long"]
fn long() {
    look(asked("QUOTIENT_RANDOM_SEED", 0), asked("QUOTIENT_RANDOM_PROGRAMS", 5000));
}
