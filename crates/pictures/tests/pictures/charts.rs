//! Sequence charts of all kinds.

use pictures::{Chart, Event, EventKind, Lifeline, Message, MessageKind};
use proptest::option;
use proptest::prelude::*;

use crate::support::{chart, of_class, queued, read};

fn events() -> impl Strategy<Value = Vec<Event>> {
    let kind = prop_oneof![
        8 => Just(EventKind::Ordinary),
        1 => Just(EventKind::Fault),
        1 => Just(EventKind::Violating),
    ];
    let event = (0..3_usize, 0..6_usize, ".{0,40}", ".{0,8}", kind, any::<bool>()).prop_map(
        |(more, lifeline, label, place, kind, is_quiet)| Event {
            step: more,
            lifeline,
            details: vec![label.clone()],
            label,
            place,
            kind,
            is_quiet,
        },
    );
    prop::collection::vec(event, 0..60).prop_map(|mut events| {
        let mut step = 0;
        for event in &mut events {
            step += event.step;
            event.step = step;
        }
        events
    })
}

fn lifelines() -> impl Strategy<Value = Vec<Lifeline>> {
    let lifeline = (
        ".{0,30}",
        option::of(0..9_usize),
        option::weighted(0.2, 0..70_usize),
        option::weighted(0.2, 0..70_usize),
    )
        .prop_map(|(name, family, begins, ends)| Lifeline { name, family, begins, ends });
    prop::collection::vec(lifeline, 0..6)
}

fn messages() -> impl Strategy<Value = Vec<Message>> {
    let kind = prop_oneof![
        Just(MessageKind::Queued),
        Just(MessageKind::Rendezvous),
        Just(MessageKind::Read)
    ];
    let end = || option::weighted(0.9, 0..64_usize);
    let message = (end(), end(), ".{0,30}", kind).prop_map(|(from, to, label, kind)| Message {
        from,
        to,
        label,
        kind,
    });
    prop::collection::vec(message, 0..40)
}

fn charts() -> impl Strategy<Value = Chart> {
    (".{0,30}", lifelines(), events(), messages(), option::of(0..70_usize)).prop_map(
        |(title, lifelines, events, messages, again)| Chart {
            title,
            lifelines,
            events,
            messages,
            again,
            ending: None,
        },
    )
}

/// The numbers of the messages that can be drawn.
fn drawable(chart: &Chart) -> Vec<usize> {
    let is_known = |event: usize| {
        chart.events.get(event).is_some_and(|event| event.lifeline < chart.lifelines.len())
    };
    let is_drawable = |message: &Message| match (message.from, message.to) {
        (Some(from), Some(to)) => from <= to && is_known(from) && is_known(to),
        (Some(event), None) | (None, Some(event)) => is_known(event),
        (None, None) => false,
    };
    let all = chart.messages.iter().enumerate();
    all.filter(|(_, message)| is_drawable(message)).map(|(index, _)| index).collect()
}

/// The height at one end of an arrow.
fn height(point: Option<&str>) -> f64 {
    let (_, y) = point.and_then(|point| point.split_once(',')).expect("a point");
    y.parse().expect("a number")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn everything_is_drawn_once_and_arrows_point_down(chart in charts()) {
        let svg = chart.svg();
        prop_assert_eq!(&svg, &chart.svg());
        let document = read(&svg);
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok()).expect("a number");
        let messages = of_class(&document, "message");
        let drawn: Vec<usize> = messages.iter().map(|node| number(node.attribute("data-message"))).collect();
        prop_assert_eq!(drawn, drawable(&chart));
        for message in messages {
            let (from, to) = (height(message.attribute("data-from")), height(message.attribute("data-to")));
            prop_assert!(from <= to);
            let is_level = message.attribute("data-kind") == Some("rendezvous")
                && chart.messages[number(message.attribute("data-message"))].from.is_some()
                && chart.messages[number(message.attribute("data-message"))].to.is_some();
            prop_assert!(!is_level || from == to);
        }
        let shown: Vec<usize> =
            of_class(&document, "event").iter().map(|node| number(node.attribute("data-event"))).collect();
        prop_assert!(shown.is_sorted_by(|a, b| a < b));
        let folded: usize =
            of_class(&document, "folded").iter().map(|node| number(node.attribute("data-events"))).sum();
        let all = chart.events.iter().filter(|event| event.lifeline < chart.lifelines.len()).count();
        prop_assert_eq!(shown.len() + folded, all);
        prop_assert!(shown.iter().all(|&event| event < chart.events.len()));
    }

    #[test]
    fn mermaid_tells_every_message(chart in charts()) {
        let diagrams = chart.mermaid();
        let arrows = |diagram: &String| diagram.lines().filter(|line| line.contains("->>")).count();
        let passed = |&index: &usize| chart.messages[index].from.is_some() && chart.messages[index].to.is_some();
        let expected = drawable(&chart).iter().filter(|index| passed(index)).count();
        prop_assert_eq!(diagrams.iter().map(arrows).sum::<usize>(), expected);
    }
}

#[test]
fn long_runs_make_charts_of_a_few_megabytes() {
    let mut chart = chart(8, 10_000);
    chart.messages =
        (0..3_000).map(|index| queued(Some(index * 3), Some(index * 3 + 5), "token(3)")).collect();
    let begun = std::time::Instant::now();
    let svg = chart.svg();
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    assert!(svg.len() < 5_000_000, "{} bytes", svg.len());
    read(&svg);
}

#[test]
fn long_runs_make_several_mermaid_diagrams() {
    let mut chart = chart(70, 10_000);
    chart.messages =
        (0..3_000).map(|index| queued(Some(index * 3), Some(index * 3 + 5), "token(3)")).collect();
    chart.again = Some(9_000);
    let diagrams = chart.mermaid();
    assert!(diagrams.len() > 3);
    for (index, diagram) in diagrams.iter().enumerate() {
        assert!(diagram.len() < 50_000, "{} bytes", diagram.len());
        assert!(diagram.matches("->>").count() < 500);
        assert!(diagram.starts_with("sequenceDiagram\n"));
        assert!(diagram.contains(&format!("part {} of {}: steps ", index + 1, diagrams.len())));
        let loops = diagram.lines().filter(|line| line.starts_with("    loop ")).count();
        assert_eq!(loops, diagram.lines().filter(|line| *line == "    end").count());
    }
}

#[test]
fn all_text_at_its_longest_stays_within_the_limit_of_mermaid() {
    let mut chart = chart(60, 300);
    let long = "{".repeat(1_000);
    chart.title.clone_from(&long);
    chart.lifelines.iter_mut().for_each(|lifeline| lifeline.name.clone_from(&long));
    for event in &mut chart.events {
        (event.label, event.place) = (long.clone(), long.clone());
        event.details = vec![long.clone(); 50];
    }
    chart.ending = Some(pictures::Ending { text: long, is_violation: true });
    assert!(chart.mermaid().iter().all(|diagram| diagram.len() < 50_000));
}

#[test]
fn quiet_events_are_put_together() {
    let mut chart = chart(5, 30);
    chart.events[5..25].iter_mut().for_each(|event| event.is_quiet = true);
    let svg = chart.svg();
    let document = read(&svg);
    assert_eq!(of_class(&document, "event").len(), 10);
    let folded = of_class(&document, "folded");
    let [folded] = folded[..] else { panic!("one row") };
    let text =
        folded.descendants().find(|node| node.has_tag_name("text")).and_then(|node| node.text());
    assert_eq!(text, Some("20 steps: process(0), process(1), process(2), …"));
    let title = folded.first_element_child().and_then(|title| title.text()).expect("a title");
    assert_eq!(title.lines().count(), 20);
}

#[test]
fn names_stand_at_the_foot_of_long_charts() {
    let heads = |events: usize| {
        let svg = chart(3, events).svg();
        of_class(&read(&svg), "head").len()
    };
    assert_eq!(heads(40), 3);
    assert_eq!(heads(41), 6);
}

/// The names of the classes that a chart has, and all its text.
fn classes_and_text(chart: &Chart) -> (Vec<String>, String) {
    let svg = chart.svg();
    let document = read(&svg);
    let class = |node: roxmltree::Node<'_, '_>| node.attribute("class").map(str::to_owned);
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let text = texts.filter_map(|node| node.text()).collect::<Vec<_>>().join("\n");
    (document.descendants().filter_map(class).collect(), text)
}

#[test]
fn what_goes_on_for_ever_is_said() {
    let mut chart = chart(2, 6);
    assert!(!classes_and_text(&chart).0.contains(&"loop".to_owned()));
    chart.again = Some(2);
    let (classes, text) = classes_and_text(&chart);
    assert!(classes.contains(&"loop".to_owned()));
    assert!(text.contains("again for ever, from step 3"), "{text}");
    assert!(chart.mermaid()[0].contains("    loop again for ever\n    Note over p0: 3: "));
    chart.again = Some(6);
    assert!(classes_and_text(&chart).1.contains("nothing moves any more, for ever"));
    assert!(chart.mermaid()[0].contains("nothing moves any more, for ever"));
}

#[test]
fn lifelines_begin_and_end_where_they_are_created_and_end() {
    let mut chart = chart(3, 6);
    chart.lifelines[2].begins = Some(1);
    chart.lifelines[2].ends = Some(5);
    let svg = chart.svg();
    let document = read(&svg);
    let lifelines = of_class(&document, "lifeline");
    let ends = |index: usize| {
        let line =
            lifelines[index].children().find(|child| child.has_tag_name("line")).expect("a line");
        let end = |name: &str| {
            line.attribute(name).and_then(|y| y.parse::<f64>().ok()).expect("a number")
        };
        (end("y1"), end("y2"))
    };
    assert!(ends(2).0 > ends(0).0 && ends(2).1 < ends(0).1, "{:?} in {:?}", ends(2), ends(0));
    let mermaid = &chart.mermaid()[0];
    assert!(
        mermaid.contains("process(2) begins") && mermaid.contains("process(2) ends"),
        "{mermaid}"
    );
}
