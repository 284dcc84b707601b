/* A self-avoiding walk on a cube: 8 processes stand at its corners, and
 * whoever has the token passes it on to one of its 3 neighbours that has not
 * had it yet. The walk starts anywhere, so that all 48 symmetries of the cube
 * are symmetries of the model.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 410 states, 586 transitions
 * expect symmetry: order 48
 * expect quotient: 16 states, 28 transitions
 */

pid holder = 9;    /* process i + 1 is at corner i; 9: not started yet */
bool visited[9];

proctype corner() {
end:
  do
  :: atomic { holder == 9 -> holder = _pid }
  :: atomic { _pid == 1 && holder == 1 && !visited[2] -> visited[_pid] = true; holder = 2 }
  :: atomic { _pid == 1 && holder == 1 && !visited[3] -> visited[_pid] = true; holder = 3 }
  :: atomic { _pid == 1 && holder == 1 && !visited[5] -> visited[_pid] = true; holder = 5 }
  :: atomic { _pid == 2 && holder == 2 && !visited[1] -> visited[_pid] = true; holder = 1 }
  :: atomic { _pid == 2 && holder == 2 && !visited[4] -> visited[_pid] = true; holder = 4 }
  :: atomic { _pid == 2 && holder == 2 && !visited[6] -> visited[_pid] = true; holder = 6 }
  :: atomic { _pid == 3 && holder == 3 && !visited[4] -> visited[_pid] = true; holder = 4 }
  :: atomic { _pid == 3 && holder == 3 && !visited[1] -> visited[_pid] = true; holder = 1 }
  :: atomic { _pid == 3 && holder == 3 && !visited[7] -> visited[_pid] = true; holder = 7 }
  :: atomic { _pid == 4 && holder == 4 && !visited[3] -> visited[_pid] = true; holder = 3 }
  :: atomic { _pid == 4 && holder == 4 && !visited[2] -> visited[_pid] = true; holder = 2 }
  :: atomic { _pid == 4 && holder == 4 && !visited[8] -> visited[_pid] = true; holder = 8 }
  :: atomic { _pid == 5 && holder == 5 && !visited[6] -> visited[_pid] = true; holder = 6 }
  :: atomic { _pid == 5 && holder == 5 && !visited[7] -> visited[_pid] = true; holder = 7 }
  :: atomic { _pid == 5 && holder == 5 && !visited[1] -> visited[_pid] = true; holder = 1 }
  :: atomic { _pid == 6 && holder == 6 && !visited[5] -> visited[_pid] = true; holder = 5 }
  :: atomic { _pid == 6 && holder == 6 && !visited[8] -> visited[_pid] = true; holder = 8 }
  :: atomic { _pid == 6 && holder == 6 && !visited[2] -> visited[_pid] = true; holder = 2 }
  :: atomic { _pid == 7 && holder == 7 && !visited[8] -> visited[_pid] = true; holder = 8 }
  :: atomic { _pid == 7 && holder == 7 && !visited[5] -> visited[_pid] = true; holder = 5 }
  :: atomic { _pid == 7 && holder == 7 && !visited[3] -> visited[_pid] = true; holder = 3 }
  :: atomic { _pid == 8 && holder == 8 && !visited[7] -> visited[_pid] = true; holder = 7 }
  :: atomic { _pid == 8 && holder == 8 && !visited[6] -> visited[_pid] = true; holder = 6 }
  :: atomic { _pid == 8 && holder == 8 && !visited[4] -> visited[_pid] = true; holder = 4 }
  od
}

init {
  atomic {
    run corner(); run corner(); run corner(); run corner();
    run corner(); run corner(); run corner(); run corner()
  }
}
