//! Figures 1 and 10 of the paper on markers, drawn from runs.

use std::collections::HashMap;
use std::path::Path;

use crate::common::{BUDGET, column, topspin};
use tables::{Curves, curves};

/// The states by model and strategy.
fn states(curves: &Curves) -> HashMap<(String, String), String> {
    let [models, strategies, states] =
        ["model", "strategy", "states"].map(|heading| column(&curves.table, heading));
    models.into_iter().zip(strategies).zip(states).collect()
}

/// The points of the curves of a picture, each followed by its sample in the legend.
fn polylines(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let lines = svg.split("<polyline points=\"").skip(1);
    let points = lines.map(|line| {
        let (points, _) = line.split_once('"').expect("the end of the points");
        let points = points.split_whitespace().map(|point| {
            let (x, y) = point.split_once(',').expect("a comma");
            (x.parse().expect(x), y.parse().expect(y))
        });
        points.collect()
    });
    points.collect()
}

/// Algorithm 5.1's counts with SPIN, the others as they are published or in TopSPIN's tests.
#[test]
fn published_models_have_the_counts_of_spin() {
    let Some(models) = topspin() else { return };
    let drawn = curves(models, 4, &BUDGET, &mut |_| {}).expect("curves");
    let states = states(&drawn);
    for (model, strategy, count) in [
        ("peterson 4", "off", "60577"),
        ("peterson 4", "segmented", "3106"),
        ("peterson 4", "sorted main, concrete", "9373"),
        ("peterson 4", "flattened", "1177"),
        ("email 3", "off", "23256"),
        ("email 3", "segmented", "3902"),
        ("email 3", "exact-markers, concrete", "3903"),
        ("email 3", "approximate-markers, depth first", "3887"),
        ("email 4", "off", "not finished (states)"),
        ("email 4", "segmented", "36255"),
        ("email 4", "exact-markers, concrete", "36327"),
        ("email 4", "approximate-markers, depth first", "35827"),
    ] {
        assert_eq!(states[&(model.to_owned(), strategy.to_owned())], count, "{strategy}");
    }
    for picture in &drawn.pictures {
        // What was not finished has no point.
        let curves: Vec<_> = polylines(&picture.svg).into_iter().step_by(2).collect();
        let lengths: Vec<usize> = curves.iter().map(Vec::len).collect();
        let is_of_peterson = picture.name == "figure-1.svg";
        let expected = if is_of_peterson { &[2, 2, 2, 2][..] } else { &[1, 2, 2, 2, 2] };
        assert_eq!(lengths, expected, "{}", picture.name);
        assert!(curves[1..].iter().all(|curve| curve[1].0 > curve[0].0), "{}", picture.name);
    }
    // Higher is less: approximate markers, segmented, exact markers, sorted.
    let heights = polylines(&drawn.pictures[1].svg);
    let at_4 = |curve: usize| heights[2 * curve][1].1;
    assert!(at_4(4) >= at_4(1) && at_4(1) >= at_4(3) && at_4(3) >= at_4(2), "{heights:?}");
    assert!(at_4(4) > at_4(2), "{heights:?}");
}

#[test]
fn ours_are_drawn_where_there_are_no_others() {
    let drawn = curves(Path::new("nowhere"), 3, &BUDGET, &mut |_| {}).expect("curves");
    let states = states(&drawn);
    assert_eq!(states[&("email 3".to_owned(), "off".to_owned())], "58240");
    assert_eq!(states[&("email 3".to_owned(), "segmented".to_owned())], "9732");
    assert_eq!(drawn.table.notes, ["TopSPIN's email models are not at hand: ours are searched."]);
    let names: Vec<_> = drawn.pictures.iter().map(|picture| picture.name).collect();
    assert_eq!(names, ["figure-1.svg", "figure-10-states.svg", "figure-10-times.svg"]);
}
