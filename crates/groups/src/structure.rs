//! Names for groups, for people to read.
//!
//! A name is a claim, and every claim is proved from the order of the group and the way it acts: a permutation group on `m`
//! points is contained in the group that is named, and has its order. What cannot be proved so cheaply is not named.

use std::collections::HashSet;

use num_bigint::BigUint;

use crate::blocks::together_with_first;
use crate::factors::direct_factors;
use crate::group::Group;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::permutation::Permutation;
use crate::small::small_name;

/// Groups of at most this order are examined element by element.
const SMALL: u32 = 5000;

/// Blocks of imprimitivity are looked for on orbits of at most this length.
const LONG: usize = 2000;

/// The structure of a group as an abstract group, or `group of order N` if it is not recognised.
///
/// - `1` is the trivial group, `S5` the symmetric group on five things (two things that can be exchanged are `S2`), `A5` the
///   alternating group.
/// - `C4` is the cyclic group of order 4, `D4` the dihedral group of the square: `D`n has order 2n.
/// - `S3 x S2` is a direct product, the largest factors first; four and more equal factors are written `S2^4`.
/// - `S3 wr S2` is the wreath product of order 3!² · 2!: two teams that can be exchanged, of three members each. The right
///   hand side permutes as many teams as its index says.
///
/// Several orbits on which a group acts in step count once: S5 acting on five processes and on the channels between them is
/// `S5`. The name is never wrong, but it need not be the only one (S3 is also D3, `S2 wr S2` is also D4, which is preferred),
/// and a group of known structure may go unrecognised, in particular a transitive group that is a product.
///
/// ```
/// use groups::{Group, Permutation, describe};
/// let parse = |text| Permutation::parse(8, text, 1).unwrap();
/// let group = Group::from_generators(8, vec![parse("(1 2)(5 6)"), parse("(1 2 3)(5 6 7)"), parse("(4 8)")]);
/// assert_eq!(describe(&group), "S3 x S2");
/// ```
pub fn describe(group: &Group) -> String {
    uninterrupted(|patience| describe_within(group, patience))
}

/// The same, as long as the caller has patience.
pub fn describe_within(group: &Group, patience: &mut Patience<'_>) -> Result<String, Interrupted> {
    let mut factors: Vec<Name> = Vec::new();
    let found = direct_factors(group, patience)?;
    for points in &found {
        let factor = if found.len() == 1 {
            Some(group.clone())
        } else {
            group.action_on_within(points, patience)?
        };
        let Some(factor) = factor else {
            return Ok(Name::anonymous(group.order()).text);
        };
        let name = factor_name(&factor, patience)?;
        factors.push(name.unwrap_or_else(|| Name::anonymous(factor.order())));
    }
    Ok(match factors.len() {
        0 => "1".to_string(),
        1 => factors.remove(0).text,
        _ => product(factors),
    })
}

/// A recognised structure.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) order: BigUint,
    /// Whether the group, as it acts, is what the name says as a permutation group too: S5 on five points.
    pub(crate) natural: bool,
    pub(crate) shape: Shape,
}

/// How a name is made: this decides where it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Simple,
    Product,
    Other,
}

impl Name {
    pub(crate) fn simple(text: String, order: impl Into<BigUint>, natural: bool) -> Self {
        Self { text, order: order.into(), natural, shape: Shape::Simple }
    }

    fn anonymous(order: BigUint) -> Self {
        Self { text: format!("group of order {order}"), order, natural: false, shape: Shape::Other }
    }

    fn operand(&self) -> String {
        if self.shape == Shape::Simple { self.text.clone() } else { format!("({})", self.text) }
    }

    fn factor(&self) -> String {
        if self.shape == Shape::Product { self.text.clone() } else { self.operand() }
    }
}

/// The name of a direct product, the largest factors first.
fn product(mut factors: Vec<Name>) -> String {
    factors.sort_by(|a, b| b.order.cmp(&a.order).then_with(|| a.text.cmp(&b.text)));
    let mut texts = Vec::new();
    for run in factors.chunk_by(|a, b| a.text == b.text) {
        match run.len() {
            1..=3 => texts.extend(run.iter().map(Name::factor)),
            count => texts.push(format!("{}^{count}", run[0].operand())),
        }
    }
    texts.join(" x ")
}

/// The name of a group that is not, visibly from its orbits, a direct product.
fn factor_name(group: &Group, patience: &mut Patience<'_>) -> Result<Option<Name>, Interrupted> {
    let order = group.order();
    let mut orbits = group.orbits();
    orbits.retain(|orbit| orbit.len() > 1);
    orbits.sort_by_key(Vec::len);
    for orbit in &orbits {
        // The action on an orbit is faithful, and so isomorphic to the group, if it has the same order.
        let Some(action) = group.action_on_within(orbit, patience)? else { return Ok(None) };
        if action.order() == order
            && let Some(name) = transitive_name(&action, patience)?
        {
            return Ok(Some(Name { natural: name.natural && orbits.len() == 1, ..name }));
        }
    }
    if order <= SMALL.into() { small_name(group, patience) } else { Ok(None) }
}

/// The name of a group that acts transitively on all its points.
fn transitive_name(
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<Option<Name>, Interrupted> {
    let (degree, order) = (group.degree(), group.order());
    let all = (2..=degree).fold(BigUint::from(1u32), |product, k| product * k);
    if order == all {
        return Ok(Some(Name::simple(format!("S{degree}"), order, true)));
    }
    if degree > 3 && &order * 2u32 == all {
        // The alternating group is the only subgroup of index 2.
        return Ok(Some(Name::simple(format!("A{degree}"), order, true)));
    }
    if order <= SMALL.into()
        && let Some(name) = small_name(group, patience)?
    {
        return Ok(Some(name));
    }
    if degree <= LONG { wreath_name(group, patience) } else { Ok(None) }
}

/// The name of a transitive group that is a wreath product in its imprimitive action.
///
/// With `b` blocks, a transitive group is contained in the wreath product of its action on one block (that of the block's
/// stabiliser) with its action on the set of blocks, and equal to it if the orders are equal (Dixon and Mortimer,
/// "Permutation Groups", 1996, section 2.6).
fn wreath_name(group: &Group, patience: &mut Patience<'_>) -> Result<Option<Name>, Interrupted> {
    let group = group.rebased_within(&[0], patience)?;
    let fixing = group.pointwise_stabiliser_within(&[0], patience)?;
    let alone: Vec<usize> = (0..group.degree()).collect();
    let mut seen = HashSet::new();
    for orbit in fixing.orbits() {
        patience.spend(group.degree() * group.generators().len())?;
        let block_of = together_with_first(group.generators(), &alone, orbit[0]);
        let count = block_of.iter().max().map_or(0, |last| last + 1);
        if orbit[0] == 0 || count < 2 || !seen.insert(block_of.clone()) {
            continue;
        }
        let block: Vec<usize> = (0..group.degree()).filter(|&point| block_of[point] == 0).collect();
        let top = group.generators().iter().map(|generator| {
            let mut images = vec![0; count].into_boxed_slice();
            for point in 0..group.degree() {
                images[block_of[point]] = block_of[generator.image(point)] as u32;
            }
            Permutation::from_raw(images)
        });
        let top = Group::from_generators_within(count, top.collect(), patience)?;
        // The stabiliser of the block that contains 0: that of 0, and elements that bring 0 to the block's other points.
        let Some(level) = group.levels().first() else { return Ok(None) };
        let movers = block.iter().filter_map(|&point| level.from_base(point));
        let keepers = fixing.strong_generators().iter().chain(movers);
        let bottom: Option<Vec<_>> = keepers.map(|element| element.restricted_to(&block)).collect();
        let Some(bottom) = bottom else { return Ok(None) };
        let bottom = Group::from_generators_within(block.len(), bottom, patience)?;
        let Ok(power) = u32::try_from(count) else { return Ok(None) };
        let order = bottom.order().pow(power) * top.order();
        if order != group.order() {
            continue;
        }
        let names = (transitive_name(&bottom, patience)?, transitive_name(&top, patience)?);
        if let (Some(bottom), Some(top)) = names
            && top.natural
        {
            let text = format!("{} wr {}", bottom.operand(), top.operand());
            let natural = bottom.natural;
            return Ok(Some(Name { text, order, natural, shape: Shape::Other }));
        }
    }
    Ok(None)
}
