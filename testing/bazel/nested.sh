# For tests that run Bazel on a copy of the workspace. Source it in a Bazel test.
#
#   nested_workspace DIR        copies the workspace's files that are in the runfiles
#   nested_bazel DIR COMMAND…   runs Bazel there, offline; the external repositories are this build's own
#   executed LOG                prints the actions of an execution log: MNEMONIC hit|run ARGUMENTS
#   count PATTERN               how many actions of $actions, such a list, match
#   expect COUNT PATTERN WHAT
#   "${as_somebody[@]}" COMMAND…  another, ordinary user: another user id where the system lets us, another name always
#
# $nested_as, an array, is put before bazel; $nested_home is its home folder; the repository $nested_own is the
# workspace's own.

runfiles=$(cd .. && pwd)
external=$(dirname "$(dirname "$(dirname "$(readlink -f "$runfiles/debian_clang/bin/clang")")")")
disk_cache=$TEST_TMPDIR/disk_cache
nested_as=()
nested_own=
nested_rc=$TEST_TMPDIR/nested.bazelrc
nested_home=$TEST_TMPDIR
as_somebody=(env USER=somebody LOGNAME=somebody)
if unshare --user --map-user=4321 --map-group=4321 true 2>/dev/null; then
  as_somebody=(unshare --user --map-user=4321 --map-group=4321 "${as_somebody[@]}")
fi

# Sandboxes are folders of links: much faster in memory, where there is some, as in bazelw.
: >"$nested_rc"
if [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -n 1)" -gt 1048576 ]; then
  echo 'build --sandbox_base=/dev/shm' >"$nested_rc"
fi

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# A copied workspace with what was built in it has gigabytes, which else would stay until the test runs again.
leave() {
  local server
  if [ -n "${cache_server:-}" ]; then stop_cache; fi
  for server in "$TEST_TMPDIR"/*.root/*/server/server.pid.txt; do
    if [ -f "$server" ]; then kill -KILL "$(cat "$server")" 2>/dev/null || true; fi
  done
  cd /
  # Files of another user's build, and read-only folders.
  chmod -R u+w "$TEST_TMPDIR" 2>/dev/null || true
  find "$TEST_TMPDIR" -mindepth 1 -delete 2>/dev/null || true
}
trap leave EXIT

nested_workspace() {
  mkdir -p "$1"
  cp -rL "$runfiles/facet/." "$1/"
  chmod -R u+w "$1"
}

nested_bazel() {
  local workspace=$1 command=$2 repository overrides=()
  shift 2
  for repository in "$external"/*/; do
    repository=$(basename "$repository")
    case $repository in bazel_tools | platforms | local_* | facet_apt_state) continue ;; esac
    [ "$repository" != "$nested_own" ] || continue
    overrides+=("--override_repository=$repository=$external/$repository")
  done
  (cd "$workspace" && HOME=$nested_home "${nested_as[@]}" env -u TEST_TMPDIR bazel "--bazelrc=$nested_rc" --output_user_root="$workspace.root" --max_idle_secs=60 \
    "$command" "${overrides[@]}" --repository_cache= --color=no --curses=no --noshow_progress "$@")
}

executed() {
  # The log is a sequence of JSON objects, one field a line.
  sed 's/\\u003d/=/g' "$1" | awk '
    /^  "commandArgs":/ { inside = 1; arguments = ""; hit = "run" }
    inside { line = $0; gsub(/^ *"commandArgs": \[|[",\]]/, "", line); arguments = arguments " " line }
    inside && /\]/ { inside = 0 }
    /^  "remoteCacheHit": true/ { hit = "hit" }
    /^  "mnemonic":/ { mnemonic = $2; gsub(/[",]/, "", mnemonic) }
    /^}/ { print mnemonic, hit, arguments }
  '
}

count() { grep -c -- "$1" <<<"$actions" || true; }

# expect COUNT PATTERN WHAT
expect() {
  [ "$(count "$2")" = "$1" ] || fail "$3: expected $1 actions '$2', got $(count "$2") of: $(cut -c1-300 <<<"$actions")"
}
