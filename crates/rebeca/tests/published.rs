//! Models that others published, against what their own checker says of them.

use std::path::Path;

use diagnostics::Sources;
use kernel::{SearchOptions, Silent, search};
use rebeca::load;
use testing::places;

#[test]
fn look() {
    let Some(folder) = places::shared_or_skip("models/rebeca") else { return };
    for path in places::files_below(&folder) {
        if path.extension().is_none_or(|extension| extension != "rebeca") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("bytes");
        let mut sources = Sources::new();
        let Ok(file) = sources.add_bytes("m", &bytes) else { continue };
        let loaded = load(&sources, file);
        let name = path.strip_prefix(&folder).unwrap_or(Path::new("")).display().to_string();
        match loaded.model {
            Some(model) => {
                let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
                let outcome = search(&model.machine, &options, &Silent);
                let kinds: Vec<_> = outcome
                    .violations
                    .iter()
                    .map(|v| {
                        (
                            kernel::TransitionSystem::properties(&model.machine)
                                [v.property.index()]
                            .kind,
                            v.trace.states.len(),
                        )
                    })
                    .collect();
                println!("OK {name} {} {kinds:?} {:?}", outcome.statistics.states, outcome.stop);
            }
            None => {
                println!("NO {name}");
                for d in loaded.diagnostics.iter().take(4) {
                    println!("     {}", d.one_line(&sources));
                }
            }
        }
    }
}
