// Property lists that one library makes and another one reads: the program, and
// two libraries with hidden visibility, opened with RTLD_LOCAL. Arguments: the
// libraries.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "runtime/testing/native_programs.h"
#include "runtime/testing/properties_library.h"

namespace {

namespace property = sycl::property;

std::vector<facet::PropertiesLibrary> g_libraries;

TEST(Properties, OfAnotherLibraryMakeAQueue) {
  for (const auto& library : g_libraries) {
    const sycl::device device = facet::NativeDevice();
    for (bool in_order : {false, true})
      for (bool profiling : {false, true}) {
        const sycl::queue queue(device,
                                library.queue_properties(in_order, profiling));
        EXPECT_EQ(queue.is_in_order(), in_order);
        EXPECT_EQ(queue.has_property<property::queue::in_order>(), in_order);
        EXPECT_EQ(queue.has_property<property::queue::enable_profiling>(),
                  profiling);
      }
    const auto queue = library.make_queue(device);
    EXPECT_TRUE(queue->is_in_order());
  }
}

TEST(Properties, AreFoundInListsOfOthers) {
  std::mutex mutex;
  for (const auto& one : g_libraries) {
    const auto list = one.buffer_properties(mutex);
    EXPECT_TRUE(list.has_property<property::no_init>());
    EXPECT_TRUE(list.has_property<property::buffer::use_host_ptr>());
    EXPECT_EQ(
        list.get_property<property::buffer::use_mutex>().get_mutex_ptr(),
        &mutex);
    EXPECT_FALSE(list.has_property<property::queue::in_order>());
    EXPECT_TRUE(one.has_in_order(property::queue::in_order()));
    for (const auto& other : g_libraries) {
      EXPECT_TRUE(other.has_no_init(list));
      EXPECT_FALSE(other.has_in_order(list));
      EXPECT_EQ(other.mutex_of(list), &mutex);
      EXPECT_TRUE(other.has_in_order(one.queue_properties(true, true)));
      EXPECT_FALSE(other.has_in_order(one.queue_properties(false, true)));
      EXPECT_EQ(other.mutex_of(one.queue_properties(true, true)), nullptr);
    }
  }
}

// Each library has its own copies of the headers' variables, or the test above
// would show nothing.
TEST(Properties, LibrariesAreApart) {
  ASSERT_EQ(g_libraries.size(), 2u);
  EXPECT_NE(g_libraries[0].has_in_order, g_libraries[1].has_in_order);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    void* library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 2;
    }
    g_libraries.push_back(reinterpret_cast<facet::PropertiesLibrary (*)()>(
        dlsym(library, "properties_library"))());
  }
  return RUN_ALL_TESTS();
}
