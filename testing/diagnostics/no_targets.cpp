// $ sycl-clang++ -fsycl -fsycl-targets= -c no_targets.cpp
int main() {}
