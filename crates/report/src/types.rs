//! The document of `symmetry --types`.

use model::InferredType;
use serde::Serialize;

use crate::head::{About, Head};

/// The types of channels, as far as they can be inferred.
#[derive(Serialize)]
pub struct TypesDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    channel_types: Vec<ChannelType<'a>>,
}

#[derive(Serialize)]
struct ChannelType<'a> {
    process: Option<&'a str>,
    name: &'a str,
    #[serde(rename = "type")]
    text: &'a str,
    file: &'a str,
    line: usize,
}

impl<'a> TypesDocument<'a> {
    /// The document of the types of a model.
    #[must_use]
    pub fn new(about: About<'a>, types: &'a [InferredType]) -> TypesDocument<'a> {
        let types = types.iter().map(|ty| ChannelType {
            process: ty.owner.as_deref(),
            name: &ty.name,
            text: &ty.text,
            file: &ty.place.file,
            line: ty.place.line,
        });
        TypesDocument { head: Head::new(about), channel_types: types.collect() }
    }
}
