// $ sycl-clang++ -fsycl -fsycl-device-only -c scratch_size_of_range.cpp
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
int main() {
  ex::launch_config config(sycl::range<1>(8),
                           ex::properties(ex::work_group_scratch_size(64)));
}
