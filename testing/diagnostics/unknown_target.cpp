// $ sycl-clang++ -fsycl -fsycl-targets=x86_64,intel_gpu_pcv -c unknown_target.cpp
int main() {}
