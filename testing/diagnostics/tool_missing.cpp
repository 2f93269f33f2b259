// $ PATH= sycl-clang++ -fsycl -c tool_missing.cpp
int main() {}
