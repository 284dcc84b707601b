//! What FDR4 counts in the dining philosophers that its manual shows: for three of them it found the deadlock of `SYSTEM` having
//! visited 181 states by 493 transitions, in layers up to the ninth.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;

use crate::scripts;
use crate::scripts::{evaluator, values};
use cspm::with_large_stack;
use lts::{Semantics, Settings, Supercombinator, Terms, compile};
use testing::places;

#[test]
fn three_philosophers_have_the_states_and_transitions_that_were_published() {
    let Some(path) = places::shared_or_skip("models/cspm/fdr-manual/phils6.csp") else { return };
    let text = fs::read_to_string(&path).expect("a text");
    let three = text.replace("N = 6", "N = 3");
    assert_ne!(three, text, "it speaks of six");
    let (script, _) = scripts::read("phils6.csp", three.as_bytes()).expect("a script");
    let system = with_large_stack(|stack| {
        let mut evaluator = evaluator(&script, stack);
        let mut terms = Terms::new();
        let (_, system) =
            values(&script).into_iter().find(|(name, _)| name == "SYSTEM").expect("a process");
        let process = evaluator.process(&system, &mut terms).expect("a process");
        let mut semantics = Semantics::new(&mut terms, &mut evaluator);
        compile(&mut semantics, process, Settings::default()).expect("a system")
    });
    let layers = layers(&system);
    let deadlock = layers.iter().position(|layer| layer.stuck).expect("a deadlock");
    assert_eq!(deadlock, 9, "the layer of the deadlock");
    let states: usize = layers[..=deadlock].iter().map(|layer| layer.states).sum();
    let transitions: usize = layers[..=deadlock].iter().map(|layer| layer.transitions).sum();
    // FDR counts the way into the initial state as well.
    assert_eq!((states, transitions + 1), (181, 493));
}

/// The states that are as many steps from the initial one.
struct Layer {
    states: usize,
    /// Those that leave them.
    transitions: usize,
    /// Whether one of them has none.
    stuck: bool,
}

fn layers(system: &Supercombinator) -> Vec<Layer> {
    let mut firing = system.firing();
    let mut known = HashSet::from([system.initial()]);
    let mut layer = vec![system.initial()];
    let mut layers = Vec::new();
    while !layer.is_empty() {
        let (mut next, mut transitions, mut stuck) = (Vec::new(), 0, false);
        for state in &layer {
            let before = transitions;
            let _ = system.successors(state, &mut firing, &mut |_, target| {
                transitions += 1;
                if known.insert(target.to_vec()) {
                    next.push(target.to_vec());
                }
                ControlFlow::Continue(())
            });
            stuck |= transitions == before;
        }
        layers.push(Layer { states: layer.len(), transitions, stuck });
        layer = next;
    }
    layers
}
