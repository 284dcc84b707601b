//! Automata of other programs, and an acceptance test of their own for them.

use temporal::{AtomId, Formula, Lasso};

/// A generalised Büchi automaton with acceptance sets of states.
#[derive(Debug, Default)]
pub struct Foreign {
    pub initial: Vec<usize>,
    pub sets: usize,
    pub states: Vec<ForeignState>,
}

/// A state of it.
#[derive(Debug, Default)]
pub struct ForeignState {
    /// Bit `i` says whether it is in acceptance set `i`.
    pub marks: u64,
    /// Guards, which are any formulas without temporal operators, and targets.
    pub edges: Vec<(Formula, usize)>,
}

impl Foreign {
    /// The number of states that can be reached, at least one.
    pub fn size(&self) -> usize {
        let mut seen = vec![false; self.states.len()];
        let mut open = self.initial.clone();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut seen[state], true) {
                open.extend(self.states[state].edges.iter().map(|(_, target)| *target));
            }
        }
        seen.iter().filter(|&&seen| seen).count().max(1)
    }

    /// Whether a word has an accepting run, by the fixed points of Emerson and Lei on the product of both.
    pub fn accepts(&self, word: &Lasso) -> bool {
        let letters = [word.prefix(), word.cycle()].concat();
        let after = |at: usize| if at + 1 == letters.len() { word.prefix().len() } else { at + 1 };
        let count = self.states.len();
        let node = |at: usize, state: usize| at * count + state;
        let mut next = vec![Vec::new(); letters.len() * count];
        for (at, &letter) in letters.iter().enumerate() {
            for (number, state) in self.states.iter().enumerate() {
                let open = state.edges.iter().filter(|(guard, _)| is_true(guard, letter));
                next[node(at, number)].extend(open.map(|(_, target)| node(after(at), *target)));
            }
        }
        let sets = self.sets.max(1);
        let is_in = |node: usize, set: usize| {
            self.sets == 0 || self.states[node % count].marks >> set & 1 == 1
        };
        let mut good = vec![true; next.len()];
        loop {
            let before = good.clone();
            for set in 0..sets {
                let goal: Vec<bool> =
                    (0..next.len()).map(|node| good[node] && is_in(node, set)).collect();
                let reaching = reaching(&next, &good, &goal);
                // At least one step: the node itself does not count.
                for node in 0..next.len() {
                    good[node] &= next[node].iter().any(|&next| good[next] && reaching[next]);
                }
            }
            if good == before {
                break;
            }
        }
        let can_begin = reaching(&next, &vec![true; next.len()], &good);
        self.initial.iter().any(|&state| can_begin[node(0, state)])
    }
}

/// The nodes within some from which a goal can be reached within them.
fn reaching(next: &[Vec<usize>], within: &[bool], goal: &[bool]) -> Vec<bool> {
    let mut reaching = goal.to_vec();
    loop {
        let before = reaching.clone();
        for node in (0..next.len()).rev().filter(|&node| within[node]) {
            reaching[node] |= next[node].iter().any(|&next| reaching[next]);
        }
        if reaching == before {
            return reaching;
        }
    }
}

fn is_true(guard: &Formula, letter: u64) -> bool {
    match guard {
        Formula::True => true,
        Formula::False => false,
        Formula::Atom(AtomId(atom)) => letter >> atom & 1 == 1,
        Formula::Not(a) => !is_true(a, letter),
        Formula::And(all) => all.iter().all(|a| is_true(a, letter)),
        Formula::Or(all) => all.iter().any(|a| is_true(a, letter)),
        other => panic!("a guard: {other:?}"),
    }
}
