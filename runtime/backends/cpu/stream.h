// Streams of the CPU: a queue of operations and the thread that runs them.
//
// In:  operations.
// Out: their execution, in order.
#ifndef FACET_RUNTIME_BACKENDS_CPU_STREAM_H_
#define FACET_RUNTIME_BACKENDS_CPU_STREAM_H_

#include <memory>

#include "runtime/backends/backend.h"

namespace facet {

// The thread starts with the first operation and ends when the stream is gone
// and its operations are done; it takes part in running kernels, so that they
// use every core.
// With a number of threads a kernel uses no more at a time.
StreamPtr MakeCpuStream(const StreamOptions& options, unsigned threads = 0);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_STREAM_H_
