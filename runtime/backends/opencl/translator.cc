// Runs the SPIRV-LLVM translator; see translator.h.

#include "runtime/backends/opencl/translator.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdlib.h>
#include <cstring>
#include <optional>
#include <string_view>

#include "runtime/process/child.h"
#include "spirv/entry_names.h"
#include "spirv/memory_barriers.h"
#include "spirv/module.h"
#include "spirv/null_constants.h"

namespace facet::opencl {
namespace {

// A memory file, so that nothing is left behind whatever happens.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name)
      : fd_(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool ok() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  bool Write(std::span<const unsigned char> bytes) {
    while (!bytes.empty()) {
      const ssize_t n = write(fd_, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      bytes = bytes.subspan(static_cast<size_t>(n));
    }
    return lseek(fd_, 0, SEEK_SET) == 0;
  }

  std::vector<unsigned char> Read() const {
    struct stat info;
    if (fstat(fd_, &info) != 0) return {};
    std::vector<unsigned char> bytes(static_cast<size_t>(info.st_size));
    size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t n = pread(fd_, bytes.data() + done, bytes.size() - done,
                              static_cast<off_t>(done));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      done += static_cast<size_t>(n);
    }
    bytes.resize(done);
    return bytes;
  }

 private:
  int fd_;
};

std::string OnPath(std::string_view program) {
  const char* path = secure_getenv("PATH");
  std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    rest = colon == rest.npos ? "" : rest.substr(colon + 1);
    if (folder.empty()) continue;
    const std::string file = folder + "/" + std::string(program);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace

std::string FindTranslator() {
  if (const char* chosen = secure_getenv("SYCL_SPIRV_TRANSLATOR");
      chosen && *chosen)
    return access(chosen, X_OK) == 0 ? chosen : OnPath(chosen);
  std::string found = OnPath("llvm-spirv-15");
  return found.empty() ? OnPath("llvm-spirv") : found;
}

std::string MissingTranslatorMessage() {
  const char* chosen = secure_getenv("SYCL_SPIRV_TRANSLATOR");
  if (chosen && *chosen)
    return "SYCL_SPIRV_TRANSLATOR names '" + std::string(chosen) +
           "', which is no program that can be run";
  return "this OpenCL driver takes no SPIR-V, and the SPIRV-LLVM translator "
         "was not found: install Debian's package llvm-spirv-15, or name the "
         "program in SYCL_SPIRV_TRANSLATOR";
}

Status PrepareToTranslate(std::vector<unsigned char>* spirv) {
  std::string error;
  const auto module = spirv::Module::Parse(*spirv, &error);
  if (!module) return Status(StatusCode::kBuildFailed, error);
  *spirv = spirv::ToBytes(
      spirv::RewriteMemoryBarriers(spirv::RewriteScalarNulls(
          spirv::ShortenEntryPointNames(*module))));
  return Status();
}

Status TranslateToSpirBitcode(const std::string& program,
                              std::span<const unsigned char> spirv,
                              std::vector<unsigned char>* bitcode) {
  if (program.empty())
    return Status(StatusCode::kBuildFailed, MissingTranslatorMessage());
  MemoryFile input("spirv"), output("bitcode"), messages("messages");
  if (!input.ok() || !output.ok() || !messages.ok() || !input.Write(spirv))
    return Status(StatusCode::kInternal,
                  std::string("memfd_create: ") + std::strerror(errno));
  // (For "-" as input, version 15 does not see that the file is binary.)
  const std::optional<int> status =
      RunProgram(program, {"-r", "/proc/self/fd/0", "-o", "-"},
                 {{input.fd(), output.fd(), messages.fd()}});
  if (!status)
    return Status(StatusCode::kBuildFailed,
                  program + ": " + std::strerror(errno));
  *bitcode = output.Read();
  if (*status == 0 && !bitcode->empty()) return Status();
  const auto text = messages.Read();
  return Status(StatusCode::kBuildFailed,
                program + " failed with status " + std::to_string(*status) +
                    ": " + std::string(text.begin(), text.end()));
}

}  // namespace facet::opencl
