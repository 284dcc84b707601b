//! The nearest place of a kind, searched for in the background.

use checking::quantities::{count, duration, plural};
use checking::{Finding, Goal, Nearest};
use maud::{Markup, html};

use super::frame;
use super::state::hidden;
use crate::background::{Background, Query, Status};
use crate::explorer::View;
use crate::server::Answer;

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
            h2 { "Compare" }
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

/// Begins the search, or shows how it goes.
pub(crate) fn find(view: &View<'_, '_>, background: &mut Background<'_, '_>) -> Answer {
    let text = view.request.asked("text").unwrap_or_default().trim();
    let goal = match goal(view, text) {
        Ok(goal) => goal,
        Err(why) => return Answer::Page(told(view, &html! { p class="notice" { (why) } }, false)),
    };
    let from = match view.request.asked("from") {
        Some("start") => String::new(),
        _ => view.run.address(),
    };
    let status = background.look(&Query { from, goal });
    match &status.result {
        Some(Ok(Finding { place: Nearest::Found { address, .. }, .. })) => {
            Answer::Redirect(view.link(address))
        }
        result => {
            let body = in_words(view, &status);
            Answer::Page(told(view, &body, result.is_none()))
        }
    }
}

fn goal(view: &View<'_, '_>, text: &str) -> Result<Goal, String> {
    match view.request.asked("goal").unwrap_or_default() {
        "deadlock" => Ok(Goal::Deadlock),
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
    let is_of_classes = matches!(view.request.asked("goal"), Some("deadlock" | "violation"));
    let by_classes = view.subject.model.symmetry().is_some() && is_of_classes;
    let states = count(status.states);
    html! {
        @match &status.result {
            None => {
                p id="searching" {
                    "Searching: " (states) " states, " (duration(status.elapsed)) ". This page looks again each second."
                }
                form method="post" action="/cancel" {
                    (hidden(view))
                    button { "cancel" }
                }
            },
            Some(Err(why)) => p class="notice" id="wrong" { (why) },
            Some(Ok(Finding { states, has_gaps, place })) => p class="notice" id="found" {
                @match place {
                    Nearest::Nowhere => {
                        "There is none that can be reached from there: " (plural(*states, "state"))
                        @if by_classes { ", one of each class," }
                        " searched in " (duration(status.elapsed)) "."
                    },
                    Nearest::Unknown(_) => {
                        "None was found: a limit was reached, or the search was cancelled, after "
                        (plural(*states, "state")) "."
                    },
                    Nearest::Found { .. } => "It was found.",
                }
                @if *has_gaps { " In some of them the expression has no value." }
            },
        }
        p { a rel="prev" data-key="u" href=(view.link(&view.run.address())) { "Back" } }
    }
}

fn told(view: &View<'_, '_>, body: &Markup, goes_on: bool) -> String {
    let body = html! {
        (frame::heading(view))
        main { div class="column" { (body) } }
    };
    frame::refreshed("Find", &body, goes_on.then_some(1))
}
