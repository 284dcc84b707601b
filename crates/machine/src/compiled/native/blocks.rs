//! Deterministic blocks.

use super::super::code::{Choice, Condition, MOST_STATEMENTS, Point};
use super::body::{Body, Label, Local};

/// How a block that is written goes from point to point.
struct Ways {
    /// The points in the order in which they are written.
    order: Vec<usize>,
    /// The place of each there.
    places: Vec<usize>,
    /// The labels of the points behind the one that is written, the last one first.
    labels: Vec<Label>,
    end: Label,
    /// Where somebody goes on at a point whose place is in a local; there also is how many points were met.
    again: Option<(Label, Local, Local)>,
}

impl Body<'_> {
    /// Runs a block from its first point.
    pub(super) fn run_points(&mut self, points: &[Point]) {
        let (order, goes_round) = order(points);
        let mut places = vec![usize::MAX; points.len()];
        order.iter().enumerate().for_each(|(place, &point)| places[point] = place);
        let end = self.block();
        let again = goes_round.then(|| {
            let (at, met) = (self.local(), self.local());
            self.set_constant(at, 0);
            self.set_constant(met, 0);
            (self.repeat(), at, met)
        });
        let labels: Vec<Label> = order.iter().map(|_| self.block()).collect();
        let mut ways = Ways { order, places, labels, end, again };
        if let Some((_, at, _)) = ways.again {
            self.get(at);
            let labels = ways.labels.iter().rev().copied().collect();
            self.branch_by_number(labels);
        } else {
            let first = ways.labels[ways.labels.len() - 1];
            self.branch(first);
        }
        for place in 0..ways.order.len() {
            self.end();
            ways.labels.pop();
            self.point(&points[ways.order[place]], place, &ways);
        }
        if let Some((_, at, met)) = ways.again {
            self.end();
            self.give_back(at);
            self.give_back(met);
        }
        self.end();
    }

    fn point(&mut self, Point(choices): &Point, place: usize, ways: &Ways) {
        if let Some((.., met)) = ways.again {
            self.get(met);
            self.constant(1);
            self.op().i32_add();
            self.tee(met);
            self.constant(MOST_STATEMENTS as i32);
            self.op().i32_ge_s();
            self.raise_if();
        }
        for Choice { condition, changes, target } in choices {
            let is_last = matches!(condition, Condition::Always | Condition::Else);
            let next = self.block();
            if self.unless(condition, None, next) {
                self.make(changes);
                self.go_to(*target, place, ways);
            }
            self.end();
            if is_last {
                // Nobody comes here.
                self.op().unreachable();
                return;
            }
        }
        self.raise();
    }

    /// Goes on at a point, given the place of the one that is left.
    fn go_to(&mut self, target: Option<usize>, place: usize, ways: &Ways) {
        let Some(target) = target else { return self.branch(ways.end) };
        let to = ways.places[target];
        match ways.again {
            Some((again, at, _)) if to <= place => {
                self.set_constant(at, to as i32);
                self.branch(again);
            }
            _ => self.branch(ways.labels[ways.order.len() - 1 - to]),
        }
    }
}

/// The points that can be reached, each before those that it leads to, as far as that can be; and whether one leads to one before it, or the
/// way is as long as a block may be.
fn order(points: &[Point]) -> (Vec<usize>, bool) {
    let mut state = vec![(false, false); points.len()];
    let (mut order, mut goes_round) = (Vec::new(), false);
    let mut path = vec![(0, 0)];
    state[0].0 = true;
    while let Some((point, choice)) = path.last_mut() {
        let Some(next) = points[*point].0.get(*choice) else {
            state[*point].1 = true;
            order.push(*point);
            path.pop();
            continue;
        };
        *choice += 1;
        if let Some(target) = next.target {
            let (met, left) = state[target];
            goes_round |= met && !left;
            if !met {
                state[target].0 = true;
                path.push((target, 0));
            }
        }
    }
    order.reverse();
    let is_long = order.len() >= MOST_STATEMENTS;
    (order, goes_round || is_long)
}
