#!/bin/bash
# blocks_test.sh "NAME…" PAGE...: every code block of the pages says how it is tested, and what it names is there: NAMEs are the
# programs and fragments that BUILD.bazel builds.
set -u
folder=testing/docs
names=$1
shift
failures=0
wrong() {
  echo "$1" >&2
  failures=$((failures + 1))
}

awk -f $folder/blocks.awk "$@" >"$TEST_TMPDIR/list" || failures=1
[ "$(wc -l <"$TEST_TMPDIR/list")" -ge 50 ] || wrong "only $(wc -l <"$TEST_TMPDIR/list") blocks in $# pages"
built=
while IFS=$'\t' read -r file place language how; do
  case $language:$how in
    cpp:'file '* | cpp:'part '*)
      built+=" ${how#* }"
      case " $names " in *" ${how#* } "*) ;; *) wrong "$place: error: nothing builds it: '${how#* }' is not in $folder/BUILD.bazel" ;; esac
      ;;
    text:'printed by '?*)
      [ -e "$folder/printed/${how#printed by }" ] || wrong "$place: error: no such file: $folder/printed/${how#printed by }"
      ;;
    text:printed)
      case $before in cpp:file*) ;; *) wrong "$place: error: no program before what it prints" ;; esac
      ;;
    text:message)
      case $before in cpp:refused* | cpp:fails*) ;; *) wrong "$place: error: no source before the message it gets" ;; esac
      ;;
    cpp:refused* | cpp:fails* | sh: | sh:usage | sh:'named '?* | toml: | text:picture | cmake:'file '?* | python:'file '?* | text:'file '?* | text:'error of //'?*) ;;
    *) wrong "$place: error: nobody knows how this block is tested; $folder/BUILD.bazel says what to write behind the \`\`\`" ;;
  esac
  before=$language:$how
done <"$TEST_TMPDIR/list"
for name in $names; do
  case "$built " in *" $name "*) ;; *) wrong "$folder/BUILD.bazel: error: no page has '$name'" ;; esac
done
[ "$failures" = 0 ] || exit 1
echo "PASSED: $(cut -f 3- "$TEST_TMPDIR/list" | sed 's/^\([a-z]*\t[a-z]*\).*/\1/' | sort | uniq -c | tr '\n\t' '; ')"
