//! Figures 9 and 10 of Jaghoori, Sirjani, Mousavi, Khamespanah, Movaghar, *Symmetry and partial order reduction techniques in
//! model checking Rebeca*, Acta Informatica 47 (2010).

/// What is printed of one size of a case study: numbers of states, such as `6344`, `1.34M` or `374K`. `-` is not finished, or
/// not given.
pub struct RebecaRow {
    /// The case study, as in the figures.
    pub model: &'static str,
    /// Its size.
    pub size: &'static str,
    /// Figures 9 and 10: without reduction.
    pub states: &'static str,
    /// Figure 9: with partial order reduction.
    pub por: &'static str,
    /// Figure 9: with symmetry reduction on the fly, intra-rebec but for the philosophers. What is in Figure 10, too, is the same.
    pub symmetry: &'static str,
    /// Figure 9: with both.
    pub both: &'static str,
    /// Figure 10: with inter-rebec symmetry, on the fly.
    pub inter: &'static str,
    /// Figure 10: with intra-rebec symmetry, naive.
    pub naive: &'static str,
    /// Figure 10: the order of the group of intra-rebec symmetry.
    pub order: &'static str,
}

/// Figures 9 and 10.
#[rustfmt::skip]
pub const REBECA: [RebecaRow; 20] = [
    RebecaRow { model: "Phil", size: "2", states: "285", por: "70", symmetry: "-", both: "-", inter: "-", naive: "-", order: "-" },
    RebecaRow { model: "Phil", size: "3", states: "3062", por: "2985", symmetry: "-", both: "-", inter: "-", naive: "-", order: "-" },
    RebecaRow { model: "Phil", size: "4", states: "374K", por: "196K", symmetry: "237K", both: "62K", inter: "237K", naive: "187K", order: "4" },
    RebecaRow { model: "Phil", size: "5", states: "676K", por: "316K", symmetry: "-", both: "-", inter: "-", naive: "-", order: "-" },
    RebecaRow { model: "Train", size: "2", states: "94", por: "90", symmetry: "57", both: "41", inter: "-", naive: "50", order: "2" },
    RebecaRow { model: "Train", size: "3", states: "788", por: "755", symmetry: "340", both: "253", inter: "-", naive: "288", order: "3" },
    RebecaRow { model: "Train", size: "4", states: "6344", por: "5720", symmetry: "2165", both: "1093", inter: "-", naive: "1712", order: "4" },
    RebecaRow { model: "Train", size: "5", states: "51K", por: "49K", symmetry: "15K", both: "9538", inter: "-", naive: "10.9K", order: "5" },
    RebecaRow { model: "Train", size: "6", states: "432K", por: "419K", symmetry: "107K", both: "54.8K", inter: "-", naive: "76.4K", order: "6" },
    RebecaRow { model: "Train", size: "7", states: "3.8M", por: "3.7M", symmetry: "837K", both: "501K", inter: "-", naive: "580K", order: "7" },
    RebecaRow { model: "Train", size: "8", states: "-", por: "-", symmetry: "6.7M", both: "4.2M", inter: "-", naive: "-", order: "-" },
    RebecaRow { model: "Train", size: "9", states: "-", por: "-", symmetry: "-", both: "21M", inter: "-", naive: "-", order: "-" },
    RebecaRow { model: "LB", size: "4/2", states: "21K", por: "10.8K", symmetry: "7520", both: "1664", inter: "10.6K", naive: "4833", order: "16" },
    RebecaRow { model: "LB", size: "6/2", states: "1.34M", por: "676K", symmetry: "65.4K", both: "8814", inter: "104K", naive: "40.2K", order: "144" },
    RebecaRow { model: "LB", size: "4/3", states: "106K", por: "46K", symmetry: "69.6K", both: "11.2K", inter: "59K", naive: "33.2K", order: "24" },
    RebecaRow { model: "LB", size: "6/3", states: "9.8M", por: "3.74M", symmetry: "893K", both: "59.4K", inter: "840K", naive: "201K", order: "216" },
    RebecaRow { model: "LB", size: "4/4", states: "436K", por: "172K", symmetry: "233K", both: "42K", inter: "312K", naive: "121K", order: "32" },
    RebecaRow { model: "LB", size: "6/4", states: "-", por: "-", symmetry: "-", both: "90K", inter: "-", naive: "889K", order: "288" },
    RebecaRow { model: "2PC", size: "2", states: "324", por: "-", symmetry: "166", both: "-", inter: "166", naive: "166", order: "2" },
    RebecaRow { model: "2PC", size: "3", states: "617K", por: "-", symmetry: "105K", both: "-", inter: "208K", naive: "103K", order: "6" },
];

#[cfg(test)]
mod tests {
    use super::REBECA;
    use crate::published::tests::published;

    #[test]
    fn effects_of_reductions_are_as_printed() {
        let Some(lines) = published("rebeca-table9.csv") else { return };
        assert_eq!(lines.len(), REBECA.len());
        for (row, line) in REBECA.iter().zip(lines) {
            let ours = [row.model, row.size, row.states, row.por, row.symmetry, row.both];
            assert_eq!(
                ours.map(str::to_owned).as_slice(),
                [0, 1, 3, 5, 7, 9].map(|at| line[at].clone())
            );
        }
    }

    #[test]
    fn heuristics_are_as_printed() {
        let Some(lines) = published("rebeca-table10.csv") else { return };
        for line in lines {
            let row = REBECA
                .iter()
                .find(|row| row.model == line[0] && row.size == line[1])
                .expect("a row");
            assert_eq!(
                [row.states, row.inter, row.naive, row.order],
                [3, 5, 9, 10].map(|at| &*line[at])
            );
            // No intra-rebec symmetry of philosophers.
            let symmetry = if row.model == "Phil" { "-" } else { row.symmetry };
            assert_eq!(symmetry, line[7]);
        }
    }
}
