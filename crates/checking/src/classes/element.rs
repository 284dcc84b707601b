//! Elements of the group as they are typed: `(user(1) user(2))`, cycles of names of the model.

use groups::{Interrupted, Patience, Permutation};
use model::{Reduced, Words};
use symmetry::Point;

use super::{Classes, within_a_moment};

impl<M: Words> Classes<'_, M> {
    /// The element that exchanges the parts of the model as these cycles say, and whatever belongs to them. Of the parts of the same sort that
    /// are not named, those stay that can.
    ///
    /// # Errors
    /// What is wrong with the text, or that the group has no such element.
    pub fn element(&self, text: &str) -> Result<Permutation, String> {
        let cycles = self.cycles_of(text)?;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for cycle in &cycles {
            let next = cycle.iter().skip(1).chain(cycle.first());
            pairs.extend(cycle.iter().copied().zip(next.copied()));
        }
        let named = pairs.clone();
        let group = self.reduction.symmetry().group();
        let found = within_a_moment(|patience| {
            self.with_others_in_place(&named, patience).and_then(|found| match found {
                Some(element) => Ok(Some(element)),
                None => group.element_with_images_within(&named, patience),
            })
        })?;
        found.ok_or_else(|| format!("{text} is not among the symmetries of the model"))
    }

    /// The element that moves none of the parts of the same sorts that are not named, if there is one.
    fn with_others_in_place(
        &self,
        named: &[(usize, usize)],
        patience: &mut Patience<'_>,
    ) -> Result<Option<Permutation>, Interrupted> {
        let layout = self.reduction.symmetry().layout();
        let sort = |point: usize| layout.sort(Point::new(point));
        let moves = |point: &usize| named.iter().any(|(from, _)| from == point);
        let alike = |point: &usize| named.iter().any(|&(from, _)| sort(from) == sort(*point));
        let others = (0..self.reduction.components()).filter(|point| alike(point) && !moves(point));
        let pairs: Vec<(usize, usize)> =
            named.iter().copied().chain(others.map(|point| (point, point))).collect();
        self.reduction.symmetry().group().element_with_images_within(&pairs, patience)
    }

    /// The points of each cycle of a text.
    fn cycles_of(&self, text: &str) -> Result<Vec<Vec<usize>>, String> {
        let help = "an exchange is typed as cycles of names: (user(1) user(2))";
        let mut rest = text.trim();
        let mut cycles: Vec<Vec<usize>> = Vec::new();
        while !rest.is_empty() {
            rest = rest.strip_prefix('(').ok_or(help)?.trim_start();
            let mut cycle = Vec::new();
            while !rest.starts_with(')') {
                let (point, name) = self.named_first(rest).ok_or_else(|| {
                    format!(
                        "no part of the model that can change places stands at `{rest}`; {help}"
                    )
                })?;
                if cycle.contains(&point) || cycles.iter().any(|it| it.contains(&point)) {
                    return Err(format!("{name} stands there twice"));
                }
                cycle.push(point);
                rest = rest[name.len()..].trim_start_matches([' ', ',', '\t']);
            }
            rest = rest[1..].trim_start();
            cycles.push(cycle);
        }
        Ok(cycles)
    }

    /// The part whose name a text begins with; of several the one with the longest.
    fn named_first(&self, text: &str) -> Option<(usize, &str)> {
        let layout = self.reduction.symmetry().layout();
        let all = (0..self.reduction.components())
            .map(|point| (point, layout.name(Point::new(point))))
            .filter(|(_, name)| !name.is_empty() && text.starts_with(name));
        all.max_by_key(|(_, name)| name.len())
    }
}
