//! Rounds that receive, into variables of their own or not; and rows of statements in an option.

use super::models::{Family, Model};

/// Each has a message, or none, and takes from all.
const TAKE_ALL: &str = "
chan box[3] = [1] of { byte, byte }; byte got[3];
active [3] proctype P() {
  byte i, n, t, who;
  if :: box[_pid]!1,_pid :: box[_pid]!2,_pid :: skip fi;
  STEP { LOOP };
  got[_pid] = n;
  assert(got[_pid] < 9);
  end: (false)
}
";

/// Each marks itself, and all of them may be set at once.
const SET_ALL: &str = "
byte u[3] = 1; bit x;
active [3] proctype P() {
  byte s;
end:
  do
  :: STEP { s = 1; if :: u[_pid] == 1 -> u[_pid] = 2 :: else fi; LOOP; s = 0 }
  :: x = 1 - x
  od
}
";

/// All of them.
pub const FAMILIES: [Family; 3] = [
    Family {
        frame: TAKE_ALL,
        violated: &[],
        models: &[
            // What a round takes it has asked for, or takes if it is there.
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nempty(box[i]) -> box[i]?_,_; n++ :: else fi }",
                1720,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: nempty(box[i]) -> box[i]?_,_; n++ :: else fi }",
                1720,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?_,_ -> n++ :: else fi }",
                1720,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]?_,_ -> n++ :: else fi }",
                1720,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?1,_ -> n++ :: box[i]?2,_ -> n = n + 2 :: else fi }",
                4069,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]?1,_ -> n++ :: box[i]?2,_ -> n = n + 2 :: else fi }",
                4069,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?[1,_] -> box[i]?1,_; n++ :: else fi }",
                4069,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]??2,_ -> n++ :: else fi }",
                4069,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: len(box[i]) == 1 -> box[i]?_,_; n++ :: else fi }",
                1720,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: i != _pid && nempty(box[i]) -> box[i]?_,_; n++ :: else fi }",
                4033,
                6..=12,
            ),
            Model(
                "atomic",
                "if :: nempty(box[0]) -> box[0]?_,_; n++ :: else fi; if :: nempty(box[1]) -> box[1]?_,_; n++ :: else fi; if :: nempty(box[2]) -> box[2]?_,_; n++ :: else fi",
                1720,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }",
                5941,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }",
                10981,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> got[who] = t :: else fi }",
                7245,
                1..=12,
            ),
            Model("atomic", "for (i : 0 .. 2) { t = len(box[i]); n = n + t }", 13501, 6..=12),
            Model(
                "d_step",
                "for (i : 0 .. 2) { t = got[i]; if :: t > 1 -> n++ :: else fi }",
                2197,
                6..=12,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }; t = 0; who = 0",
                4069,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }; t = 0; who = 0",
                4069,
                6..=12,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { t = len(box[i]); n = n + t; t = 0 }",
                12349,
                6..=12,
            ),
            // What one round leaves is seen by another, or after them; or the first is found.
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = t :: else fi }",
                2197,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }; got[who] = 2",
                13345,
                1..=2,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: box[i]?t,who -> n = n + t :: else fi }; if :: who == 0 -> n = 1 :: else fi",
                10981,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { n = n + t; if :: box[i]?t,who :: else fi }",
                7597,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,who :: else fi; n = n + t }",
                7597,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?_,_ -> n++; break :: else fi }",
                1174,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: n == 0 && nempty(box[i]) -> box[i]?_,_; n = 1 :: else fi }",
                1174,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[0]??[_,i] -> box[0]??_,i :: else fi; n++ }",
                1183,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]?t,eval(who) -> n = n + t; who = 1 :: else fi }",
                5269,
                1..=2,
            ),
        ],
    },
    // Some wait: for all messages together, or one after the other.
    Family {
        frame: TAKE_ALL,
        violated: &["deadlock"],
        models: &[
            Model(
                "atomic",
                "nempty(box[0]) && nempty(box[1]) && nempty(box[2]) -> box[0]?_,_; box[1]?_,_; box[2]?_,_; n = 1",
                73,
                6..=12,
            ),
            Model(
                "d_step",
                "nempty(box[0]) && nempty(box[1]) && nempty(box[2]) -> box[0]?_,_; box[1]?_,_; box[2]?_,_; n = 1",
                73,
                6..=12,
            ),
            Model("atomic", "for (i : 0 .. 2) { box[i]?_,_; n++ }", 418, 1..=2),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nempty(box[i]) -> box[i]?1,_; n++ :: else fi }",
                2645,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nempty(box[i]) -> box[0]?_,_; n++ :: else fi }",
                1818,
                1..=2,
            ),
        ],
    },
    // The order of a row within an option.
    Family {
        frame: SET_ALL,
        violated: &[],
        models: &[
            Model(
                "atomic",
                "if :: u[0] == 2 && u[1] == 2 && u[2] == 2 -> u[0] = 1; u[1] = 1; u[2] = 1 :: else fi",
                14,
                6..=24,
            ),
            Model(
                "d_step",
                "if :: u[0] == 2 && u[1] == 2 && u[2] == 2 -> u[0] = 1; u[1] = 1; u[2] = 1 :: else fi",
                14,
                6..=24,
            ),
            Model(
                "atomic",
                "if :: x -> u[0] = x; u[1] = x; u[2] = x; x = 0 :: else fi",
                16,
                6..=24,
            ),
            Model(
                "atomic",
                "if :: u[0] + u[1] + u[2] > 4 -> if :: x -> u[2] = 3; u[0] = 3; u[1] = 3 :: else -> u[0] = 0; u[1] = 0; u[2] = 0 fi :: else fi",
                12,
                6..=24,
            ),
            Model("atomic", "if :: x -> u[0] = u[1]; u[1] = u[2]; u[2] = 1 :: else fi", 16, 1..=2),
            Model(
                "d_step",
                "if :: u[0] == 2 && u[1] == 2 && u[2] == 2 -> u[0] = x; x = 1 - x; u[1] = x; u[2] = 1 :: else fi",
                30,
                1..=2,
            ),
            Model(
                "atomic",
                "if :: u[0] == 2 && u[1] == 2 && u[2] == 2 -> u[0] = 1; if :: x -> u[1] = 1 :: else fi; u[2] = 1 :: else fi",
                14,
                1..=2,
            ),
        ],
    },
];
