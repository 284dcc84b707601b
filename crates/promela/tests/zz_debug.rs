//! debug
#[test]
fn dbg() {
    use promela::*;
    let path = std::env::var("DBG").unwrap();
    let mut sources = diagnostics::Sources::new();
    let file = sources.add_bytes(path.clone(), &std::fs::read(&path).unwrap()).unwrap();
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let m = loaded.model.unwrap().machine;
    let d = machine::detect::detect(&m);
    let r = d.reduction.unwrap();
    for g in r.symmetry.generators() {
        println!(
            "gen {:?}",
            g.cycles()
                .iter()
                .map(|c| c
                    .iter()
                    .map(|&p| r.symmetry.layout().name(symmetry::Point::new(p)).to_owned())
                    .collect::<Vec<_>>())
                .collect::<Vec<_>>()
        );
    }
    let o = symmetry::AuditOptions { states: 2000, ..Default::default() };
    println!("{:?}", symmetry::audit(&r, &r.symmetry, &o));
}
