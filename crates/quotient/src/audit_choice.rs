//! The value of `--audit`.

use std::str::FromStr;

use symmetry::AuditPlan;

/// How much of a reduced search is tested.
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
