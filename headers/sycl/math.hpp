// The built-in functions of SYCL 2020 (4.17.5 to 4.17.9), for scalars, vec and
// marray, on the host and on devices.
#pragma once

#include <sycl/detail/math_common.hpp>
#include <sycl/detail/math_integer.hpp>
#include <sycl/detail/math_real.hpp>
#include <sycl/detail/math_relational.hpp>

#undef __SYCL_ELEMENTWISE_1
#undef __SYCL_ELEMENTWISE_2
#undef __SYCL_ELEMENTWISE_3
#undef __SYCL_ELEMENTWISE_SCALAR
#undef __SYCL_SAME_SCALARS_2
#undef __SYCL_SAME_SCALARS_3
