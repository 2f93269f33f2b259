// Sizes whose products do not fit into 64 bits are refused: by what the
// specification says where it does, and never by less memory than was asked
// for.
//
// Argument: the shared object with the kernels.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;

namespace {

using facet::NativeDevice;

struct alignas(8) Wide {
  int64_t numbers[2];
};

constexpr size_t kHuge = size_t{1} << 60;  // of Wide: 2^64 bytes

template <typename F>
void ExpectError(sycl::errc expected, F f) {
  try {
    f();
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(expected)) << e.what();
  }
}

TEST(Sizes, OfBuffers) {
  const auto refused = [](auto make) {
    ExpectError(sycl::errc::memory_allocation, make);
  };
  Wide some[4] = {};
  refused([] { sycl::buffer<Wide> b{sycl::range(kHuge)}; });
  refused([] { sycl::buffer<Wide> b{sycl::range(kHuge + 1)}; });
  refused([] { sycl::buffer<char> b{sycl::range(SIZE_MAX)}; });
  refused([] { sycl::buffer<char> b{sycl::range(SIZE_MAX - 62)}; });
  refused([] {
    sycl::buffer<char, 2> b{sycl::range(size_t{1} << 32, size_t{1} << 32)};
  });
  refused([] {
    sycl::buffer<char, 3> b{
        sycl::range(size_t{1} << 22, size_t{1} << 22, (size_t{1} << 20) + 1)};
  });
  refused([&] { sycl::buffer<Wide> b(some, sycl::range(kHuge)); });
  refused([&] {
    sycl::buffer<Wide> b(std::shared_ptr<Wide>(new Wide), sycl::range(kHuge));
  });
  // None of them, however many rows.
  sycl::buffer<char, 3> none{sycl::range(size_t{1} << 40, size_t{1} << 40, 0)};
  EXPECT_EQ(none.byte_size(), 0u);
}

TEST(Sizes, OfPartsOfBuffers) {
  const auto refused = [](auto make) {
    ExpectError(sycl::errc::invalid, make);
  };
  sycl::buffer<int> b{sycl::range(8)};
  refused(
      [&] { sycl::buffer<int> s(b, sycl::id(4), sycl::range(SIZE_MAX - 2)); });
  refused([&] { sycl::buffer<int> s(b, sycl::id(SIZE_MAX), sycl::range(2)); });
  refused(
      [&] { sycl::host_accessor a(b, sycl::range(SIZE_MAX), sycl::id(1)); });
  refused(
      [&] { sycl::host_accessor a(b, sycl::range(2), sycl::id(SIZE_MAX)); });
  refused([&] { (void)b.reinterpret<Wide, 1>(sycl::range(kHuge + 2)); });
  refused([&] {
    (void)b.reinterpret<int, 2>(sycl::range((size_t{1} << 62) + 8, 1));
  });
  sycl::buffer<int, 2> rows{sycl::range(4, 4)};
  refused([&] {
    sycl::buffer<int, 2> s(rows, sycl::id(2, 0), sycl::range(SIZE_MAX - 1, 4));
  });
}

TEST(Sizes, OfUnifiedMemory) {
  sycl::queue q(NativeDevice());
  const auto device = q.get_device();
  const auto context = q.get_context();
  EXPECT_EQ(sycl::malloc_shared<Wide>(kHuge, q), nullptr);
  EXPECT_EQ(sycl::malloc_device<Wide>(kHuge + 1, q), nullptr);
  EXPECT_EQ(sycl::malloc_host<Wide>(kHuge + 1, q), nullptr);
  EXPECT_EQ(sycl::malloc_host<Wide>(kHuge + 1, context), nullptr);
  EXPECT_EQ(sycl::malloc_shared<Wide>(kHuge + 1, device, context), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_shared<Wide>(64, kHuge + 1, q), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_host<Wide>(64, kHuge + 1, context), nullptr);
  EXPECT_EQ(
      sycl::aligned_alloc<Wide>(64, kHuge + 1, q, sycl::usm::alloc::shared),
      nullptr);
  EXPECT_EQ(sycl::malloc<Wide>(kHuge + 1, q, sycl::usm::alloc::device),
            nullptr);
  EXPECT_EQ(
      sycl::malloc<Wide>(kHuge + 1, device, context, sycl::usm::alloc::device),
      nullptr);
  EXPECT_EQ(sycl::malloc_shared(SIZE_MAX, q), nullptr);
  EXPECT_EQ(sycl::malloc_shared(SIZE_MAX - 62, q), nullptr);
  sycl::usm_allocator<Wide, sycl::usm::alloc::shared> allocator(q);
  ExpectError(sycl::errc::memory_allocation,
              [&] { (void)allocator.allocate(kHuge + 1); });
}

TEST(Sizes, OfCopiesAndFills) {
  sycl::queue q(NativeDevice());
  Wide from[2] = {}, to[2] = {};
  const auto refused = [](auto submit) {
    ExpectError(sycl::errc::invalid, submit);
  };
  refused([&] { q.copy(from, to, kHuge + 1); });
  refused([&] { q.copy(from, to, kHuge + 1, sycl::event()); });
  refused([&] { q.fill(to, from[0], kHuge + 1); });
  refused([&] { q.memcpy(to, from, SIZE_MAX); });
  refused([&] { q.memset(to, 0, SIZE_MAX); });
  refused([&] {
    q.submit([&](sycl::handler& h) { h.copy(from, to, kHuge + 1); });
  });
  refused([&] {
    q.submit([&](sycl::handler& h) { h.fill(to, from[0], kHuge + 1); });
  });
  q.wait_and_throw();
}

template <int Dimensions>
struct SetWithLocal : SetFunctor {
  sycl::local_accessor<Wide, Dimensions> first;
  sycl::local_accessor<Wide> second;
};

TEST(Sizes, OfLocalMemory) {
  sycl::queue q(NativeDevice());
  int value = 0;
  const auto refused = [&](auto range) {
    ExpectError(sycl::errc::memory_allocation, [&] {
      q.submit([&](sycl::handler& h) {
        constexpr int kDimensions = decltype(range)::dimensions;
        const sycl::local_accessor<Wide, kDimensions> first(range, h);
        const sycl::local_accessor<Wide> second(sycl::range(1), h);
        h.parallel_for<Set>(
            sycl::nd_range<1>(1, 1),
            SetWithLocal<kDimensions>{{&value, 1}, first, second});
      });
    });
  };
  refused(sycl::range(kHuge));
  refused(sycl::range(kHuge + 1));
  refused(sycl::range(kHuge - 1));
  refused(sycl::range(size_t{1} << 30, size_t{1} << 30));
  refused(sycl::range(size_t{1} << 20, size_t{1} << 20, size_t{1} << 20));
  EXPECT_EQ(value, 0);
  // What the kernel does not have takes no memory.
  q.submit([&](sycl::handler& h) {
     sycl::local_accessor<Wide> unused(sycl::range(kHuge), h);
     h.parallel_for<Set>(sycl::nd_range<1>(1, 1), SetFunctor{&value, 1});
   }).wait();
  EXPECT_EQ(value, 1);
}

TEST(Sizes, OfStreams) {
  sycl::queue q(NativeDevice());
  for (size_t size : {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 64})
    ExpectError(sycl::errc::memory_allocation, [&] {
      q.submit([&](sycl::handler& h) { sycl::stream s(size, 10, h); });
    });
}

// The range of the kernel is not that which is launched.
TEST(Sizes, OfReductions) {
  sycl::queue q(NativeDevice());
  int sum = 0;
  sycl::buffer<int> b(&sum, sycl::range(1));
  ExpectError(sycl::errc::nd_range, [&] {
    q.submit([&](sycl::handler& h) {
      h.parallel_for<class HugeReduction>(
          sycl::range(size_t{1} << 33, size_t{1} << 33),
          sycl::reduction(b, h, sycl::plus<>()),
          [](sycl::id<2>, auto& result) { result += 1; });
    });
  });
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!facet::RegisterNativeKernels(argc, argv)) return 2;
  return RUN_ALL_TESTS();
}
