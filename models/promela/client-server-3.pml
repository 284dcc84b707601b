/* A server and 3 clients. A client sends a request that carries its own
 * number and the channel for the reply; the server answers on that channel.
 * A client checks that the reply is meant for it.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1160 states, 2963 transitions
 * expect symmetry: order 6
 * expect quotient: 213 states, 552 transitions
 */

#define CLIENTS 3

chan requests = [2] of { pid, chan };
chan replies[CLIENTS] = [1] of { pid };

proctype client(chan reply) {
  pid whom;

  do
  :: requests!_pid, reply;
     reply?whom;
     assert(whom == _pid)
  od
}

proctype server() {
  pid who;
  chan back;

  do
  :: requests?who, back;
     back!who
  od
}

init {
  atomic {
    run server();
    run client(replies[0]);
    run client(replies[1]);
    run client(replies[2])
  }
}
