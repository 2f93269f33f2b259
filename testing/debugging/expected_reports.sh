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
