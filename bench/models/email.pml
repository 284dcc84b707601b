/* Email between 4 clients, after Calder and Miller (2003): a client writes to anybody, a mailer takes the mails one
 * by one to the inbox of the client that it is for, and nobody finds the mail of somebody else. */
chan network = [1] of { pid, pid };
chan inbox[4] = [1] of { pid, pid };

active [4] proctype client() {
  pid from, to;

  do
  :: atomic { inbox[_pid]?from, to -> assert(to == _pid); from = 0; to = 0 }
  :: atomic {
       nfull(network) ->
       if :: to = 0 :: to = 1 :: to = 2 :: to = 3 fi;
       network!_pid, to;
       to = 0
     }
  od
}

active proctype mailer() {
  pid from, to;

  do
  :: network?from, to ->
     atomic { inbox[to]!from, to -> from = 0; to = 0 }
  od
}
