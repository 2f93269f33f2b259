//===- late_prefix.cpp - Names of kernels in host code that come late -----===//
//
// See late_prefix.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/late_prefix.h"

#include "headers/sycl/detail/source_names.hpp"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace facet {
namespace {

/// "_ZTSU22facet_0123456789abcdef"; without a prefix "_ZTS".
std::string beginningWith(const std::string &Prefix) {
  if (Prefix.empty())
    return "_ZTS";
  std::string Text(4 + sycl::detail::source_tag_size + 1, '\0');
  sycl::detail::write_tagged_symbol(
      "_ZTS", sycl::detail::hash_of(Prefix.c_str()), Text.data());
  Text.pop_back();
  return Text;
}

class Replacement {
public:
  explicit Replacement(const std::string &Prefix)
      : Old(beginningWith(LatePrefix.str())), New(beginningWith(Prefix)) {}

  /// Returns the constant itself if there is no such name in it.
  Constant *of(Constant *C) const {
    if (const auto *Bytes = dyn_cast<ConstantDataArray>(C))
      return Bytes->isString() ? ofText(*Bytes, C) : C;
    if (!isa<ConstantStruct, ConstantArray>(C))
      return C;
    SmallVector<Constant *> Parts;
    bool Changed = false;
    for (Use &Part : C->operands()) {
      Parts.push_back(of(cast<Constant>(Part)));
      Changed |= Parts.back() != Part;
    }
    if (!Changed)
      return C;
    if (auto *Array = dyn_cast<ArrayType>(C->getType()))
      return ConstantArray::get(Array, Parts);
    return ConstantStruct::get(cast<StructType>(C->getType()), Parts);
  }

private:
  Constant *ofText(const ConstantDataArray &Bytes, Constant *C) const {
    std::string Text = Bytes.getAsString().str();
    size_t At = Text.find(Old);
    if (At == std::string::npos)
      return C;
    for (; At != std::string::npos; At = Text.find(Old, At + New.size())) {
      Text.replace(At, Old.size(), New);
      // The zero behind a shorter name stays where the array needs it.
      const size_t End = Text.find('\0', At);
      Text.insert(End == std::string::npos ? Text.size() : End,
                  Old.size() - New.size(), '\0');
    }
    return ConstantDataArray::getString(C->getContext(), Text,
                                        /*AddNull=*/false);
  }

  std::string Old, New;
};

} // namespace

void replaceLatePrefix(Module &M, const std::string &Prefix) {
  const Replacement Replace(Prefix);
  for (GlobalVariable &G : M.globals())
    if (G.hasInitializer())
      if (Constant *New = Replace.of(G.getInitializer());
          New != G.getInitializer())
        G.setInitializer(New);
}

} // namespace facet
