//! What the messages of channels are made of: unification.
//!
//! After Donaldson and Gay, "ETCH: an enhanced type checker for Promela" (SPIN 2005): channels that
//! flow together must have the same messages, and so, field by field, must the channels in those.
//! Channel types may be recursive: two signatures are joined before their fields are, so that
//! this ends. Unlike there, nothing is refused for what is not known: an open signature agrees
//! with any other.

use std::collections::HashSet;

use diagnostics::Span;
use groups::Partition;

use super::cells::Cell;

/// A number of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SignatureId(usize);

/// What is known of a field of messages.
#[derive(Clone, Debug)]
pub enum Field {
    /// Nothing.
    Open,
    /// It is declared.
    Declared(Cell),
    /// Channels were seen in it, although no declaration says so.
    Channels(SignatureId),
}

impl Field {
    fn signature(&self) -> Option<SignatureId> {
        match self {
            Field::Open => None,
            Field::Declared(cell) => cell.signature,
            Field::Channels(signature) => Some(*signature),
        }
    }
}

/// What is known of the messages of some channels.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The fields, once something says how many there are.
    pub fields: Option<Vec<Field>>,
    /// Something about its messages is not understood: say nothing of them.
    pub unclear: bool,
    /// A channel that has it.
    pub name: String,
    /// Where that is declared or, if nowhere, first used.
    pub span: Span,
    /// Whether a declaration gives the fields.
    pub is_declared: bool,
}

/// Two signatures that were found to be different.
#[derive(Clone, Debug)]
pub struct Clash {
    pub left: SignatureId,
    pub right: SignatureId,
}

/// All signatures, and which of them are one.
#[derive(Debug, Default)]
pub struct Signatures {
    classes: Partition,
    signatures: Vec<Signature>,
    clashes: HashSet<(usize, usize)>,
}

impl Signatures {
    /// A signature of which nothing is known.
    pub fn open(&mut self, name: &str, span: Span) -> SignatureId {
        self.add(Signature {
            fields: None,
            unclear: false,
            name: name.to_owned(),
            span,
            is_declared: false,
        })
    }

    /// A signature from a declaration; `None` if its fields cannot be told.
    pub fn declared(&mut self, fields: Option<Vec<Cell>>, span: Span, name: &str) -> SignatureId {
        self.add(Signature {
            unclear: fields.is_none(),
            fields: fields.map(|cells| cells.into_iter().map(Field::Declared).collect()),
            name: name.to_owned(),
            span,
            is_declared: true,
        })
    }

    fn add(&mut self, signature: Signature) -> SignatureId {
        self.classes.add();
        self.signatures.push(signature);
        SignatureId(self.signatures.len() - 1)
    }

    fn root(&mut self, id: SignatureId) -> usize {
        self.classes.find(id.0)
    }

    pub fn get(&mut self, id: SignatureId) -> &Signature {
        let root = self.root(id);
        &self.signatures[root]
    }

    pub fn get_mut(&mut self, id: SignatureId) -> &mut Signature {
        let root = self.root(id);
        &mut self.signatures[root]
    }

    /// The one that stands for all that were joined with it.
    pub fn representative(&mut self, id: SignatureId) -> SignatureId {
        SignatureId(self.root(id))
    }

    /// Joins two signatures and those of their fields; says which turned out to be different and
    /// were left apart. The same two are named only once.
    pub fn unify(&mut self, a: SignatureId, b: SignatureId) -> Vec<Clash> {
        let mut clashes = Vec::new();
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (left, right) = (self.root(a), self.root(b));
            if left == right {
                continue;
            }
            if self.signatures[left].unclear || self.signatures[right].unclear {
                // What nothing else is known of is not understood either.
                for id in [left, right] {
                    self.signatures[id].unclear |= self.signatures[id].fields.is_none();
                }
                continue;
            }
            if !self.compatible(left, right) {
                if self.clashes.insert((left.min(right), left.max(right))) {
                    clashes.push(Clash { left: SignatureId(left), right: SignatureId(right) });
                }
                continue;
            }
            self.join(left, right, &mut pending);
        }
        clashes
    }

    /// Whether two signatures have as many fields, and of the same types as far as is known here.
    fn compatible(&self, left: usize, right: usize) -> bool {
        let (left, right) = (&self.signatures[left], &self.signatures[right]);
        let (Some(a), Some(b)) = (&left.fields, &right.fields) else { return true };
        a.len() == b.len()
            && a.iter().zip(b).all(|pair| match pair {
                (Field::Declared(a), Field::Declared(b)) => a.agrees(b),
                (Field::Declared(cell), Field::Channels(_))
                | (Field::Channels(_), Field::Declared(cell)) => cell.signature.is_some(),
                _ => true,
            })
    }

    fn join(&mut self, left: usize, right: usize, pending: &mut Vec<(SignatureId, SignatureId)>) {
        // The declared one, or the earlier one, gives the name.
        let right_leads = self.signatures[right].is_declared && !self.signatures[left].is_declared;
        let (kept, dropped) = if right_leads { (right, left) } else { (left, right) };
        self.classes.merge(kept, dropped);
        let Some(other) = self.signatures[dropped].fields.take() else { return };
        let Some(fields) = &mut self.signatures[kept].fields else {
            self.signatures[kept].fields = Some(other);
            return;
        };
        for (field, other) in fields.iter_mut().zip(other) {
            match (field.signature(), other.signature()) {
                (Some(a), Some(b)) => pending.push((a, b)),
                _ if matches!(field, Field::Open) => *field = other,
                _ => {}
            }
        }
    }

    /// Notes that a field of an open signature holds channels.
    pub fn channels_in(&mut self, id: SignatureId, field: usize, channels: SignatureId) {
        if let Some(fields) = &mut self.get_mut(id).fields
            && let Some(field) = fields.get_mut(field)
            && matches!(field, Field::Open)
        {
            *field = Field::Channels(channels);
        }
    }

    /// The messages in words, as in `{byte, chan}`.
    pub fn describe(&mut self, id: SignatureId) -> String {
        let Some(fields) = &self.get(id).fields else { return "{?}".to_owned() };
        let words: Vec<String> = fields
            .iter()
            .map(|field| match field {
                Field::Open => "?".to_owned(),
                Field::Declared(cell) => cell.to_string(),
                Field::Channels(_) => "chan".to_owned(),
            })
            .collect();
        format!("{{{}}}", words.join(", "))
    }
}
