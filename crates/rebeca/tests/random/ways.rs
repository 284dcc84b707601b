//! Every way to check a model, compared.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use checking::{Language, Purpose, Settings};
use diagnostics::Sources;
use kernel::Limits;
use rebeca::Rebeca;

use crate::random::every_way::{self, Figures};
use crate::random::short_way::compare;
use crate::random::tree::Model;
use crate::random::{engines, print};

/// So many states of each model are looked at to tell whether they go the short way.
const LOOKED_AT: usize = 200;

/// What came of a comparison.
pub enum Look {
    /// All say the same; and whether most states go the short way.
    Agrees(Figures, bool),
    TooLarge,
    /// The text is no model.
    Refused,
    Differs(String),
}

/// Compares all ways to check a model of no more than so many states.
pub fn look(number: u64, model: &Model, most: u64) -> Look {
    let text = print::print(model);
    // A panic is shrunk like everything else that is wrong.
    let looked = catch_unwind(AssertUnwindSafe(|| look_at(number, &text, most)));
    looked.unwrap_or_else(|_| Look::Differs("a panic".to_owned()))
}

fn look_at(number: u64, text: &str, most: u64) -> Look {
    let mut sources = Sources::new();
    let file = sources.add("model.rebeca", text);
    let load = || Rebeca.load(sources.clone(), file, &Settings::default(), Purpose::Check).model;
    if load().is_none() {
        return Look::Refused;
    }
    let again = || load().expect("it was loaded before");
    let limits =
        Limits { states: Some(most), time: Some(Duration::from_secs(1)), ..Limits::default() };
    match every_way::look(&again, number, limits) {
        every_way::Look::TooLarge => Look::TooLarge,
        every_way::Look::Differs(why) => Look::Differs(why),
        every_way::Look::Agrees(figures) => {
            let compared = compare(&engines::machine(text).expect("it was loaded"), LOOKED_AT);
            Look::Agrees(figures, compared.short * 2 > compared.states)
        }
    }
}
