//! Strategies that sort identical parts, on Peterson's algorithm: the counts of Bosnacki, Donaldson, Leuschel and Massart,
//! "Efficient approximate verification of Promela models via symmetry markers", ATVA 2007, Figure 8.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use detection::{Reduction, detect};
use diagnostics::{Sources, read_file};
use kernel::{
    Order, SearchOptions, Silent, StopReason, Transition, TransitionSystem, Visitor, Ways, search,
};
use machine::State;
use promela::{LoadOptions, ParseOptions, load};
use symmetry::{
    ApproximateMarkers, ByRepresentative, ExactMarkers, Flattened, Marked, Marker, Quotient,
    Representative, Segmented, Sorted, SortedBy, Symmetric,
};

/// The processes, and the counts of TopSPIN's segmented and sorted strategies, and of markers; and of flattened markers.
const PUBLISHED: [(usize, u64, usize); 2] = [(3, 494, 251), (4, 3106, 1177)];

/// A model of TopSPIN's tests.
fn topspin(path: &str) -> Option<Reduction> {
    let models = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/models/topspin"));
    let path = models.join("SymmReducerTests").join(path);
    if !path.is_file() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    let mut sources = Sources::new();
    let bytes = read_file(&path).unwrap();
    let file = sources.add_bytes(path.display().to_string(), &bytes).unwrap();
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    Some(detect(&loaded.model.unwrap().machine).reduction.unwrap())
}

fn states<R: Representative>(system: &Reduction, strategy: &R) -> u64 {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(&Quotient::new(system, strategy), &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    outcome.statistics.states
}

struct Targets<'a>(&'a mut Vec<State>);

impl Visitor<Reduction> for Targets<'_> {
    fn transition(&mut self, transition: Transition<'_, Reduction>) -> ControlFlow<()> {
        self.0.extend(transition.target.cloned());
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: kernel::GivenUp) -> ControlFlow<()> {
        panic!("the sequences are short");
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        panic!("the symmetry holds");
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[machine::Step]) -> Ways {
        Ways::Every
    }
}

/// All states that can be reached, without any reduction.
fn reachable(system: &Reduction) -> Vec<State> {
    let mut scratch = system.scratch();
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut queue = Vec::new();
    let _ = system.initial_states(&mut scratch, &mut |state: &_| {
        queue.push(Clone::clone(state));
        ControlFlow::Continue(())
    });
    while let Some(state) = queue.pop() {
        let mut bytes = Vec::new();
        system.encode(&state, &mut bytes);
        if seen.insert(bytes) {
            let _ = system.successors(&state, &mut scratch, &mut Targets(&mut queue));
            found.push(state);
        }
    }
    found
}

/// The different markers of states; a state without the shape of the layout counts for itself.
fn markers<M: Marker>(system: &Reduction, states: &[State], strategy: &M) -> usize {
    let mut scratch = strategy.scratch();
    let mut markers = HashSet::new();
    let mut others = 0;
    for state in states {
        if system.reducible(state) {
            let mut marker = Vec::new();
            strategy.mark(system.cells(state), &mut marker, &mut scratch);
            markers.insert(marker);
        } else {
            others += 1;
        }
    }
    markers.len() + others
}

#[test]
fn representatives_and_markers_are_as_many_as_published() {
    for (processes, orbits, flattened) in PUBLISHED {
        let path = format!("peterson/exactmarkers/peterson{processes}.p");
        let Some(system) = topspin(&path) else { return };
        let symmetry = &system.symmetry;
        assert_eq!(states(&system, &Sorted::new(symmetry, SortedBy::Swaps).unwrap()), orbits);
        assert_eq!(states(&system, &Segmented::new(symmetry).unwrap()), orbits);
        assert_eq!(states(&system, &ExactMarkers::new(symmetry).unwrap()), orbits);
        let reachable = reachable(&system);
        let approximate = ApproximateMarkers::new(symmetry).unwrap();
        assert_eq!(markers(&system, &reachable, &approximate) as u64, orbits);
        assert_eq!(markers(&system, &reachable, &Flattened::new(symmetry).unwrap()), flattened);
        // Sorting by one variable is no worse than nothing, and no better than one state for each orbit.
        let sorted = states(&system, &Sorted::new(symmetry, SortedBy::Main).unwrap());
        assert!((orbits..reachable.len() as u64).contains(&sorted), "{sorted}");
    }
}

/// What is kept, and how many transitions there are, if the states themselves are searched as SPIN does.
fn searched_by_spin<M: Marker>(system: &Reduction, strategy: &M) -> (u64, u64) {
    let options =
        SearchOptions { keep_going: true, order: Order::DepthFirst, ..SearchOptions::default() };
    let outcome = search(&Marked::new(system, strategy), &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    (outcome.statistics.states, outcome.statistics.transitions)
}

/// Algorithm 5.1 on the email specification with three and four clients. The counts are those of SPIN 6.5.2's verifier with the
/// algorithm written out in it. Those with free ties leave processes that agree as they come; with the other order SPIN's verifier
/// gives the others, too.
#[test]
fn email_has_as_many_markers_as_in_spin() {
    for (path, exact_counts, free_counts, counts) in [
        ("email3/notrans_nostab_novec_nopar/email3.p", (3903, 11954), (3887, 11892), (3887, 11892)),
        ("email/enumerate/email4.p", (36327, 141_872), (35829, 139_402), (35827, 139_393)),
    ] {
        let Some(system) = topspin(path) else { return };
        let symmetry = &system.symmetry;
        let exact = ExactMarkers::new(symmetry).unwrap();
        assert_eq!(searched_by_spin(&system, &ByRepresentative(&exact)), exact_counts, "{path}");
        let free = ApproximateMarkers::with_free_ties(symmetry).unwrap();
        assert_eq!(searched_by_spin(&system, &free), free_counts, "{path}");
        let approximate = ApproximateMarkers::new(symmetry).unwrap();
        assert_eq!(searched_by_spin(&system, &approximate), counts, "{path}");
    }
}
