// Whether SYCL's header may be read before the first line of a source.

#include "compiler/precompiled/source_start.h"
#include "compiler/precompiled/test_folder.h"

namespace facet {
namespace {

class SourceStart : public FolderTest {
protected:
  void SetUp() override {
    FolderTest::SetUp();
    Folders.Quoted = {path("quoted")};
    Folders.Angled = {path("first"), path("second")};
  }

  bool begins(llvm::StringRef Text) const {
    write("source.cpp", Text);
    return beginsWithSyclHeader(path("source.cpp"), Folders);
  }

  IncludeFolders Folders;
};

TEST_F(SourceStart, OfTheSource) {
  EXPECT_TRUE(begins("#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#include<sycl/sycl.hpp>"));
  EXPECT_TRUE(begins("\xEF\xBB\xBF#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#include \"sycl/sycl.hpp\"\n"));
  EXPECT_TRUE(begins("#include <CL/sycl.hpp>\nint x;\n"));
  EXPECT_TRUE(
      begins("// a\n/* b\n c */\n\n  # include <sycl/sycl.hpp> // d\n"));
  EXPECT_TRUE(begins("// a\r\n#include <sycl/sycl.hpp>\r\nint x;\r\n"));
  EXPECT_TRUE(begins("#pragma once\n#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#pragma clang diagnostic push\n"
                     "#pragma GCC diagnostic ignored \"-Wfoo\"\n"
                     "#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#if __has_include(<sycl/sycl.hpp>)\n"
                     "#include <sycl/sycl.hpp>\n#else\n"
                     "#include <CL/sycl.hpp>\n#endif\n"));
  EXPECT_FALSE(begins(""));
  EXPECT_FALSE(begins("int main() {}\n"));
  EXPECT_FALSE(begins("#include <iostream>\n"));
  EXPECT_FALSE(begins("// #include <sycl/sycl.hpp>\n"));
  EXPECT_FALSE(begins("#include <sycl/queue.hpp>\n"));
}

TEST_F(SourceStart, BehindHeadersOfTheStandardLibrary) {
  EXPECT_TRUE(begins("#include <iostream>\n#include <vector>\n"
                     "#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#include <cmath>\n#include <stdio.h>\n"
                     "#include <unistd.h>\n#include <sys/time.h>\n"
                     "#include \"math.h\"\n#include <sycl/sycl.hpp>\n"));
  EXPECT_FALSE(begins("#include <omp.h>\n#include <sycl/sycl.hpp>\n"));
  EXPECT_FALSE(begins("#include <boost/config.hpp>\n"
                      "#include <sycl/sycl.hpp>\n"));
}

// The C library's header of that name would be skipped in front of SYCL's, and
// the user's behind it.
TEST_F(SourceStart, NotWithinGuardsOfTheCLibrary) {
  auto guarded = [&](const std::string &Guard) {
    return begins("#ifndef " + Guard + "\n#define " + Guard +
                  "\n#include <sycl/sycl.hpp>\n#endif\n");
  };
  EXPECT_FALSE(guarded("_ENDIAN_H"));
  for (const char *Guard : {"ENDIAN_H", "_ENDIAN_H_", "__ENDIAN_H__", "_H"})
    EXPECT_TRUE(guarded(Guard)) << Guard;
}

TEST_F(SourceStart, NotBehindWhatMayChangeIt) {
  for (const char *Before : {"#define SYCL_SIMPLE_SWIZZLES\n",
                             "#define N 3\n",
                             "#undef N\n",
                             "int x;\n",
                             "namespace sycl {}\n",
                             "using namespace std;\n",
                             "extern \"C\" {\n",
                             "#ifdef USE_SYCL\n",
                             "#ifndef __SYCL_DEVICE_ONLY__\n",
                             "#if 1\n",
                             "#if __has_include(<other.h>)\n",
                             "#include NAME\n",
                             "#include_next <sycl/sycl.hpp>\n",
                             "#import <vector>\n",
                             "#pragma pack(1)\n",
                             "#pragma STDC FP_CONTRACT OFF\n",
                             "#line 3\n",
                             "#error x\n",
                             ";\n",
                             "#include <vector> /* a\n b */ int x;\n",
                             "#include \\\n <vector>\n",
                             "#define A \\\n 3\n"})
    EXPECT_FALSE(begins(Before + std::string("#include <sycl/sycl.hpp>\n")))
        << Before;
}

TEST_F(SourceStart, ThroughHeadersOfTheUser) {
  write("first/common.hpp", "#ifndef COMMON\n#define COMMON\n"
                            "#include <vector>\n#include <sycl/sycl.hpp>\n"
                            "int x;\n#endif // COMMON\n");
  write("second/names.h", "#pragma once\n#include <string>\n");
  write("second/guarded.h",
        "#ifndef GUARDED\n#define GUARDED\n#include <map>\n#endif\n");
  write("second/code.h", "inline int x;\n");
  write("quoted/only.h", "#include \"below/deep.h\"\n");
  write("quoted/below/deep.h", "#include <sycl/sycl.hpp>\n");
  write("beside.h", "#include \"common.hpp\"\n");
  EXPECT_TRUE(begins("#include \"common.hpp\"\n"));
  EXPECT_TRUE(begins("#include <common.hpp>\n"));
  EXPECT_TRUE(begins("#include \"beside.h\"\n"));
  EXPECT_FALSE(begins("#include <beside.h>\n"));
  EXPECT_TRUE(begins("#include \"names.h\"\n#include <guarded.h>\n"
                     "#include \"common.hpp\"\n"));
  EXPECT_TRUE(begins("#include <names.h>\n#include <names.h>\n"
                     "#include <sycl/sycl.hpp>\n"));
  EXPECT_TRUE(begins("#include \"only.h\"\n"));
  EXPECT_FALSE(begins("#include <only.h>\n"));
  EXPECT_FALSE(begins("#include \"code.h\"\n#include <sycl/sycl.hpp>\n"));
  EXPECT_FALSE(begins("#include \"missing.h\"\n#include <sycl/sycl.hpp>\n"));
}

TEST_F(SourceStart, OnlyGuardsThatAreGuards) {
  write("first/a.h", "#ifndef A\n#include <map>\n#define A\n#endif\n");
  write("first/b.h", "#ifndef B\n#define B 1\n#endif\n");
  write("first/c.h", "#ifndef C\n#define OTHER\n#endif\n");
  write("first/d.h", "#ifndef D\n#define D\n#endif\nint x;\n");
  write("first/e.h", "#ifndef E\n#define E\n#endif\n#include <map>\n");
  for (const char *Name : {"a.h", "b.h", "c.h", "d.h", "e.h"})
    EXPECT_FALSE(begins(std::string("#include \"") + Name +
                        "\"\n#include <sycl/sycl.hpp>\n"))
        << Name;
}

TEST_F(SourceStart, OfTheUsersOwnHeaderOfThatName) {
  write("first/sycl/sycl.hpp", "struct queue;\n");
  EXPECT_FALSE(begins("#include <sycl/sycl.hpp>\n"));
}

TEST_F(SourceStart, OfHeadersThatIncludeEachOther) {
  write("first/a.h", "#include \"b.h\"\n");
  write("first/b.h", "#include \"a.h\"\n#include <sycl/sycl.hpp>\n");
  EXPECT_TRUE(begins("#include <a.h>\n"));
  write("first/c.h", "#include \"c.h\"\n");
  EXPECT_FALSE(begins("#include <c.h>\n"));
  EXPECT_FALSE(beginsWithSyclHeader(path("none.cpp"), Folders));
}

} // namespace
} // namespace facet
