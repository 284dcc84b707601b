//! What never changes and what never happens, put in and left out: models do the same without, in all settled states.

#[path = "../../detection/tests/support/simplified.rs"]
mod compared;

use crate::hostile::parts::model::{Aim, model};
use crate::near_symmetric::{Style, numbered};
use crate::random::text::render;
use crate::support::loading::machine;
use compared::simplified_agrees;

/// Models with more states are set aside.
const MOST_STATES: usize = 5_000;

/// Compares many models; how many say less.
fn compare(models: impl Iterator<Item = (String, String)>) -> usize {
    let mut compared = 0;
    for (name, text) in models {
        let Ok(machine) = machine(&text) else { continue };
        let found = simplified_agrees(&machine, MOST_STATES);
        let found = found.unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
        compared += usize::from(found.is_some());
    }
    compared
}

#[test]
fn hostile_models_do_the_same() {
    let text = |seed: u64| render(&model(seed, Aim::Reductions).nodes);
    let compared = compare((0..400).map(|seed| (format!("hostile {seed}"), text(seed))));
    assert!(compared > 100, "hardly any model says less: {compared}");
}

#[test]
fn nearly_symmetric_models_do_the_same() {
    for style in [Style::Plain, Style::Idioms] {
        let text = |seed: u64| render(&numbered(seed, style).nodes);
        let compared = compare((0..400).map(|seed| (format!("{style:?} {seed}"), text(seed))));
        assert!(compared > 100, "hardly any model says less: {compared}");
    }
}
