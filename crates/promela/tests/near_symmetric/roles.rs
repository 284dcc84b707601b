//! Which names of a model depend on its processes, as its generator knows.
//!
//! This says what a permutation of processes *should* do to a state. Nothing here looks at the model: it is what
//! detection is compared with.

use std::collections::BTreeMap;

/// Values that name processes: `values[i]` names process `first + i`. Several processes may share a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub first: usize,
    pub values: Vec<i32>,
}

impl Domain {
    /// The numbers of the first `count` processes.
    pub fn numbers(count: usize) -> Domain {
        Domain { first: 0, values: (0..count as i32).collect() }
    }

    /// Numbers from 0 for `count` processes, of which the first is number `first`.
    pub fn indices(first: usize, count: usize) -> Domain {
        Domain { first, values: (0..count as i32).collect() }
    }

    /// What a value becomes if process `p` becomes `images[p]`; `None` if that process has no name here, or
    /// processes with one name get different ones.
    pub fn image(&self, value: i32, images: &[usize]) -> Option<i32> {
        let mut found = None;
        for place in (0..self.values.len()).filter(|&place| self.values[place] == value) {
            let Some(&image) = images.get(self.first + place) else { continue };
            let image = *self.values.get(image.checked_sub(self.first)?)?;
            if *found.get_or_insert(image) != image {
                return None;
            }
        }
        Some(found.unwrap_or(value))
    }
}

/// What the cells of a variable, or the fields of a message, hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Data,
    Names(Domain),
    Channels,
}

/// What a variable means.
#[derive(Clone, Debug)]
pub struct Role {
    /// For each dimension the processes that own its elements, if processes do.
    pub dimensions: Vec<Option<Domain>>,
    pub content: Content,
}

/// Names of which process `first + i` owns number `i`.
#[derive(Clone, Debug)]
pub struct Members {
    pub first: usize,
    pub names: Vec<String>,
}

impl Members {
    /// The name that `name` becomes; `None` if it is not one of these, or its image is not.
    pub fn image(&self, name: &str, images: &[usize]) -> Option<&str> {
        let place = self.names.iter().position(|n| n == name)?;
        let image = *images.get(self.first + place)?;
        self.names.get(image.checked_sub(self.first)?).map(String::as_str)
    }
}

/// What the names of a model mean.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// Variables that are more than plain data, and arrays of channels.
    pub variables: BTreeMap<String, Role>,
    /// Global variables and channels that belong to one process each.
    pub members: Vec<Members>,
    /// The fields of the messages of channels, by the name of the channel or of the array; all data where nothing
    /// is said.
    pub messages: BTreeMap<String, Vec<Content>>,
    /// Whether the process types `P0`, `P1` and so on are copies of one, with one instance each.
    pub copies: bool,
}

impl Roles {
    pub fn content(&self, name: &str) -> &Content {
        self.variables.get(name).map_or(&Content::Data, |role| &role.content)
    }

    pub fn domain(&self, name: &str, dimension: usize) -> Option<&Domain> {
        self.variables.get(name)?.dimensions.get(dimension)?.as_ref()
    }

    /// The ways to read the model: names as said; those of `plain` as data; all that is held as data, while elements
    /// of arrays still belong to processes.
    pub fn readings(&self, plain: &[&str]) -> Vec<Roles> {
        let as_data = |keep: &dyn Fn(&str) -> bool| {
            let mut roles = self.clone();
            for (_, role) in roles.variables.iter_mut().filter(|(name, _)| !keep(name)) {
                if let Content::Names(_) = role.content {
                    role.content = Content::Data;
                }
            }
            roles.messages.retain(|name, _| keep(name));
            roles
        };
        let mut readings = vec![self.clone()];
        if self.variables.keys().any(|name| plain.contains(&&name[..])) {
            readings.push(as_data(&|name| !plain.contains(&name)));
        }
        readings.push(as_data(&|_| false));
        readings
    }

    /// Whether processes of the types with these names may become one another.
    pub fn alike(&self, one: &str, other: &str) -> bool {
        one == other || self.copies && one.starts_with('P') && other.starts_with('P')
    }

    /// The content of a field of the messages of a channel.
    pub fn field(&self, channel: &str, field: usize) -> &Content {
        let array = channel.split('[').next().unwrap_or(channel);
        self.messages.get(array).and_then(|fields| fields.get(field)).unwrap_or(&Content::Data)
    }

    /// The name that a global becomes, without its subscripts.
    pub fn member_image(&self, name: &str, images: &[usize]) -> Option<String> {
        match self.members.iter().find(|m| m.names.iter().any(|n| n == name)) {
            Some(members) => members.image(name, images).map(str::to_owned),
            None => Some(name.to_owned()),
        }
    }
}
