//! What is possible and what is not. Steps that a symmetry of the state takes to one another are one entry, which can be opened.

use checking::quantities::plural;
use checking::{Session, place_name};
use maud::{Markup, html};
use model::Action;

use crate::explorer::View;

/// The most entries that are listed.
const MOST_ENTRIES: usize = 200;
/// The most obstacles that are listed.
const MOST_OBSTACLES: usize = 200;

/// An entry of the list.
struct Entry {
    /// The choices, as places among those of the session, with what is done and where it leads.
    choices: Vec<(Vec<Action>, String)>,
    /// The class that the first leads to, where classes are shown.
    class: Option<Markup>,
}

/// The steps that are possible.
pub(super) fn section(view: &mut View<'_, '_>) -> Markup {
    let (entries, count) = entries(view);
    let session = view.run.session();
    html! {
        section id="steps" {
            h2 { "Possible" }
            @if let Some(ending) = session.ending() {
                p class="ending" id="ending" { (ending.text) }
            }
            @if let Some(holder) = session.holder() {
                p { (holder) " goes on first: it is within a step that others cannot interrupt" }
            }
            @if entries.len() < count {
                p { (plural(count as u64, "step")) ", " (entries.len()) " up to symmetry" }
            }
            ol {
                @for (number, entry) in entries.iter().take(MOST_ENTRIES).enumerate() {
                    li { (shown(view, entry, number + 1)) }
                }
            }
            @if entries.len() > MOST_ENTRIES {
                p class="left-out" { "… and " (entries.len() - MOST_ENTRIES) " more, which are not shown" }
            }
        }
    }
}

fn entries(view: &mut View<'_, '_>) -> (Vec<Entry>, usize) {
    let session = view.run.session();
    let choices = session.choices();
    let places = session.entries();
    let names = view.run.addresses();
    let at = session.at();
    let count = choices.len();
    let mut entries = Vec::new();
    for entry in places {
        let first = entry[0];
        let told = |place: usize| (choices[place].clone(), names[place].clone());
        let entry_choices = entry.into_iter().map(told).collect();
        let class = match view.shows_classes() && entries.len() < MOST_ENTRIES {
            true => {
                view.run.take(first);
                let class = leads_to(view.run.session());
                view.run.jump(at);
                Some(class)
            }
            false => None,
        };
        entries.push(Entry { choices: entry_choices, class });
    }
    (entries, count)
}

/// The class of a state that a step leads to.
fn leads_to(session: &dyn Session) -> Markup {
    match session.class() {
        Ok(class) if class.is_representative => {
            html! { "to the representative of a class of " (class.size) }
        }
        Ok(class) => html! {
            "to a class of " (class.size) ", whose representative it is after "
            code { (named(&class.to_representative)) }
        },
        Err(why) => html! { (why) },
    }
}

/// An exchange; one that moves nothing that has a name is told so.
pub(super) fn named(exchange: &str) -> &str {
    if exchange.is_empty() { "an exchange of parts without names" } else { exchange }
}

fn shown(view: &View<'_, '_>, entry: &Entry, number: usize) -> Markup {
    let (actions, address) = &entry.choices[0];
    let key = (number < 10).then(|| number.to_string());
    html! {
        a class="step" href=(view.link(address)) data-key=[key] {
            @if entry.choices.len() > 1 {
                (together(entry)) ": " (statements(actions))
            } @else {
                (done(actions))
            }
        }
        " " (place(view, actions))
        @if let Some(class) = &entry.class { span class="class" { (class) } }
        @if entry.choices.len() > 1 {
            details {
                summary { "each" }
                ul {
                    @for (actions, address) in &entry.choices {
                        li { a href=(view.link(address)) { (done(actions)) } }
                    }
                }
            }
        }
    }
}

/// Who can do what is one up to symmetry: `user(0), user(2), user(3)`.
fn together(entry: &Entry) -> String {
    let mut names: Vec<String> = Vec::new();
    for (actions, _) in &entry.choices {
        let name = actions.iter().map(|action| action.process.as_str()).collect::<Vec<_>>();
        let name = name.join(" and ");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| (name.len(), name.clone()));
    match names.len() {
        1 => format!("{}, {} ways", names[0], entry.choices.len()),
        _ => names.join(", "),
    }
}

fn statements(actions: &[Action]) -> Markup {
    html! {
        @for (place, action) in actions.iter().enumerate() {
            @if place > 0 { " → " }
            code { (action.statement) }
        }
    }
}

/// Who does what.
pub(super) fn done(actions: &[Action]) -> Markup {
    html! {
        @if actions.is_empty() { "(no statement)" }
        @for (place, action) in actions.iter().enumerate() {
            @if place > 0 { " → " }
            b { (action.process) } " " code { (action.statement) }
        }
    }
}

/// Where the first of some actions stands.
fn place(view: &View<'_, '_>, actions: &[Action]) -> Markup {
    let place = actions.first().and_then(|action| action.place.as_ref());
    html! {
        @if let Some(place) = place {
            a class="place" href={ "#line-" (place.line) } { (place_name(view.subject.name, place)) }
        }
    }
}

/// What is not possible, and why.
pub(super) fn impossible(view: &View<'_, '_>) -> Markup {
    let obstacles = view.run.session().obstacles(None);
    html! {
        @if !obstacles.is_empty() {
            section id="impossible" {
                h2 { "Not possible" }
                ul {
                    @for (action, why) in obstacles.iter().take(MOST_OBSTACLES) {
                        li {
                            b { (action.process) } " " code { (action.statement) } " "
                            (place(view, std::slice::from_ref(action)))
                            span class="why" { (why) }
                        }
                    }
                }
                @if obstacles.len() > MOST_OBSTACLES {
                    p class="left-out" { "… and " (obstacles.len() - MOST_OBSTACLES) " more" }
                }
            }
        }
    }
}
