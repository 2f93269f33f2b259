// Binds OpenCL at run time; see api.h.

#include "runtime/backends/opencl/api.h"

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::opencl {

const Api* LoadApi(std::string* warning) {
  DynamicLibrary library;
  if (!library.OpenDriver("OpenCL", "SYCL_OPENCL_LIBRARY", {"libOpenCL.so.1"},
                          warning))
    return nullptr;
  // Leaked: drivers call back until the very end of the process.
  Api* api = new Api;
#define FACET_BIND(function)                                       \
  if (!library.BindRequired(#function, &api->function, warning)) { \
    delete api;                                                    \
    return nullptr;                                                \
  }
  FACET_OPENCL_REQUIRED_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
#define FACET_BIND(function) library.Bind(#function, &api->function);
  FACET_OPENCL_OPTIONAL_FUNCTIONS(FACET_BIND)
  FACET_OPENCL_INTEROP_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  return api;
}

}  // namespace facet::opencl
