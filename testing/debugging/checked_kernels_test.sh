#!/bin/bash
# checked_kernels_test.sh: -fsycl-check=memory reports each error of a kernel where it is, and nothing else.
accesses=$PWD/testing/debugging/checked_accesses.cpp
external=$PWD/testing/debugging/checked_function.cpp
. testing/driver/driver.sh

# Each "expect KIND: WAY of TYPE" is followed by reports of that kind, each with the line of the way.
check_log() { # LOG
  awk -v sources="$accesses $external" '
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
                 if (!(way in line)) sub(/ of .*/, "", way)
                 if (!(way in line)) { print "no line " way; bad = 1 }
                 reports = places = 0; ++seen; next }
    /^SYCL check: / { if (expected == "" || index($0, "SYCL check: " parts[1] ":") != 1) { print expected " got " $0; bad = 1 }
                      ++reports; next }
    /^    (inlined )?at / { if (index($0, ":" line[way] ":")) ++places; next }
    /in kernel/ { if (way != "store of a buffer" && $0 !~ /global id: \[5,0,0\], local id: \[1,0,0\], group: \[1,0,0\]$/) { print "work-item: " $0; bad = 1 }
                  next }
    /^  / { next }
    { print "another line: " $0; bad = 1 }
    END { finished(); if (!seen) { print "nothing expected"; bad = 1 }; exit bad }' "$1"
}

for options in -O2 -O0 "-O0 -g" "-O1 -fsycl-device-code-split=per_kernel"; do
  # shellcheck disable=SC2086 # several options
  compile -fsycl-check=memory $options "$accesses" "$external" -o accesses >log 2>&1 || fail "$options: $(cat log)"
  [ ! -s log ] || fail "$options: messages: $(cat log)"
  for kind in 0 1 2 3 4; do
    FAULT_KIND=$kind ./accesses >out 2>log && fail "$options, kind $kind: the exit status is 0"
    check_log log >problems || fail "$options, kind $kind: $(head -20 problems) in $(head -60 log)"
    [ "$(cat out)" = "3 13 3 13 3 13 3 13 0 0 " ] || fail "$options, kind $kind: the results are $(cat out)"
    SYCL_CHECK=0 FAULT_KIND=$kind ./accesses 2>&1 >/dev/null | grep -q 'SYCL check' && fail "$options, kind $kind: reports that are switched off"
  done
done

# A program without errors ends as without the option.
cat >right.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main(int count, char **) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(1000, queue);
  int own[3] = {1, 2, 3}, *host = own; // of the host: the native CPU has usm_system_allocations
  queue.parallel_for(1000, [=](sycl::id<1> i) { numbers[i] = int(i) + host[i % 3]; }).wait();
  int sum = 0;
  {
    sycl::buffer<int> result(&sum, 1);
    queue.submit([&](sycl::handler &h) {
      h.parallel_for(1000, sycl::reduction(result, h, sycl::plus<>()), [=](sycl::id<1> i, auto &s) { s += numbers[i]; });
    });
  }
  std::printf("%d\n", sum);
  sycl::free(numbers, queue);
  return count - 1;
}
END
compile -O2 -fsycl-check=memory right.cpp -o right >log 2>&1 || fail "right: $(cat log)"
prints 501499 ./right "a program without errors"
./right 2 >/dev/null
[ $? = 1 ] || fail "the exit status is not the program's"
# With the sanitizer for host code.
compile -O1 -fsycl-check=memory -fsanitize=address right.cpp -o both >log 2>&1 || fail "with the address sanitizer: $(cat log)"
prints 501499 ./both "with the address sanitizer"
cat >host.cpp <<'END'
#include <sycl/sycl.hpp>
int main(int count, char **) {
  sycl::queue queue;
  char *bytes = sycl::malloc_shared<char>(13, queue);
  queue.single_task([=] { bytes[12] = 1; }).wait();
  bytes[12 + count] = 1;
}
END
compile -O1 -g -fsycl-check=memory -fsanitize=address host.cpp -o host >log 2>&1 || fail "host: $(cat log)"
./host >log 2>&1 && fail "an error of host code is not found"
grep -q 'AddressSanitizer: use-after-poison' log || fail "an error of host code: $(cat log)"

# What is not there, and targets that do not have it.
sycl-clang++ -fsycl -fsycl-check=races right.cpp -o races >log 2>&1 && fail "an unknown check"
refused races log "error: invalid value 'races' of option '-fsycl-check'; expected memory" "an unknown check"
sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64 -fsycl-check=memory right.cpp -o mixed >log 2>&1 || fail "two targets: $(cat log)"
grep -q "warning: kernels for spir64 are compiled without '-fsycl-check=memory'" log || fail "two targets: $(cat log)"
finish
