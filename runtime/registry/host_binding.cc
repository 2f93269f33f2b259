// See host_binding.h.
#include "runtime/registry/host_binding.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <functional>

namespace facet {
namespace {

LoadedObject ObjectOf(const dl_phdr_info& info) {
  uintptr_t first = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const uintptr_t at = info.dlpi_addr + segment.p_vaddr;
    first = std::min(first, at);
    end = std::max<uintptr_t>(end, at + segment.p_memsz);
  }
  if (end == 0) return {};
  return {reinterpret_cast<const char*>(first),
          reinterpret_cast<const char*>(end),
          info.dlpi_name ? info.dlpi_name : ""};
}

// Objects may lie in gaps between the segments of others.
bool HasSegmentAt(const dl_phdr_info& info, uintptr_t address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    const uintptr_t at = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= at &&
        address - at < segment.p_memsz)
      return true;
  }
  return false;
}

// Calls visit(info) for each object until it returns true.
template <typename Visit>
void ForEachObject(Visit visit) {
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        return int{(*static_cast<Visit*>(data))(*info)};
      },
      &visit);
}

}  // namespace

bool LoadedObject::Contains(const void* address) const {
  const std::less<const void*> before;
  return !before(address, first_address) && before(address, end_address);
}

LoadedObject ObjectAt(const void* address) {
  LoadedObject object;
  ForEachObject([&](const dl_phdr_info& info) {
    const bool found = HasSegmentAt(info, reinterpret_cast<uintptr_t>(address));
    if (found) object = ObjectOf(info);
    return found;
  });
  return object;
}

std::vector<const char*> ObjectsInOrder() {
  std::vector<const char*> objects;
  ForEachObject([&](const dl_phdr_info& info) {
    objects.push_back(ObjectOf(info).first_address);
    return false;
  });
  return objects;
}

// dlsym with RTLD_DEFAULT would search the scope of the runtime's own library.
HostBinder::HostBinder(const LoadedObject& object)
    : global_(dlopen(nullptr, RTLD_LAZY)),
      own_(object.path.empty()
               ? nullptr
               : dlopen(object.path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {}

HostBinder::~HostBinder() {
  if (own_) dlclose(own_);
  if (global_) dlclose(global_);
}

const void* HostBinder::Find(const char* name) const {
  const void* address = global_ ? dlsym(global_, name) : nullptr;
  return address || !own_ ? address : dlsym(own_, name);
}

}  // namespace facet
