/* Two-phase commit with 3 participants. Each votes; the coordinator tells
 * them to commit if all agree, and to abort otherwise. Nobody commits while
 * another aborts. All end.
 *
EXPECT
 */

#define N 3

mtype = { yes, no, commit, abort };

chan vote = [N] of { mtype };
chan verdict[N] = [1] of { mtype };
byte committed, aborted;

proctype participant(chan heard) {
  if
  :: vote!yes
  :: vote!no
  fi;
  if
  :: heard?commit -> committed++
  :: heard?abort -> aborted++
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
  d_step {
    if
    :: refused -> verdict[0]!abort; verdict[1]!abort; verdict[2]!abort
    :: else -> verdict[0]!commit; verdict[1]!commit; verdict[2]!commit
    fi
  }
}

init {
  atomic {
    run coordinator();
    run participant(verdict[0]);
    run participant(verdict[1]);
    run participant(verdict[2])
  }
}
