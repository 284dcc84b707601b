//! The nearest place of a kind, searched for in the background.

use checking::quantities::{count, duration, grouped, plural};
use checking::{Finding, Goal, Nearest, Origin};
use maud::{Markup, PreEscaped, html};
use pictures::{Histogram, Series};

use super::frame;
use super::state::hidden;
use crate::background::{Background, Query, Status};
use crate::explorer::{Counterpart, View};
use crate::server::Answer;
use crate::short_address::shortened;

/// What can be looked for: the names of goals in addresses, and in words.
const GOALS: [(&str, &str); 4] = [
    ("predicate", "a state where this is true"),
    ("line", "a step on this line"),
    ("deadlock", "a deadlock"),
    ("violation", "a violation of this property"),
];

/// Asks what is to be found.
pub(super) fn form(view: &View<'_, '_>) -> Markup {
    html! {
        section id="find" {
            h2 { "Find the nearest" }
            form method="get" action="/find" {
                (hidden(view))
                select name="goal" aria-label="what is to be found" {
                    @for (name, words) in GOALS { option value=(name) { (words) } }
                }
                input name="text" placeholder="an expression, a line, a property" autocomplete="off" data-key="/";
                button name="from" value="here" { "from here" }
                button name="from" value="start" { "from the beginning" }
            }
            form method="get" action="/find" {
                (hidden(view))
                input type="hidden" name="goal" value="count";
                button name="from" value="start" { "count states" }
                " of the whole model, by how far they are from the beginning"
            }
            h2 { "Compare" }
            @if let Some(counterpart) = &view.counterpart {
                p {
                    a id="counterpart" href=(comparison(view, counterpart)) {
                        "compare with the "
                        @if counterpart.is_counterexample { "counterexample" } @else { "stored run" }
                    }
                }
            }
            form method="get" action="/compare" {
                (hidden(view))
                label {
                    "with the run of another address "
                    input name="with" placeholder="its address" autocomplete="off";
                }
            }
        }
    }
}

/// Where this run is compared with another one.
fn comparison(view: &View<'_, '_>, counterpart: &Counterpart) -> String {
    let (here, with) = (view.address(), shortened(&counterpart.address));
    let (hash, classes) = (view.subject.hash, frame::classes(view));
    format!("/compare?model={hash}&run={here}&with={with}{classes}")
}

/// Begins a search, and goes to where it is shown.
pub(crate) fn find(view: &View<'_, '_>, background: &mut Background<'_, '_>) -> Answer {
    let text = view.request.asked("text").unwrap_or_default().trim();
    let goal = match goal(view, text) {
        Ok(goal) => goal,
        Err(why) => return Answer::Page(told(view, &html! { p class="notice" { (why) } }, false)),
    };
    let from = match view.request.asked("from") {
        Some("start") => Origin::Starts,
        _ => Origin::Run(view.run.address()),
    };
    let number = background.ask(Query { from, goal });
    let (here, hash, classes) = (view.address(), view.subject.hash, frame::classes(view));
    Answer::Redirect(format!("/found?model={hash}&run={here}&search={number}{classes}"))
}

/// Shows how a search goes, or goes to what it has found.
pub(crate) fn found(view: &View<'_, '_>, background: &mut Background<'_, '_>) -> Answer {
    let number = view.request.asked("search").and_then(|number| number.parse().ok());
    let Some(status) = number.and_then(|number| background.look(number)) else {
        let forgotten = html! {
            p class="notice" id="forgotten" { "This search is not remembered." }
            (back(view))
        };
        return Answer::Page(told(view, &forgotten, false));
    };
    match &status.result {
        Some(Ok(Finding { place: Nearest::Found { address, .. }, .. })) => {
            Answer::Redirect(view.link(address))
        }
        result => {
            let goes_on = result.is_none() && !status.is_cancelled;
            Answer::Page(told(view, &in_words(view, &status), goes_on))
        }
    }
}

fn goal(view: &View<'_, '_>, text: &str) -> Result<Goal, String> {
    match view.request.asked("goal").unwrap_or_default() {
        "deadlock" => Ok(Goal::Deadlock),
        "count" => Ok(Goal::Count),
        "violation" => Ok(Goal::Violation(text.to_owned())),
        "predicate" if text.is_empty() => Err("Which expression is to be true?".to_owned()),
        "predicate" => Ok(Goal::Predicate(text.to_owned())),
        "line" => {
            let (file, line) = match text.rsplit_once(':') {
                Some((file, line)) => (Some(file.to_owned()), line),
                None => (None, text),
            };
            let line = line.trim().parse().map_err(|_| format!("`{text}` is no line"))?;
            Ok(Goal::Line { file, line })
        }
        other => Err(format!("`{other}` cannot be looked for")),
    }
}

fn in_words(view: &View<'_, '_>, status: &Status) -> Markup {
    let states = count(status.states);
    html! {
        @match &status.result {
            Some(Err(why)) => p class="notice" id="wrong" { (why) },
            _ if status.is_cancelled => {
                p class="notice" id="ended" {
                    "This search was ended after " (states) " states: by “cancel”, or because another one was begun."
                }
                (again(view, &status.query))
            },
            None => {
                p id="searching" {
                    "Searching: " (states) " states, " (duration(status.elapsed)) ". This page looks again each second."
                }
                form method="post" action="/cancel" {
                    (hidden(view))
                    input type="hidden" name="search" value=(view.request.asked("search").unwrap_or_default());
                    button { "cancel" }
                }
            },
            Some(Ok(finding)) => (over(status, finding)),
        }
        (back(view))
    }
}

fn back(view: &View<'_, '_>) -> Markup {
    html! { p { a rel="prev" data-key="u" href=(view.link(&view.run.address())) { "Back" } } }
}

/// Asks for the same once more.
fn again(view: &View<'_, '_>, query: &Query) -> Markup {
    let (goal, text) = match &query.goal {
        Goal::Predicate(text) => ("predicate", text.clone()),
        Goal::Line { file: Some(file), line } => ("line", format!("{file}:{line}")),
        Goal::Line { file: None, line } => ("line", line.to_string()),
        Goal::Deadlock => ("deadlock", String::new()),
        Goal::Violation(name) => ("violation", name.clone()),
        Goal::Count => ("count", String::new()),
    };
    let from = if query.from == Origin::Starts { "start" } else { "here" };
    html! {
        form method="get" action="/find" {
            (hidden(view))
            input type="hidden" name="goal" value=(goal);
            input type="hidden" name="text" value=(text);
            button name="from" value=(from) { "search again" }
        }
    }
}

/// What came of a search that is over.
fn over(status: &Status, finding: &Finding) -> Markup {
    let is_count = status.query.goal == Goal::Count;
    let states = plural(finding.states, "state");
    html! {
        p class=[(!is_count).then_some("notice")] id="found" {
            @match finding.place {
                Nearest::Nowhere if is_count => {
                    "All states that can be reached: " (counted(finding))
                    ", searched in " (duration(status.elapsed)) "."
                },
                Nearest::Nowhere => {
                    "There is none that can be reached from there: " (states)
                    @if finding.are_classes { ", one of each class," }
                    " searched in " (duration(status.elapsed)) "."
                },
                Nearest::Unknown(_) if is_count => {
                    "A limit was reached after " (counted(finding)) "."
                },
                Nearest::Unknown(_) => {
                    "None was found: a limit was reached after "
                    (states) "."
                },
                Nearest::Found { .. } => "It was found.",
            }
            @if finding.has_gaps { " In some of them the expression has no value." }
        }
        @if finding.place == Nearest::Nowhere && !status.levels.is_empty() {
            figure id="levels" { (PreEscaped(levels(status, finding))) }
        }
    }
}

/// How many states there are, or classes and the states that these have.
fn counted(finding: &Finding) -> Markup {
    html! {
        @if finding.are_classes {
            b { (several(finding.states, "class", "classes")) }
            @if let Some(orbits) = &finding.stands_for {
                ", which have " b { (grouped(&orbits.states)) } " states"
                @if let Some(why) = &orbits.differs { " (without symmetry there may be others: " (why) ")" }
            }
        } @else { b { (plural(finding.states, "state")) } }
    }
}

fn several(number: u64, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

/// The picture of how far states are from where the search began.
fn levels(status: &Status, finding: &Finding) -> String {
    let what = if finding.are_classes { "classes" } else { "states" };
    let series =
        vec![Series { name: format!("{what} that are new"), values: status.levels.clone() }];
    let (label_x, label_y) = ("steps from the beginning of the search".to_owned(), what.to_owned());
    Histogram { title: format!("{what} by depth"), label_x, label_y, series }.svg()
}

fn told(view: &View<'_, '_>, body: &Markup, goes_on: bool) -> String {
    let body = html! {
        (frame::heading(view))
        main { div class="column" { (body) } }
    };
    frame::refreshed("Find", &body, goes_on.then_some(1))
}
