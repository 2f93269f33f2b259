#!/bin/bash
# checked_kernels_test.sh: -fsycl-check=memory reports each error of a kernel where it is, and nothing else. Each shard of the
# test takes some of the options.
. testing/shards/shards.sh
accesses=$PWD/testing/debugging/checked_accesses.cpp
external=$PWD/testing/debugging/checked_function.cpp
objects=$PWD/testing/debugging/checked_objects.cpp
. testing/driver/driver.sh

# Each "expect KIND: WAY of OBJECT of TYPE" is followed by reports of that kind, each with the line of the way, which
# has a comment with the way, or the way and the object; and with a work-item.
check_log() { # LOG WORK_ITEM
  awk -v sources="$accesses $external $objects" -v item="$2" '
    BEGIN {
      count = split(sources, files, " ")
      for (f = 1; f <= count; ++f)
        for (n = 1; (getline text < files[f]) > 0; ++n)
          if (match(text, /\/\/ [a-z ]+$/))
            line[substr(text, RSTART + 3)] = n
    }
    function finished() {
      if (expected != "" && !(reports && places)) { print "no report of its line: " expected; bad = 1 }
    }
    /^expect / { finished(); expected = substr($0, 8); split(expected, parts, ": "); way = parts[2]
                 if (!(way in line)) sub(/ of [a-z]+$/, "", way)
                 if (!(way in line)) { way = parts[2]; sub(/ of .*/, "", way) }
                 if (!(way in line)) { print "no line " way; bad = 1 }
                 reports = places = 0; ++seen; next }
    /^SYCL check: / { if (expected == "" || index($0, "SYCL check: " parts[1] ":") != 1) { print expected " got " $0; bad = 1 }
                      ++reports; next }
    /^    (inlined )?at / { if (index($0, ":" line[way] ":")) ++places; next }
    /in kernel/ { if (way != "store of a buffer" && $0 !~ item) { print "work-item: " $0; bad = 1 }
                  next }
    /^  / { next }
    { print "another line: " $0; bad = 1 }
    END { finished(); if (!seen) { print "nothing expected"; bad = 1 }; exit bad }' "$1"
}

for options in -O2 -O0 "-O0 -g" "-O1 -fsycl-device-code-split=per_kernel"; do
  mine || continue
  # shellcheck disable=SC2086 # several options
  compile -fsycl-check=memory $options "$accesses" "$external" -o accesses >log 2>&1 || fail "$options: $(cat log)"
  [ ! -s log ] || fail "$options: messages: $(cat log)"
  for kind in 0 1 2 3 4; do
    FAULT_KIND=$kind ./accesses >out 2>log && fail "$options, kind $kind: the exit status is 0"
    check_log log 'global id: \\[5,0,0\\], local id: \\[1,0,0\\], group: \\[1,0,0\\]$' >problems || fail "$options, kind $kind: $(head -20 problems) in $(head -60 log)"
    [ "$(cat out)" = "3 13 3 13 3 13 3 13 0 0 " ] || fail "$options, kind $kind: the results are $(cat out)"
    SYCL_CHECK=0 FAULT_KIND=$kind ./accesses 2>&1 >/dev/null | grep -q 'SYCL check' && fail "$options, kind $kind: reports that are switched off"
  done
done

for options in -O2 -O0; do
  mine || continue
  compile -fsycl-check=memory $options "$objects" -o objects >log 2>&1 || fail "objects, $options: $(cat log)"
  ./objects >out 2>log && fail "objects, $options: the exit status is 0"
  check_log log 'global id: \\[[05],0,0\\], local id: \\[[01],0,0\\], group: \\[[01],0,0\\]$' >problems || fail "objects, $options: $(head -20 problems) in $(head -60 log)"
  [ "$(grep -c '^expect' log)" = 190 ] || fail "objects, $options: $(grep -c '^expect' log) errors"
  [ "$(cat out)" = "0 0 0 0 1 " ] || fail "objects, $options: the results are $(cat out)"
done
finish
