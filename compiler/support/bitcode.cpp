//===- bitcode.cpp - Device bitcode in and out ----------------------------===//
//
// See bitcode.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/bitcode.h"

#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/support/tool.h"
#include "headers/sycl/detail/source_names.hpp"
#include "llvm/ADT/BitVector.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <utility>

using namespace llvm;

namespace facet {
namespace {

class RecordingHandler final : public DiagnosticHandler {
public:
  explicit RecordingHandler(std::string &FirstError) : FirstError(FirstError) {}

  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getSeverity() != DS_Error || !FirstError.empty())
      return true;
    raw_string_ostream Stream(FirstError);
    DiagnosticPrinterRawOStream Printer(Stream);
    DI.print(Printer);
    return true;
  }

private:
  std::string &FirstError;
};

/// What Clang writes for SPIR-V, and for any target.
constexpr StringLiteral ClangKinds[] = {
    "vec_type_hint",        "kernel_arg_addr_space", "kernel_arg_access_qual",
    "kernel_arg_type",      "kernel_arg_base_type",  "kernel_arg_type_qual",
    "kernel_arg_name",      "spirv.Decorations",     "spirv.ParameterDecorations",
    "heapallocsite",        "srcloc"};

/// What the front end writes, or names in the bitcode that it writes.
constexpr StringLiteral SourceKinds[] = {metadata::FoldedDouble,
                                         metadata::GuardedAspects};

/// Names that a context numbers in the order in which it first met them, and
/// all of which bitcode lists.
struct NumberedNames {
  SmallVector<StringRef> Kinds, Scopes, BundleTags;

  static NumberedNames of(const LLVMContext &Context) {
    NumberedNames Names;
    Context.getMDKindNames(Names.Kinds);
    Context.getSyncScopeNames(Names.Scopes);
    Context.getOperandBundleTags(Names.BundleTags);
    return Names;
  }

  void addTo(LLVMContext &Context) const {
    for (StringRef Kind : Kinds)
      Context.getMDKindID(Kind);
    for (StringRef Scope : Scopes)
      Context.getOrInsertSyncScopeID(Scope);
    for (StringRef Tag : BundleTags)
      Context.getOrInsertBundleTag(Tag);
  }

  friend bool operator==(const NumberedNames &, const NumberedNames &) = default;
};

/// What a module uses of the names of its context, apart from those that every
/// DeviceContext has.
class NamesInUse {
public:
  NamesInUse(const Module &M, const NumberedNames &All,
             const NumberedNames &Given)
      : Kinds(All.Kinds.size()), Scopes(All.Scopes.size()),
        BundleTags(All.BundleTags.size()) {
    for (const GlobalObject &Object : M.global_objects())
      addKinds(Object);
    for (const Function &F : M)
      for (const Instruction &I : instructions(F))
        add(I, All);
    Used.Kinds = ascending(Kinds, All.Kinds, Given.Kinds);
    Used.Scopes = ascending(Scopes, All.Scopes, Given.Scopes);
    Used.BundleTags = ascending(BundleTags, All.BundleTags, Given.BundleTags);
  }

  const NumberedNames &names() const { return Used; }

private:
  template <class T> void addKinds(const T &Object) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attachments;
    Object.getAllMetadata(Attachments);
    for (const auto &Attachment : Attachments)
      Kinds.set(Attachment.first);
  }

  void add(const Instruction &I, const NumberedNames &All) {
    if (I.hasMetadataOtherThanDebugLoc())
      addKinds(I);
    if (std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I))
      Scopes.set(*Scope);
    if (const auto *Call = dyn_cast<CallBase>(&I))
      for (unsigned B = 0; B != Call->getNumOperandBundles(); ++B)
        BundleTags.set(Call->getOperandBundleAt(B).getTagID());
  }

  static SmallVector<StringRef> ascending(const BitVector &Used,
                                          ArrayRef<StringRef> All,
                                          ArrayRef<StringRef> Given) {
    SmallVector<StringRef> Names;
    for (unsigned Number : Used.set_bits())
      if (!is_contained(Given, All[Number]))
        Names.push_back(All[Number]);
    llvm::sort(Names);
    return Names;
  }

  BitVector Kinds, Scopes, BundleTags;
  NumberedNames Used;
};

Expected<std::unique_ptr<Module>> parse(StringRef Path, MemoryBufferRef Buffer,
                                        DeviceContext &Context) {
  if (identify_magic(Buffer.getBuffer()) == file_magic::bitcode) {
    Expected<std::unique_ptr<Module>> M =
        parseBitcodeFile(Buffer, Context.get());
    if (M)
      return M;
    return makeError(
        textOf<Message::err_damaged_bitcode>(toString(M.takeError())), Path);
  }
  if (!Path.ends_with(".ll") && Path != "-")
    return makeError(textOf<Message::err_not_bitcode>(), Path);
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIR(Buffer, Diagnostic, Context.get());
  if (!M)
    return makeError(textOf<Message::err_not_ir>(Diagnostic.getMessage()),
                     Path + ":" + Twine(Diagnostic.getLineNo()));
  return M;
}

} // namespace

DeviceContext::DeviceContext() {
  // All that device code of Clang and of the front end has: for a name that is
  // not among these, or that comes in another order, writeBitcode prints the
  // module and reads it again. What else a module uses follows these.
  for (StringRef Kind : metadata::FunctionKinds)
    Context.getMDKindID(Kind);
  for (StringRef Kind : ClangKinds)
    Context.getMDKindID(Kind);
  for (StringRef Kind : SourceKinds)
    Context.getMDKindID(Kind);
  for (StringRef Scope : {"subgroup", "workgroup", "device", "all_svm_devices"})
    Context.getOrInsertSyncScopeID(Scope);
  Context.setDiagnosticHandler(std::make_unique<RecordingHandler>(FirstError));
}

std::string DeviceContext::takeError() { return std::exchange(FirstError, {}); }

Expected<std::unique_ptr<Module>> readDeviceCode(StringRef Path,
                                                 DeviceContext &Context) {
  ReadingScope Reading(Path);
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  // The bitcode reader wants four-byte alignment and sizes; a copy has the
  // first, the reader checks the second.
  auto Copy = MemoryBuffer::getMemBufferCopy((*Buffer)->getBuffer(), Path);
  Expected<std::unique_ptr<Module>> M =
      parse(Path, Copy->getMemBufferRef(), Context);
  if (!M)
    return M.takeError();
  const Triple &T = (*M)->getTargetTriple();
  if (T.getArch() != Triple::spirv64)
    return makeError(textOf<Message::err_not_device_code>(T.str()), Path);
  bool BrokenDebugInfo = false;
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(**M, &Stream, &BrokenDebugInfo))
    return makeError(textOf<Message::err_invalid_ir>(StringRef(Problem).trim()),
                     Path);
  if (BrokenDebugInfo)
    StripDebugInfo(**M);
  return M;
}

static SmallVector<char, 0> writeAsNumbered(const Module &M) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  return Bytes;
}

SmallVector<char, 0> writeBitcode(const Module &M) {
  NumberedNames Names = NumberedNames::of(M.getContext());
  DeviceContext Fresh;
  NumberedNames Given = NumberedNames::of(Fresh.get());
  if (Names == Given)
    return writeAsNumbered(M);
  NamesInUse(M, Names, Given).names().addTo(Fresh.get());
  if (Names == NumberedNames::of(Fresh.get()))
    return writeAsNumbered(M);
  // Numbers cannot be changed, and bitcode would bring the old ones along: text
  // has names.
  SMDiagnostic Problem;
  std::string Text = writeAssembly(M);
  std::unique_ptr<Module> Copy = parseAssemblyString(Text, Problem, Fresh.get());
  if (!Copy)
    report_fatal_error(
        Twine(textOf<Message::err_ir_not_read_back>(Problem.getMessage())));
  return writeAsNumbered(*Copy);
}

std::string writeAssembly(const Module &M) {
  std::string Text;
  raw_string_ostream Stream(Text);
  M.print(Stream, /*AAW=*/nullptr);
  return Text;
}

std::string functionNameForUser(StringRef Symbol) {
  ItaniumPartialDemangler Demangler;
  std::string Name = Symbol.str();
  // The tag of its source is no part of a kernel's name.
  if (size_t Tag = sycl::detail::source_tag_length(Name.c_str()))
    Name.erase(StringRef("_ZTS").size(), Tag);
  if (Demangler.partialDemangle(Name.c_str()))
    return Name;
  if (!Demangler.isFunction()) {
    // A kernel's symbol is the type name of its kernel name.
    std::string Text = demangle(Name);
    StringRef Type = Text;
    Type.consume_front("typeinfo name for ");
    return Type.str();
  }
  char *Text = Demangler.getFunctionName(nullptr, nullptr);
  if (!Text)
    return Name;
  std::string Result = Text;
  std::free(Text);
  return Result;
}

} // namespace facet
