//! Several searches that share limits: of the states of a model, and for each of its claims.
//!
//! Where the first violation that is found ends all of them, short searches come first: in the first round each has a turn of
//! [`FIRST_TURN`] states, in the next one of `GROWTH` times as many, and so on. What is not over within its turn begins anew in the next
//! round, so that one search at a time is in memory. All turns of a search but its last visit together at most 1 + 1/10 + 1/100 + …,
//! that is 10/9, of the states of a full search, and fewer than half of them on an average; it is made ready once for each of them.
//! States are counted and not time, so that the same model gives the same report.
//!
//! Where the time is limited, a turn has its share of what is left: as much as each of the searches that are still open, and at least
//! `SHORTEST`. One that used it up has another turn if that is at least twice as long, or, when all others are over, longer at all.

use std::time::Duration;

use kernel::StopReason;

/// The states of a turn in the first round.
pub const FIRST_TURN: u64 = 10_000;
/// How many times as many there are in the next round.
const GROWTH: u64 = 10;
/// No turn is shorter: where there are very many searches, it is better that the first ones come to an end.
const SHORTEST: Duration = Duration::from_millis(100);

/// What a search may take in its turn, beside the limits that all searches have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// States; none if it is to be searched in full.
    pub states: Option<u64>,
    /// Time; none if there is no limit.
    pub time: Option<Duration>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// With a violation.
    Violation,
    /// For this reason, and without a violation.
    Stopped(StopReason),
}

/// How far a search came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came<T> {
    /// This is all that is to be known.
    Over(T),
    /// It was put off, and then others ended the check.
    PutOff(T),
    /// It was put off, and there was not time enough for another turn.
    OutOfTime(T),
    /// It was not begun.
    NotBegun,
}

/// How turns are given.
pub struct Turns<'a> {
    /// Whether the first violation ends all searches, so that short ones come first.
    pub until_violation: bool,
    /// The most states of a search, if they are limited.
    pub states: Option<u64>,
    /// The time that is left, if it is limited.
    pub left: &'a dyn Fn() -> Option<Duration>,
}

impl Turns<'_> {
    /// Makes so many searches, in their order, and tells for each how far it came.
    ///
    /// # Errors
    /// The first error of a search.
    pub fn search<T, E>(
        &self,
        count: usize,
        mut search: impl FnMut(usize, Turn) -> Result<(T, TurnEnd), E>,
    ) -> Result<Vec<Came<T>>, E> {
        let mut course = Course {
            found: (0..count).map(|_| Came::NotBegun).collect(),
            had: vec![Duration::ZERO; count],
        };
        let mut open: Vec<usize> = (0..count).collect();
        let mut waiting = Vec::new();
        let mut slice = FIRST_TURN;
        while !open.is_empty() {
            let mut again = Vec::new();
            for (before, &place) in open.iter().enumerate() {
                // Time that is up is up for all; but something is to be said of the first.
                if (before > 0 || slice > FIRST_TURN) && self.is_up() {
                    return Ok(course.ended());
                }
                let others = waiting.len() + again.len() + open.len() - before - 1;
                let share = |left: Duration| left / (open.len() - before) as u32;
                let time = (self.left)().map(|left| share(left).max(SHORTEST).min(left));
                let had = course.had[place];
                if time.is_some_and(|time| had > Duration::ZERO && time < 2 * had) {
                    waiting.push(place);
                    continue;
                }
                let turn = Turn { states: self.slice(slice).filter(|_| others > 0), time };
                match self.turn(&mut course, place, turn, &mut search)? {
                    TurnCame::EndsAll => return Ok(course.found),
                    TurnCame::PutOff => again.push(place),
                    TurnCame::Over => {}
                }
            }
            open = again;
            slice = slice.saturating_mul(GROWTH);
        }
        for place in waiting {
            let time = (self.left)();
            if time.is_some_and(|time| time > course.had[place]) {
                let turn = Turn { states: None, time };
                if self.turn(&mut course, place, turn, &mut search)? == TurnCame::EndsAll {
                    return Ok(course.found);
                }
            }
        }
        Ok(course.ended())
    }

    /// Gives a turn.
    fn turn<T, E>(
        &self,
        course: &mut Course<T>,
        place: usize,
        turn: Turn,
        search: &mut impl FnMut(usize, Turn) -> Result<(T, TurnEnd), E>,
    ) -> Result<TurnCame, E> {
        let (report, end) = search(place, turn)?;
        let over = self.is_over(end, turn);
        course.found[place] = if over { Came::Over(report) } else { Came::PutOff(report) };
        if end == TurnEnd::Violation && self.until_violation {
            return Ok(TurnCame::EndsAll);
        }
        // A turn that states ended has not used up its time.
        let timed = end == TurnEnd::Stopped(StopReason::TimeLimit);
        course.had[place] = turn.time.filter(|_| timed).unwrap_or_default();
        Ok(if over { TurnCame::Over } else { TurnCame::PutOff })
    }

    fn is_up(&self) -> bool {
        (self.left)().is_some_and(|left| left.is_zero())
    }

    /// The states of a turn in a round, if they are fewer than a search may have anyway.
    fn slice(&self, states: u64) -> Option<u64> {
        Some(states)
            .filter(|&states| self.until_violation && self.states.is_none_or(|most| states < most))
    }

    /// Whether a search has come as far as it can.
    fn is_over(&self, end: TurnEnd, turn: Turn) -> bool {
        match end {
            TurnEnd::Stopped(StopReason::StateLimit) => turn.states.is_none(),
            TurnEnd::Stopped(StopReason::TimeLimit) => {
                (self.left)().is_none_or(|left| left.is_zero())
            }
            TurnEnd::Violation | TurnEnd::Stopped(_) => true,
        }
    }
}

/// How far all searches came, and the time of the last turn of each if it used that up.
struct Course<T> {
    found: Vec<Came<T>>,
    had: Vec<Duration>,
}

impl<T> Course<T> {
    /// What was found, where nothing has another turn.
    fn ended(self) -> Vec<Came<T>> {
        let end = |searched| match searched {
            Came::PutOff(report) => Came::OutOfTime(report),
            other => other,
        };
        self.found.into_iter().map(end).collect()
    }
}

/// What came of a turn.
#[derive(PartialEq, Eq)]
enum TurnCame {
    Over,
    PutOff,
    /// A violation that ends all searches.
    EndsAll,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Searches that hold after so many states, or are violated there.
    const SEARCHES: [(u64, bool); 4] =
        [(3_000_000, false), (50_000, false), (60_000, true), (9_000, false)];

    fn unlimited() -> Option<Duration> {
        None
    }

    /// A search, by its place, and the states of its turn.
    type Given = (usize, Option<u64>);

    /// The turns that are given, and how far each search came.
    fn turns(searches: &[(u64, bool)], turns: &Turns<'_>) -> (Vec<Given>, Vec<Came<u64>>) {
        let mut given = Vec::new();
        let found = turns.search(searches.len(), |place, turn| {
            given.push((place, turn.states));
            let (states, violated) = searches[place];
            let most = [turn.states, turns.states].into_iter().flatten().min();
            Ok::<_, ()>(match most {
                Some(most) if most < states => (most, TurnEnd::Stopped(StopReason::StateLimit)),
                _ if violated => (states, TurnEnd::Violation),
                _ => (states, TurnEnd::Stopped(StopReason::Exhausted)),
            })
        });
        (given, found.expect("no error"))
    }

    #[test]
    fn a_short_search_that_finds_a_violation_comes_before_a_long_one() {
        let rules = Turns { until_violation: true, states: None, left: &unlimited };
        let (given, found) = turns(&SEARCHES, &rules);
        let (few, more) = (Some(10_000), Some(100_000));
        let expected = [(0, few), (1, few), (2, few), (3, few), (0, more), (1, more), (2, more)];
        assert_eq!(given, expected);
        let expected =
            [Came::PutOff(100_000), Came::Over(50_000), Came::Over(60_000), Came::Over(9_000)];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_put_off_costs_no_more_than_ten_ninths_of_a_full_search() {
        let rules = Turns { until_violation: true, states: None, left: &unlimited };
        let holding = [(3_000_000, false), (2_000_000, false)];
        let (given, found) = turns(&holding, &rules);
        assert_eq!(found, [Came::Over(3_000_000), Came::Over(2_000_000)]);
        let sliced: u64 =
            given.iter().filter_map(|(_, states)| *states).filter(|&s| s < 3_000_000).sum();
        assert_eq!(sliced, 2 * 1_110_000);
        let in_full: Vec<usize> = given.iter().rev().take(2).map(|(place, _)| *place).collect();
        assert_eq!(in_full, [1, 0]);
    }

    #[test]
    fn a_single_search_and_searches_that_are_all_made_are_made_in_full() {
        let alone = Turns { until_violation: true, states: None, left: &unlimited };
        assert_eq!(turns(&SEARCHES[..1], &alone).0, [(0, None)]);
        let all = Turns { until_violation: false, states: None, left: &unlimited };
        let (given, found) = turns(&SEARCHES, &all);
        assert_eq!(given, [(0, None), (1, None), (2, None), (3, None)]);
        assert!(found.iter().all(|searched| matches!(searched, Came::Over(_))));
    }

    #[test]
    fn a_limit_of_states_is_one_for_each_search() {
        let rules = Turns { until_violation: true, states: Some(40_000), left: &unlimited };
        let (given, found) = turns(&SEARCHES, &rules);
        let few = Some(10_000);
        let expected = [(0, few), (1, few), (2, few), (3, few), (0, None), (1, None), (2, None)];
        assert_eq!(given, expected);
        let expected = [40_000, 40_000, 40_000, 9_000].map(Came::Over);
        assert_eq!(found, expected);
    }

    #[test]
    fn each_search_has_its_share_of_the_time() {
        let left = Cell::new(Duration::from_secs(8));
        let get = || Some(left.get());
        let rules = Turns { until_violation: false, states: None, left: &get };
        // The first would take for ever, the second a second, the third three.
        let need = [Duration::MAX, Duration::from_secs(1), Duration::from_secs(3)];
        let mut given = Vec::new();
        let found = rules.search(3, |place, turn| {
            let time = turn.time.expect("a share");
            given.push((place, time.as_millis()));
            let used = need[place].min(time);
            left.set(left.get() - used);
            Ok::<_, ()>(match used < need[place] {
                true => (used, TurnEnd::Stopped(StopReason::TimeLimit)),
                false => (used, TurnEnd::Stopped(StopReason::Exhausted)),
            })
        });
        // What is left at the end is less than twice the share that the first one had.
        assert_eq!(given, [(0, 2_666), (1, 2_666), (2, 4_333)]);
        let [first, second, third] = &found.expect("no error")[..] else { panic!("three") };
        assert!(matches!(first, Came::OutOfTime(time) if time.as_millis() == 2_666));
        assert_eq!(*second, Came::Over(Duration::from_secs(1)));
        assert_eq!(*third, Came::Over(Duration::from_secs(3)));
    }

    #[test]
    fn what_waited_has_the_time_that_others_left() {
        let left = Cell::new(Duration::from_secs(9));
        let get = || Some(left.get());
        let rules = Turns { until_violation: false, states: None, left: &get };
        // Nine seconds: three for each, of which the second leaves one; four are left to who had three.
        let need = [4_000, 2_000, 1].map(Duration::from_millis);
        let mut given = Vec::new();
        let found = rules.search(3, |place, turn| {
            let time = turn.time.expect("a share");
            given.push(place);
            let used = need[place].min(time);
            left.set(left.get() - used);
            let over = used == need[place];
            let stop = if over { StopReason::Exhausted } else { StopReason::TimeLimit };
            Ok::<_, ()>(((), TurnEnd::Stopped(stop)))
        });
        // Less than twice the time that it had, and enough.
        assert_eq!(
            left.get(),
            Duration::from_millis(9_000 - 3_000 - 2_001) - Duration::from_millis(3_999)
        );
        assert_eq!(given, [0, 1, 2, 0]);
        assert_eq!(found.expect("no error").len(), 3);
    }

    #[test]
    fn once_the_time_is_up_nothing_has_another_turn() {
        let left = Cell::new(Duration::from_secs(1));
        let get = || Some(left.get());
        let rules = Turns { until_violation: true, states: None, left: &get };
        let mut given = Vec::new();
        // Making a search ready takes more than there is.
        let found = rules.search(5, |place, _| {
            given.push(place);
            left.set(left.get().saturating_sub(Duration::from_millis(600)));
            Ok::<_, ()>(((), TurnEnd::Stopped(StopReason::StateLimit)))
        });
        assert_eq!(given, [0, 1]);
        let [first, second, others @ ..] = &found.expect("no error")[..] else { panic!("five") };
        assert_eq!([first, second], [&Came::OutOfTime(()); 2]);
        assert!(others.iter().all(|came| *came == Came::NotBegun));
    }

    #[test]
    fn the_first_of_very_many_searches_come_to_an_end() {
        let left = Cell::new(Duration::from_secs(1));
        let get = || Some(left.get());
        let rules = Turns { until_violation: false, states: None, left: &get };
        let need = Duration::from_millis(50);
        let found = rules.search(5_000, |_, turn| {
            let used = need.min(turn.time.expect("a share"));
            left.set(left.get() - used);
            let over = used == need;
            let stop = if over { StopReason::Exhausted } else { StopReason::TimeLimit };
            Ok::<_, ()>((over, TurnEnd::Stopped(stop)))
        });
        // An equal share would be too short for any of them.
        let over = found.expect("no error").into_iter().filter(|came| *came == Came::Over(true));
        assert_eq!(over.count(), 20);
    }

    #[test]
    fn a_search_that_was_cut_off_has_another_turn_where_others_left_twice_the_time() {
        let left = Cell::new(Duration::from_secs(8));
        let get = || Some(left.get());
        let rules = Turns { until_violation: false, states: None, left: &get };
        let need = [3_000, 10, 10, 10].map(Duration::from_millis);
        let mut given = Vec::new();
        let found = rules.search(4, |place, turn| {
            let time = turn.time.expect("a share");
            given.push(place);
            let used = need[place].min(time);
            left.set(left.get() - used);
            Ok::<_, ()>(match used < need[place] {
                true => ((), TurnEnd::Stopped(StopReason::TimeLimit)),
                false => ((), TurnEnd::Stopped(StopReason::Exhausted)),
            })
        });
        assert_eq!(given, [0, 1, 2, 3, 0]);
        assert_eq!(found, Ok(vec![Came::Over(()); 4]));
    }
}
