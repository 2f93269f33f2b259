// $ sycl-clang++ -fsycl -fsycl-device-only -c ir_attributes_without_values.cpp
[[clang::sycl_external, __sycl_detail__::__add_ir_attributes_function__("name")]] void kernel() {}
