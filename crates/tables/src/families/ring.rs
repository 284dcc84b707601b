//! *Rings*: two tokens travel round a ring of stations, one way or both ways.

use Direction::{BothWays, OneWay};

/// Whom a station may pass a token on to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the next station: the ring can be rotated.
    OneWay,
    /// To either neighbour: the ring can be reflected, too.
    BothWays,
}

/// `n` stations.
pub fn text(n: usize, direction: Direction) -> String {
    let (how, pass) = match direction {
        OneWay => ("one way", "link[(_pid + 1) % N]!true".to_owned()),
        BothWays => ("both ways", both("     ")),
    };
    format!(
        "/* {n} stations form a ring, in which two tokens travel {how}. A station that wants to work does so
 * when it gets a token. Never do more than two work at once. Any station may put a token in. */

#define N {n}

chan link[N] = [1] of {{ bool }};      /* to each station */
byte spare = 2;                      /* tokens that are not in the ring yet */
byte working = 0;

active [N] proctype station() {{
  bool wants;

  do
  :: !wants -> wants = true
  :: atomic {{ spare > 0 && empty(link[_pid]) -> spare--; link[_pid]!true }}
  :: link[_pid]?true;
     if
     :: wants ->
        working++;
        assert(working <= 2);
        working--;
        wants = false
     :: else
     fi;
     {pass}
  od
}}
"
    )
}

fn both(indent: &str) -> String {
    format!(
        "if\n{indent}:: link[(_pid + 1) % N]!true\n{indent}:: link[(_pid + N - 1) % N]!true\n{indent}fi"
    )
}
