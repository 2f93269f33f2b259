//===- post_link.cpp - Linked device code to modules ----------------------===//
//
// See post_link.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/tool/post_link.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/split/references.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Enough of a hash that no program has two modules of one name.
constexpr size_t NameBytes = 8;

std::string nameFromContent(const DeviceModule &Module) {
  SmallString<0> Bytes = serialize(Module);
  auto Hash = SHA256::hash(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
  return toHex(ArrayRef(Hash).take_front(NameBytes), /*LowerCase=*/true);
}

DenseSet<const GlobalValue *> findLocalArenaUsers(const Module &M,
                                                  ReferenceGraph &References) {
  const Function *Arena = M.getFunction("__sycl_local_arena");
  return Arena ? References.whatReaches(*Arena)
               : DenseSet<const GlobalValue *>();
}

/// Fills in the bitcode, the text if wanted, and the name.
Error makeCode(const ModuleExtractor &Extractor, const ModuleGroup &Group,
               ArrayRef<const GlobalValue *> Needed,
               const PostLinkOptions &Options, PhaseReport &Phases,
               PostLinkModule &Out) {
  auto Timed = std::make_optional(Phases.enter("extract"));
  std::unique_ptr<Module> Extracted = Extractor.extract(Group, Needed);
  Timed.reset();
  Timed.emplace(Phases.enter("verify"));
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(*Extracted, &Stream))
    return makeError("splitting gave invalid LLVM IR (" +
                     StringRef(Problem).trim() + ")");
  Timed.reset();
  Timed.emplace(Phases.enter("bitcode"));
  Out.Module.Bitcode = writeBitcode(*Extracted);
  Out.Module.Name = nameFromContent(Out.Module);
  if (Options.WantAssembly)
    Out.Assembly = writeAssembly(*Extracted);
  return Error::success();
}

} // namespace

Error postLink(Module &M, const PostLinkOptions &Options, TargetAspectOf Lookup,
               PhaseReport &Phases, Warnings &Messages, ModuleSink Sink) {
  auto Timed = std::make_optional(Phases.enter("group"));
  std::vector<ModuleGroup> Groups = groupEntryPoints(
      M, collectEntryPoints(M, Options.ExportMode), Options.Split);
  AspectTable Names = AspectTable::read(M);
  dropTypeNames(M);
  ReferenceGraph References(M);
  DenseSet<const GlobalValue *> ArenaUsers = findLocalArenaUsers(M, References);
  ModuleExtractor Extractor(M);
  Timed.reset();

  for (const ModuleGroup &Group : Groups) {
    PostLinkModule Out;
    std::vector<const GlobalValue *> Needed;
    {
      auto Timed = Phases.enter("check");
      SmallVector<const GlobalValue *, 16> Roots;
      for (const EntryPoint &Entry : Group.Entries)
        Roots.push_back(Entry.Function);
      Needed = References.reachableFrom(Roots);
      Expected<Requirements> Needs =
          toRequirements(checkGroup(Group, Names, Needed, Messages), Lookup);
      if (!Needs)
        return Needs.takeError();
      Out.Needs = std::move(*Needs);
      Out.Module.Properties =
          makeProperties(Group, Needed, Out.Needs, ArenaUsers);
      for (const EntryPoint &Entry : Group.Entries)
        Out.Module.Symbols.push_back(Entry.Function->getName().str());
    }
    if (Error E = makeCode(Extractor, Group, Needed, Options, Phases, Out))
      return E;
    auto Timed = Phases.enter("write");
    if (Error E = Sink(Out))
      return E;
  }
  return Error::success();
}

std::unique_ptr<Module> emptyModule(const Module &M) {
  auto Empty = std::make_unique<Module>("device", M.getContext());
  Empty->setDataLayout(M.getDataLayout());
  Empty->setTargetTriple(M.getTargetTriple());
  return Empty;
}

} // namespace facet
