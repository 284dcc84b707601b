//! How many messages a transition may send to each channel, at most.

use std::collections::BTreeMap;
use std::ops::Range;

use super::resolver::{Resolver, Touched, is_block};
use super::touch::Touch;
use crate::compile::Edge;
use crate::index::{ChannelInstance, LocationId};

/// For channels how many messages may come to each in one transition.
pub(super) type Messages = BTreeMap<ChannelInstance, u32>;

/// What a transition may still send from each location of a process on, where it goes on there.
pub(super) struct Sent {
    first_location: usize,
    from: Vec<Messages>,
    /// Whether a transition that comes to the location may go round from there, or do a block: nobody knows how often it sends.
    unbounded: Vec<bool>,
}

impl Sent {
    /// Of these locations, which are all that a process has. Each is looked at once, after those that it leads to, but for
    /// what goes round.
    pub(super) fn within(resolver: &Resolver<'_>, range: Range<usize>) -> Sent {
        let first_location = range.start;
        let mut sent = Sent {
            first_location,
            from: vec![Messages::new(); range.len()],
            unbounded: unbounded(resolver, range.clone()),
        };
        let order = resolver.targets_first(range, &|edge: &Edge| resolver.goes_on(edge));
        let mut news = true;
        while std::mem::take(&mut news) {
            for &location in &order {
                let found = sent.at(resolver, LocationId::new(location));
                let known = &mut sent.from[location - first_location];
                if *known != found {
                    *known = found;
                    // Only what goes round is looked at again: the others were met after all that they lead to.
                    news |= sent.unbounded[location - first_location];
                }
            }
        }
        sent
    }

    /// What a transition sends at most that goes on at a location.
    fn at(&self, resolver: &Resolver<'_>, location: LocationId) -> Messages {
        let mut most = Messages::new();
        for edge in resolver.edges(location) {
            for (channel, count) in self.from(resolver, edge) {
                let known = most.entry(channel).or_default();
                *known = count.max(*known);
            }
        }
        if self.unbounded[location.index() - self.first_location] {
            most.values_mut().for_each(|count| *count = u32::MAX);
        }
        most
    }

    /// What a transition sends at most that begins, or goes on, with an edge.
    pub(super) fn from(&self, resolver: &Resolver<'_>, edge: &Edge) -> Messages {
        let place = resolver.goes_on(edge).map(|to| to.index() - self.first_location);
        let mut all = place.map_or_else(Messages::new, |place| self.from[place].clone());
        let touched = Touched::of(edge, resolver.actor, resolver.order);
        for touch in touched.first.iter().chain(&touched.later) {
            let Touch::Send { to, .. } = touch else { continue };
            for channel in resolver.all(to) {
                let count = all.entry(channel).or_default();
                *count = count.saturating_add(1);
            }
        }
        if is_block(edge) || place.is_some_and(|place| self.unbounded[place]) {
            all.values_mut().for_each(|count| *count = u32::MAX);
        }
        all
    }
}

/// Which locations lead round, or to a block. The others are taken away one after the other, each once all that it leads to are.
fn unbounded(resolver: &Resolver<'_>, range: Range<usize>) -> Vec<bool> {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); range.len()];
    let mut waiting = vec![0; range.len()];
    for (place, waits) in waiting.iter_mut().enumerate() {
        for edge in resolver.edges(LocationId::new(range.start + place)) {
            if let Some(to) = resolver.goes_on(edge) {
                sources[to.index() - range.start].push(place);
                *waits += 1;
            }
            // A block is never taken away.
            *waits += usize::from(is_block(edge));
        }
    }
    let mut unbounded = vec![true; range.len()];
    let mut taken: Vec<usize> = (0..range.len()).filter(|&place| waiting[place] == 0).collect();
    while let Some(place) = taken.pop() {
        unbounded[place] = false;
        for &source in &sources[place] {
            waiting[source] -= 1;
            if waiting[source] == 0 {
                taken.push(source);
            }
        }
    }
    unbounded
}
