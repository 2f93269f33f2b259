// A sycl::queue whose stream the program made by the driver's functions.
//
// In:  the driver's stream.
// Out: a queue that submits to it.
#ifndef FACET_RUNTIME_API_ADOPTED_QUEUE_H_
#define FACET_RUNTIME_API_ADOPTED_QUEUE_H_

#include <sycl/queue.hpp>

#include "runtime/order/queue.h"

namespace sycl {
inline namespace _V1 {
namespace detail {

queue make_adopted_queue(const context& ctx, const device& dev,
                         const facet::QueueOptions& options,
                         async_handler handler, facet::StreamPtr stream);

}  // namespace detail
}  // namespace _V1
}  // namespace sycl

#endif  // FACET_RUNTIME_API_ADOPTED_QUEUE_H_
