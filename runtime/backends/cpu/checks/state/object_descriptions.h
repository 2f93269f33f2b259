// Objects, as reports name them.
//
// In:  an object that is known.
// Out: a part of a sentence.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECT_DESCRIPTIONS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECT_DESCRIPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {

// Returns "1 byte", "2 bytes".
std::string CountOf(uint64_t number, const char* what);
// Returns "a shared USM allocation of 32 bytes at 0x1234".
std::string DescribeObject(const CheckedObject& object);
// Returns the same, and whether it was freed.
std::string DescribeState(const CheckedObject& object);
// Returns "0x1234".
std::string DescribeAddress(const void* address);
// Returns "96 bytes in 3 device USM allocations, which are never freed".
std::string DescribeLeak(ObjectKind kind, size_t count, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECT_DESCRIPTIONS_H_
