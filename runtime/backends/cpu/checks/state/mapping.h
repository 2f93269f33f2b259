// Address space for what checks know of memory: large maps, most of which is
// never touched.
//
// In:  sizes of maps, and what parts of them are to say.
// Out: maps of zeros, and parts of them that repeat a number, which take little
//      memory until they are written.
// Why: an allocation that the program never touches takes no memory; neither
//      must what is known of it.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_

#include <cstddef>
#include <cstdint>

namespace facet {

// Returns `bytes` zero bytes that take memory only once they are written, and
// that are not in core files; null when there is no such address space.
char* MapZeros(size_t bytes);

// Returns the same for a map of which single bytes far apart are written: no
// huge pages. Parts of it may be filled and cleared.
char* MapSparseZeros(size_t bytes);

// [begin, begin + bytes), of such a map, repeats the four bytes of `pattern`.
// begin and bytes are multiples of four, or the four bytes are the same.
// Any thread; no other one may access the part meanwhile.
void FillMap(char* begin, size_t bytes, uint32_t pattern);
// All of it is zero.
void ClearMap(char* begin, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_MAPPING_H_
