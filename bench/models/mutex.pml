/* Mutual exclusion of 15 processes by a test of all others, in d_steps, after Donaldson and Miller (2008): who is
 * neutral tries, who tries becomes critical if nobody is, and who is critical becomes neutral. */
#define N 15
#define NOBODY \
  (st[0] != critical && st[1] != critical && st[2] != critical && st[3] != critical && st[4] != critical && \
   st[5] != critical && st[6] != critical && st[7] != critical && st[8] != critical && st[9] != critical && \
   st[10] != critical && st[11] != critical && st[12] != critical && st[13] != critical && st[14] != critical)

mtype = { neutral, trying, critical };

mtype st[N] = neutral;

active [N] proctype user() {
  do
  :: d_step { st[_pid] == neutral -> st[_pid] = trying }
  :: d_step { st[_pid] == trying && NOBODY -> st[_pid] = critical }
  :: d_step { st[_pid] == critical -> st[_pid] = neutral; assert(NOBODY) }
  od
}
