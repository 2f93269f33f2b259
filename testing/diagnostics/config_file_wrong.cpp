// $ sycl-clang++ -fsycl -fsycl-device-config-file=config_file_wrong.toml -c config_file_wrong.cpp
int main() {}
