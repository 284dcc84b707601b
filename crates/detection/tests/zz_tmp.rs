#[path = "../../machine/tests/support/mod.rs"]
mod support;
use support::random::{Members, family};
#[test]
fn show() {
    for seed in 0..105 {
        let family = family(seed, Members::Alike);
        let machine = family.draft.machine();
        let d = detection::detect(&machine);
        match &d.reduction {
            None => println!(
                "{seed} NONE {:?}",
                d.remarks.iter().map(|r| r.text.clone()).collect::<Vec<_>>()
            ),
            Some(r) if (0..family.members.len()).len() > 0 => {
                let g: Vec<_> = r
                    .symmetry
                    .generators()
                    .iter()
                    .map(|g| g.restricted_to(&family.members).unwrap())
                    .collect();
                let o = groups::Group::from_generators(family.members.len(), g).order().to_string();
                let all: usize = (1..=family.members.len()).product();
                if o != all.to_string() {
                    println!(
                        "{seed} {o} of {all}: {:?}",
                        d.remarks.iter().map(|r| r.text.clone()).collect::<Vec<_>>()
                    )
                }
            }
            _ => {}
        }
    }
}
