//! Linear temporal logic and Büchi automata over numbered atoms.
//!
//! A [`Formula`] speaks of infinite words, whose letters say which atoms are true. [`translate`] makes an
//! [`Automaton`] of it that accepts the words on which it holds: small, transition-based, with generalised Büchi
//! acceptance. It can be turned into one with a single acceptance set ([`Automaton::degeneralised`]) or with accepting
//! states ([`Automaton::state_based`]), and written down ([`Automaton::hoa`]). [`is_stutter_invariant`] tells whether a
//! formula notices that letters are repeated.
//!
//! What atoms mean is the user's business: there are no systems here, and there is no syntax of formulas.
//!
//! ```
//! use temporal::{AtomId, Formula, Lasso, Limits, translate};
//!
//! // Each request (atom 0) is answered (atom 1): G (request -> F answer).
//! let [request, answer] = [0, 1].map(|number| Box::new(Formula::Atom(AtomId(number))));
//! let answered = Formula::Implies(request, Box::new(Formula::Eventually(answer)));
//! let formula = Formula::Always(Box::new(answered));
//!
//! let automaton = translate(&formula, &Limits::default())?;
//! assert_eq!(automaton.state_count(), 2);
//!
//! // A request, an answer, and then nothing for ever; and one request too many.
//! let quiet = Lasso::new(vec![0b01, 0b10], vec![0b00]).expect("a cycle");
//! let waiting = Lasso::new(vec![0b01, 0b10, 0b01], vec![0b00]).expect("a cycle");
//! assert!(automaton.accepts(&quiet) && formula.holds_on(&quiet));
//! assert!(!automaton.accepts(&waiting) && !formula.holds_on(&waiting));
//!
//! // Words that violate the formula have an automaton, too.
//! let violations = translate(&formula.negated(), &Limits::default())?;
//! assert!(violations.accepts(&waiting));
//! assert!(automaton.intersection(&violations, &Limits::default())?.is_empty());
//! # Ok::<(), temporal::TooLarge>(())
//! ```

mod alternating;
mod automaton;
mod components;
mod degeneralise;
mod delays;
mod emptiness;
mod exploration;
mod formula;
mod guard;
mod hoa;
mod lasso;
mod letters;
mod limits;
mod prefixes;
mod satisfaction;
mod simplify;
mod stutter;
mod terms;
mod translate;
mod weak;

pub use automaton::{Automaton, Edge, StateId};
pub use formula::{AtomId, Formula, MAX_ATOMS};
pub use guard::Guard;
pub use lasso::Lasso;
pub use limits::{Limits, TooLarge};
pub use prefixes::BadPrefixes;
pub use simplify::{Simplification, Simplifications};
pub use stutter::{StutterCounterexample, is_stutter_invariant, stutter_counterexample};
pub use translate::{translate, translate_with};
