/* Email between 3 clients, after Calder and Miller, "Generalising feature
 * interactions in email" (2003). A client writes to anybody, also to itself;
 * a mailer takes the mails one by one and puts each into the inbox of the
 * client that it is for. Nobody finds the mail of somebody else.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 58240 states, 207505 transitions
 * expect symmetry: order 6
 * expect quotient: 9732 states, 34806 transitions
 */

chan network = [2] of { pid, pid };     /* to the mailer: who writes, and to whom */
chan inbox[3] = [1] of { pid, pid };    /* by client */

active [3] proctype client() {
  pid from, to;

  do
  :: atomic {
       inbox[_pid]?from,to;
       assert(to == _pid);
       from = 0;
       to = 0
     }
  :: atomic {
       nfull(network) ->
       if
       :: to = 0
       :: to = 1
       :: to = 2
       fi;
       network!_pid,to;
       to = 0
     }
  od
}

active proctype mailer() {
  pid from, to;

  do
  :: network?from,to;
     atomic {
       inbox[to]!from,to;
       from = 0;
       to = 0
     }
  od
}
