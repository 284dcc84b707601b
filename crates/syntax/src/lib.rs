//! Scaffolding of parsers by recursive descent: what is the same for every language.
//!
//! A language gives its kinds of tokens, an enum that derives [`logos::Logos`] and implements [`TokenKind`]. [`tokens`] cuts a
//! text into them. A parser owns a [`Cursor`] over the tokens and implements [`Parsing`], which lends it everything from
//! [`peek`](Parsing::peek) to [`list`](Parsing::list).
//!
//! Nothing here panics on a text or recurses without a limit: depth and size are bounded by [`nested`](Parsing::nested) and
//! [`count`](Parsing::count), and [`note`](Parsing::note) keeps no more than [`MAX_MISTAKES`].

mod cursor;
mod one_line;
mod parsing;
mod tokens;

pub use cursor::{Cursor, MAX_MISTAKES, Mark};
pub use one_line::one_line;
pub use parsing::{MAX_OPERATORS, Mistake, Parse, Parsing};
pub use tokens::{Token, TokenKind, tokens};
