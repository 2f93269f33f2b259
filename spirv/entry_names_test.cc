// Tests of short names.

#include "spirv/entry_names.h"

#include <gtest/gtest.h>

#include <string>

#include "spirv/conditional_sample.h"
#include "spirv/listing.h"
#include "spirv/testing.h"

namespace facet::spirv {
namespace {

TEST(EntryNamesTest, ShortNamesStay) {
  EXPECT_EQ(ShortEntryPointName(""), "");
  EXPECT_EQ(ShortEntryPointName("_ZTS5saxpy"), "_ZTS5saxpy");
  const std::string longest(120, 'x');
  EXPECT_EQ(ShortEntryPointName(longest), longest);
  const Module module = Assemble(SampleText());
  EXPECT_EQ(ToBytes(ShortenEntryPointNames(module)), ToBytes(module));
}

TEST(EntryNamesTest, LongNamesDifferInTheirHash) {
  const std::string a(121, 'x'), b = a + "y";
  EXPECT_EQ(ShortEntryPointName(a).size(), 120u);
  EXPECT_NE(ShortEntryPointName(a), ShortEntryPointName(b));
  std::string text = SampleText();
  for (const std::string& name :
       {std::string("\"Half\" %id"), std::string("%Half \"Half\"")}) {
    const size_t at = text.find(name);
    ASSERT_NE(at, text.npos);
    text.replace(text.find("\"Half\"", at), 6, "\"" + a + "\"");
  }
  const Module module = ShortenEntryPointNames(Assemble(text));
  EXPECT_EQ(Invalidity(module), "");
  EXPECT_EQ(EntryPoints(module)[1].name, ShortEntryPointName(a));
  EXPECT_EQ(EntryPoints(module)[1].local_size[0], 16u);
  EXPECT_EQ(Text(module).find(a), std::string::npos);
}

}  // namespace
}  // namespace facet::spirv
