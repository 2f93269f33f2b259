// Opens drivers by dlopen; see dynamic_library.h.

#include "runtime/backends/loader/dynamic_library.h"

#include <dlfcn.h>

#include <stdlib.h>

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

bool DynamicLibrary::OpenDriver(const std::string& driver, const char* variable,
                                std::initializer_list<const char*> names,
                                std::string* warning) {
  driver_ = driver;
  const char* chosen = secure_getenv(variable);
  const bool asked = chosen && *chosen;
  Result result = Result::kMissing;
  if (asked) {
    result = Open(chosen);
  } else {
    for (const char* name : names)
      if ((result = Open(name)) != Result::kMissing) break;
  }
  if (result == Result::kOpened) return true;
  if (asked || result == Result::kBroken) *warning = driver + ": " + error_;
  return false;
}

void* DynamicLibrary::Symbol(const char* symbol) const {
  return handle_ ? dlsym(handle_, symbol) : nullptr;
}

}  // namespace facet
