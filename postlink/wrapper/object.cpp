//===- object.cpp - The registration as an ELF object ---------------------===//
//
// See registration.h.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "postlink/support/tool.h"
#include "postlink/wrapper/registration.h"

using namespace llvm;

namespace facet {

Expected<SmallVector<char, 0>> emitObject(Module &M) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();

  std::string Problem;
  const Target *X86 = TargetRegistry::lookupTarget(M.getTargetTriple(), Problem);
  if (!X86)
    return makeError("no x86-64 code generator (" + Problem + ")");
  TargetOptions Options;
  // .init_array, not the .ctors of old, whose order is another.
  Options.UseInitArray = true;
  std::unique_ptr<TargetMachine> Machine(X86->createTargetMachine(
      M.getTargetTriple(), "x86-64", "", Options, Reloc::PIC_));
  M.setDataLayout(Machine->createDataLayout());

  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Stream, nullptr,
                                   CodeGenFileType::ObjectFile))
    return makeError("the x86-64 code generator cannot write objects");
  Passes.run(M);
  return Object;
}

} // namespace facet
