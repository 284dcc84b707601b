//! Components that are the same, and what becomes of them when values are exchanged.

use groups::{Interrupted, Patience};
use rapidhash::RapidHashMap;

use super::conditions::{Condition, Conditions};
use super::exchange::{Exchange, moving};
use super::leaf::isomorphism;
use super::roles::Roles;
use super::values::Moved;
use crate::event::Event;
use crate::explicit::Explicit;
use crate::supercombinator::Component;

/// Components that are the same, together.
pub(super) struct Families<'a> {
    components: &'a [Component],
    members: Vec<Vec<u32>>,
    /// For each family the events that its members may do, in ascending order.
    alphabets: Vec<Vec<Event>>,
    /// The families by what they and their images have in common.
    alike: RapidHashMap<Common, Vec<u32>>,
    /// The families, those of small components first: so it costs little to find out that two values are part of no symmetry.
    order: Vec<usize>,
}

/// What tells which families may be the images of which.
#[derive(PartialEq, Eq, Hash)]
enum Common {
    Alphabet(Vec<Event>),
    Role(u64),
}

impl<'a> Families<'a> {
    /// Those that do the same.
    pub(super) fn by_alphabet(components: &'a [Component]) -> Families<'a> {
        let mut families = Families {
            components,
            members: Vec::new(),
            alphabets: Vec::new(),
            alike: RapidHashMap::default(),
            order: Vec::new(),
        };
        for (place, component) in components.iter().enumerate() {
            let alphabet = alphabet(component);
            let alike = families.alike.entry(Common::Alphabet(alphabet.clone())).or_default();
            let same = |&&family: &&u32| {
                let first = families.members[family as usize][0] as usize;
                do_the_same(&components[first], component)
            };
            match alike.iter().find(same).copied() {
                Some(family) => families.members[family as usize].push(place as u32),
                None => {
                    alike.push(families.members.len() as u32);
                    families.members.push(vec![place as u32]);
                    families.alphabets.push(alphabet);
                }
            }
        }
        families.put_in_order();
        families
    }

    /// Those that have the same role, too.
    pub(super) fn split(&self, roles: &Roles) -> Families<'a> {
        let mut families = Families {
            components: self.components,
            members: Vec::new(),
            alphabets: Vec::new(),
            alike: RapidHashMap::default(),
            order: Vec::new(),
        };
        for (members, alphabet) in self.members.iter().zip(&self.alphabets) {
            let mut parts: Vec<(u64, Vec<u32>)> = Vec::new();
            for &member in members {
                let role = roles.components[member as usize];
                match parts.iter_mut().find(|(known, _)| *known == role) {
                    Some((_, part)) => part.push(member),
                    None => parts.push((role, vec![member])),
                }
            }
            for (role, part) in parts {
                let family = families.members.len() as u32;
                families.alike.entry(Common::Role(role)).or_default().push(family);
                families.members.push(part);
                families.alphabets.push(alphabet.clone());
            }
        }
        families.put_in_order();
        families
    }

    fn put_in_order(&mut self) {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|&family| self.component(family).explicit.len());
        self.order = order;
    }

    /// Whether some component is there twice.
    pub(super) fn has_copies(&self) -> bool {
        self.members.iter().any(|members| members.len() > 1)
    }

    /// The first member of a family.
    pub(super) fn first(&self, family: usize) -> u32 {
        self.members[family][0]
    }

    /// All families.
    pub(super) fn smallest_first(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }

    fn component(&self, family: usize) -> &'a Component {
        &self.components[self.first(family) as usize]
    }
}

/// What is known while components are placed.
pub(super) struct Placing<'a> {
    families: &'a Families<'a>,
    moved: &'a Moved,
    /// The roles after the exchange, and before it, if the families are those of components with one role.
    roles: Option<(&'a Roles, &'a Roles)>,
    conditions: Conditions,
    /// The families that others have become.
    is_taken: Vec<bool>,
}

/// What components become.
struct Image {
    family: usize,
    /// What the numbers of their states become; nothing if they stay as they are.
    numbers: Option<Box<[u32]>>,
}

impl<'a> Placing<'a> {
    pub(super) fn new(
        families: &'a Families<'a>,
        moved: &'a Moved,
        roles: Option<(&'a Roles, &'a Roles)>,
        conditions: Conditions,
    ) -> Placing<'a> {
        let is_taken = vec![false; families.members.len()];
        Placing { families, moved, roles, conditions, is_taken }
    }

    /// Finds what the members of a family become: of another family the k-th becomes the k-th. So exchanges that are done one after
    /// the other take them to where the exchange does that they amount to. Returns whether they become any.
    pub(super) fn place(
        &mut self,
        family: usize,
        exchange: &mut Exchange,
        patience: &mut Patience<'_>,
    ) -> Result<bool, Interrupted> {
        let image = if self.stays(family) {
            Some(Image { family, numbers: None })
        } else {
            self.image(family, patience)?
        };
        let Some(image) = image else { return Ok(false) };
        self.is_taken[image.family] = true;
        let members = &self.families.members;
        for (&member, &place) in members[family].iter().zip(&members[image.family]) {
            exchange.parts[member as usize + 1] = place + 1;
            exchange.numbers[member as usize + 1].clone_from(&image.numbers);
        }
        Ok(true)
    }

    /// Whether it is clear that components stay in their places, and as they are.
    fn stays(&self, family: usize) -> bool {
        let first = self.families.first(family) as usize;
        let same =
            |(after, before): (&Roles, &Roles)| after.components[first] == before.components[first];
        !self.families.alphabets[family].iter().any(|&event| self.moved.moves(event))
            && self.roles.is_none_or(same)
    }

    /// The family that one becomes.
    fn image(
        &self,
        family: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Image>, Interrupted> {
        let from = self.families.component(family);
        let Some(candidates) = self.common(family).and_then(|it| self.families.alike.get(&it))
        else {
            return Ok(None);
        };
        // Those that are themselves then stay where they are.
        let itself = candidates.iter().filter(|&&other| other as usize == family);
        let others = candidates.iter().filter(|&&other| other as usize != family);
        for candidate in itself.chain(others).map(|&candidate| candidate as usize) {
            let to = self.families.component(candidate);
            if self.is_taken[candidate]
                || self.families.members[candidate].len() != self.families.members[family].len()
                || self.conditions.keep(Condition::Explicit)
                    && (from.chased.is_some() || to.chased.is_some())
            {
                continue;
            }
            if let Some(numbers) =
                isomorphism(&from.explicit, &to.explicit, self.moved, self.conditions, patience)?
            {
                return Ok(Some(Image { family: candidate, numbers: moving(numbers) }));
            }
        }
        Ok(None)
    }

    /// What a family has in common with its image.
    fn common(&self, family: usize) -> Option<Common> {
        if let Some((after, _)) = self.roles {
            return Some(Common::Role(after.components[self.families.first(family) as usize]));
        }
        let events = self.families.alphabets[family].iter();
        let mut image: Vec<Event> =
            events.map(|&event| self.moved.image(event)).collect::<Option<_>>()?;
        image.sort_unstable();
        Some(Common::Alphabet(image))
    }
}

/// The events that a component may do, in ascending order.
fn alphabet(component: &Component) -> Vec<Event> {
    let mut events: Vec<Event> = match &component.chased {
        Some(chased) => chased.events().to_vec(),
        None => component.explicit.transitions.iter().map(|&(event, _)| event).collect(),
    };
    let marks = component.explicit.generalised.iter().flatten();
    events.extend(marks.flat_map(|marks| marks.acceptances.iter()).flatten());
    events.sort_unstable();
    events.dedup();
    events
}

/// Whether two components have the same states and transitions, numbers included.
fn do_the_same(one: &Component, other: &Component) -> bool {
    let (first, second): (&Explicit, &Explicit) = (&one.explicit, &other.explicit);
    one.chased.is_none()
        && other.chased.is_none()
        && (std::ptr::eq(first, second)
            || first.initial == second.initial
                && first.starts == second.starts
                && first.transitions == second.transitions
                && first.generalised == second.generalised)
}
