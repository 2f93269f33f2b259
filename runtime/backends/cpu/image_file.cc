// See image_file.h.
#include "runtime/backends/cpu/image_file.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace facet {
namespace {

constexpr char kDirectoryVariable[] = "SYCL_CPU_IMAGE_DIR";

Status Failed(const std::string& what) {
  return {StatusCode::kBuildFailed,
          "CPU: " + what + ": " + std::strerror(errno)};
}

Status WriteAll(int file, std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return Failed("writing a device image");
    bytes = bytes.subspan(written);
  }
  return {};
}

// A path of the file that no other image of the process has, whichever runtime
// in it wrote that: a library may have one of its own. The loader knows objects
// by their path and would take the next image with the same descriptor for this
// one: so the path has the number of the inode, written in "/" and "./", which
// is another's only when this image is neither open nor loaded any more. In
// other processes /proc/self is something else, for example a pipe that is
// never written to.
std::string UniquePath(int file, uint64_t number) {
  std::string path = "/proc/" + std::to_string(getpid()) + "/fd/";
  for (; number != 0; number >>= 1) path += number & 1 ? "./" : "/";
  return path + std::to_string(file);
}

// Creates a file of a name that no other image has: also not of another runtime
// in this process. Those of older processes with this number stay.
int CreateNumbered(const std::string& prefix, std::string* path) {
  static std::atomic<uint64_t> count{0};
  int created;
  do {
    *path = prefix + std::to_string(count.fetch_add(1)) + ".so";
    created =
        open(path->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  } while (created < 0 && errno == EEXIST);
  return created;
}

// The lowest numbers are soon those of other files, which a debugger that
// attaches later would open by the path of the image. Without a higher one
// (the limit is reached) the image keeps its number.
int MoveOutOfTheWay(int file) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return file;
  constexpr rlim_t kHighest = 4096;
  const int least = static_cast<int>(std::min(limit.rlim_cur / 2, kHighest));
  const int moved = fcntl(file, F_DUPFD_CLOEXEC, least);
  if (moved < 0) return file;
  close(file);
  return moved;
}

}  // namespace

bool HasDebugLines(std::span<const unsigned char> image) {
  Elf64_Ehdr header;
  if (image.size() < sizeof(header)) return false;
  std::memcpy(&header, image.data(), sizeof(header));
  auto section = [&](size_t index, Elf64_Shdr* found) {
    const uint64_t at = header.e_shoff + index * sizeof(*found);
    if (at > image.size() || image.size() - at < sizeof(*found)) return false;
    std::memcpy(found, image.data() + at, sizeof(*found));
    return true;
  };
  Elf64_Shdr names;
  if (!section(header.e_shstrndx, &names)) return false;
  static constexpr char kName[] = ".debug_line";
  for (size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr each;
    if (!section(i, &each)) return false;
    const uint64_t at = names.sh_offset + each.sh_name;
    if (at < image.size() && image.size() - at >= sizeof(kName) &&
        std::memcmp(image.data() + at, kName, sizeof(kName)) == 0)
      return true;
  }
  return false;
}

ImageFile::ImageFile(ImageFile&& other) noexcept { *this = std::move(other); }

ImageFile& ImageFile::operator=(ImageFile&& other) noexcept {
  if (this == &other) return *this;
  Close();
  path_ = std::move(other.path_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  device_ = other.device_;
  inode_ = other.inode_;
  stays_open_ = other.stays_open_;
  return *this;
}

ImageFile::~ImageFile() { Close(); }

Status ImageFile::Write(std::span<const unsigned char> image, ImageFile* file) {
  const char* directory = secure_getenv(kDirectoryVariable);
  if (directory && *directory) return WriteTo(directory, image, file);
  const int created = memfd_create("sycl-image", MFD_CLOEXEC);
  if (created < 0) return Failed("memfd_create");
  ImageFile made;
  made.descriptor_ = MoveOutOfTheWay(created);
  if (Status s = WriteAll(made.descriptor_, image); !s.ok()) {
    close(std::exchange(made.descriptor_, -1));
    return s;
  }
  struct stat state;
  if (fstat(made.descriptor_, &state) != 0) {
    const Status failed = Failed("fstat");
    close(std::exchange(made.descriptor_, -1));
    return failed;
  }
  made.device_ = state.st_dev;
  made.inode_ = state.st_ino;
  made.path_ = UniquePath(made.descriptor_, state.st_ino);
  made.stays_open_ = HasDebugLines(image);
  *file = std::move(made);
  return {};
}

Status ImageFile::WriteTo(const std::string& directory,
                          std::span<const unsigned char> image,
                          ImageFile* file) {
  // A slash makes it a path for dlopen, whatever the directory is called.
  std::string path;
  const int created = CreateNumbered(
      directory + "/sycl-image-" + std::to_string(getpid()) + "-", &path);
  if (created < 0)
    return Failed(std::string(kDirectoryVariable) + ": creating " + path);
  const Status status = WriteAll(created, image);
  close(created);
  file->path_ = path;
  return status;
}

void ImageFile::Loaded() {
  if (!stays_open_) Close();
}

void ImageFile::Close() {
  struct stat state;
  if (descriptor_ >= 0 && fstat(descriptor_, &state) == 0 &&
      state.st_dev == device_ && state.st_ino == inode_)
    close(descriptor_);
  descriptor_ = -1;
}

}  // namespace facet
