//! `ltl` blocks go behind all other tokens, wherever they stand: SPIN's lexer does the same, so that a formula
//! knows all proctypes, and a block may even stand within a body.

use crate::lex::{Kind, Token};

/// Moves the `ltl` blocks to the end, before the `Eof`, in their order. One that is not closed stays.
pub(super) fn formulas_last(tokens: Vec<Token>) -> Vec<Token> {
    if tokens.iter().all(|token| token.kind != Kind::Ltl) {
        return tokens;
    }
    let (mut others, mut formulas) = (Vec::with_capacity(tokens.len()), Vec::new());
    let mut rest = &tokens[..];
    while let Some((token, after)) = rest.split_first() {
        match block(rest) {
            Some(length) => {
                formulas.extend_from_slice(&rest[..length]);
                rest = &rest[length..];
            }
            None => {
                others.push(*token);
                rest = after;
            }
        }
    }
    let end = others.pop();
    others.extend(formulas);
    others.extend(end);
    others
}

/// How many tokens the block has that begins here, if one does: like SPIN, only braces are looked at.
fn block(tokens: &[Token]) -> Option<usize> {
    let kind = |index: usize| tokens.get(index).map(|token| token.kind);
    let open = match [kind(0), kind(1), kind(2)] {
        [Some(Kind::Ltl), Some(Kind::LeftBrace), _] => 1,
        [Some(Kind::Ltl), Some(Kind::Identifier), Some(Kind::LeftBrace)] => 2,
        _ => return None,
    };
    Some(open + 1 + to_closing(&tokens[open + 1..])?)
}

/// How many tokens there are to the end of the braces that are open, with their `}`.
pub(super) fn to_closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 1_usize;
    let closing = tokens.iter().position(|token| {
        match token.kind {
            Kind::LeftBrace => depth += 1,
            Kind::RightBrace => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    closing.map(|index| index + 1)
}
