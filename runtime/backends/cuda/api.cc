// Binds the CUDA driver at run time; see api.h.

#include "runtime/backends/cuda/api.h"

#include <cstdlib>

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::cuda {

const Api* LoadApi(std::string* warning) {
  const char* chosen = std::getenv("SYCL_CUDA_LIBRARY");
  const std::string name = chosen && *chosen ? chosen : "libcuda.so.1";
  DynamicLibrary library;
  switch (library.Open(name)) {
    case DynamicLibrary::Result::kMissing:
      if (chosen && *chosen) *warning = "CUDA: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kBroken:
      *warning = "CUDA: " + library.error();
      return nullptr;
    case DynamicLibrary::Result::kOpened:
      break;
  }
  Api* api = new Api;  // leaked: the driver is never unloaded
#define FACET_BIND(function, parameters)                           \
  if (!library.Bind(#function, &api->function)) {                  \
    *warning = "CUDA: " + name + " lacks the function " #function; \
    delete api;                                                    \
    return nullptr;                                                \
  }
  FACET_CUDA_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  return api;
}

}  // namespace facet::cuda
