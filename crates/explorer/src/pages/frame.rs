//! What stands around every page.

use checking::quantities::plural;
use maud::{DOCTYPE, Markup, html};
use report::page_text;

use crate::explorer::{View, link};

/// A whole page.
pub(super) fn page(title: &str, body: &Markup) -> String {
    refreshed(title, body, None)
}

/// A whole page that is asked for again after a second, if it is to be.
pub(super) fn refreshed(title: &str, body: &Markup, seconds: Option<u32>) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if let Some(seconds) = seconds { meta http-equiv="refresh" content=(seconds); }
                title { (title) " · Quotient" }
                // None: browsers would ask for one.
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/explorer.css";
                script src="/explorer.js" defer { }
            }
            body { (body) }
        }
    };
    page_text(&page.into_string())
}

/// The name of the model, and where one can go from the run.
pub(super) fn heading(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    let at = session.at();
    let here = view.address();
    let shown = link(view.subject, &view.run.address());
    let other = if view.shows_classes() { shown } else { shown + "&as=classes" };
    html! {
        header {
            h1 { (view.subject.name) }
            nav {
                @if at > 0 {
                    a rel="start" href=(view.link(&view.run.address_after(0))) data-key="b" { "beginning" }
                    a rel="prev" href=(view.link(&view.run.address_after(at - 1))) data-key="u" { "undo" }
                }
                @if view.subject.model.symmetry().is_some() {
                    a href=(other) data-key="c" {
                        @if view.shows_classes() { "states alone" } @else { "classes" }
                    }
                }
                a href={ "/graph?run=" (here) (classes(view)) } data-key="g" { "graph" }
                @for (kind, name) in [("json", "trace"), ("html", "page"), ("svg", "chart"), ("mmd", "Mermaid"), ("itf.json", "ITF")] {
                    a href={ "/save?run=" (here) "&kind=" (kind) } download { (name) }
                }
            }
            p class="symmetry" {
                @match view.subject.model.symmetry() {
                    Some(symmetry) => (symmetry.one_line()),
                    None => "no symmetry was found: every state is a class of its own",
                }
            }
        }
    }
}

/// What goes on showing classes.
pub(super) fn classes(view: &View<'_, '_>) -> &'static str {
    if view.shows_classes() { "&as=classes" } else { "" }
}

/// What is to be known of the run before anything else.
pub(super) fn notices(view: &View<'_, '_>) -> Markup {
    let counterpart = view.counterpart.as_ref().filter(|it| it.address == view.run.address());
    html! {
        @if let Some(violated) = counterpart.and_then(|it| it.as_a_whole.as_deref()) {
            p class="notice" id="violates" { "The stored run ends here: " (violated) "." }
        }
        @if let Some(parted) = view.parted {
            p class="notice" id="parted" {
                "The run of this address does not fit the model: it parts after "
                (plural(parted.steps as u64, "step")) "; it is shown up to there."
                @if view.has_changed() { " The model has changed since the address was made." }
            }
        } @else if view.has_changed() {
            p class="notice" {
                "The model has changed since this address was made. The same steps were taken."
            }
        }
    }
}
