// $ sycl-clang++ -fsycl -fsycl-device-only -fsycl-targets=intel_gpu_pvc,intel_gpu_dg1 -fsycl-device-if=early -c device_if_early_two_targets.cpp
int main() {}
