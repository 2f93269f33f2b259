// See runtime_copies.h.
#include "runtime/process/runtime_copies.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <sycl/detail/version.hpp>

// Of this runtime. Its name is for the note alone.
extern "C" {
__attribute__((visibility("hidden"), used)) std::atomic<bool>
    facet_runtime_in_use{false};
}

// The description: how far the flag is from here, and the version. Other
// versions of the runtime read it.
asm(R"(
  .pushsection .note.facet, "a", @note
  .balign 4
  .long 2f - 1f
  .long 4f - 3f
  .long 1
1: .asciz "Facet"
2: .balign 4
3: .long facet_runtime_in_use - 3b
  .asciz ")" __SYCL_FACET_VERSION R"("
4: .balign 4
  .popsection
)");

namespace facet {
namespace {

constexpr char kOwner[] = "Facet";
constexpr uint32_t kType = 1;
constexpr char kSharedRuntime[] = "libfacet.so";

std::string ExecutablePath() {
  std::string path(4096, '\0');
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  path.resize(std::max<ssize_t>(size, 0));
  return path.empty() ? "the program" : path;
}

// The first object is the executable, whose name is empty.
std::string PathOf(const dl_phdr_info& info) {
  return info.dlpi_name && *info.dlpi_name ? info.dlpi_name : ExecutablePath();
}

RuntimeCopy::Home HomeOf(const dl_phdr_info& info) {
  if (!info.dlpi_name || !*info.dlpi_name)
    return RuntimeCopy::Home::kExecutable;
  const std::string path = info.dlpi_name;
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.rfind(kSharedRuntime, 0) == 0 ? RuntimeCopy::Home::kSharedRuntime
                                            : RuntimeCopy::Home::kPlugIn;
}

// What the note of a runtime says of it. `description`: at its place in memory.
RuntimeCopy Described(const dl_phdr_info& info, const char* description,
                      size_t size) {
  int32_t distance;
  std::memcpy(&distance, description, sizeof(distance));
  const auto* in_use =
      reinterpret_cast<const std::atomic<bool>*>(description + distance);
  RuntimeCopy copy;
  copy.home = HomeOf(info);
  copy.path = PathOf(info);
  copy.version = std::string(
      description + sizeof(distance),
      strnlen(description + sizeof(distance), size - sizeof(distance)));
  copy.in_use = in_use->load();
  copy.is_this = in_use == &facet_runtime_in_use;
  return copy;
}

void AddCopies(const dl_phdr_info& info, const ElfW(Phdr) & segment,
               std::vector<RuntimeCopy>* copies) {
  const size_t alignment = segment.p_align == 8 ? 8 : 4;
  const auto padded = [&](size_t size) {
    return (size + alignment - 1) / alignment * alignment;
  };
  const char* at =
      reinterpret_cast<const char*>(info.dlpi_addr + segment.p_vaddr);
  size_t left = segment.p_memsz;
  ElfW(Nhdr) note;
  while (left >= sizeof(note)) {
    std::memcpy(&note, at, sizeof(note));
    const size_t before = sizeof(note) + padded(note.n_namesz);
    if (left < before || left - before < note.n_descsz) return;
    if (note.n_type == kType && note.n_namesz == sizeof(kOwner) &&
        note.n_descsz > sizeof(int32_t) &&
        std::memcmp(at + sizeof(note), kOwner, sizeof(kOwner)) == 0)
      copies->push_back(Described(info, at + before, note.n_descsz));
    const size_t size = before + padded(note.n_descsz);
    if (left < size) return;
    at += size;
    left -= size;
  }
}

bool Contains(const dl_phdr_info& info, const void* address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    const uintptr_t at = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && uintptr_t(address) >= at &&
        uintptr_t(address) - at < segment.p_memsz)
      return true;
  }
  return false;
}

struct Search {
  const void* user;
  std::string user_path;
  std::vector<RuntimeCopy> copies;
};

int Visit(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_NOTE)
      AddCopies(*info, info->dlpi_phdr[i], &search.copies);
  if (search.user && Contains(*info, search.user))
    search.user_path = PathOf(*info);
  return 0;
}

Search SearchProcess(const void* user) {
  Search search{user, {}, {}};
  dl_iterate_phdr(Visit, &search);
  return search;
}

// Patches keep the interface: see toolchains/version.bzl.
std::string Interface(const std::string& version) {
  return version.substr(0, version.find('.', version.find('.') + 1));
}

std::string Quoted(const std::string& path) { return "'" + path + "'"; }

}  // namespace

std::vector<RuntimeCopy> RuntimeCopies() {
  return SearchProcess(nullptr).copies;
}

std::string RuntimeConflict(const std::vector<RuntimeCopy>& copies,
                            const std::string& user) {
  const auto self = std::find_if(copies.begin(), copies.end(),
                                 [](const auto& c) { return c.is_this; });
  if (self == copies.end()) return "";
  for (const RuntimeCopy& other : copies) {
    if (other.is_this) continue;
    const bool of_user = other.path == user;
    const bool keep_apart = self->home == RuntimeCopy::Home::kPlugIn ||
                            other.home == RuntimeCopy::Home::kPlugIn;
    // The user was linked with the other, and the names of this come first.
    if (!user.empty() && user != self->path && (of_user || !keep_apart) &&
        Interface(other.version) != Interface(self->version))
      return Quoted(user) + " is made for Facet " + Interface(other.version) +
             (of_user ? "" : ", " + Quoted(other.path)) +
             ", but the runtime of this process is that of Facet " +
             Interface(self->version) + " in " + Quoted(self->path);
    if (!keep_apart && other.in_use)
      return (user.empty() ? Quoted(self->path) + " has a SYCL runtime"
                           : Quoted(user) + " uses the SYCL runtime in " +
                                 Quoted(self->path)) +
             ", but this process already uses the one in " +
             Quoted(other.path) +
             "; a process must have one runtime only: link program and "
             "libraries with libfacet.so.1";
  }
  return "";
}

std::string UseThisRuntime(const void* user) {
  if (!user && facet_runtime_in_use.load(std::memory_order_relaxed)) return "";
  const Search search = SearchProcess(user);
  std::string conflict = RuntimeConflict(search.copies, search.user_path);
  if (conflict.empty()) facet_runtime_in_use.store(true);
  return conflict;
}

}  // namespace facet
