/* The stack of R. K. Treiber (Systems programming: coping with parallelism, 1986): processes are the cells. One that is free pushes
 * itself; one that has looked at the top pops that, if it is still the top when it swaps. A cell that was popped comes back only
 * when whoever popped it lets it go, and nobody looks at a cell that is not on the stack: so the top that is swapped is the one
 * that was seen (see `broken-treiber-stack.red`).
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: holds
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 932 states
 * expect[all variables] quotient: 468 states
 * expect unreduced: 304 states
 * expect quotient: 154 states
 * expect symmetry: order 2
 */

#define N 2
process count = N;
global pointer top;
local pointer below, seen, rest;
/* Whether the cell of this process is on the stack, and how many look at it. */
local discrete stacked;
local discrete watched: 0..N;

mode idle {
  // What it puts on the stack is itself.
  when stacked == 0 and watched == 0 may goto push;
  when top != NULL may seen = top; top->watched = top->watched + 1; goto look;
}

mode push { when true may below = top; goto swap_in; }
mode swap_in {
  when top == below may stacked = 1; top = P; goto idle;
  when top != below may goto push;
}

mode look { when true may rest = seen->below; goto swap_out; }
mode swap_out {
  when top == seen may top = rest; seen->stacked = 0; goto drop;
  when top != seen may goto drop;
}
mode drop { when true may seen->watched = seen->watched - 1; seen = NULL; goto idle; }

initially top == NULL and forall i: below[i] == NULL and seen[i] == NULL and rest[i] == NULL
                                    and stacked[i] == 0 and watched[i] == 0;

// What is on top of the stack is on the stack, and so is what is below.
risk exists i: stacked[i] == 0 and (top == i or exists j: stacked[j] == 1 and below[j] == i);
