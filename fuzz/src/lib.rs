//! The fuzz targets: those that the tests of the crate `promela` run too, one that renders messages as the command line does, and
//! those of CSPM, of Rebeca, of stored runs and of what browsers ask for.

#[path = "../../crates/quotient/src/diagnostics_text.rs"]
mod diagnostics_text;
#[path = "../../crates/promela/tests/fuzzing/mod.rs"]
mod fuzzing;
#[path = "../../crates/explorer/tests/fuzzing/mod.rs"]
mod requests;
#[path = "../../crates/quotient/src/visible.rs"]
#[allow(dead_code)] // Nothing here is written as JSON.
mod visible;

use std::sync::LazyLock;

use checking::{
    CheckRequest, Detail, Language, Loaded, Purpose, RepresentativeRequest, Settings,
    SymmetrySource, TraceFile,
};
use diagnostics::Sources;
use kernel::{Budget, Fairness, Limits, SearchOptions, Silent};
use promela::{ParseOptions, Promela, parse};
use rebeca::{KeptProperties, LoadOptions, load_with};

pub use fuzzing::{load, load_tokens, parse as parse_text, parse_tokens, preprocess};
pub use requests::request;

/// Any bytes as a model, and its messages as they are shown.
pub fn render(data: &[u8]) {
    let mut sources = Sources::new();
    let Ok(main) = sources.add_bytes("m", data) else { return };
    let loader = |_: &std::path::Path| Err(std::io::ErrorKind::NotFound.into());
    let options = ParseOptions { loader: &loader, ..ParseOptions::default() };
    let parsed = parse(&mut sources, main, &options);
    for colour in [false, true] {
        let shown = diagnostics_text::render(&parsed.diagnostics, &sources, colour);
        assert_eq!(shown.is_empty(), parsed.diagnostics.is_empty());
    }
}

/// Any bytes as a script of CSPM, which may include itself under other names.
pub fn parse_cspm(data: &[u8]) {
    let mut sources = Sources::new();
    let Ok(main) = cspm::add_script(&mut sources, "m", data) else { return };
    let (_, diagnostics) = cspm::parse(&mut sources, main, &mut |_| Ok(data.to_vec()));
    let shown = diagnostics_text::render(&diagnostics, &sources, false);
    assert_eq!(shown.is_empty(), diagnostics.is_empty());
}

/// Any bytes as a script of CSPM whose prints are evaluated and whose assertions are decided, as far as a second and 500 MB go.
pub fn check_cspm(data: &[u8]) {
    let mut sources = Sources::new();
    let Ok(main) = cspm::add_script(&mut sources, "m", data) else { return };
    let loading = cspm::Cspm.load(sources, main, &Settings::default(), Purpose::Check);
    let Some(model) = loading.model else { return };
    let limits = Limits {
        states: Some(20_000),
        memory_bytes: Some(500 << 20),
        time: Some(std::time::Duration::from_secs(1)),
        ..Limits::default()
    };
    let budget = Budget::new(&limits, None);
    let _ = model.printed(&budget);
    let request = CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: symmetry::AuditPlan::OFF,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions { limits, budget, ..SearchOptions::default() },
        detail: Detail::Changes,
        store: false,
        export: false,
        orbits: false,
    };
    for place in 0..model.claims().len() {
        let _ = model.check_claim(place, &request, &Silent);
    }
}

/// Any bytes as a Rebeca model; behind a separator, its property file.
pub fn load_rebeca(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == fuzzing::SEPARATOR);
    let mut sources = Sources::new();
    let Ok(model) = sources.add_bytes("m", parts.next().unwrap_or_default()) else { return };
    let properties = match parts.next().map(|part| sources.add_bytes("p", part)) {
        Some(Err(_)) => return,
        file => file.and_then(Result::ok),
    };
    let options = LoadOptions { properties, kept: KeptProperties::All, ..LoadOptions::default() };
    let loaded = load_with(&sources, model, &options);
    let shown = diagnostics_text::render(&loaded.diagnostics, &sources, false);
    assert_eq!(shown.is_empty(), loaded.diagnostics.is_empty());
    assert!(loaded.model.is_some() || !shown.is_empty(), "nothing is said of a refused model");
}

/// Any bytes as a pointer program.
pub fn load_red(data: &[u8]) {
    let mut sources = Sources::new();
    let Ok(model) = sources.add_bytes("m", data) else { return };
    let loaded = red::load(&sources, model);
    let shown = diagnostics_text::render(&loaded.diagnostics, &sources, false);
    assert_eq!(shown.is_empty(), loaded.diagnostics.is_empty());
    assert!(loaded.model.is_some() || !shown.is_empty(), "nothing is said of a refused model");
}

/// What a stored run is run on.
const REPLAYED: &str = include_str!("../../models/promela/broken-client-server.pml");

/// Any bytes as a stored run of a model, which is replayed and shown, or is told where it departs.
pub fn replay(data: &[u8]) {
    thread_local! {
        static MODEL: LazyLock<Box<dyn Loaded>> = LazyLock::new(|| {
            let mut sources = Sources::new();
            let file = sources.add("m", REPLAYED);
            let loading = Promela.load(sources, file, &Settings::default(), Purpose::Search);
            loading.model.expect("an example")
        });
    }
    let Ok(file) = TraceFile::parse("t", data) else { return };
    MODEL.with(|model| {
        let replayed = model.replay(&file.run, Detail::Effects);
        assert!(replayed.is_err() || model.statements(&file.run).is_ok());
    });
}
