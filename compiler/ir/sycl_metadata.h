//===- sycl_metadata.h - Typed access to the !sycl_* metadata -------------===//
//
// In:  a module or function.
// Out: the node's value, or the module with the node.
//
// One read and one write function for each metadata node that device code
// carries. Whoever needs one of them calls these, so that the layout of a node
// is decided here and nowhere else.
//
//   module:    !sycl_aspects                 name and number of every aspect
//              !sycl_types_that_use_aspects  IR type name, then aspects
//              !sycl_target_aspects          compiled for one target, whose
//                devices have these; one node for each source
//   function:  !sycl_declared_aspects        [[sycl::device_has]],
//                                            [[sycl::requires]]
//              !sycl_required_aspects        [[sycl::requires]]: its list, once
//                more; using anything else is an error
//              !sycl_used_aspects            what the function reaches
//              !sycl_conditionally_used_aspects
//                                            what it reaches under conditions:
//                                            pairs of condition and aspects
//              !sycl_fixed_targets           -fsycl-fixed-targets
//              !reqd_work_group_size         three sizes in SPIR-V's order; the
//                attribute "sycl-reqd-work-group-dims" has how many were
//                written
//              !intel_reqd_sub_group_size    a size, or a named one (<= 0)
//              attribute "sycl-module-id"    the source file of an entry point
//              attribute "sycl-functor-layout"  of a kernel, in decimal
//                (frontend/functor_layout.h)
//              attribute "sycl-dimensions"  of a kernel: in how many its
//                work-items are counted, "0" if one executes it
//
// Readers skip operands that are not what they should be: IR comes from
// anywhere. Writers write sets in ascending order, so equal sets are equal
// nodes.
//
// SPEC 001, "New LLVM IR metadata"; SPEC 003, "Format of the
// !sycl_conditionally_used_aspects metadata".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_SYCL_METADATA_H
#define FACET_COMPILER_IR_SYCL_METADATA_H

#include "features/aspects/aspect_set.h"
#include "features/conditions/conditions.h"
#include "features/requirements/requirements.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

namespace metadata {
inline constexpr llvm::StringLiteral Aspects = "sycl_aspects";
inline constexpr llvm::StringLiteral TypesThatUseAspects =
    "sycl_types_that_use_aspects";
inline constexpr llvm::StringLiteral TargetAspects = "sycl_target_aspects";
inline constexpr llvm::StringLiteral DeclaredAspects = "sycl_declared_aspects";
inline constexpr llvm::StringLiteral RequiredAspects = "sycl_required_aspects";
inline constexpr llvm::StringLiteral UsedAspects = "sycl_used_aspects";
inline constexpr llvm::StringLiteral ConditionallyUsedAspects =
    "sycl_conditionally_used_aspects";
inline constexpr llvm::StringLiteral FixedTargets = "sycl_fixed_targets";
inline constexpr llvm::StringLiteral WorkGroupSizeNode = "reqd_work_group_size";
inline constexpr llvm::StringLiteral WorkGroupSizeHintNode =
    "work_group_size_hint";
inline constexpr llvm::StringLiteral SubGroupSizeNode =
    "intel_reqd_sub_group_size";
/// What functions can have of these.
inline constexpr llvm::StringLiteral FunctionKinds[] = {
    DeclaredAspects,          RequiredAspects, UsedAspects,
    ConditionallyUsedAspects, FixedTargets,    WorkGroupSizeNode,
    WorkGroupSizeHintNode,    SubGroupSizeNode};
} // namespace metadata

namespace attribute {
inline constexpr llvm::StringLiteral ModuleId = "sycl-module-id";
inline constexpr llvm::StringLiteral WorkGroupDims =
    "sycl-reqd-work-group-dims";
inline constexpr llvm::StringLiteral FunctorLayout = "sycl-functor-layout";
inline constexpr llvm::StringLiteral Dimensions = "sycl-dimensions";
} // namespace attribute

/// Names and numbers as the headers' `enum class aspect` has them. A number may
/// have several names; the first is the one to print. Without the list (a source
/// that includes no SYCL header) Facet's own numbers hold.
class AspectTable {
public:
  struct Entry {
    std::string Name;
    Aspect Number;
  };

  static AspectTable read(const llvm::Module &M);
  /// Replaces what \p M has.
  static void write(llvm::Module &M, llvm::ArrayRef<Entry> Entries);

  llvm::ArrayRef<Entry> entries() const { return Entries; }
  std::optional<Aspect> numberOf(llvm::StringRef Name) const;
  /// Returns the number in decimal if the table does not have it.
  std::string nameOf(Aspect Number) const;

private:
  std::vector<Entry> Entries;
};

/// One decorated type: the name its struct has in this module's IR. Linking
/// renames structs, so this is good before the first link only.
struct TypeAspects {
  std::string TypeName;
  AspectSet Aspects;
};
std::vector<TypeAspects> readTypesThatUseAspects(const llvm::Module &M);
/// Adds \p Type to the list; writes nothing for an empty set.
void addTypeThatUsesAspects(llvm::Module &M, const TypeAspects &Type);

/// Returns what all devices have that will run \p M, as far as the compiler
/// knows.
AspectSet readTargetAspects(const llvm::Module &M);
void writeTargetAspects(llvm::Module &M, const AspectSet &Aspects);

/// Returns nullopt if the function has no such node, an empty set if the node
/// is empty.
std::optional<AspectSet> readDeclaredAspects(const llvm::Function &F);
void writeDeclaredAspects(llvm::Function &F, const AspectSet &Aspects);

/// Returns what [[sycl::requires]] lists (SPEC 000's Allowed set); nullopt
/// without one. A function that has it has the same list in
/// !sycl_declared_aspects, which means the same for splitting and for the
/// runtime; this one says that a use of another aspect is an error and not a
/// warning.
std::optional<AspectSet> readRequiredAspects(const llvm::Function &F);
/// Writes both nodes.
void writeRequiredAspects(llvm::Function &F, const AspectSet &Aspects);

/// The list that each of these nodes is. Equal lists are one node.
AspectSet readAspects(const llvm::MDNode &Node);
llvm::MDNode *aspectsNode(llvm::LLVMContext &Context, const AspectSet &Aspects);

AspectSet readUsedAspects(const llvm::Function &F);
/// A pass may attach the node to one instruction: it then needs the aspects.
AspectSet readUsedAspects(const llvm::Instruction &I);
/// Removes the node if the set is empty.
void writeUsedAspects(llvm::Function &F, const AspectSet &Aspects);

/// Malformed pairs are left out, and the first of them is described in
/// \p Problem, unless that is null.
std::vector<ConditionalAspects>
readConditionallyUsedAspects(const llvm::Function &F,
                             std::string *Problem = nullptr);
/// In the order of the conditions' integers; pairs without aspects are left
/// out. Removes the node if there are no others.
void writeConditionallyUsedAspects(llvm::Function &F,
                                   std::vector<ConditionalAspects> Pairs);

/// Nullopt: made by a pass that did not know. Empty: compiled without the
/// switch.
std::optional<std::vector<std::string>>
readFixedTargets(const llvm::Function &F);
void writeFixedTargets(llvm::Function &F,
                       llvm::ArrayRef<std::string> TargetNames);

/// Dimensions in the attribute's order (the last is the fastest).
std::optional<WorkGroupSize> readWorkGroupSize(const llvm::Function &F);
void writeWorkGroupSize(llvm::Function &F, const WorkGroupSize &Size);
void writeWorkGroupSizeHint(llvm::Function &F, const WorkGroupSize &Size);

/// A required sub-group size; named sizes are not positive.
inline constexpr int64_t SubGroupSizeAutomatic = 0;
inline constexpr int64_t SubGroupSizePrimary = -1;
std::optional<int64_t> readSubGroupSize(const llvm::Function &F);
void writeSubGroupSize(llvm::Function &F, int64_t Size);

/// Returns where the function object of a kernel has its members; 0 if nobody
/// said it.
uint64_t readFunctorLayout(const llvm::Function &F);
void writeFunctorLayout(llvm::Function &F, uint64_t Layout);

/// Returns what the metadata of \p F require: what the function uses and
/// declares, also under conditions, and numeric sizes (named ones require
/// nothing). Internal aspects are included, fixed targets, which are names
/// here, are not.
Requirements readRequirements(const llvm::Function &F);

bool isKernel(const llvm::Function &F);
/// Returns whether it is a kernel, or a function marked SYCL_EXTERNAL, whose
/// body is here.
bool isEntryPoint(const llvm::Function &F);

} // namespace facet

#endif // FACET_COMPILER_IR_SYCL_METADATA_H
