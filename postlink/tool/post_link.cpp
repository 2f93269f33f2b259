//===- post_link.cpp - Linked device code to modules ----------------------===//
//
// See post_link.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/tool/post_link.h"

#include "compiler/ir/module_graph.h"
#include "compiler/ir/source_uses.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/add_ons.h"
#include "postlink/conditional/inlined_requirements.h"
#include "postlink/conditional/kernel_requirements.h"
#include "postlink/conditional/resolve.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Enough of a hash that no program has two modules of one name.
constexpr size_t NameBytes = 8;

/// No more of a source's or a kernel's name than a line of a log has room for.
constexpr size_t LabelPart = 40;

std::string nameFromContent(const PostLinkModule &M) {
  SmallString<0> Bytes = serialize(M.Module);
  auto Hash = SHA256::hash(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
  return (M.Label.empty() ? "" : M.Label + "-") +
         toHex(ArrayRef(Hash).take_front(NameBytes), /*LowerCase=*/true);
}

std::string labelPart(StringRef Name) {
  std::string Part;
  for (char C : Name)
    if (isAlnum(C))
      Part += C;
    else if (!Part.empty() && Part.back() != '_')
      Part += '_';
  return StringRef(Part).take_front(LabelPart).rtrim('_').str();
}

std::string labelOf(ArrayRef<EntryPoint> Entries) {
  if (Entries.empty() || !all_of(Entries, [&](const EntryPoint &Entry) {
        return Entry.Source == Entries.front().Source;
      }))
    return "";
  std::string Label = labelPart(sys::path::stem(Entries.front().Source));
  if (Entries.size() > 1)
    return Label;
  std::string Kernel = demangle(Entries.front().Function->getName());
  StringRef Plain = Kernel;
  Plain.consume_front("typeinfo name for ");
  std::string Own = labelPart(Plain);
  return Label + (Label.empty() || Own.empty() ? "" : "-") + Own;
}

/// One run: what all modules of the input have in common.
class PostLinker {
public:
  PostLinker(Module &M, const PostLinkOptions &Options, TargetAspectOf Lookup,
             PhaseReport &Phases, Warnings &Messages, ModuleSink Sink)
      : Options(Options), Lookup(Lookup), Phases(Phases), Messages(Messages),
        Sink(Sink), Names(AspectTable::read(M)), Given(readTargetAspects(M)),
        References(M), Unconditional(M, Actions::Skip),
        Users(builtInUsers(M, References)), Single(M, Unconditional),
        Extractor(M), AddOns(Extractor, References) {
    markArenaUsers(M, Users.LocalArena);
  }

  /// Which entry points share a module.
  std::vector<ModuleGroup> group(Module &M) {
    std::optional<FunctionNeeds> Imports = findImports(M, References);
    return groupEntryPoints(
        M, collectEntryPoints(M, Options.ExportMode), Options.Split,
        Options.Features, [&](const EntryPoint &Entry) {
          std::vector<Requirements> Key(2);
          if (Options.Features == OptionalFeatures::Split)
            Key[0] = Single.of(*Entry.Function);
          // Whether they can be linked nobody knows here, and no condition says.
          if (Imports)
            Key[1] = Imports->of(*Entry.Function);
          return Key;
        });
  }

  /// Error: a function needs what its [[sycl::requires]] does not list.
  Error check(const Module &M) {
    auto CheckWith = [&](const FunctionNeeds &Needs) -> Error {
      if (Error E = Needs.checkRequired(Names))
        return E;
      return checkInlinedRequirements(M, Needs, Names);
    };
    if (none_of(M, [](const Function &F) {
          return !readGuardedAspects(F).empty();
        }))
      return CheckWith(Single);
    return CheckWith(FunctionNeeds::withoutGuarded(M, Unconditional));
  }

  Error add(const ModuleGroup &Group) {
    if (Error E = addModule(Group, nullptr))
      return E;
    // Add-ons have conditional calls of their own.
    for (std::vector<AddOn> New = AddOns.take(); !New.empty();
         New = AddOns.take())
      for (AddOn &A : New) {
        if (Error E = addModule(A.Group.Actions, &A))
          return E;
        if (Error E = addStub(A))
          return E;
      }
    return Error::success();
  }

private:
  /// The module of \p Group, which is the add-on \p Self if that is not null.
  Error addModule(const ModuleGroup &Group, AddOn *Self);
  Error addStub(const AddOn &A);
  /// The first entry point of \p Group that reaches \p F.
  const Function *callerOf(const ModuleGroup &Group, const Function &F) {
    for (const EntryPoint &Entry : Group.Entries)
      if (is_contained(Unconditional.reachableFrom({Entry.Function}),
                       static_cast<const GlobalValue *>(&F)))
        return Entry.Function;
    return nullptr;
  }
  /// Requirements, symbols and other properties.
  Error describe(const ModuleGroup &Group, ArrayRef<const GlobalValue *> Reached,
                 const AddOn *Self, PostLinkModule &Out);
  /// Resolves the conditional calls of \p Code by add-ons.
  Error addAddOns(ArrayRef<const GlobalValue *> Reached, Module &Code,
                  PostLinkModule &Out);
  /// Fills in the bitcode, the text if wanted, and the name; hands it over.
  Error finish(const Module &Code, PostLinkModule &Out);

  const PostLinkOptions &Options;
  TargetAspectOf Lookup;
  PhaseReport &Phases;
  Warnings &Messages;
  ModuleSink Sink;
  AspectTable Names;
  AspectSet Given;
  /// A module holds what its entry points reach; it needs of a device what they
  /// reach without conditions.
  ModuleGraph References, Unconditional;
  BuiltInUsers Users;
  /// What each function needs.
  FunctionNeeds Single;
  ModuleExtractor Extractor;
  AddOnSet AddOns;
};

Error PostLinker::describe(const ModuleGroup &Group,
                           ArrayRef<const GlobalValue *> Reached,
                           const AddOn *Self, PostLinkModule &Out) {
  // Add-ons are images for one purpose: they are always required as a whole.
  bool IsWhole = Self || Options.Features == OptionalFeatures::Split;
  if (IsWhole || !Group.first().FixedTargets.empty()) {
    Expected<Requirements> Needs = checkGroup(
        Group, Names, Given, Reached, Messages,
        [&](const Function &F) { return callerOf(Group, F); }, Lookup);
    if (!Needs)
      return Needs.takeError();
    Out.Needs = std::move(*Needs);
  }
  Out.Module.Properties = makeProperties(Group, Reached, Out.Needs, Users);
  if (!IsWhole) {
    writeKernelRequirements(kernelRequirements(Group.Entries, Single),
                            Out.Module.Properties);
    Out.IsConditional = true;
  }
  if (Self) {
    // Found by its identifier, linked by its names; nobody else imports it.
    Out.Module.Properties.erase(kExportedSymbolsSet);
    Out.Module.Properties[kAddOnImageSet][Self->Id] = uint32_t(1);
    return Error::success();
  }
  for (const EntryPoint &Entry : Group.Entries)
    Out.Module.Symbols.push_back(Entry.Function->getName().str());
  return Error::success();
}

Error PostLinker::addAddOns(ArrayRef<const GlobalValue *> Reached, Module &Code,
                            PostLinkModule &Out) {
  Expected<std::vector<AddOnGroup>> Groups = findAddOns(Reached);
  if (!Groups)
    return Groups.takeError();
  Out.IsConditional |= !Groups->empty();
  if (!Options.AddOns || Groups->empty())
    return Error::success();
  std::vector<std::string> Ids = AddOns.add(*Groups);
  resolveByAddOns(Code, Reached, *Groups, Ids);
  for (auto [Group, Id] : zip_equal(*Groups, Ids))
    Out.Module.Properties[kAddOnImagesSet][Id] =
        wordsProperty(std::vector<uint32_t>(Group.When.begin(),
                                            Group.When.end()));
  return Error::success();
}

Error PostLinker::addModule(const ModuleGroup &Group, AddOn *Self) {
  PostLinkModule Out;
  Out.Label = labelOf(Group.Entries);
  auto Timed = std::make_optional(Phases.enter("check"));
  SmallVector<const GlobalValue *, 16> Roots;
  for (const EntryPoint &Entry : Group.Entries)
    Roots.push_back(Entry.Function);
  std::vector<const GlobalValue *> Reached = Unconditional.reachableFrom(Roots);
  if (Error E = describe(Group, Reached, Self, Out))
    return E;
  Timed.reset();
  Timed.emplace(Phases.enter("extract"));
  std::unique_ptr<Module> Code =
      Self ? std::move(Self->Code)
           : Extractor.extract(Group, References.reachableFrom(Roots));
  if (Error E = addAddOns(Reached, *Code, Out))
    return E;
  Timed.reset();
  if (Self)
    nameActions(*Self, *Code);
  return finish(*Code, Out);
}

Error PostLinker::addStub(const AddOn &A) {
  PostLinkModule Out;
  Out.Module.Properties[kAddOnImageSet][A.Id] = uint32_t(0);
  return finish(*makeStub(A), Out);
}

Error PostLinker::finish(const Module &Code, PostLinkModule &Out) {
  auto Timed = std::make_optional(Phases.enter("verify"));
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(Code, &Stream))
    return makeError(textOf<Message::err_step_broke_ir>(
        "splitting", StringRef(Problem).trim()));
  Timed.reset();
  Timed.emplace(Phases.enter("bitcode"));
  Out.Module.Bitcode = writeBitcode(Code);
  Out.Module.Name = nameFromContent(Out);
  if (Options.WantAssembly)
    Out.Assembly = writeAssembly(Code);
  Timed.reset();
  Timed.emplace(Phases.enter("write"));
  return Sink(Out);
}

} // namespace

Error postLink(Module &M, const PostLinkOptions &Options, TargetAspectOf Lookup,
               PhaseReport &Phases, Warnings &Messages, ModuleSink Sink) {
  auto Timed = std::make_optional(Phases.enter("group"));
  dropTypeNames(M);
  PostLinker Linker(M, Options, Lookup, Phases, Messages, Sink);
  std::vector<ModuleGroup> Groups = Linker.group(M);
  Timed.reset();
  if (Error E = Linker.check(M))
    return E;
  for (Function &F : M)
    writeGuardedAspects(F, {});
  for (const ModuleGroup &Group : Groups)
    if (Error E = Linker.add(Group))
      return E;
  return Error::success();
}

Expected<PostLinkModule> forTarget(const PostLinkModule &M,
                                   const TargetDescription *Target) {
  DeviceContext Context;
  StringRef Bitcode(M.Module.Bitcode.data(), M.Module.Bitcode.size());
  Expected<std::unique_ptr<Module>> Code =
      parseBitcodeFile(MemoryBufferRef(Bitcode, M.Module.Name), Context.get());
  if (!Code)
    return Code.takeError();
  PostLinkModule Out;
  Out.Label = M.Label;
  Out.Module.Properties = M.Module.Properties;
  Out.Module.Symbols = M.Module.Symbols;
  if (Target && !Target->IsJit()) {
    if (Error E = resolveForTarget(**Code, *Target, Out.Module.Properties))
      return std::move(E);
    Expected<KernelRequirements> Needs =
        readKernelRequirements(Out.Module.Properties);
    if (!Needs)
      return Needs.takeError();
    dropUnsupported(
        **Code, Out.Module.Symbols,
        supportedSymbols(*Target, *Needs, Out.Module.Symbols));
  } else if (auto Functions = callAddOns(**Code); !Functions) {
    return Functions.takeError();
  }
  Expected<Requirements> Needs = requirementsOf(Out.Module.Properties);
  if (!Needs)
    return Needs.takeError();
  Out.Needs = std::move(*Needs);
  Out.Module.Bitcode = writeBitcode(**Code);
  Out.Module.Name = nameFromContent(Out);
  if (!M.Assembly.empty())
    Out.Assembly = writeAssembly(**Code);
  return Out;
}

std::unique_ptr<Module> emptyModule(const Module &M) {
  auto Empty = std::make_unique<Module>("device", M.getContext());
  Empty->setDataLayout(M.getDataLayout());
  Empty->setTargetTriple(M.getTargetTriple());
  return Empty;
}

} // namespace facet
