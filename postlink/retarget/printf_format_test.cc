// Tests of the parts of formats.

#include "postlink/retarget/printf_format.h"

#include "gtest/gtest.h"

#include <string>

using namespace facet;

namespace {

/// "text|flags,width,precision,elements,length,kind|text", or "malformed".
std::string shown(llvm::StringRef Format) {
  auto Parts = parsePrintfFormat(Format);
  if (!Parts)
    return "malformed";
  std::string Result;
  for (const PrintfPart &Part : *Parts) {
    Result += Part.Text.str();
    if (!Part.Conversion)
      continue;
    const PrintfConversion &C = *Part.Conversion;
    Result += "|" + C.Flags.str() + "," + C.Width.str() + "," +
              C.Precision.str() + "," + std::to_string(C.Elements) + "," +
              C.Length.str() + "," + C.Kind + "|";
  }
  return Result;
}

TEST(PrintfFormatTest, Parts) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("plain\n"), "plain\n");
  EXPECT_EQ(shown("%d"), "|,,,0,,d|");
  EXPECT_EQ(shown("a%-+5.3lldb"), "a|-+,5,.3,0,ll,d|b");
  EXPECT_EQ(shown("%*.*f%%%s"), "|,*,.*,0,,f|%%|,,,0,,s|");
  EXPECT_EQ(shown("%v4hlf %v16x"), "|,,,4,hl,f| |,,,16,,x|");
  EXPECT_EQ(shown("%08.f%hhu%zu"), "|0,8,.,0,,f||,,,0,hh,u||,,,0,z,u|");
  EXPECT_EQ(shown("%%%%"), "%%%%");
  EXPECT_EQ(shown("100%%d"), "100%%d");
}

TEST(PrintfFormatTest, Malformed) {
  for (const char *Format : {"%", "100%", "%k", "%v5d", "%vd", "%v99999999999d",
                             "%5", "%ll", "%.", "a%-"})
    EXPECT_EQ(shown(Format), "malformed") << Format;
}

} // namespace
