//! The short way through a quotient: representatives of what the system offers by its own short way.

use std::ops::ControlFlow;

use groups::Patience;
use kernel::{Demand, Engine, Expand, Offers, StateId, TransitionSystem};

use crate::foundation::quotient::{Quotient, QuotientScratch, Siblings};
use crate::foundation::representative::{Guarantee, Representative};
use crate::foundation::symmetric::Symmetric;
use crate::foundation::watch::Watched;

/// The working memory of the short way.
pub(crate) struct ShortScratch<State> {
    /// What follows on the state in the system itself.
    targets: Offers,
    /// The state that is expanded.
    state: State,
    /// A target, and the cells in which it differs from the state.
    target: (State, Vec<u32>),
    /// The representative of one, encoded.
    bytes: Vec<u8>,
}

impl<State> ShortScratch<State> {
    pub(crate) fn new(state: State, target: State) -> Self {
        let target = (target, Vec::new());
        ShortScratch { targets: Offers::default(), state, target, bytes: Vec::new() }
    }
}

impl<'a, S: Symmetric, R: Representative> Quotient<'_, Watched<'a, S>, R> {
    /// Offers the representatives of what follows on a state, given the short way of the system. As [`Expand`] says.
    pub(crate) fn expand(
        &self,
        inner: &Expand<'_, S>,
        bytes: &[u8],
        source: StateId,
        scratch: &mut QuotientScratch<Watched<'a, S>, R>,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        let QuotientScratch { system, representative, reduced, twins, short } = scratch;
        let ShortScratch { targets, state, target, bytes: encoded } = short;
        let watched = self.original();
        watched.decode(bytes, state);
        let (target, differing) = target;
        watched.cells_like(state, target).copy_from_slice(watched.cells(state));
        watched.complete(target);
        differing.clear();
        let before = offers.len();
        let left_out = twins.as_ref().map_or(0, |it| it.left_out);
        let mut representatives = Representatives {
            quotient: self,
            source,
            state: (state, bytes),
            state_is_its_own: self.strategy().guarantee() == Guarantee::Unique,
            target,
            differing,
            reduced,
            representative,
            encoded,
            offers,
            first: before,
            done: 0,
            is_chosen: false,
            fails: false,
            demand,
        };
        targets.clear();
        let went =
            watched.expand(inner, state, (bytes, source), system, targets, &mut representatives);
        let mut done = went && !representatives.fails;
        if done {
            let twins = self.twins().zip(twins.as_mut()).filter(|_| !representatives.is_chosen);
            let cells = watched.cells(state);
            let twins = twins.and_then(|(twins, scratch)| {
                twins.find(cells, scratch).then_some(Siblings { twins, scratch, cells })
            });
            done = representatives.represent(targets, twins);
        }
        if !done {
            offers.truncate(before);
            if let Some(twins) = &mut scratch.twins {
                twins.left_out = left_out;
            }
        }
        done
    }
}

/// Makes representatives of the targets of a state, and passes on what is asked.
struct Representatives<'q, 'w, 'a, S: Symmetric, R: Representative> {
    quotient: &'q Quotient<'w, Watched<'a, S>, R>,
    source: StateId,
    /// The state that is expanded.
    state: (&'q S::State, &'q [u8]),
    /// Whether it is known to be its own representative, as those are of which there is one for each orbit.
    state_is_its_own: bool,
    target: &'q mut S::State,
    /// The cells in which the target differs from the state.
    differing: &'q mut Vec<u32>,
    reduced: &'q mut S::State,
    representative: &'q mut R::Scratch,
    encoded: &'q mut Vec<u8>,
    offers: &'q mut Offers,
    /// The first of the offers made for this state.
    first: usize,
    /// How many targets are done with.
    done: usize,
    /// Whether the targets are some of those that there are.
    is_chosen: bool,
    /// Whether the long way is to be gone.
    fails: bool,
    demand: &'q mut dyn Demand,
}

impl<S: Symmetric, R: Representative> Representatives<'_, '_, '_, S, R> {
    /// Offers the representatives of the targets that came since, but for those that twins leave out. Answers whether that is all there is
    /// to say of them.
    fn represent(&mut self, targets: &Offers, mut twins: Option<Siblings<'_>>) -> bool {
        let watched = self.quotient.original();
        for index in self.done..targets.len() {
            let target = targets.state(index);
            if self.state_is_its_own && target == self.state.1 {
                debug_assert!(self.is_its_own(), "stored states are representatives");
                self.offers.push(target, Some(self.source));
                continue;
            }
            if !watched.decode_near(self.state, target, self.target, self.differing) {
                return false;
            }
            debug_assert!(self.is_decoded(target), "decoded otherwise");
            let source = watched.cells(self.target);
            if let Some(Siblings { twins, scratch, cells }) = &mut twins {
                let differing = self.differing.iter().map(|&cell| cell as usize);
                if twins.leaves_out(cells, source, differing, scratch) {
                    continue;
                }
            }
            let cells = watched.cells_like(self.target, self.reduced);
            let mut pause = |_| self.demand.pause();
            let patience = &mut Patience::new(&mut pause);
            let strategy = self.quotient.strategy();
            let scratch = &mut *self.representative;
            if strategy.representative_within(source, cells, scratch, patience).is_err() {
                return false;
            }
            watched.complete(self.reduced);
            self.encoded.clear();
            watched.encode(self.reduced, self.encoded);
            self.offers.push(self.encoded, Some(self.source));
        }
        self.done = targets.len();
        true
    }
}

impl<S: Symmetric, R: Representative> Representatives<'_, '_, '_, S, R> {
    /// Whether the target is what its bytes say, and reducible. Overwrites what becomes its representative.
    fn is_decoded(&mut self, bytes: &[u8]) -> bool {
        let watched = self.quotient.original();
        watched.decode(bytes, self.reduced);
        watched.reducible(self.reduced) && watched.cells(self.reduced) == watched.cells(self.target)
    }

    /// Whether the state that is expanded is its own representative. Overwrites what becomes that of a target.
    fn is_its_own(&mut self) -> bool {
        let watched = self.quotient.original();
        let cells = watched.cells(self.state.0);
        let target = watched.cells_like(self.state.0, self.reduced);
        self.quotient.strategy().representative(cells, target, self.representative);
        *target == *cells
    }
}

impl<S: Symmetric, R: Representative> Demand for Representatives<'_, '_, '_, S, R> {
    /// Asked again with targets, the system has chosen them.
    fn wants_all(&mut self, targets: &mut Offers, _: usize) -> bool {
        self.fails |= !self.represent(targets, None);
        let wants_all = self.demand.wants_all(self.offers, self.first);
        self.is_chosen = !targets.is_empty() && !wants_all;
        wants_all
    }

    fn engine(&self) -> Engine {
        self.demand.engine()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.demand.pause()
    }
}
