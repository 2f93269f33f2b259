// Binds Level Zero at run time; see api.h.

#include "runtime/backends/level_zero/api.h"

#include <cstdlib>

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::level_zero {

const Api* LoadApi(std::string* warning) {
  const char* chosen = std::getenv("SYCL_LEVEL_ZERO_LIBRARY");
  const std::string name = chosen && *chosen ? chosen : "libze_loader.so.1";
  DynamicLibrary library;
  switch (library.Open(name)) {
    case DynamicLibrary::Result::kMissing:
      if (chosen && *chosen) *warning = "Level Zero: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kBroken:
      *warning = "Level Zero: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kOpened:
      break;
  }
  Api* api = new Api;  // leaked: the driver is never unloaded
#define FACET_BIND(function)                                             \
  if (!library.Bind(#function, &api->function)) {                        \
    *warning = "Level Zero: " + name + " lacks the function " #function; \
    delete api;                                                          \
    return nullptr;                                                      \
  }
  FACET_LEVEL_ZERO_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
#define FACET_BIND(function) library.Bind(#function, &api->function);
  FACET_LEVEL_ZERO_OPTIONAL_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  return api;
}

}  // namespace facet::level_zero
