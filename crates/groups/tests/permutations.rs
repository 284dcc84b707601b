//! Permutations: laws, notation, errors.

use groups::{ColouredGraph, GraphError, Permutation, PermutationError};
use proptest::prelude::*;

fn permutation() -> impl Strategy<Value = Permutation> {
    let images = (0..12u32).prop_flat_map(|n| Just((0..n).collect::<Vec<u32>>()).prop_shuffle());
    images.prop_map(|images| Permutation::from_images(images).unwrap())
}

proptest! {
    #[test]
    fn laws(p in permutation(), q in permutation(), r in permutation(), x in 0..15usize) {
        prop_assert_eq!(p.then(&q).image(x), q.image(p.image(x)));
        prop_assert_eq!(p.then(&q).then(&r), p.then(&q.then(&r)));
        prop_assert_eq!(p.compose(&q), p.then(&q));
        prop_assert!(p.then(&p.inverse()).is_identity());
        prop_assert_eq!(p.inverse().image(p.image(x)), x);
        prop_assert_eq!(p.preimage(x), p.inverse().image(x));
        prop_assert_eq!(p.conjugate(&q).image(q.image(x)), q.image(p.image(x)));
        prop_assert_eq!(p.support().contains(&x), p.image(x) != x);
        let longer = p.with_degree(20);
        prop_assert_eq!((longer.degree(), longer.image(x)), (20, p.image(x)));
        prop_assert_eq!(longer.with_degree(p.degree()), p.clone());
    }

    #[test]
    fn order_is_the_least_power_that_is_the_identity(p in permutation()) {
        let mut power = p.clone();
        let mut order = 1u32;
        while !power.is_identity() {
            power = power.then(&p);
            order += 1;
        }
        prop_assert_eq!(p.order(), order.into());
    }

    #[test]
    fn printed_permutations_are_read_again(p in permutation()) {
        let text = p.to_string();
        prop_assert_eq!(&Permutation::parse(p.degree(), &text, 1).unwrap(), &p);
        prop_assert_eq!(&Permutation::parse(p.degree(), &text.replace(' ', " , "), 1).unwrap(), &p);
        prop_assert_eq!(Permutation::from_cycles(p.degree(), &p.cycles()).unwrap(), p);
    }

    #[test]
    fn no_text_makes_the_parser_panic(degree in 0..9usize, text in "[()0-9, é\n]{0,12}", first in 0..3usize) {
        if let Ok(p) = Permutation::parse(degree, &text, first) {
            prop_assert_eq!(p.degree(), degree);
            prop_assert!(Permutation::from_images(p.images().to_vec()).is_ok());
        }
        let _ = Permutation::parse(degree, &text.repeat(3), first);
    }

    #[test]
    fn restriction(p in permutation(), keep in proptest::collection::vec(any::<bool>(), 12)) {
        let cycles = p.cycles();
        let cycles: Vec<_> = cycles.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(c, _)| c.clone()).collect();
        let points: Vec<usize> = cycles.concat();
        let restricted = p.restricted_to(&points).unwrap();
        for (index, &point) in points.iter().enumerate() {
            prop_assert_eq!(points[restricted.image(index)], p.image(point));
        }
        if let Some(moved) = p.support().first() {
            prop_assert_eq!(p.restricted_to(&[*moved]), None);
            prop_assert_eq!(p.restricted_to(&[20, 20]), None);
        }
    }
}

#[test]
fn notation() {
    let parse = |text| Permutation::parse(5, text, 1);
    let p = parse("(1 2 3)(4 5)").unwrap();
    assert_eq!(p.images(), [1, 2, 0, 4, 3]);
    assert_eq!(parse(" ( 1,2 ,3 )\n(4 5) ").unwrap(), p);
    assert_eq!(Permutation::parse(5, "(0 1 2)(3,4)", 0).unwrap(), p);
    assert_eq!(p.cycles(), [vec![0, 1, 2], vec![3, 4]]);
    assert_eq!(p.to_string(), "(1 2 3)(4 5)");
    assert_eq!(parse("(5 4)(2 3 1)").unwrap(), p);
    assert!(parse("()").unwrap().is_identity() && parse("(2)(1)").unwrap().is_identity());
    assert_eq!(Permutation::identity(3).to_string(), "()");
    let syntax = |at, expected| Err(PermutationError::Syntax { at, expected });
    assert_eq!(parse(""), syntax(0, "`(`"));
    assert_eq!(parse("1 2"), syntax(0, "`(`"));
    assert_eq!(parse("(1 2"), syntax(4, "a point or `)`"));
    assert_eq!(parse("(1,)"), syntax(3, "a point"));
    assert_eq!(parse("(,1)"), syntax(1, "a point or `)`"));
    assert_eq!(parse("(1 2) 3"), syntax(6, "`(`"));
    assert_eq!(parse("(1 -2)"), syntax(3, "a point or `)`"));
    assert_eq!(parse("(0 1)"), Err(PermutationError::OutOfRange(0)));
    assert_eq!(parse("(1 6)"), Err(PermutationError::OutOfRange(6)));
    assert_eq!(parse("(1 2)(2 3)"), Err(PermutationError::Repeated(2)));
    assert_eq!(parse("(1 2 1)"), Err(PermutationError::Repeated(1)));
    assert_eq!(parse("(99999999999999999999999)"), Err(PermutationError::TooManyPoints));
    assert_eq!(Permutation::from_images(vec![0, 2]), Err(PermutationError::OutOfRange(2)));
    assert_eq!(Permutation::from_images(vec![1, 1]), Err(PermutationError::Repeated(1)));
    assert_eq!(PermutationError::Repeated(2).to_string(), "2 occurs twice");
}

#[test]
fn edges_need_vertices() {
    let mut graph = ColouredGraph::new(vec![0, 0]);
    assert_eq!(graph.try_add_edge(0, 2, 5), Err(GraphError::NoSuchVertex(2)));
    assert_eq!(graph.try_add_edge(1, 1, 5), Ok(()));
    assert!(!graph.is_automorphism(&Permutation::parse(2, "(0 1)", 0).unwrap()));
    assert!(!graph.is_automorphism(&Permutation::parse(3, "(0 2)", 0).unwrap()));
    graph.add_edge(0, 0, 5);
    assert!(graph.is_automorphism(&Permutation::parse(2, "(0 1)", 0).unwrap()));
    let mut other = ColouredGraph::new(vec![0, 0]);
    other.add_edge(0, 0, 5);
    assert_ne!(graph, other);
    other.add_edge(1, 1, 5);
    assert_eq!(graph, other);
}
