//! What a reduced search saw of its own reduction.

use serde::Serialize;
use symmetry::{Abandonment, Sightings};

/// What a reduced search saw of its own reduction.
#[derive(Clone, Debug, Serialize)]
pub struct Audited {
    /// States that were tested against their images.
    pub tested: u64,
    /// States that were left as they are: symmetry is not known to apply to them.
    pub unreduced: u64,
    /// Why the reduced search was given up, if it was; what is reported is then from a search without symmetry.
    pub abandoned: Option<String>,
    /// Whether that is a defect of Quotient, and no property of the model.
    #[serde(skip)]
    pub defect: bool,
}

impl Audited {
    /// What was seen by a search that came to an end.
    pub(crate) fn new<State>(sightings: &Sightings<State>) -> Audited {
        Audited {
            tested: sightings.tested,
            unreduced: sightings.unreduced,
            abandoned: sightings.abandoned.as_ref().map(ToString::to_string),
            defect: !sightings.abandoned.as_ref().is_some_and(Abandonment::is_by_system),
        }
    }

    /// The same where a run of the quotient is none of the model.
    pub(crate) fn refuted(self, why: String) -> Audited {
        Audited { abandoned: Some(why), defect: true, ..self }
    }
}
