/* The cycle of `cycle.red` without its lock: processes come in each other's way, and follow pointers that lead nowhere.
 *
 * expect safety: violated
 * expect run-time errors: violated
 * quotient[all variables]: --dead-variables off
 * expect[all variables] unreduced: 1589 states
 * expect[all variables] quotient: 797 states
 * expect unreduced: 1223 states
 * expect quotient: 614 states
 * expect symmetry: order 2
 */

#define N 2
process count = N;
global pointer entry;
local pointer next, prev;

mode outside { when true may goto insert; }

mode insert {
  when entry == NULL may next = P; prev = P; goto inserted;
  when entry != NULL may next = entry->next; goto behind;
}
mode behind { when true may prev = entry; goto link_next; }
mode link_next { when true may next->prev = P; goto link_prev; }
mode link_prev { when true may prev->next = P; goto inserted; }
mode inserted { when true may entry = P; goto inside; }

mode inside { when true may goto remove; }

mode remove {
  when next == P may entry = NULL; goto removed;
  when next != P and entry == P may entry = prev; goto unlink_prev;
  when next != P and entry != P may goto unlink_prev;
}
mode unlink_prev { when true may prev->next = next; goto unlink_next; }
mode unlink_next { when true may next->prev = prev; goto removed; }
mode removed { when true may next = NULL; prev = NULL; goto outside; }

initially entry == NULL and forall i: next[i] == NULL and prev[i] == NULL;

risk entry == NULL and exists i: inside[i];
