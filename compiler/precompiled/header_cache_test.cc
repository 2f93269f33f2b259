// The folder of precompiled headers, with a compiler that is a shell script.

#include "compiler/precompiled/header_cache.h"
#include "compiler/precompiled/header_options.h"
#include "compiler/precompiled/test_folder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"

#include <chrono>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace facet {
namespace {

using testing::ElementsAre;
namespace fs = llvm::sys::fs;

std::optional<HeaderOptions> optionsOf(std::vector<std::string> Some) {
  std::vector<std::string> Arguments = {"-cc1"};
  Arguments.insert(Arguments.end(), Some.begin(), Some.end());
  Arguments.insert(Arguments.end(), {"-x", "c++", "a.cpp"});
  return headerOptionsOf(
      Arguments, std::vector<std::string>{"/sdk/include", "/sdk/after"});
}

TEST(HeaderOptions, LeavesOutWhatIsOfTheSource) {
  std::optional<HeaderOptions> Options = optionsOf(
      {"-emit-obj", "-O2", "-main-file-name", "a.cpp", "-o", "a.o", "-D", "-S",
       "-dependency-file", "a.d", "-MT", "a.o", "-sys-header-deps", "-MP",
       "-fdebug-compilation-dir=/here", "-fsycl-read-diagnostics=x",
       "-fsycl-is-host", "-fsycl-check=memory", "-DX=1", "-U", "Y", "-Wall",
       "-D__SYCL_ANY_DEVICE_HAS_fp16__=1", "-D__SYCL_DEVICE_IF_AUTO__=1"});
  ASSERT_TRUE(Options);
  EXPECT_THAT(Options->Shared,
              ElementsAre("-O2", "-fsycl-is-host", "-fsycl-check=memory"));
  EXPECT_THAT(Options->Macros, ElementsAre("-D-S", "-DX=1", "-UY"));
}

// Of -march=native, on a machine without waitpkg.
TEST(HeaderOptions, TakesValuesForNoOptions) {
  std::optional<HeaderOptions> Options =
      optionsOf({"-target-feature", "-waitpkg", "-target-feature", "-widekl",
                 "-w", "-mllvm", "-verify-each"});
  ASSERT_TRUE(Options);
  EXPECT_THAT(Options->Shared,
              ElementsAre("-target-feature", "-waitpkg", "-target-feature",
                          "-widekl", "-mllvm", "-verify-each"));
}

TEST(HeaderOptions, SortsFolders) {
  std::optional<HeaderOptions> Options =
      optionsOf({"-iquote", "q", "-I", "a", "-Ib", "-isystem", "s", "-isystem",
                 "/sdk/include", "-internal-isystem", "/usr/include/c++/12",
                 "-idirafter", "/sdk/after", "-idirafter", "mine"});
  ASSERT_TRUE(Options);
  EXPECT_THAT(Options->User.Quoted, ElementsAre("q"));
  EXPECT_THAT(Options->User.Angled, ElementsAre("a", "b", "mine", "s"));
  EXPECT_THAT(Options->SystemFolders,
              ElementsAre("/sdk/include", "/usr/include/c++/12", "/sdk/after"));
  EXPECT_THAT(Options->Shared,
              ElementsAre("-isystem", "/sdk/include", "-internal-isystem",
                          "/usr/include/c++/12", "-idirafter", "/sdk/after"));
}

TEST(HeaderOptions, RefusesWhatNeedsTheText) {
  for (const char *Option :
       {"-include", "-imacros", "-include-pch", "-fmodules",
        "-header-include-file", "-fcoverage-mapping", "-coverage-notes-file=x",
        "-load", "-fplugin=x", "-Wsystem-headers", "-verify", "-fsyntax-only",
        "-working-directory=x"})
    EXPECT_FALSE(optionsOf({Option, "value"})) << Option;
  EXPECT_FALSE(headerOptionsOf({"-cc1", "-x", "c++-cpp-output", "a.ii"}, {}));
  // A value is no option.
  EXPECT_TRUE(optionsOf({"-D", "-include"}));
}

class Cache : public FolderTest {
protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("source.cpp", "#include <sycl/sycl.hpp>\n");
    write("sdk/sycl/sycl.hpp", "// all of it\n");
    compiler("echo made >>" + path("log") +
             "\ncat >/dev/null\nhead -c 1000 /dev/zero >\"$header\"\n" +
             record("\"sycl/sycl.hpp\", \"vector\", \"tbb/tbb.h\"",
                    "\"tbb/tbb.h\""));
  }
  /// A script in which $header and $record are what it is to write.
  void compiler(const std::string &Text) const {
    write("compiler", "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in\n"
                      "-o) header=$2;;\n"
                      "-fsycl-write-header-record=*) record=${1#*=};;\n"
                      "esac; shift; done\n" +
                          Text);
    fs::setPermissions(path("compiler"), fs::all_read | fs::all_exe);
  }

  std::string record(const std::string &Includes,
                     const std::string &Absent) const {
    std::string Header = path("sdk/sycl/sycl.hpp");
    return "printf '{\"files\": [{\"path\": \"" + Header +
           "\", \"size\": %d, \"modified\": %d}], \"includes\": [" + Includes +
           "], \"absent\": [" + Absent +
           "], \"types\": []}' $(stat -c '%s %Y' " + Header +
           ") >\"$record\"\n";
  }

  std::vector<std::string> arguments(std::vector<std::string> More = {}) const {
    std::vector<std::string> Result = {"-cc1", "-isystem", path("sdk"),
                                       "-internal-isystem", path("system")};
    Result.insert(Result.end(), More.begin(), More.end());
    Result.insert(Result.end(), {"-x", "c++", path("source.cpp")});
    return Result;
  }

  std::string find(std::vector<std::string> More = {},
                   uint64_t Limit = 1 << 20) const {
    return HeaderCache(path("cache"), path("compiler"), {path("sdk")}, Limit)
        .find(arguments(std::move(More)), path("source.cpp"));
  }

  /// How often the compiler was called.
  int timesMade() const {
    auto Log = llvm::MemoryBuffer::getFile(path("log"));
    return Log ? (*Log)->getBuffer().count('\n') : 0;
  }

  std::vector<std::string> filesOf(llvm::StringRef Folder) const {
    std::vector<std::string> Names;
    std::error_code Code;
    for (fs::directory_iterator I(Folder, Code), End; I != End && !Code;
         I.increment(Code))
      Names.push_back(llvm::sys::path::filename(I->path()).str());
    return Names;
  }

  void makeOlder(const std::string &Path, std::chrono::seconds By) const {
    int File;
    ASSERT_FALSE(
        fs::openFileForReadWrite(Path, File, fs::CD_OpenExisting, fs::OF_None));
    fs::setLastAccessAndModificationTime(File,
                                         std::chrono::system_clock::now() - By);
    fs::closeFile(File);
  }
};

TEST_F(Cache, MakesAHeaderOnce) {
  std::string Found = find();
  EXPECT_TRUE(llvm::StringRef(Found).ends_with(".pch"));
  EXPECT_TRUE(fs::exists(Found));
  EXPECT_EQ(find(), Found);
  EXPECT_EQ(find({"-I", path("none"), "-o", "x.o"}), Found);
  EXPECT_EQ(timesMade(), 1);
  EXPECT_EQ(filesOf(path("cache")).size(), 2u); // no lock, nothing half-written
}

TEST_F(Cache, KeepsOneForEachSetOfOptions) {
  std::string Plain = find(), Optimized = find({"-O2"}),
              Defined = find({"-D", "N=1"});
  EXPECT_NE(Plain, Optimized);
  EXPECT_NE(Plain, Defined);
  EXPECT_NE(find({"-D", "N=2"}), Defined);
  EXPECT_EQ(timesMade(), 4);
}

TEST_F(Cache, MakesItAnewWhenHeadersOrCompilerChange) {
  find();
  write("sdk/sycl/sycl.hpp", "// all of it, and more\n");
  EXPECT_NE(find(), "");
  EXPECT_EQ(timesMade(), 2);
  makeOlder(path("sdk/sycl/sycl.hpp"), std::chrono::hours(3));
  EXPECT_NE(find(), "");
  EXPECT_EQ(timesMade(), 3);
  // A header that was not there.
  write("system/tbb/tbb.h", "");
  EXPECT_EQ(find(), ""); // the script says again that it is absent
  EXPECT_EQ(timesMade(), 4);
  fs::remove_directories(path("system"));
  makeOlder(path("compiler"), std::chrono::hours(1));
  EXPECT_NE(find(), "");
  EXPECT_EQ(timesMade(), 5);
}

TEST_F(Cache, SeesHeadersOfTheUserInFrontOfTheSystems) {
  write("mine/other.h", "");
  EXPECT_NE(find({"-I", path("mine")}), "");
  write("mine/tbb/other.h", "");
  EXPECT_NE(find({"-I", path("mine")}), "");
  write("mine/tbb/tbb.h", "");
  EXPECT_EQ(find({"-I", path("mine")}), "");
  EXPECT_EQ(find({"-isystem", path("mine")}), "");
  write("also/vector", "");
  EXPECT_EQ(find({"-iquote", path("also")}), "");
  // A folder of that name is no header.
  fs::create_directories(path("folder/vector"));
  EXPECT_NE(find({"-I", path("folder")}), "");
  EXPECT_EQ(timesMade(), 1);
}

TEST_F(Cache, SeesTheSameHeaderThroughAnotherFolder) {
  ASSERT_FALSE(fs::create_link(path("sdk"), path("link")));
  EXPECT_NE(find({"-I", path("link")}), "");
  EXPECT_NE(find({"-idirafter", path("link")}), "");
  // It changes the order of the system's folders.
  EXPECT_EQ(find({"-isystem", path("link")}), "");
}

TEST_F(Cache, LeavesOthersAlone) {
  write("source.cpp", "int x;\n#include <sycl/sycl.hpp>\n");
  EXPECT_EQ(find(), "");
  EXPECT_EQ(timesMade(), 0);
  EXPECT_EQ(HeaderCache("", path("compiler"), {path("sdk")})
                .find(arguments(), path("source.cpp")),
            "");
}

// The key would mean other folders elsewhere.
TEST_F(Cache, LeavesRelativeFoldersAlone) {
  EXPECT_EQ(find({"-internal-isystem", "relative"}), "");
  EXPECT_EQ(timesMade(), 0);
}

TEST_F(Cache, SurvivesACompilerThatFails) {
  compiler("echo made >>" + path("log") +
           "\nhead -c 10 /dev/zero >\"$header\"\nexit 1\n");
  EXPECT_EQ(find(), "");
  EXPECT_EQ(find(), "");
  EXPECT_EQ(timesMade(), 2);
  EXPECT_TRUE(filesOf(path("cache")).empty());
  compiler("exit 0\n");
  EXPECT_EQ(find(), "");
  EXPECT_TRUE(filesOf(path("cache")).empty());
}

TEST_F(Cache, MakesADamagedOneAnew) {
  std::string Found = find();
  std::string Record = Found.substr(0, Found.size() - 4) + ".json";
  write(llvm::sys::path::filename(Record).str(), "");
  for (const char *Text : {"", "{", "[]", "{\"files\": 3}", "\xff"}) {
    std::error_code Code;
    llvm::raw_fd_ostream(Record, Code) << Text;
    EXPECT_EQ(find(), Found) << Text;
  }
  EXPECT_EQ(timesMade(), 6);
}

TEST_F(Cache, WaitsForAnotherProcess) {
  std::string Found = find();
  std::string Base = Found.substr(0, Found.size() - 4);
  fs::rename(Base + ".json", Base + ".kept");
  std::error_code Code;
  llvm::raw_fd_ostream(Base + ".lock", Code) << "";
  std::thread Other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    fs::rename(Base + ".kept", Base + ".json");
    fs::remove(Base + ".lock");
  });
  EXPECT_EQ(find(), Found);
  Other.join();
  EXPECT_EQ(timesMade(), 1);
  // One that failed, and one that died.
  fs::remove(Base + ".json");
  llvm::raw_fd_ostream(Base + ".lock", Code) << "";
  std::thread Failing([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    fs::remove(Base + ".lock");
  });
  EXPECT_EQ(find(), "");
  Failing.join();
  llvm::raw_fd_ostream(Base + ".lock", Code) << "";
  makeOlder(Base + ".lock", std::chrono::hours(1));
  EXPECT_EQ(find(), Found);
  EXPECT_EQ(timesMade(), 2);
}

TEST_F(Cache, DoesNotWaitForAProcessThatIsGone) {
  std::string Found = find();
  std::string Base = Found.substr(0, Found.size() - 4);
  fs::remove(Base + ".json");
  pid_t Child = fork();
  if (Child == 0)
    _exit(0);
  waitpid(Child, nullptr, 0);
  char Host[256] = "";
  gethostname(Host, sizeof Host - 1);
  std::error_code Code;
  llvm::raw_fd_ostream(Base + ".lock", Code)
      << "// " << Child << " " << Host << "\n#include <sycl/sycl.hpp>\n";
  EXPECT_EQ(find(), Found);
  EXPECT_EQ(timesMade(), 2);
}

TEST_F(Cache, RemovesWhatWasNotUsedForLongest) {
  auto recordOf = [](const std::string &Found) {
    return Found.substr(0, Found.size() - 4) + ".json";
  };
  const uint64_t Limit = 3000; // two of them
  std::string First = find({"-O1"}, Limit), Second = find({"-O2"}, Limit);
  makeOlder(recordOf(First), std::chrono::hours(2));
  makeOlder(recordOf(Second), std::chrono::hours(1));
  EXPECT_EQ(find({"-O1"}, Limit), First); // now it is the younger one
  std::string Third = find({"-O3"}, Limit);
  EXPECT_TRUE(fs::exists(First));
  EXPECT_FALSE(fs::exists(Second));
  EXPECT_FALSE(fs::exists(recordOf(Second)));
  EXPECT_TRUE(fs::exists(Third));
}

TEST_F(Cache, IsInTheUsersFolderOfCaches) {
  setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(defaultHeaderCache(), "/caches/facet/headers");
  setenv("XDG_CACHE_HOME", "relative", 1); // the standard: ignore it
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(defaultHeaderCache(), "/home/me/.cache/facet/headers");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(defaultHeaderCache(), "/home/me/.cache/facet/headers");
  unsetenv("HOME");
  EXPECT_EQ(defaultHeaderCache(), "");
}

} // namespace
} // namespace facet
