//! Layouts, what they reject, and how permutations act on states.

use crate::common::{random_state, random_symmetry};
use groups::{Group, Permutation};
use symmetry::{
    AdmissionError, CellId, Content, Family, Layout, LayoutBuilder, LayoutError, Point,
    SymmetryError, SymmetryGroup,
};
use testing::Numbers;

fn two_points() -> (LayoutBuilder, Point, Point) {
    let mut builder = LayoutBuilder::new();
    let (a, b) = (builder.point(0, "a"), builder.point(0, "b"));
    (builder, a, b)
}

#[test]
fn descriptions_are_checked() {
    let family = Family::new(0);
    let reference =
        |first_value, first_point, count| Content::Reference { first_value, first_point, count };
    let (mut builder, a, b) = two_points();
    builder.cell(family, &[a, b, a, b], Content::Data);
    assert_eq!(builder.build().unwrap_err(), LayoutError::TooManyCoordinates(CellId::new(0)));
    let (mut builder, a, _) = two_points();
    builder.cell(family, &[a], reference(0, a, 3));
    assert_eq!(builder.build().unwrap_err(), LayoutError::NoSuchPoint(CellId::new(0)));
    let (mut builder, ..) = two_points();
    builder.cell(family, &[Point::new(2)], Content::Data);
    assert_eq!(builder.build().unwrap_err(), LayoutError::NoSuchPoint(CellId::new(0)));
    let (mut builder, a, _) = two_points();
    builder.cell(family, &[a], reference(i32::MAX, a, 2));
    assert_eq!(builder.build().unwrap_err(), LayoutError::ReferenceOverflow(CellId::new(0)));
    let (mut builder, a, b) = two_points();
    builder.cell(family, &[a], Content::Data);
    builder.cell(family, &[a, b], Content::Data);
    assert_eq!(builder.build().unwrap_err(), LayoutError::UnlikeItsFamily(CellId::new(1)));
    let (mut builder, a, b) = two_points();
    builder.cell(family, &[a], Content::Data);
    builder.cell(family, &[b], reference(0, a, 2));
    assert_eq!(builder.build().unwrap_err(), LayoutError::UnlikeItsFamily(CellId::new(1)));
    let (mut builder, a, _) = two_points();
    builder.cell(family, &[a], Content::Data);
    builder.cell(family, &[a], Content::Data);
    assert_eq!(builder.build().unwrap_err(), LayoutError::SameCell(CellId::new(0), CellId::new(1)));
}

#[test]
fn permutations_are_checked() {
    let mut builder = LayoutBuilder::new();
    let points = [0, 0, 0, 1].map(|sort| builder.point(sort, "point"));
    let [counter, pair, pointer] = [0; 3].map(|_| builder.family());
    builder.cell(counter, &[points[0]], Content::Data);
    builder.cell(counter, &[points[1]], Content::Data);
    builder.cell(pair, &[points[0], points[1]], Content::Data);
    builder.cell(
        pointer,
        &[],
        Content::Reference { first_value: 0, first_point: points[0], count: 2 },
    );
    let layout = builder.build().unwrap();
    let admits = |text| layout.admits(&Permutation::parse(5, text, 0).unwrap());
    assert_eq!(admits("()"), Ok(()));
    assert_eq!(admits("(3 4)"), Err(AdmissionError::Degree(5)));
    assert_eq!(admits("(2 3)"), Err(AdmissionError::Sort(points[2], points[3])));
    assert_eq!(admits("(1 2)"), Err(AdmissionError::Record(points[1], points[2])));
    assert_eq!(admits("(0 1)"), Err(AdmissionError::Cell(CellId::new(2))));
    let group = Group::from_generators(4, vec![Permutation::parse(4, "(0 1)", 0).unwrap()]);
    let reason = AdmissionError::Cell(CellId::new(2));
    assert_eq!(
        SymmetryGroup::new(group, layout.clone()).unwrap_err(),
        SymmetryError { generator: 0, reason }
    );
}

#[test]
fn pairs_need_images() {
    let mut builder = LayoutBuilder::new();
    let [a, b, c] = [0; 3].map(|_| builder.point(0, "point"));
    let family = builder.family();
    for pair in [[a, b], [b, c], [c, a]] {
        builder.cell(family, &pair, Content::Data);
    }
    let layout = builder.build().unwrap();
    let admits = |text| layout.admits(&Permutation::parse(3, text, 0).unwrap());
    assert_eq!(admits("(0 1 2)"), Ok(()));
    assert_eq!(admits("(0 1)"), Err(AdmissionError::Cell(CellId::new(0))));
}

#[test]
fn ranges_of_references_are_checked() {
    let mut builder = LayoutBuilder::new();
    let points = [0; 3].map(|_| builder.point(0, "point"));
    let family = builder.family();
    builder.cell(
        family,
        &[],
        Content::Reference { first_value: 0, first_point: points[0], count: 2 },
    );
    let layout = builder.build().unwrap();
    let admits = |text| layout.admits(&Permutation::parse(3, text, 0).unwrap());
    assert_eq!(admits("(0 1)"), Ok(()));
    assert_eq!(admits("(1 2)"), Err(AdmissionError::Range(points[1], points[2])));
}

#[test]
fn records_move_and_references_are_renamed() {
    let (mut builder, a, b) = two_points();
    let c = builder.point(1, "c");
    let [counter, friend, matrix, last] = [0; 4].map(|_| builder.family());
    let anybody = Content::Reference { first_value: 10, first_point: a, count: 2 };
    for point in [a, b] {
        builder.cell(counter, &[point], Content::Data);
        builder.cell(friend, &[point], anybody);
    }
    builder.cell(matrix, &[c, a], anybody);
    builder.cell(matrix, &[c, b], anybody);
    builder.cell(last, &[], anybody);
    let layout = builder.build().unwrap();
    let mut target = [0; 7];
    layout.apply(&[1, 0, 2], &[1, 10, 2, 12, 11, -1, 11], &mut target);
    assert_eq!(target, [2, 12, 1, 11, -1, 10, 10]);
}

#[test]
fn listed_values_may_lie_as_far_apart_as_they_like() {
    let (mut builder, a, b) = two_points();
    let [last, friend] = [0; 2].map(|_| builder.family());
    let values = builder.values(vec![i32::MIN, i32::MAX]);
    let anybody = Content::Listed { values, first_point: a };
    builder.cell(last, &[], anybody);
    for point in [a, b] {
        builder.cell(friend, &[point], anybody);
    }
    let layout = builder.build().unwrap();
    let mut target = [0; 3];
    layout.apply(&[1, 0], &[i32::MIN, i32::MAX, -1], &mut target);
    assert_eq!(target, [i32::MAX, -1, i32::MIN]);
}

#[test]
fn listed_values_ascend_and_have_points() {
    let build = |values: &[i32]| {
        let (mut builder, a, _) = two_points();
        let family = builder.family();
        let values = builder.values(values.to_vec());
        builder.cell(family, &[], Content::Listed { values, first_point: a });
        builder.build().map(|_| ())
    };
    assert_eq!(build(&[-7, 9]), Ok(()));
    assert_eq!(build(&[]), Ok(()));
    assert_eq!(build(&[9, -7]), Err(LayoutError::NoSuchValues(CellId::new(0))));
    assert_eq!(build(&[9, 9]), Err(LayoutError::NoSuchValues(CellId::new(0))));
    assert_eq!(build(&[1, 5, 9]), Err(LayoutError::NoSuchPoint(CellId::new(0))));
}

/// The image of a state by definition: cell by cell.
fn image(layout: &Layout, element: &Permutation, state: &[i32]) -> Vec<i32> {
    let cells: Vec<_> = (0..state.len()).map(|cell| layout.cell(CellId::new(cell))).collect();
    let mut image = vec![i32::MIN; state.len()];
    for (cell, &value) in cells.iter().zip(state) {
        let moved = cell.coordinates.iter().map(|point| Point::new(element.image(point.index())));
        let moved: Vec<Point> = moved.collect();
        let target = cells
            .iter()
            .position(|other| other.family == cell.family && other.coordinates == moved);
        let renamed = match cell.content {
            Content::Reference { first_value, first_point, count }
                if (first_value..first_value + count as i32).contains(&value) =>
            {
                let point = first_point.index() + (value - first_value) as usize;
                first_value + element.image(point) as i32 - first_point.index() as i32
            }
            Content::Listed { values, first_point } => {
                let values = layout.values(values);
                let found = values.iter().position(|&listed| listed == value);
                let image = |place| element.image(first_point.index() + place);
                found.map_or(value, |place| values[image(place) - first_point.index()])
            }
            _ => value,
        };
        image[target.unwrap()] = renamed;
    }
    image
}

#[test]
fn the_action_is_as_defined() {
    for seed in 0..400 {
        let mut numbers = Numbers::new(seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let layout = symmetry.layout();
        for _ in 0..10 {
            let state = random_state(layout, &mut numbers);
            let element =
                symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
            let mut target = vec![0; state.len()];
            layout.apply(element.images(), &state, &mut target);
            assert_eq!(target, image(layout, &element, &state), "{name}, seed {seed}, {element}");
        }
    }
}
