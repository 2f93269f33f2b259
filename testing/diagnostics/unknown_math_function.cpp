// $ sycl-clang++ -fsycl -ffp-accuracy=high:sin,fsin -c unknown_math_function.cpp
int main() {}
