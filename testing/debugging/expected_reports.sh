# expected_reports.sh: sourced by tests of programs that say on stderr what comes next.

# check_reports LOG: each "expect KIND" is followed by at least one report of that kind, and by no other.
check_reports() {
  awk '
    function finished() { if (seen && expected != "nothing" && !reports) { print "no report of number " seen ": " expected; bad = 1 } }
    /^expect / { finished(); expected = substr($0, 8); ++seen; reports = 0; next }
    /^SYCL check: / { if (index($0, "SYCL check: " expected ":") != 1) { print "number " seen ", " expected ", got " $0; bad = 1 }
                      ++reports }
    END { finished(); exit bad || !seen }' "$1"
}

# check_program SOURCE CHECKS OPTION...: a program with seeded_errors.h reports each of its errors, and nothing else.
check_program() {
  local source=$1 checks=$2
  shift 2
  compile -fsycl-check="$checks" -DCHECKS="\"${checks/all/memory,uninitialized,races,barriers}\"" -Wno-deprecated-declarations "$@" "$source" -o program >log 2>&1 || fail "$checks, $*: $(cat log)"
  ./program >out 2>log && fail "$checks, $*: the exit status is 0"
  check_reports log >problems || fail "$checks, $*: $(head -20 problems) in $(head -60 log)"
  SYCL_CHECK=0 ./program 2>&1 >/dev/null | grep -q 'SYCL check' && fail "$checks, $*: reports that are switched off"
}
