#include "runtime/backends/cpu/image_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace facet {
namespace {

std::vector<unsigned char> BytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::vector<unsigned char>(std::istreambuf_iterator<char>(in), {});
}

bool Exists(const std::string& path) {
  struct stat state;
  return stat(path.c_str(), &state) == 0;
}

// The smallest file with a table of sections: its names and one other.
std::vector<unsigned char> ElfWithSection(const std::string& name) {
  const std::string names = std::string(1, '\0') + name + '\0';
  struct {
    unsigned char header[64] = {};
    unsigned char sections[2][64] = {};
  } file;
  auto put = [](unsigned char* at, auto value) {
    std::memcpy(at, &value, sizeof(value));
  };
  put(file.header + 40, uint64_t{64});                 // e_shoff
  put(file.header + 60, uint16_t{2});                  // e_shnum
  put(file.header + 62, uint16_t{1});                  // e_shstrndx
  put(file.sections[0], uint32_t{1});                  // sh_name
  put(file.sections[1] + 24, uint64_t{sizeof(file)});  // sh_offset
  std::vector<unsigned char> bytes(sizeof(file) + names.size());
  std::memcpy(bytes.data(), &file, sizeof(file));
  std::memcpy(bytes.data() + sizeof(file), names.data(), names.size());
  return bytes;
}

TEST(ImageFile, KnowsDebugLines) {
  EXPECT_TRUE(HasDebugLines(ElfWithSection(".debug_line")));
  EXPECT_FALSE(HasDebugLines(ElfWithSection(".debug_lines")));
  EXPECT_FALSE(HasDebugLines(ElfWithSection(".text")));
  EXPECT_FALSE(HasDebugLines({}));
  std::vector<unsigned char> bytes = ElfWithSection(".debug_line");
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(HasDebugLines({bytes.data(), size})) << size;
}

TEST(ImageFile, OtherProcessesOpenThePath) {
  const std::vector<unsigned char> bytes = ElfWithSection(".debug_line");
  ImageFile file;
  ASSERT_TRUE(ImageFile::Write(bytes, &file).ok());
  EXPECT_EQ(file.path().find("self"), std::string::npos);
  const int status = std::system(("test -s " + file.path()).c_str());
  EXPECT_EQ(status, 0) << file.path();
  EXPECT_EQ(BytesOf(file.path()), bytes);
}

TEST(ImageFile, OnlyThoseWithLinesStayOpen) {
  ImageFile plain, debugged;
  ASSERT_TRUE(ImageFile::Write(ElfWithSection(".text"), &plain).ok());
  ASSERT_TRUE(ImageFile::Write(ElfWithSection(".debug_line"), &debugged).ok());
  EXPECT_NE(plain.path(), debugged.path());
  plain.Loaded();
  debugged.Loaded();
  EXPECT_FALSE(Exists(plain.path()));
  EXPECT_TRUE(Exists(debugged.path()));
  const std::string path = debugged.path();
  debugged = ImageFile();
  EXPECT_FALSE(Exists(path));
}

// The loader tells images by their paths. Two runtimes of one process count
// each for themselves: a path comes from the file alone.
TEST(ImageFile, AnotherFileOfTheSameDescriptorHasAnotherPath) {
  std::vector<std::string> paths;
  std::vector<ImageFile> loaded;  // as a mapping does, they keep their inodes
  for (int i = 0; i < 3; ++i) {
    ImageFile file;
    ASSERT_TRUE(ImageFile::Write(ElfWithSection(".text"), &file).ok());
    struct stat state;
    ASSERT_EQ(stat(file.path().c_str(), &state), 0);
    uint64_t number = 0;
    const std::string& path = file.path();
    const size_t first = path.find("/fd/") + 4;
    const size_t end = path.find_first_of("0123456789", first);
    int bit = 0;
    for (size_t at = first; at < end; ++at, ++bit)
      if (path[at] == '.') number |= uint64_t{1} << bit, ++at;
    EXPECT_EQ(number, state.st_ino) << path;
    for (const std::string& other : paths) EXPECT_NE(path, other);
    paths.push_back(path);
    loaded.push_back(std::move(file));
  }
}

// Descriptors of files that the program opens are the lowest: one of them must
// not become the path of an image.
TEST(ImageFile, LeavesLowDescriptors) {
  const int lowest = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ImageFile file;
  ASSERT_TRUE(ImageFile::Write(ElfWithSection(".debug_line"), &file).ok());
  const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(next, lowest + 1);
  close(next);
  close(lowest);
}

TEST(ImageFile, KeepsFilesInADirectory) {
  const std::string directory =
      std::string(std::getenv("TEST_TMPDIR")) + "/images of CPUs";
  ASSERT_EQ(mkdir(directory.c_str(), 0700), 0);
  setenv("SYCL_CPU_IMAGE_DIR", directory.c_str(), 1);
  const std::vector<unsigned char> bytes = ElfWithSection(".text");
  std::string first, second;
  {
    ImageFile a, b;
    ASSERT_TRUE(ImageFile::Write(bytes, &a).ok());
    ASSERT_TRUE(ImageFile::Write(bytes, &b).ok());
    a.Loaded();
    b.Loaded();
    first = a.path();
    second = b.path();
  }
  EXPECT_NE(first, second);
  EXPECT_EQ(first.find(directory + "/"), 0u);
  // Another runtime in the process has written what would be next.
  const size_t number = second.rfind('-') + 1;
  const std::string others =
      second.substr(0, number) +
      std::to_string(std::stoi(second.substr(number)) + 1) + ".so";
  std::ofstream(others) << "other";
  {
    ImageFile c;
    ASSERT_TRUE(ImageFile::Write(bytes, &c).ok());
    EXPECT_NE(c.path(), others);
    EXPECT_EQ(BytesOf(c.path()), bytes);
  }
  EXPECT_EQ(BytesOf(others).size(), 5u);
  EXPECT_EQ(BytesOf(first), bytes);
  EXPECT_EQ(BytesOf(second), bytes);

  setenv("SYCL_CPU_IMAGE_DIR", (directory + "/none").c_str(), 1);
  ImageFile file;
  const Status status = ImageFile::Write(bytes, &file);
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("SYCL_CPU_IMAGE_DIR"), std::string::npos);
  unsetenv("SYCL_CPU_IMAGE_DIR");
}

}  // namespace
}  // namespace facet
