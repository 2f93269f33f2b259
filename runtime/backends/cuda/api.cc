// Binds the CUDA driver at run time; see api.h.

#include "runtime/backends/cuda/api.h"

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::cuda {

const Api* LoadApi(std::string* warning) {
  DynamicLibrary library;
  if (!library.OpenDriver("CUDA", "SYCL_CUDA_LIBRARY", {"libcuda.so.1"},
                          warning))
    return nullptr;
  Api* api = new Api;  // leaked: the driver is never unloaded
#define FACET_BIND(function, parameters)                           \
  if (!library.BindRequired(#function, &api->function, warning)) { \
    delete api;                                                    \
    return nullptr;                                                \
  }
  FACET_CUDA_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  api->has_graphs = true;
#define FACET_BIND(function, parameters) \
  if (!library.Bind(#function, &api->function)) api->has_graphs = false;
  FACET_CUDA_GRAPH_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  return api;
}

}  // namespace facet::cuda
