/* Four users pass a lock on. Each grant carries one of three tags, and its
 * user gives that tag back. Tags are only told apart; user 4 leaves after its
 * first turn, the others come again.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 44 states, 100 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 34 states, 72 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 34 states, 72 transitions
 * expect symmetry: order 36
 * expect quotient: 8 states, 38 transitions
 */

#define N 3

//@ scalarset holder = 1..3
//@ scalarset tag = 1..N, given[] = 1..N

pid holder;           /* 0: nobody */
byte tag;
bool given[N + 1];

proctype user() {
  do
  :: atomic {
       holder == 0 -> holder = _pid;
       if
       :: tag = 1
       :: tag = 2
       :: tag = 3
       fi;
       assert(!given[tag]);
       given[tag] = true
     };
     atomic {
       assert(holder == _pid && given[tag]);
       given[tag] = false;
       tag = 0;
       holder = 0;
       if
       :: _pid == N + 1 -> break
       :: else
       fi
     }
  od
}

init {
  atomic { run user(); run user(); run user(); run user() }
}
