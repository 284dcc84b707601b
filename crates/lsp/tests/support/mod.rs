//! A client that does what a test says, and programs that answer what it says.

mod client;
mod desk;
mod programs;

pub use client::{Client, Session, initialize, uri};
pub use desk::{Desk, MODEL};
pub use programs::{always, document, nothing, scripted};

use checking::Language;
use cspm::Cspm;
use promela::Promela;
use promela_lite::PromelaLite;
use rebeca::Rebeca;
use red::Red;

/// The languages that the tests open texts in.
pub static LANGUAGES: [&dyn Language; 5] = [&Promela, &PromelaLite, &Cspm, &Rebeca, &Red];
