//===- bitcode.cpp - Device bitcode in and out ----------------------------===//
//
// See bitcode.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/support/bitcode.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/support/tool.h"

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

Expected<std::unique_ptr<Module>> parse(StringRef Path, MemoryBufferRef Buffer,
                                        DeviceContext &Context) {
  if (identify_magic(Buffer.getBuffer()) == file_magic::bitcode) {
    Expected<std::unique_ptr<Module>> M =
        parseBitcodeFile(Buffer, Context.get());
    if (M)
      return M;
    return makeError("damaged LLVM bitcode (" + toString(M.takeError()) + ")",
                     Path);
  }
  if (!Path.ends_with(".ll") && Path != "-")
    return makeError("not LLVM bitcode", Path);
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIR(Buffer, Diagnostic, Context.get());
  if (!M)
    return makeError("not LLVM IR (" + Diagnostic.getMessage() + ")",
                     Path + ":" + Twine(Diagnostic.getLineNo()));
  return M;
}

} // namespace

DeviceContext::DeviceContext() {
  // Bitcode lists the context's metadata kinds and synchronization scopes by
  // number, in the order they were first seen. Fixed numbers keep a module's
  // bytes free of what other sources use.
  for (StringRef Kind :
       {"sycl_used_aspects", "sycl_declared_aspects", "sycl_fixed_targets",
        "reqd_work_group_size", "work_group_size_hint", "vec_type_hint",
        "intel_reqd_sub_group_size", "kernel_arg_addr_space",
        "kernel_arg_access_qual", "kernel_arg_type", "kernel_arg_base_type",
        "kernel_arg_type_qual", "kernel_arg_name", "spirv.Decorations",
        "spirv.ParameterDecorations"})
    Context.getMDKindID(Kind);
  for (StringRef Scope : {"subgroup", "workgroup", "device", "all_svm_devices"})
    Context.getOrInsertSyncScopeID(Scope);
  Context.setDiagnosticHandler(std::make_unique<RecordingHandler>(FirstError));
}

std::string DeviceContext::takeError() { return std::exchange(FirstError, {}); }

Expected<std::unique_ptr<Module>> readDeviceCode(StringRef Path,
                                                 DeviceContext &Context) {
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
    return makeError("not device code: target triple is '" + T.str() +
                         "', expected 'spirv64-unknown-unknown'",
                     Path);
  bool BrokenDebugInfo = false;
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(**M, &Stream, &BrokenDebugInfo))
    return makeError("invalid LLVM IR (" + StringRef(Problem).trim() + ")",
                     Path);
  if (BrokenDebugInfo)
    StripDebugInfo(**M);
  return M;
}

SmallVector<char, 0> writeBitcode(const Module &M) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  return Bytes;
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
