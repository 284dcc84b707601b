//! The two forms of the language.

/// Which Promela-Lite a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As Donaldson and Miller print it (figures 7, 8, 13 and 14 of their paper of 2008).
    Printed,
    /// With our liberties as well, each of which has a rule of ours ([`Rule::is_ours`](crate::Rule::is_ours)).
    Extended,
}

impl Variant {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Printed => "promela-lite",
            Variant::Extended => "promela-lite-extended",
        }
    }
}
