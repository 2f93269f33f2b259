// A family of targets: all that is decided by what kind of device code is for.
//
// In:  nothing. One constant object for each family, in the family's folder.
// Out: what the registered families (families.h) say of themselves.
// Why: who makes, names, describes, ranks or loads code of a target asks its
//      family; nobody else compares names of families. std only: the runtime
//      links this. What needs LLVM is in targets/pipelines.h.
//
// `aot_toolchain` of a target's description is the name of its family.
// docs/how-to-add-a-family-of-targets.md

#ifndef FACET_TARGETS_FAMILY_H_
#define FACET_TARGETS_FAMILY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "config/accuracy/math_accuracy.h"
#include "config/image/image.h"
#include "targets/rank.h"

namespace facet {

// The vendor of devices: the name that programs see, and the PCI number.
struct Vendor {
  const char* name;
  std::uint32_t id;
};

// A format of device code.
struct ImageFormat {
  std::uint32_t number;   // sycl_image_format
  std::string_view name;  // for options of tools: "ptx"
  const char* title;      // for readers: "PTX"
  bool (*recognizes)(std::string_view code);
  // Whether functions of an image may call those of the other: arguments are
  // passed alike. Null: always.
  bool (*can_link)(const sycl_device_image& image,
                   const sycl_device_image& other) = nullptr;
};

// What a synchronization scope of SPIR-V ("workgroup") is for the target.
struct ScopeName {
  std::string_view source, target;
};

// How collective operations of a work-group are computed: the values of
// sycl::detail::group_strategy. A tree needs no sub-groups.
enum class GroupStrategy : std::uint32_t { kSerial, kTree, kSubGroups };

// Whose printf the code calls. kNone: calls are dropped, with a warning.
enum class PrintStyle { kNone, kOpenCl, kCuda, kHost };

// How device code, which is LLVM IR for 64-bit SPIR-V, is retargeted.
//
// SPIR-V numbers its address spaces 0 private, 1 global, 2 constant, 3 local,
// 4 generic, 5 global device, 6 global host ("Address spaces" of the LLVM
// SPIR-V target).
struct CodeModel {
  std::string_view triple;
  // Target address space of SPIR-V address space I.
  unsigned address_spaces[7];
  unsigned kernel_calling_convention;  // an llvm::CallingConv::ID
  GroupStrategy group_strategy;
  PrintStyle print_style;
  // A scope that is not in the list is an error. Empty: they are SPIR-V's.
  std::span<const ScopeName> scopes = {};
  // False: atomics of scope singlethread lose their ordering, which LLVM cannot
  // select. The work-item observes its own operations in order regardless.
  bool orders_single_threads = true;
  // Null of private and local pointers has all bits zero.
  bool null_is_zero = true;
  // The code stays SPIR-V: its address spaces, scopes, built-ins and metadata.
  bool is_spirv = false;
  // The SPIR-V may use SPV_INTEL_fp_max_error.
  bool has_max_errors = false;
  // A work-group is a function of the host: its work-items are loops or
  // coroutines, its sub-groups never diverge, and debuggers, sanitizers and
  // coverage are available.
  bool is_host = false;

  unsigned private_space() const { return address_spaces[0]; }
  unsigned global_space() const { return address_spaces[1]; }
  unsigned constant_space() const { return address_spaces[2]; }
  unsigned local_space() const { return address_spaces[3]; }
  unsigned generic_space() const { return address_spaces[4]; }
};

// Another compiler's name for a target.
struct OtherName {
  std::string_view name, target;
};

// How Clang's and DPC++'s options name the targets.
struct CommandLineNames {
  // What names of processors begin with, and those of their targets: "sm_" of
  // "nvidia_gpu_sm_80". Without the first, a processor's name is whatever makes
  // a target's behind the second; without both, there are no such names.
  std::string_view processor_prefix = {}, target_prefix = {};
  // What the triple alone means. Empty: a processor must be named.
  std::string_view default_target = {};
  std::span<const OtherName> others = {};
  // Words that are no targets, as other compilers' for the whole family, and
  // what to suggest instead. Behind ":" or "." may stand a processor.
  std::span<const OtherName> suggestions = {};
};

// A program that finishes images, and an option of sycl-aot that says where it
// is.
struct FinishingTool {
  std::string_view name;
  // Its folder is `bin` below this environment variable's value; else PATH.
  const char* home_variable = nullptr;
  // False: without it images are less finished, not missing.
  bool is_required = true;
};

struct TargetFamily {
  std::string_view name;
  // Of the images; the pipeline always makes the first.
  std::span<const ImageFormat> formats;
  // Of the devices; null if the family does not imply one.
  const Vendor* vendor;
  // Whose mathematical functions the code has; nullopt: its finisher's own.
  std::optional<MathLibrary> math_library;
  CodeModel code;
  CommandLineNames names = {};
  // None if drivers finish the code when the program runs.
  std::span<const FinishingTool> tools = {};
  // Options of the tools that name a device; a target does that itself.
  std::span<const std::string_view> device_options = {};
  // Beginnings of options that only these tools, or drivers, have. Options for
  // all targets that begin so do not reach tools of other families.
  std::span<const std::string_view> own_options = {};
  // An ImageRank; the device is of this family.
  int (*rank)(const RankQuery& query) = RankSameTarget;

  // The code is finished when the program runs, for any device.
  constexpr bool is_jit() const { return code.is_spirv && tools.empty(); }
};

// Returns the machine number of an ELF file; nullopt for anything else.
std::optional<std::uint16_t> ElfMachine(std::string_view code);

}  // namespace facet

#endif  // FACET_TARGETS_FAMILY_H_
