//! *Load balancer*: requests of clients go to the server with the shortest queue.

use super::each;

/// Some servers and clients.
pub fn text(servers: usize, clients: usize) -> String {
    let replies = each(clients, "\n", |c| format!("chan reply{c} = [1] of {{ mtype }};"));
    let queues = each(servers, "\n", |s| format!("chan queue{s} = [{clients}] of {{ chan }};"));
    let choice = each(servers, "\n       ", |s| {
        let others = (1..=servers).filter(|&other| other != s);
        let shorter = others.map(|other| format!("len(queue{s}) <= len(queue{other})"));
        let shortest = shorter.collect::<Vec<_>>().join(" && ");
        let guard = if shortest.is_empty() { "true".to_owned() } else { shortest };
        format!(":: {guard} -> queue{s}!asking")
    });
    let run_servers = each(servers, ";\n    ", |s| format!("run server(queue{s})"));
    let run_clients = each(clients, ";\n    ", |c| format!("run client(reply{c})"));
    format!(
        "/* {clients} clients ask, a balancer passes each request on to a server with a shortest queue, and the
 * {servers} servers answer. Nobody is answered who did not ask. */

mtype = {{ answer }};

chan entrance = [1] of {{ chan }};
{queues}
{replies}

proctype client(chan reply) {{
  do
  :: assert(empty(reply));
     entrance!reply;
     reply?answer
  od
}}

proctype server(chan queue) {{
  chan asking;
  do
  :: queue?asking;
     asking!answer
  od
}}

proctype balancer() {{
  chan asking;
  do
  :: atomic {{
       entrance?asking;
       if
       {choice}
       fi
     }}
  od
}}

init {{
  atomic {{
    run balancer();
    {run_servers};
    {run_clients}
  }}
}}
"
    )
}
