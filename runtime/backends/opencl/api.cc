// Binds OpenCL at run time; see api.h.

#include "runtime/backends/opencl/api.h"

#include <cstdlib>

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::opencl {

const Api* LoadApi(std::string* warning) {
  const char* chosen = std::getenv("SYCL_OPENCL_LIBRARY");
  const std::string name = chosen && *chosen ? chosen : "libOpenCL.so.1";
  DynamicLibrary library;
  switch (library.Open(name)) {
    case DynamicLibrary::Result::kMissing:
      if (chosen && *chosen) *warning = "OpenCL: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kBroken:
      *warning = "OpenCL: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kOpened:
      break;
  }
  // Leaked: drivers call back until the very end of the process.
  Api* api = new Api;
#define FACET_BIND(function)                                         \
  if (!library.Bind(#function, &api->function)) {                    \
    *warning = "OpenCL: " + name + " lacks the function " #function; \
    delete api;                                                      \
    return nullptr;                                                  \
  }
  FACET_OPENCL_REQUIRED_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
#define FACET_BIND(function) library.Bind(#function, &api->function);
  FACET_OPENCL_OPTIONAL_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  return api;
}

}  // namespace facet::opencl
