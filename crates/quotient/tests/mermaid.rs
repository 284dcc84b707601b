//! What is written for Mermaid is what Mermaid reads: it draws each chart, in a browser.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testing::browser::Browser;
use testing::peers::skip;

use crate::run_formats::examples;
use crate::support::{BROKEN_MUTEX, Place};

/// Mermaid as one script, where it is to be had.
fn mermaid() -> Option<PathBuf> {
    let Some(script) = std::env::var_os("MERMAID") else {
        skip("MERMAID does not name the script of Mermaid");
        return None;
    };
    Some(PathBuf::from(script))
}

/// Draws a text; tells how many messages and notes of the chart Mermaid knows, or what is wrong.
const DRAW: &str = "
    window.drawn = null;
    const text = arguments[0];
    (async () => {
        const chart = await mermaid.mermaidAPI.getDiagramFromText(text);
        const { svg } = await mermaid.render('chart', text);
        return { messages: chart.db.getMessages().length, size: svg.length };
    })().then(it => window.drawn = it, wrong => window.drawn = { wrong: String(wrong) });
";

fn drawn(browser: &Browser, text: &str) -> Value {
    browser.execute(DRAW, &[json!(text)]);
    browser.wait_until("return window.drawn !== null");
    browser.execute("return window.drawn", &[])
}

/// The parts of a chart: more than one if it is long.
fn parts(place: &Place, stem: &str) -> Vec<String> {
    let part = |number| match number {
        1 => format!("{stem}.mmd"),
        _ => format!("{stem}-{number}.mmd"),
    };
    let names = (1..).map(part).take_while(|name| place.path(name).exists());
    names.map(|name| place.read(&name)).collect()
}

/// Lines that are messages or notes.
fn told(text: &str) -> usize {
    let is_head =
        |line: &str| ["title", "participant"].iter().any(|it| line.trim().starts_with(it));
    let is_told = |line: &&str| line.contains(": ") && !is_head(line);
    text.lines().filter(is_told).count()
}

#[test]
fn mermaid_draws_every_chart() {
    let Some(script) = mermaid() else { return };
    let Some(browser) = Browser::start().expect("a browser") else { return };
    let place = Place::new("mermaid");
    let page = format!("<!DOCTYPE html><script src=\"file://{}\"></script>", script.display());
    place.file("page.html", &page);
    browser.go(&format!("file://{}", place.path("page.html").display()));
    browser.execute("mermaid.initialize({ startOnLoad: false })", &[]);
    let mut charts = 0;
    let mut draw = |name: &str, text: &str| {
        let drawn = drawn(&browser, text);
        assert!(drawn["wrong"].is_null(), "{name}: {drawn}\n{text}");
        let messages = drawn["messages"].as_u64().unwrap() as usize;
        assert!(messages >= told(text), "{name}: {drawn}\n{text}");
        charts += 1;
    };
    for model in examples() {
        let name = format!("{} --seed 1 --steps 40", model.display());
        place.run(&format!("simulate {name} --save run.mmd"));
        parts(&place, "run").iter().for_each(|text| draw(&name, text));
        for part in Path::new(&place.path(".")).read_dir().unwrap().map(|it| it.unwrap().path()) {
            if part.extension().is_some_and(|it| it == "mmd") {
                std::fs::remove_file(part).unwrap();
            }
        }
    }
    // A long run is written in several.
    let long = "byte n; active [2] proctype p() { do :: n < 200 -> n++ :: n > 0 -> n-- od }";
    place.file("long.pml", long);
    place.run("simulate long.pml --seed 1 --steps 2000 --save long.mmd");
    let long = parts(&place, "long");
    assert!(long.len() > 1, "{}", long.len());
    long.iter().for_each(|text| draw("long.pml", text));
    // Whatever stands in a model is text.
    let hostile =
        BROKEN_MUTEX.replace("assert", "printf(\"</script><b>; end # %% %{ }\\n\"); assert");
    place.file("hostile.pml", &hostile);
    place.run("check hostile.pml --trace hostile.mmd");
    parts(&place, "hostile").iter().for_each(|text| draw("hostile.pml", text));
    assert!(charts > 100, "{charts}");
}
