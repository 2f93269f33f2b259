// Every built-in function, type and work-item query in kernels, compiled for
// devices; device_code.test looks at the result. Kernels are made directly by
// their entry points, so that only the device side of the headers is needed.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/address_space_cast.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/local_memory.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/math.hpp>

using sycl::half;

namespace {

template <typename T> T real_functions(T x, T y, T z) {
  T r = sycl::acos(x) + sycl::acosh(x) + sycl::acospi(x) + sycl::asin(x) +
        sycl::asinh(x) + sycl::asinpi(x) + sycl::atan(x) + sycl::atanh(x) +
        sycl::atanpi(x) + sycl::cbrt(x) + sycl::ceil(x) + sycl::cos(x) +
        sycl::cosh(x) + sycl::cospi(x) + sycl::erf(x) + sycl::erfc(x) +
        sycl::exp(x) + sycl::exp2(x) + sycl::exp10(x) + sycl::expm1(x) +
        sycl::fabs(x) + sycl::floor(x) + sycl::lgamma(x) + sycl::log(x) +
        sycl::log2(x) + sycl::log10(x) + sycl::log1p(x) + sycl::logb(x) +
        sycl::rint(x) + sycl::round(x) + sycl::rsqrt(x) + sycl::sin(x) +
        sycl::sinh(x) + sycl::sinpi(x) + sycl::sqrt(x) + sycl::tan(x) +
        sycl::tanh(x) + sycl::tanpi(x) + sycl::tgamma(x) + sycl::trunc(x);
  r += sycl::atan2(x, y) + sycl::atan2pi(x, y) + sycl::copysign(x, y) +
       sycl::fdim(x, y) + sycl::fmax(x, y) + sycl::fmin(x, y) +
       sycl::fmod(x, y) + sycl::hypot(x, y) + sycl::maxmag(x, y) +
       sycl::minmag(x, y) + sycl::nextafter(x, y) + sycl::pow(x, y) +
       sycl::powr(x, y) + sycl::remainder(x, y) + sycl::fma(x, y, z) +
       sycl::mad(x, y, z) + sycl::ldexp(x, 2) + sycl::pown(x, 3) +
       sycl::rootn(x, 5);
  r += sycl::degrees(x) + sycl::radians(x) + sycl::sign(x) + sycl::max(x, y) +
       sycl::min(x, y) + sycl::step(x, y) + sycl::clamp(x, y, z) +
       sycl::mix(x, y, z) + sycl::smoothstep(x, y, z) +
       sycl::bitselect(x, y, z);
  T second;
  r += sycl::fract(x, &second) + second;
  r += sycl::modf(x, &second) + second;
  r += sycl::sincos(x, &second) + second;
  return r;
}

template <typename T> T integer_functions(T x, T y, T z) {
  return sycl::abs(x) + sycl::abs_diff(x, y) + sycl::add_sat(x, y) +
         sycl::sub_sat(x, y) + sycl::hadd(x, y) + sycl::rhadd(x, y) +
         sycl::clz(x) + sycl::ctz(x) + sycl::popcount(x) + sycl::mul_hi(x, y) +
         sycl::mad_hi(x, y, z) + sycl::mad_sat(x, y, z) + sycl::rotate(x, y) +
         sycl::max(x, y) + sycl::min(x, y) + sycl::clamp(x, y, z) +
         sycl::bitselect(x, y, z);
}

template <typename T> struct RealFunctions {
  T *values;
  void operator()(sycl::id<1> i) const {
    values[i] = real_functions(values[i], values[i + 1], values[i + 2]);
  }
};
template <typename T> struct IntegerFunctions {
  T *values;
  void operator()(std::size_t i) const {
    values[i] = integer_functions(values[i], values[i + 1], values[i + 2]);
  }
};

template <typename T> struct Atomics {
  T *value;
  void operator()() const {
    sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>
        a(*value);
    a += T(1);
    a.fetch_max(T(2), sycl::memory_order::acq_rel,
                sycl::memory_scope::work_group);
    T expected = a.load();
    a.compare_exchange_strong(expected, T(3));
    sycl::atomic_fence(sycl::memory_order::release, sycl::memory_scope::device);
  }
};

struct WorkGroup {
  float *out;
  void operator()(sycl::nd_item<2> it) const {
    float *local = sycl::detail::local_memory<float>(64);
    local[it.get_local_linear_id()] = out[it.get_global_linear_id()];
    sycl::group_barrier(it.get_group());
    sycl::float4 v;
    v.load(0, sycl::local_ptr<const float>(local));
    v.xy() = v.wz() * 2.0f;
    sycl::group_barrier(it.get_sub_group());
    v.store(it.get_group_linear_id(),
            sycl::address_space_cast<sycl::access::address_space::global_space,
                                     sycl::access::decorated::yes>(out));
  }
};

} // namespace

template <typename> class Real;
template <typename> class Integer;
template <typename> class Atomic;
class Group;

template <typename T> void real_kernel() {
  sycl::detail::kernel_range<Real<T>, 1>(RealFunctions<T>{}, sycl::range<1>(9));
}
template <typename T> void integer_kernel() {
  sycl::detail::kernel_range<Integer<T>, 1>(IntegerFunctions<T>{},
                                            sycl::range<1>(9));
}
template <typename T> void atomic_kernel() {
  sycl::detail::kernel_single_task<Atomic<T>>(Atomics<T>{});
}

void all_kernels() {
  real_kernel<float>();
  real_kernel<double>();
  real_kernel<half>();
  real_kernel<sycl::float4>();
  real_kernel<sycl::marray<float, 3>>();
  integer_kernel<signed char>();
  integer_kernel<unsigned short>();
  integer_kernel<int>();
  integer_kernel<unsigned long>();
  integer_kernel<sycl::long2>();
  atomic_kernel<int>();
  atomic_kernel<unsigned long>();
  atomic_kernel<float>();
  atomic_kernel<double>();
  sycl::detail::kernel_nd_range<Group, 2>(WorkGroup{});
}
