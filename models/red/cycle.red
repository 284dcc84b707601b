/* A doubly linked cycle, of which `entry` is some element: processes put themselves in and take themselves out again, one pointer
 * at a time, while they hold a lock. (After the third benchmark of F. Wang and K. Schmidt, 2002, Sect. 7.2.)
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: holds
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 969 states
 * expect[all variables] quotient: 51 states
 * expect unreduced: 969 states
 * expect quotient: 51 states
 * expect symmetry: order 24
 */

#define N 4
process count = N;
global pointer entry, holder;
local pointer next, prev;

mode outside { when holder == NULL may holder = P; goto insert; }

mode insert {
  when entry == NULL may next = P; prev = P; goto inserted;
  when entry != NULL may next = entry->next; goto behind;
}
mode behind { when true may prev = entry; goto link_next; }
mode link_next { when true may next->prev = P; goto link_prev; }
mode link_prev { when true may prev->next = P; goto inserted; }
mode inserted { when true may entry = P; holder = NULL; goto inside; }

mode inside { when holder == NULL may holder = P; goto remove; }

mode remove {
  when next == P may entry = NULL; goto removed;
  when next != P and entry == P may entry = prev; goto unlink_prev;
  when next != P and entry != P may goto unlink_prev;
}
mode unlink_prev { when true may prev->next = next; goto unlink_next; }
mode unlink_next { when true may next->prev = prev; goto removed; }
mode removed { when true may next = NULL; prev = NULL; holder = NULL; goto outside; }

initially entry == NULL and holder == NULL and forall i: next[i] == NULL and prev[i] == NULL;

// While nobody works at it, the cycle is one: who is in it is between its neighbours, and it has an entry. (Not said by
// `next[i]->prev != i`, which has no value where `next[i]` is NULL.)
risk holder == NULL and
     ((exists i, j: inside[i] and (next[i] == j and prev[j] != i or prev[i] == j and next[j] != i))
      or entry == NULL and (exists i: inside[i]));
