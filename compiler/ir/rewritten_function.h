//===- rewritten_function.h - A rewriting of a function, tested -----------===//
//
// In: a module's text with a function f, and a rewriting. Out: the text of f
// after it; failures of the test if the result is invalid or not final.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_REWRITTEN_FUNCTION_H
#define FACET_COMPILER_IR_REWRITTEN_FUNCTION_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace facet {

/// Returns f of \p Text after \p Rewrite; empty, and a failure, if the text is
/// none. It is a failure, too, if f is invalid then or if a second time changes
/// it.
inline std::string rewrittenFunction(const std::string &Text,
                                     bool (*Rewrite)(llvm::Function &)) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  std::unique_ptr<llvm::Module> M =
      llvm::parseAssemblyString(Text, Problem, Context);
  if (!M) {
    ADD_FAILURE() << Problem.getMessage().str() << "\n" << Text;
    return "";
  }
  llvm::Function &F = *M->getFunction("f");
  Rewrite(F);
  EXPECT_FALSE(verifyModule(*M, &llvm::errs()));
  EXPECT_FALSE(Rewrite(F));
  std::string Result;
  llvm::raw_string_ostream Stream(Result);
  F.print(Stream);
  return Result;
}

/// True if \p Text has \p Part.
inline bool has(const std::string &Text, const char *Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace facet

#endif // FACET_COMPILER_IR_REWRITTEN_FUNCTION_H
