//! `quotient symmetry --types`: the types of channels, as far as they can be inferred.

use model::InferredType;
use report::TypesDocument;

use crate::exit::{Exit, Failure};
use crate::load::Subject;
use crate::terminal::{print, print_document};

/// Prints the types of all channels of a model, one a line.
///
/// # Errors
/// That the language declares them, or that standard output cannot be written.
pub fn types(subject: &Subject, as_json: bool) -> Result<Exit, Failure> {
    let Some(types) = subject.model.inferred_types() else {
        let (path, title) = (&subject.path, subject.language.title());
        return Err(Failure::input(format!(
            "{path}: `--types` infers the types of channels, which {title} declares"
        )));
    };
    match as_json {
        true => print_document(&TypesDocument::new(subject.about(), &types))?,
        false => print(&text(&types))?,
    }
    Ok(Exit::Holds)
}

fn text(types: &[InferredType]) -> String {
    if types.is_empty() {
        return "the model has no channels\n".to_owned();
    }
    let names: Vec<String> = types.iter().map(qualified).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let lines = names.iter().zip(types);
    lines.map(|(name, ty)| format!("{name:width$}  {}\n", ty.text)).collect()
}

/// The name as in a remote reference: `server:reply`.
fn qualified(ty: &InferredType) -> String {
    let owner = ty.owner.iter().map(|owner| format!("{owner}:"));
    owner.collect::<String>() + &ty.name
}
