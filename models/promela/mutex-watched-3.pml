/* 3 processes take turns through a channel that holds one token. A watcher looks into them: it
 * names control points and local variables of the others (remote references).
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 59 states, 145 transitions
 * expect symmetry: order 6
 * expect quotient: 20 states, 55 transitions
 */
chan token = [1] of { bit };
bool all_did;

active [3] proctype user() {
  bool did;
end:
  do
  :: token?1;
use: did = true;
     token!1
  od
}

active proctype watcher() {
  token!1;
end:
  do
  :: assert(!(user[0]@use && user[1]@use) && !(user[1]@use && user[2]@use) && !(user[0]@use && user[2]@use))
  :: user[0]:did && user[1]:did && user[2]:did && !all_did -> all_did = true
  od
}
