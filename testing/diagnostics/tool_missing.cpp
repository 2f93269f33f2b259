// $ PATH= sycl-clang++ -fsycl -fno-integrated-as -c tool_missing.cpp
int main() {}
