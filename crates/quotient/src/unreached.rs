//! The statements that no run arrives at, and those of which that is not known.

use words::StatementText;

use crate::coverage::Coverage;
use crate::load::Subject;

/// Statements, each with its process type, in the order of the text.
pub type Statements = Vec<(String, StatementText)>;

/// What is never reached.
pub struct Unreached {
    /// Certainly.
    pub certain: Statements,
    /// Perhaps: some run arrives at a statement that symmetry maps this one to, or at this one.
    pub undecided: Statements,
}

impl Unreached {
    /// What is never reached if this is what is executed.
    pub fn new(subject: &Subject, coverage: &Coverage) -> Unreached {
        let unreached = |executed: &[bool]| subject.model.unreached(&subject.sources, executed);
        let certain = unreached(&coverage.possible);
        let mut undecided = unreached(&coverage.certain);
        undecided.retain(|statement| !certain.contains(statement));
        Unreached { certain, undecided }
    }
}
