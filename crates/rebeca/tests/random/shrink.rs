//! Making a model smaller that fails.

use crate::random::tree::{Argument, Model, Statement};

/// Makes a model smaller as long as it fails, with at most so many tries. A candidate that is no model any more does not fail.
pub fn shrink(mut model: Model, mut tries: usize, fails: &dyn Fn(&Model) -> bool) -> Model {
    loop {
        let candidates = candidates(&model);
        let mut better = None;
        for candidate in candidates {
            if tries == 0 {
                return model;
            }
            tries -= 1;
            if fails(&candidate) {
                better = Some(candidate);
                break;
            }
        }
        match better {
            Some(smaller) => model = smaller,
            None => return model,
        }
    }
}

/// Models that are smaller in one way each.
fn candidates(model: &Model) -> Vec<Model> {
    let mut found = Vec::new();
    let mut with = |change: &dyn Fn(&mut Model)| {
        let mut smaller = model.clone();
        change(&mut smaller);
        found.push(smaller);
    };
    for rebec in (0..model.rebecs.len()).filter(|&rebec| is_unknown(model, rebec)) {
        with(&|model| without_rebec(model, rebec));
    }
    for (number, class) in model.classes.iter().enumerate() {
        for server in 0..class.servers.len() {
            with(&|model| drop(model.classes[number].servers.remove(server)));
            for body in smaller(&class.servers[server].body) {
                with(&|model| model.classes[number].servers[server].body.clone_from(&body));
            }
        }
        if class.capacity > 1 {
            with(&|model| model.classes[number].capacity -= 1);
        }
    }
    found
}

fn is_unknown(model: &Model, rebec: usize) -> bool {
    let knows = |other: usize| model.rebecs[other].known.contains(&rebec);
    let given = |other: usize| {
        let arguments = model.rebecs[other].arguments.iter();
        let mut rebecs = arguments.filter_map(|argument| match argument {
            Argument::Rebec(given) => Some(*given),
            _ => None,
        });
        rebecs.any(|given| given == rebec)
    };
    (0..model.rebecs.len()).all(|other| other == rebec || !knows(other) && !given(other))
}

fn without_rebec(model: &mut Model, rebec: usize) {
    model.rebecs.remove(rebec);
    let renumber = |known: &mut usize| *known -= usize::from(*known > rebec);
    for other in &mut model.rebecs {
        other.known.iter_mut().for_each(renumber);
        for argument in &mut other.arguments {
            if let Argument::Rebec(given) = argument {
                renumber(given);
            }
        }
    }
}

/// Bodies that are smaller by one statement, or by what is around others.
fn smaller(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let mut with = |instead: Vec<Statement>| {
            found.push([&body[..at], &instead, &body[at + 1..]].concat());
        };
        with(Vec::new());
        match statement {
            Statement::If(condition, then, otherwise) => {
                with(then.clone());
                with(otherwise.clone());
                for then in smaller(then) {
                    with(vec![Statement::If(condition.clone(), then, otherwise.clone())]);
                }
                for otherwise in smaller(otherwise) {
                    with(vec![Statement::If(condition.clone(), then.clone(), otherwise)]);
                }
            }
            Statement::ForEach(inner) => {
                with(inner.clone());
                smaller(inner).into_iter().for_each(|inner| with(vec![Statement::ForEach(inner)]));
            }
            _ => {}
        }
    }
    found
}
