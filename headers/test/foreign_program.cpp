// A program as people write them for other implementations: macros of one
// letter before the header, classes of the standard library without their
// headers, names of SYCL 1.2.1.
#include "user_macros.h"

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/fpga_extensions.hpp>

static_assert(N + 1) == 18 && T) == 17 && x1) == 17 && Z9) == 17,
              "macros are what they were");

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

void submit(sycl::queue &queue, int *numbers) {
  queue.parallel_for<class doubled>(sycl::range<1>(4), [=](sycl::id<1> id) {
    numbers[id] = twice(sycl::ext::intel::fpga_reg(numbers[id]));
  });
}

std::string transitive_includes() {
  std::vector<int> numbers(4);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::map<std::string, std::list<int>> lists;
  lists["all"].assign(numbers.begin(), numbers.end());
  std::set<int> sorted(numbers.begin(), numbers.end());
  std::complex<float> complex(1, 2);
  std::stringstream text;
  text << lists["all"].size() << ' '
       << *std::max_element(sorted.begin(), sorted.end()) << ' '
       << std::abs(complex.imag());
  char printed[16];
  std::snprintf(printed, sizeof(printed), "%zu", std::strlen("four"));
  return text.str() + ' ' + printed;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
std::size_t names_of_sycl_1_2() {
  const sycl::string_class text = "old";
  const sycl::vector_class<int> list(3);
  const sycl::function_class<int()> function = [] { return 1; };
  const sycl::shared_ptr_class<int> pointer = std::make_shared<int>(1);
  return text.size() + list.size() + function() + *pointer;
}
#pragma clang diagnostic pop

// OpenCL's scalar types, where OpenCL's headers and where SYCL 1.2.1 have them.
using namespace sycl;
std::size_t scalars_of_opencl(cl_ulong start) {
  const cl_double seconds = start * cl_float(0.5f);
  static_assert(std::is_same_v<::cl_ulong, sycl::cl_ulong> &&
                std::is_same_v<::cl_ulong, sycl::opencl::cl_ulong>);
  static_assert(sizeof(cl_char) == 1 && sizeof(cl_ushort) == 2 &&
                sizeof(cl_int) == 4 && sizeof(sycl::cl_long) == 8);
  return std::size_t(seconds);
}
