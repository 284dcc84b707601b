//! Decomposition of a permutation group into a direct product over disjoint sets of orbits.

use crate::group::Group;
use crate::permutation::Permutation;

/// So many sets of orbits are examined in pairs.
const MANY: usize = 16;

/// Disjoint sets of moved points, together all of them, such that the group is the direct product of its actions on these.
///
/// A set `A` of orbits carries a direct factor exactly if for each generator the permutation that does the same on `A` and
/// nothing elsewhere belongs to the group. The sets are not always the smallest possible: orbits that are independent in
/// pairs but not altogether (three pairs of things of which always an even number are exchanged) end up in one set.
pub(crate) fn direct_factors(group: &Group) -> Vec<Vec<usize>> {
    let mut open: Vec<Vec<usize>> =
        group.orbits().into_iter().filter(|orbit| orbit.len() > 1).collect();
    let mut factors = Vec::new();
    let mut settle = |open: &mut Vec<Vec<usize>>| {
        if open.len() > 1 {
            factors.extend(open.extract_if(.., |points| carries_factor(group, points)));
        }
        if open.len() == 1 {
            factors.append(open);
        }
    };
    settle(&mut open);
    // Orbits that stand still as soon as another does belong to that.
    let mut at = 0;
    while at < open.len() && open.len() > 1 {
        let fixing = group.pointwise_stabiliser(&open[at]);
        let still = |points: &[usize]| {
            let fixes = |element: &Permutation| points.iter().all(|&p| element.image(p) == p);
            fixing.generators().iter().all(fixes)
        };
        let linked: Vec<Vec<usize>> = open.extract_if(.., |points| still(points)).collect();
        open.insert(at.min(open.len()), linked.concat());
        at += 1;
    }
    settle(&mut open);
    // Of the rest, join any two that are not independent; where that would take long, all of them.
    if open.len() > MANY {
        open = vec![open.concat()];
    }
    let order = |points: &[usize]| group.action_on(points).map(|action| action.order());
    let mut at = 0;
    while at < open.len() {
        let dependent = (at + 1..open.len()).find(|&other| {
            let both = [&open[at][..], &open[other][..]].concat();
            match (order(&both), order(&open[at]), order(&open[other])) {
                (Some(both), Some(one), Some(other)) => both != one * other,
                _ => true,
            }
        });
        match dependent {
            Some(other) => {
                let points = open.remove(other);
                open[at].extend(points);
            }
            None => at += 1,
        }
    }
    settle(&mut open);
    if !open.is_empty() {
        factors.push(open.concat());
    }
    factors.iter_mut().for_each(|points| points.sort_unstable());
    factors
}

fn carries_factor(group: &Group, points: &[usize]) -> bool {
    let mut inside = vec![false; group.degree()];
    points.iter().for_each(|&point| inside[point] = true);
    group.generators().iter().all(|generator| {
        let image = |point: usize| {
            if inside[point] { generator.image(point) } else { point }
        };
        group.contains(&Permutation::from_raw(
            (0..group.degree()).map(|point| image(point) as u32).collect(),
        ))
    })
}
