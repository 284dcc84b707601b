use std::fs;
use diagnostics::Sources;
use testing::places;

fn check(path: &std::path::Path) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add_bytes(path.display().to_string(), &fs::read(path).unwrap()).unwrap();
    let (mut script, mut found) = cspm::parse(&mut sources, file, &mut |p| fs::read(p));
    if found.iter().any(|d| d.is_error()) { return found.iter().map(|d| format!("PARSE {} {:?}", d.one_line(&sources), d.help)).collect(); }
    let (bindings, names) = cspm::names::resolve(&mut script);
    if !names.is_empty() { return names.iter().map(|d| format!("NAMES {} {:?}", d.one_line(&sources), d.help)).collect(); }
    let typing = cspm::types::check(&script, &bindings);
    found.extend(typing.diagnostics.clone());
    found.iter().map(|d| format!("TYPES {} {:?}", d.one_line(&sources), d.help)).collect()
}

#[test]
fn explore() {
    let folder = std::env::var("EXPLORE").unwrap_or_default();
    for path in places::files_below(&places::shared(&folder)) {
        if path.extension().is_none_or(|e| e != "csp") { continue; }
        let started = std::time::Instant::now();
        let found = check(&path);
        let ms = started.elapsed().as_millis();
        println!("{} {} {ms}ms", if found.is_empty() { "OK  " } else { "FAIL" }, path.strip_prefix(places::shared(&folder)).unwrap().display());
        for one in found { println!("      {}", one.replace(&format!("{}", path.display()), "")); }
    }
}
