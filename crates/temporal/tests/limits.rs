//! What is too large is an error, and nothing overflows.

use crate::common::reader::read;
use crate::common::{Binary, Unary};
use temporal::{AtomId, Formula, Lasso, Limits, TooLarge, is_stutter_invariant, translate};

fn atom(number: usize) -> Formula {
    Formula::Atom(AtomId(number as u32))
}

/// Formulas that are 10 000 operators deep: of one kind each, and of changing ones.
fn deep() -> Vec<Formula> {
    let unary = |made: Unary| move |a: Formula, _: usize| made(Box::new(a));
    let binary = |made: Binary, is_left: bool| {
        move |a: Formula, at: usize| {
            let (a, b) = (Box::new(a), Box::new(atom(at % 5)));
            if is_left { made(a, b) } else { made(b, a) }
        }
    };
    let mut steps: Vec<Box<dyn Fn(Formula, usize) -> Formula>> = vec![
        Box::new(unary(Formula::Not)),
        Box::new(unary(Formula::Next)),
        Box::new(unary(Formula::Always)),
        Box::new(unary(Formula::Eventually)),
        Box::new(|a, at| Formula::And(vec![a, atom(at % 5)])),
        Box::new(|a, at| Formula::Or(vec![a, Formula::Next(Box::new(atom(at % 5)))])),
    ];
    let operators: [Binary; 6] = [
        Formula::Implies,
        Formula::Equivalent,
        Formula::Until,
        Formula::WeakUntil,
        Formula::Release,
        Formula::StrongRelease,
    ];
    for made in operators {
        steps.push(Box::new(binary(made, true)));
        steps.push(Box::new(binary(made, false)));
    }
    let count = steps.len();
    let alike = steps.iter().map(|step| (0..10_000).fold(atom(0), step));
    let mut deep: Vec<Formula> = alike.collect();
    deep.push((0..10_000).fold(atom(0), |a, at| steps[at * at % 7 % count](a, at)));
    deep
}

#[test]
fn deep_formulas_get_an_answer_or_an_error() {
    let limits = Limits { states: 300, edges: 3000, work: 300_000 };
    let word = Lasso::new(vec![1, 2, 3], vec![5, 9]).expect("a cycle");
    for formula in deep() {
        assert!(formula.size() > 10_000);
        let holds = formula.holds_on(&word);
        if let Ok(automaton) = translate(&formula, &limits) {
            assert_eq!(automaton.accepts(&word), holds);
        }
    }
}

#[test]
fn each_limit_is_told() {
    let limits = Limits::default();
    assert_eq!(translate(&atom(64), &limits), Err(TooLarge::Atoms));
    assert!(translate(&atom(63), &limits).is_ok());
    let untils = |count: usize| {
        let until = |at: usize| Formula::Until(Box::new(atom(at / 8)), Box::new(atom(20 + at % 8)));
        Formula::Or((0..count).map(|at| Formula::Next(Box::new(until(at)))).collect())
    };
    assert!(translate(&untils(64), &limits).is_ok());
    assert_eq!(translate(&untils(65), &limits), Err(TooLarge::AcceptanceSets));
    // Eight things that come in any order: a state for each set of them.
    let events: Vec<String> = (0..8).map(|at| format!("(F p{at})")).collect();
    let hard = read(&events.join(" & "));
    let few = Limits { states: 100, ..limits };
    assert_eq!(translate(&hard, &few), Err(TooLarge::States(100)));
    let few = Limits { edges: 100, ..limits };
    assert_eq!(translate(&hard, &few), Err(TooLarge::Edges(100)));
    let few = Limits { work: 100, ..limits };
    assert_eq!(translate(&hard, &few), Err(TooLarge::Work(100)));
    assert!(is_stutter_invariant(&Formula::Next(Box::new(hard)), &few).is_err());
}
