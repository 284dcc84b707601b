//! Tables 1 and 2 of Gibson-Robinson and Lowe, *Symmetry reduction in CSP model checking*, STTT 21 (2019).

/// What is printed of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CspFigure {
    /// States, such as `108.9K`; why there are none, or `-`.
    pub states: &'static str,
    /// Seconds on 32 cores, compilation apart; `-` where it was not finished.
    pub seconds: &'static str,
}

/// A row of Table 1, without its searches of all states: those of ListStack are of another script.
pub struct CspRow {
    /// The system.
    pub example: &'static str,
    /// Its sizes.
    pub parameters: &'static str,
    /// With symmetry reduction.
    pub reduced: CspFigure,
}

/// A row of Table 2.
pub struct CspStrategiesRow {
    /// The system.
    pub example: &'static str,
    /// Its sizes.
    pub parameters: &'static str,
    /// By the technique of the paper.
    pub component_order: CspFigure,
    /// By the strategy sorted.
    pub sorted: CspFigure,
    /// By the strategy segmented.
    pub segmented: CspFigure,
}

const fn figure(states: &'static str, seconds: &'static str) -> CspFigure {
    CspFigure { states, seconds }
}

/// Something that is misprinted.
pub struct CspMisprint {
    /// The system.
    pub example: &'static str,
    /// Its sizes, as printed.
    pub parameters: &'static str,
    /// What is printed.
    pub printed: &'static str,
    /// What is meant.
    pub meant: &'static str,
}

/// What is misprinted in both tables.
pub const CSP_MISPRINTS: [CspMisprint; 4] = [
    misprint("ListStack", "8,4,4", "94.39M", "94196382"),
    misprint("ListStack", "10,4,2", "10,4,2", "10,4,4"),
    misprint("LockFreeQueue", "4,3,3", "39.15K", "39.15M"),
    misprint("Database", "16", "106", "137"),
];

const fn misprint(
    example: &'static str,
    parameters: &'static str,
    printed: &'static str,
    meant: &'static str,
) -> CspMisprint {
    CspMisprint { example, parameters, printed, meant }
}

/// What is meant by something that is printed of a row, where that is something else.
#[must_use]
pub fn meant(example: &str, parameters: &str, printed: &str) -> Option<&'static str> {
    let is = |it: &&CspMisprint| {
        (it.example, it.parameters, it.printed) == (example, parameters, printed)
    };
    CSP_MISPRINTS.iter().find(is).map(|it| it.meant)
}

/// Table 1.
#[rustfmt::skip]
pub const CSP_REDUCED: [CspRow; 30] = [
    CspRow { example: "ListStack", parameters: "6,4,3", reduced: figure("108.9K", "0.41") },
    CspRow { example: "ListStack", parameters: "7,4,2", reduced: figure("37.57K", "0.29") },
    CspRow { example: "ListStack", parameters: "8,4,2", reduced: figure("75.33K", "0.41") },
    CspRow { example: "ListStack", parameters: "8,4,4", reduced: figure("3971K", "8.6") },
    CspRow { example: "ListStack", parameters: "12,4,2", reduced: figure("1208K", "6.2") },
    CspRow { example: "ListStack", parameters: "19,4,2", reduced: figure("154.6M", "1130") },
    CspRow { example: "TreeBroadcast", parameters: "5,2", reduced: figure("4362K", "3.2") },
    CspRow { example: "TreeBroadcast", parameters: "6,2", reduced: figure("3547M", "3710") },
    CspRow { example: "DiningPhilosophers", parameters: "12", reduced: figure("45.38M", "227") },
    CspRow { example: "DiningPhilosophers", parameters: "14", reduced: figure("1149M", "8170") },
    CspRow { example: "LockFreeQueue", parameters: "4,3,3", reduced: figure("6654K", "24") },
    CspRow { example: "LockFreeQueue", parameters: "5,2,3", reduced: figure("614.7K", "1.3") },
    CspRow { example: "LockFreeQueue", parameters: "5,3,3", reduced: figure("139.1M", "692") },
    CspRow { example: "LockFreeQueue", parameters: "6,2,2", reduced: figure("644.9K", "1.6") },
    CspRow { example: "LockFreeQueue", parameters: "6,3,2", reduced: figure("173.7M", "823") },
    CspRow { example: "LockFreeQueue", parameters: "7,2,2", reduced: figure("3310K", "10") },
    CspRow { example: "LockFreeQueue", parameters: "11,2,2", reduced: figure("1412M", "8540") },
    CspRow { example: "CoarseGrainedListSet", parameters: "4,3", reduced: figure("771.8K", "1.3") },
    CspRow { example: "CoarseGrainedListSet", parameters: "5,3", reduced: figure("4140K", "7.9") },
    CspRow { example: "CoarseGrainedListSet", parameters: "6,3", reduced: figure("19.15M", "31") },
    CspRow { example: "CoarseGrainedListSet", parameters: "7,3", reduced: figure("107.5M", "183") },
    CspRow { example: "FineGrainedListSet", parameters: "3,3", reduced: figure("1406K", "1.9") },
    CspRow { example: "FineGrainedListSet", parameters: "4,3", reduced: figure("18.12M", "30") },
    CspRow { example: "FineGrainedListSet", parameters: "5,3", reduced: figure("173.4M", "303") },
    CspRow { example: "FineGrainedListSet", parameters: "6,3", reduced: figure("1296M", "2530") },
    CspRow { example: "ArrayQueue", parameters: "2,2,4,2", reduced: figure("82.68K", "0.42") },
    CspRow { example: "ArrayQueue", parameters: "3,2,6,3", reduced: figure("102.3M", "202") },
    CspRow { example: "Peterson", parameters: "6", reduced: figure("251.4K", "0.74") },
    CspRow { example: "Peterson", parameters: "7", reduced: figure("4343K", "13") },
    CspRow { example: "Database", parameters: "16", reduced: figure("106", "2.4") },
];

/// Table 2.
#[rustfmt::skip]
pub const CSP_STRATEGIES: [CspStrategiesRow; 25] = [
    CspStrategiesRow { example: "ListStack", parameters: "6,4,3", component_order: figure("650.9K", "1.4"), sorted: figure("1146K", "0.47"), segmented: figure("650.1K", "299") },
    CspStrategiesRow { example: "ListStack", parameters: "7,4,2", component_order: figure("75.12K", "0.40"), sorted: figure("100.6K", "0.18"), segmented: figure("75.11K", "205") },
    CspStrategiesRow { example: "ListStack", parameters: "8,4,2", component_order: figure("150.6K", "0.58"), sorted: figure("201.7K", "0.26"), segmented: figure("150.6K", "3310") },
    CspStrategiesRow { example: "ListStack", parameters: "8,4,4", component_order: figure("94.39M", "169"), sorted: figure("206.0M", "50"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "ListStack", parameters: "10,4,2", component_order: figure("1507M", "1760"), sorted: figure("3295M", "985"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "ListStack", parameters: "12,4,2", component_order: figure("out of memory", "-"), sorted: figure("out of memory", "-"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "TreeBroadcast", parameters: "5,2", component_order: figure("4508K", "3.0"), sorted: figure("5063K", "2.5"), segmented: figure("4503K", "2.9") },
    CspStrategiesRow { example: "TreeBroadcast", parameters: "6,2", component_order: figure("3595M", "3580"), sorted: figure("4023M", "3230"), segmented: figure("3619M", "3560") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "4,3,3", component_order: figure("39.25M", "114"), sorted: figure("134.3M", "223"), segmented: figure("39.15K", "1030") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "5,2,3", component_order: figure("3643K", "7.1"), sorted: figure("10.63M", "7.5"), segmented: figure("2890K", "117") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "5,3,3", component_order: figure("829.5M", "3820"), sorted: figure("2921M", "7530"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "6,2,2", component_order: figure("1290K", "2.8"), sorted: figure("6488K", "5.1"), segmented: figure("1238K", "240") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "6,3,2", component_order: figure("347.2M", "1600"), sorted: figure("2453M", "6130"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "7,2,2", component_order: figure("6619K", "17"), sorted: figure("42.07M", "32"), segmented: figure("4943K", "7700") },
    CspStrategiesRow { example: "LockFreeQueue", parameters: "11,2,2", component_order: figure("2824M", "16500"), sorted: figure("out of memory", "-"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "CoarseGrainedListSet", parameters: "4,3", component_order: figure("771.8K", "1.3"), sorted: figure("771.8K", "0.85"), segmented: figure("771.8K", "5.5") },
    CspStrategiesRow { example: "CoarseGrainedListSet", parameters: "5,3", component_order: figure("4139K", "7.9"), sorted: figure("4139K", "5.0"), segmented: figure("4139K", "37") },
    CspStrategiesRow { example: "CoarseGrainedListSet", parameters: "6,3", component_order: figure("19.15M", "31"), sorted: figure("19.15M", "19"), segmented: figure("19.15M", "334") },
    CspStrategiesRow { example: "CoarseGrainedListSet", parameters: "7,3", component_order: figure("107.5M", "183"), sorted: figure("107.5M", "113"), segmented: figure("107.5M", "3750") },
    CspStrategiesRow { example: "FineGrainedListSet", parameters: "3,3", component_order: figure("1406K", "1.9"), sorted: figure("1440K", "1.0"), segmented: figure("1428K", "46") },
    CspStrategiesRow { example: "FineGrainedListSet", parameters: "4,3", component_order: figure("18.12M", "30"), sorted: figure("7951K", "19"), segmented: figure("7863K", "2720") },
    CspStrategiesRow { example: "FineGrainedListSet", parameters: "5,3", component_order: figure("173.4M", "303"), sorted: figure("304.2M", "700"), segmented: figure("timeout", "-") },
    CspStrategiesRow { example: "FineGrainedListSet", parameters: "6,3", component_order: figure("1296M", "2530"), sorted: figure("out of memory", "-"), segmented: figure("-", "-") },
    CspStrategiesRow { example: "ArrayQueue", parameters: "2,2,4,2", component_order: figure("4349K", "2.5"), sorted: figure("4389K", "1.2"), segmented: figure("4343K", "1.9") },
    CspStrategiesRow { example: "ArrayQueue", parameters: "3,2,6,3", component_order: figure("out of memory", "-"), sorted: figure("out of memory", "-"), segmented: figure("out of memory", "-") },
];

#[cfg(test)]
mod tests {
    use super::{CSP_REDUCED, CSP_STRATEGIES, CspFigure};
    use crate::published::tests::published;

    fn check(figure: CspFigure, line: &[String]) {
        assert_eq!([figure.states, figure.seconds], line[..2]);
    }

    #[test]
    fn table_1_is_as_printed() {
        let Some(lines) = published("fdr-table1.csv") else { return };
        assert_eq!(lines.len(), CSP_REDUCED.len());
        for (row, line) in CSP_REDUCED.iter().zip(lines) {
            assert_eq!([row.example, row.parameters], line[..2]);
            check(row.reduced, &line[4..]);
        }
    }

    #[test]
    fn table_2_is_as_printed() {
        let Some(lines) = published("fdr-table2.csv") else { return };
        assert_eq!(lines.len(), CSP_STRATEGIES.len());
        for (row, line) in CSP_STRATEGIES.iter().zip(lines) {
            assert_eq!([row.example, row.parameters], line[..2]);
            check(row.component_order, &line[2..]);
            check(row.sorted, &line[4..]);
            check(row.segmented, &line[6..]);
        }
    }
}
