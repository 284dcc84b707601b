//! Sends that may have to wait when their sequence has sent already: who got a message then is seen.

use std::collections::HashSet;
use std::rc::Rc;

use diagnostics::Span;
use machine::program::{Action, Expr, ExprKind};

use super::control::{Control, Way};
use super::filling::Filling;
use super::known::Known;
use super::touched::Reader;

/// How far before a send another one is looked for, in places.
const MAX_BEFORE: usize = 16;

/// The sends at a place that may have to wait, each with those before it in one sequence.
pub(super) fn waiting<'m>(
    control: &Control<'m>,
    at: u32,
    reader: &Reader<'m>,
) -> Vec<(Span, HashSet<Span>)> {
    let ways = control.ways(at).unwrap_or_default();
    let mut found = Vec::new();
    for (channel, span) in ways.iter().filter_map(sent_first) {
        let before = sent_before(control, at, channel);
        let nothing = Rc::new(Known::default());
        let has_room = filling(control, at, reader).send(&reader.channel(channel, &nothing));
        if !before.is_empty() && !has_room {
            found.push((span, before));
        }
    }
    found
}

/// The channel to which a way sends, if that is the first that it does.
fn sent_first<'m>(way: &Way<'m>) -> Option<(&'m Expr, Span)> {
    match way.actions.first()? {
        (Action::Send { channel, .. }, span) => Some((channel, *span)),
        _ => None,
    }
}

/// The sends a little before a place from which control is kept; none to the same channel, as what is sent there has an order anyway.
fn sent_before(control: &Control<'_>, at: u32, channel: &Expr) -> HashSet<Span> {
    let (mut found, mut seen) = (HashSet::new(), HashSet::from([at]));
    let mut pending = vec![at];
    let sends_elsewhere = |action: &Action| match action {
        Action::Send { channel: other, .. } => !is_same_for_ever(other, channel),
        _ => false,
    };
    while let Some(at) = pending.pop().filter(|_| seen.len() <= MAX_BEFORE) {
        for (from, way) in control.entries(at).filter(|(_, way)| way.keeps) {
            let sends = way.actions.iter().filter(|(it, _)| sends_elsewhere(it));
            found.extend(sends.map(|&(_, span)| span));
            pending.extend(seen.insert(from).then_some(from));
        }
    }
    found
}

/// Whether two expressions name one channel, whatever the state.
fn is_same_for_ever(one: &Expr, other: &Expr) -> bool {
    one == other && matches!(one.kind, ExprKind::Channel(_))
}

/// How full channels are at a place, by what was asked on the only way there.
fn filling<'m>(control: &Control<'m>, mut at: u32, reader: &Reader<'m>) -> Filling<'m> {
    let mut ways: Vec<Way<'m>> = Vec::new();
    while ways.len() < MAX_BEFORE {
        let entries: Vec<(u32, Way<'m>)> = control.entries(at).collect();
        let [(from, way)] = &entries[..] else { break };
        if !way.keeps {
            break;
        }
        ways.push(way.clone());
        at = *from;
    }
    let nothing = Rc::new(Known::default());
    let mut filling = Filling::default();
    for (action, _) in ways.iter().rev().flat_map(|way| &way.actions) {
        match action {
            Action::Guard(condition) => filling.learn(condition, &nothing, reader),
            Action::Send { channel, .. } => drop(filling.send(&reader.channel(channel, &nothing))),
            _ => {}
        }
    }
    filling
}
