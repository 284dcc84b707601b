//! What is understood of the symmetry of a product.

use groups::{Interrupted, Patience, Permutation};
use model::{
    Breach, Components, Difference, Found, PropositionCosts, PublishedMethod, Refusal, Remark,
    Scalarset, ScalarsetOutcome, Understanding,
};

use super::reduced::UpToSymmetry;
use crate::refine::Refinement;
use crate::symmetric::{
    self, Apart, Condition, Conditions, Detected, MOST_VALUES, SymmetricValues, Undescribed, detect,
};

/// A product, and the values that may be interchangeable.
pub(super) struct Understood<'a> {
    pub(super) refinement: &'a Refinement,
    pub(super) values: &'a SymmetricValues,
}

impl Understood<'_> {
    fn found(&self, moves_components: bool, patience: &mut Patience<'_>) -> Found<UpToSymmetry> {
        let all = Conditions::default();
        let Ok(detected) = detect(self.refinement, self.values, moves_components, all, patience)
        else {
            return Found::given_up();
        };
        let remarks = self.remarks(&detected);
        Found { reduction: self.reduction(detected), remarks, ..Found::default() }
    }

    fn reduction(&self, detected: Detected) -> Option<UpToSymmetry> {
        let Detected { found, moves_values_alone, .. } = detected;
        found.map(|(forms, symmetry)| UpToSymmetry {
            values: forms.value_count(),
            refinement: self.refinement.with_forms(forms),
            symmetry,
            moves_values_alone,
        })
    }

    /// Why values are not exchanged that could be.
    fn remarks(&self, detected: &Detected) -> Vec<Remark> {
        let unused = detected.unused.iter().map(|(values, why)| self.unused(values, *why));
        unused.map(|text| Remark { span: None, text }).collect()
    }

    fn names(&self, values: &[u32]) -> Vec<String> {
        values.iter().map(|&value| self.values.name(value).to_owned()).collect()
    }

    /// Why the values of two sets cannot be exchanged. Where the text names one of them, that is where it shows.
    fn difference(&self, apart: &Apart, classes: &[Vec<u32>]) -> Difference {
        let class = |value| classes.iter().find(|class| class.contains(&value));
        let (first, second) = apart.values;
        let spans = [first, second].map(|value| {
            class(value)
                .and_then(|class| class.iter().find_map(|&value| self.values.constant(value)))
        });
        let names = |value| class(value).map_or(Vec::new(), |class| self.names(class));
        Difference {
            first: names(first),
            second: names(second),
            reason: self.reason(apart),
            span: spans[0].or(spans[1]),
            other: spans[0].and(spans[1]),
        }
    }

    fn unused(&self, values: &[u32], why: Undescribed) -> String {
        let name = |value: &u32| self.values.name(*value);
        let names = match values {
            [first, second, .., last] if values.len() > MOST_NAMED => {
                format!("{}, {} and so on to {}", name(first), name(second), name(last))
            }
            _ => values.iter().map(name).collect::<Vec<_>>().join(", "),
        };
        let why = match why {
            Undescribed::TooManyValues => format!("there are more than {MOST_VALUES} such values"),
            Undescribed::Relation(part) => {
                format!("states of {} relate more than two values at a time", self.part(part))
            }
            Undescribed::Shared(part) => {
                format!("{} belongs to several of them together", self.part(part))
            }
            Undescribed::Defect => "states could not be described (this is a defect)".to_owned(),
        };
        format!("{names} are interchangeable, but not exchanged: {why}")
    }

    /// What a part of a state is called.
    fn part(&self, part: u32) -> String {
        let components = self.refinement.implementation.components().len();
        match part.checked_sub(1) {
            None => "the specification".to_owned(),
            Some(place) if (place as usize) < components => {
                format!("`{}`", self.refinement.component_name(place as usize))
            }
            Some(_) => "the operators around the processes".to_owned(),
        }
    }

    /// Why two values cannot be exchanged.
    fn reason(&self, apart: &Apart) -> String {
        match apart.reason {
            symmetric::Difference::Component(component) => {
                let name = self.refinement.component_name(component as usize);
                format!("no process behaves as `{name}` does with these exchanged")
            }
            symmetric::Difference::Operators(event) => {
                let event = self.refinement.names().event(event);
                format!("the operators around the processes tell them apart at `{event}`")
            }
            symmetric::Difference::Events => "they are not in events of the same kinds".to_owned(),
            symmetric::Difference::Specification => "the specification tells them apart".to_owned(),
        }
    }
}

/// More values than this are not named one by one.
const MOST_NAMED: usize = 12;

impl Understanding<UpToSymmetry> for Understood<'_> {
    fn detect(&self, patience: &mut Patience<'_>) -> Found<UpToSymmetry> {
        self.found(false, patience)
    }

    fn detect_of_processes(&self, patience: &mut Patience<'_>) -> Found<UpToSymmetry> {
        self.found(true, patience)
    }

    fn published(&self) -> Vec<Box<dyn PublishedMethod<UpToSymmetry> + '_>> {
        Vec::new()
    }

    /// The values.
    fn components(&self, _: &mut Patience<'_>) -> Result<Result<Components, String>, Interrupted> {
        let processes = self.names(&(0..self.values.count() as u32).collect::<Vec<_>>());
        Ok(Ok(Components { processes, channels: Vec::new(), starter: false }))
    }

    fn detect_declared(
        &self,
        _: &[Permutation],
        _: &mut Patience<'_>,
    ) -> Result<Found<UpToSymmetry>, Vec<Refusal>> {
        let reason = "the symmetry of processes is that of datatypes, which is found; `--symmetric` chooses these".to_owned();
        Err(vec![Refusal { generator: None, reason }])
    }

    fn is_refuted(&self) -> bool {
        false
    }

    fn differences(&self, patience: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted> {
        let all = Conditions::default();
        let detected = detect(self.refinement, self.values, false, all, patience)?;
        let differences = detected.apart.iter();
        Ok(differences.map(|apart| self.difference(apart, &detected.classes)).collect())
    }

    fn proposition_costs(&self, _: &mut Patience<'_>) -> Result<PropositionCosts, Interrupted> {
        Ok(PropositionCosts::default())
    }

    fn check_scalarsets(
        &self,
        _: &Found<UpToSymmetry>,
        declared: &[Scalarset],
        _: &mut Patience<'_>,
    ) -> Result<Vec<ScalarsetOutcome>, Interrupted> {
        let none =
            || ScalarsetOutcome::Refused(Breach::new("processes have no variables to declare"));
        Ok(declared.iter().map(|_| none()).collect())
    }
}

impl Refinement {
    /// The product up to the symmetry of the values that it was [permitted](Refinement::permit), with one condition not tested: for
    /// tests of what notices that.
    #[must_use]
    pub fn symmetric_without(&self, condition: Condition) -> Option<UpToSymmetry> {
        let understood = Understood { refinement: self, values: self.values()? };
        let conditions = Conditions { dropped: Some(condition) };
        let detected = detect(self, understood.values, false, conditions, &mut Patience::endless());
        understood.reduction(detected.ok()?)
    }
}
