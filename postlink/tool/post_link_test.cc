// Splitting a large program costs about what its modules are large.

#include "postlink/tool/post_link.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

namespace facet {
namespace {

constexpr int Kernels = 1500;
constexpr int Helpers = 3000;
constexpr int HelpersPerKernel = 4;

/// Each kernel calls a few of many helpers.
std::string largeProgram() {
  std::string Text = "target triple = \"spirv64-unknown-unknown\"\n";
  for (int I = 0; I != Helpers; ++I) {
    Text += "define internal spir_func i32 @h" + std::to_string(I) +
            "(i32 %x) {\n";
    for (int J = 0; J != 10; ++J)
      Text += "  %y" + std::to_string(J) + " = mul i32 %x, " +
              std::to_string(I + J) + "\n";
    Text += "  ret i32 %y9\n}\n";
  }
  for (int I = 0; I != Kernels; ++I) {
    Text += "define spir_kernel void @k" + std::to_string(I) +
            "() \"sycl-module-id\"=\"a.cpp\" {\n";
    for (int J = 0; J != HelpersPerKernel; ++J)
      Text += "  call spir_func i32 @h" +
              std::to_string((I * 7 + J * 131) % Helpers) + "(i32 1)\n";
    Text += "  ret void\n}\n";
  }
  return Text;
}

struct SplitRun {
  std::vector<PostLinkModule> Modules;
  std::chrono::duration<double> Time;
};

SplitRun split(SplitMode Mode, const std::string &Text) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Text, Diagnostic, Context);
  EXPECT_NE(M, nullptr);
  PostLinkOptions Options;
  Options.Split = Mode;
  auto Start = std::chrono::steady_clock::now();
  PhaseReport Phases("test", false);
  Warnings Messages{"sycl-aspects"};
  SplitRun Result;
  llvm::Error E = postLink(
      *M, Options, [](llvm::StringRef) { return std::nullopt; }, Phases,
      Messages, [&](const PostLinkModule &Module) {
        Result.Modules.push_back(Module);
        return llvm::Error::success();
      });
  Result.Time = std::chrono::steady_clock::now() - Start;
  if (E)
    ADD_FAILURE() << llvm::toString(std::move(E));
  return Result;
}

// Cloning or scanning the whole program for each kernel would be some thousand
// times the work of one module with everything; the bound is far from both.
TEST(PostLink, CostIsThatOfTheOutput) {
  std::string Text = largeProgram();
  SplitRun Whole = split(SplitMode::Off, Text);
  SplitRun Each = split(SplitMode::PerKernel, Text);
  ASSERT_EQ(Whole.Modules.size(), 1u);
  ASSERT_EQ(Each.Modules.size(), size_t(Kernels));
  EXPECT_LT(Each.Time.count(), 60 * Whole.Time.count());

  std::set<std::string> Names;
  for (const PostLinkModule &M : Each.Modules)
    Names.insert(M.Module.Name);
  EXPECT_EQ(Names.size(), size_t(Kernels));
}

TEST(PostLink, SameInputSameModules) {
  std::string Text = largeProgram();
  SplitRun First = split(SplitMode::PerKernel, Text);
  SplitRun Second = split(SplitMode::PerKernel, Text);
  ASSERT_EQ(First.Modules.size(), Second.Modules.size());
  for (size_t I = 0; I != First.Modules.size(); ++I)
    ASSERT_EQ(serialize(First.Modules[I].Module),
              serialize(Second.Modules[I].Module));
}

std::string kernel(const std::string &Name, const std::string &Source) {
  return "define spir_kernel void @\"" + Name + "\"() \"sycl-module-id\"=\"" +
         Source + "\" { ret void }\n";
}

/// The names of the modules without their hashes, ascending.
std::multiset<std::string> labels(SplitMode Mode, const std::string &Kernels) {
  std::multiset<std::string> Labels;
  for (const PostLinkModule &M :
       split(Mode, "target triple = \"spirv64-unknown-unknown\"\n" + Kernels)
           .Modules) {
    EXPECT_EQ(M.Module.Name.find_first_not_of(
                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                  "0123456789_-"),
              std::string::npos)
        << M.Module.Name;
    EXPECT_EQ(M.Module.Name.size(),
              M.Label.empty() ? 16u : M.Label.size() + 1 + 16);
    Labels.insert(M.Label);
  }
  return Labels;
}

TEST(PostLink, ModulesAreNamedAfterSourcesAndKernels) {
  const std::string Two =
      kernel("_ZTS4Step", "app/src/my physics.cpp") +
      kernel("_ZTSZ4mainEUlT_E_", "app/src/my physics.cpp");
  const std::string Other = kernel("_ZTSN4math3sumIfEE", "/abs/b.c++");
  using Names = std::multiset<std::string>;
  EXPECT_EQ(labels(SplitMode::PerSource, Two + Other),
            (Names{"b-math_sum_float", "my_physics"}));
  EXPECT_EQ(labels(SplitMode::PerKernel, Two),
            (Names{"my_physics-Step", "my_physics-main_lambda_auto"}));
  EXPECT_EQ(labels(SplitMode::Off, Two + Other), Names{""});
  EXPECT_EQ(labels(SplitMode::Off, kernel("k", "")), Names{"k"});
  EXPECT_EQ(labels(SplitMode::Off, kernel("\\C3\\A9\\C3\\A9", "\\C3\\A9.cpp")),
            Names{""});
  // Names of files have an end.
  EXPECT_LT(labels(SplitMode::Off, kernel(std::string(5000, 'k'),
                                          std::string(5000, 's') + ".cpp"))
                .begin()
                ->size(),
            100u);
}

} // namespace
} // namespace facet
