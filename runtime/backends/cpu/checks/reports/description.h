// What reports say of accesses and objects.
//
// In:  an access, and the address or element.
// Out: a part of a sentence.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_DESCRIPTION_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_DESCRIPTION_H_

#include <cstdint>
#include <span>
#include <string>

#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {

// Returns "[1,0,0]".
std::string DescribeIds(const uint64_t (&ids)[3]);
// Returns "store of 4 bytes at 0x1234".
std::string DescribeAccess(const facet_cpu_access& access, const void* address,
                           uint64_t bytes);
// Returns "4 bytes behind the end of the private variable 'a' of 16 bytes at
// 0x1234".
std::string DescribeVariable(const facet_cpu_access& access,
                             const void* address, const void* object);
// Returns "0 bytes behind the end of a shared USM allocation of 32 bytes at
// 0x1234"; "" if the address is in and beside no object that is known. running
// may be null.
std::string DescribeMemory(const void* address, const CheckedGroup* running);
// Returns "element [4,0] of an accessor of 4 x 8 elements of 4 bytes".
std::string DescribeElement(const facet_cpu_access& access,
                            std::span<const uint64_t, 3> index,
                            std::span<const uint64_t, 3> range);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_DESCRIPTION_H_
