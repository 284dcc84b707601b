/* Two-phase commit with 3 participants. Each votes; the coordinator tells
 * them to commit if all agree, and to abort otherwise, with one message for
 * each. Nobody commits while another aborts. Every run ends.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1147 states, 3113 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 1160 states, 3150 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 1160 states, 3150 transitions
 * expect symmetry: order 6
 * expect quotient: 341 states, 867 transitions
 */

#define N 3

mtype = { yes, no, commit, abort };

chan vote = [N] of { mtype };
chan verdict = [N] of { mtype };
byte committed, aborted;

proctype participant() {
  if
  :: vote!yes
  :: vote!no
  fi;
  if
  :: verdict?commit -> committed++
  :: verdict?abort -> aborted++
  fi;
  assert(committed == 0 || aborted == 0)
}

proctype coordinator() {
  byte votes;
  bool refused;

  do
  :: votes < N ->
       if
       :: vote?yes
       :: vote?no -> refused = true
       fi;
       votes++
  :: else -> break
  od;
  do
  :: votes > 0 ->
       if
       :: refused -> verdict!abort
       :: else -> verdict!commit
       fi;
       votes--
  :: else -> break
  od
}

init {
  atomic {
    run coordinator();
    run participant();
    run participant();
    run participant()
  }
}
