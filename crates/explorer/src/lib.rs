//! The pages of `quotient explore` in a browser, and the server that hands them out.
//!
//! The server ([`Server`]) knows nothing of models: it decides who may ask, and hands what is asked to a [`Site`]. The site is the
//! [explorer](explore): it shows a run, which the address of the page says, and keeps nothing of its own but what it takes to be fast. What is
//! true of the run it asks of a [session](checking::Session) and of nobody else.

mod background;
mod explorer;
mod pages;
mod server;
mod short_address;

pub use explorer::{Counterpart, Subject, explore};
pub use server::{Answer, Malformed, Method, Request, Server, Site};
pub use short_address::shortened;
