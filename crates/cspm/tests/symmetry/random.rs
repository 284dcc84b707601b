//! Random scripts: families of processes that hold values, around them operators, compressions and specifications, and now and then a
//! constant. Verdicts up to symmetry are those of a search of all states, and every state that is visited is tested.
//!
//! `QUOTIENT_RANDOM_SYMMETRY=5000 cargo test --release -p cspm symmetry::random` for more of them.

use std::time::Duration;

use checking::{Answer, SymmetrySource};
use kernel::Limits;
use symmetry::Strategy;
use testing::Numbers;

use crate::symmetry::{Found, decided, found, loaded};

/// A search of more states is given up, and one that takes longer.
const MOST_STATES: u64 = 20_000;
const LONGEST: Duration = Duration::from_millis(700);

/// So many assertions each script has.
pub const ASSERTIONS: usize = 7;

const HEAD: &str = "
transparent sbisim, diamond, normal, wbisim, dbisim, tau_loop_factor
external prioritise
datatype V = Nil | V1 | V2
Data = diff(V, {Nil})
channel a, b : T
channel c : T.V
channel d : V
channel e : T.T
channel f : Set(T)
channel g, h : Pairs.T
Others = {| a, b, e |}
Pairs = {{x, y} | x <- T, y <- T, x != y}
";

/// Makes processes with variables of the types T and V.
struct Maker<'n> {
    numbers: &'n mut Numbers,
    ids: Vec<String>,
    data: Vec<String>,
    /// In how many of 100 cases a value is a constant.
    bias: usize,
}

impl Maker<'_> {
    fn id(&mut self) -> String {
        match self.numbers.chance(self.bias) {
            true => (*self.numbers.pick(&["T1", "T2"])).to_owned(),
            false => self.numbers.pick(&self.ids).clone(),
        }
    }

    fn datum(&mut self) -> String {
        match self.numbers.chance(self.bias) {
            true => "V1".to_owned(),
            false => self.numbers.pick(&self.data).clone(),
        }
    }

    fn condition(&mut self) -> String {
        match self.numbers.below(5) {
            0 => format!("{} == {}", self.id(), self.id()),
            1 => format!("{} == {}", self.datum(), self.datum()),
            2 => format!("{} == Nil", self.datum()),
            3 => format!("member({}, {})", self.id(), self.set()),
            _ => format!("card({}) < 2", self.set()),
        }
    }

    fn set(&mut self) -> String {
        match self.numbers.below(4) {
            0 => format!("{{{}, {}}}", self.id(), self.id()),
            1 => format!("diff(T, {{{}}})", self.id()),
            2 => "T".to_owned(),
            _ => format!("{{{}}}", self.id()),
        }
    }

    fn call(&mut self) -> String {
        let number = self.numbers.below(2);
        // A process that forgets its own value moves among the components of its family.
        let own = if self.numbers.chance(85) { "t".to_owned() } else { self.id() };
        format!("P{number}({own}, {}, {})", self.id(), self.datum())
    }

    /// A process that has the variables t and o of T, and v of V.
    fn process(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.numbers.chance(12) {
                true => "SKIP".to_owned(),
                false => format!("(b!{} -> {})", self.id(), self.call()),
            };
        }
        let depth = depth - 1;
        match self.numbers.below(11) {
            0 => format!("(a!t -> {})", self.process(depth)),
            1 => format!("(b!{} -> {})", self.id(), self.process(depth)),
            2 => self.binding(true, |maker| format!("(e!t?x -> {})", maker.process(depth))),
            3 => self.binding(false, |maker| format!("(c!t?y:Data -> {})", maker.process(depth))),
            4 => self.binding(false, |maker| format!("(d?y -> {})", maker.process(depth))),
            5 => format!("(c!t!{} -> {})", self.datum(), self.process(depth)),
            6 => format!("(f!{} -> {})", self.set(), self.process(depth)),
            7 => format!("({} [] {})", self.process(depth), self.process(depth)),
            8 => format!("({} |~| {})", self.process(depth), self.process(depth)),
            9 => {
                let condition = self.condition();
                format!(
                    "(if {condition} then {} else {})",
                    self.process(depth),
                    self.process(depth)
                )
            }
            _ => self.binding(true, |maker| {
                format!("(|~| x : diff(T, {{t}}) @ e!t!x -> {})", maker.process(depth))
            }),
        }
    }

    fn binding(&mut self, is_id: bool, make: impl FnOnce(&mut Self) -> String) -> String {
        let (scope, name) = if is_id { (&mut self.ids, "x") } else { (&mut self.data, "y") };
        scope.push(name.to_owned());
        let made = make(self);
        if is_id {
            self.ids.pop()
        } else {
            self.data.pop()
        };
        made
    }

    fn compressed(&mut self, process: &str) -> String {
        let all = ["sbisim", "diamond", "normal", "wbisim", "dbisim", "tau_loop_factor"];
        match self.numbers.below(3) {
            0 => format!("{}({process})", self.numbers.pick(&all)),
            _ => process.to_owned(),
        }
    }

    /// A family of processes with something around it.
    fn family(&mut self) -> String {
        let number = self.numbers.below(2);
        let member = format!("P{number}(t, t, Nil)");
        let member = match self.numbers.below(4) {
            0 => self.compressed(&format!("{member} \\ {{| b |}}")),
            1 => format!("(d?y -> P{number}(t, t, y))"),
            _ => self.compressed(&member),
        };
        let alphabet = "[{| a.t, b.t, c.t, e.t, d, f |}]";
        match self.numbers.below(4) {
            0 => format!("(||| t : T @ ({member}))"),
            1 => format!("([| {{| d |}} |] t : T @ ({member}))"),
            2 => format!("(|| t : T @ {alphabet} ({member}))"),
            _ => format!("([| {{| e, f |}} |] t : T @ ({member}))"),
        }
    }

    /// A process for each two values, in no order.
    fn pairs(&mut self) -> String {
        let member = self.compressed("L(p)");
        match self.numbers.below(3) {
            0 => format!("(||| p : Pairs @ {member})"),
            1 => format!("([| {{| e |}} |] p : Pairs @ {member})"),
            _ => {
                format!("(|| p : Pairs @ [{{f.p, g.p.x, h.p.x, e.x.y | x <- p, y <- p}}] {member})")
            }
        }
    }

    /// What such a process does, free and held by one of its values.
    fn links(&mut self) -> String {
        let free = *self.numbers.pick(&["f!p -> L(p) []", "f!p -> STOP []", ""]);
        let held =
            *self.numbers.pick(&["e!x?y:diff(p, {x}) -> K(p, y) []", "f!{x} -> L(p) []", ""]);
        let ended = *self.numbers.pick(&["L(p)", "K(p, x)", "STOP"]);
        format!("L(p) = {free} g!p?x:p -> K(p, x)\nK(p, x) = {held} h!p!x -> {ended}\n")
    }

    fn system(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.numbers.below(5) {
                0 => "M({}, <>)".to_owned(),
                1 => self.pairs(),
                _ => self.family(),
            };
        }
        let depth = depth - 1;
        match self.numbers.below(12) {
            0 => format!("({} [| {{| c |}} |] {})", self.system(depth), self.system(0)),
            1 => format!("({} [| Others |] M({{}}, <>))", self.system(depth)),
            2 => format!("({} \\ {{| d, e |}})", self.system(depth)),
            3 => format!("({} [[ a <- b ]])", self.system(depth)),
            4 => format!("({} [[ e.x.y <- e.y.x | x <- T, y <- T ]])", self.system(depth)),
            5 => {
                let system = self.system(depth);
                self.compressed(&system)
            }
            6 => format!("(prioritise({}, <{{| a, c |}}, {{| b, d, e, f |}}>))", self.system(0)),
            7 => format!("({} /\\ (a?x -> {}))", self.system(0), self.system(0)),
            8 => format!("([] x : T @ (a!x -> {}))", self.system(0)),
            9 => format!("(|~| x : T @ (b!x -> ({} ||| {})))", self.system(0), self.system(0)),
            10 => format!("((a?x -> SKIP) ; {})", self.system(0)),
            _ => self.system(depth),
        }
    }
}

pub fn script(seed: u64) -> String {
    let numbers = &mut Numbers::new(seed);
    let bias = *numbers.pick(&[0, 0, 0, 4]);
    let (ids, data) = (vec!["t".to_owned(), "o".to_owned()], vec!["v".to_owned()]);
    let mut maker = Maker { numbers, ids, data, bias };
    // Of four values there are so many states that only small processes are made.
    let is_small = maker.numbers.chance(8);
    let values = match is_small {
        true => "T1 | T2 | T3 | T4",
        false => *maker.numbers.pick(&["T1 | T2", "T1 | T2 | T3"]),
    };
    let mut text = format!("datatype T = {values}{HEAD}");
    for number in 0..2 {
        let (first, second) = (maker.process(1), maker.process(2));
        text += &format!("P{number}(t, o, v) = (a!t -> {first}) [] {second}\n");
    }
    text += &maker.links();
    text += "M(s, k) = #k < 2 & c?t?y -> M(union(s, {t}), k^<y>) [] a?t:diff(T, s) -> M(s, k)
        [] #k > 0 & d!head(k) -> M(s, tail(k)) [] e?t:s?o -> M(diff(s, {t}), k) [] f!s -> M(s, k)\n";
    let (of, with) = match is_small {
        true => (maker.pairs(), maker.pairs()),
        false => (maker.system(2), maker.system(0)),
    };
    text += &format!("S0 = {of}\nS1 = {with}\n");
    let model = maker.numbers.pick(&["T", "F", "FD"]);
    text += &format!("assert S1 [{model}= S0\nassert S1 [{model}= S1\n");
    text += "assert S0 :[deadlock free [F]]\nassert S0 :[divergence free]\nassert S1 :[deterministic [F]]\n";
    text += "assert M({}, <>) [T= S0\nassert S0 :[has trace [T]]: <a.T1, a.T2>\n";
    text
}

/// A search that ends within reason; none if it does not.
fn known(
    text: &str,
    place: usize,
    symmetry: SymmetrySource<'_>,
    by: Option<Strategy>,
) -> Option<Found> {
    let limits = Limits { states: Some(MOST_STATES), time: Some(LONGEST), ..Limits::default() };
    let report = decided(&*loaded(text), place, symmetry, by, limits)?;
    let found = found(&report);
    (found.answer != Answer::Inconclusive).then_some(found)
}

#[test]
fn verdicts_are_those_of_all_states() {
    let count = std::env::var("QUOTIENT_RANDOM_SYMMETRY").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(12);
    let (mut same, mut reduced, mut violated, mut open) = (0, 0, 0, 0);
    for seed in 0..count {
        let text = script(seed);
        for place in 0..ASSERTIONS {
            let all = known(&text, place, SymmetrySource::Off, None);
            let by = [None, Some(Strategy::ComponentOrder), Some(Strategy::Enumerate)];
            for strategy in [by[0], by[1 + (seed % 2) as usize]] {
                let least = known(&text, place, SymmetrySource::Found, strategy);
                let Some((all, least)) = all.as_ref().zip(least) else {
                    open += 1;
                    continue;
                };
                assert_eq!(least.answer, all.answer, "seed {seed}, {place}, {strategy:?}\n{text}");
                let holds = all.answer == Answer::Holds;
                let order: u64 = least.order.parse().expect("a number");
                let bounds = all.states.div_ceil(order)..=all.states;
                assert!(!holds || bounds.contains(&least.states), "seed {seed}, {place}\n{text}");
                same += 1;
                reduced += u64::from(least.order != "1");
                violated += u64::from(!holds);
            }
        }
    }
    println!(
        "{same} verdicts agree, {violated} of them violations; {reduced} have a symmetry; {open} are open"
    );
    // Were most not symmetric, or all true, little would be tested.
    assert!(reduced > same / 3 && violated > same / 20 && same > violated && open < same);
}
