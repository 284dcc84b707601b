//! What statements of random models touch lies within what is known of them before they run.

#[allow(dead_code)]
#[path = "../../quotient/tests/lite/generator.rs"]
mod generator;
#[path = "../../machine/tests/support/within.rs"]
mod within;

use diagnostics::Sources;
use promela_lite::load;
use testing::Numbers;

#[test]
fn of_random_models() {
    let (mut accesses, mut written, mut messages) = (0, 0, 0);
    for seed in 0..300 {
        let text = generator::model(&mut Numbers::new(seed));
        let mut sources = Sources::new();
        let file = sources.add("m", &text);
        let Some(model) = load(&sources, file).model else { continue };
        let compared = within::compare(&model.machine, 100);
        accesses += compared.accesses;
        written += compared.written;
        messages += compared.messages;
    }
    assert!(
        accesses > 20_000 && written > 5_000 && messages > 5_000,
        "{accesses} {written} {messages}"
    );
}
