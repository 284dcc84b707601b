//! The value of `--representative`: a strategy and its variants.

use checking::RepresentativeRequest;
use symmetry::{
    ComparePointers, ComponentOrderBy, EnumerateBy, Explore, SortedBy, Strategy, StrategyOptions,
};

/// The name under which the choice is left to the program.
const AUTO: &str = "auto";

/// A variant of a strategy.
struct Variant {
    /// The strategy; none if every strategy has the variant.
    of: Option<Strategy>,
    name: &'static str,
    choose: fn(&mut StrategyOptions),
}

const fn variant(of: Strategy, name: &'static str, choose: fn(&mut StrategyOptions)) -> Variant {
    Variant { of: Some(of), name, choose }
}

const VARIANTS: [Variant; 15] = [
    variant(Strategy::Sorted, "main", |options| options.sorted_by = SortedBy::Main),
    variant(Strategy::Sorted, "swaps", |options| options.sorted_by = SortedBy::Swaps),
    variant(Strategy::Sorted, "records", |options| options.sorted_by = SortedBy::Records),
    variant(Strategy::Segmented, "main", |options| options.sorted_by = SortedBy::Main),
    variant(Strategy::Segmented, "records", |options| options.sorted_by = SortedBy::Records),
    variant(Strategy::Enumerate, "chain", |options| options.enumerate.by = EnumerateBy::Chain),
    variant(Strategy::Enumerate, "elements", |options| {
        options.enumerate.by = EnumerateBy::Elements;
    }),
    variant(Strategy::Enumerate, "transpositions", |options| {
        options.enumerate.transpositions = true;
    }),
    variant(Strategy::ComponentOrder, "n", |options| {
        options.component_order = ComponentOrderBy::N;
    }),
    variant(Strategy::ComponentOrder, "n-prime", |options| {
        options.component_order = ComponentOrderBy::NPrime;
    }),
    variant(Strategy::ComponentOrder, "n-double-prime", |options| {
        options.component_order = ComponentOrderBy::NDoublePrime;
    }),
    variant(Strategy::Sinc, "unmet", |options| options.compare_pointers = ComparePointers::Unmet),
    variant(Strategy::Sinc, "always", |options| options.compare_pointers = ComparePointers::Always),
    variant(Strategy::Sinc, "printed", |options| {
        options.compare_pointers = ComparePointers::Printed;
    }),
    Variant { of: None, name: "concrete", choose: |options| options.explore = Explore::Concrete },
];

/// Reads `NAME` or `NAME:VARIANT,VARIANT`.
///
/// # Errors
/// A name that no strategy has, or that none of its variants has.
pub fn representative(text: &str) -> Result<RepresentativeRequest, String> {
    let (name, variants) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
    let strategy = match Strategy::from_name(name) {
        None if name != AUTO => {
            let names = Strategy::ALL.map(Strategy::name).join("`, `");
            return Err(format!("no strategy has this name: there are `{AUTO}`, `{names}`"));
        }
        strategy => strategy,
    };
    let mut options = StrategyOptions::default();
    for wanted in variants.into_iter().flat_map(|variants| variants.split(',')) {
        let mut offered = VARIANTS.iter().filter(|it| it.of.is_none() || it.of == strategy);
        match offered.clone().find(|it| it.name == wanted) {
            Some(variant) => (variant.choose)(&mut options),
            None => {
                let first = offered.next().map_or("", |it| it.name);
                let names = offered.fold(first.to_owned(), |names, it| names + "`, `" + it.name);
                return Err(format!("`{name}` has no variant `{wanted}`: there are `{names}`"));
            }
        }
    }
    Ok(RepresentativeRequest { strategy, options })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_comes_with_its_variants() {
        let wanted = representative("enumerate:elements,transpositions,concrete").unwrap();
        assert_eq!(wanted.strategy, Some(Strategy::Enumerate));
        assert_eq!(wanted.options.enumerate.by, EnumerateBy::Elements);
        assert!(wanted.options.enumerate.transpositions);
        assert_eq!(wanted.options.explore, Explore::Concrete);
        assert_eq!(representative("auto").unwrap().strategy, None);
        assert_eq!(representative("auto:concrete").unwrap().options.explore, Explore::Concrete);
    }

    #[test]
    fn foreign_variants_are_refused_by_name() {
        let refused = |text| representative(text).unwrap_err();
        assert_eq!(
            refused("canonical:main"),
            "`canonical` has no variant `main`: there are `concrete`"
        );
        assert_eq!(
            refused("segmented:swaps"),
            "`segmented` has no variant `swaps`: there are `main`, `records`, `concrete`"
        );
        assert!(refused("sorted:").starts_with("`sorted` has no variant ``"));
        assert!(refused("frobnicate").contains("`auto`, `approximate-markers`"));
    }

    /// Whatever differs from the default can be asked for, alone or with others.
    #[test]
    fn every_variant_of_a_strategy_has_a_name() {
        for strategy in Strategy::ALL {
            for options in strategy.variants() {
                let mut names: Vec<&str> = Vec::new();
                for variant in VARIANTS.iter().filter(|it| it.of == Some(strategy)) {
                    let mut chosen = options;
                    (variant.choose)(&mut chosen);
                    if chosen == options {
                        names.push(variant.name);
                    }
                }
                let text = format!("{}:{}", strategy.name(), names.join(","));
                let wanted = representative(text.trim_end_matches(':')).unwrap();
                assert_eq!(wanted.options, options, "{text}");
            }
        }
    }
}
