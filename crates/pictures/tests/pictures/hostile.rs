//! Text that tries to be more than text.

use pictures::{
    Chart, Edge, Ending, EventKind, Generator, GroupPicture, Histogram, MessageKind, Neighbourhood,
    Node, NodeKind, Series,
};

use crate::support::{chart, event, lifeline, queued, read};

const HOSTILE: [&str; 12] = [
    "</script><script>alert(1)</script>",
    "\"><img onerror=alert(1) src=x>",
    "' onload='alert(1)",
    "]]>",
    "<![CDATA[",
    "<!-- -->",
    "&lt;&#0;&nbsp;",
    "\u{202e}desrever\u{2066}\u{200f}\u{61c}",
    "nul\0bell\u{7}escape\u{1b}[31m\u{85}",
    "\u{fffe}\u{ffff}",
    "</title></svg><svg onload=alert(1)>",
    "line\nline\r\nline\t日本語 é e\u{301}",
];

fn hostile_chart(text: &str) -> Chart {
    let mut chart = chart(2, 9);
    chart.title = text.to_owned();
    for (index, event) in chart.events.iter_mut().enumerate() {
        (event.label, event.place) = (text.to_owned(), text.to_owned());
        event.details = vec![text.to_owned(); 30];
        event.is_quiet = index > 4;
    }
    chart.events[1].kind = EventKind::Fault;
    chart.events[2].kind = EventKind::Violating;
    chart.lifelines.iter_mut().for_each(|lifeline| lifeline.name = text.to_owned());
    chart.messages = vec![
        queued(Some(0), Some(1), text),
        queued(Some(2), None, text),
        queued(None, Some(3), text),
    ];
    chart.messages[0].kind = MessageKind::Read;
    chart.again = Some(0);
    chart.ending = Some(Ending { text: text.to_owned(), is_violation: true });
    chart
}

#[test]
fn charts_show_text_as_text() {
    for text in HOSTILE {
        let svg = hostile_chart(text).svg();
        let document = read(&svg);
        let title = document.root_element().first_element_child().and_then(|title| title.text());
        let shown = |character: char| {
            let is_shown = !character.is_control() || "\t\n\r".contains(character);
            is_shown && !('\u{2000}'..'\u{2070}').contains(&character)
        };
        if text
            .chars()
            .all(|character| shown(character) && !"\r\u{61c}\u{fffe}\u{ffff}".contains(character))
        {
            assert_eq!(title, Some(text));
        }
    }
}

#[test]
fn groups_show_text_as_text() {
    for text in HOSTILE {
        let generator =
            Generator { name: text.to_owned(), cycles: vec![vec![0, 1], vec![2, 3, 4]] };
        let picture = GroupPicture {
            title: text.to_owned(),
            points: vec![text.to_owned(); 6],
            orbits: vec![vec![0, 1, 2, 3, 4]],
            generators: vec![generator; 31],
            blocks: vec![vec![vec![0, 1], vec![2, 3]]],
        };
        read(&picture.svg());
    }
}

#[test]
fn histograms_show_text_as_text() {
    for text in HOSTILE {
        let series = Series { name: text.to_owned(), values: vec![3, 1, 4, 1, 5] };
        let (title, label_x, label_y) = (text.to_owned(), text.to_owned(), text.to_owned());
        read(&Histogram { title, label_x, label_y, series: vec![series; 4] }.svg());
    }
}

#[test]
fn neighbourhoods_show_text_as_text() {
    for text in HOSTILE {
        let node = |distance, kind| Node {
            label: text.to_owned(),
            distance,
            kind,
            size: Some(text.to_owned()),
        };
        let edge = |from, to| Edge { from, to, label: text.to_owned(), via: Some(text.to_owned()) };
        let picture = Neighbourhood {
            title: text.to_owned(),
            nodes: vec![
                node(0, NodeKind::Here),
                node(1, NodeKind::Violating),
                node(2, NodeKind::Unexplored),
            ],
            edges: vec![edge(0, 1), edge(1, 1), edge(1, 2), edge(2, 0)],
            left_out: Some(text.to_owned()),
        };
        read(&picture.svg());
    }
}

#[test]
fn no_text_makes_a_line_of_a_mermaid_diagram() {
    let lines = |text: &str| hostile_chart(text).mermaid()[0].lines().count();
    let usual = lines("x = 1");
    let marks = [
        "a;b",
        "end",
        "%% comment",
        "%%{init: {}}%%",
        "x\n    end\n",
        "#35;",
        "<br/>",
        "style:x#1;",
    ];
    for text in HOSTILE.into_iter().chain(marks) {
        assert_eq!(lines(text), usual, "{text:?}");
        for line in hostile_chart(text).mermaid()[0].lines() {
            let bare: String = line.replace("<br/>", "").replace("->>", "");
            assert!(!bare.contains(['<', '>', '{', '}', '%']), "{line}");
            // What ends a statement only stands where an entity ends.
            let is_entity = |part: &str| {
                part.rsplit_once('#').is_some_and(|(_, number)| number.parse::<u32>().is_ok())
            };
            let parts: Vec<&str> = line.split(';').collect();
            assert!(parts[..parts.len() - 1].iter().all(|part| is_entity(part)), "{line}");
            assert_eq!(line.matches('#').count(), parts.len() - 1, "{line}");
        }
    }
}

#[test]
fn what_is_out_of_range_is_ignored() {
    let mut odd = chart(2, 4);
    odd.events.push(event(9, 77, "nobody does this"));
    odd.lifelines.push(lifeline("never"));
    odd.lifelines[2].begins = Some(usize::MAX);
    odd.lifelines[1].ends = Some(99);
    odd.again = Some(1_000);
    let ends = [Some(0), Some(3), Some(4), Some(usize::MAX), None];
    odd.messages = ends.iter().flat_map(|&from| ends.map(|to| queued(from, to, "m"))).collect();
    let svg = odd.svg();
    let document = read(&svg);
    assert_eq!(crate::support::of_class(&document, "event").len(), 4);
    // From none of the two to the other, within one, backwards never: 0-0, 0-3, 3-3, two sent, two received.
    assert_eq!(crate::support::of_class(&document, "message").len(), 7);
    let empty = Chart {
        title: String::new(),
        lifelines: Vec::new(),
        events: Vec::new(),
        messages: Vec::new(),
        again: Some(0),
        ending: Some(Ending { text: String::new(), is_violation: false }),
    };
    read(&empty.svg());
    assert_eq!(empty.mermaid().len(), 1);
}

#[test]
fn empty_pictures_are_pictures() {
    let group = GroupPicture {
        title: String::new(),
        points: Vec::new(),
        orbits: vec![vec![3]],
        generators: vec![Generator { name: String::new(), cycles: vec![vec![0, 1]] }],
        blocks: vec![Vec::new(), vec![vec![7]]],
    };
    read(&group.svg());
    let (title, label_x, label_y) = (String::new(), String::new(), String::new());
    read(&Histogram { title, label_x, label_y, series: Vec::new() }.svg());
    let edge = Edge { from: 0, to: 9, label: String::new(), via: None };
    let picture = Neighbourhood {
        title: String::new(),
        nodes: Vec::new(),
        edges: vec![edge],
        left_out: None,
    };
    read(&picture.svg());
}
