//! Groups whose orders are in the books, and their names.

use crate::common;
use crate::common::factorial;
use groups::{Group, Permutation, automorphisms, describe};
use num_bigint::BigUint;

fn group(degree: usize, generators: &[&str]) -> Group {
    let parse = |text: &&str| Permutation::parse(degree, text, 1).unwrap();
    Group::from_generators(degree, generators.iter().map(parse).collect())
}

/// `S_k wr S_m` on `k · m` points, and the same in step on a copy of these points for each further copy.
fn wreath(k: usize, m: usize, copies: usize) -> Group {
    let size = k * m;
    let make = |image: &dyn Fn(usize) -> usize| {
        let images =
            (0..copies * size).map(|x| (x / size * size + image(x % size)) as u32).collect();
        Permutation::from_images(images).unwrap()
    };
    let exchange = |a: usize, b: usize| {
        move |x: usize| {
            if x == a {
                b
            } else if x == b {
                a
            } else {
                x
            }
        }
    };
    let generators = vec![
        make(&|x| if x < k { (x + 1) % k } else { x }),
        make(&exchange(0, 1 % k)),
        make(&|x| (x + k) % size),
        make(&|x| {
            if m > 1 && x < 2 * k { (x + k) % (2 * k) } else { x }
        }),
    ];
    Group::from_generators(copies * size, generators)
}

#[test]
fn symmetric_groups() {
    for n in 0..=20 {
        let group = Group::symmetric(n);
        assert_eq!(group.order(), factorial(n as u32));
        assert_eq!(describe(&group), if n < 2 { "1".to_string() } else { format!("S{n}") });
    }
}

#[test]
fn alternating_cyclic_dihedral() {
    for n in 3..=12u32 {
        let cycle: Vec<usize> = (0..n as usize).collect();
        let rotation = Permutation::from_cycles(n as usize, &[cycle]).unwrap();
        let reflection = Permutation::from_images((0..n).map(|x| n - 1 - x).collect()).unwrap();
        let cyclic = Group::from_generators(n as usize, vec![rotation.clone()]);
        assert_eq!(cyclic.order(), n.into());
        assert_eq!(describe(&cyclic), format!("C{n}"));
        let dihedral = Group::from_generators(n as usize, vec![rotation, reflection]);
        assert_eq!(dihedral.order(), (2 * n).into());
        assert_eq!(describe(&dihedral), if n == 3 { "S3".to_string() } else { format!("D{n}") });
        let three_cycle =
            |i: usize| Permutation::from_cycles(n as usize, &[vec![0, 1, i]]).unwrap();
        let alternating =
            Group::from_generators(n as usize, (2..n as usize).map(three_cycle).collect());
        assert_eq!(alternating.order(), factorial(n) / 2u32);
        assert_eq!(describe(&alternating), if n == 3 { "C3".to_string() } else { format!("A{n}") });
    }
}

#[test]
fn mathieu_groups() {
    let m11 = ["(1,2,3,4,5,6,7,8,9,10,11)", "(3,7,11,8)(4,10,5,6)"];
    let m12 = [m11[0], m11[1], "(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)"];
    assert_eq!(group(11, &m11).order(), 7920u32.into());
    assert_eq!(group(12, &m12).order(), 95040u32.into());
    assert_eq!(group(11, &m11).stabiliser(4).stabiliser(7).order(), 72u32.into());
    assert_eq!(describe(&group(12, &m12)), "group of order 95040");
    let m24 = [
        "(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23)",
        "(3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16)",
        "(1,24)(2,23)(3,12)(4,16)(5,18)(6,10)(7,20)(8,14)(9,21)(11,17)(13,22)(15,19)",
    ];
    assert_eq!(group(24, &m24).order(), 244_823_040u32.into());
}

#[test]
fn wreath_products() {
    for (k, m) in [(2, 3), (3, 2), (3, 3), (4, 2), (2, 6), (12, 3), (5, 4)] {
        for copies in [1, 2] {
            let group = wreath(k, m, copies);
            assert_eq!(group.order(), factorial(k as u32).pow(m as u32) * factorial(m as u32));
            assert_eq!(describe(&group), format!("S{k} wr S{m}"));
        }
    }
}

#[test]
fn large_symmetric_group_on_two_blocks() {
    let group = wreath(100, 1, 2);
    assert_eq!(group.order(), factorial(100));
    assert_eq!(describe(&group), "S100");
    let fixing = group.pointwise_stabiliser(&[3, 150]);
    assert_eq!(fixing.order(), factorial(98));
    assert_eq!(describe(&fixing), "S98");
}

#[test]
fn names_of_products() {
    let names = [
        (5, &["(1 2)", "(3 4 5)"][..], "C3 x S2"),
        (6, &["(1 2)", "(3 4 5)", "(3 4)"], "S3 x S2"),
        (6, &["(1 2 3)", "(1 2)", "(4 5 6)", "(4 5)"], "S3 x S3"),
        (8, &["(1 2)", "(3 4)", "(5 6)", "(7 8)"], "S2^4"),
        (4, &["(1 2)(3 4)"], "S2"),
        (2, &["(1 2)"], "S2"),
        (4, &["(1 2)(3 4)", "(1 3)(2 4)"], "C2 x C2"),
        (4, &["(1 2)", "(1 3)(2 4)"], "D4"),
        // Subdirect products: S3 on either triple, but the parities agree.
        (6, &["(1 2 3)", "(4 5 6)", "(1 2)(4 5)"], "group of order 18"),
        // Three exchanges, of which always two happen.
        (6, &["(1 2)(3 4)", "(3 4)(5 6)"], "C2 x C2"),
        (8, &["(1 2)(3 4)", "(3 4)(5 6)", "(7 8)"], "C2 x C2 x S2"),
        // S3 in its regular action, and as the top of what is a wreath product, but not S2 wr S3.
        (6, &["(1 2 3)(4 5 6)", "(1 4)(2 6)(3 5)"], "S3"),
        (8, &["(1 2 3 4)(5 6 7 8)", "(1 5 3 7)(2 8 4 6)"], "group of order 8"),
        (12, &["(1 2 3)(4 5 6)(7 8 9)(10 11 12)", "(1 4)(2 6)(3 5)(7 10)(8 12)(9 11)"], "S3"),
        (9, &["(1 2 3)", "(1 4 7)(2 5 8)(3 6 9)"], "C3 wr C3"),
        (
            9,
            &["(1 2 3)", "(1 4)(2 5)(3 6)", "(1 4 7)(2 5 8)(3 6 9)", "(2 3)(5 6)(8 9)"],
            "group of order 324",
        ),
        (
            12,
            &["(1 2 3)", "(1 2)", "(1 4)(2 5)(3 6)", "(1 7)(2 8)(3 9)(4 10)(5 11)(6 12)"],
            "S3 wr D4",
        ),
    ];
    for (degree, generators, name) in names {
        let group = group(degree, generators);
        assert_eq!(describe(&group), name, "{group:?}");
    }
    // The regular S3 as top of a wreath product: order 2^6 · 6 and not 2^3 · 6.
    let regular = group(
        12,
        &["(1 2)", "(1 3 5)(2 4 6)(7 9 11)(8 10 12)", "(1 7)(2 8)(3 11)(4 12)(5 9)(6 10)"],
    );
    assert_eq!(regular.order(), (64u32 * 6).into());
    assert_eq!(describe(&regular), "group of order 384");
}

#[test]
fn graphs_named() {
    let name = |graph| {
        let vertices = groups::ColouredGraph::vertex_count(&graph);
        describe(&automorphisms(&graph).group(vertices))
    };
    assert_eq!(name(common::complete(7)), "S7");
    assert_eq!(name(common::cycle(9)), "D9");
    assert_eq!(name(common::union(&vec![common::complete(4); 3])), "S4 wr S3");
    assert_eq!(name(common::union(&[common::cycle(6), common::cycle(6)])), "D6 wr S2");
    assert_eq!(name(common::program(7, 30, 5)), "S7");
    let graph = common::program(100, 50, 20);
    let found = automorphisms(&graph);
    let processes: Vec<usize> = (0..100).map(|i| 20 + 50 * i).collect();
    let group = found.action_on(&processes).unwrap();
    assert_eq!(describe(&group), "S100");
    assert_eq!(group.order(), factorial(100));
    assert!(found.action_on(&processes[1..]).is_none());
    assert_eq!(BigUint::from(1u32), Group::trivial(4).order());
}
