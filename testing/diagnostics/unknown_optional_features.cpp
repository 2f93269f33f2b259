// $ sycl-clang++ -fsycl -fsycl-optional-features=both -c unknown_optional_features.cpp
int main() {}
