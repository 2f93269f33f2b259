#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/checks.h"
#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/local_memory.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/checks/state/shadow.h"

namespace facet {
namespace {

constexpr facet_cpu_place kPlaces[] = {{"inner", "a.cpp", 3, 5},
                                       {"outer", "a.cpp", 9, 1}};

facet_cpu_access MakeAccess(facet_cpu_access_kind kind, uint64_t alignment) {
  facet_cpu_access access = {};
  access.places = kPlaces;
  access.place_count = 2;
  access.kind = kind;
  access.alignment = alignment;
  access.object_name = "";
  return access;
}

// Of code that has no fast path.
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
    const CheckedLaunch launch = {"_ZTS8MyKernel"};
    const CheckedGroup checked = {&group, &launch, nullptr};
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

facet_cpu_checks Table() {
  facet_cpu_checks table;
  EXPECT_TRUE(BindChecks(&table));
  return table;
}

TEST_F(Reports, Variables) {
  alignas(16) char variable[16] = {};
  facet_cpu_access access = MakeAccess(FACET_CPU_STORE, 4);
  access.object_kind = FACET_CPU_PRIVATE_VARIABLE;
  access.object_bytes = 12;
  access.object_name = "sums";
  const auto check = [&](int64_t offset, uint64_t bytes) {
    access.reported = 0;
    return Table().check_variable(&access, variable + offset, bytes, variable,
                                  1, 2, 3);
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(check(0, 12), variable);
  EXPECT_EQ(check(8, 4), variable + 8);
  EXPECT_EQ(check(12, 0), variable + 12) << "a copy of no bytes";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  const auto report = [&](int64_t offset, uint64_t bytes) {
    testing::internal::CaptureStderr();
    EXPECT_NE(check(offset, bytes), variable + offset);
    return testing::internal::GetCapturedStderr();
  };
  Contains(report(12, 4),
           "  0 bytes behind the end of the private variable 'sums' of 12");
  Contains(report(-4, 4), "  4 bytes before the beginning of the private");
  Contains(report(8, 8), "  at byte 8 of the private variable 'sums'");
  Contains(report(0, 16), "store of 16 bytes");
  testing::internal::CaptureStderr();
  EXPECT_EQ(check(2, 4), variable + 2);
  Contains(testing::internal::GetCapturedStderr(), "misaligned address: store");
  access.object_name = "";
  access.object_kind = FACET_CPU_KERNEL_ARGUMENT;
  Contains(report(12, 4), " of a kernel argument of 12 bytes\n");
}

TEST_F(Reports, Elements) {
  facet_cpu_access access = MakeAccess(FACET_CPU_ELEMENT, 1);
  access.object_kind = FACET_CPU_LOCAL_ACCESSOR;
  access.object_bytes = 4;
  access.dimensions = 2;
  int memory[8] = {};
  testing::internal::CaptureStderr();
  void* used =
      Table().outside_range(&access, memory, 1, 4, 0, 2, 4, 1, 1, 2, 3);
  EXPECT_NE(used, memory);
  // What is accessed instead makes no report of its own.
  facet_cpu_access store = MakeAccess(FACET_CPU_STORE, 4);
  EXPECT_EQ(Check(store, used, 4), used);
  Contains(testing::internal::GetCapturedStderr(),
           "SYCL check: out of bounds: element [1,4] of a local accessor of 2 "
           "x 4 elements of 4 bytes\n");
  EXPECT_EQ(store.reported, 0u);
}

TEST_F(Reports, LocalMemory) {
  const LocalPart parts[] = {{0, 12}, {16 + kLocalRedZone, 8}};
  CheckedLocalMemory memory;
  facet_cpu_group group = {};
  group.local_memory = memory.Arrange(24 + 2 * kLocalRedZone, parts);
  CheckedLaunch launch = {"_ZTS8MyKernel"};
  launch.local_parts.assign(std::begin(parts), std::end(parts));
  const CheckedGroup checked = {&group, &launch, nullptr};
  const RunningChecks running(checked);
  const auto report = [&](int64_t offset, bool is_right = false) {
    facet_cpu_access access = MakeAccess(FACET_CPU_LOAD, 4);
    testing::internal::CaptureStderr();
    char* address = group.local_memory + offset;
    EXPECT_EQ(Check(access, address, 4) == address, is_right) << offset;
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(report(8, true) + report(0, true), "");
  EXPECT_EQ(report(16 + kLocalRedZone + 4, true), "");
  Contains(report(12),
           "0 bytes behind the end of a local accessor of 12 bytes");
  Contains(report(-4),
           "4 bytes before the beginning of a local accessor of 12");
  Contains(report(16 + kLocalRedZone + 8),
           "end of a local accessor of 8 bytes");
  Contains(report(16 + kLocalRedZone - 4),
           "beginning of a local accessor of 8");
  // Another launch has other accessors.
  memory.Arrange(24 + 2 * kLocalRedZone, {});
  EXPECT_EQ(report(12, true), "");
}

TEST_F(Reports, MemoryOfTheHost) {
  auto* memory = new int(5);
  CheckedLaunch launch = {"_ZTS8MyKernel"};
  launch.reaches_host_memory = false;
  launch.device = "Emulated gpu";
  facet_cpu_group group = {};
  const CheckedGroup checked = {&group, &launch, nullptr};
  const RunningChecks running(checked);
  facet_cpu_access access = MakeAccess(FACET_CPU_LOAD, 4);
  testing::internal::CaptureStderr();
  EXPECT_NE(Check(access, memory, 4), memory);
  const std::string text = testing::internal::GetCapturedStderr();
  Contains(text, "SYCL check: memory of the host: load of 4 bytes at");
  Contains(text,
           "which 'Emulated gpu' cannot access: it does not have "
           "aspect::usm_system_allocations\n");
  // Constants of images are part of loaded files.
  facet_cpu_access of_constant = MakeAccess(FACET_CPU_LOAD, 4);
  auto* constant = const_cast<facet_cpu_place*>(kPlaces);
  EXPECT_EQ(Check(of_constant, constant, 4), constant);
  // An argument of the kernel.
  launch.arguments = {reinterpret_cast<char*>(memory), sizeof(*memory)};
  EXPECT_EQ(Check(of_constant, memory, 4), memory);
  delete memory;
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
        facet_cpu_checks table = {};
        std::exit(BindChecks(&table) && !table.enabled ? 3 : 4);
      },
      testing::ExitedWithCode(3), "^$");
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
