//! Beginnings of words that decide: bad prefixes.

use crate::automaton::{Automaton, Edge, StateId};
use crate::exploration::explore;
use crate::letters::{MOST_LETTERS, letters};
use crate::limits::Effort;
use crate::{Formula, Guard, Limits, Simplification, TooLarge, translate};

/// An automaton that reads a word along, and tells of each beginning whether it is *bad*: whether no word that begins so is as it
/// should be.
#[derive(Clone, Debug)]
pub struct BadPrefixes {
    /// The edges of states after which what was read is bad have its one mark, and no others.
    automaton: Automaton,
    is_complete: bool,
}

impl BadPrefixes {
    /// The prefixes after which a formula fails; none if there are none: whatever was read, it may hold still. `contrary` accepts
    /// the words on which it fails.
    ///
    /// O. Kupferman and M. Vardi, "Model checking of safety properties", FMSD 2001: a prefix is bad if no run of an automaton of the
    /// formula survives it, where something is accepted from each state. The sets of states in which runs can be are states here;
    /// the empty set is bad. So it is exact for each formula, be it a safety formula or not.
    ///
    /// Cost: exponential in the automaton of the formula, at worst, and in the number of atoms.
    ///
    /// # Errors
    /// The limits are reached.
    pub fn of_formula(
        formula: &Formula,
        contrary: &Automaton,
        limits: &Limits,
    ) -> Result<Option<BadPrefixes>, TooLarge> {
        let hopes = Hopes::of(formula, limits)?;
        let letters = letters(&[&hopes.automaton], MOST_LETTERS)?;
        let mut effort = Effort::new(limits);
        let explored = explore(hopes.first(), limits, |set: &Vec<StateId>, out| {
            let edges = set.iter().map(|&state| hopes.automaton.edges(state).len()).sum::<usize>();
            effort.spend(letters.len().saturating_mul(1 + edges))?;
            for &letter in &letters {
                let next = hopes.automaton.after(set, |guard| letter.implies(guard));
                out.push((next, u64::from(set.is_empty()), letter));
            }
            Ok(())
        })?;
        let (atoms, initial) = (hopes.automaton.atoms, StateId::new(0));
        let read = Automaton { atoms, initial, sets: 1, edges: explored.edges };
        let read = read.minimised(&mut Effort::new(limits))?;
        BadPrefixes::new(read, limits, |fine| Ok(fine.intersection(contrary, limits)?.is_empty()))
    }

    /// The prefixes that an automaton accepts, whatever comes later, as far as single states tell: those on which some run comes to
    /// one from where it can take an edge with all marks, whatever it reads, for ever. None if there is no such state.
    ///
    /// # Errors
    /// The limits are reached.
    pub fn of_automaton(
        accepted: &Automaton,
        limits: &Limits,
    ) -> Result<Option<BadPrefixes>, TooLarge> {
        let letters = letters(&[accepted], MOST_LETTERS)?;
        let mut is_bad = vec![true; accepted.state_count()];
        let loses = |is_bad: &[bool], state: &StateId| {
            let goes_on = |letter: Guard, edge: &Edge| {
                let accepts = edge.marks == accepted.all_marks() && is_bad[edge.target.index()];
                accepts && letter.implies(edge.guard)
            };
            let edges = accepted.edges(*state);
            !letters.iter().all(|&letter| edges.iter().any(|edge| goes_on(letter, edge)))
        };
        let lost = |is_bad: &[bool]| {
            accepted.states().find(|state| is_bad[state.index()] && loses(is_bad, state))
        };
        while let Some(state) = lost(&is_bad) {
            is_bad[state.index()] = false;
        }
        let mut read = Automaton { sets: 1, ..accepted.clone() };
        for (edges, is_bad) in read.edges.iter_mut().zip(&is_bad) {
            edges.iter_mut().for_each(|edge| edge.marks = u64::from(*is_bad));
        }
        let mut rest = accepted.clone();
        for edges in &mut rest.edges {
            edges.retain(|edge| !is_bad[edge.target.index()]);
        }
        let starts_bad = is_bad[accepted.initial.index()];
        BadPrefixes::new(read, limits, |_| Ok(starts_bad || rest.is_empty()))
    }

    /// `decides` tells whether all that is wrong has a bad prefix, given what accepts the words without one.
    fn new(
        read: Automaton,
        limits: &Limits,
        decides: impl FnOnce(&Automaton) -> Result<bool, TooLarge>,
    ) -> Result<Option<BadPrefixes>, TooLarge> {
        if read.is_empty() {
            return Ok(None);
        }
        let mut fine = Automaton { sets: 0, ..read.clone() };
        for edges in &mut fine.edges {
            edges.retain(|edge| edge.marks == 0);
            edges.iter_mut().for_each(|edge| edge.marks = 0);
        }
        let is_complete = decides(&fine)?;
        // Where no bad prefix can follow any more, nobody needs to read on.
        let automaton = read.simplified_by(Simplification::Useless, limits);
        let automaton = automaton.simplified_by(Simplification::ImpliedEdges, limits);
        Ok(Some(BadPrefixes { automaton, is_complete }))
    }

    /// What reads along what may become a bad prefix. Of a formula it is deterministic: a letter leads to one state.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Whether what was read is bad if that led to a state.
    #[must_use]
    pub fn is_bad(&self, state: StateId) -> bool {
        self.automaton.is_accepting(state)
    }

    /// Whether these letters are bad already, or some that they begin with.
    #[must_use]
    pub fn has(&self, letters: &[u64]) -> bool {
        let bad = |set: &[StateId]| set.iter().any(|&state| self.is_bad(state));
        let mut set = vec![self.automaton.initial];
        for &letter in letters {
            if bad(&set) {
                break;
            }
            set = self.automaton.after(&set, |guard| guard.holds(letter));
        }
        bad(&set)
    }

    /// Whether each word that is not as it should be has a bad prefix: of a formula, whether it is a safety formula.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// An automaton of a formula, as far as something is accepted from its states.
struct Hopes {
    automaton: Automaton,
    is_empty: bool,
}

impl Hopes {
    fn of(formula: &Formula, limits: &Limits) -> Result<Hopes, TooLarge> {
        let automaton = translate(formula, limits)?;
        let automaton = automaton.simplified_by(Simplification::Useless, limits);
        Ok(Hopes { is_empty: automaton.is_empty(), automaton })
    }

    /// Where runs begin.
    fn first(&self) -> Vec<StateId> {
        if self.is_empty { Vec::new() } else { vec![self.automaton.initial] }
    }
}

impl Formula {
    /// Whether the formula fails on all words that begin with these letters.
    ///
    /// It is evaluated with three truth values: atoms are unknown where nothing was read. Where it fails then, the prefix is
    /// *informative* (Kupferman and Vardi 2001, Sect. 2.2), and nothing was asked but the definition of the operators. Of other
    /// prefixes, after which it fails since what it demands of the rest contradicts itself, an automaton of the formula is asked.
    ///
    /// # Errors
    /// That automaton is larger than the limits allow.
    pub fn fails_after(&self, prefix: &[u64], limits: &Limits) -> Result<bool, TooLarge> {
        if self.known_after(prefix) == Some(false) {
            return Ok(true);
        }
        let hopes = Hopes::of(self, limits)?;
        let read = |set: Vec<StateId>, &letter: &u64| {
            hopes.automaton.after(&set, |guard| guard.holds(letter))
        };
        Ok(prefix.iter().fold(hopes.first(), read).is_empty())
    }

    /// Whether the formula holds on all words that begin with these letters, or fails on all; none if that is not known from
    /// what the operators mean one by one (S. Kleene's three truth values).
    fn known_after(&self, prefix: &[u64]) -> Option<bool> {
        self.fold(|part, operands| Reading { prefix }.evaluate(part, &operands))[0]
    }
}

/// A truth value; none if it is not known.
type Kleene = Option<bool>;

/// What was read of a word.
struct Reading<'a> {
    prefix: &'a [u64],
}

impl Reading<'_> {
    /// What is known of a formula at each position that was read, and at the first that was not, given that of its operands.
    fn evaluate(&self, formula: &Formula, operands: &[Vec<Kleene>]) -> Vec<Kleene> {
        let a = |at: usize| operands[0][at];
        let b = |at: usize| operands[1][at];
        match formula {
            Formula::True => self.each(|_| Some(true)),
            Formula::False => self.each(|_| Some(false)),
            Formula::Atom(atom) => {
                self.each(|at| self.prefix.get(at).map(|&letter| atom.is_true_in(letter)))
            }
            Formula::Not(_) => self.each(|at| not(a(at))),
            Formula::And(_) => {
                self.each(|at| operands.iter().map(|one| one[at]).reduce(and).unwrap_or(Some(true)))
            }
            Formula::Or(_) => {
                self.each(|at| operands.iter().map(|one| one[at]).reduce(or).unwrap_or(Some(false)))
            }
            Formula::Implies(..) => self.each(|at| or(not(a(at)), b(at))),
            Formula::Equivalent(..) => self.each(|at| Some(a(at)? == b(at)?)),
            Formula::Next(_) => self.each(|at| a(self.prefix.len().min(at + 1))),
            Formula::Always(_) => self.backwards(|at, next| and(a(at), next)),
            Formula::Eventually(_) => self.backwards(|at, next| or(a(at), next)),
            Formula::Until(..) | Formula::WeakUntil(..) => {
                self.backwards(|at, next| or(b(at), and(a(at), next)))
            }
            Formula::Release(..) | Formula::StrongRelease(..) => {
                self.backwards(|at, next| and(b(at), or(a(at), next)))
            }
        }
    }

    /// At each position that was read, and at the first that was not: all that follow are like that one.
    fn each(&self, value: impl Fn(usize) -> Kleene) -> Vec<Kleene> {
        (0..=self.prefix.len()).map(value).collect()
    }

    /// The same, each from the value after it, of which nothing is known in the end.
    fn backwards(&self, step: impl Fn(usize, Kleene) -> Kleene) -> Vec<Kleene> {
        let mut values = vec![None; self.prefix.len() + 2];
        for at in (0..=self.prefix.len()).rev() {
            values[at] = step(at, values[at + 1]);
        }
        values.truncate(self.prefix.len() + 1);
        values
    }
}

fn not(a: Kleene) -> Kleene {
    a.map(|a| !a)
}

fn and(a: Kleene, b: Kleene) -> Kleene {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Kleene, b: Kleene) -> Kleene {
    not(and(not(a), not(b)))
}
