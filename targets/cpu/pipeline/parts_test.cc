//===- parts_test.cc - A module in parts, compiled side by side -----------===//

#include "targets/cpu/pipeline/parts.h"

#include "messages/messages.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>

using namespace llvm;

namespace facet {
namespace {

std::string kernelName(unsigned I) { return "k" + std::to_string(I); }

std::vector<std::string> kernelNames(unsigned Count) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I != Count; ++I)
    Names.push_back(kernelName(I));
  return Names;
}

/// \p Count kernels with a local function each; those before \p Sharing share a
/// counter, too.
std::string kernels(unsigned Count, unsigned Sharing = 0) {
  std::string Text = "@shared = internal global i32 0\n";
  for (const std::string &Name : kernelNames(Count)) {
    const bool Shares = std::stoul(Name.substr(1)) < Sharing;
    Text += "define internal void @" + Name + ".item(ptr %p) {\n" +
            (Shares ? "  store i32 1, ptr @shared\n" : "") +
            "  store i32 1, ptr %p\n  ret void\n}\ndefine void @" + Name +
            "(ptr %p) {\n  call void @" + Name +
            ".item(ptr %p)\n  ret void\n}\n";
  }
  return Text;
}

class Parts : public testing::Test {
protected:
  std::unique_ptr<Module> parse(const std::string &Text) {
    SMDiagnostic Problem;
    std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    return M;
  }

  LLVMContext Context;
};

/// The names of what \p M defines, each in a line.
Expected<ObjectFile> definitions(Module &M) {
  ObjectFile Names;
  raw_svector_ostream Stream(Names);
  for (const GlobalObject &G : M.global_objects())
    if (!G.isDeclaration())
      Stream << G.getName() << '\n';
  return Names;
}

std::set<std::string> linesOf(const ObjectFile &Text) {
  std::set<std::string> Lines;
  StringRef Rest(Text.data(), Text.size());
  while (!Rest.empty()) {
    auto [Line, After] = Rest.split('\n');
    Lines.insert(Line.str());
    Rest = After;
  }
  return Lines;
}

TEST_F(Parts, AsManyAsPay) {
  for (auto [Kernels, Expected] :
       {std::pair(0u, 1u), {1, 1}, {15, 1}, {16, 2}, {80, 10}, {5000, 64}}) {
    std::vector<std::string> Names = kernelNames(Kernels);
    EXPECT_EQ(countParts(*parse(kernels(Kernels)), Names, Names), Expected)
        << Kernels;
  }
}

TEST_F(Parts, OneWhereSymbolsUseEachOther) {
  std::unique_ptr<Module> M =
      parse(kernels(32) + "define void @exported() { ret void }\n"
                          "define void @user() { call void @exported()\n"
                          "ret void }\n");
  std::vector<std::string> Names = kernelNames(32), Symbols = Names;
  EXPECT_EQ(countParts(*M, Names, Symbols), 4u);
  Symbols.push_back("exported");
  EXPECT_EQ(countParts(*M, Names, Symbols), 1u);
}

TEST_F(Parts, LocalsStayWithTheirUsersAndNothingIsTwice) {
  for (unsigned Threads : {1u, 3u, 100u}) {
    Expected<std::vector<ObjectFile>> Objects = compileParts(
        parse(kernels(40, /*Sharing=*/11)), 5, Threads, definitions);
    ASSERT_TRUE(bool(Objects)) << toString(Objects.takeError());
    ASSERT_EQ(Objects->size(), 5u);
    size_t Count = 0;
    for (const ObjectFile &Object : *Objects) {
      std::set<std::string> Lines = linesOf(Object);
      Count += Lines.size();
      for (const std::string &Name : kernelNames(40)) {
        EXPECT_EQ(Lines.count(Name), Lines.count(Name + ".item")) << Name;
        if (std::stoul(Name.substr(1)) < 11)
          EXPECT_EQ(Lines.count(Name), Lines.count("shared")) << Name;
      }
    }
    EXPECT_EQ(Count, 81u);
  }
}

TEST_F(Parts, AreTheSameWhateverTheThreads) {
  auto Compile = [&](unsigned Threads) {
    auto Objects = compileParts(parse(kernels(64)), 8, Threads, definitions);
    EXPECT_TRUE(bool(Objects));
    return std::vector<ObjectFile>(*Objects);
  };
  const std::vector<ObjectFile> One = Compile(1);
  for (unsigned Threads = 2; Threads != 6; ++Threads)
    EXPECT_EQ(Compile(Threads), One) << Threads;
}

TEST_F(Parts, TheFirstErrorIsReported) {
  auto Fail = [](Module &M) -> Expected<ObjectFile> {
    return createStringError("part with " + Twine(M.size()) + " functions");
  };
  Expected<std::vector<ObjectFile>> Objects =
      compileParts(parse(kernels(16)), 2, 2, Fail);
  ASSERT_FALSE(bool(Objects));
  EXPECT_NE(toString(Objects.takeError()).find("part with"), std::string::npos);
}

TEST_F(Parts, ACrashIsAnError) {
  CrashRecoveryContext::Enable();
  auto Crash = [](Module &M) -> Expected<ObjectFile> {
    Function *F = M.getFunction("k3");
    if (F && !F->isDeclaration())
      raise(SIGSEGV);
    return definitions(M);
  };
  Expected<std::vector<ObjectFile>> Objects =
      compileParts(parse(kernels(16)), 2, 2, Crash);
  CrashRecoveryContext::Disable();
  ASSERT_FALSE(bool(Objects));
  EXPECT_EQ(toString(Objects.takeError()),
            textOf<Message::err_backend_crashed>());
}

} // namespace
} // namespace facet
