//! The few colours of all pictures, which differ in lightness too, and the dash patterns that go with them.

/// Of text and of what matters.
pub(crate) const INK: &str = "#1a1a1a";
/// Of what is beside the point.
pub(crate) const GREY: &str = "#666666";
/// Of lines that only lead the eye.
pub(crate) const FAINT: &str = "#bbbbbb";
/// Of what went wrong.
pub(crate) const ALARM: &str = "#b33c00";

/// After Okabe and Ito, all dark enough for a line on paper, neighbours far apart in lightness.
const HUES: [&str; 6] = ["#0072b2", "#c27c00", "#00694d", "#b8628f", "#7a3300", "#3d97cf"];

/// The colour of the `index`th kind.
pub(crate) fn hue(index: usize) -> &'static str {
    HUES[index % HUES.len()]
}

/// How many lines can be told apart by their dashes.
pub(crate) const DASHES: usize = 8;

/// The dash pattern of the `index`th kind; the first is an unbroken line.
pub(crate) fn dashes(index: usize) -> &'static str {
    ["none", "7 3", "2 3", "9 3 2 3", "14 4", "5 2 1 2 1 2", "1 5", "4 6"][index % DASHES]
}
