/* A server and 3 clients as in client-server-3.pml, but the server keeps the
 * name of its customer in a variable that a newer request overwrites while
 * the older one is still being served: a client may get somebody else's
 * reply.
 *
EXPECT
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
