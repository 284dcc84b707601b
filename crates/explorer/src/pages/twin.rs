//! The same run with parts exchanged.

use checking::AddressedRun;
use maud::html;

use super::frame;
use crate::explorer::View;
use crate::server::Answer;

/// Leads to the twin.
pub(crate) fn twin(view: &View<'_, '_>) -> Answer {
    let exchange = view.request.asked("exchange").unwrap_or_default();
    let twin = view.run.session().twin(exchange);
    match twin {
        Ok(session) => {
            let run = AddressedRun::new(session);
            let address = run.address_after(run.known());
            Answer::Redirect(view.link(&address))
        }
        Err(why) => {
            let body = html! {
                (frame::heading(view))
                main {
                    p class="notice" id="no-twin" { "There is no twin under " code { (exchange) } ": " (why) "." }
                    p { a href=(view.link(&view.run.address())) { "Back" } }
                }
            };
            Answer::Page(frame::page("No twin", &body))
        }
    }
}
