/* The same where worker 0 takes the jobs of one kind.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 238 states, 770 transitions
 * expect symmetry: order 2
 * expect quotient: 157 states, 502 transitions
 */
#define N 3

chan jobs = [2] of { byte };
byte open;
bit busy[N];

proctype node(byte me) {
  do
  :: me == 0 && jobs?[2] -> jobs?2; d_step { open-- }
  :: jobs?1 -> busy[me] = 1; d_step { busy[me] = 0; open-- }
  od
}

active proctype source() {
  do
  :: d_step { open < 4 && nfull(jobs) -> open++; jobs!1 }
  :: d_step { open < 4 && nfull(jobs) -> open++; jobs!2 }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
