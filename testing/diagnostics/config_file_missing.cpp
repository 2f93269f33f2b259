// $ sycl-clang++ -fsycl -fsycl-device-config-file=devices.toml -c config_file_missing.cpp
int main() {}
