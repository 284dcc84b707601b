//! Whether some run of a small graph violates a formula, by the tableau of all subformulas: a node is a state with a guess of
//! what holds next, for each part of the formula that speaks of what is next (O. Lichtenstein and A. Pnueli, *Checking that finite
//! state concurrent programs satisfy their linear specification*, POPL 1985). Nothing here knows automata, or any search.

use std::collections::{HashMap, HashSet};

use kernel::Fairness;
use testing::Numbers;

use crate::random::asking::formula;
use crate::random::formula::Formula;

/// Larger tableaux take too long.
const MOST_NODES: usize = 60_000;
/// The parts of a formula that may speak of what is next.
const MOST_GUESSES: usize = 8;

/// A graph whose states have valuations. A state without moves ends a run.
#[derive(Default)]
pub struct Labelled {
    pub valuations: Vec<u64>,
    /// Who moves, if somebody does, and to where.
    pub moves: Vec<Vec<(Option<usize>, usize)>>,
    pub initial: Vec<usize>,
    /// For each state who can move there, if only into an error.
    pub enabled: Vec<Vec<usize>>,
    /// How many there are who may move somewhere.
    pub actors: usize,
}

/// A part of a formula, which consists of parts with lower numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    True,
    Proposition(usize),
    Not(usize),
    And(usize, usize),
    Next(usize),
    Until(usize, usize),
}

/// The parts of a formula, each once.
#[derive(Default)]
struct Parts {
    all: Vec<Part>,
}

impl Parts {
    fn part(&mut self, part: Part) -> usize {
        if let Some(known) = self.all.iter().position(|known| *known == part) {
            return known;
        }
        self.all.push(part);
        self.all.len() - 1
    }

    fn not(&mut self, part: usize) -> usize {
        self.part(Part::Not(part))
    }

    fn or(&mut self, left: usize, right: usize) -> usize {
        let (left, right) = (self.not(left), self.not(right));
        let neither = self.part(Part::And(left, right));
        self.not(neither)
    }

    fn eventually(&mut self, part: usize) -> usize {
        let any = self.part(Part::True);
        self.part(Part::Until(any, part))
    }

    fn formula(&mut self, formula: &Formula) -> usize {
        let parts: Vec<usize> =
            formula.parts().into_iter().map(|part| self.formula(part)).collect();
        match (formula, &parts[..]) {
            (Formula::Proposition(place), _) => self.part(Part::Proposition(*place)),
            (Formula::Not(_), &[part]) => self.not(part),
            (Formula::And(_), &[left, right]) => self.part(Part::And(left, right)),
            (Formula::Or(_), &[left, right]) => self.or(left, right),
            (Formula::Implies(_), &[left, right]) => {
                let left = self.not(left);
                self.or(left, right)
            }
            (Formula::Next(_), &[part]) => self.part(Part::Next(part)),
            (Formula::Eventually(_), &[part]) => self.eventually(part),
            (Formula::Always(_), &[part]) => {
                let contrary = self.not(part);
                let contrary = self.eventually(contrary);
                self.not(contrary)
            }
            (Formula::Until(_), &[left, right]) => self.part(Part::Until(left, right)),
            _ => unreachable!("each has its parts"),
        }
    }

    /// The parts of which it is guessed whether they hold next.
    fn guessed(&self) -> Vec<usize> {
        let guessed = |(place, part): (usize, &Part)| match *part {
            Part::Next(part) => Some(part),
            Part::Until(..) => Some(place),
            _ => None,
        };
        self.all.iter().enumerate().filter_map(guessed).collect()
    }

    /// Which parts hold where these propositions do, if the guesses are right.
    fn values(&self, valuation: u64, guess: u64) -> u128 {
        let (mut values, mut guesses) = (0_u128, 0);
        let mut guess = || {
            guesses += 1;
            guess >> (guesses - 1) & 1 == 1
        };
        for (place, part) in self.all.iter().enumerate() {
            let holds = |part: usize| values >> part & 1 == 1;
            let value = match *part {
                Part::True => true,
                Part::Proposition(proposition) => valuation >> proposition & 1 == 1,
                Part::Not(part) => !holds(part),
                Part::And(left, right) => holds(left) && holds(right),
                Part::Next(_) => guess(),
                Part::Until(left, right) => {
                    let later = guess();
                    holds(right) || holds(left) && later
                }
            };
            values |= u128::from(value) << place;
        }
        values
    }
}

struct Node {
    state: usize,
    guess: u64,
    values: u128,
    /// Who moves, and to which node.
    moves: Vec<(Option<usize>, usize)>,
}

/// The runs of a graph on which a formula holds.
pub struct Tableau<'g> {
    graph: &'g Labelled,
    parts: Parts,
    guessed: Vec<usize>,
    nodes: Vec<Node>,
}

impl<'g> Tableau<'g> {
    /// None if it is too large.
    pub fn new(graph: &'g Labelled, formula: &Formula) -> Option<Tableau<'g>> {
        let mut parts = Parts::default();
        let root = parts.formula(formula);
        let guessed = parts.guessed();
        if guessed.len() > MOST_GUESSES || parts.all.len() > 128 {
            return None;
        }
        let mut tableau = Tableau { graph, parts, guessed, nodes: Vec::new() };
        let mut known = HashMap::new();
        for &state in &graph.initial {
            for guess in tableau.guesses() {
                if tableau.parts.values(graph.valuations[state], guess) >> root & 1 == 1 {
                    tableau.node(&mut known, state, guess);
                }
            }
        }
        let mut next = 0;
        while next < tableau.nodes.len() {
            tableau.expand(&mut known, next);
            if tableau.nodes.len() > MOST_NODES {
                return None;
            }
            next += 1;
        }
        Some(tableau)
    }

    fn guesses(&self) -> std::ops::Range<u64> {
        0..1 << self.guessed.len()
    }

    fn node(
        &mut self,
        known: &mut HashMap<(usize, u64), usize>,
        state: usize,
        guess: u64,
    ) -> usize {
        *known.entry((state, guess)).or_insert_with(|| {
            let values = self.parts.values(self.graph.valuations[state], guess);
            self.nodes.push(Node { state, guess, values, moves: Vec::new() });
            self.nodes.len() - 1
        })
    }

    fn expand(&mut self, known: &mut HashMap<(usize, u64), usize>, from: usize) {
        let Node { state, guess, .. } = self.nodes[from];
        for &(actor, target) in &self.graph.moves[state] {
            for next in self.guesses() {
                let values = self.parts.values(self.graph.valuations[target], next);
                let is_right = |(place, part): (usize, &usize)| {
                    (values >> part ^ u128::from(guess >> place)) & 1 == 0
                };
                if self.guessed.iter().enumerate().all(is_right) {
                    let node = self.node(known, target, next);
                    self.nodes[from].moves.push((actor, node));
                }
            }
        }
    }

    /// Whether the formula holds on some run that goes on for ever and is fair.
    pub fn has_run(&self, fairness: Fairness) -> bool {
        self.recurs((0..self.nodes.len()).collect(), fairness)
    }

    /// Whether a run can go round in some of the nodes for ever, so that the formula holds and the run is fair.
    fn recurs(&self, within: Vec<usize>, fairness: Fairness) -> bool {
        let mut left = vec![within];
        while let Some(within) = left.pop() {
            for component in self.components(&within) {
                match self.serves(&component, fairness) {
                    Serves::Yes => return true,
                    Serves::No => {}
                    Serves::Less(fewer) => left.push(fewer),
                }
            }
        }
        false
    }

    /// What a strongly connected component is good for.
    fn serves(&self, component: &[usize], fairness: Fairness) -> Serves {
        let is_inside: HashSet<usize> = component.iter().copied().collect();
        let moves = || {
            let moves = component.iter().flat_map(|&node| &self.nodes[node].moves);
            moves.filter(|(_, to)| is_inside.contains(to))
        };
        if moves().next().is_none() || !self.keeps_promises(component) {
            return Serves::No;
        }
        let can_move =
            |actor: usize, node: usize| self.graph.enabled[self.nodes[node].state].contains(&actor);
        for actor in 0..self.graph.actors {
            if fairness == Fairness::None || moves().any(|&(who, _)| who == Some(actor)) {
                continue;
            }
            let idle: Vec<usize> =
                component.iter().copied().filter(|&node| !can_move(actor, node)).collect();
            if idle.is_empty() {
                return Serves::No;
            }
            if fairness == Fairness::Strong && idle.len() < component.len() {
                return Serves::Less(idle);
            }
        }
        Serves::Yes
    }

    /// Whether what is to hold until something does has its end, for each part that says so.
    fn keeps_promises(&self, component: &[usize]) -> bool {
        self.parts.all.iter().enumerate().all(|(place, part)| match *part {
            Part::Until(_, end) => component.iter().any(|&node| {
                let values = self.nodes[node].values;
                values >> place & 1 == 0 || values >> end & 1 == 1
            }),
            _ => true,
        })
    }

    /// The strongly connected components of a part of the nodes (R. Tarjan, 1972).
    fn components(&self, within: &[usize]) -> Vec<Vec<usize>> {
        let mut search = Components {
            tableau: self,
            is_within: vec![false; self.nodes.len()],
            numbers: vec![0; self.nodes.len()],
            lowest: vec![0; self.nodes.len()],
            is_open: vec![false; self.nodes.len()],
            open: Vec::new(),
            next: 1,
            found: Vec::new(),
        };
        within.iter().for_each(|&node| search.is_within[node] = true);
        within.iter().for_each(|&node| search.from(node));
        search.found
    }
}

enum Serves {
    Yes,
    No,
    /// Perhaps some of these nodes do.
    Less(Vec<usize>),
}

struct Components<'t, 'g> {
    tableau: &'t Tableau<'g>,
    is_within: Vec<bool>,
    /// In the order in which nodes are met; 0 before.
    numbers: Vec<usize>,
    lowest: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Components<'_, '_> {
    fn enter(&mut self, node: usize) {
        (self.numbers[node], self.lowest[node]) = (self.next, self.next);
        self.next += 1;
        self.is_open[node] = true;
        self.open.push(node);
    }

    fn from(&mut self, root: usize) {
        if self.numbers[root] != 0 {
            return;
        }
        self.enter(root);
        // Nodes, and how many of their moves were followed.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            match self.tableau.nodes[node].moves.get(*followed) {
                Some(&(_, to)) => {
                    *followed += 1;
                    if self.is_within[to] && self.numbers[to] == 0 {
                        self.enter(to);
                        path.push((to, 0));
                    } else if self.is_open[to] {
                        self.lowest[node] = self.lowest[node].min(self.numbers[to]);
                    }
                }
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        self.lowest[*before] = self.lowest[*before].min(self.lowest[node]);
                    }
                    if self.lowest[node] == self.numbers[node] {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn close(&mut self, node: usize) {
        let at = self.open.iter().rposition(|open| *open == node).expect("it is open");
        let component = self.open.split_off(at);
        component.iter().for_each(|&closed| self.is_open[closed] = false);
        self.found.push(component);
    }
}

/// On one run, by what each operator means, for the places of a run whose last is followed by the one at `again`.
fn holds_at(formula: &Formula, valuations: &[u64], again: usize) -> Vec<bool> {
    let after = |place: usize| if place + 1 < valuations.len() { place + 1 } else { again };
    let places = 0..valuations.len();
    let parts: Vec<Vec<bool>> =
        formula.parts().into_iter().map(|part| holds_at(part, valuations, again)).collect();
    // Every place that lies ahead of one is met in so many steps.
    let ahead = |from: usize| {
        std::iter::successors(Some(from), move |&place| Some(after(place))).take(valuations.len())
    };
    let holds = |place: usize| match (formula, &parts[..]) {
        (Formula::Proposition(proposition), _) => valuations[place] >> proposition & 1 == 1,
        (Formula::Not(_), [part]) => !part[place],
        (Formula::And(_), [left, right]) => left[place] && right[place],
        (Formula::Or(_), [left, right]) => left[place] || right[place],
        (Formula::Implies(_), [left, right]) => !left[place] || right[place],
        (Formula::Next(_), [part]) => part[after(place)],
        (Formula::Eventually(_), [part]) => ahead(place).any(|place| part[place]),
        (Formula::Always(_), [part]) => ahead(place).all(|place| part[place]),
        (Formula::Until(_), [left, right]) => {
            let end = ahead(place).position(|place| right[place]);
            end.is_some_and(|end| ahead(place).take(end).all(|place| left[place]))
        }
        _ => unreachable!("each has its parts"),
    };
    places.map(holds).collect()
}

#[test]
fn tableaux_say_what_operators_mean() {
    let mut held = 0;
    for seed in 0..2_000 {
        let mut numbers = Numbers::new(seed);
        let (length, count) = (numbers.between(1, 6), numbers.between(1, 3));
        let valuations: Vec<u64> = (0..length).map(|_| numbers.below(1 << count) as u64).collect();
        let again = numbers.below(length);
        let depth = numbers.between(1, 3);
        let formula = formula(&mut numbers, depth, count);
        let moves = (1..length).chain([again]).map(|next| vec![(None, next)]).collect();
        let enabled = vec![Vec::new(); length];
        let (initial, actors) = (vec![0], 0);
        let graph = Labelled { valuations: valuations.clone(), moves, initial, enabled, actors };
        let Some(tableau) = Tableau::new(&graph, &formula) else { continue };
        let holds = holds_at(&formula, &valuations, again)[0];
        assert_eq!(tableau.has_run(Fairness::None), holds, "{formula:?} {valuations:?} {again}");
        held += usize::from(holds);
    }
    assert!((500..1_500).contains(&held), "{held}");
}

#[test]
fn fair_runs_are_those_that_pass_over_nobody() {
    // At 0 both can move; the first stays, the second goes to 1, where only the first can move, and back.
    let moves = vec![vec![(Some(0), 0), (Some(1), 1)], vec![(Some(0), 0)]];
    let graph = |valuations, moves, enabled| Labelled {
        valuations,
        moves,
        initial: vec![0],
        enabled,
        actors: 2,
    };
    let both = || vec![0, 1];
    let stays = Formula::Always(Box::new(Formula::Not(Box::new(Formula::Proposition(0)))));
    let has_run = |graph: &Labelled, formula: &Formula| {
        let tableau = Tableau::new(graph, formula).expect("it is small");
        [Fairness::None, Fairness::Weak, Fairness::Strong].map(|it| tableau.has_run(it))
    };
    let first = graph(vec![0, 1], moves, vec![both(), vec![0]]);
    assert_eq!(has_run(&first, &stays), [true, false, false]);
    // The first goes round between 0 and 2; only at 0 can the second move.
    let moves = vec![vec![(Some(0), 2), (Some(1), 1)], vec![(Some(0), 0)], vec![(Some(0), 0)]];
    let second = graph(vec![0, 1, 0], moves, vec![both(), vec![0], vec![0]]);
    assert_eq!(has_run(&second, &stays), [true, true, false]);
}
