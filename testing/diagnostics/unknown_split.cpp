// $ sycl-clang++ -fsycl -fsycl-device-code-split=per-kernel -c unknown_split.cpp
int main() {}
