//! *Hypercube*: messages go from corner to corner, along the edges of a cube of some dimension.

use super::each;

/// A hypercube with `d` dimensions. Process `i + 1` is at corner `i`, whose neighbour along a dimension
/// differs in one bit.
pub fn text(d: usize) -> String {
    let nodes = 1 << d;
    let ports = each(nodes, "\n", |i| format!("chan port{i} = [1] of {{ pid }};"));
    let along = each(d, "; ", |k| format!("chan along{}", k - 1));
    let choose = each(nodes, "\n          ", |i| format!(":: _pid != {i} -> to = {i}"));
    let table = routes(d).join("\n       ");
    let send = each(d, "\n       ", |k| format!(":: dimension == {} -> along{}!to", k - 1, k - 1));
    let start = each(nodes, "\n    ", |i| format!(":: port{i}!{i}"));
    let runs = each(nodes, ";\n    ", |i| {
        let ports = each(d, ", ", |k| format!("port{}", neighbour(i, k - 1)));
        format!("run node(port{i}, {ports})")
    });
    format!(
        "/* A hypercube of {d} dimensions, with {nodes} nodes. Two messages travel in it, each along any
 * dimension in which the node and the destination differ. One that has arrived is sent on to
 * somewhere else. Where they start is open. */

{ports}

proctype node(chan in; {along}) {{
  pid to;
  byte dimension;
  do
  :: atomic {{
       in?to;
       if
       :: to == _pid ->
          if
          {choose}
          fi
       :: else
       fi;
       assert(to != _pid);
       if
       {table}
       fi
     }};
     atomic {{
       if
       {send}
       fi;
       to = 0;
       dimension = 0
     }}
  od
}}

init {{
  atomic {{
    {runs};
    if
    {start}
    fi;
    if
    {start}
    fi
  }}
}}
"
    )
}

/// The process at the other end of the edge along a dimension.
fn neighbour(node: usize, dimension: usize) -> usize {
    ((node - 1) ^ (1 << dimension)) + 1
}

/// The options of the table that says which dimensions lead from a node to a destination.
fn routes(d: usize) -> Vec<String> {
    let mut routes = Vec::new();
    for node in 0..1_usize << d {
        for to in 0..1 << d {
            for dimension in (0..d).filter(|&k| (node ^ to) >> k & 1 == 1) {
                let (node, to) = (node + 1, to + 1);
                routes.push(format!(":: _pid == {node} && to == {to} -> dimension = {dimension}"));
            }
        }
    }
    routes
}
