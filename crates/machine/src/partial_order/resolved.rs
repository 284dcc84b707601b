//! What is known of one process: what it minds where it stands, and what it may ever do from there on.

use super::minded::Minded;
use super::objects::Deeds;
use super::program::PartialOrder;
use super::resolver::Resolver;
use super::touch::{Actor, Touch, Toucher};
use crate::index::{LocationId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::{Expr, ExprKind};
use crate::uses::walk_expr;

/// A process, or all that know the same from their start.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// The first location of its type.
    first: usize,
    /// What may ever be done from each location on.
    future: Vec<Deeds>,
    minded: Vec<Minded>,
    /// Whether it can fail to say which channel it means: what others find then when they look for a receiver depends on it.
    pub fails: bool,
}

impl Resolved {
    /// What is known of a process of a type. `started` is what may ever be done by processes of each type that it may start.
    pub(super) fn new(
        order: &PartialOrder,
        actor: Actor<'_>,
        process_type: ProcessTypeId,
        started: &[Deeds],
    ) -> Resolved {
        let range = order.locations[process_type.index()].clone();
        let first = range.start;
        let mut resolver = Resolver::new(order, actor, process_type, started);
        let future = resolver.futures(range.clone());
        let minded = resolver.all_minded(range);
        Resolved { first, future, minded, fails: resolver.fails }
    }

    /// The number of a location of its type, from 0 on.
    #[inline]
    pub(super) fn local(&self, location: LocationId) -> usize {
        location.index() - self.first
    }

    /// How many locations there are.
    pub(super) fn locations(&self) -> usize {
        self.future.len()
    }

    /// What may ever be done from a location on, given by its number.
    pub(super) fn future(&self, location: usize) -> &[u64] {
        self.future[location].words()
    }

    /// What is minded at a location, given by its number.
    pub(super) fn minded(&self, location: usize) -> &Minded {
        &self.minded[location]
    }

    /// How much memory it takes, in words.
    pub(super) fn words(&self) -> usize {
        let parts = || self.minded.iter().flat_map(|minded| &minded.parts);
        let sets = self.future.len() + parts().count();
        let listed = parts().map(|part| part.sometimes.len()).sum::<usize>();
        sets * self.future.first().map_or(0, |deeds| deeds.words().len()) + LISTED * listed
    }
}

/// What is minded sometimes takes about so many words.
const LISTED: usize = 8;

/// How many words the sets of a process of a type take.
pub(super) fn resolved_words(order: &PartialOrder, process_type: ProcessTypeId) -> usize {
    2 * order.locations[process_type.index()].len() * order.objects.words()
}

/// What processes of each type may ever do, of which nothing is known before they are there.
pub(super) fn unknown_futures(machine: &Machine, order: &PartialOrder) -> Vec<Deeds> {
    let types = machine.program.process_types.len();
    let mut known = vec![Deeds::none(order.objects.words()); types];
    loop {
        let mut news = false;
        for index in 0..types {
            let actor = Actor::unknown(machine);
            let process_type = ProcessTypeId::new(index);
            let range = order.locations[index].clone();
            let mut resolver = Resolver::new(order, actor, process_type, &known);
            let future = resolver.futures(range.clone());
            let entry = machine.code.entries[index].index() - range.start;
            news |= known[index].add_all(future[entry].words());
        }
        if !news {
            return known;
        }
    }
}

/// What somebody does who only looks at the values of some expressions; none if a value depends on what all others can do.
pub(super) fn observed(
    machine: &Machine,
    order: &PartialOrder,
    expressions: &[&Expr],
) -> Option<Deeds> {
    let mut toucher = Toucher::new(Actor::unknown(machine), order);
    let mut asks_timeout = false;
    for expr in expressions {
        toucher.expression(expr);
        walk_expr(expr, &mut |part| asks_timeout |= part.kind == ExprKind::Timeout);
    }
    if asks_timeout || toucher.touched.contains(&Touch::Everything) {
        return None;
    }
    let mut deeds = Deeds::none(order.objects.words());
    let nobody = Resolver::new(order, toucher.actor, ProcessTypeId::new(0), &[]);
    toucher.touched.iter().for_each(|touch| nobody.add_deeds(touch, false, &mut deeds));
    Some(deeds)
}
