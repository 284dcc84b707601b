//! `--audit`: how many of the states that a reduced search visits are tested against their images; and what came of it.

use std::str::FromStr;

use machine::State;
use serde::Serialize;
use symmetry::{Abandonment, AuditPlan, Sightings};

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditChoice {
    /// What a few per cent of the time are enough for.
    Default,
    /// Nothing.
    Off,
    /// One state in so many, after the first ones.
    OneIn(u64),
}

impl AuditChoice {
    /// The same as a plan for a search.
    pub fn plan(self) -> AuditPlan {
        match self {
            AuditChoice::Default => AuditPlan::default(),
            AuditChoice::Off => AuditPlan::OFF,
            AuditChoice::OneIn(every) => AuditPlan::one_in(every),
        }
    }
}

impl FromStr for AuditChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("off", _) => Ok(AuditChoice::Off),
            ("on", _) => Ok(AuditChoice::Default),
            (_, Ok(every)) if every > 0 => Ok(AuditChoice::OneIn(every)),
            _ => Err("say `off`, `on`, or N to test one state in N".to_owned()),
        }
    }
}

/// What a reduced search saw of its own reduction.
#[derive(Clone, Debug, Serialize)]
pub struct Audited {
    /// States that were tested against their images.
    tested: u64,
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
    pub fn new(sightings: &Sightings<State>) -> Audited {
        Audited {
            tested: sightings.tested,
            unreduced: sightings.unreduced,
            abandoned: sightings.abandoned.as_ref().map(ToString::to_string),
            defect: !matches!(sightings.abandoned, Some(Abandonment::System(_))),
        }
    }

    /// The same where a run of the quotient is none of the model.
    pub fn refuted(self, why: String) -> Audited {
        Audited { abandoned: Some(why), defect: true, ..self }
    }
}
