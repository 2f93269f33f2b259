// The one header a SYCL program includes: all of SYCL 2020 that this
// implementation provides, and its extensions.
#pragma once

// A program that has defined a macro N or T before still has it afterwards.
#include <sycl/detail/hide_macros.inc>

// Not needed here: programs use them and include this alone, for other
// implementations include them too.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>

#include <sycl/detail/defines.hpp>

#include <sycl/access.hpp>
#include <sycl/address_space_cast.hpp>
#include <sycl/aspects.hpp>
#include <sycl/atomic.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/byte.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/device_aspect_traits.hpp>
#include <sycl/detail/deprecated_names.hpp>
#include <sycl/detail/device_assert.hpp>
#include <sycl/detail/device_c_library.hpp>
#include <sycl/detail/device_complex.hpp>
#include <sycl/detail/spirv_names.hpp>
#include <sycl/ext/intel/usm_pointers.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/bfloat16_math.hpp>
#include <sycl/ext/oneapi/complex_algorithms.hpp>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/address_cast.hpp>
#include <sycl/ext/oneapi/experimental/annotated_arg/annotated_arg.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/experimental/device_if.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/ext/oneapi/experimental/native_math.hpp>
#include <sycl/ext/oneapi/experimental/printf.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/ext/oneapi/owner_less.hpp>
#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#include <sycl/ext/oneapi/work_group_memory.hpp>
#include <sycl/ext/oneapi/work_group_static.hpp>
#include <sycl/group.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/half.hpp>
#include <sycl/h_item.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/khr/dynamic_addrspace_cast.hpp>
#include <sycl/khr/group_interface.hpp>
#include <sycl/khr/max_work_group_queries.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/khr/static_addrspace_cast.hpp>
#include <sycl/khr/work_item_queries.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

// Host API: platforms, queues, memory.
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>
#include <sycl/info.hpp>
#include <sycl/platform.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/context.hpp>
#include <sycl/event.hpp>
#include <sycl/buffer.hpp>
#include <sycl/accessor.hpp>
#include <sycl/usm.hpp>
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/span.hpp>
#include <sycl/reduction.hpp>
#include <sycl/ext/oneapi/deprecated_names.hpp>
#include <sycl/specialization_id.hpp>
#include <sycl/stream.hpp>
#include <sycl/image.hpp>
#include <sycl/interop.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
#include <sycl/ext/oneapi/experimental/current_device.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/group_sort.hpp>
#include <sycl/ext/oneapi/experimental/max_work_groups.hpp>
#include <sycl/ext/oneapi/experimental/prefetch.hpp>
#include <sycl/ext/oneapi/experimental/user_defined_reductions.hpp>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/ext/oneapi/weak_object.hpp>
#include <sycl/ext/oneapi/experimental/refused_extensions.hpp>
#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#include <sycl/detail/enum_names.hpp>

#include <sycl/detail/restore_macros.inc>
