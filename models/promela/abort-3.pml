/* 3 workers do two phases of work each; a client may cancel one phase, or everything. Cancelling is
 * said once for the phase and once for the whole by nested `unless`: the outer one goes first.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 880 states, 2401 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 1588 states, 3904 transitions
 * expect symmetry: order 6
 * expect quotient: 233 states, 632 transitions
 */
mtype = { idle, phase, all };
mtype cancel = idle;
byte done, aborted, phases;

active [3] proctype worker() {
  {
    { phases++; skip; phases-- } unless { cancel == phase -> cancel = idle };
    done++
  } unless {
    cancel == all -> aborted++
  }
}

active proctype client() {
  if
  :: cancel = phase
  :: cancel = all
  :: skip
  fi;
  (done + aborted == 3);
  assert(cancel != all || aborted > 0 || done == 3)
}
