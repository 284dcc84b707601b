//! The symmetry of a model: the group, what it moves, and what stood in the way of more.

use std::ops::ControlFlow;

use checking::quantities::grouped;
use checking::{Effect, Orbit, RemarkView, Report, SymmetryFound, SymmetryView};
use groups::{Patience, Permutation, nested_blocks_within};
use maud::{Markup, html};
use pictures::{Generator, GroupPicture};
use symmetry::Guarantee;

use super::picture::picture;
use super::source::Sources;

/// So many generators are listed.
const MOST_GENERATORS: usize = 50;

/// The symmetry of a model: structure, order, orbits, a picture of what generators move, and what stood in the way of more. `rows` are further
/// rows of the table of facts.
#[must_use]
pub fn group_section(found: &SymmetryFound, rows: &Markup, sources: &Sources<'_>) -> Markup {
    html! {
        @if let Some(view) = &found.symmetry { (group(view, rows)) }
        @else { p { "No symmetry was found." } }
        (obstacles(&found.remarks, sources))
    }
}

fn group(view: &SymmetryView, rows: &Markup) -> Markup {
    let orbits = view.orbits.iter().map(Orbit::text).collect::<Vec<_>>();
    html! {
        table class="facts" {
            tr { th scope="row" { "structure" } td { (view.structure) } }
            tr { th scope="row" { "order" } td { (grouped(&view.order)) } }
            tr {
                th scope="row" { "orbits" }
                td { @for orbit in &orbits { div { (orbit) } } }
            }
            (rows)
        }
        (picture("group", &drawn(view).svg()))
        details {
            summary { "Generators" }
            ul {
                @for generator in view.generators.iter().take(MOST_GENERATORS) { li { code { (generator) } } }
            }
            @let more = view.generators.len().saturating_sub(MOST_GENERATORS);
            @if more > 0 { p { "… and " (more) " more" } }
        }
    }
}

/// What a check knows of the symmetry that it used.
pub(super) fn of_check(report: &Report, sources: &Sources<'_>) -> Markup {
    html! {
        section id="symmetry" {
            h2 { "Symmetry" }
            @match &report.preparation.symmetry {
                Some(found) => { (group_section(found, &used(report), sources)) }
                None if report.claims.is_empty() => { p { "Every state was searched: no symmetry was asked for." } }
                None => {}
            }
            (claims(report))
        }
    }
}

/// How the symmetry was used in the search for violations of properties of states.
fn used(report: &Report) -> Markup {
    html! {
        @if let Some(chosen) = report.representative() {
            tr {
                th scope="row" { "states are told apart by" }
                td { (chosen.name) ", " (promise(chosen.guarantee)) }
            }
        }
        tr { th scope="row" { "states that the classes stand for" } td { (stands_for(report)) } }
        @if report.effect == Some(Effect::None) {
            tr {
                th scope="row" { "effect" }
                td { "none: it takes no reachable state to another one" }
            }
        }
    }
}

fn promise(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Unique => "one state for each class",
        Guarantee::Complete => "which is sound, and may keep several states of a class",
        Guarantee::Approximate => "which may take different states for one",
    }
}

/// The sum of the sizes of the classes, where somebody counted them.
fn stands_for(report: &Report) -> Markup {
    let Some(orbits) = &report.orbits else {
        return match report.representative() {
            Some(_) => html! { "not counted: " code { "--orbits" } " counts them" },
            None => html! { "there are no classes: every state was searched itself" },
        };
    };
    html! {
        @if !orbits.complete { "at least " }
        (grouped(&orbits.states)) " states, "
        (grouped(&orbits.transitions)) " transitions"
        @if let Some(why) = &orbits.differs {
            "; a search without symmetry may meet others: " (why)
        }
    }
}

/// The picture of a group.
fn drawn(view: &SymmetryView) -> GroupPicture {
    let mut first = 0;
    let orbits = view.orbits.iter().map(|orbit| {
        let from = first;
        first += orbit.members.len();
        (from..first).collect()
    });
    let generator = |(number, cycles): (usize, &Vec<Vec<usize>>)| Generator {
        name: format!("generator {}", number + 1),
        cycles: cycles.clone(),
    };
    GroupPicture {
        title: format!("{}, order {}", view.structure, view.order),
        orbits: orbits.collect(),
        points: view.orbits.iter().flat_map(|orbit| orbit.members.iter().cloned()).collect(),
        generators: view.cycles.iter().enumerate().map(generator).collect(),
        blocks: blocks(view),
    }
}

/// Of generators that have more images together no blocks are looked for.
const MOST_IMAGES: usize = 10_000_000;

/// So many times is asked whether the search for blocks of an orbit goes on, about each millisecond.
const MOST_QUESTIONS: u32 = 50;

/// Systems of blocks, from the outermost inwards: those of all orbits that have as many within.
fn blocks(view: &SymmetryView) -> Vec<Vec<Vec<usize>>> {
    let degree: usize = view.orbits.iter().map(|orbit| orbit.members.len()).sum();
    if degree.saturating_mul(view.cycles.len()) > MOST_IMAGES {
        return Vec::new();
    }
    let generators: Vec<Permutation> = view
        .cycles
        .iter()
        .filter_map(|cycles| Permutation::from_cycles(degree, cycles).ok())
        .collect();
    let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut first = 0;
    for orbit in &view.orbits {
        let points: Vec<usize> = (first..first + orbit.members.len()).collect();
        first += points.len();
        for (level, system) in blocks_of(&points, &generators).into_iter().enumerate() {
            match levels.get_mut(level) {
                Some(others) => others.extend(system),
                None => levels.push(system),
            }
        }
    }
    levels
}

/// The systems of blocks of an orbit; none if there are none, or finding them takes too long.
fn blocks_of(orbit: &[usize], generators: &[Permutation]) -> Vec<Vec<Vec<usize>>> {
    let mut questions = 0;
    // No clock is asked, so that equal groups have equal pictures.
    let mut ask = |_| {
        questions += 1;
        match questions <= MOST_QUESTIONS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    nested_blocks_within(orbit, generators, &mut Patience::new(&mut ask)).unwrap_or_default()
}

/// The groups that formulas and assertions were searched with.
fn claims(report: &Report) -> Markup {
    let searched: Vec<_> = report.claims.iter().filter(|claim| claim.symmetry.is_some()).collect();
    html! {
        @if !searched.is_empty() {
            table {
                caption { "Formulas and assertions" }
                thead {
                    tr {
                        th scope="col" { "property" }
                        th scope="col" { "symmetry that keeps what it asks for" }
                        th scope="col" { "used" }
                    }
                }
                tbody {
                    @for claim in searched {
                        @let view = claim.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
                        tr {
                            th scope="row" { (claim.property) }
                            td { (view.map_or_else(|| "none".to_owned(), SymmetryView::one_line)) }
                            td {
                                @if let Some(why) = &claim.unused { "no: " (why) }
                                @else if claim.representative.is_some() { "yes" }
                                @else { "no" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What stood in the way of more symmetry, with the lines of that.
fn obstacles(remarks: &[RemarkView], sources: &Sources<'_>) -> Markup {
    html! {
        h3 { "What stood in the way of more symmetry" }
        @if remarks.is_empty() { p { "Nothing that is known." } }
        @else {
            ul class="obstacles" {
                @for remark in remarks {
                    li {
                        (remark.text)
                        @if let Some((place, text)) = &remark.place {
                            div {
                                @if let Some(anchor) = sources.anchor(place) {
                                    a href={ "#" (anchor) } { (place.file) ":" (place.line) }
                                } @else { (place.file) ":" (place.line) }
                                "  " code { (text) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use checking::Orbit;

    use super::*;

    fn view(orbits: &[usize], cycles: Vec<Vec<Vec<usize>>>) -> SymmetryView {
        let orbit = |(number, &length): (usize, &usize)| Orbit {
            members: (0..length).map(|member| format!("p{number}({member})")).collect(),
            interchangeable: false,
        };
        SymmetryView {
            order: String::new(),
            structure: String::new(),
            generators: Vec::new(),
            cycles,
            orbits: orbits.iter().enumerate().map(orbit).collect(),
        }
    }

    #[test]
    fn blocks_of_all_orbits_are_drawn_and_of_the_symmetric_group_none() {
        // Two servers, and two clients of each; three processes that are alike.
        let teams = vec![vec![vec![2, 3]], vec![vec![0, 1], vec![2, 4], vec![3, 5]]];
        let alike = vec![vec![vec![6, 7]], vec![vec![6, 7, 8]]];
        let view = view(&[2, 4, 3], [teams, alike].concat());
        assert_eq!(blocks(&view), [[[2, 3], [4, 5]]]);
        let svg = drawn(&view).svg();
        assert_eq!(svg.matches("class=\"block\"").count(), 2);
    }

    #[test]
    fn blocks_of_many_points_take_no_more_time_than_is_given() {
        let many = 4_000;
        let exchanges = (1..many).map(|point| vec![vec![point - 1, point]]).collect();
        let begun = std::time::Instant::now();
        assert!(blocks(&view(&[many], exchanges)).is_empty());
        assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    }
}
