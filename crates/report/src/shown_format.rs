//! How runs are shown other than step by step, and how long they may be.

use checking::Detail;

/// The most steps that are drawn,
pub(crate) const MOST_STEPS: usize = 20_000;
/// and the most values that are written of all states.
const MOST_VALUES: usize = 1_000_000;

/// A format in which a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownFormat {
    /// The Informal Trace Format of Apalache.
    Itf,
    /// A sequence chart as a picture.
    Svg,
    /// A sequence chart as text for Mermaid.
    Mermaid,
    /// A page, from which a chart is left out that is too large.
    Page,
}

/// More than a format has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// How much there is,
    pub length: usize,
    /// of this,
    pub unit: &'static str,
    /// and how much there may be.
    pub most: usize,
}

impl ShownFormat {
    /// How much a run must tell to be shown.
    #[must_use]
    pub fn detail(self) -> Detail {
        match self {
            ShownFormat::Itf => Detail::States,
            ShownFormat::Svg | ShownFormat::Mermaid | ShownFormat::Page => Detail::Effects,
        }
    }

    /// Looks whether there is room for a run of so many steps, whose states hold so many values.
    ///
    /// # Errors
    /// There is none.
    pub fn has_room(self, steps: usize, values: usize) -> Result<(), TooLong> {
        let (length, unit, most) = match self {
            ShownFormat::Page => return Ok(()),
            ShownFormat::Itf => ((steps + 1).saturating_mul(values), "value", MOST_VALUES),
            ShownFormat::Svg | ShownFormat::Mermaid => (steps, "step", MOST_STEPS),
        };
        if length <= most { Ok(()) } else { Err(TooLong { length, unit, most }) }
    }
}
