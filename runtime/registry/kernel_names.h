// Names of kernels for messages.
#ifndef FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_
#define FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_

#include <string>
#include <string_view>

namespace facet {

// "_ZTSN3foo6KernelE" as the user wrote it: "foo::Kernel"; functions, too.
std::string ReadableKernelName(std::string_view symbol);

}  // namespace facet

#endif  // FACET_RUNTIME_REGISTRY_KERNEL_NAMES_H_
