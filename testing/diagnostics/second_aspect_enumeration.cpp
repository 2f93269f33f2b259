// $ sycl-clang++ -fsycl -fsycl-device-only -c second_aspect_enumeration.cpp
#include <sycl/sycl.hpp>

enum class [[__sycl_detail__::__sycl_type__(aspect)]] features { tensor_cores };
