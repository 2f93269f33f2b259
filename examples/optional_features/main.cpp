// What optional kernel features mean, in one program.
//
// Seven kernels, of which each but the first needs something a device may not
// have: fp64, fp16, 64-bit atomics, a sub-group size, a work-group size. Every
// kernel is submitted to every device. Where a device lacks what a kernel
// needs, the submission throws errc::kernel_not_supported and says why; the
// other kernels of this same file are not affected.
//
// Prints a table device x kernel. Exits with 1 if a kernel ran and computed
// wrong numbers, or failed in any other way.

#include "scale.hpp"

#include <sycl/sycl.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr std::size_t size = 1024;

// Each function submits one kernel and tells whether its numbers are right.

bool vector_add(sycl::queue &queue) {
  std::vector<int> a(size), b(size), sum(size);
  for (std::size_t i = 0; i < size; ++i) {
    a[i] = static_cast<int>(i);
    b[i] = static_cast<int>(3 * i);
  }
  {
    sycl::buffer buffer_a(a), buffer_b(b), buffer_sum(sum);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor in_a(buffer_a, handler, sycl::read_only);
      sycl::accessor in_b(buffer_b, handler, sycl::read_only);
      sycl::accessor out(buffer_sum, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<class VectorAdd>(
          sycl::range{size},
          [=](sycl::id<1> i) { out[i] = in_a[i] + in_b[i]; });
    });
  } // the buffers write back here
  for (std::size_t i = 0; i < size; ++i)
    if (sum[i] != static_cast<int>(4 * i))
      return false;
  return true;
}

bool double_precision(sycl::queue &queue) {
  std::vector<double> values(size);
  {
    sycl::buffer buffer(values);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<class DoublePrecision>(
          sycl::range{size}, [=](sycl::id<1> i) {
            // 1 + 2^-40 is 1 in single precision.
            out[i] = 1.0 + static_cast<double>(i[0]) / 1099511627776.0;
          });
    });
  }
  for (std::size_t i = 0; i < size; ++i)
    if (values[i] != 1.0 + static_cast<double>(i) / 1099511627776.0)
      return false;
  return true;
}

bool half_precision(sycl::queue &queue) {
  std::vector<float> values(size);
  {
    sycl::buffer buffer(values);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<class HalfPrecision>(
          sycl::range{size}, [=](sycl::id<1> i) {
            sycl::half x = static_cast<float>(i[0] % 64);
            x = x * sycl::half(0.5f) + sycl::half(1.0f);
            out[i] = x;
          });
    });
  }
  for (std::size_t i = 0; i < size; ++i)
    if (values[i] != static_cast<float>(i % 64) * 0.5f + 1.0f)
      return false;
  return true;
}

bool atomics_64_bit(sycl::queue &queue) {
  std::uint64_t total = 0;
  {
    sycl::buffer<std::uint64_t> buffer(&total, 1);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor sum(buffer, handler, sycl::read_write);
      handler.parallel_for<class Atomics64Bit>(
          sycl::range{size}, [=](sycl::id<1> i) {
            sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed,
                             sycl::memory_scope::device,
                             sycl::access::address_space::global_space>
                atomic(sum[0]);
            atomic.fetch_add((std::uint64_t{1} << 32) + i[0]);
          });
    });
  }
  return total == (std::uint64_t{size} << 32) + size * (size - 1) / 2;
}

bool sub_group_size_16(sycl::queue &queue) {
  std::vector<std::uint32_t> sizes(size);
  {
    sycl::buffer buffer(sizes);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<class SubGroupSize16>(
          sycl::nd_range<1>{size, 64},
          [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(16)]] {
            sycl::sub_group group = item.get_sub_group();
            out[item.get_global_id(0)] =
                group.get_max_local_range()[0] * 100 +
                group.get_local_id()[0];
          });
    });
  }
  for (std::size_t i = 0; i < size; ++i)
    if (sizes[i] != 1600 + i % 16)
      return false;
  return true;
}

bool work_group_size_64(sycl::queue &queue) {
  constexpr std::size_t group_size = 64;
  std::vector<int> sums(size / group_size);
  {
    sycl::buffer buffer(sums);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int> partial(group_size, handler);
      handler.parallel_for<class WorkGroupSize64>(
          sycl::nd_range<1>{size, group_size},
          [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(64)]] {
            std::size_t i = item.get_local_id(0);
            partial[i] = static_cast<int>(item.get_global_id(0));
            for (std::size_t half = group_size / 2; half > 0; half /= 2) {
              sycl::group_barrier(item.get_group());
              if (i < half)
                partial[i] += partial[i + half];
            }
            if (i == 0)
              out[item.get_group(0)] = partial[0];
          });
    });
  }
  for (std::size_t group = 0; group < sums.size(); ++group) {
    std::size_t first = group * group_size;
    if (sums[group] !=
        static_cast<int>(group_size * first + group_size * (group_size - 1) / 2))
      return false;
  }
  return true;
}

bool function_in_another_file(sycl::queue &queue) {
  std::vector<double> values(size);
  {
    sycl::buffer buffer(values);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<class FunctionInAnotherFile>(
          sycl::range{size},
          [=](sycl::id<1> i) [[sycl::device_has(sycl::aspect::fp64)]] {
            out[i] = scale(static_cast<double>(i[0]));
          });
    });
  }
  for (std::size_t i = 0; i < size; ++i)
    if (values[i] != scale(static_cast<double>(i)))
      return false;
  return true;
}

struct example_kernel {
  const char *name;
  std::function<bool(sycl::queue &)> run;
};

const std::vector<example_kernel> kernels = {
    {"vector add (int)", vector_add},
    {"double", double_precision},
    {"sycl::half", half_precision},
    {"64-bit atomic_ref", atomics_64_bit},
    {"reqd_sub_group_size(16)", sub_group_size_16},
    {"reqd_work_group_size(64)", work_group_size_64},
    {"device_has(aspect::fp64)", function_in_another_file},
};

// The outcome of one kernel on one device, as it stands in the table.
struct outcome {
  std::string text;
  bool failed = false;
};

outcome run(const example_kernel &kernel, sycl::queue &queue) {
  try {
    bool right = kernel.run(queue);
    return {right ? "correct" : "WRONG NUMBERS", !right};
  } catch (const sycl::exception &e) {
    bool refused = e.code() == sycl::errc::kernel_not_supported;
    return {(refused ? "refused: " : "ERROR: ") + std::string(e.what()),
            !refused};
  }
}

// Long messages go on in the column in which they began.
std::string indented(const std::string &text, std::size_t column) {
  std::string result;
  for (char c : text) {
    result += c;
    if (c == '\n')
      result.append(column, ' ');
  }
  return result;
}

} // namespace

int main() {
  bool failed = false;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::cout << device.get_info<sycl::info::device::name>() << " ("
              << device.get_platform().get_info<sycl::info::platform::name>()
              << ")\n";
    sycl::queue queue(device);
    for (const example_kernel &kernel : kernels) {
      outcome result = run(kernel, queue);
      failed |= result.failed;
      std::cout << "  " << std::left << std::setw(26) << kernel.name
                << indented(result.text, 28) << "\n";
    }
    std::cout << std::endl;
  }
  return failed ? 1 : 0;
}
