//! Decomposition of a permutation group into a direct product over disjoint sets of orbits.

use crate::group::Group;
use crate::patience::{Interrupted, Patience};
use crate::permutation::Permutation;

/// So many sets of orbits are examined in pairs.
const MANY: usize = 16;

/// Disjoint sets of moved points, together all of them, such that the group is the direct product of its actions on these.
///
/// A set `A` of orbits carries a direct factor exactly if for each generator the permutation that does the same on `A` and
/// nothing elsewhere belongs to the group. The sets are not always the smallest possible: orbits that are independent in
/// pairs but not altogether (three pairs of things of which always an even number are exchanged) end up in one set.
pub fn direct_factors(
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<Vec<Vec<usize>>, Interrupted> {
    let mut open: Vec<Vec<usize>> =
        group.orbits().into_iter().filter(|orbit| orbit.len() > 1).collect();
    let mut factors = Vec::new();
    settle(group, &mut open, &mut factors, patience)?;
    // Orbits that stand still as soon as another does belong to that.
    let mut at = 0;
    while at < open.len() && open.len() > 1 {
        let fixing = group.pointwise_stabiliser_within(&open[at], patience)?;
        let still = |points: &[usize]| {
            let fixes = |element: &Permutation| points.iter().all(|&p| element.image(p) == p);
            fixing.generators().iter().all(fixes)
        };
        let linked: Vec<Vec<usize>> = open.extract_if(.., |points| still(points)).collect();
        open.insert(at.min(open.len()), linked.concat());
        at += 1;
    }
    settle(group, &mut open, &mut factors, patience)?;
    // Of the rest, join any two that are not independent; where that would take long, all of them.
    if open.len() > MANY {
        open = vec![open.concat()];
    }
    let mut at = 0;
    while at < open.len() {
        let dependent = dependent(group, &open, at, patience)?;
        match dependent {
            Some(other) => {
                let points = open.remove(other);
                open[at].extend(points);
            }
            None => at += 1,
        }
    }
    settle(group, &mut open, &mut factors, patience)?;
    if !open.is_empty() {
        factors.push(open.concat());
    }
    factors.iter_mut().for_each(|points| points.sort_unstable());
    Ok(factors)
}

/// Moves the sets of orbits that carry a direct factor to the others.
fn settle(
    group: &Group,
    open: &mut Vec<Vec<usize>>,
    factors: &mut Vec<Vec<usize>>,
    patience: &mut Patience<'_>,
) -> Result<(), Interrupted> {
    if open.len() > 1 {
        for points in std::mem::take(open) {
            let found = carries_factor(group, &points, patience)?;
            if found { factors.push(points) } else { open.push(points) }
        }
    }
    if open.len() == 1 {
        factors.append(open);
    }
    Ok(())
}

/// The first set of orbits after the one at `at` that is not independent of it.
fn dependent(
    group: &Group,
    open: &[Vec<usize>],
    at: usize,
    patience: &mut Patience<'_>,
) -> Result<Option<usize>, Interrupted> {
    let mut order = |points: &[usize]| -> Result<_, Interrupted> {
        Ok(group.action_on_within(points, patience)?.map(|action| action.order()))
    };
    for other in at + 1..open.len() {
        let both = [&open[at][..], &open[other][..]].concat();
        match (order(&both)?, order(&open[at])?, order(&open[other])?) {
            (Some(both), Some(one), Some(other)) if both == &one * &other => {}
            _ => return Ok(Some(other)),
        }
    }
    Ok(None)
}

fn carries_factor(
    group: &Group,
    points: &[usize],
    patience: &mut Patience<'_>,
) -> Result<bool, Interrupted> {
    let mut inside = vec![false; group.degree()];
    points.iter().for_each(|&point| inside[point] = true);
    for generator in group.generators() {
        patience.spend(group.degree() * (1 + group.levels().len()))?;
        let image = |point: usize| {
            if inside[point] { generator.image(point) } else { point }
        };
        let images = (0..group.degree()).map(|point| image(point) as u32).collect();
        if !group.contains(&Permutation::from_raw(images)) {
            return Ok(false);
        }
    }
    Ok(true)
}
