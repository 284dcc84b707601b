//! Rebeca models of any size, for the case studies of Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar, *Symmetry and
//! partial order reduction techniques in model checking Rebeca* (Acta Informatica 47, 2010), Section 6.
//!
//! The texts are our own and do what the figures of the paper do, step by step, so that counts of states can be compared; but
//! for the trains, of which the paper prints a part.

mod load_balancer;
mod philosophers;
mod trains;
mod two_phase_commit;

use super::{number, numbers};

/// The most rebecs of one class.
const MOST: usize = 60;

/// The case studies, and what their configurations look like.
pub(super) const FAMILIES: [(&str, &str); 4] = [
    ("rebeca philosophers", "`4`: philosophers, at least 2"),
    ("rebeca trains", "`3`: trains, at least 2"),
    ("rebeca load balancer", "`4-2`: clients, an even number, and servers"),
    ("rebeca two-phase commit", "`3`: nodes, at least 2"),
];

/// The Rebeca text of a configuration of a case study; none if there is no such.
pub(super) fn text(family: &str, configuration: &str) -> Option<String> {
    let several = || number(configuration).filter(|count| (2..=MOST).contains(count));
    match family {
        "rebeca philosophers" => Some(philosophers::text(several()?)),
        "rebeca trains" => Some(trains::text(several()?)),
        "rebeca load balancer" => match numbers(configuration)?[..] {
            [clients, servers] if clients % 2 == 0 && clients.max(servers) <= MOST => {
                Some(load_balancer::text(clients, servers))
            }
            _ => None,
        },
        "rebeca two-phase commit" => Some(two_phase_commit::text(several()?)),
        _ => None,
    }
}

/// What `write` says of each number below `count`, with `between` in between.
fn each(count: usize, between: &str, write: impl Fn(usize) -> String) -> String {
    (0..count).map(write).collect::<Vec<_>>().join(between)
}
