// $ sycl-clang++ -fsycl -c attribute_error_in_template.cpp
// An attribute whose argument is wrong in one instance: which one, and where it is asked for.
#include <sycl/sycl.hpp>
enum class mine { a };
template <auto A> [[sycl::device_has(A)]] void function() {}
template <int N> struct Functor {
  [[sycl::reqd_sub_group_size(N)]] void operator()() const { function<mine::a>(); }
};
void submit(sycl::queue q) {
  q.single_task<class Right>(Functor<8>());
  q.single_task<class Wrong>(Functor<-1>());
}
