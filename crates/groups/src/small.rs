//! Recognition of abelian and dihedral groups by a look at all their elements.

use num_bigint::BigUint;

use crate::group::Group;
use crate::patience::{Interrupted, Patience};
use crate::permutation::Permutation;
use crate::structure::{Name, Shape};

/// The name of an abelian or dihedral group. Takes time proportional to the order of the group.
pub(crate) fn small_name(
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<Option<Name>, Interrupted> {
    let mut orders: Vec<(u32, Permutation)> = Vec::new();
    let element_bytes = group.degree() * size_of::<u32>();
    let mut listed = Ok(());
    for element in group.elements() {
        listed = patience.hold(element_bytes).and_then(|()| patience.spend(4 * group.degree()));
        if listed.is_err() {
            break;
        }
        orders.push((order_of(&element), element));
    }
    patience.release(orders.len() * element_bytes);
    listed.map(|()| name_by_orders(group, &orders))
}

/// The name, given all elements with their orders.
fn name_by_orders(group: &Group, orders: &[(u32, Permutation)]) -> Option<Name> {
    let count = u32::try_from(orders.len()).ok()?;
    let transitive_on =
        |points: u32| group.degree() == points as usize && group.orbit(0).len() == group.degree();
    if orders.iter().any(|(order, _)| *order == count) {
        return Some(Name::simple(format!("C{count}"), count, transitive_on(count)));
    }
    if group.is_abelian() {
        return Some(abelian_name(count, orders.iter().map(|(order, _)| *order).collect()));
    }
    // A dihedral group of order 2n > 4: all its elements of order n > 2 are rotations, all elements outside the group of
    // these are reflections, and a reflection turns rotations round.
    let half = count / 2;
    let (_, rotation) = orders.iter().find(|(order, _)| *order == half && 2 * half == count)?;
    let rotations = Group::from_generators(group.degree(), vec![rotation.clone()]);
    let (order, reflection) = orders.iter().find(|(_, element)| !rotations.contains(element))?;
    if *order == 2 && rotation.conjugate(reflection) == rotation.inverse() {
        let letter = if half == 3 { 'S' } else { 'D' };
        return Some(Name::simple(format!("{letter}{half}"), count, transitive_on(half)));
    }
    None
}

fn order_of(element: &Permutation) -> u32 {
    u32::try_from(element.order()).unwrap_or(u32::MAX)
}

/// The name of an abelian group that is not cyclic, by the orders of its elements: in the product of cyclic groups of orders
/// p^e, p^f, ... (e, f, ... at least 1) there are p^(min(e, k) + min(f, k) + ...) elements whose order divides p^k.
fn abelian_name(count: u32, orders: Vec<u32>) -> Name {
    // Orders of the cyclic factors, each divisible by the next.
    let mut factors: Vec<u32> = Vec::new();
    let mut rest = count;
    let mut prime = 2;
    while rest > 1 {
        if !rest.is_multiple_of(prime) {
            prime += 1;
            continue;
        }
        while rest.is_multiple_of(prime) {
            rest /= prime;
        }
        let mut power = prime;
        let mut known = 1;
        loop {
            let dividing =
                orders.iter().filter(|&&order| power.is_multiple_of(order)).count() as u32;
            // The number of factors of which the order is divisible by this power.
            let number = (dividing / known).ilog(prime) as usize;
            if number == 0 {
                break;
            }
            factors.resize(factors.len().max(number), 1);
            factors[..number].iter_mut().for_each(|factor| *factor *= prime);
            known = dividing;
            power *= prime;
        }
    }
    let text = factors.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1..=3 => vec![format!("C{}", run[0]); run.len()].join(" x "),
        count => format!("C{}^{count}", run[0]),
    });
    let text = text.collect::<Vec<_>>().join(" x ");
    Name { text, order: BigUint::from(count), natural: false, shape: Shape::Product }
}
