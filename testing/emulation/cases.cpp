// See cases.h.
#include "testing/emulation/cases.h"

namespace ex = sycl::ext::oneapi::experimental;
using sycl::aspect;

// Names of kernels.
// clang-format off
#define __SYCL_ASPECT(NAME, VALUE) class needs_##NAME;
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE) class needs_##NAME;
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
class sub_group_1; class sub_group_2; class sub_group_4; class sub_group_8;
class sub_group_16; class sub_group_32; class sub_group_64; class sub_group_128;
class work_group_64; class work_group_256; class work_group_257;
class work_group_512; class work_group_513; class work_group_1024;
class work_group_1025; class work_group_8192; class work_group_8193;
class work_group_64_1_1; class work_group_65_1_1; class work_group_256_1_1;
class work_group_1_1025; class work_group_1024_1; class work_group_8_16_8;
class work_group_8_16_9;
class several_needs; class uses_double; class uses_half;
// clang-format on

namespace {

template <int D> sycl::range<D> range_of(std::vector<std::size_t> sizes) {
  sycl::range<D> range;
  for (int d = 0; d < D; ++d)
    range[d] = sizes[d];
  return range;
}

} // namespace

// A kernel of one work-item with attributes.
#define SINGLE(NAME, ATTRIBUTES)                                               \
  [](sycl::queue &q, sycl::buffer<int> &out) {                                 \
    q.submit([&](sycl::handler &h) {                                           \
      sycl::accessor to(out, h, sycl::write_only);                             \
      h.single_task<NAME>([=]() ATTRIBUTES { to[0] = done; });           \
    });                                                                        \
  },                                                                           \
      [] { return sycl::get_kernel_id<NAME>(); }

// One of a work-group of D dimensions.
#define GROUP(NAME, D, ATTRIBUTES, ...)                                        \
  [](sycl::queue &q, sycl::buffer<int> &out) {                                 \
    q.submit([&](sycl::handler &h) {                                           \
      sycl::accessor to(out, h, sycl::write_only);                             \
      sycl::range<D> size = range_of<D>({__VA_ARGS__});                        \
      h.parallel_for<NAME>(sycl::nd_range<D>(size, size),                \
                                 [=](sycl::nd_item<D> item) ATTRIBUTES {       \
                                   if (item.get_local_linear_id() + 1 ==       \
                                       item.get_local_range().size())          \
                                     to[0] = done;                             \
                                 });                                           \
    });                                                                        \
  },                                                                           \
      [] { return sycl::get_kernel_id<NAME>(); }

#define ASPECT(NAME, VALUE)                                                    \
  {"needs_" #NAME,                                                             \
   {VALUE},                                                                    \
   0,                                                                          \
   {},                                                                         \
   SINGLE(needs_##NAME, [[sycl::device_has(aspect::NAME)]])},
#define SUB_GROUP(SIZE)                                                        \
  {"sub_group_" #SIZE,                                                         \
   {},                                                                         \
   SIZE,                                                                       \
   {},                                                                         \
   GROUP(sub_group_##SIZE, 1, [[sycl::reqd_sub_group_size(SIZE)]], 256)},
#define WORK_GROUP(NAME, D, ...)                                               \
  {"work_group_" #NAME,                                                        \
   {},                                                                         \
   0,                                                                          \
   {__VA_ARGS__},                                                              \
   GROUP(work_group_##NAME, D, [[sycl::reqd_work_group_size(__VA_ARGS__)]],    \
         __VA_ARGS__)},

const std::vector<kernel_case> &kernel_cases() {
  static const std::vector<kernel_case> cases = {
#define __SYCL_ASPECT(NAME, VALUE) ASPECT(NAME, VALUE)
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE) ASPECT(NAME, VALUE)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
      // clang-format off
      SUB_GROUP(1) SUB_GROUP(2) SUB_GROUP(4) SUB_GROUP(8)
      SUB_GROUP(16) SUB_GROUP(32) SUB_GROUP(64) SUB_GROUP(128)
      // On both sides of each limit that a target has, in each dimension.
      WORK_GROUP(64, 1, 64)
      WORK_GROUP(256, 1, 256) WORK_GROUP(257, 1, 257)
      WORK_GROUP(512, 1, 512) WORK_GROUP(513, 1, 513)
      WORK_GROUP(1024, 1, 1024) WORK_GROUP(1025, 1, 1025)
      WORK_GROUP(8192, 1, 8192) WORK_GROUP(8193, 1, 8193)
      WORK_GROUP(64_1_1, 3, 64, 1, 1) WORK_GROUP(65_1_1, 3, 65, 1, 1)
      WORK_GROUP(256_1_1, 3, 256, 1, 1) WORK_GROUP(1_1025, 2, 1, 1025)
      WORK_GROUP(1024_1, 2, 1024, 1) WORK_GROUP(8_16_8, 3, 8, 16, 8)
      WORK_GROUP(8_16_9, 3, 8, 16, 9)
      // clang-format on
      // Several needs at once: each that is not met is told.
      {"several_needs",
       {5, 6},
       64,
       {512},
       GROUP(several_needs, 1,
             [[sycl::device_has(aspect::fp64, aspect::fp16)]]
             [[sycl::reqd_sub_group_size(64)]]
             [[sycl::reqd_work_group_size(512)]],
             512)},
      // Needs that the code itself has, and no attribute.
      {"uses_double",
       {6},
       0,
       {},
       [](sycl::queue &q, sycl::buffer<int> &out) {
         q.submit([&](sycl::handler &h) {
           sycl::accessor to(out, h, sycl::read_write);
           h.single_task<uses_double>(
               [=] { to[0] = static_cast<int>(to[0] * 0.25 + done); });
         });
       },
       [] { return sycl::get_kernel_id<uses_double>(); }},
      {"uses_half",
       {5},
       0,
       {},
       [](sycl::queue &q, sycl::buffer<int> &out) {
         q.submit([&](sycl::handler &h) {
           sycl::accessor to(out, h, sycl::read_write);
           h.single_task<uses_half>([=] {
             sycl::half zero = static_cast<float>(to[0]);
             to[0] = done + static_cast<int>(zero * zero);
           });
         });
       },
       [] { return sycl::get_kernel_id<uses_half>(); }},
  };
  return cases;
}

void submit_conditions(sycl::queue &q, sycl::buffer<int> &out) {
  using ex::architecture;
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(out, h, sycl::read_write);
    h.single_task<class conditions>([=] {
      int *to = &all[0];
#define __SYCL_ASPECT(NAME, VALUE)                                             \
  ex::if_device_has<aspect::NAME>([=] { to[VALUE] = 1; });
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)                         \
  __SYCL_ASPECT(NAME, VALUE)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
#define __SYCL_ARCHITECTURE(NAME, ID, ORDINAL)                                 \
  ex::if_architecture_is<architecture::NAME>(                                  \
      [=] { to[first_architecture + ORDINAL] = 1; });
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL)
#include <sycl/info/architectures.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
      int *chain = to + first_chain;
      // The first that holds, and no other.
      ex::if_device_has<aspect::fp64, aspect::fp16>([=] { chain[0] = 1; })
          .else_if_device_has<aspect::fp64>([=] { chain[1] = 1; })
          .else_if_device_has<aspect::fp16>([=] { chain[2] = 1; })
          .otherwise([=] { chain[3] = 1; });
      ex::if_architecture_is<architecture::intel_gpu_pvc,
                             architecture::nvidia_gpu_sm_90,
                             architecture::amd_gpu_gfx90a,
                             architecture::x86_64>([=] { chain[4] = 1; })
          .otherwise([=] {
            ex::if_device_has<aspect::gpu>([=] { chain[5] = 1; });
          });
    });
  });
}
