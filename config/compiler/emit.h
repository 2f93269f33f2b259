// What facet-config writes: C++ tables, header lists, macros, Bazel names.
//
// In:  checked entries.
// Out: text, the same for the same entries.

#ifndef FACET_CONFIG_COMPILER_EMIT_H_
#define FACET_CONFIG_COMPILER_EMIT_H_

#include <string>
#include <vector>

#include "config/compiler/name_files.h"
#include "config/device_config/device_config.h"

namespace facet {

// features/aspects/aspect_table.inc and target_aspect_table.inc.
std::string EmitAspectTable(const std::vector<AspectEntry>& entries);
std::string EmitTargetAspectTable(const DeviceConfig& config);
// features/architectures/architecture_table.inc.
std::string EmitArchitectureTable(
    const std::vector<ArchitectureEntry>& entries);
// //config/tables:target_table.inc.
std::string EmitTargetTable(const DeviceConfig& config);

// sycl/info/aspects.def and architectures.def, from the tables built in.
std::string EmitAspectList();
std::string EmitArchitectureList();

// SPEC 003, "Compiler driver macro predefines", and SPEC 004, "Changes to the
// compiler driver". For -imacros.
std::string EmitTargetMacros(const std::vector<TargetDescription>& targets);

// toolchains/targets.bzl.
std::string EmitBazelNames(const DeviceConfig& config);

}  // namespace facet

#endif  // FACET_CONFIG_COMPILER_EMIT_H_
