#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/memory_check.h"
#include "runtime/backends/cpu/checks/objects.h"
#include "runtime/backends/cpu/checks/report.h"
#include "runtime/backends/cpu/checks/shadow.h"

namespace facet {
namespace {

constexpr facet_cpu_place kPlaces[] = {{"inner", "a.cpp", 3, 5},
                                       {"outer", "a.cpp", 9, 1}};

facet_cpu_access MakeAccess(facet_cpu_access_kind kind, uint64_t alignment) {
  return {kPlaces, 2, static_cast<uint32_t>(kind), alignment, 0};
}

// Of code that has no fast way.
void* Check(facet_cpu_access& access, void* address, uint64_t bytes) {
  facet_cpu_checks table;
  EXPECT_TRUE(BindChecks(&table));
  return table.check(&access, address, bytes, 1, 2, 3);
}

TEST(ShadowTest, PermitsTheBytesOfAnObject) {
  for (size_t bytes : {0, 1, 7, 8, 9, 63, 64, 1000}) {
    auto* object =
        static_cast<char*>(AllocateChecked(ObjectKind::kSharedUsm, bytes, 64));
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(object) % 64, 0u);
    EXPECT_EQ(FirstForbidden(object, bytes), nullptr) << bytes;
    EXPECT_EQ(FirstForbidden(object, bytes + 1), object + bytes) << bytes;
    EXPECT_EQ(FirstForbidden(object - 1, 1), object - 1) << bytes;
    EXPECT_TRUE(FreeChecked(object));
    EXPECT_EQ(FirstForbidden(object, 1), object) << bytes;
    EXPECT_FALSE(FreeChecked(object)) << "freed twice";
  }
}

TEST(ObjectsTest, AlignsAsAsked) {
  for (size_t alignment = 64; alignment <= 65536; alignment *= 4) {
    void* object = AllocateChecked(ObjectKind::kBuffer, 3, alignment);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(object) % alignment, 0u);
    FreeAny(object);
  }
  EXPECT_EQ(AllocateChecked(ObjectKind::kBuffer, PTRDIFF_MAX, 64), nullptr);
}

TEST(ObjectsTest, FreesWhatIsNotItsOwn) {
  FreeAny(std::malloc(5));
  FreeAny(nullptr);
  int own = 0;
  EXPECT_FALSE(FreeChecked(&own));
}

TEST(ObjectsTest, GivesQuarantinedMemoryBack) {
  constexpr size_t kBytes = size_t{8} << 20;
  auto* first =
      static_cast<char*>(AllocateChecked(ObjectKind::kDeviceUsm, kBytes, 64));
  FreeAny(first);
  EXPECT_TRUE(FindChecked(first)->freed);
  for (int i = 0; i < 20; ++i) {
    auto* next = AllocateChecked(ObjectKind::kDeviceUsm, kBytes, 64);
    FreeAny(next);
  }
  EXPECT_FALSE(FindChecked(first) && FindChecked(first)->begin == first &&
               ShadowOf(first) > 0);
}

TEST(PermittedHostMemoryTest, IsForgotten) {
  alignas(64) static char memory[64];
  {
    PermittedHostMemory all(memory + 3, 20);
    EXPECT_EQ(FirstForbidden(memory + 3, 20), nullptr);
    EXPECT_EQ(FirstForbidden(memory + 3, 21), memory + 23);
    // A second buffer of the same memory leaves it as it is.
    { PermittedHostMemory again(memory + 3, 20); }
    EXPECT_EQ(FirstForbidden(memory + 3, 20), nullptr);
  }
  EXPECT_EQ(ShadowOf(memory), 0);
  EXPECT_EQ(ShadowOf(memory + 22), 0);
}

TEST(CheckTest, PermitsMemoryOfTheHost) {
  int own = 5;
  facet_cpu_access access = MakeAccess(FACET_CPU_LOAD, 4);
  EXPECT_EQ(Check(access, &own, 4), &own);
  EXPECT_EQ(access.reported, 0u);
}

class Reports : public testing::Test {
 protected:
  std::string ReportOf(facet_cpu_access_kind kind, uint64_t alignment,
                       const void* address, uint64_t bytes,
                       bool keeps_address = false) {
    facet_cpu_access access = MakeAccess(kind, alignment);
    facet_cpu_group group = {};
    group.global_base[0] = 8;
    group.group_id[0] = 2;
    const CheckedGroup checked = {&group, "_ZTS8MyKernel", nullptr};
    const RunningChecks running(checked);
    testing::internal::CaptureStderr();
    void* used = Check(access, const_cast<void*>(address), bytes);
    EXPECT_EQ(used == address, keeps_address);
    if (!keeps_address) EXPECT_EQ(*static_cast<volatile char*>(used), 0);
    EXPECT_EQ(access.reported, 1u);
    // One report for each place.
    Check(access, const_cast<void*>(address), bytes);
    return testing::internal::GetCapturedStderr();
  }
  static void Contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), text.npos) << "no '" << part << "' in:\n"
                                          << text;
  }
};

TEST_F(Reports, Bounds) {
  auto* object =
      static_cast<char*>(AllocateChecked(ObjectKind::kSharedUsm, 30, 64));
  std::string text = ReportOf(FACET_CPU_STORE, 4, object + 32, 4);
  Contains(text, "SYCL check: out of bounds: store of 4 bytes at 0x");
  Contains(text,
           "  2 bytes behind the end of a shared USM allocation of 30 "
           "bytes at 0x");
  Contains(text,
           "  in kernel 'MyKernel', global id: [9,2,3], local id: "
           "[1,2,3], group: [2,0,0]\n");
  Contains(text,
           "    at a.cpp:3:5 in inner\n    inlined at a.cpp:9:1 in outer\n");
  EXPECT_EQ(text.find("SYCL check", 1), text.npos) << text;
  // Its first bytes are inside.
  text = ReportOf(FACET_CPU_LOAD, 4, object + 28, 4);
  Contains(text, "load of 4 bytes");
  Contains(text, "  at byte 28 of a shared USM allocation of 30 bytes");
  text = ReportOf(FACET_CPU_ATOMIC, 1, object - 1, 1);
  Contains(text, "out of bounds: atomic operation of 1 byte at");
  Contains(text, "  1 byte before the beginning of");
  FreeAny(object);
  text = ReportOf(FACET_CPU_LOAD, 8, object + 8, 8);
  Contains(text, "use after free: load of 8 bytes");
  Contains(text, "at byte 8 of a shared USM allocation of 30 bytes at");
  Contains(text, ", which was freed\n");
}

TEST_F(Reports, Addresses) {
  Contains(ReportOf(FACET_CPU_LOAD, 4, nullptr, 4),
           "null pointer: load of 4 bytes at 0x0\n");
  Contains(ReportOf(FACET_CPU_STORE, 1, reinterpret_cast<void*>(24), 1),
           "null pointer: store of 1 byte at 0x18\n");
  Contains(ReportOf(FACET_CPU_STORE, 1,
                    reinterpret_cast<void*>(0xdeadbeefdeadbeef), 1),
           "address of no object: store of 1 byte at 0xdeadbeefdeadbeef\n");
  alignas(8) char memory[16] = {};
  Contains(ReportOf(FACET_CPU_LOAD, 4, memory + 2, 4, /*keeps_address=*/true),
           ", which is no multiple of 4\n");
}

int Failing() {
  facet_cpu_access access = MakeAccess(FACET_CPU_LOAD, 4);
  Check(access, nullptr, 4);
  return 0;
}

TEST(ExitStatusTest, IsThatOfAFailure) {
  // The environment is read once in a process.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(Failing()), testing::ExitedWithCode(1), "null pointer");
  EXPECT_EXIT(
      {
        Failing();
        std::exit(5);
      },
      testing::ExitedWithCode(5), "");
  EXPECT_EXIT(
      {
        setenv("SYCL_CHECK", "0", 1);
        std::exit(Failing());
      },
      testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace facet

// Reports make a failure of the process: the status is that of the tests.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int status = RUN_ALL_TESTS();
  std::fflush(nullptr);
  _exit(status);
}
