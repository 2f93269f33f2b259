#include "runtime/program/constant_values.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sycl/specialization_id.hpp>

namespace facet {
namespace {

TEST(ConstantValues, LastValueWins) {
  ConstantValues values, more;
  EXPECT_TRUE(values.empty());
  int one = 1, two = 2, got = 0;
  values.Set(5, &one, sizeof(one));
  values.Get(5, &got, sizeof(got));
  EXPECT_EQ(got, 1);
  more.Set(5, &two, sizeof(two));
  values.Merge(more);
  values.Get(5, &got, sizeof(got));
  EXPECT_EQ(got, 2);
  values.Get(6, &got, sizeof(got));
  EXPECT_EQ(got, 2);
  char small = 'x';
  values.Get(5, &small, sizeof(small));  // another type of the same name
  EXPECT_EQ(small, 'x');
}

TEST(ConstantValues, TableIsWhatKernelsRead) {
  ConstantValues values;
  const double d = 0.5;
  const char text[19] = "eighteen letters..";
  values.Set(9, &d, sizeof(d));
  values.Set(2, text, sizeof(text));
  const auto bytes = values.Table();
  sycl::detail::constant_entry entries[2];
  uint64_t count = 0;
  std::memcpy(&count, bytes.data(), sizeof(count));
  ASSERT_EQ(count, 2u);
  std::memcpy(entries, bytes.data() + 8, sizeof(entries));
  EXPECT_EQ(entries[0].key, 2u);
  EXPECT_EQ(entries[0].size, sizeof(text));
  EXPECT_EQ(entries[1].key, 9u);
  for (const auto& entry : entries) {
    EXPECT_EQ(entry.offset % 16, 0u);
    ASSERT_LE(entry.offset + entry.size, bytes.size());
  }
  EXPECT_STREQ(reinterpret_cast<const char*>(&bytes[entries[0].offset]), text);
  EXPECT_EQ(std::memcmp(&bytes[entries[1].offset], &d, sizeof(d)), 0);
}

}  // namespace
}  // namespace facet
