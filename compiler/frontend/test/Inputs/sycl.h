// As much of SYCL as the tests of the front end need: no headers of the library,
// so that these tests say what the front end does.
namespace sycl {
enum class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::__sycl_type__(aspect)]]
#endif
    aspect { cpu = 1, gpu = 2, fp16 = 5, fp64 = 6, atomic64 = 28 };

class [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] half {
  _Float16 value = 0;
};

template <class T, int Size> struct atomic_base { T *p; };
template <class T>
struct [[__sycl_detail__::__uses_aspects__(aspect::atomic64)]]
atomic_base<T, 8> { T *p; };
template <class T> struct atomic : atomic_base<T, sizeof(T)> {
  void touch() { *this->p = 1; }
};

template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel(F f) {
  f();
}
template <class Name, class F>
[[clang::sycl_kernel_entry_point(Name)]] void kernel_with_argument(F f) {
  f(1);
}
} // namespace sycl
#define SYCL_EXTERNAL [[clang::sycl_external]]
