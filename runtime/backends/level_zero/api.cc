// Binds Level Zero at run time; see api.h.

#include "runtime/backends/level_zero/api.h"

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::level_zero {

const Api* LoadApi(std::string* warning) {
  DynamicLibrary library;
  if (!library.OpenDriver("Level Zero", "SYCL_LEVEL_ZERO_LIBRARY",
                          {"libze_loader.so.1"}, warning))
    return nullptr;
  Api* api = new Api;  // leaked: the driver is never unloaded
#define FACET_BIND(function)                                       \
  if (!library.BindRequired(#function, &api->function, warning)) { \
    delete api;                                                    \
    return nullptr;                                                \
  }
  FACET_LEVEL_ZERO_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
#define FACET_BIND(function) library.Bind(#function, &api->function);
  FACET_LEVEL_ZERO_OPTIONAL_FUNCTIONS(FACET_BIND)
  FACET_BIND(zeCommandListImmediateAppendCommandListsExp)
#undef FACET_BIND
  return api;
}

}  // namespace facet::level_zero
