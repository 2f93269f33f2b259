# Functions whose needs their callers do not see.
for name in callers foo_and_bar; do
  sycl-clang++ -fsycl -fsycl-device-only -c $name.cpp -o $name.bc
done
sycl-device-link -o linked.bc callers.bc foo_and_bar.bc
sycl-post-link --modules-dir=modules linked.bc 2>&1
sycl-clang++ -fsycl -fsycl-device-only -fsycl-fixed-targets=x86_64,spir64 -c caller_of_baz.cpp -o caller_of_baz.bc
sycl-clang++ -fsycl -fsycl-device-only -fsycl-fixed-targets=x86_64 -c baz.cpp -o baz.bc
sycl-device-link -o linked.bc caller_of_baz.bc baz.bc
sycl-post-link --modules-dir=modules linked.bc 2>&1
