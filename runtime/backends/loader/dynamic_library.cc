// Opens drivers by dlopen; see dynamic_library.h.

#include "runtime/backends/loader/dynamic_library.h"

#include <dlfcn.h>

namespace facet {

DynamicLibrary::Result DynamicLibrary::Open(const std::string& name) {
  name_ = name;
  handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_) return Result::kOpened;
  const char* message = dlerror();
  error_ = message ? message : name + ": cannot be opened";
  // "libx.so.1: cannot open shared object file: No such file or directory" is
  // about the library itself; the same text about one that it needs starts with
  // the other's name.
  const bool itself = error_.compare(0, name.size() + 1, name + ":") == 0;
  const bool absent =
      error_.find("No such file or directory") != std::string::npos;
  return itself && absent ? Result::kMissing : Result::kBroken;
}

void* DynamicLibrary::Symbol(const char* symbol) const {
  return handle_ ? dlsym(handle_, symbol) : nullptr;
}

}  // namespace facet
