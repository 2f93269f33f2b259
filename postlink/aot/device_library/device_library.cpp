//===- device_library.cpp - Built-in functions of one family --------------===//
//
// Compiled to bitcode once per family and linked into every module of it. Functions are named and mangled as device code calls
// them (headers/sycl/detail/builtins.hpp); `llvm.spv.a.b` arrives here as
// `__facet_a_b`.
//
// FACET_FAMILY_HEADER is targets/<family>/pipeline/device_library.h. What the families
// can share is one header each here: sizes and ids, barriers,
// mathematics. What gpu_math.h does not define of the mathematics of GPUs is
// libclc's, which the retargeting step finds by OpenCL's names.
//
//===----------------------------------------------------------------------===//

#include FACET_FAMILY_HEADER

/// The upper half of a 64-bit product: every family has an instruction for it,
/// which the back ends find behind this.
FACET_BUILTIN unsigned long __spirv_ocl_u_mul_hi(unsigned long x,
                                                 unsigned long y) {
  return static_cast<unsigned long>(
      (static_cast<unsigned __int128>(x) * y) >> 64);
}
