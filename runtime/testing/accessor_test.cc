// Accessors: parts of buffers, placeholders, zero dimensions; and where a
// buffer's bytes are with use_host_ptr and use_mutex.
//
// Argument: the shared object with the kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/memory/block_copy.h"
#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class VectorAdd;
class Set;

namespace {

using facet::NativeDevice;
using facet::PiecesOf;

template <typename F>
void ExpectError(sycl::errc expected, F f) {
  try {
    f();
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(expected)) << e.what();
  }
}

sycl::detail::memory_block Block(size_t row, size_t inner, size_t inner_stride,
                                 size_t outer = 1, size_t outer_stride = 0) {
  sycl::detail::memory_block block;
  block.row = row;
  block.counts[0] = outer;
  block.counts[1] = inner;
  block.strides[0] = outer_stride;
  block.strides[1] = inner_stride;
  return block;
}

TEST(Blocks, ContiguousOnesAreOnePiece) {
  EXPECT_EQ(PiecesOf(Block(60, 1, 0), Block(10, 2, 10, 3, 20)).size(), 1u);
  EXPECT_EQ(PiecesOf(Block(10, 1, 10, 6, 10), Block(60, 1, 0)).size(), 1u);
  EXPECT_TRUE(PiecesOf(Block(0, 2, 0), Block(60, 1, 0)).empty());
}

TEST(Blocks, ShapesMayDiffer) {
  const auto pieces = PiecesOf(Block(4, 3, 10), Block(6, 2, 8));
  ASSERT_EQ(pieces.size(), 4u);  // 4 | 2+2 | 4
  EXPECT_EQ(pieces[1].to, 10u);
  EXPECT_EQ(pieces[1].from, 4u);
  EXPECT_EQ(pieces[2].to, 12u);
  EXPECT_EQ(pieces[2].from, 8u);
  EXPECT_EQ(pieces[3].to, 20u);
  EXPECT_EQ(pieces[3].from, 10u);
}

TEST(Parts, TwoDimensionsToAndFromPointers) {
  sycl::queue queue(NativeDevice());
  sycl::buffer<int, 2> buffer(sycl::range(5, 7));
  std::vector<int> part(6);
  std::iota(part.begin(), part.end(), 1);
  std::vector<int> back(6);
  queue.submit([&](sycl::handler& h) { h.fill(sycl::accessor(buffer, h), -1); });
  queue.submit([&](sycl::handler& h) {
    sycl::accessor out(buffer, h, sycl::range(2, 3), sycl::id(1, 2));
    h.copy(part.data(), out);
  });
  queue.submit([&](sycl::handler& h) {
    sycl::accessor in(buffer, h, sycl::range(2, 3), sycl::id(1, 2),
                      sycl::read_only);
    h.copy(in, back.data());
  });
  queue.wait();
  EXPECT_EQ(back, part);
  sycl::host_accessor all(buffer, sycl::read_only);
  for (size_t y = 0; y < 5; ++y)
    for (size_t x = 0; x < 7; ++x) {
      const bool in = y >= 1 && y < 3 && x >= 2 && x < 5;
      EXPECT_EQ(all[y][x], in ? int((y - 1) * 3 + x - 2 + 1) : -1);
    }
}

TEST(Parts, ThreeDimensionsFillAndCopyBetweenShapes) {
  sycl::queue queue(NativeDevice(), sycl::property::queue::in_order());
  sycl::buffer<int, 3> cube(sycl::range(4, 4, 4));
  sycl::buffer<int, 1> line(sycl::range(20));
  queue.submit([&](sycl::handler& h) { h.fill(sycl::accessor(cube, h), 0); });
  queue.submit([&](sycl::handler& h) { h.fill(sycl::accessor(line, h), 9); });
  queue.submit([&](sycl::handler& h) {
    h.fill(sycl::accessor(cube, h, sycl::range(2, 2, 2), sycl::id(1, 1, 1)), 5);
  });
  queue.submit([&](sycl::handler& h) {
    h.copy(sycl::accessor(cube, h, sycl::range(2, 3, 2), sycl::id(1, 0, 1)),
           sycl::accessor(line, h, sycl::range(15), sycl::id(2)));
  });
  int sum = 0;
  {
    sycl::host_accessor all(cube, sycl::read_only);
    for (int v : all) sum += v;
    EXPECT_EQ(all[2][2][1], 5);
    EXPECT_EQ(all[2][2][3], 0);
  }
  EXPECT_EQ(sum, 40);
  sycl::host_accessor l(line, sycl::read_only);
  const int expected[20] = {9, 9, 0, 0, 5, 5, 5, 5, 0, 0,
                            5, 5, 5, 5, 9, 9, 9, 9, 9, 9};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(l[i], expected[i]) << i;
  ExpectError(sycl::errc::invalid, [&] {
    queue.submit([&](sycl::handler& h) {
      h.copy(sycl::accessor(cube, h, sycl::read_only),
             sycl::accessor(line, h, sycl::write_only));
    });
  });
}

TEST(Parts, IteratorsVisitTheirElementsOnly) {
  std::vector<int> data(6 * 7);
  std::iota(data.begin(), data.end(), 0);
  sycl::buffer<int, 2> buffer(data.data(), sycl::range(6, 7));
  {
    sycl::host_accessor part(buffer, sycl::range(2, 3), sycl::id(1, 2));
    const std::vector<int> expected = {9, 10, 11, 16, 17, 18};
    EXPECT_EQ(std::vector<int>(part.begin(), part.end()), expected);
    EXPECT_EQ(std::vector<int>(part.crbegin(), part.crend()),
              std::vector<int>(expected.rbegin(), expected.rend()));
    EXPECT_EQ(part.end() - part.begin(), 6);
    EXPECT_EQ(part.begin()[4], 17);
    EXPECT_EQ(*(part.cend() - 1), 18);
    EXPECT_EQ(&*(part.begin() + 3), &part[1][0]);
    for (int& v : part) v = -v;
    // Shuffled by an algorithm that needs random access.
    std::sort(part.begin(), part.end());
    EXPECT_EQ(part[0][0], -18);
    EXPECT_EQ(part[1][2], -9);
  }
  sycl::host_accessor all(buffer, sycl::read_only);
  EXPECT_EQ(all[1][1], 8);
  EXPECT_EQ(all[1][5], 12);
  EXPECT_EQ(all[0][2], 2);
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), 0), 6 * 7 * 41 / 2 - 2 * 81);
}

TEST(Parts, IteratorsInThreeDimensionsAndTasks) {
  std::vector<int> data(4 * 5 * 6);
  std::iota(data.begin(), data.end(), 0);
  sycl::buffer<int, 3> buffer(data.data(), sycl::range(4, 5, 6));
  std::vector<int> seen;
  sycl::queue queue(NativeDevice());
  queue.submit([&](sycl::handler& h) {
    sycl::accessor part(buffer, h, sycl::range(2, 2, 2), sycl::id(1, 2, 3),
                        sycl::read_only_host_task);
    h.host_task([=, &seen] { seen.assign(part.begin(), part.end()); });
  });
  queue.wait();
  EXPECT_EQ(seen, (std::vector<int>{45, 46, 51, 52, 75, 76, 81, 82}));
}

TEST(Parts, MustLieInTheBuffer) {
  sycl::buffer<int, 2> buffer(sycl::range(4, 4));
  ExpectError(sycl::errc::invalid, [&] {
    sycl::host_accessor a(buffer, sycl::range(2, 2), sycl::id(3, 0));
  });
  ExpectError(sycl::errc::invalid, [&] {
    sycl::accessor a(buffer, sycl::range(5, 1));
  });
}

// The same placeholders in several command groups, also on another device.
TEST(Placeholders, AreRequired) {
  sycl::buffer<int> a(sycl::range(100)), b(sycl::range(100)),
      sum(sycl::range(100));
  {
    sycl::host_accessor x(a, sycl::write_only), y(b, sycl::write_only);
    for (int i = 0; i < 100; ++i) x[i] = i, y[i] = 2 * i;
  }
  sycl::accessor in_a(a, sycl::read_only), in_b(b, sycl::read_only);
  sycl::accessor out(sum, sycl::write_only);
  EXPECT_TRUE(out.is_placeholder());
  EXPECT_EQ(out.size(), 100u);
  for (const sycl::device& d : {NativeDevice(), facet::EmulatedDevice()}) {
    sycl::queue queue(d);
    auto add = [&](bool all) {
      queue.submit([&](sycl::handler& h) {
        h.require(in_a);
        h.require(in_b);
        if (all) h.require(out);
        h.parallel_for<VectorAdd>(100, AddFunctor{in_a, in_b, out});
      });
    };
    add(true);
    {
      sycl::host_accessor result(sum);
      for (int i = 0; i < 100; ++i) EXPECT_EQ(result[i], 3 * i);
      result[5] = 0;
    }
    ExpectError(sycl::errc::kernel_argument, [&] { add(false); });
    std::vector<int> copy(10);
    queue.submit([&](sycl::handler& h) {
      sycl::accessor tail(sum, sycl::range(10), sycl::id(90), sycl::read_only);
      h.require(tail);
      h.copy(tail, copy.data());
    });
    queue.wait();
    EXPECT_EQ(copy[9], 297);
    queue.fill(out, 4).wait();
    queue.copy(sycl::accessor(sum, sycl::range(10)), copy.data()).wait();
    EXPECT_EQ(copy[9], 4);
  }
}

TEST(Placeholders, OfBuffersThatAreGone) {
  sycl::queue queue(NativeDevice());
  sycl::accessor<int> dangling;
  {
    sycl::buffer<int> b(sycl::range(3));
    dangling = sycl::accessor<int>(b);
  }
  EXPECT_TRUE(dangling.is_placeholder());
  ExpectError(sycl::errc::invalid, [&] {
    queue.submit([&](sycl::handler& h) { h.require(dangling); });
  });
}

// As SetFunctor, with a hole before what is aligned.
template <typename Tail>
struct WithHole {
  int* value;
  int to;
  alignas(32) Tail tail;
  void operator()() const {}
};

// A functor whose words hold less than a word, in memory where each word was the
// address.
template <typename Functor>
Functor* Construct(void* bytes, const void* address) {
  const void* addresses[sizeof(Functor) / sizeof(void*)];
  for (const void*& each : addresses) each = address;
  std::memcpy(bytes, addresses, sizeof(addresses));
  return new (bytes) Functor;
}

// What was in memory before is in the holes of a functor: the address of a
// placeholder that nobody requires, say.
TEST(Placeholders, AreNotWhatLiesInPadding) {
  sycl::queue queue(NativeDevice());
  sycl::buffer<int> buffer(sycl::range(8));
  const sycl::accessor placeholder(buffer);
  using Functor = WithHole<int>;
  alignas(Functor) unsigned char bytes[sizeof(Functor)];
  int value = 0;
  auto* functor = Construct<Functor>(bytes, &*placeholder.begin());
  functor->value = &value;
  functor->to = 5;
  queue.single_task<Set>(*functor).wait();
  EXPECT_EQ(value, 5);
}

// A member and what was behind it before are together an address of a placeholder
// that the command group uses.
TEST(Placeholders, AreNotWhatPartOfAWordLooksLike) {
  sycl::queue queue(NativeDevice());
  sycl::buffer<int> buffer(sycl::range(1024));
  const sycl::accessor<int> placeholder(buffer);
  using Functor = WithHole<sycl::accessor<int>>;
  alignas(Functor) unsigned char bytes[sizeof(Functor)];
  const int* address = &*placeholder.begin();
  int value = 0;
  auto* functor = Construct<Functor>(bytes, address);
  functor->value = &value;
  functor->tail = placeholder;
  for (int offset : {0, 1, 1024}) {
    functor->to = static_cast<int>(reinterpret_cast<uintptr_t>(address)) + offset;
    queue
        .submit([&](sycl::handler& h) {
          h.require(placeholder);
          h.single_task<Set>(*functor);
        })
        .wait();
    EXPECT_EQ(value, functor->to);
  }
}

template <int Dimensions>
void ExpectRequired(sycl::queue& queue) {
  sycl::range<std::max(Dimensions, 1)> range;
  for (int d = 0; d < std::max(Dimensions, 1); ++d) range[d] = 2 + d;
  sycl::buffer<int, std::max(Dimensions, 1)> buffer(range);
  for (const sycl::property_list& properties :
       {sycl::property_list{}, sycl::property_list{sycl::no_init}}) {
    const sycl::accessor<int, Dimensions> placeholder(buffer, properties);
    EXPECT_EQ(placeholder.template has_property<sycl::property::no_init>(),
              properties.has_property<sycl::property::no_init>());
    ASSERT_TRUE(placeholder.is_placeholder());
    int value = 0;
    const WithHole<sycl::accessor<int, Dimensions>> functor{&value, 1,
                                                            placeholder};
    ExpectError(sycl::errc::kernel_argument,
                [&] { queue.single_task<Set>(functor); });
    EXPECT_EQ(value, 0);
    queue
        .submit([&](sycl::handler& h) {
          h.require(placeholder);
          h.single_task<Set>(functor);
        })
        .wait();
    EXPECT_EQ(value, 1);
  }
}

TEST(Placeholders, OfAllDimensionsAreRequired) {
  sycl::queue queue(NativeDevice());
  ExpectRequired<0>(queue);
  ExpectRequired<1>(queue);
  ExpectRequired<2>(queue);
  ExpectRequired<3>(queue);
}

template <int Dimensions>
void ExpectRequiredByHostTasks(sycl::queue& queue) {
  constexpr int kHeld = std::max(Dimensions, 1);
  sycl::range<kHeld> range;
  for (int d = 0; d < kHeld; ++d) range[d] = 2 + d;
  sycl::buffer<int, kHeld> buffer(range);
  using Accessor =
      sycl::accessor<int, Dimensions, sycl::access_mode::read_write,
                     sycl::target::host_task>;
  const Accessor placeholder(buffer);
  EXPECT_TRUE(placeholder.is_placeholder());
  EXPECT_EQ(placeholder, Accessor(buffer));
  // A device writes, host tasks add, a device reads; the placeholder is reached
  // in any way, also through what nobody could change when it is required.
  queue.submit([&](sycl::handler& h) {
    sycl::accessor all(buffer, h, sycl::write_only, sycl::no_init);
    h.fill(all, 40);
  });
  const std::vector<Accessor> several(2, placeholder);
  for (int i = 0; i < 2; ++i)
    queue.submit([&](sycl::handler& h) {
      h.require(placeholder);
      if (i == 0)
        h.host_task([=] { ++*placeholder.get_pointer(); });
      else
        h.host_task([&] { ++*several[1].get_pointer(); });
    });
  std::vector<int> copy(range.size());
  queue
      .submit([&](sycl::handler& h) {
        sycl::accessor all(buffer, h, sycl::read_only);
        h.copy(all, copy.data());
      })
      .wait();
  EXPECT_EQ(copy[0], 42);
  int value = 0;
  queue
      .submit([&](sycl::handler& h) {
        Accessor own(buffer, h);
        EXPECT_FALSE(own.is_placeholder());
        h.require(own);
        h.host_task([=, &value] { value = *own.get_pointer(); });
      })
      .wait();
  EXPECT_EQ(value, 42);
}

TEST(Placeholders, OfHostTasksAreRequired) {
  for (const sycl::device& d : {NativeDevice(), facet::EmulatedDevice()}) {
    sycl::queue queue(d);
    ExpectRequiredByHostTasks<0>(queue);
    ExpectRequiredByHostTasks<1>(queue);
    ExpectRequiredByHostTasks<2>(queue);
    ExpectRequiredByHostTasks<3>(queue);
  }
  // Parts of buffers and of sub-buffers, as their tags say it.
  sycl::queue queue(NativeDevice());
  sycl::buffer<int> whole(sycl::range(8));
  sycl::host_accessor{whole}[6] = 5;
  sycl::buffer<int> half(whole, sycl::id(4), sycl::range(4));
  const sycl::accessor part(half, sycl::range(2), sycl::id(2),
                            sycl::read_only_host_task);
  int value = 0;
  queue
      .submit([&](sycl::handler& h) {
        h.require(part);
        h.host_task([&, part] { value = part[0]; });
      })
      .wait();
  EXPECT_EQ(value, 5);
  std::optional<
      sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::host_task>>
      dangling;
  {
    sycl::buffer<int> gone(sycl::range(3));
    dangling.emplace(gone);
  }
  EXPECT_TRUE(dangling->is_placeholder());
  ExpectError(sycl::errc::invalid, [&] {
    queue.submit([&](sycl::handler& h) { h.require(*dangling); });
  });
}

TEST(ZeroDimensions, AreReferences) {
  sycl::queue queue(NativeDevice());
  sycl::buffer<int> b(sycl::range(1));
  {
    sycl::host_accessor<int, 0> host(b);
    host = 7;
    EXPECT_EQ(host, 7);
    EXPECT_EQ(host.size(), 1u);
  }
  int got = 0;
  queue.submit([&](sycl::handler& h) {
    sycl::accessor<int, 0> device(b, h);
    h.fill(device, 8);
  });
  queue.submit([&](sycl::handler& h) {
    sycl::accessor<int, 0, sycl::access_mode::read> device(b, h);
    h.copy(device, &got);
  });
  queue.wait();
  EXPECT_EQ(got, 8);
  sycl::accessor<int, 0> later(b);
  EXPECT_TRUE(later.is_placeholder());
  queue.fill(later, 11).wait();
  EXPECT_EQ((sycl::host_accessor<int, 0>(b)), 11);
}

TEST(Buffers, UpdateHostKeepsTheBuffer) {
  sycl::queue queue(NativeDevice());
  std::vector<int> data(4, 1);
  sycl::buffer<int> b(data);
  sycl::accessor a(b);
  queue.fill(a, 6);
  queue.update_host(a).wait();
  EXPECT_EQ(data, std::vector<int>(4, 6));
  queue.fill(a, 7);
  queue.submit([&](sycl::handler& h) {
    sycl::accessor in(b, h, sycl::read_only);
    h.update_host(in);
  }).wait();
  EXPECT_EQ(data, std::vector<int>(4, 7));
}

// Whatever their modes, and of views of the buffer, too. Commands wait for all.
TEST(HostAccessors, OfOneThreadDoNotWaitForEachOther) {
  sycl::queue queue(NativeDevice());
  sycl::buffer<int> b(4);
  auto view = b.reinterpret<unsigned>(sycl::range(4));
  sycl::event after;
  {
    auto first = std::make_unique<sycl::host_accessor<
        int, 1, sycl::access_mode::read>>(b, sycl::read_only);
    auto second =
        std::make_unique<sycl::host_accessor<int, 1>>(b, sycl::no_init);
    (*second)[1] = 5;
    EXPECT_EQ((*first)[1], 5);
    {
      sycl::host_accessor third(view);
      EXPECT_EQ(third[1], 5u);
      third[2] = 6;
    }
    after = queue.submit([&](sycl::handler& h) {
      sycl::accessor to(b, h, sycl::read_write);
      h.host_task([=] { to[1] += 10; });
    });
    second.reset();  // the reader is there
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_NE(after.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    EXPECT_EQ((*first)[1], 5);
    EXPECT_EQ((*first)[2], 6);
  }
  after.wait();
  sycl::host_accessor last(b, sycl::read_only);
  EXPECT_EQ(last[1], 15);
}

TEST(HostAccessors, OfTwoThreadsTakeTurns) {
  sycl::buffer<int> b(1);
  std::atomic<bool> is_there{false}, is_done{false};
  std::thread other;
  {
    sycl::host_accessor first(b), again(b);
    first[0] = 1;
    other = std::thread([&] {
      is_there = true;
      sycl::host_accessor second(b);
      EXPECT_TRUE(is_done);
      EXPECT_EQ(second[0], 2);
    });
    while (!is_there) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    again[0] = 2;
    is_done = true;
  }
  other.join();
}

TEST(Buffers, UseHostPointerTakesConstantMemoryInPlace) {
  const std::vector<int> data(4, 3);
  {
    sycl::buffer<int> copied(data.data(), sycl::range(4));
    sycl::host_accessor a(copied, sycl::read_only);
    EXPECT_NE(a.get_pointer(), data.data());
    EXPECT_EQ(a[3], 3);
  }
  sycl::buffer<int> b(data.data(), sycl::range(4),
                      sycl::property::buffer::use_host_ptr());
  sycl::host_accessor a(b, sycl::read_only);
  EXPECT_EQ(a.get_pointer(), data.data());
}

TEST(Buffers, UseMutexTouchesTheHostUnderItOnly) {
  sycl::queue queue(NativeDevice());
  std::vector<int> data(4, 1);
  std::mutex mutex;
  std::unique_lock lock(mutex, std::defer_lock);
  {
    sycl::buffer<int> b(data.data(), sycl::range(4),
                        sycl::property::buffer::use_mutex(mutex));
    lock.lock();
    data[0] = 100;  // allowed: the buffer works on its own memory
    queue.fill(sycl::accessor(b), 5).wait();
    EXPECT_EQ(data[0], 100);
    lock.unlock();
  }
  EXPECT_EQ(data, std::vector<int>(4, 5));
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!facet::RegisterNativeKernels(argc, argv)) return 2;
  return RUN_ALL_TESTS();
}
