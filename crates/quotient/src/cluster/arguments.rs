//! The argument of `--cluster`.

/// The most machines.
const MOST: usize = 64;

/// Which machines share a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterChoice {
    /// So many processes of this computer.
    Local(usize),
}

/// Reads `local:N`.
///
/// # Errors
/// That it is nothing of this kind.
pub fn parse_cluster(text: &str) -> Result<ClusterChoice, String> {
    let count = text.strip_prefix("local:").and_then(|count| count.parse().ok());
    match count {
        Some(count) if (1..=MOST).contains(&count) => Ok(ClusterChoice::Local(count)),
        _ => Err(format!("expected local:N, with N from 1 to {MOST}, as in local:4")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_processes_are_asked_for() {
        assert_eq!(parse_cluster("local:4"), Ok(ClusterChoice::Local(4)));
        for text in ["local:0", "local:65", "local:", "local:x", "local:-1", "4", "hosts.txt", ""] {
            assert!(parse_cluster(text).is_err(), "{text}");
        }
    }
}
