//! Stations in a ring, all alike, that elect one of them.
//!
//! Each active station draws an identity and sends it round; the largest wins, and stations that drew the same draw again
//! (after Itai and Rodeh 1981, and Fokkink and Pang, Variations on Itai-Rodeh leader election for anonymous rings and their
//! analysis in PRISM, 2006). A message carries the identity, the number of links it went over, and whether it met no other
//! station of that identity.
//!
//! Messages go one way, so rotations are symmetries and reflections are not. The group is cyclic: no two stations can be
//! exchanged, and there is nothing to sort.

use std::fmt;
use std::ops::ControlFlow;

use groups::{Group, Permutation};
use kernel::{
    Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition, TransitionSystem,
    Visitor,
};
use symmetry::{Content, Layout, LayoutBuilder, SymmetryGroup, Unmodified};

/// Whether stations do as they should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stations {
    /// They do.
    Attentive,
    /// They do not note on a message that it met another station of its identity. This is wrong.
    Careless,
}

/// The system: `count` stations that draw among the identities `1..=identities`.
pub struct Ring {
    pub count: usize,
    pub identities: i32,
    pub stations: Stations,
    properties: Vec<Property>,
}

/// What a station is.
const DRAWING: i32 = 0;
const ACTIVE: i32 = 1;
const PASSIVE: i32 = 2;
const LEADER: i32 = 3;

/// The cells of a station: what it is, its identity, and then the messages on their way to it, the oldest first. There are
/// never more messages than stations.
const STATUS: usize = 0;
const IDENTITY: usize = 1;
const QUEUE: usize = 2;

/// A message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    pub identity: i32,
    pub links: i32,
    pub alone: bool,
}

impl Message {
    /// As a cell, which holds zero if there is no message.
    fn to_cell(self) -> i32 {
        self.identity << 4 | self.links << 1 | i32::from(self.alone)
    }

    fn from_cell(cell: i32) -> Option<Self> {
        (cell != 0).then_some(Message {
            identity: cell >> 4,
            links: cell >> 1 & 7,
            alone: cell & 1 == 1,
        })
    }
}

/// What a station does in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Draws(i32),
    Receives(Message),
}

/// A step: who does what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub station: usize,
    pub action: Action,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "station {} ", self.station)?;
        match self.action {
            Action::Draws(identity) => write!(f, "draws {identity}"),
            Action::Receives(Message { identity, links, alone }) => {
                let alone = if alone { "" } else { ", not alone" };
                write!(f, "receives {identity} after {links} links{alone}")
            }
        }
    }
}

impl Ring {
    /// A ring of at most seven stations.
    pub fn new(count: usize, identities: i32, stations: Stations) -> Self {
        assert!(count <= 7 && identities <= 7, "a message has three bits for each number");
        let properties = vec![
            // When nothing moves any more, there is a leader.
            Property::new("somebody is elected", PropertyKind::Deadlock),
            Property::new("at most one leader", PropertyKind::Invariant),
        ];
        Ring { count, identities, stations, properties }
    }

    /// What the cells are, in the order in which they stand in the state.
    pub fn layout(&self) -> Layout {
        let mut builder = LayoutBuilder::new();
        let stations: Vec<_> =
            (0..self.count).map(|i| builder.point(0, format!("station {i}"))).collect();
        let families: Vec<_> = (0..self.cells_each()).map(|_| builder.family()).collect();
        for &station in &stations {
            for &family in &families {
                builder.cell(family, &[station], Content::Data);
            }
        }
        builder.build().expect("a layout")
    }

    /// Rotations.
    pub fn symmetry(&self) -> SymmetryGroup {
        let rotation = (0..self.count).map(|station| self.after(station) as u32).collect();
        let rotation = Permutation::from_images(rotation).expect("a permutation");
        SymmetryGroup::new(Group::from_generators(self.count, vec![rotation]), self.layout())
            .expect("the layout admits it")
    }

    fn cells_each(&self) -> usize {
        QUEUE + self.count
    }

    fn cell(&self, station: usize, cell: usize) -> usize {
        station * self.cells_each() + cell
    }

    fn after(&self, station: usize) -> usize {
        (station + 1) % self.count
    }

    fn is(&self, state: &[i32], status: i32) -> usize {
        (0..self.count).filter(|&station| state[self.cell(station, STATUS)] == status).count()
    }

    /// Puts a message on the link out of a station.
    fn send(&self, state: &mut [i32], station: usize, message: Message) {
        let link = &mut state[self.cell(self.after(station), QUEUE)..][..self.count];
        let end = link.iter().position(|&cell| cell == 0).expect("no more messages than stations");
        link[end] = message.to_cell();
    }

    /// Takes the oldest message off the link into a station.
    fn receive(&self, state: &mut [i32], station: usize) -> Option<Message> {
        let link = &mut state[self.cell(station, QUEUE)..][..self.count];
        let message = Message::from_cell(link[0])?;
        link[0] = 0;
        link.rotate_left(1);
        Some(message)
    }

    /// What a station that is not drawing does with a message.
    fn react(&self, state: &mut [i32], station: usize, message: Message) {
        let (status, identity) = (self.cell(station, STATUS), self.cell(station, IDENTITY));
        let passed_on = Message { links: message.links + 1, ..message };
        if state[status] != ACTIVE {
            self.send(state, station, passed_on);
        } else if message.links == self.count as i32 {
            // It is the station's own.
            state[status] = if message.alone { LEADER } else { DRAWING };
            state[identity] = 0;
        } else if message.identity == state[identity] {
            let alone = message.alone && self.stations == Stations::Careless;
            self.send(state, station, Message { alone, ..passed_on });
        } else if message.identity > state[identity] {
            state[status] = PASSIVE;
            state[identity] = 0;
            self.send(state, station, passed_on);
        }
    }

    /// A state in words.
    pub fn describe(&self, state: &[i32]) -> String {
        let stations = (0..self.count).map(|station| {
            let own = &state[self.cell(station, 0)..][..self.cells_each()];
            let waiting = own[QUEUE..].iter().filter_map(|&cell| Message::from_cell(cell));
            let waiting: String =
                waiting.map(|message| format!(" <-{}", message.identity)).collect();
            match own[STATUS] {
                DRAWING => format!("drawing{waiting}"),
                ACTIVE => format!("active {}{waiting}", own[IDENTITY]),
                PASSIVE => format!("passive{waiting}"),
                _ => format!("leader{waiting}"),
            }
        });
        stations.collect::<Vec<_>>().join(" | ")
    }
}

impl TransitionSystem for Ring {
    type State = Vec<i32>;
    type Step = Step;
    /// A buffer for targets.
    type Scratch = Vec<i32>;

    fn scratch(&self) -> Vec<i32> {
        Vec::new()
    }

    fn initial_states(
        &self,
        _: &mut Vec<i32>,
        starts: &mut dyn Starts<Vec<i32>>,
    ) -> ControlFlow<()> {
        starts.start(&vec![0; self.count * self.cells_each()])
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        target: &mut Vec<i32>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for station in 0..self.count {
            let mut step = |action: Action, target: &Vec<i32>| {
                let steps = &[Step { station, action }];
                visitor.transition(Transition { steps, target: Some(target), violation: None })
            };
            target.clone_from(state);
            if state[self.cell(station, STATUS)] == DRAWING {
                for identity in 1..=self.identities {
                    target.clone_from(state);
                    target[self.cell(station, STATUS)] = ACTIVE;
                    target[self.cell(station, IDENTITY)] = identity;
                    self.send(target, station, Message { identity, links: 1, alone: true });
                    step(Action::Draws(identity), target)?;
                }
            } else if let Some(message) = self.receive(target, station) {
                self.react(target, station, message);
                step(Action::Receives(message), target)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    /// A byte for each cell: all values are small.
    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        out.extend(state.iter().map(|&cell| cell as u8));
    }

    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        state.clear();
        state.extend(bytes.iter().map(|&byte| i32::from(byte)));
    }

    fn blank(&self) -> Vec<i32> {
        Vec::new()
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, state: &Vec<i32>, _: PropertyId, _: &mut Vec<i32>) -> bool {
        self.is(state, LEADER) > 1
    }

    /// A state in which nothing moves has no messages.
    fn may_halt(&self, state: &Vec<i32>) -> bool {
        self.is(state, LEADER) == 1
    }
}

impl Unmodified for Ring {
    /// All states have all cells.
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }

    fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
        state
    }

    fn cells_like<'a>(&self, state: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
        target.resize(state.len(), 0);
        target
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Vec<i32>) {}

    /// Its text, with the image of the station: station `i` is point `i`, and messages name nobody.
    fn label(&self, step: &Step, images: &[u32], label: &mut Vec<u8>) {
        let renamed = Step { station: images[step.station] as usize, ..*step };
        label.extend_from_slice(renamed.to_string().as_bytes());
    }
}
