// $ sycl-clang++ -fsycl -fsycl-device-if=sometimes -c device_if_unknown_mode.cpp
int main() {}
