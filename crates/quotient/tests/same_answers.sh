#!/usr/bin/env bash
# Whether two builds of quotient answer alike: exit status, standard output, standard error and every
# file that is written, on each example and on models elsewhere. Only times and memory may differ.
#
#   crates/quotient/tests/same_answers.sh OLD NEW [FOLDER]
#
# Of the models below FOLDER those take part that OLD checks within 2 seconds. A run of OLD that takes
# longer than 10 seconds is not compared; NEW has 30, since other work may slow down the machine.
# NEW_KEYS='a b' leaves out the keys a and b of JSON, which OLD does not have yet (with python3).
# The exit status is 0 if nothing differs and 1 if something does.
set -uo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
export LC_ALL=C.UTF-8 COLUMNS=100
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Usage messages begin with the name by which a program was called.
for side in old new; do
  mkdir "$work/bin-$side"
  program=$(realpath -e "$1") || exit 2
  ln -s "$program" "$work/bin-$side/quotient"
  shift
done
folder=${1:+$(realpath -e "$1")} || exit 2

# Each side runs in the same directory, so that paths in messages and files are the same.
here=$work/here
side=old
runs=0
late=0
# The status of what was killed for its time.
killed=137

# Runs the side's program, and keeps what it says under the number of the run.
run() {
  local kept=$work/$side patience=30
  number=$((number + 1))
  if [ "$side" = old ]; then
    patience=10
    runs=$((runs + 1))
  elif [ "$(cat "$work/old/$number.code")" = "$killed" ]; then
    cp "$work/old/$number".* "$kept"
    return
  fi
  echo "quotient $*" >"$kept/$number.command"
  # Not asked to end, which quotient would do in good order, but killed. The shell is not to say so.
  {
    timeout -s KILL "$patience" "$work/bin-$side/quotient" "$@" </dev/null \
      >"$kept/$number.out" 2>"$kept/$number.err"
    echo $? >"$kept/$number.code"
  } 2>/dev/null
  if [ "$side" = old ] && [ "$(cat "$kept/$number.code")" = "$killed" ]; then
    late=$((late + 1))
    echo "not compared, longer than 10 seconds: quotient $*"
    : >"$kept/$number.out" 2>"$kept/$number.err"
  fi
}

# Everything that can be asked of a model. Files are named after the run that writes them.
ask_model() {
  local model=$1 limits=(--max-states 20000 --memory 4G --workers 1) trail=(--trail=check.trail)
  case $model in *.rebeca | *.csp) trail=() ;; esac
  run check --json "${limits[@]}" --trace check.json "${trail[@]}" "$model"
  run check "${limits[@]}" "$model"
  run check --keep-going --symmetry off --search dfs "${limits[@]}" --trace dfs.json "$model"
  case $model in
  *.prl | *.rebeca | *.csp) run check --json --keep-going "${limits[@]}" "$model" ;;
  *) run check --json --no-merge --no-dataflow --keep-unread "${limits[@]}" "$model" ;;
  esac
  run symmetry --json "$model"
  run symmetry --diagram symmetry.svg "$model"
  run symmetry --types "$model"
  run symmetry --gap=symmetry.g --detect channel-diagram "$model"
  run graph --max-states 400 --labels full "$model"
  run graph --max-states 400 --symmetry off -o graph.aut "$model"
  run simulate --seed 1 --steps 200 "$model"
  run simulate --seed 1 --steps 200 --json --save simulate.json "$model"
  run replay "$model" check.json
  run replay --json "$model" check.trail
  run replay "$model" dfs.json
  run simulate --trace simulate.json "$model"
  case $model in *.prl) run translate -o translate.pml "$model" ;; esac
}

# What needs no model.
ask_nothing() {
  local command
  run --help
  run --version
  run check
  run check --nonsense
  run check missing.pml
  for command in check symmetry replay simulate graph translate; do run "$command" --help; done
}

# Leaves NEW_KEYS out of files with a JSON object a line.
without_keys() {
  python3 - "$@" <<'END'
import json, os, sys
new = set(os.environ["NEW_KEYS"].split())
def old(value):
    if isinstance(value, dict):
        return {key: old(of) for key, of in value.items() if key not in new}
    return [old(of) for of in value] if isinstance(value, list) else value
for path in sys.argv[1:]:
    text = open(path, encoding="utf-8", errors="surrogateescape", newline="").read()
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if line.startswith('{"'):
            try:
                lines[place] = json.dumps(old(json.loads(line)), separators=(",", ":"), ensure_ascii=False)
            except ValueError:
                pass
    open(path, "w", encoding="utf-8", errors="surrogateescape", newline="").write("\n".join(lines))
END
}

# Times and memory are replaced; long lines of JSON are broken where diff can then point.
elide() {
  if [ -n "${NEW_KEYS:-}" ]; then without_keys "$1"/*; fi
  sed -Ei \
    -e 's/( · depth [0-9 ]+ · )[^·]+ · [0-9.]+ (bytes|kB|MB|GB|TB)/\1TIME · SIZE/' \
    -e 's/( · depth [0-9 ]+) · [0-9.]+ m?s$/\1 · TIME/' \
    -e 's/^  ([0-9.]+ m?s|[0-9]+ [mh] [0-9]+ [ms])$/  TIME/' \
    -e 's/"elapsed_s":[0-9.e-]+/"elapsed_s":TIME/g' \
    -e 's/"(peak_memory|store)_bytes":[0-9]+/"\1_bytes":SIZE/g' \
    -e '/^\{"/s/,("|\{)/,\n\1/g' \
    "$1"/*
}

# Asks both sides the same and prints what differs.
compare() {
  local what=$1
  shift
  rm -rf "$work/old" "$work/new"
  for side in old new; do
    number=0
    rm -rf "$here"
    mkdir "$here" "$work/$side"
    cd "$here" || exit 2
    "$@"
    cd "$work" || exit 2
    find "$here" -type f -exec mv {} "$work/$side" \;
    elide "$work/$side"
  done
  compared=$((compared + 1))
  if ! (cd "$work" && diff -r -U1 old new) >"$work/diff"; then
    differing+=("$what")
    describe "$what"
  fi
}

# Which outputs and files differ, and the first lines of how.
describe() {
  local file number
  echo "== $1"
  (cd "$work" && diff -rq old new) | sed -E 's/^Files old\/(.*) and .*/\1/; s/^Only in (old|new): (.*)/\2 (only in \1)/' |
    while read -r file; do
      number=${file%%.*}
      if [ -f "$work/old/$number.command" ]; then file+=": $(cat "$work/old/$number.command")"; fi
      echo "   $file"
    done
  head -40 "$work/diff" | cut -c1-200
  if [ "$(wc -l <"$work/diff")" -gt 40 ]; then echo "   … and more"; fi
}

# Models by the extensions of all languages.
models() {
  find "$1" -type f -regextype posix-extended \
    -regex '.*\.(pml|prom|promela|p|pr|spin|prl|rebeca|csp)' -print0 | sort -z
}

compared=0
differing=()
slow=()
compare "no model" ask_nothing
while IFS= read -r -d '' model; do
  compare "$model" ask_model "$model"
done < <(models "$root/models")
if [ -n "$folder" ]; then
  while IFS= read -r -d '' model; do
    timeout 2 "$work/bin-old/quotient" check --json --max-states 20000 --workers 1 "$model" \
      </dev/null >/dev/null 2>&1
    if [ $? -eq 124 ]; then slow+=("$model"); else compare "$model" ask_model "$model"; fi
  done < <(models "$folder")
fi

for model in "${slow[@]}"; do echo "left out, slow: $model"; done
for what in "${differing[@]}"; do echo "differs: $what"; done
echo "$compared subjects, $runs runs; ${#differing[@]} differ;" \
  "$late runs and ${#slow[@]} models too slow to compare"
[ ${#differing[@]} -eq 0 ]
