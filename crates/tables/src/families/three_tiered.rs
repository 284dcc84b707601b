//! *Three-tiered architecture*: clients of servers of one database.

use super::each;

/// A server for each number of clients.
pub fn text(clients: &[usize]) -> String {
    let servers = clients.len();
    let all: usize = clients.iter().sum();
    // The server of each client.
    let owners: Vec<usize> =
        clients.iter().enumerate().flat_map(|(s, &n)| vec![s + 1; n]).collect();
    let desks = each(servers, "\n", |s| format!("chan desk{s} = [0] of {{ chan }};"));
    let results = each(servers, "\n", |s| format!("chan result{s} = [0] of {{ bool }};"));
    let replies = each(all, "\n", |c| format!("chan reply{c} = [0] of {{ mtype }};"));
    let run_servers = each(servers, ";\n    ", |s| format!("run server(desk{s}, result{s})"));
    let run_clients =
        each(all, ";\n    ", |c| format!("run client(desk{}, reply{c})", owners[c - 1]));
    format!(
        "/* {servers} servers, each with clients of its own ({of_each}), answer with the help of one database.
 * All channels are synchronous. */

mtype = {{ answer }};

chan queries = [0] of {{ chan }};      /* to the database: where to send the result */
{desks}
{results}
{replies}

proctype client(chan desk; chan reply) {{
  do
  :: desk!reply;
     reply?answer
  od
}}

proctype server(chan desk; chan result) {{
  chan asking;
  do
  :: desk?asking;
     queries!result;
     result?true;
     asking!answer
  od
}}

proctype database() {{
  chan asking;
  do
  :: queries?asking;
     asking!true
  od
}}

init {{
  atomic {{
    run database();
    {run_servers};
    {run_clients}
  }}
}}
",
        of_each = clients.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    )
}
