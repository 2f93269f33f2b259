// A precompiled header of a build, with a compiler that is a shell script.

#include "compiler/precompiled/given_header.h"
#include "compiler/precompiled/test_folder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

namespace facet {
namespace {

using testing::HasSubstr;
namespace fs = llvm::sys::fs;

class Given : public FolderTest {
protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("source.cpp", "#include <sycl/sycl.hpp>\n");
    write("headers/sycl/sycl.hpp", "// all of it\n");
    write("made/sycl/detail/version.hpp", "// made by the build\n");
    write("two.h", "// Made.\n#define __SYCL_ANY_DEVICE_HAS_cpu__ 1\n"
                   "#define __SYCL_ALL_DEVICES_HAVE_fp64__ 1\n");
    write("one.h", "#define __SYCL_ONLY_ARCHITECTURE__ 7\n");
    compiler("head -c 1000 /dev/zero >\"$header\"\n"
             "printf 'NDEBUG\\nsycl\\n__SYCL_ONLY_ARCHITECTURE__\\n"
             "__SYCL_DEVICE_IF_AUTO__\\n' >\"$names\"\n"
             "echo '{\"files\": [], \"includes\": [\"sycl/sycl.hpp\", "
             "\"vector\"], \"absent\": [], \"types\": []}' >\"$record\"\n");
  }

  /// A script in which $header, $record and $names are what it is to write.
  void compiler(const std::string &Text) const {
    write("compiler", "#!/bin/sh\ncat >" + path("text") + "\necho \"$@\" >" +
                          path("options") +
                          "\nwhile [ $# -gt 0 ]; do case $1 in\n"
                          "-o) header=$2;;\n"
                          "-fsycl-write-header-record=*) record=${1#*=};;\n"
                          "-fsycl-write-header-names=*) names=${1#*=};;\n"
                          "esac; shift; done\n" +
                          Text);
    fs::setPermissions(path("compiler"), fs::all_read | fs::all_exe);
  }

  std::vector<std::string> arguments(std::vector<std::string> More) const {
    std::vector<std::string> Result = {
        "-cc1",         "-std=c++17", "-isystem",          path("headers"),
        "-isystem",     path("made"), "-internal-isystem", "relative",
        "-D__FACET__=1"};
    Result.insert(Result.end(), More.begin(), More.end());
    Result.insert(Result.end(), {"-x", "c++", path("source.cpp")});
    return Result;
  }

  GivenHeader header() const { return {path("h.pch"), {}}; }

  /// "made" or an error.
  std::string make(std::vector<std::string> More = {}) const {
    llvm::Error E = writeGivenHeader(header(), path("compiler"),
                                     arguments(std::move(More)));
    return E ? llvm::toString(std::move(E)) : "made";
  }
  bool fits(std::vector<std::string> More = {}) const {
    return fitsGivenHeader(header(), arguments(std::move(More)),
                           path("source.cpp"));
  }

  std::string textOf(const char *Name) const {
    auto Text = llvm::MemoryBuffer::getFile(path(Name));
    return Text ? (*Text)->getBuffer().str() : "";
  }
  int filesBesideHeader() const {
    return fs::exists(path("h.pch")) + fs::exists(path("h.json")) +
           fs::exists(path("h.names")) + fs::exists(path("h.source"));
  }
};

TEST_F(Given, IsMadeOfOptionsAboutHeaders) {
  ASSERT_EQ(make({"-Wall", "-DX=1", "-iquote", "."}), "made");
  EXPECT_EQ(textOf("text"), "#include <sycl/sycl.hpp>\n");
  EXPECT_THAT(textOf("options"),
              HasSubstr("-cc1 -std=c++17 -isystem " + path("headers")));
  EXPECT_THAT(textOf("options"), HasSubstr("-D__FACET__=1 -DX=1 -emit-pch"));
  EXPECT_THAT(textOf("options"), HasSubstr("-fno-pch-timestamp"));
  EXPECT_EQ(filesBesideHeader(), 3);
}

TEST_F(Given, FitsOptionsThatSayTheSame) {
  ASSERT_EQ(make(), "made");
  EXPECT_TRUE(fits());
  EXPECT_TRUE(fits({"-Wall", "-Werror", "-w", "-v", "-main-file-name", "b"}));
  EXPECT_TRUE(fits({"-I", path("none"), "-iquote", "."}));
  EXPECT_FALSE(fits({"-std=c++20"}));
  EXPECT_FALSE(fits({"-fsycl-is-host"}));
  EXPECT_FALSE(fits({"-include", "a.h"}));
  EXPECT_FALSE(fits({"-internal-isystem", "another"}));
}

TEST_F(Given, FitsMacrosThatTheHeadersDoNotMention) {
  ASSERT_EQ(make(), "made");
  EXPECT_TRUE(fits({"-DMINE", "-D", "OTHER=3", "-UNOTHING", "-DF(X)=X"}));
  for (const char *Macro : {"-DNDEBUG", "-DNDEBUG=1", "-UNDEBUG", "-Dsycl(X)=X",
                            "-D__FACET__=2", "-U__FACET__"})
    EXPECT_FALSE(fits({Macro})) << Macro;
  EXPECT_FALSE(fits({"-D", "NDEBUG"}));
  // Without the list of names nothing is known of other macros.
  fs::remove(path("h.names"));
  EXPECT_TRUE(fits());
  EXPECT_FALSE(fits({"-DMINE"}));
}

TEST_F(Given, FitsNoneOfFewerMacros) {
  ASSERT_EQ(make({"-DNDEBUG", "-DX=1", "-UX"}), "made");
  EXPECT_TRUE(fits({"-DNDEBUG", "-DX=1", "-UX"}));
  EXPECT_TRUE(fits({"-DNDEBUG", "-DMINE", "-DX=1", "-UX"}));
  EXPECT_FALSE(fits());
  EXPECT_FALSE(fits({"-DNDEBUG"}));
  EXPECT_FALSE(fits({"-DNDEBUG", "-UX", "-DX=1"}));
}

TEST_F(Given, FitsAllListsOfSeveralTargets) {
  const std::string Option = "-fsycl-target-macros=";
  ASSERT_EQ(make({"-D__SYCL_DEVICE_IF_AUTO__=1"}), "made");
  EXPECT_TRUE(fits());
  EXPECT_TRUE(fits({Option + path("two.h"), "-D__SYCL_DEVICE_IF_AUTO__=1"}));
  EXPECT_TRUE(fits({"-D__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1"}));
  // For one target the headers decide conditions.
  EXPECT_FALSE(fits({Option + path("one.h"), "-D__SYCL_DEVICE_IF_AUTO__=1"}));
  EXPECT_FALSE(fits({Option + path("missing.h")}));
  ASSERT_EQ(make({Option + path("one.h"), "-D__SYCL_DEVICE_IF_AUTO__=1"}),
            "made");
  EXPECT_TRUE(fits({Option + path("one.h"), "-D__SYCL_DEVICE_IF_AUTO__=1"}));
  EXPECT_FALSE(fits({Option + path("one.h")}));
  EXPECT_FALSE(fits({Option + path("two.h"), "-D__SYCL_DEVICE_IF_AUTO__=1"}));
}

TEST_F(Given, LeavesOtherSourcesAndFoldersAlone) {
  ASSERT_EQ(make(), "made");
  write("mine/vector", "");
  EXPECT_FALSE(fits({"-I", path("mine")}));
  write("source.cpp", "#define X\n#include <sycl/sycl.hpp>\n");
  EXPECT_FALSE(fits());
}

TEST_F(Given, IsNotUsedWhenDamaged) {
  EXPECT_FALSE(fits());
  ASSERT_EQ(make(), "made");
  for (const char *Text : {"", "{", "[]", "{\"options\": 3}", "\xff"}) {
    write("h.json", Text);
    EXPECT_FALSE(fits()) << Text;
  }
}

TEST_F(Given, LeavesNothingOfACompilationThatFails) {
  compiler("echo x >\"$header\"; echo x >\"$names\"; kill -ABRT $$\n");
  EXPECT_THAT(make(), HasSubstr("did not start, or crashed on <sycl/sycl.hpp>"));
  EXPECT_EQ(filesBesideHeader(), 0);
  compiler("echo x >\"$header\"; echo x >\"$names\"; echo x >\"$record\"\n");
  EXPECT_THAT(make(), HasSubstr("Invalid JSON"));
  EXPECT_EQ(filesBesideHeader(), 0);
}

// As with --copt or coverage: the build asks for the files all the same.
TEST_F(Given, IsEmptyWhereAllSourcesNeedTheText) {
  ASSERT_EQ(make({"-fcoverage-mapping"}), "made");
  EXPECT_EQ(filesBesideHeader(), 3);
  EXPECT_FALSE(fits());
  EXPECT_FALSE(fits({"-fcoverage-mapping"}));
}

// A build's own options may be wrong for the headers, where those of its rules
// that have SYCL sources set them right.
TEST_F(Given, IsEmptyWhereTheTextHasErrors) {
  compiler("echo x >\"$header\"; echo error >&2; exit 1\n");
  testing::internal::CaptureStderr();
  ASSERT_EQ(make({"-std=c++11"}), "made");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(filesBesideHeader(), 3);
  EXPECT_EQ(textOf("h.pch"), "");
  EXPECT_FALSE(fits({"-std=c++11"}));
}

} // namespace
} // namespace facet
