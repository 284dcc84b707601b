//! Random programs of processes that are alike, or nearly so.
//!
//! The members of a family know one another by their numbers: in arrays by number, in variables and messages that hold numbers, by
//! channels of their own and by number. Whatever the generator has them do, it has all of them do; what it does not write, a
//! mutation may ([`super::mutation`]). Beside them there may be a server, and a process that starts the others.

use machine::index::VariableId;
use machine::program::{Action, ChannelQuery, Expr, Pattern, Place};
use testing::Numbers;

use super::code::{Code, at_once, first_of, otherwise, when};
use super::draft::{
    Draft, all, any, assert, differ, equal, modulo, number, pick, plus, receive, send,
};

/// A program, and what is known of it.
#[derive(Clone, Debug)]
pub struct Family {
    /// The program.
    pub draft: Draft,
    /// The numbers of its members.
    pub members: Vec<usize>,
}

/// Who does what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// All members do the same.
    Alike,
    /// Each does something of its own.
    Unlike,
}

/// The program with a number.
pub fn family(seed: u64, members: Members) -> Family {
    let numbers = Numbers::new(seed.wrapping_mul(0x1_0000_0b1b));
    Generator::new(numbers).family(members)
}

struct Generator {
    numbers: Numbers,
    draft: Draft,
    count: usize,
    /// The number of the first member.
    first: usize,
    /// By number: a bit and a number.
    flag: VariableId,
    friend: VariableId,
    /// A number of a process, and a digit.
    turn: VariableId,
    gate: VariableId,
    /// A buffered channel and a rendezvous, both of a number and a digit; and channels by number, of a digit.
    mail: Expr,
    meeting: Expr,
    boxes: VariableId,
    /// What the process that is being written has, and whether it is a member.
    digit: VariableId,
    peer: VariableId,
    own: Option<Expr>,
    is_member: bool,
    /// Whether others look at what it has.
    is_watched: bool,
}

impl Generator {
    fn new(mut numbers: Numbers) -> Generator {
        let mut draft = Draft::new();
        let count = numbers.weighted(&[(4, 2), (6, 3)]);
        // A server or a starter comes first, or nobody.
        let first = numbers.below(2);
        let total = count + first;
        let (flag, friend) = (draft.array("flag", total), draft.array("friend", total));
        for member in first..total {
            draft.begin(friend, &[member as i32], member as i32);
        }
        let (turn, gate) = (draft.global("turn"), draft.global("gate"));
        // Any member has the turn at first, or nobody has.
        match numbers.one_in(4) {
            true => draft.begin(turn, &[], 9),
            false => draft.builder.choose(&draft.at(turn, &[]), first as i32..total as i32),
        }
        let capacity = numbers.between(1, 2) as u32;
        let mail = draft.channel("mail", capacity, 2);
        let meeting = draft.channel("meeting", 0, 2);
        let each = numbers.below(2) as u32;
        let boxes = draft.channels("boxes", &vec![each; total], 1);
        let is_watched = numbers.one_in(6);
        let (digit, peer) = (turn, turn);
        Generator {
            numbers,
            draft,
            count,
            first,
            flag,
            friend,
            turn,
            gate,
            mail,
            meeting,
            boxes,
            digit,
            peer,
            own: None,
            is_member: false,
            is_watched,
        }
    }

    fn family(mut self, members: Members) -> Family {
        let starts = self.first == 1 && self.numbers.one_in(2);
        if self.first == 1 && !starts {
            self.server();
        }
        let types = if members == Members::Alike { 1 } else { self.count };
        let first_type = self.draft.bodies.len() + usize::from(starts);
        if starts {
            // Its body begins what is yet to be written.
            let run = |place: usize| {
                Code::Do(Action::Run {
                    process_type: machine::index::ProcessTypeId::new(first_type + place % types),
                    arguments: Vec::new(),
                    priority: 1,
                    result: None,
                })
            };
            let body = Code::Atomic((0..self.count).map(run).collect());
            self.draft.processes("starter", 1, vec![body]);
        }
        for place in 0..types {
            let body = self.member();
            let member = self.draft.body(&format!("member{place}"), &[], body);
            // Where nobody writes it, nobody is named for ever but oneself.
            self.draft.bodies[member].own_number = Some(self.peer);
        }
        if !starts {
            for place in 0..self.count {
                self.draft.start(first_type + place % types, Vec::new());
            }
        }
        Family { draft: self.draft, members: (self.first..self.first + self.count).collect() }
    }

    fn server(&mut self) {
        (self.digit, self.peer) = (self.draft.local("digit"), self.draft.local("peer"));
        self.is_member = false;
        let options = (0..1 + self.numbers.below(2)).map(|_| {
            let mut body = vec![self.reception()];
            body.extend((0..self.numbers.between(1, 2)).map(|_| self.statement(1)));
            body
        });
        let body = vec![Code::Serve(options.collect())];
        self.draft.processes("server", 1, body);
    }

    fn member(&mut self) -> Vec<Code> {
        (self.digit, self.peer) = (self.draft.local("digit"), self.draft.local("peer"));
        self.is_member = true;
        self.own = self.numbers.one_in(3).then(|| self.draft.own_channel("own", 1, 1));
        let count = self.numbers.between(2, 4);
        let statements: Vec<Code> = (0..count).map(|_| self.statement(2)).collect();
        match self.numbers.below(5) {
            0 | 1 => statements,
            2 | 3 => {
                let mut options = vec![statements];
                if self.numbers.one_in(2) {
                    options.push(vec![when(self.condition()), self.statement(1)]);
                }
                if self.numbers.one_in(4) {
                    options.push(vec![Code::Break]);
                }
                vec![if self.numbers.one_in(3) {
                    Code::Serve(options)
                } else {
                    Code::Loop(options)
                }]
            }
            _ => vec![self.statement(1), Code::Loop(vec![statements])],
        }
    }

    fn statement(&mut self, depth: usize) -> Code {
        match self.numbers.below(if depth == 0 { 10 } else { 16 }) {
            0..=3 => Code::Do(self.assignment()),
            4 => when(self.condition()),
            5 => assert(any(vec![self.condition(), self.condition()])),
            6 => self.sending(),
            7 => self.reception(),
            8 if self.own.is_some() => self.own_message(),
            8 | 9 => at_once(vec![self.assignment(), self.assignment()]),
            10 | 11 => Code::Atomic((0..2).map(|_| self.statement(depth - 1)).collect()),
            12 => {
                let holds = vec![Action::Guard(self.condition()), self.assignment()];
                first_of(vec![holds, vec![Action::Else, self.assignment()]])
            }
            _ => self.choice(depth),
        }
    }

    fn choice(&mut self, depth: usize) -> Code {
        let mut options = Vec::new();
        for _ in 0..self.numbers.between(1, 2) {
            let first =
                if self.numbers.one_in(3) { self.reception() } else { when(self.condition()) };
            options.push(vec![first, self.statement(depth - 1)]);
        }
        if self.numbers.one_in(2) {
            options.push(vec![otherwise(), self.statement(depth - 1)]);
        }
        Code::If(options)
    }

    fn get(&self, variable: VariableId, index: &[Expr]) -> Expr {
        self.draft.get(variable, index)
    }

    /// The number of some process.
    fn who(&mut self) -> Expr {
        match self.numbers.below(if self.is_member { 7 } else { 3 }) {
            0 | 1 => self.get(self.turn, &[]),
            2 => self.get(self.peer, &[]),
            3 => self.get(self.friend, &[Expr::pid()]),
            _ => Expr::pid(),
        }
    }

    fn small(&mut self) -> Expr {
        number(self.numbers.weighted(&[(2, 0), (4, 1), (1, 2)]))
    }

    /// Some digit.
    fn value(&mut self) -> Expr {
        match self.numbers.below(6) {
            0 => self.get(self.gate, &[]),
            1 => self.get(self.digit, &[]),
            2 => {
                let who = self.who();
                self.get(self.flag, &[who])
            }
            3 if self.is_watched && self.is_member => {
                let who = self.who();
                Expr::load(self.draft.of(who, self.digit))
            }
            _ => self.small(),
        }
    }

    fn assignment(&mut self) -> Action {
        let (place, value): (Place, Expr) = match self.numbers.below(10) {
            0 | 1 => {
                let who = self.who();
                (self.draft.at(self.flag, &[who]), self.small())
            }
            2 | 3 => (self.draft.at(self.turn, &[]), self.who()),
            4 if self.is_member => (self.draft.at(self.friend, &[Expr::pid()]), self.who()),
            5 | 4 => (self.draft.at(self.peer, &[]), self.who()),
            6 => {
                let gate = self.draft.at(self.gate, &[]);
                (gate.clone(), modulo(plus(Expr::load(gate), number(1)), 3))
            }
            7 => (self.draft.at(self.gate, &[]), self.small()),
            _ => (self.draft.at(self.digit, &[]), self.value()),
        };
        Action::Assign(place, value)
    }

    fn condition(&mut self) -> Expr {
        let turn = self.get(self.turn, &[]);
        match self.numbers.below(11) {
            0 | 1 if self.is_member => equal(turn, Expr::pid()),
            2 if self.is_member => differ(turn, Expr::pid()),
            3 => equal(self.get(self.peer, &[]), self.who()),
            4 => self.of_all(),
            5 => Expr::query(ChannelQuery::Empty, self.mail.clone()),
            6 | 7 => {
                let who = self.who();
                equal(self.get(self.flag, &[who]), self.small())
            }
            _ => equal(self.value(), self.small()),
        }
    }

    /// A condition on all members, in some order.
    fn of_all(&mut self) -> Expr {
        let mut members: Vec<usize> = (self.first..self.first + self.count).collect();
        self.numbers.shuffle(&mut members);
        let value = self.small();
        let of_one =
            |member: usize| equal(self.get(self.flag, &[number(member as i32)]), value.clone());
        let conditions = members.into_iter().map(of_one).collect();
        if self.numbers.one_in(2) { all(conditions) } else { any(conditions) }
    }

    fn sending(&mut self) -> Code {
        let who = self.who();
        match self.numbers.below(4) {
            0 => send(&self.get(self.boxes, &[who]), vec![self.small()]),
            1 => send(&self.meeting.clone(), vec![who, self.small()]),
            _ => send(&self.mail.clone(), vec![who, self.small()]),
        }
    }

    fn reception(&mut self) -> Code {
        let digit = match self.numbers.below(3) {
            0 => Pattern::Any,
            1 => Pattern::Match(self.small()),
            _ => Pattern::Store(self.draft.at(self.digit, &[])),
        };
        let named = match self.numbers.below(4) {
            0 if self.is_member => Pattern::Match(Expr::pid()),
            1 => Pattern::Any,
            _ => Pattern::Store(self.draft.at(self.peer, &[])),
        };
        match self.numbers.below(4) {
            0 if self.is_member => receive(&self.get(self.boxes, &[Expr::pid()]), vec![digit]),
            1 => receive(&self.meeting.clone(), vec![named, digit]),
            2 => pick(&self.mail.clone(), vec![named, digit]),
            _ => receive(&self.mail.clone(), vec![named, digit]),
        }
    }

    /// A message to itself, there and back.
    fn own_message(&mut self) -> Code {
        let own = self.own.clone().expect("it has a channel");
        let sent = send(&own, vec![self.who()]);
        Code::If(vec![vec![sent], vec![self.draft.receive(&own, self.peer)]])
    }
}
