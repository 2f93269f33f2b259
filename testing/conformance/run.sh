#!/bin/bash
# Usage: run.sh PROGRAM PAGE : runs a program of the suite on the devices that the environment shows. Fails if a
# section does, or if PAGE, docs/conformance.md, has another number of sections in its table.
set -u
program=$1 page=$2
"$program" > "$TEST_TMPDIR/output"
status=$?
cat "$TEST_TMPDIR/output"
[ "$status" = 0 ] || exit 1
awk '
  FNR == NR {
    if (/^## /) ours = $2 == "Results"  # there is a table of another suite, too
    if (ours && $1 == "|" && $2 ~ /^`/) {
      chapter = $2
      gsub(/`/, "", chapter)
      on_page[chapter] = $4 + $6 + $8
    }
    next
  }
  /^device: / { ++device }
  /^[a-z0-9_]+\.[a-z0-9_]+: (pass|skipped)/ {
    chapter = $1
    sub(/\..*/, "", chapter)
    if (device == 1) ++run[chapter]
  }
  END {
    for (chapter in run)
      if (run[chapter] != on_page[chapter]) {
        print "chapter " chapter " has " run[chapter] " sections, and " on_page[chapter] + 0 " in " ARGV[1]
        wrong = 1
      }
    exit wrong
  }
' "$page" "$TEST_TMPDIR/output" || { echo 'make its table anew, as the page says'; exit 1; }
