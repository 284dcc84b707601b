/* Two servers and 3 clients, as in client-server-3.pml, but broken: the
 * servers keep the name of their customer in one variable. A request to the
 * one overwrites it while the other still serves, and a client gets somebody
 * else's reply.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 58829 states, 181580 transitions
 * expect symmetry: order 12
 * expect quotient: 5421 states, 16793 transitions
 */

#define CLIENTS 3

chan requests = [1] of { pid, chan };
chan replies[CLIENTS] = [1] of { pid };
pid customer;

proctype client(chan reply) {
  pid whom;

  do
  :: requests!_pid, reply;
     reply?whom;
     assert(whom == _pid)
  od
}

proctype server() {
  chan back;

  do
  :: requests?customer, back;
     back!customer
  od
}

init {
  atomic {
    run server();
    run server();
    run client(replies[0]);
    run client(replies[1]);
    run client(replies[2])
  }
}
