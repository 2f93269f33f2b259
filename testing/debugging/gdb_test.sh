#!/bin/bash
# gdb_test.sh: gdb stops in kernels of the native CPU, steps, and prints variables and ids.
if ! command -v gdb >/dev/null; then
  echo 'skipped: gdb is not installed'
  exit 0
fi
. testing/driver/driver.sh
source=$TEST_SRCDIR/$TEST_WORKSPACE/testing/debugging/kernels.cpp
cp "$source" kernels.cpp
line() { grep -n "// $1\$" kernels.cpp | cut -d: -f1; }

# gdb must not block forever, whatever is wrong.
debug() { # PROGRAM COMMAND...
  local program=$1 commands=()
  shift
  for command in "$@"; do commands+=(-ex "$command"); done
  timeout -k 5 60 gdb -nx -batch -ex 'set debuginfod enabled off' -ex 'set breakpoint pending on' -ex 'set width 0' -ex 'set pagination off' \
    "${commands[@]}" "$program" </dev/null >log 2>&1 || fail "gdb: status $?: $(cat log)"
}
shows() { # PATTERN WHAT
  grep -qE -- "$1" log || fail "$2: no '$1' in: $(cat log)"
}

compile -g -O0 kernels.cpp -o debugged || fail 'compiling with -O0 -g'
prints '0 15' ./debugged 'with -O0 -g'

# One work-item of each kernel, whichever thread has it.
step() { # COMMAND...
  debug ./debugged "$@"
}
step "break kernels.cpp:$(line 'in the range kernel')" run 'print i' 'print numbers[0]' 'print offset' 'print corner' 'print item' 'print values' 'print id' bt \
  'up 2' 'print global_id' 'print local_id' 'print group_id' 'down 2' next next 'thread apply all bt'
shows 'hit Breakpoint 1.*main::.*operator\(\)' 'a breakpoint on a line'
shows "kernels.cpp:$(line 'in the range kernel')\$" 'the line'
shows '^\$1 = 0$' 'a variable of a kernel'
shows '^\$2 = 9$' 'USM'
shows '^\$3 = 5$' 'a captured number'
shows '^\$4 = \{x = 3, y = 4\}$' 'a captured structure'
shows '^\$5 = .*values = \{8\}' 'an item'
shows '^\$6 = \{.*0x' 'an accessor'
shows '^#[0-9]+ .*facet::RunWorkGroups' 'the launch'
shows '^\$7 = .*\{0\}' 'an id that a function of the headers returned'
shows '^\$8 = \{x = 0, y = 0, z = 0\}' 'the id in the entry function'
shows '^#[0-9]+ .*in main \(\) at kernels.cpp:[0-9]+' 'what waits for the kernel'

step 'break twice' run 'info args' next 'info locals' bt
shows 'hit Breakpoint.*twice \(value=0\)' 'a breakpoint on a function that a kernel calls'
shows '^value = 0$' 'its argument'
shows '^result = 0$' 'its variable'
shows '^#1 .*operator\(\)' 'its caller'

# Coroutines: variables from before the barrier, in whichever thread.
step "break kernels.cpp:$(line 'behind the barrier')" run 'print mine - numbers[i]' 'print i % 4 - lane' 'print other - numbers[i ^ 1]' 'up' 'print group_id.x' 'print global_id.x - local_id.x'
shows '^\$1 = 0$' 'a variable from before a barrier'
shows '^\$2 = 0$' 'two variables that belong together'
shows '^\$3 = 0$' 'a variable from behind it'
shows '^\$4 = 0$' 'a group behind a barrier'
shows '^\$5 = 0$' 'ids behind a barrier'

step "break kernels.cpp:$(line 'in the task')" run 'print i' 'continue' 'print i' bt
shows '^\$1 = 1$' 'the variable of a loop'
shows '^\$2 = 2$' 'its next value'
shows 'hit Breakpoint' 'a task'

# Optimized code has lines and functions. Of a line's copies in a vectorized loop gdb takes one: the kernel is found by its symbol.
compile -g -O2 kernels.cpp -o optimized || fail 'compiling with -O2 -g'
prints '0 15' ./optimized 'with -O2 -g'
debug ./optimized 'break _ZTSZ4mainE4last' run bt
shows 'hit Breakpoint' 'a kernel by its symbol'
shows "kernels.cpp:($(line 'in the task')|$(($(line 'in the task') - 1)))\$" 'a line of optimized code'
shows '^#[0-9]+ .*main::last \(' 'the name of the kernel'
shows '^#[0-9]+ .*facet::RunWorkGroups' 'the launch of optimized code'

# A process that runs already, with images that are loaded.
cat >attached.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <unistd.h>
int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  for (*number = 0; *number < 600;) {
    queue.single_task([=] {
      *number += 1; // counts
    }).wait();
    std::printf("%d\n", *number);
    std::fflush(stdout);
    usleep(100000);
  }
}
END
compile -g -O0 attached.cpp -o attached || fail 'compiling a program to attach to'
./attached >counted &
process=$!
for _ in $(seq 100); do
  [ ! -s counted ] || break
  sleep 0.1
done
timeout -k 5 60 gdb -nx -batch -ex 'set debuginfod enabled off' -ex 'set width 0' -ex "break attached.cpp:$(grep -n '// counts' attached.cpp | cut -d: -f1)" -ex continue -ex 'print *number' \
  -p $process </dev/null >log 2>&1
kill $process
if grep -q 'ptrace: Operation not permitted' log; then
  echo 'attaching: not permitted on this machine'
else
  shows '^\$1 = [1-9][0-9]*$' 'a kernel of a running program'
fi
finish
