# A use that the source of the kernel does not show.
for name in requires_kernel requires_leaf; do
  sycl-clang++ -fsycl -fsycl-device-only -c $name.cpp -o $name.bc
done
sycl-device-link -o linked.bc requires_kernel.bc requires_leaf.bc
sycl-post-link --modules-dir=modules linked.bc 2>&1
