/* Two servers with two clients each: the clients of a server may change
 * places, and so may the servers with all their clients, and 0 and 1 in what
 * the servers count, which nobody asks for. The request carries
 * the channel for the reply. Every server counts, modulo 2, the requests
 * that it answered.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 962 states, 2730 transitions
 * expect symmetry: order 16
 * expect quotient: 88 states, 253 transitions
 */

mtype = { done };

chan request1 = [1] of { chan };
chan request2 = [1] of { chan };
chan reply1a = [0] of { mtype };
chan reply1b = [0] of { mtype };
chan reply2a = [0] of { mtype };
chan reply2b = [0] of { mtype };

proctype client(chan request, reply) {
  do
  :: request!reply;
     reply?done
  od
}

proctype server(chan request) {
  chan back;
  bit odd;

  do
  :: request?back;
     odd = 1 - odd;
     back!done
  od
}

init {
  atomic {
    run server(request1);
    run server(request2);
    run client(request1, reply1a);
    run client(request1, reply1b);
    run client(request2, reply2a);
    run client(request2, reply2b)
  }
}
