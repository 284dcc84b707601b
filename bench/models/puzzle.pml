/* The puzzle of 8 tiles in a square of 9: a move is a d_step that looks for the hole and swaps it with a tile, and
 * checks that each tile is there once. A clock beside it makes the space larger. */
#ifndef HOURS
#define HOURS 4
#endif

byte tile[9];
byte hour;

inline move(condition, offset) {
  d_step {
    at = 0;
    do
    :: tile[at] == 0 -> break
    :: else -> at++
    od;
    seen = 0;
    i = 0;
    do
    :: i < 9 -> seen = seen | (1 << tile[i]); i++
    :: else -> break
    od;
    assert(seen == 511);
    if
    :: condition -> tile[at] = tile[at + offset]; tile[at + offset] = 0
    :: else
    fi;
    at = 0; i = 0; seen = 0
  }
}

active proctype player() {
  byte at, i;
  short seen;

  d_step {
    tile[0] = 1; tile[1] = 2; tile[2] = 3; tile[3] = 4; tile[4] = 5; tile[5] = 6; tile[6] = 7; tile[7] = 8
  };
  do
  :: move(at > 2, -3)
  :: move(at < 6, 3)
  :: move(at % 3 != 0, -1)
  :: move(at % 3 != 2, 1)
  od
}

active proctype clock() {
  do
  :: hour = (hour + 1) % HOURS
  od
}
