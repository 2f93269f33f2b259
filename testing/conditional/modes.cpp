// Kernels that share a source and need different things where conditions hold.
// For each device and kernel a line: what it computed, or why it was refused.
// However conditions are decided, the lines are the same, and so is what
// sycl-explain says of the kernels.
#include <sycl/sycl.hpp>

#include <iostream>

namespace ex = sycl::ext::oneapi::experimental;
using sycl::aspect;
using ex::architecture;

namespace {

/// Kept by the optimizer: it does not know the value.
int through_half(int value) {
  sycl::half h = static_cast<float>(value);
  return static_cast<int>(static_cast<float>(h / sycl::half(2.0f)));
}
int through_double(int value) {
  return static_cast<int>(static_cast<double>(value) / 3.0 + 0.5);
}

void either(int *out) {
  ex::if_device_has<aspect::fp16>([=] { *out = through_half(*out) + 100; })
      .otherwise([=] { *out = *out + 200; });
}

template <typename Name, typename Function>
void run(sycl::queue &queue, const char *name, Function function) {
  int *out = sycl::malloc_shared<int>(1, queue);
  *out = 42;
  std::cout << "  " << name << ": ";
  try {
    queue.single_task<Name>([=] { function(out); }).wait_and_throw();
    std::cout << *out << "\n";
  } catch (const sycl::exception &e) {
    std::cout << e.what() << "\n";
  }
  sycl::free(out, queue);
}

struct sized {
  int *out;
  [[sycl::reqd_work_group_size(1)]] void operator()(sycl::nd_item<1>) const {
    either(out);
  }
};
struct declared {
  int *out;
  [[sycl::device_has(aspect::fp16)]] void operator()() const {
    ex::if_device_has<aspect::fp16>([=, p = out] { *p = through_half(*p); });
  }
};

} // namespace

int main() {
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (!device.has(aspect::emulated))
      continue;
    sycl::queue queue(device);
    std::cout << device.get_info<sycl::info::device::name>() << "\n";
    run<class Plain>(queue, "Plain", [](int *out) { *out += 1; });
    run<class Half>(queue, "Half", [](int *out) { either(out); });
    run<class Nested>(queue, "Nested", [](int *out) {
      ex::if_device_has<aspect::fp16>([=] {
        *out = through_half(*out);
        ex::if_device_has<aspect::fp64>([=] { *out = through_double(*out); });
      });
    });
    // What follows from an architecture, and what does not.
    run<class Pvc>(queue, "Pvc", [](int *out) {
      ex::if_architecture_is<architecture::intel_gpu_pvc>(
          [=] { *out = through_double(*out); });
    });
    run<class Lacking>(queue, "Lacking", [](int *out) {
      ex::if_architecture_is<architecture::intel_gpu_dg1>(
          [=] { *out = through_double(*out); })
          .otherwise([=] { *out = through_half(*out); });
    });
    run<class Always>(queue, "Always", [](int *out) {
      *out = through_half(*out);
      ex::if_device_has<aspect::fp64>([=] { *out = through_double(*out); });
    });
    int *out = sycl::malloc_shared<int>(2, queue);
    out[0] = out[1] = 42;
    queue.parallel_for(sycl::nd_range<1>(1, 1), sized{out}).wait();
    std::cout << "  sized: " << out[0] << "\n  declared: ";
    try {
      queue.single_task(declared{out + 1}).wait();
      std::cout << out[1] << "\n";
    } catch (const sycl::exception &e) {
      std::cout << e.what() << "\n";
    }
    sycl::free(out, queue);
  }
}
