// Address space for what checks know of memory: large maps, most of which is
// never touched.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_

#include <cstddef>

namespace facet {

// `bytes` zero bytes that take memory only once they are written, and that are
// not in core files; null when there is no such address space.
char* MapZeros(size_t bytes);

// The same for a map of which single bytes far apart are written: no huge
// pages.
char* MapSparseZeros(size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_
