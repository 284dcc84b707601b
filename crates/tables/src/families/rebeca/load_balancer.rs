//! *Load balancer*, Figures 11 and 12.

use super::each;
use crate::families;

/// Some clients, half of them at each of two balancers, and servers. Clients of the two balancers take turns in `main`, as in
/// Figure 12.
pub fn text(clients: usize, servers: usize) -> String {
    let waiting = clients / 2 + 1;
    let jobs = clients + 1;
    let any = families::each(servers, ", ", |server| server.to_string());
    let balancer = |client| if client % 2 == 0 { "east" } else { "west" };
    let client = |client| format!("    Client c{client}({}):();", balancer(client));
    let run_clients = each(clients, "\n", client);
    let run_servers = each(servers, "\n", |server| format!("    Server s{server}():();"));
    let all = each(servers, ", ", |server| format!("s{server}"));
    format!(
        "/* {clients} clients, 2 load balancers and {servers} servers: a balancer hands requests to the servers in turn, beginning
 * with any of them, and the servers answer the clients. */

reactiveclass Balancer({waiting}) {{
    knownrebecs {{ Server servers[place:1..{servers}]; }}
    statevars {{ place next; }}

    msgsrv initial() {{ next = {first}; }}

    msgsrv request() {{
        servers[next].serve(sender);
        next = next +% 1;
    }}
}}

reactiveclass Server({jobs}) {{
    msgsrv initial() {{ }}
    msgsrv serve(Client client) {{ client.served(); }}
}}

reactiveclass Client(2) {{
    knownrebecs {{ Balancer balancer; }}

    msgsrv initial() {{ self.ask(); }}
    msgsrv ask() {{ balancer.request(); }}
    msgsrv served() {{ self.ask(); }}
}}

main {{
{run_clients}
{run_servers}
    Balancer east({all}):();
    Balancer west({all}):();
}}
",
        first = if servers == 1 { any } else { format!("?({any})") },
    )
}
