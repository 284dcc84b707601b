//! The pages of `quotient explore` in a browser, and the server that hands them out.
//!
//! The server ([`Server`]) knows nothing of models: it decides who may ask, and hands what is asked to a [`Site`].

mod server;

pub use server::{Answer, Malformed, Method, Request, Server, Site};
