// Copies and fills of what accessors cover: rows of bytes that may lie apart.
//
// In:  the two blocks of a copy, or one and a pattern.
// Out: operations of a stream on runs of bytes.
#ifndef FACET_RUNTIME_MEMORY_BLOCK_COPY_H_
#define FACET_RUNTIME_MEMORY_BLOCK_COPY_H_

#include <cstddef>
#include <vector>

#include <sycl/detail/runtime_types.hpp>

#include "runtime/order/command.h"

namespace facet {

// A run of bytes that is contiguous on both sides.
struct CopyPiece {
  size_t to;    // offsets from the blocks' starts
  size_t from;
  size_t bytes;
};

// Returns all bytes of `from` in order to the first bytes of `to`, as few runs
// as there can be. The shapes need not agree.
std::vector<CopyPiece> PiecesOf(const sycl::detail::memory_block& to,
                                const sycl::detail::memory_block& from);

DeviceAction CopyBlocks(const sycl::detail::memory_block& to,
                                 const sycl::detail::memory_block& from);
// The pattern's size divides the rows.
DeviceAction FillBlock(const sycl::detail::memory_block& to,
                                const void* pattern, size_t pattern_size);

}  // namespace facet

#endif  // FACET_RUNTIME_MEMORY_BLOCK_COPY_H_
