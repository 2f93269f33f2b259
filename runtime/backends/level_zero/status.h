// What Level Zero's results mean.
//
// In:  a result of the driver's.
// Out: a Status that names it and the function.
#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STATUS_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STATUS_H_

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/api.h"

namespace facet::level_zero {

// Returns "zeModuleCreate: ZE_RESULT_ERROR_MODULE_BUILD_FAILURE (0x70000004)";
// ok for ZE_RESULT_SUCCESS.
Status ToStatus(ze_result_t result, const char* function);

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_STATUS_H_
