// $ sycl-clang++ -fsycl -fsycl-emulate=intel_gpu_dg -c unknown_emulated_device.cpp
int main() {}
