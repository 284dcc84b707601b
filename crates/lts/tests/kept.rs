//! What is compiled for one assertion is there for the next.

use std::sync::Arc;

use lts::{
    Assertion, Call, Compression, Definitions, Event, EventSet, Kept, Model, Prepared, Semantics,
    Settings, Term, TermId, Terms,
};

/// Counts how often names are asked for. `P0` does `a` and is `P1`, and so on round.
struct Counted(u32);

const ROUND: u32 = 5;
const A: Event = Event(2);

impl Definitions for Counted {
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId {
        self.0 += 1;
        let next = terms.intern(Term::Call(Call((call.0 + 1) % ROUND)));
        terms.intern(Term::Prefix([(A, next)].into()))
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

#[test]
fn equal_processes_are_compiled_compressed_and_normalised_once() {
    let (mut terms, mut definitions) = (Terms::new(), Counted(0));
    let process = terms.intern(Term::Call(Call(0)));
    let compressed = terms.intern(Term::Compress(Compression::Normal, process));
    let a = terms.set(EventSet::of([A]));
    let both = terms.intern(Term::Synchronised(a, [process, compressed].into()));
    let mut kept = Kept::default();
    let mut prepare = |assertion: Assertion| -> Prepared {
        let mut semantics = Semantics::new(&mut terms, &mut definitions);
        semantics.kept = std::mem::take(&mut kept);
        let prepared = assertion.prepare(&mut semantics, both, Settings::default());
        kept = semantics.kept;
        prepared.expect("a process that can be compiled")
    };
    let refines = Assertion::Refines(process, Model::Failures);
    let first = prepare(refines.clone());
    let others = [
        prepare(refines.clone()),
        prepare(Assertion::DeadlockFree(Model::Failures)),
        prepare(Assertion::DivergenceFree),
    ];
    for other in &others {
        assert!(Arc::ptr_eq(&first.implementation, &other.implementation));
    }
    let demanded = |prepared: &Prepared| prepared.specification.clone().expect("a demand");
    assert!(Arc::ptr_eq(&demanded(&first), &demanded(&others[0])));
    // What another model demands is another thing.
    let traces = prepare(Assertion::Refines(process, Model::Traces));
    assert!(!Arc::ptr_eq(&demanded(&first), &demanded(&traces)));
    assert_eq!(definitions.0, ROUND, "each name is unfolded once");
}
