//===- bitcode_test.cc - Names that all device code shares ----------------===//

#include "compiler/support/bitcode.h"

#include "gtest/gtest.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace facet {
namespace {

/// What Clang and the front end write, in an order of their own.
constexpr char Source[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @K(ptr addrspace(1) %p) !sycl_guarded_aspects !0 !sycl_folded_double !0 !kernel_arg_type !0 {
  %n = call ptr @new(), !heapallocsite !0
  call void asm sideeffect "", ""(), !srcloc !1
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") monotonic
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  fence syncscope("subgroup") seq_cst
  ret void
}
declare ptr @new()
!0 = !{}
!1 = !{i64 1}
)";

std::pair<size_t, size_t> namesIn(const LLVMContext &Context) {
  SmallVector<StringRef> Kinds, Scopes;
  Context.getMDKindNames(Kinds);
  Context.getSyncScopeNames(Scopes);
  return {Kinds.size(), Scopes.size()};
}

std::unique_ptr<Module> parse(StringRef Text, LLVMContext &Context) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  return M;
}

// A name more, and each module of a program is printed and read again before
// it is written.
TEST(Bitcode, EveryContextHasTheNamesOfDeviceCode) {
  DeviceContext Context;
  const auto Before = namesIn(Context.get());
  ASSERT_TRUE(parse(Source, Context.get()));
  EXPECT_EQ(namesIn(Context.get()), Before);
}

TEST(Bitcode, BytesDependOnTheModuleAlone) {
  DeviceContext First, Second, Third;
  parse("define void @f() !of.others !0 { ret void }\n!0 = !{}", Second.get());
  Third.get().getOrInsertSyncScopeID("of.others");
  const SmallVector<char, 0> Alone = writeBitcode(*parse(Source, First.get()));
  EXPECT_EQ(writeBitcode(*parse(Source, Second.get())), Alone);
  EXPECT_EQ(writeBitcode(*parse(Source, Third.get())), Alone);
}

} // namespace
} // namespace facet
