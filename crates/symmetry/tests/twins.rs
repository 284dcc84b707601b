//! Transitions that symmetries of a state make of others are left out.

use std::ops::ControlFlow;

use groups::Group;
use kernel::{
    Property, PropertyId, PropertyKind, SearchOptions, Silent, Starts, StateIdentity, Transition,
    TransitionSystem, Visitor, search,
};
use symmetry::{Canonical, Content, Layout, LayoutBuilder, Quotient, SymmetryGroup, Unmodified};
use testing::Numbers;

use crate::toy::{Bug, Topology, Toy};

/// Who does what: `i` and `j` are any two processes.
#[derive(Clone, Debug)]
struct Rule {
    /// What `i` must hold, and what it holds then.
    own: (i32, i32),
    /// What must stand at `(i, j)`, and what stands at `(j, i)` then.
    pair: Option<(i32, i32)>,
    /// Whether `i` must refer to `j`, and refers to `j` then.
    friend: (bool, bool),
    /// Whether `j` must have the lock, and who gets it.
    lock: (bool, Option<bool>),
}

/// Processes with a value and a friend each, a value for every two of them, and a lock that somebody has.
#[derive(Debug)]
struct Rules {
    processes: usize,
    rules: Vec<Rule>,
    properties: [Property; 1],
}

impl Rules {
    fn random(numbers: &mut Numbers) -> Rules {
        let rule = |numbers: &mut Numbers| Rule {
            own: (numbers.below(3) as i32, numbers.below(3) as i32),
            pair: numbers.chance(60).then(|| (numbers.below(2) as i32, numbers.below(2) as i32)),
            friend: (numbers.chance(20), numbers.chance(40)),
            lock: (numbers.chance(30), numbers.chance(40).then(|| numbers.chance(50))),
        };
        let processes = numbers.between(2, 3);
        let rules = (0..numbers.between(4, 8)).map(|_| rule(numbers)).collect();
        let properties = [Property::new("deadlock", PropertyKind::Deadlock)];
        Rules { processes, rules, properties }
    }

    fn layout(&self) -> Layout {
        let mut builder = LayoutBuilder::new();
        let points: Vec<_> =
            (0..self.processes).map(|i| builder.point(0, format!("process({i})"))).collect();
        let anybody = Content::Reference {
            first_value: 0,
            first_point: points[0],
            count: self.processes as u32,
        };
        let [own, friend, pair, lock] = [0; 4].map(|_| builder.family());
        for &point in &points {
            builder.cell(own, &[point], Content::Data);
            builder.cell(friend, &[point], anybody);
        }
        for &one in &points {
            for &other in &points {
                builder.cell(pair, &[one, other], Content::Data);
            }
        }
        builder.cell(lock, &[], anybody);
        builder.build().unwrap()
    }

    fn pair(&self, i: usize, j: usize) -> usize {
        2 * self.processes + i * self.processes + j
    }

    fn lock(&self) -> usize {
        self.pair(self.processes, 0)
    }

    /// What follows by a rule.
    fn next(&self, state: &[i32], rule: &Rule, i: usize, j: usize) -> Option<Vec<i32>> {
        let (friend, lock) = (2 * i + 1, self.lock());
        let is_possible = state[2 * i] == rule.own.0
            && rule.pair.is_none_or(|(was, _)| state[self.pair(i, j)] == was)
            && (!rule.friend.0 || state[friend] == j as i32)
            && (!rule.lock.0 || state[lock] == j as i32);
        is_possible.then(|| {
            let mut next = state.to_vec();
            next[2 * i] = rule.own.1;
            if let Some((_, is)) = rule.pair {
                next[self.pair(j, i)] = is;
            }
            if rule.friend.1 {
                next[friend] = j as i32;
            }
            if let Some(own) = rule.lock.1 {
                next[lock] = if own { i } else { j } as i32;
            }
            next
        })
    }
}

impl TransitionSystem for Rules {
    type State = Vec<i32>;
    type Step = ();
    type Scratch = ();

    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
        let mut initial = self.blank();
        (0..self.processes).for_each(|i| initial[2 * i + 1] = -1);
        initial[self.lock()] = -1;
        starts.start(&initial)
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for rule in &self.rules {
            for (i, j) in (0..self.processes).flat_map(|i| (0..self.processes).map(move |j| (i, j)))
            {
                if let Some(next) = self.next(state, rule, i, j).filter(|_| i != j) {
                    visitor.transition(Transition {
                        steps: &[],
                        target: Some(&next),
                        violation: None,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        out.extend(state.iter().map(|&value| value as u8));
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        state.clear();
        state.extend(bytes.iter().map(|&byte| i32::from(byte as i8)));
    }
    fn blank(&self) -> Vec<i32> {
        vec![0; self.lock() + 1]
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, _: &Vec<i32>, asked: PropertyId, (): &mut ()) -> bool {
        kernel::no_invariants(asked)
    }
    fn may_halt(&self, _: &Vec<i32>) -> bool {
        true
    }
}

impl Unmodified for Rules {
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }
    fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
        state
    }
    fn cells_like<'a>(&self, state: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
        target.resize(state.len(), 0);
        target
    }
    fn complete(&self, _: &mut Vec<i32>) {}
    fn label(&self, (): &(), _: &[u32], _: &mut Vec<u8>) {}
}

/// States and transitions of a quotient that shows all transitions; what is left out where some are not shown.
fn same_quotient<S: Unmodified>(system: &S, symmetry: &SymmetryGroup) -> (u64, u64, u64) {
    let canonical = Canonical::new(symmetry);
    let options = SearchOptions::default();
    let all = search(&Quotient::new(system, &canonical), &options, &Silent);
    let quotient = Quotient::new(system, &canonical).leaving_out_images();
    let some = search(&quotient, &options, &Silent);
    let left_out: u64 = some.scratches.iter().map(|scratch| scratch.left_out()).sum();
    assert_eq!(all.statistics.states, some.statistics.states);
    assert_eq!(all.statistics.transitions, some.statistics.transitions + left_out);
    assert_eq!(all.statistics.depth, some.statistics.depth);
    assert_eq!(all.violations.len(), some.violations.len());
    (all.statistics.states, all.statistics.transitions, left_out)
}

#[test]
fn random_rules_lead_to_the_same_representatives() {
    let mut leave_out = 0;
    for seed in 0..400 {
        let rules = Rules::random(&mut Numbers::new(seed));
        let symmetry =
            SymmetryGroup::new(Group::symmetric(rules.processes), rules.layout()).unwrap();
        let (_, _, left_out) = same_quotient(&rules, &symmetry);
        leave_out += u64::from(left_out > 1);
    }
    // Of many nothing can be done in the first state.
    assert!(leave_out > 100, "only {leave_out} leave something out");
}

/// In the first state all are twins: the first befriends the second, and the twelve other ways to begin are left out.
#[test]
fn one_of_many_ways_to_begin_is_shown() {
    let toy = Toy::new(4, Topology::Full, Bug::None);
    let (_, _, left_out) = same_quotient(&toy, &toy.symmetry());
    assert!(left_out >= 11);
    // A ring has no twins.
    let toy = Toy::new(4, Topology::Ring, Bug::None);
    assert_eq!(same_quotient(&toy, &toy.symmetry()).2, 0);
}

/// Who does not want all transitions, as partial order reduction does not, is shown all that there are.
#[test]
fn nothing_is_left_out_of_a_choice() {
    let toy = Toy::new(4, Topology::Full, Bug::None);
    let symmetry = toy.symmetry();
    let canonical = Canonical::new(&symmetry);
    let quotient = Quotient::new(&toy, &canonical).leaving_out_images();
    let options = SearchOptions { partial_order: true, ..SearchOptions::default() };
    let found = search(&quotient, &options, &Silent);
    assert!(found.scratches.iter().all(|scratch| scratch.left_out() == 0));
}
