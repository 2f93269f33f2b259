"""Headers that are one list: other names of headers, as other implementations have them, and the macros to hide."""

# Path of a header that programs include -> the headers that have its contents.
FORWARDING = {
    "sycl.hpp": ["sycl.hpp"],
    "sycl/access/access.hpp": ["access.hpp"],
    "sycl/accessor_image.hpp": ["image_accessor.hpp"],
    "sycl/aliases.hpp": ["half.hpp", "marray.hpp", "vec.hpp"],
    "sycl/async_handler.hpp": ["exception.hpp"],
    "sycl/backend/level_zero.hpp": ["backend.hpp", "interop.hpp"],
    "sycl/backend_types.hpp": ["backend.hpp"],
    "sycl/builtins.hpp": ["math.hpp"],
    "sycl/detail/core.hpp": ["sycl.hpp"],
    "sycl/device_event.hpp": ["group.hpp"],
    "sycl/exception_list.hpp": ["exception.hpp"],
    "sycl/ext/oneapi/backend/hip.hpp": ["backend.hpp", "interop.hpp"],
    "sycl/ext/oneapi/backend/level_zero.hpp": ["backend.hpp", "interop.hpp"],
    "sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp": ["ext/oneapi/experimental/async_memory.hpp"],
    "sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp": ["ext/oneapi/experimental/async_memory.hpp"],
    "sycl/ext/oneapi/experimental/async_alloc/memory_pool_properties.hpp": ["ext/oneapi/experimental/async_memory.hpp"],
    "sycl/ext/oneapi/experimental/builtins.hpp": ["ext/oneapi/bfloat16_math.hpp", "ext/oneapi/experimental/native_math.hpp", "ext/oneapi/experimental/printf.hpp", "math.hpp"],
    "sycl/ext/oneapi/kernel_properties.hpp": ["ext/oneapi/free_function_kernel_properties.hpp"],
    "sycl/ext/oneapi/reduction.hpp": ["reduction.hpp"],
    "sycl/ext/oneapi/sub_group.hpp": ["sub_group.hpp"],
    "sycl/feature_test.hpp": ["khr/split_headers/version.hpp"],
    "sycl/group_algorithm.hpp": ["group_algorithms.hpp"],
    "sycl/half_type.hpp": ["half.hpp"],
    "sycl/info/info_desc.hpp": ["info.hpp"],
    "sycl/interop_handle.hpp": ["interop.hpp"],
    "sycl/kernel_bundle_enums.hpp": ["kernel.hpp"],
    "sycl/kernel_handler.hpp": ["specialization_id.hpp"],
    "sycl/known_identity.hpp": ["functional.hpp"],
    "sycl/pointers.hpp": ["multi_ptr.hpp"],
    "sycl/properties/accessor_properties.hpp": ["property_list.hpp"],
    "sycl/properties/all_properties.hpp": ["property_list.hpp"],
    "sycl/properties/buffer_properties.hpp": ["property_list.hpp"],
    "sycl/properties/image_properties.hpp": ["property_list.hpp"],
    "sycl/properties/queue_properties.hpp": ["property_list.hpp"],
    "sycl/properties/reduction_properties.hpp": ["property_list.hpp"],
    "sycl/sampler.hpp": ["image_sampler.hpp"],
    "sycl/sycl_span.hpp": ["span.hpp"],
    "sycl/types.hpp": ["half.hpp", "marray.hpp", "multi_ptr.hpp", "vec.hpp"],
    "sycl/usm/usm_allocator.hpp": ["usm.hpp"],
    "sycl/usm/usm_enums.hpp": ["usm.hpp"],
    "sycl/usm/usm_pointer_info.hpp": ["usm.hpp"],
    "sycl/vector.hpp": ["vec.hpp"],
    "sycl/version.hpp": ["khr/split_headers/version.hpp"],
}

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Names of the headers' own that a program may have defined as macros before it includes them.
HIDDEN_MACROS = [
    letter + digit
    for letter in _LETTERS.elems()
    for digit in [""] + list("0123456789".elems())
]

_HIDE = "sycl/detail/hide_macros.inc"
_RESTORE = "sycl/detail/restore_macros.inc"

def _forwarding_headers_impl(ctx):
    contents = {
        # Names of aspects that are deprecated are in aspects.def, with the others.
        "sycl/info/aspects_deprecated.def": [],
        _HIDE: [
            "#pragma push_macro(\"%s\")\n#undef %s" % (name, name)
            for name in HIDDEN_MACROS
        ],
        _RESTORE: ["#pragma pop_macro(\"%s\")" % name for name in HIDDEN_MACROS],
    }
    for path, headers in FORWARDING.items():
        files = ["sycl/" + header for header in headers]
        if headers != ["sycl.hpp"]:
            files = [_HIDE] + files + [_RESTORE]
        contents[path] = ["#pragma once"] + ["#include <%s>" % file for file in files]

    outputs = []
    for path, lines in contents.items():
        output = ctx.actions.declare_file(path)
        ctx.actions.write(output, "\n".join(["// Made from //headers:forwarding.bzl. Do not edit."] + lines + [""]))
        outputs.append(output)
    return [DefaultInfo(files = depset(outputs))]

forwarding_headers = rule(
    implementation = _forwarding_headers_impl,
    doc = "Writes the headers of FORWARDING, and those that hide and restore HIDDEN_MACROS.",
)
