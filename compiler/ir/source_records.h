//===- source_records.h - What a source tells the steps behind it ---------===//
//
// Three lists of a module that are about the whole source, not about one
// function. Links append them.
//
//   !sycl_decided_for          a target's name, the source's: conditions of
//                              if_device_has and if_architecture_is were
//                              decided for this target when it was compiled
//   !sycl_unchecked_calls      for each source, who called whom before anything
//                              was inlined, between functions with
//                              [[sycl::requires]] and functions of other
//                              sources
//   !sycl_architecture_facts   what devices of architectures have according to
//                              the user's device configuration: ordinal, whether
//                              they may have other aspects, their aspects
//
// Readers skip what is not formed like that: IR comes from anywhere.
//
// Why: SPEC 003, "Phase 1" (objects for one target must not become part of a
// program for others) and "Simplification of conditionally used aspects"; SPEC
// 000, "Modifications to the post-link tool" (every device function is checked
// again, also those that are inlined by then).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_SOURCE_RECORDS_H
#define FACET_COMPILER_IR_SOURCE_RECORDS_H

#include "features/aspects/aspect_set.h"
#include "features/conditions/architecture_facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

namespace metadata {
inline constexpr llvm::StringLiteral DecidedFor = "sycl_decided_for";
inline constexpr llvm::StringLiteral UncheckedCalls = "sycl_unchecked_calls";
inline constexpr llvm::StringLiteral ArchitectureFacts =
    "sycl_architecture_facts";
} // namespace metadata

namespace attribute {
/// On functions of the headers that decide conditions: for which target.
inline constexpr llvm::StringLiteral DecidedFor = "sycl-decided-for";
} // namespace attribute

struct DecidedSource {
  std::string Target;
  std::string Source; // empty once that no longer matters
};
std::vector<DecidedSource> readDecidedFor(const llvm::Module &M);
/// Returns true for the target itself and for its emulation, which counts as
/// the target.
bool isCompatibleWith(llvm::StringRef DecidedFor, llvm::StringRef Target);
/// Replaces what \p M has.
void writeDecidedFor(llvm::Module &M, llvm::ArrayRef<DecidedSource> Records);

struct UncheckedFunction {
  std::string Symbol;
  /// What its [[sycl::requires]] lists.
  std::optional<AspectSet> Allowed;
  /// Symbols: of the same source's list, else of other sources.
  std::vector<std::string> Callees;
};
/// One list for each source.
std::vector<std::vector<UncheckedFunction>>
readUncheckedCalls(const llvm::Module &M);
/// Adds the list of one source.
void addUncheckedCalls(llvm::Module &M,
                       llvm::ArrayRef<UncheckedFunction> Functions);

/// Returns what is known of architectures: of the built-in targets and of those
/// that the module's sources were told of.
std::vector<ArchitectureFacts> readArchitectureFacts(const llvm::Module &M);
/// Replaces what \p M has beside the built-in ones.
void writeArchitectureFacts(llvm::Module &M,
                            llvm::ArrayRef<ArchitectureFacts> Others);

} // namespace facet

#endif // FACET_COMPILER_IR_SOURCE_RECORDS_H
