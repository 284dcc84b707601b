//! Channel diagrams: their automorphisms against orders computed by hand, and their pictures against the diagrams.

use std::collections::HashMap;

use baselines::channel_diagram::ChannelDiagram;
use groups::{BigUint, ColouredGraph, automorphisms};
use roxmltree::{Document, Node};
use testing::peers::{Peer, ask};

/// Clients with a channel each, on which they ask and a server answers.
fn star(clients: usize) -> ChannelDiagram {
    let mut diagram = ChannelDiagram::new();
    let server = diagram.add_process("server(0)".to_owned(), "server");
    for client in 1..=clients {
        let process = diagram.add_process(format!("client({client})"), "client");
        let channel = diagram.add_channel(format!("link{client}"), "[1] of {byte}");
        diagram.add_edge(process, channel);
        diagram.add_edge(channel, server);
        diagram.add_edge(channel, process);
    }
    diagram
}

/// A process at each corner, which receives on its own channel and sends on those of its neighbours.
fn hypercube(dimensions: u32) -> ChannelDiagram {
    let mut diagram = ChannelDiagram::new();
    let corners = 1 << dimensions;
    for corner in 0..corners {
        diagram.add_process(format!("node({corner})"), "node");
    }
    for corner in 0..corners {
        let channel = diagram.add_channel(format!("link{corner}"), "[1] of {byte}");
        diagram.add_edge(channel, corner);
        for dimension in 0..dimensions {
            diagram.add_edge(corner ^ (1 << dimension), channel);
        }
    }
    diagram
}

/// Processes that each send to the next.
fn ring(count: usize) -> ChannelDiagram {
    let mut diagram = ChannelDiagram::new();
    for process in 0..count {
        diagram.add_process(format!("p({process})"), "p");
    }
    for process in 0..count {
        let channel = diagram.add_channel(format!("c{process}"), "[0] of {pid, chan}");
        diagram.add_edge(process, channel);
        diagram.add_edge(channel, (process + 1) % count);
    }
    diagram
}

/// Names that a careless writer would let through.
fn awkward() -> ChannelDiagram {
    let mut diagram = ChannelDiagram::new();
    let a = diagram.add_process("a\"<&>\\\n'\u{1}(0)".to_owned(), "type <&\"'>");
    let b = diagram.add_process("ä\u{ffff}(1)".to_owned(), "type <&\"'>");
    let c = diagram.add_channel("--> c]]>".to_owned(), "[2] of {int, \\N}");
    diagram.add_edge(a, c);
    diagram.add_edge(b, c);
    diagram.add_edge(c, 17);
    diagram
}

/// Each with its number of automorphisms.
fn diagrams() -> Vec<(ChannelDiagram, u64)> {
    vec![
        (ChannelDiagram::new(), 1),
        (star(1), 1),
        (star(5), 120),
        (hypercube(3), 48),
        (hypercube(4), 384),
        (ring(6), 6),
        (awkward(), 2),
    ]
}

#[test]
fn automorphisms_are_counted() {
    for (diagram, order) in diagrams() {
        assert_eq!(diagram.automorphisms().order(), order.into());
    }
}

#[test]
fn colours_tell_processes_channels_and_signatures_apart() {
    let mut diagram = ChannelDiagram::new();
    diagram.add_process("x".to_owned(), "a");
    diagram.add_channel("x".to_owned(), "a");
    diagram.add_process("y".to_owned(), "b");
    diagram.add_channel("y".to_owned(), "b");
    assert_eq!(diagram.automorphisms().order(), 1u32.into());
}

/// What Graphviz would see: the graph with its vertices coloured by shape and filling.
fn read_dot(text: &str) -> ColouredGraph {
    let mut colours: HashMap<String, u32> = HashMap::new();
    let mut graph = ColouredGraph::new(Vec::new());
    for line in text.lines().filter_map(|line| line.strip_prefix("  v")) {
        if let Some((from, to)) = line.trim_end_matches(';').split_once(" -> v") {
            graph.add_edge(from.parse().unwrap(), to.parse().unwrap(), 0);
        } else {
            let look = line[line.rfind("shape=").unwrap()..].to_owned();
            let next = colours.len() as u32;
            let vertex = graph.add_vertex(*colours.entry(look).or_insert(next));
            assert!(line.starts_with(&format!("{vertex} [label=\"")));
        }
    }
    graph
}

#[test]
fn dot_has_the_same_automorphisms() {
    for (diagram, order) in diagrams() {
        let graph = read_dot(&diagram.dot("title"));
        assert_eq!(automorphisms(&graph).order, BigUint::from(order));
        assert_eq!(graph.edge_count(), diagram.edges().len());
    }
}

#[test]
fn graphviz_reads_dot() {
    for (diagram, _) in diagrams() {
        let text = diagram.dot("a \"title\" \\ of\ntwo lines");
        let Some(plain) = ask(Peer::Dot, &["-Tplain"], &text) else { return };
        let count = |kind: &str| plain.lines().filter(|line| line.starts_with(kind)).count();
        assert_eq!(
            (count("node "), count("edge ")),
            (diagram.vertex_count(), diagram.edges().len())
        );
    }
}

fn count(node: Node<'_, '_>, name: &str) -> usize {
    node.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
}

#[test]
fn svg_is_well_formed_and_complete() {
    for (diagram, _) in diagrams() {
        let text = diagram.svg("a <title> & more");
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let groups: Vec<_> = root.children().filter(|n| n.has_tag_name("g")).collect();
        let [edges, vertices, legend] = groups[..] else { panic!("three groups") };
        assert_eq!(count(edges, "path"), diagram.edges().len());
        let shapes = count(vertices, "ellipse") + count(vertices, "rect");
        assert_eq!(shapes, diagram.vertex_count());
        let colours: std::collections::HashSet<u32> =
            diagram.graph().colours().iter().copied().collect();
        assert_eq!(count(legend, "ellipse") + count(legend, "rect"), colours.len());
        let title = root.children().find(|n| n.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("a <title> & more"));
    }
    let text = awkward().svg("");
    let document = Document::parse(&text).unwrap();
    let said: Vec<_> = document
        .descendants()
        .filter(|n| n.has_tag_name("text"))
        .filter_map(|n| n.text())
        .collect();
    assert!(said.contains(&"a\"<&>\\ ' (0)") && said.contains(&"--> c]]>"), "{said:?}");
}

/// Every vertex is within the picture, and no two shapes lie upon one another.
#[test]
fn svg_has_room_for_all() {
    for (diagram, _) in diagrams() {
        let text = diagram.svg("");
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let size = |name| root.attribute(name).unwrap().parse::<f64>().unwrap();
        let (width, height) = (size("width"), size("height"));
        let number = |node: Node<'_, '_>, name| node.attribute(name)?.parse::<f64>().ok();
        let boxes: Vec<[f64; 4]> = root
            .descendants()
            .filter_map(|node| {
                if let Some(x) = number(node, "cx") {
                    let (y, a, b) = (number(node, "cy")?, number(node, "rx")?, number(node, "ry")?);
                    return Some([x - a, y - b, x + a, y + b]);
                }
                let (x, y) = (number(node, "x")?, number(node, "y")?);
                Some([x, y, x + number(node, "width")?, y + number(node, "height")?])
            })
            .collect();
        for (place, a) in boxes.iter().enumerate() {
            assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= width && a[3] <= height, "{a:?}");
            for b in &boxes[place + 1..] {
                let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                assert!(apart, "{a:?} and {b:?} in {} vertices", diagram.vertex_count());
            }
        }
    }
}
