//! Figures 4, 8 and 9 of Bosnacki, Donaldson, Leuschel, Massart, *Efficient Approximate Verification of Promela
//! Models via Symmetry Markers* (2007).

/// What is printed of one size of a model.
pub struct MarkersRow {
    /// The number of processes, or of clients.
    pub size: usize,
    /// Every strategy that was measured.
    pub figures: &'static [Figure],
}

/// What is printed of one strategy. `-` is not finished, or not given.
pub struct Figure {
    /// The strategy.
    pub strategy: &'static str,
    /// The states that are stored, such as `494` or `1.56e6`.
    pub states: &'static str,
    /// Seconds, on a 1.7 GHz Pentium.
    pub seconds: &'static str,
}

impl MarkersRow {
    /// What is printed of a strategy.
    #[must_use]
    pub fn figure(&self, strategy: &str) -> Option<&'static Figure> {
        self.figures.iter().find(|figure| figure.strategy == strategy)
    }
}

const fn figure(strategy: &'static str, states: &'static str, seconds: &'static str) -> Figure {
    Figure { strategy, states, seconds }
}

/// Figures 4 and 8: Peterson's algorithm.
#[rustfmt::skip]
pub const PETERSON: [MarkersRow; 7] = [
    MarkersRow { size: 3, figures: &[figure("unreduced", "2636", "0.4"), figure("segmented", "494", "0.3"), figure("symmspin sorted", "907", "0.4"), figure("topspin sorted", "494", "0.4"), figure("flattened", "251", "0.1"), figure("markers", "494", "0.3")] },
    MarkersRow { size: 4, figures: &[figure("unreduced", "60577", "0.6"), figure("segmented", "3106", "0.4"), figure("symmspin sorted", "9373", "0.4"), figure("topspin sorted", "3106", "0.4"), figure("flattened", "1177", "0.1"), figure("markers", "3106", "0.4")] },
    MarkersRow { size: 5, figures: &[figure("unreduced", "1.56e6", "11"), figure("segmented", "17321", "1"), figure("symmspin sorted", "95303", "2"), figure("topspin sorted", "17321", "1"), figure("flattened", "5148", "0.3"), figure("markers", "17321", "1")] },
    MarkersRow { size: 6, figures: &[figure("unreduced", "4.48e7", "2666"), figure("segmented", "89850", "7"), figure("symmspin sorted", "885399", "18"), figure("topspin sorted", "89850", "7"), figure("flattened", "21752", "2"), figure("markers", "89850", "3")] },
    MarkersRow { size: 7, figures: &[figure("unreduced", "-", "-"), figure("segmented", "442481", "85"), figure("symmspin sorted", "7.94e6", "383"), figure("topspin sorted", "442481", "56"), figure("flattened", "89969", "10"), figure("markers", "442481", "24")] },
    MarkersRow { size: 8, figures: &[figure("unreduced", "-", "-"), figure("segmented", "2.09e6", "1166"), figure("symmspin sorted", "-", "-"), figure("topspin sorted", "2.09e6", "412"), figure("flattened", "366424", "63"), figure("markers", "2.09e6", "175")] },
    MarkersRow { size: 9, figures: &[figure("unreduced", "-", "-"), figure("segmented", "9.62e6", "16673"), figure("symmspin sorted", "-", "-"), figure("topspin sorted", "9.62e6", "3034"), figure("flattened", "1.47e6", "393"), figure("markers", "9.62e6", "1333")] },
];

/// Figure 9: email, in another version than the thesis's.
#[rustfmt::skip]
pub const EMAIL: [MarkersRow; 6] = [
    MarkersRow { size: 2, figures: &[figure("unreduced", "938", "0.5"), figure("topspin segmented", "471", "0.3"), figure("topspin sorted", "471", "0.3"), figure("exact markers", "471", "0.3"), figure("approximate markers", "470", "0.4")] },
    MarkersRow { size: 3, figures: &[figure("unreduced", "37793", "0.5"), figure("topspin segmented", "6335", "0.4"), figure("topspin sorted", "6361", "0.5"), figure("exact markers", "6337", "0.4"), figure("approximate markers", "6316", "0.4")] },
    MarkersRow { size: 4, figures: &[figure("unreduced", "1.33e6", "11"), figure("topspin segmented", "56631", "4"), figure("topspin sorted", "60566", "2"), figure("exact markers", "57398", "1"), figure("approximate markers", "55711", "1")] },
    MarkersRow { size: 5, figures: &[figure("unreduced", "-", "-"), figure("topspin segmented", "399534", "64"), figure("topspin sorted", "481964", "30"), figure("exact markers", "430212", "12"), figure("approximate markers", "380040", "9")] },
    MarkersRow { size: 6, figures: &[figure("unreduced", "-", "-"), figure("topspin segmented", "2.42e6", "1415"), figure("topspin sorted", "3.40e6", "366"), figure("exact markers", "3.05e6", "131"), figure("approximate markers", "2.21e6", "82")] },
    MarkersRow { size: 7, figures: &[figure("unreduced", "-", "-"), figure("topspin segmented", "-", "-"), figure("topspin sorted", "-", "-"), figure("exact markers", "-", "-"), figure("approximate markers", "1.17e7", "766")] },
];

#[cfg(test)]
mod tests {
    use super::{EMAIL, MarkersRow, PETERSON};
    use crate::published::tests::published;

    fn check(file: &str, rows: &[MarkersRow]) {
        let Some(lines) = published(file) else { return };
        assert_eq!(lines.len(), rows.len());
        for (row, line) in rows.iter().zip(lines) {
            let figures = row.figures.iter().flat_map(|figure| [figure.states, figure.seconds]);
            let ours: Vec<&str> = figures.collect();
            assert_eq!(row.size.to_string(), line[0]);
            assert_eq!(ours, line[1..], "{file}: {}", row.size);
        }
    }

    #[test]
    fn peterson_is_as_printed() {
        check("markers-peterson.csv", &PETERSON);
    }

    #[test]
    fn email_is_as_printed() {
        check("markers-email.csv", &EMAIL);
    }
}
