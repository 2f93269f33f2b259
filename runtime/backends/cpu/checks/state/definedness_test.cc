#include "runtime/backends/cpu/checks/state/definedness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "config/image/cpu_abi.h"

namespace facet {
namespace {

// Memory that is like no other test's, from a page on.
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<char, FreeMemory>;
Memory Allocated(size_t bytes) {
  constexpr size_t kPage = 4096;
  return Memory(static_cast<char*>(
      std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage)));
}

const char* BitsOf(const void* address) {
  return MapDefinedness().bits +
         (reinterpret_cast<uintptr_t>(address) & MapDefinedness().mask);
}
OriginNumber OriginOf(const void* address) {
  OriginNumber origin;
  std::memcpy(&origin,
              MapDefinedness().origins + (reinterpret_cast<uintptr_t>(address) &
                                          MapDefinedness().mask & ~3ull),
              sizeof(origin));
  return origin;
}
bool Are(const char* begin, size_t bytes, char bits) {
  return std::all_of(BitsOf(begin), BitsOf(begin) + bytes,
                     [&](char found) { return found == bits; });
}

TEST(DefinednessTest, IsOfTheBytesAlone) {
  for (size_t bytes : {1, 3, 4, 8, 100, 4096, 70000, 300000})
    for (size_t before : {0, 1, 5, 64}) {
      const Memory memory = Allocated(bytes + 2 * before + 64);
      char* const begin = memory.get() + before;
      const OriginNumber origin = NewOrigin({});
      EXPECT_TRUE(Are(memory.get(), before + bytes + 64, 0));
      MakeUndefined(begin, bytes, origin);
      EXPECT_TRUE(Are(begin, bytes, -1)) << bytes << " " << before;
      EXPECT_EQ(OriginOf(begin), origin);
      EXPECT_EQ(OriginOf(begin + bytes - 1), origin);
      EXPECT_TRUE(Are(memory.get(), before, 0)) << bytes << " " << before;
      EXPECT_TRUE(Are(begin + bytes, 64, 0)) << bytes << " " << before;
      if (bytes > 2) {
        MakeDefined(begin + 1, bytes - 2);
        EXPECT_TRUE(Are(begin + 1, bytes - 2, 0)) << bytes << " " << before;
        EXPECT_TRUE(Are(begin, 1, -1) && Are(begin + bytes - 1, 1, -1));
      }
      MakeDefined(begin, bytes);
      EXPECT_TRUE(Are(memory.get(), before + bytes + 64, 0));
    }
}

TEST(DefinednessTest, IsCopied) {
  const Memory from = Allocated(64), to = Allocated(64);
  const OriginNumber origin = NewOrigin({});
  MakeUndefined(from.get() + 16, 7, origin);
  CopyDefinedness(to.get() + 8, from.get() + 12, 20);
  EXPECT_TRUE(Are(to.get(), 12, 0));
  EXPECT_TRUE(Are(to.get() + 12, 7, -1));
  EXPECT_TRUE(Are(to.get() + 19, 45, 0));
  EXPECT_EQ(OriginOf(to.get() + 12), origin);
  CopyDefinedness(from.get() + 17, from.get() + 16, 7);  // they overlap
  EXPECT_TRUE(Are(from.get() + 16, 8, -1));
  EXPECT_TRUE(Are(from.get() + 24, 40, 0));
  MakeDefined(from.get(), 64);
  MakeDefined(to.get(), 64);
}

TEST(DefinednessTest, NothingHasNone) {
  MakeUndefined(nullptr, 0, 1);
  MakeDefined(nullptr, 0);
  CopyDefinedness(nullptr, nullptr, 0);
}

TEST(OriginsTest, HaveNames) {
  EXPECT_EQ(DescribeOrigin(FACET_CPU_OF_NOTHING), "");
  EXPECT_EQ(DescribeOrigin(FACET_CPU_OF_PRIVATE_MEMORY), "a private variable");
  EXPECT_EQ(DescribeOrigin(FACET_CPU_OF_LOCAL_MEMORY), "local memory");
  const OriginNumber first = NewOrigin({.bytes = 1, .kind = ObjectKind::kSharedUsm}),
                     second = NewOrigin({.bytes = 20,
                                         .made = {"a.cpp", 3},
                                         .kind = ObjectKind::kBuffer,
                                         .no_init = true});
  EXPECT_GE(first, OriginNumber{FACET_CPU_FIRST_OTHER_ORIGIN});
  EXPECT_EQ(DescribeOrigin(first), "a shared USM allocation of 1 byte at 0x0");
  EXPECT_EQ(DescribeOrigin(second),
            "a buffer of 20 bytes at 0x0, made at a.cpp:3 under no_init");
  EXPECT_EQ(DescribeOrigin(~OriginNumber{0}), "");
}

// Calls with variables of their own, as kernels are called.
__attribute__((noinline)) void Deeper(PrivateStack& stack, char** lowest) {
  char variable[64];
  stack.Add(variable);
  MakeUndefined(variable, sizeof(variable), FACET_CPU_OF_PRIVATE_MEMORY);
  EXPECT_TRUE(Are(variable, sizeof(variable), -1));
  *lowest = variable;
}

TEST(PrivateStackTest, LeavesNothingUndefined) {
  const Memory elsewhere = Allocated(16);
  MakeUndefined(elsewhere.get(), 16, FACET_CPU_OF_PRIVATE_MEMORY);
  char* lowest = nullptr;
  {
    PrivateStack stack(__builtin_frame_address(0));
    stack.Add(elsewhere.get());
    Deeper(stack, &lowest);
  }
  EXPECT_TRUE(Are(lowest, 64, 0));
  EXPECT_TRUE(Are(elsewhere.get(), 16, -1)) << "no stack of this thread";
  MakeDefined(elsewhere.get(), 16);
}

}  // namespace
}  // namespace facet
