#!/bin/bash
# checked_reports_test.sh: what becomes of reports of -fsycl-check=memory, in programs with errors, without, and with sanitizers.
. testing/driver/driver.sh

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
# What is done about a report.
cat >wrong.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
class wrong;
void broken(int *p, int i) { p[i] = 5; }
int main() {
  sycl::queue queue([](sycl::exception_list errors) {
    for (const std::exception_ptr &error : errors)
      std::rethrow_exception(error);
  });
  int *numbers = sycl::malloc_shared<int>(4, queue);
  for (int time = 0; time < 2; ++time)
    try {
      queue.single_task<wrong>([=] { broken(numbers, 4); broken(numbers, -1); });
      queue.wait_and_throw();
      std::printf("done ");
    } catch (const sycl::exception &e) {
      std::printf("%d %.25s ", e.code() == sycl::errc::kernel, e.what());
    }
  std::printf("end\n");
  sycl::free(numbers, queue);
}
END
compile -O2 -fsycl-check=memory wrong.cpp -o wrong >log 2>&1 || fail "wrong: $(cat log)"
SYCL_CHECK_JSON=$PWD/reports.json ./wrong >out 2>log
[ $? = 1 ] || fail "reports: the exit status"
[ "$(cat out)" = "done done end" ] || fail "reports: $(cat out)"
[ "$(grep -c 'SYCL check: out of bounds' log)" = 2 ] || fail "reports: $(cat log)"
if command -v python3 >/dev/null; then
  python3 - <<'END' || fail "reports in JSON: $(cat reports.json)"
import json
reports = [json.loads(line) for line in open("reports.json")]
assert len(reports) == 2, reports
first = reports[0]
assert first["kind"] == "out of bounds" and first["kernel"] == "wrong", first
assert first["access"].startswith("store of 4 bytes at 0x"), first
assert first["object"].startswith("0 bytes behind the end of a shared USM allocation of 16 bytes"), first
assert first["global_id"] == first["local_id"] == first["group"] == [0, 0, 0], first
assert first["places"][0]["line"] == 4 and first["places"][0]["function"] == "broken", first
assert first["places"][0]["file"].endswith("/wrong.cpp"), first
END
fi
output=$(SYCL_CHECK_ACTION=throw ./wrong 2>log) || fail "exceptions: the exit status"
[ "$output" = "1 SYCL check: out of bounds 1 SYCL check: out of bounds end" ] || fail "exceptions: $output"
[ ! -s log ] || fail "exceptions: $(cat log)"
SYCL_CHECK_ACTION=abort ./wrong >out 2>log
[ $? = 134 ] || fail "abort: the exit status"
[ "$(grep -c 'SYCL check: ' log)" = 1 ] || fail "abort: $(cat log)"
for rule in function:broken file:*/wrong.c?? kernel:wrong; do
  printf '# known\n\n%s # why\n' "$rule" >rules
  SYCL_CHECK_SUPPRESSIONS=rules ./wrong >out 2>log || fail "suppressed by $rule: the exit status"
  [ ! -s log ] || fail "suppressed by $rule: $(cat log)"
done
printf 'function:other\nnothing\n' >rules
SYCL_CHECK_SUPPRESSIONS=rules SYCL_CHECK_ACTION=explode ./wrong >out 2>log && fail "bad settings: the exit status is 0"
grep -q 'warning: SYCL_CHECK_SUPPRESSIONS: rules: line 2: expected function:PATTERN, file:PATTERN or kernel:PATTERN' log || fail "bad rules: $(cat log)"
grep -q 'warning: SYCL_CHECK_ACTION=explode: expected report, throw or abort' log || fail "a bad action: $(cat log)"
[ "$(grep -c 'SYCL check: out of bounds' log)" = 2 ] || fail "other rules: $(cat log)"

# Memory of the host, on a device that does not reach it.
cat >host_memory.cpp <<'END'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue queue;
  int *host = new int(1), *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = *host; }).wait();
  sycl::free(result, queue);
  delete host;
}
END
sycl-clang++ -fsycl -fsycl-targets=x86_64 -fsycl-emulate=intel_gpu_pvc -O2 -fsycl-check=memory host_memory.cpp -o host_memory >log 2>&1 || fail "host memory: $(cat log)"
SYCL_DEVICE_EMULATION=only,intel_gpu_pvc ./host_memory 2>log && fail "host memory: the exit status is 0"
grep -q 'SYCL check: memory of the host: load of 4 bytes' log || fail "host memory: $(cat log)"
grep -q "which 'Emulated intel_gpu_pvc on .*' cannot access: it does not have aspect::usm_system_allocations" log || fail "host memory: $(cat log)"
SYCL_DEVICE_EMULATION= ONEAPI_DEVICE_SELECTOR=native_cpu:* ./host_memory 2>log || fail "host memory of the native CPU: $(cat log)"

# With the sanitizer for host code.
compile -O1 -fsycl-check=all -fsanitize=address right.cpp -o both >log 2>&1 || fail "with the address sanitizer: $(cat log)"
prints 501499 ./both "with the address sanitizer"
compile -O1 -fsycl-check=memory,races,barriers -fsanitize=thread right.cpp -o both >log 2>&1 || fail "with the thread sanitizer: $(cat log)"
TSAN_OPTIONS=ignore_noninstrumented_modules=1 prints 501499 ./both "with the thread sanitizer"
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
sycl-clang++ -fsycl -fsycl-check=memory,race right.cpp -o race >log 2>&1 && fail "an unknown check"
refused race log "error: invalid value 'race' of option '-fsycl-check'; expected memory, uninitialized, races, barriers or all" "an unknown check"
sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64 -fsycl-check=memory right.cpp -o mixed >log 2>&1 || fail "two targets: $(cat log)"
grep -q "warning: kernels for spir64 are compiled without '-fsycl-check=memory'" log || fail "two targets: $(cat log)"
finish
