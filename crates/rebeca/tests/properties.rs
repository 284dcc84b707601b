//! Property files: what they may ask of a model.

use diagnostics::{Diagnostic, Sources};
use machine::claim::{ClaimKind, Formula};
use rebeca::{KeptProperties, LoadOptions, Loaded, load_with};

const MODEL: &str = "env int most = 2;
reactiveclass A(2) { knownrebecs { A other; } statevars { boolean on; byte n; int[3] v; int w[2][2]; }
  msgsrv initial() { on = true; } }
main { A a(b):(); A b(a):(); }";

fn loaded(properties: &str, kept: KeptProperties) -> (Loaded, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("m", MODEL);
    let properties = Some(sources.add("p", properties));
    let options = LoadOptions { properties, kept, ..LoadOptions::default() };
    let loaded = load_with(&sources, file, &options);
    let line = |diagnostic: &Diagnostic| diagnostic.one_line(&sources).replace(": error: ", ": ");
    let lines = loaded.diagnostics.iter().map(line).collect();
    (loaded, lines)
}

fn mistakes(definition: &str, formula: &str) -> Vec<String> {
    let text = format!("property {{ define {{ d = {definition}; }}\nLTL {{ p: {formula}; }} }}");
    loaded(&text, KeptProperties::All).1
}

#[test]
fn properties_become_claims() {
    let text = "property { define { x = a.on && b.n < most; y = !x; z = a.v[1] + 1 == most; }
      Assertion { safe: x || z; } LTL { live: G(y -> F(x U z)); twice: X(true) && a.on; } }";
    let (all, lines) = loaded(text, KeptProperties::All);
    assert_eq!(lines, [""; 0]);
    let claims = &all.model.expect("a model").machine.program.claims;
    assert_eq!(claims.len(), 3);
    // An assertion is an invariant.
    assert!(matches!(&claims[0].kind, ClaimKind::Formula(Formula::Always(_))));
    let apart = loaded(text, KeptProperties::Separate).0;
    assert!(apart.model.expect("a model").machine.program.claims.is_empty());
    let apart = apart.claims.expect("claims");
    let names = apart.claims.iter().map(|claim| claim.property.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["safe", "live", "twice"]);
    let claims = &apart.machine_for(1).expect("a machine").machine.program.claims;
    assert!(claims.len() == 1 && claims[0].name.as_deref() == Some("live"), "{claims:?}");
    let none = loaded(text, KeptProperties::None).0;
    assert!(
        none.claims.is_none() && none.model.expect("a model").machine.program.claims.is_empty()
    );
}

#[test]
fn what_is_wrong_with_properties_is_said() {
    assert_eq!(mistakes("a.on", "G(d)"), [""; 0]);
    for (definition, formula, expected) in [
        ("a.on", "G(e)", "p:2:12: there is no definition `e`"),
        ("c.on", "d", "p:1:25: there is no rebec `c`"),
        ("a.off", "d", "p:1:27: `A` has no variable `off`"),
        ("a.n", "d", "p:1:25: this is a number, and a boolean is wanted here"),
        ("a.n == true", "d", "p:1:32: this is a boolean, and a number is wanted here"),
        ("a.other == null", "d", "p:1:27: `other` is a rebec of `A`"),
        ("a.v == 1", "d", "p:1:27: `v` has 1 subscripts, and 0 are given"),
        ("a.w[0][1] == 1", "d", "p:1:27: properties look at arrays of one dimension only"),
        ("d", "G(d)", "p:1:25: `d` is defined by itself"),
        (
            "?(a.on, b.on)",
            "d",
            "p:1:25: a property only looks at states: it chooses and computes nothing step by step",
        ),
        ("G(a.on) == b.on", "d", "p:1:25: a formula over runs cannot be compared or counted with"),
    ] {
        assert_eq!(mistakes(definition, formula), [expected], "{definition}, {formula}");
    }
    let twice = "property { define { x = a.on; } LTL { x: G(x); } }";
    assert_eq!(loaded(twice, KeptProperties::All).1, ["p:1:39: there is another `x` before"]);
}

#[test]
fn definitions_that_double_are_bounded() {
    let mut text = String::from("property { define { d0 = a.on;");
    for level in 1..40 {
        text += &format!(" d{level} = d{0} && d{0};", level - 1);
    }
    let (_, lines) = loaded(&format!("{text} }} LTL {{ p: G(d39); }} }}"), KeptProperties::All);
    assert!(lines.iter().any(|line| line.contains("too large")), "{lines:?}");
    let text = text.replace("a.on", "a.n").replace("&&", "+");
    let (_, lines) =
        loaded(&format!("{text} }} LTL {{ p: G(d39 == 1); }} }}"), KeptProperties::All);
    assert!(lines.iter().any(|line| line.contains("too large")), "{lines:?}");
}
