// $ sycl-clang++ -fsycl -fsycl-device-only -c unknown_sycl_type.cpp
enum class [[__sycl_detail__::__sycl_type__(feature)]] features { tensor_cores };
