//! The pages. What they say is asked of the session; what is written here is how it is shown.

mod assets;
mod class;
mod compare;
mod find;
mod frame;
mod graph;
mod history;
mod save;
mod source;
mod starts;
mod state;
mod steps;
mod twin;

use maud::html;

use crate::explorer::View;

pub(crate) use assets::asset;
pub(crate) use compare::compare;
pub(crate) use find::{find, found};
pub(crate) use graph::graph;
pub(crate) use save::save;
pub(crate) use twin::twin;

/// The page of a run: where it stands, what is possible there and what is not, and how it came there.
pub(crate) fn main(view: &mut View<'_, '_>) -> String {
    let steps = steps::section(view);
    let view = &*view;
    let body = html! {
        (frame::heading(view))
        (frame::notices(view))
        main {
            div class="column" {
                (starts::section(view))
                (steps)
                (steps::impossible(view))
                (find::form(view))
            }
            div class="column" {
                (state::section(view))
                (state::properties(view))
                (class::section(view))
            }
            div class="column" {
                (history::section(view))
                (source::section(view))
            }
        }
    };
    frame::page(&format!("{}, step {}", view.subject.name, view.run.session().at()), &body)
}
