//! Groups, histograms and neighbourhoods.

use pictures::{Edge, Generator, GroupPicture, Histogram, Neighbourhood, Node, NodeKind, Series};
use proptest::option;
use proptest::prelude::*;
use roxmltree::Document;

use crate::support::{of_class, read};

/// All text that is shown without a pointer.
fn shown(document: &Document<'_>) -> String {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text()).map(|text| format!("{text}\n")).collect()
}

fn generator(name: &str, cycles: &[&[usize]]) -> Generator {
    Generator { name: name.to_owned(), cycles: cycles.iter().map(|cycle| cycle.to_vec()).collect() }
}

fn wreath() -> GroupPicture {
    GroupPicture {
        title: "S3 wr S2".to_owned(),
        points: (0..8).map(|point| format!("p{point}")).collect(),
        orbits: vec![vec![0, 3, 1, 4, 2, 5]],
        generators: vec![
            generator("exchange", &[&[0, 1]]),
            generator("cycle", &[&[0, 1, 2]]),
            generator("swap", &[&[0, 3], &[1, 4], &[2, 5]]),
        ],
        blocks: vec![vec![vec![0, 1, 2], vec![3, 4, 5]]],
    }
}

#[test]
fn a_group_shows_points_blocks_and_generators() {
    let svg = wreath().svg();
    let document = read(&svg);
    assert_eq!(of_class(&document, "point").len(), 8);
    assert_eq!(of_class(&document, "block").len(), 2);
    // An exchange is one arrow with two heads.
    assert_eq!(of_class(&document, "arrow").len(), 1 + 3 + 3);
    assert_eq!(of_class(&document, "generator").len(), 3);
    let text = shown(&document);
    assert!(text.contains("orbit of 6") && text.contains("fixed"), "{text}");
    assert!(text.contains("(p0 p3)(p1 p4)(p2 p5)"), "{text}");
}

#[test]
fn each_generator_has_dashes_of_its_own() {
    let mut picture = wreath();
    picture.generators = (0..9).map(|index| generator(&format!("g{index}"), &[&[0, 1]])).collect();
    let svg = picture.svg();
    let document = read(&svg);
    let arrows = of_class(&document, "arrow");
    let dashes = |arrow: &roxmltree::Node<'_, '_>| {
        let path = arrow.children().find(|child| child.has_tag_name("path"));
        path.and_then(|path| path.attribute("stroke-dasharray")).map(str::to_owned)
    };
    let mut found: Vec<_> = arrows.iter().filter_map(dashes).collect();
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 8);
}

#[test]
fn what_a_group_leaves_out_is_said() {
    let mut picture = wreath();
    picture.points = (0..300).map(|point| point.to_string()).collect();
    picture.orbits = vec![(0..250).collect()];
    picture.generators =
        (0..59).map(|index| generator(&format!("g{index}"), &[&[index, index + 1]])).collect();
    let svg = picture.svg();
    let text = shown(&read(&svg));
    for said in ["… and 50 more points of orbits", "… and 18 more fixed points", "… and 31 more"]
    {
        assert!(text.contains(said), "{said} in {text}");
    }
}

fn histogram(series: &[&[u64]]) -> Histogram {
    let one = |(index, values): (usize, &&[u64])| Series {
        name: format!("s{index}"),
        values: values.to_vec(),
    };
    Histogram {
        title: "States by depth".to_owned(),
        label_x: "depth".to_owned(),
        label_y: "states".to_owned(),
        series: series.iter().enumerate().map(one).collect(),
    }
}

#[test]
fn a_histogram_tells_each_column() {
    let svg = histogram(&[&[1, 20, 300], &[1, 2]]).svg();
    let document = read(&svg);
    let columns = of_class(&document, "column");
    let title = columns[1].first_element_child().and_then(|title| title.text());
    assert_eq!((columns.len(), title), (3, Some("depth 1\ns0: 20\ns1: 2")));
    assert_eq!(of_class(&document, "series").len(), 2);
}

#[test]
fn many_columns_are_grouped_and_the_picture_says_so() {
    let svg = histogram(&[&[1; 1_000]]).svg();
    let document = read(&svg);
    assert_eq!(of_class(&document, "column").len(), 334);
    assert!(shown(&document).contains("each column is 3 values"));
}

fn neighbourhood(nodes: usize, edges: &[(usize, usize)]) -> Neighbourhood {
    let node = |index: usize| Node {
        label: format!("state {index}"),
        distance: u32::try_from(index).expect("a small number").min(4),
        kind: if index == 0 { NodeKind::Here } else { NodeKind::Ordinary },
        size: None,
    };
    let edge = |&(from, to): &(usize, usize)| Edge { from, to, label: "go".to_owned(), via: None };
    Neighbourhood {
        title: "Near".to_owned(),
        nodes: (0..nodes).map(node).collect(),
        edges: edges.iter().map(edge).collect(),
        left_out: Some("only a part".to_owned()),
    }
}

#[test]
fn a_neighbourhood_shows_states_and_edges() {
    let mut picture = neighbourhood(4, &[(0, 1), (0, 1), (1, 2), (2, 0), (3, 3), (3, 9)]);
    picture.edges[2].via = Some("(a b)".to_owned());
    let svg = picture.svg();
    let document = read(&svg);
    assert_eq!(of_class(&document, "node").len(), 4);
    // Edges between the same states are drawn as one, and those to nowhere are not.
    assert_eq!(of_class(&document, "edge").len(), 4);
    let text = shown(&document);
    assert!(text.contains("then (a b)") && text.contains("only a part"), "{text}");
}

#[test]
fn far_states_are_left_out_and_the_picture_says_so() {
    let svg = neighbourhood(100, &[]).svg();
    let document = read(&svg);
    assert_eq!(of_class(&document, "node").len(), 80);
    assert!(shown(&document).contains("… and 20 more states"));
}

fn lists() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(0..30_usize, 0..20), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_group_is_drawn(
        points in prop::collection::vec(".{0,12}", 0..30),
        orbits in lists(),
        cycles in prop::collection::vec((".{0,9}", lists()), 0..12),
        blocks in prop::collection::vec(lists(), 0..4),
    ) {
        let generator = |(name, cycles)| Generator { name, cycles };
        let generators = cycles.into_iter().map(generator).collect();
        let picture = GroupPicture { title: "group".to_owned(), points, orbits, generators, blocks };
        let svg = picture.svg();
        prop_assert_eq!(&svg, &picture.svg());
        // All are drawn: there are no more than fit.
        prop_assert_eq!(of_class(&read(&svg), "point").len(), picture.points.len());
    }

    #[test]
    fn any_histogram_is_drawn(
        series in prop::collection::vec(prop::collection::vec(any::<u64>(), 0..900), 0..5),
    ) {
        let series: Vec<&[u64]> = series.iter().map(|values| &values[..]).collect();
        let svg = histogram(&series).svg();
        let document = read(&svg);
        prop_assert!(of_class(&document, "column").len() <= 400);
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn any_neighbourhood_is_drawn(
        nodes in prop::collection::vec((".{0,30}", 0..6_u32, option::of(".{0,9}")), 0..40),
        edges in prop::collection::vec((0..42_usize, 0..42_usize, ".{0,20}", option::of(".{0,9}")), 0..80),
    ) {
        let node = |(label, distance, size)| Node { label, distance, kind: NodeKind::Deadlock, size };
        let edge = |(from, to, label, via)| Edge { from, to, label, via };
        let picture = Neighbourhood {
            title: "near".to_owned(),
            nodes: nodes.into_iter().map(node).collect(),
            edges: edges.into_iter().map(edge).collect(),
            left_out: None,
        };
        let svg = picture.svg();
        prop_assert_eq!(&svg, &picture.svg());
        prop_assert_eq!(of_class(&read(&svg), "node").len(), picture.nodes.len());
        prop_assert!(!svg.contains("NaN"));
    }
}
