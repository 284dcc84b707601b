//! Atomic sequences of very many ways to few states.

use crate::support::Place;

/// A sequence of 2^30 ways is walked once from each state in it, also by who confirms a counterexample that comes by it or passes it.
#[test]
fn counterexamples_beside_and_in_a_sequence_of_many_ways_are_confirmed() {
    let place = Place::new("many_ways");
    let text = |end: &str, after: &str| {
        format!(
            "bit y;
active proctype P() {{ byte k; bit l;
  do
  :: atomic {{ do :: k < 30 -> k++; l = y :: k < 30 -> k++; l = 1 :: k == 30 -> k = 0; {end}; break od }}
  :: break
  od;
  {after} }}
"
        )
    };
    for (end, after, property) in [
        ("l = 0", "false", "deadlock"),
        ("assert(!l); l = 0", "l = 0", "assertions"),
        ("y = l; l = 0", "assert(y == 0)", "assertions"),
    ] {
        place.file("m.pml", text(end, after));
        for options in ["--por off --symmetry off", "--por on", "--workers 2"] {
            let (report, _) = place.json(&format!("m.pml {options} --property {property}"));
            assert_eq!(report["checks"][0]["verdict"], "violated", "{end}, {after}, {options}");
        }
    }
}

/// A sequence of 2^18 ways, of which a trail goes another one than we would have found.
#[test]
fn a_trail_is_followed_along_any_of_very_many_ways() {
    let place = Place::new("trail_ways");
    let model = "bit y;
active proctype P() { byte k; bit l;
  atomic { do :: k < 18 -> k++; l = y :: k < 18 -> k++; l = 1 :: k == 18 -> k = 0; break od; assert(l) } }
";
    place.file("m.pml", model).run("check m.pml --trail=m.trail").expect(1, &["VIOLATED"]);
    let found = std::fs::read_to_string(place.path("m.trail")).unwrap();
    // SPIN numbers the first two options 0 and 3. The last round decides.
    let other = (1..18).fold(found.clone(), |text, line| {
        text.replacen(&format!("\n{line}:0:0\n"), &format!("\n{line}:0:3\n"), 1)
    });
    assert_eq!(other.matches(":0:3\n").count(), 17, "{found}");
    place.file("m.trail", other).run("replay m.pml m.trail").expect(1, &["assertion violated"]);
}
