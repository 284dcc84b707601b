//! Charts to draw, and what every picture has to keep.

use pictures::{Chart, Event, EventKind, Lifeline, Message, MessageKind};
use roxmltree::{Document, Node};

/// The elements that pictures are made of.
const ELEMENTS: [&str; 12] = [
    "svg", "title", "desc", "g", "defs", "marker", "path", "line", "rect", "circle", "text",
    "tspan",
];

/// The attributes that pictures have, beside those whose names begin with `data-`.
const ATTRIBUTES: [&str; 41] = [
    "width",
    "height",
    "viewBox",
    "role",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "paint-order",
    "class",
    "id",
    "refX",
    "refY",
    "markerWidth",
    "markerHeight",
    "markerUnits",
    "orient",
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "dx",
    "dy",
    "cx",
    "cy",
    "r",
    "rx",
    "text-anchor",
    "transform",
    "marker-end",
    "marker-start",
    "xmlns",
];

/// Reads a picture, and tests that it is a document of its own that holds nothing but what pictures are made of.
pub fn read(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert_eq!(root.attribute("role"), Some("img"));
    for node in document.descendants() {
        assert!(!node.is_comment() && !node.is_pi(), "{node:?}");
        if !node.is_element() {
            continue;
        }
        assert!(ELEMENTS.contains(&node.tag_name().name()), "{node:?}");
        for attribute in node.attributes() {
            let is_known =
                ATTRIBUTES.contains(&attribute.name()) || attribute.name().starts_with("data-");
            assert!(is_known, "{attribute:?}");
            let is_local =
                !attribute.value().contains("url(") || attribute.value().starts_with("url(#");
            assert!(is_local, "{attribute:?}");
        }
    }
    assert!(
        svg.chars().all(|character| !forbidden(character)),
        "a character that may not be shown"
    );
    document
}

fn forbidden(character: char) -> bool {
    let is_bidirectional = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_mark = matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}');
    is_bidirectional || is_mark || (character.is_control() && !"\t\n\r".contains(character))
}

/// The elements of a class.
pub fn of_class<'a, 'd>(document: &'a Document<'d>, class: &'static str) -> Vec<Node<'a, 'd>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

/// An event that is not marked.
pub fn event(step: usize, lifeline: usize, label: &str) -> Event {
    Event {
        step,
        lifeline,
        label: label.to_owned(),
        place: format!("line {step}"),
        details: vec!["x: 0 -> 1".to_owned()],
        kind: EventKind::Ordinary,
        is_quiet: false,
    }
}

/// A lifeline that is there all the time.
pub fn lifeline(name: &str) -> Lifeline {
    Lifeline { name: name.to_owned(), family: Some(0), begins: None, ends: None }
}

/// A message through a queue.
pub fn queued(from: Option<usize>, to: Option<usize>, label: &str) -> Message {
    Message { from, to, label: label.to_owned(), kind: MessageKind::Queued }
}

/// A chart in which so many lifelines act in turn.
pub fn chart(lifelines: usize, events: usize) -> Chart {
    Chart {
        title: "A run".to_owned(),
        lifelines: (0..lifelines).map(|index| lifeline(&format!("process({index})"))).collect(),
        events: (0..events)
            .map(|index| event(index + 1, index % lifelines, "turn = 1 - turn"))
            .collect(),
        messages: Vec::new(),
        again: None,
        ending: None,
    }
}
