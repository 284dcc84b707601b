//! What statements of random models touch lies within what is known of them before they run.

#[path = "../../machine/tests/support/within.rs"]
mod within;

use diagnostics::Sources;
use rebeca::load;

use crate::random::{generator, print};

#[test]
fn of_random_models() {
    let (mut accesses, mut written, mut messages) = (0, 0, 0);
    for seed in 0..200 {
        let text = print::print(&generator::model(seed));
        let mut sources = Sources::new();
        let file = sources.add("model.rebeca", &text);
        let Some(model) = load(&sources, file).model else { continue };
        let compared = within::compare(&model.machine, 100);
        accesses += compared.accesses;
        written += compared.written;
        messages += compared.messages;
    }
    assert!(
        accesses > 40_000 && written > 10_000 && messages > 10_000,
        "{accesses} {written} {messages}"
    );
}
