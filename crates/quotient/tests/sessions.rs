//! Whatever the documentation shows of a command is what the command prints: every console block is a
//! session, and is run.

#[path = "sessions/likeness.rs"]
mod likeness;
#[path = "sessions/page.rs"]
mod page;
#[path = "sessions/reader.rs"]
mod reader;
#[path = "sessions/readme_table.rs"]
mod readme_table;
#[path = "sessions/running.rs"]
mod running;

/// One test for each page, so that a page that fails does not hide others.
macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        /// The pages that are tested.
        const PAGES: &[&str] = &[$($page),*];
        $(
            #[test]
            fn $test() {
                running::check_page($page);
            }
        )*
    };
}

pages! {
    architecture: "ARCHITECTURE.md",
    changelog: "CHANGELOG.md",
    contributing: "CONTRIBUTING.md",
    readme: "README.md",
    benchmarks_cspm: "docs/benchmarks/2026-11-23-cspm.md",
    benchmarks_detection: "docs/benchmarks/2026-11-24-detection.md",
    benchmarks_csp_symmetry: "docs/benchmarks/2026-11-25-csp-symmetry.md",
    benchmarks_idioms: "docs/benchmarks/2026-11-26-idioms.md",
    benchmarks_liveness: "docs/benchmarks/2026-11-23-liveness.md",
    benchmarks_peterson: "docs/benchmarks/2026-11-21-peterson.md",
    benchmarks_partial_order: "docs/benchmarks/2026-11-23-partial-order.md",
    benchmarks_pointer_programs: "docs/benchmarks/2026-11-26-pointer-programs.md",
    benchmarks_rebeca: "docs/benchmarks/2026-11-23-rebeca.md",
    benchmarks_representatives: "docs/benchmarks/2026-11-22-representatives.md",
    benchmarks_speed: "docs/benchmarks/2026-11-27-speed.md",
    channel_diagrams: "docs/guide/channel-diagrams.md",
    choosing_an_engine: "docs/guide/choosing-an-engine.md",
    larger_than_memory: "docs/guide/larger-than-memory.md",
    coming_from_spin: "docs/guide/coming-from-spin.md",
    counterexamples: "docs/guide/counterexamples.md",
    editors: "docs/guide/editors.md",
    debugger: "docs/guide/debugger.md",
    explore: "docs/guide/explore.md",
    first_steps: "docs/guide/first-steps.md",
    guide: "docs/guide/README.md",
    graph: "docs/guide/graph.md",
    from_python: "docs/guide/from-python.md",
    mcp: "docs/guide/mcp.md",
    inconclusive: "docs/guide/inconclusive.md",
    json: "docs/guide/json.md",
    known_rebecs: "docs/guide/known-rebecs.md",
    liveness: "docs/guide/liveness.md",
    partial_order: "docs/guide/partial-order.md",
    patterns: "docs/guide/patterns.md",
    pointer_programs: "docs/guide/pointer-programs.md",
    promela: "docs/guide/promela.md",
    promela_lite: "docs/guide/promela-lite.md",
    promela_types: "docs/guide/promela-types.md",
    cspm: "docs/guide/cspm.md",
    rebeca: "docs/guide/rebeca.md",
    report: "docs/guide/report.md",
    several_machines: "docs/guide/several-machines.md",
    simulate: "docs/guide/simulate.md",
    suites: "docs/guide/suites.md",
    strategies: "docs/guide/strategies.md",
    symbolic_engine: "docs/guide/symbolic-engine.md",
    symmetry: "docs/guide/symmetry.md",
    symmetry_in_csp: "docs/guide/symmetry-in-csp.md",
    temporal: "docs/guide/temporal.md",
    trails: "docs/guide/trails.md",
    mutations: "docs/mutations.md",
    warts: "docs/warts.md",
}
