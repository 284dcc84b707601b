/* 3 workers take jobs from one queue.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 168 states, 554 transitions
 * expect symmetry: order 6
 * expect quotient: 53 states, 171 transitions
 */
#define N 3

chan jobs = [2] of { byte };
byte open;
bit busy[N];

proctype node(byte me) {
  byte job;

  do
  :: jobs?job -> busy[me] = 1; job = 0; d_step { busy[me] = 0; open-- }
  od
}

active proctype source() {
  do
  :: d_step { open < 4 && nfull(jobs) -> open++; jobs!1 }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
