//! `--representative`: how states are told apart up to symmetry.

use clap::Args;
use symmetry::{Guarantee, Prepared, Strategy, StrategyOptions, SymmetryGroup};

use crate::exit::Failure;
use crate::terminal::Paint;

/// The name under which the choice is left to the program.
const AUTO: &str = "auto";

/// How to tell states apart up to symmetry.
#[derive(Args, Debug, Clone)]
pub struct RepresentativeArgs {
    /// How states are told apart up to symmetry: auto, or a strategy of docs/guide/strategies.md:
    /// canonical, enumerate, sorted, segmented, flattened, exact-markers, approximate-markers,
    /// component-order, on-the-fly, naive, sinc
    #[arg(long, value_name = "NAME", default_value = AUTO)]
    pub representative: String,
}

/// What the arguments ask for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// None if the choice is left to the program.
    strategy: Option<Strategy>,
    options: StrategyOptions,
}

/// A strategy, ready for a group.
pub struct Chosen<'a> {
    /// The strategy.
    pub prepared: Prepared<'a>,
    /// Why the program chose it, if it did.
    pub reason: Option<&'static str>,
}

impl RepresentativeArgs {
    /// What is wanted.
    ///
    /// # Errors
    /// A name that no strategy has.
    pub fn wanted(&self) -> Result<Wanted, Failure> {
        let options = StrategyOptions::default();
        if self.representative == AUTO {
            return Ok(Wanted { strategy: None, options });
        }
        let strategy = Strategy::from_name(&self.representative).ok_or_else(|| {
            let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
            Failure::input(format!(
                "unknown representative `{}`: there are `{AUTO}`, `{}`",
                self.representative,
                names.join("`, `")
            ))
        })?;
        Ok(Wanted { strategy: Some(strategy), options })
    }
}

impl Wanted {
    /// Makes it ready for a group.
    ///
    /// # Errors
    /// The strategy does not serve the group.
    pub fn prepare(self, symmetry: &SymmetryGroup) -> Result<Chosen<'_>, Failure> {
        let Some(strategy) = self.strategy else {
            let auto = Strategy::auto(symmetry);
            return Ok(Chosen { prepared: auto.prepared, reason: Some(auto.reason) });
        };
        let prepared = strategy.prepare(symmetry, &self.options).map_err(|refusal| {
            Failure::input(format!("{refusal}\nhelp: `--representative auto` serves every model"))
        })?;
        Ok(Chosen { prepared, reason: None })
    }
}

impl Chosen<'_> {
    /// What the strategy promises.
    pub fn guarantee(&self) -> Guarantee {
        self.prepared.guarantee()
    }

    /// The strategy in a line: its name, its guarantee, why it was chosen.
    pub fn one_line(&self, paint: Paint) -> String {
        let promise = match self.guarantee() {
            Guarantee::Unique => "unique: one state for each class of symmetric states",
            Guarantee::Complete => "complete: sound, perhaps several states for a class",
            Guarantee::Approximate => "approximate: may take different states for one",
        };
        let reason = self.reason.map_or(String::new(), |reason| format!(" (auto: {reason})"));
        format!("{} {}, {promise}{reason}\n", paint.dim("representative:"), self.prepared.name())
    }
}

/// A guarantee as it is called in the JSON output.
pub fn guarantee_name(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Unique => "unique",
        Guarantee::Complete => "complete",
        Guarantee::Approximate => "approximate",
    }
}
