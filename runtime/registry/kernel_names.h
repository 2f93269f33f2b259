// Names of kernels for messages.
//
// In:  the symbol of a kernel or function.
// Out: its name in the source.
#ifndef FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_
#define FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_

#include <string>
#include <string_view>

namespace facet {

// Returns "_ZTSN3foo6KernelE" as the user wrote it: "foo::Kernel"; functions,
// too.
std::string ReadableKernelName(std::string_view symbol);

}  // namespace facet

#endif  // FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_
