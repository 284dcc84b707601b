/* Two-phase commit with 3 participants, where every message may be lost. Who has
 * voted for it waits for the decision, which is told again whenever nothing else
 * happens; a vote that is missed counts as one against. Nobody commits while
 * another aborts.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1241 states, 3133 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 1364 states, 3400 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 1364 states, 3400 transitions
 * expect symmetry: order 6
 * expect quotient: 386 states, 929 transitions
 */
#define N 3

mtype = { prepare, yes, no, commit, abort };
mtype = { Working, Prepared, Committed, Aborted };

chan order[N] = [1] of { mtype };
chan vote = [N] of { mtype };
mtype state[N] = Working;
bit committed, aborted;

active proctype coordinator() {
  byte i, votes;
  mtype decision;

  atomic { for (i : 0 .. N - 1) { if :: order[i]!prepare :: true fi } };
  do
  :: votes < N ->
     if
     :: vote?yes -> votes++
     :: vote?no -> decision = abort; break
     :: timeout -> decision = abort; break
     fi
  :: votes == N -> decision = commit; break
  od;
  votes = 0;
end:
  do
  :: vote?_
  :: timeout ->
     atomic { for (i : 0 .. N - 1) { if :: nfull(order[i]) -> order[i]!decision :: true fi } }
  od
}

proctype participant(byte me) {
end:
  do
  :: atomic { order[me]?prepare ->
       if
       :: state[me] == Working -> state[me] = Prepared;
          if :: vote!yes :: true fi
       :: state[me] == Working -> state[me] = Aborted; aborted = 1; assert(!committed);
          if :: vote!no :: true fi
       :: else
       fi
     }
  :: atomic { order[me]?commit ->
       state[me] = Committed; committed = 1; assert(!aborted)
     }
  :: atomic { order[me]?abort ->
       state[me] = Aborted; aborted = 1; assert(!committed)
     }
  od
}

init { atomic { run participant(0); run participant(1); run participant(2) } }
