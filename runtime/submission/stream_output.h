// The text of a sycl::stream, and when it is written.
//
// In:  the records that a kernel left (sycl/detail/stream_records.hpp).
// Out: text, on std::cout after the kernel.
// Why: kernels do not format; the host does, with std::ostream, so that
//      manipulators mean what they mean there.
#ifndef FACET_RUNTIME_SUBMISSION_STREAM_OUTPUT_H_
#define FACET_RUNTIME_SUBMISSION_STREAM_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/memory/buffer.h"
#include "runtime/order/command.h"

namespace facet {

// At most `limit` characters. Records that are no such are the end.
std::string FormatStream(std::span<const uint64_t> words, size_t limit);

struct StreamBuffer {
  std::shared_ptr<Buffer> buffer;
  size_t characters;
};
StreamBuffer MakeStreamBuffer(size_t characters);

// Returns the command that writes the streams of `kernel`, of the same queue.
CommandPtr WriteStreamsAfter(const std::shared_ptr<Queue>& queue,
                             const CommandPtr& kernel,
                             std::vector<StreamBuffer> streams);

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_STREAM_OUTPUT_H_
