// What the host API and the runtime library share: opaque types of the library
// and the plain structures that cross between them. The library has its own
// compiler settings, so nothing here depends on macros.
#pragma once

#include <sycl/detail/defines.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace facet {
class Buffer;
class Command;
class CommandGroup;
class Context;
class Device;
class DynamicParameter;
struct DynamicGroups;
class ExecutableGraph;
class Graph;
class GraphNode;
class HostLock;
struct KernelBundle;
class Queue;
struct Platform;
struct KernelEntry;
} // namespace facet

namespace sycl {
inline namespace _V1 {
namespace detail {

/// One per kernel of the program: what the runtime found out about it, so that
/// a second submission looks nothing up by name.
struct kernel_handle {
  const char *name = nullptr;
  /// Where host code has the members of its function object
  /// (functor_layout in kernel_launch.hpp); null if nobody says it.
  const std::uint64_t *layout = nullptr;
  std::atomic<facet::KernelEntry *> entry{nullptr};
};

struct kernel_argument {
  const void *data;
  std::size_t size;
  std::size_t alignment;
};

/// The bytes that an accessor covers: rows of `row` bytes each. counts[0] is
/// the outer dimension.
struct memory_block {
  void *data = nullptr;
  std::size_t row = 0;
  std::size_t counts[2] = {1, 1};
  std::size_t strides[2] = {0, 0}; // bytes from one start to the next

  std::size_t size() const { return row * counts[0] * counts[1]; }
};

enum class launch_kind { single_task, range, nd_range };

/// In each dimension of an nd_range: the library chooses the work-group.
inline constexpr std::size_t auto_work_group_size =
    static_cast<std::size_t>(-1);

/// Sizes in SYCL's order: dimension `dimensions - 1` is the fastest.
struct launch_shape {
  launch_kind kind = launch_kind::single_task;
  int dimensions = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {1, 1, 1};
  std::size_t offset[3] = {0, 0, 0};
  /// The last argument is a constant_argument, which the library fills in.
  bool takes_constants = false;
  /// Runs after the kernel that the command group has already, as part of the
  /// same command.
  bool follows = false;
};

/// What handler::set_arg sets.
enum class object_argument : unsigned char { value, pointer, local };
/// The index of the argument that no program names: the scratch memory of a
/// launch (sycl_ext_oneapi_work_group_scratch_memory).
inline constexpr int scratch_argument = 0x7fffffff;

/// Where an argument of a function is in the functor of its kernel.
struct argument_place {
  std::size_t offset = 0;
  std::size_t size = 0;
};
/// The kernel of a function (sycl_ext_oneapi_free_function_kernels).
struct function_layout {
  kernel_handle *handle = nullptr;
  int dimensions = 0; // 0: of single_task; negative: not known
  std::uint32_t count = 0;
  std::size_t size = 0;
  std::size_t alignment = 1;
  /// Behind the `count` arguments, the place of the scratch memory; of no size
  /// in programs of earlier headers.
  const argument_place *arguments = nullptr;
};

/// How a range kernel with reductions is run.
struct reduction_plan {
  std::size_t group_size;
  std::size_t groups;
  bool blocked; // neighbours belong to one work-item
};

} // namespace detail
} // namespace _V1
} // namespace sycl
