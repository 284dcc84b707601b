//! What the processes of a script are called, as plain data: nobody asks the evaluator any more.

use std::collections::HashMap;

use diagnostics::Sources;
use lts::{
    Component, Event, Made, Names, Refinement, Semantics, Settings, State, Term, TermId, Terms,
    Within, compile, distinct,
};

use crate::evaluate::Evaluator;

/// Of more transitions of components than this it is not said where they stand, unless they are on a run that is told.
const MOST_PLACES: usize = 20_000;

/// Names what a refinement consists of: all, or what is met on a run, whose states are these.
pub(crate) fn names(
    evaluator: &mut Evaluator<'_>,
    terms: &mut Terms,
    sources: &Sources,
    refinement: &Refinement,
    process: &str,
    run: Option<&[Vec<u32>]>,
) -> Names {
    let components = refinement.implementation().components();
    let mut states: Vec<(&Component, State)> = Vec::new();
    for (place, component) in components.iter().enumerate() {
        states.push((component, component.explicit.initial));
        match run {
            Some(run) => states.extend(run.iter().map(|at| (component, State(at[place])))),
            None => states.extend(component.explicit.states().map(|state| (component, state))),
        }
    }
    states.sort_unstable_by_key(|(component, state)| component.label(*state));
    states.dedup_by_key(|(component, state)| component.label(*state));
    let of_state = |&(component, state): &(&Component, State)| {
        let label = component.label(state);
        component.of(state).iter().map(|&(event, _)| (label, event)).collect::<Vec<_>>()
    };
    let mut done: Vec<(TermId, Event)> = states.iter().flat_map(of_state).collect();
    done.sort_unstable();
    done.dedup();
    if done.len() > MOST_PLACES && run.is_none() {
        done.clear();
    }
    let labels = states.iter().map(|(component, state)| component.label(*state));
    let named: HashMap<TermId, String> =
        labels.map(|label| (label, evaluator.term_text(terms, label))).collect();
    let places = done.into_iter().filter_map(|(label, event)| {
        Some(((label, event), evaluator.place_of(terms, label, event)?))
    });
    let places = places.collect();
    Names {
        components: component_names(evaluator, terms, components),
        within: HashMap::new(),
        places,
        terms: named,
        sources: sources.clone(),
        process: process.to_owned(),
        events: evaluator.event_names(),
    }
}

/// What components are called: as the processes that they begin as. Of copies of a replicated process the indices tell which is which.
fn component_names(
    evaluator: &Evaluator<'_>,
    terms: &Terms,
    components: &[Component],
) -> Vec<String> {
    let named = |component: &Component| {
        let begins = component.label(component.explicit.initial);
        let operands = component.operands.iter();
        let indices: Vec<&str> =
            operands.filter_map(|&(term, operand)| evaluator.copy(term, operand)).collect();
        let copy = (!indices.is_empty()).then(|| indices.join(", "));
        (evaluator.term_text(terms, begins), copy)
    };
    distinct(components.iter().map(named).collect())
}

/// Adds the parts of processes under priority, of which each is a component as a whole, along a run. No two of all parts and the other
/// components are called the same.
pub(crate) fn add_parts(
    whole: &mut Names,
    evaluator: &mut Evaluator<'_>,
    terms: &mut Terms,
    sources: &Sources,
    refinement: &Refinement,
    steps: &[Made],
) {
    let components = refinement.implementation().components();
    let mut found: Vec<(u32, Within, Names)> = Vec::new();
    for (component, number) in components.iter().zip(0..) {
        let label = component.label(component.explicit.initial);
        let Term::Prioritise(process, priority) = terms.term(label).clone() else { continue };
        let mut semantics = Semantics::new(terms, evaluator);
        let Ok(parts) = compile(&mut semantics, process, Settings::default()) else { continue };
        let Some(within) = refinement.within(number, parts, &priority, steps) else { continue };
        let states = within.states();
        let called = evaluator.term_text(terms, process);
        let names = names(evaluator, terms, sources, within.model(), &called, Some(&states[..]));
        found.push((number, within, names));
    }
    let in_parts: Vec<u32> = found.iter().map(|(number, ..)| *number).collect();
    let others = whole.components.iter_mut().zip(0..);
    let others = others.filter(|(_, number)| !in_parts.contains(number)).map(|(name, _)| name);
    let parts = found.iter_mut().flat_map(|(.., names)| &mut names.components);
    let mut all: Vec<&mut String> = others.chain(parts).collect();
    let different = distinct(all.iter().map(|name| (String::clone(name), None)).collect());
    all.iter_mut().zip(different).for_each(|(name, new)| **name = new);
    whole.within = found
        .into_iter()
        .map(|(number, within, names)| {
            within.model().name(names);
            (number, within)
        })
        .collect();
}
