// $ sycl-clang++ -fsycl -c kernel_name_not_a_class.cpp
// The name of a kernel is a class.
#include <sycl/sycl.hpp>
enum class Name { one };
template <typename T> void submit(sycl::queue q, int *p) {
  q.single_task<T>([=] { *p = 1; });
}
class Right;
void submit_all(sycl::queue q, int *p) {
  submit<Right>(q, p);
  submit<long>(q, p);
  submit<Name>(q, p);
  submit<int[3]>(q, p);
}
