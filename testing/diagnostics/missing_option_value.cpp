// $ sycl-clang++ -fsycl -Xsycl-target-backend= -O1 -c missing_option_value.cpp
int main() {}
