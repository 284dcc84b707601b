//! The messages that come to a channel and go from it.

/// The difference between the contents of a channel in two states, where it is that of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// These messages were appended, in this order.
    Came(Vec<String>),
    /// These messages were taken from the head, in this order.
    Went(Vec<String>),
}

impl Flow {
    /// The difference between two contents; none where messages came and went, or others than the last came, or others than the first
    /// went.
    #[must_use]
    pub fn between(before: &[String], after: &[String]) -> Option<Flow> {
        let came = after.strip_prefix(before).map(|came| Flow::Came(came.to_vec()));
        came.or_else(|| before.strip_suffix(after).map(|went| Flow::Went(went.to_vec())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(before: &[&str], after: &[&str]) -> Option<Flow> {
        let texts = |messages: &[&str]| -> Vec<String> {
            messages.iter().map(|&message| message.to_owned()).collect()
        };
        Flow::between(&texts(before), &texts(after))
    }

    fn came(messages: &[&str]) -> Option<Flow> {
        Some(Flow::Came(messages.iter().map(|&message| message.to_owned()).collect()))
    }

    fn went(messages: &[&str]) -> Option<Flow> {
        Some(Flow::Went(messages.iter().map(|&message| message.to_owned()).collect()))
    }

    #[test]
    fn a_queue_grows_at_its_end_and_shrinks_at_its_head() {
        assert_eq!(flow(&[], &["a"]), came(&["a"]));
        assert_eq!(flow(&["a"], &["a", "b", "c"]), came(&["b", "c"]));
        assert_eq!(flow(&["a", "a"], &["a", "a", "a"]), came(&["a"]));
        assert_eq!(flow(&["a", "b"], &["b"]), went(&["a"]));
        assert_eq!(flow(&["a", "b"], &[]), went(&["a", "b"]));
    }

    #[test]
    fn other_differences_are_no_flow() {
        // From the middle or the end, before others, at both ends, and in another order.
        assert_eq!(flow(&["a", "b", "c"], &["a", "c"]), None);
        assert_eq!(flow(&["a", "b"], &["a"]), None);
        assert_eq!(flow(&["b"], &["a", "b"]), None);
        assert_eq!(flow(&["a", "b"], &["b", "c"]), None);
        assert_eq!(flow(&["a", "b"], &["b", "a"]), None);
        assert_eq!(flow(&["a"], &["b"]), None);
    }
}
