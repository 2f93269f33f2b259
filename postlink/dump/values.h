//===- values.h - What properties of images say, in words -----------------===//
//
// In:  a property of a module or an image.
// Out: its value as sycl-image-dump shows it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_DUMP_VALUES_H
#define FACET_POSTLINK_DUMP_VALUES_H

#include "postlink/container/container.h"

#include <string>

namespace facet {

/// Returns "spirv", "none", or "unknown".
llvm::StringRef formatName(uint32_t Number);

std::string propertyText(llvm::StringRef Set, llvm::StringRef Name,
                         const llvm::offloading::PropertyValue &Value);

} // namespace facet

#endif // FACET_POSTLINK_DUMP_VALUES_H
