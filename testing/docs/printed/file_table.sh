# Two modules, of which a DG1 can run one.
sycl-clang++ -fsycl -fsycl-device-only -c two_kernels.cpp -o two_kernels.bc
sycl-device-link -o linked.bc two_kernels.bc
mkdir -p tables
sycl-post-link -split=kernel -properties -symbols -o=intel_gpu_dg1,tables/a.table \
  "-device-config-file=$FACET/lib/facet/targets/intel_gpu_dg1.toml" linked.bc
cat tables/a.table
