//! Fig. 3 of the paper, a formula as a labelled graph (Sect. 6.3), with both answers: by the rules as they are printed, where a constant
//! is the label of a leaf, no process changes places; where a constant that is compared with a pointer is the vertex of that process,
//! the rotation (1 3 5) keeps the formula. What is true is counted besides, for all states and all permutations.

use std::collections::HashMap;

use groups::{ColouredGraph, Group, Permutation, automorphisms};

use crate::support::symmetry;

const PROCESSES: usize = 5;

#[derive(Clone, Copy)]
enum Term {
    /// `x[p]`, a pointer.
    Pointer(usize),
    /// `y`, a number.
    Number,
    Constant(usize),
}

enum Formula {
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Equal(Term, Term),
    Differ(Term, Term),
    Less(Term, Term),
}

use Formula::{Differ, Equal, Less, Not, Or};
use Term::{Constant, Number, Pointer};

/// x[1] = 3 or x[3] = 5 or x[5] = 1 or not (x[2] != 2 or y < 7)
fn figure_3() -> Formula {
    let equal = |process, constant| Equal(Pointer(process), Constant(constant));
    let inner = Or(vec![Differ(Pointer(2), Constant(2)), Less(Number, Constant(7))]);
    Or(vec![equal(1, 3), equal(3, 5), equal(5, 1), Not(Box::new(inner))])
}

/// Draws formulas. Processes are the first vertices; edges to operands have colour 0, and of `<` the first has 1, the second 2.
struct Drawing {
    graph: ColouredGraph,
    labels: HashMap<String, u32>,
    /// Whether a constant that is compared with a pointer is a process.
    names_processes: bool,
}

impl Drawing {
    fn vertex(&mut self, label: &str, operands: &[(usize, u32)]) -> usize {
        let next = self.labels.len() as u32 + 1;
        let label = *self.labels.entry(label.to_owned()).or_insert(next);
        let vertex = self.graph.add_vertex(label);
        operands.iter().for_each(|&(operand, colour)| self.graph.add_edge(vertex, operand, colour));
        vertex
    }

    fn term(&mut self, term: Term, other: Term) -> usize {
        match (term, other) {
            (Pointer(process), _) => self.vertex("x", &[(process - 1, 0)]),
            (Number, _) => self.vertex("y", &[]),
            (Constant(process), Pointer(_)) if self.names_processes => {
                self.vertex("the process", &[(process - 1, 0)])
            }
            (Constant(value), _) => self.vertex(&value.to_string(), &[]),
        }
    }

    fn compared(&mut self, label: &str, (a, b): (Term, Term), colours: [u32; 2]) -> usize {
        let operands = [(self.term(a, b), colours[0]), (self.term(b, a), colours[1])];
        self.vertex(label, &operands)
    }

    fn formula(&mut self, formula: &Formula) -> usize {
        match formula {
            Or(parts) => {
                let parts: Vec<(usize, u32)> =
                    parts.iter().map(|part| (self.formula(part), 0)).collect();
                self.vertex("or", &parts)
            }
            Not(part) => {
                let part = self.formula(part);
                self.vertex("not", &[(part, 0)])
            }
            Equal(a, b) => self.compared("=", (*a, *b), [0, 0]),
            Differ(a, b) => self.compared("!=", (*a, *b), [0, 0]),
            Less(a, b) => self.compared("<", (*a, *b), [1, 2]),
        }
    }
}

/// What a formula leaves of the permutations of processes, by its graph.
fn group(formula: &Formula, names_processes: bool) -> Group {
    let graph = ColouredGraph::new(vec![0; PROCESSES]);
    let mut drawing = Drawing { graph, labels: HashMap::new(), names_processes };
    drawing.formula(formula);
    let processes: Vec<usize> = (0..PROCESSES).collect();
    automorphisms(&drawing.graph).action_on(&processes).expect("processes stay processes")
}

/// What a state is to the formula: where each process points, and `y`.
struct State {
    pointers: [usize; PROCESSES],
    number: usize,
}

fn holds(formula: &Formula, state: &State) -> bool {
    let value = |term: &Term| match *term {
        Pointer(process) => state.pointers[process - 1],
        Number => state.number,
        Constant(value) => value,
    };
    match formula {
        Or(parts) => parts.iter().any(|part| holds(part, state)),
        Not(part) => !holds(part, state),
        Equal(a, b) => value(a) == value(b),
        Differ(a, b) => value(a) != value(b),
        Less(a, b) => value(a) < value(b),
    }
}

/// All states, with `y` below 7 and not.
fn states() -> Vec<State> {
    let most = (PROCESSES + 1).pow(PROCESSES as u32);
    let all = (0..2 * most).map(|mut number| {
        let below = number % 2;
        number /= 2;
        let pointers = std::array::from_fn(|_| {
            let pointer = number % (PROCESSES + 1);
            number /= PROCESSES + 1;
            pointer
        });
        State { pointers, number: 6 + below }
    });
    all.collect()
}

/// A state with each process in the place of its image.
fn image(state: &State, permutation: &[usize; PROCESSES]) -> State {
    let mut pointers = [0; PROCESSES];
    for (process, &pointer) in state.pointers.iter().enumerate() {
        let points_to = pointer.checked_sub(1).map_or(0, |process| permutation[process] + 1);
        pointers[permutation[process]] = points_to;
    }
    State { pointers, number: state.number }
}

fn permutations() -> Vec<[usize; PROCESSES]> {
    let mut all = Vec::new();
    for number in 0..PROCESSES.pow(PROCESSES as u32) {
        let digit = |place: usize| number / PROCESSES.pow(place as u32) % PROCESSES;
        let images: [usize; PROCESSES] = std::array::from_fn(digit);
        if (0..PROCESSES).all(|process| images.contains(&process)) {
            all.push(images);
        }
    }
    all
}

#[test]
fn figure_3_by_both_rules() {
    let formula = figure_3();
    assert!(group(&formula, false).is_trivial());
    let by_vertices = group(&formula, true);
    assert_eq!(by_vertices.order().to_string(), "3");
    let rotation = Permutation::from_cycles(PROCESSES, &[vec![0, 2, 4]]).expect("a permutation");
    assert!(by_vertices.contains(&rotation));
    // It is all that there is: no other permutation keeps the truth of the formula in all states.
    let states = states();
    let keeps = |permutation: &&[usize; PROCESSES]| {
        let is_kept =
            |state: &State| holds(&formula, state) == holds(&formula, &image(state, permutation));
        states.iter().all(is_kept)
    };
    let permutations = permutations();
    assert_eq!(permutations.len(), 120);
    assert_eq!(permutations.iter().filter(keeps).count(), 3);
}

/// The same of a program, whose graph has the rules as well.
#[test]
fn figure_3_in_a_program() {
    let text = "process count = 5; local pointer x; global discrete y: 0..9;
        mode m { when true may x = P; }
        initially y == 0 and forall i: x[i] == NULL;
        risk x[1] = 3 or x[3] = 5 or x[5] = 1 or not (x[2] != 2 or y < 7);";
    assert_eq!(symmetry(text).0, "3");
    // The same formula of numbers pins all that it mentions, as the printed rules have it: 4 is alone then.
    let numbers =
        text.replace("local pointer x", "local discrete x: 0..5").replace("x = P", "x = 5");
    let numbers = numbers.replace("x[i] == NULL", "x[i] == 0");
    assert_eq!(symmetry(&numbers).0, "1");
}

/// Formulas turn round through pointers, too, and stand still where something in them does not.
#[test]
fn formulas_with_arrows_and_arithmetic() {
    let of = |risk: &str| {
        let text = format!(
            "process count = 3; local pointer next; local discrete k: 0..3; mode m {{ when next != NULL may next = next->next; k = 1; }}
             initially forall i: next[i] == i and k[i] == 0; risk {risk};"
        );
        symmetry(&text).0
    };
    assert_eq!(of("next[1]->next == 3 and next[2]->next == 1 and next[3]->next == 2"), "3");
    assert_eq!(of("next[1]->k == 1 and next[2]->k == 1 and next[3]->k == 1"), "6");
    assert_eq!(of("next[1] == 2 or next[2] == 3 or next[3] == 1"), "3");
    assert_eq!(of("next[1] == 2 or next[2] == 1"), "2");
    assert_eq!(of("next[1] == 2 or next[2] == 3"), "1");
    assert_eq!(of("k[1] + k[2] + k[3] == 3"), "6");
    assert_eq!(of("k[1] - k[2] == 1 or k[2] - k[3] == 1 or k[3] - k[1] == 1"), "3");
    // What is computed with a process makes it a number: all of them are pinned.
    assert_eq!(of("next[1] + next[2] + next[3] == 6"), "1");
    assert_eq!(of("next[1] < next[2]"), "1");
}
