// $ sycl-clang++ -fsycl -fsycl-fixed-targets=nvidia_gpu_sm80 -c unknown_fixed_target.cpp
int main() {}
