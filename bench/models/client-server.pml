/* A server and 7 clients: a request carries the client's number and the channel for the reply, and what comes
 * back is for the client that asked. */
#ifndef CLIENTS
#define CLIENTS 7
#endif

chan requests = [3] of { pid, chan };

active [CLIENTS] proctype client() {
  chan reply = [1] of { pid };
  pid whom;

  do
  :: requests!_pid, reply ->
     reply?whom;
     assert(whom == _pid);
     whom = 0
  od
}

active proctype server() {
  pid who;
  chan back;

  do
  :: requests?who, back -> back!who
  od
}
