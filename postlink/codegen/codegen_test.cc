//===- codegen_test.cc - Code that LLVM would generate wrongly ------------===//

#include "postlink/codegen/codegen.h"

#include "postlink/codegen/element_stores.h"
#include "targets/cpu/family.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

using namespace llvm;

namespace facet {
namespace {

std::unique_ptr<Module> parse(const char *Text, LLVMContext &Context) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  if (!M)
    ADD_FAILURE() << Problem.getMessage().str();
  return M;
}

/// \p Text after alignElementStores().
std::string aligned(const char *Text) {
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Text, Context);
  if (!M)
    return "";
  alignElementStores(*M);
  std::string Result;
  raw_string_ostream Stream(Result);
  M->print(Stream, nullptr);
  return Result;
}

/// The assembly of \p Text for processors that are \p Processor.
std::string emitted(const char *Text, StringRef Processor,
                    StringRef Features = "") {
  static const bool IsInitialized = (initializeBackEnds(), true);
  (void)IsInitialized;
  LLVMContext Context;
  std::unique_ptr<Module> M = parse(Text, Context);
  auto Machine = createMachine(kCpuFamily, Processor, Features);
  if (!M || !Machine) {
    ADD_FAILURE() << toString(Machine.takeError());
    return "";
  }
  M->setTargetTriple((*Machine)->getTargetTriple());
  M->setDataLayout((*Machine)->createDataLayout());
  auto Code = emitCode(*M, **Machine, CodeGenFileType::AssemblyFile);
  if (!Code) {
    ADD_FAILURE() << toString(Code.takeError());
    return "";
  }
  return std::string(Code->begin(), Code->end());
}

bool has(const std::string &Text, const char *Part) {
  return Text.find(Part) != std::string::npos;
}

constexpr char ComputedElement[] = R"(
define i32 @f(ptr %vector, i64 %index, i32 %x) {
  %old = load <2 x i32>, ptr %vector, align 8
  %second = extractelement <2 x i32> %old, i64 1
  %new = insertelement <2 x i32> %old, i32 %x, i64 %index
  store <2 x i32> %new, ptr %vector, align 8
  %quotient = udiv i32 6, %second
  ret i32 %quotient
})";

TEST(ElementStores, AreAlignedForElements) {
  EXPECT_TRUE(has(aligned(ComputedElement),
                  "store <2 x i32> %new, ptr %vector, align 4"));
}

TEST(ElementStores, AreFoundBehindOtherElements) {
  const std::string Text = aligned(R"(
define void @f(ptr %vector, i64 %index, half %x) {
  %old = load <8 x half>, ptr %vector, align 16
  %one = insertelement <8 x half> %old, half %x, i64 %index
  %two = insertelement <8 x half> %one, half %x, i64 3
  store <8 x half> %two, ptr %vector, align 16
  ret void
})");
  EXPECT_TRUE(has(Text, "store <8 x half> %two, ptr %vector, align 2")) << Text;
}

TEST(ElementStores, OthersKeepTheirAlignment) {
  const std::string Text = aligned(R"(
define void @f(ptr %vector, i64 %index, <4 x i32> %given, i32 %x) {
  %old = load <4 x i32>, ptr %vector, align 16
  %known = insertelement <4 x i32> %old, i32 %x, i64 1
  store <4 x i32> %known, ptr %vector, align 16
  %other = insertelement <4 x i32> %given, i32 %x, i64 %index
  store <4 x i32> %other, ptr %vector, align 16
  store i32 %x, ptr %vector, align 16
  ret void
})");
  EXPECT_FALSE(has(Text, "align 4")) << Text;
}

TEST(EmittedCode, LoadsElementsBeforeOneIsStored) {
  const std::string Text = emitted(ComputedElement, "x86-64-v3");
  EXPECT_TRUE(has(Text, "(%rdi,%rsi,4)")) << Text;
  EXPECT_LT(Text.find("4(%rdi)"), Text.find("(%rdi,%rsi,4)")) << Text;
}

TEST(EmittedCode, ShiftsMasksThatAreDefined) {
  const std::string Text = emitted(R"(
define void @f(<4 x i64> %x, ptr %a, ptr %b, ptr %out) {
  %negative = icmp slt <4 x i64> %x, zeroinitializer
  %p = load <4 x i128>, ptr %a, align 16
  %q = load <4 x i128>, ptr %b, align 16
  %s = select <4 x i1> %negative, <4 x i128> %p, <4 x i128> %q
  store <4 x i128> %s, ptr %out, align 16
  ret void
})",
                                   "x86-64-v3", "+avx512dq,+avx512vl");
  EXPECT_TRUE(has(Text, "kshiftrb")) << Text;
  EXPECT_TRUE(has(Text, "vpmovq2m")) << Text;
  EXPECT_FALSE(has(Text, "vmovmskpd")) << Text;
}

} // namespace
} // namespace facet
