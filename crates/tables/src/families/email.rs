//! *Email*: clients write to one another through a mailer (Calder and Miller, *Generalising feature
//! interactions in email*, 2003).

use super::each;

/// `n` clients.
pub fn text(n: usize) -> String {
    let anybody = each(n, "\n       ", |i| format!(":: to = {}", i - 1));
    format!(
        "/* {n} clients write to anybody, also to themselves. A mailer takes the mails one by one and puts each
 * into the inbox of the client that it is for. Nobody finds the mail of somebody else. */

chan network = [2] of {{ pid, pid }};     /* to the mailer: who writes, and to whom */
chan inbox[{n}] = [1] of {{ pid, pid }};    /* by client */

active [{n}] proctype client() {{
  pid from, to;

  do
  :: atomic {{
       inbox[_pid]?from,to;
       assert(to == _pid);
       from = 0;
       to = 0
     }}
  :: atomic {{
       nfull(network) ->
       if
       {anybody}
       fi;
       network!_pid,to;
       to = 0
     }}
  od
}}

active proctype mailer() {{
  pid from, to;

  do
  :: network?from,to;
     atomic {{
       inbox[to]!from,to;
       from = 0;
       to = 0
     }}
  od
}}
"
    )
}
