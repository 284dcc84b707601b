//! How components are numbered as points of GAP: as SymmExtractor and TopSPIN number them, where
//! that is possible (A. F. Donaldson and A. Miller, *Automatic symmetry detection for Promela*,
//! Journal of Automated Reasoning 41, 2008).
//!
//! Where process 0 only starts the others (`init`), so that nothing can be exchanged with it, it is no point, and process `p`
//! is point `p`. Elsewhere process `p` is point `p + 1`, since GAP has no point 0. Channels follow
//! in the order of their numbers.

use std::ops::Range;

use diagnostics::{Diagnostic, Sources, Span};
use groups::{Permutation, read_gap, write_gap};
use model::Components;

/// The points of a model.
pub struct GapPoints {
    components: Components,
}

impl GapPoints {
    /// The points of these components.
    pub fn new(components: Components) -> GapPoints {
        GapPoints { components }
    }

    /// The component that a point is, counted from 0.
    fn first(&self) -> usize {
        usize::from(self.components.starter)
    }

    fn count(&self) -> usize {
        self.components.count() - self.first()
    }

    /// Comments that say which point is which component.
    pub fn table(&self) -> String {
        let lines = (0..self.count()).map(|point| {
            let component = point + self.first();
            let is_process = component < self.components.processes.len();
            let sort = if is_process { "process" } else { "channel" };
            format!("# {:>4}  {sort} {}\n", point + 1, self.components.name(component))
        });
        lines.collect()
    }

    /// A group of permutations of the components in GAP's syntax.
    pub fn write(&self, generators: &[Permutation]) -> String {
        let points: Vec<usize> = (self.first()..self.components.count()).collect();
        let restricted = generators.iter().filter_map(|g| g.restricted_to(&points));
        let moving: Vec<Permutation> = restricted.filter(|g| !g.is_identity()).collect();
        write_gap("G", &moving)
    }

    /// Reads a group; each generator as a permutation of the components, and where it stands.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(
        &self,
        sources: &Sources,
        file: diagnostics::FileId,
    ) -> Result<Vec<(Permutation, Span)>, Vec<Diagnostic>> {
        let span = |place: Range<usize>| Span {
            file,
            start: u32::try_from(place.start).unwrap_or(u32::MAX),
            end: u32::try_from(place.end).unwrap_or(u32::MAX),
        };
        let group = read_gap(sources.text(file)).map_err(|error| {
            let diagnostic = Diagnostic::error(span(error.place), error.message);
            vec![match error.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }]
        })?;
        let mut generators = Vec::new();
        let mut wrong = Vec::new();
        for generator in group.generators {
            let place = span(generator.place.clone());
            match generator.permutation(self.count()) {
                Ok(permutation) => generators.push((self.of_components(&permutation), place)),
                Err(error) => {
                    let help = format!(
                        "the model has {} points: `quotient symmetry MODEL --gap` lists them",
                        self.count()
                    );
                    wrong.push(Diagnostic::error(place, error.to_string()).help(help));
                }
            }
        }
        if wrong.is_empty() { Ok(generators) } else { Err(wrong) }
    }

    fn of_components(&self, points: &Permutation) -> Permutation {
        let first = self.first();
        let cycles: Vec<Vec<usize>> = points
            .cycles()
            .into_iter()
            .map(|cycle| cycle.into_iter().map(|point| point + first).collect())
            .collect();
        let permutation = Permutation::from_cycles(self.components.count(), &cycles);
        permutation.unwrap_or_else(|_| Permutation::identity(self.components.count()))
    }
}
