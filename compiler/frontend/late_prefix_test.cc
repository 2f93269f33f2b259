// Constants of a host module before and after the prefix is known.

#include "compiler/frontend/late_prefix.h"

#include "headers/sycl/detail/source_names.hpp"
#include "gtest/gtest.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

namespace facet {
namespace {

/// As host code has it, with the zero behind it.
std::string nameOf(const std::string &Prefix) {
  const std::string Symbol = "_ZTSZL4workvEUlvE_";
  std::string Name(Symbol.size() + sycl::detail::source_tag_size + 1, 'x');
  sycl::detail::write_tagged_symbol(Symbol.c_str(),
                                    sycl::detail::hash_of(Prefix.c_str()),
                                    Name.data());
  return Name;
}

std::string irText(const std::string &Bytes) {
  return "[" + std::to_string(Bytes.size()) + " x i8] c\"" +
         Bytes.substr(0, Bytes.size() - 1) + "\\00\"";
}

class LatePrefixTest : public testing::Test {
protected:
  llvm::LLVMContext Context;

  std::unique_ptr<llvm::Module> parse(const std::string &Text) {
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    return M;
  }
  static std::string bytesOf(const llvm::Constant *C) {
    return llvm::cast<llvm::ConstantDataArray>(C)->getAsString().str();
  }
};

TEST_F(LatePrefixTest, InArraysAndStructures) {
  const std::string Late = nameOf(LatePrefix.str());
  auto M = parse("@a = constant " + irText(Late) + "\n@b = constant { " +
                 "[" + std::to_string(Late.size()) + " x i8] } { " +
                 irText(Late) + " }\n@c = constant [3 x i8] c\"ab\\00\"\n" +
                 "@d = constant { ptr, i32 } { ptr @a, i32 7 }\n");
  llvm::Constant *Other = M->getNamedGlobal("c")->getInitializer();
  llvm::Constant *Pointer = M->getNamedGlobal("d")->getInitializer();
  replaceLatePrefix(*M, "p");
  EXPECT_EQ(bytesOf(M->getNamedGlobal("a")->getInitializer()), nameOf("p"));
  EXPECT_EQ(
      bytesOf(M->getNamedGlobal("b")->getInitializer()->getAggregateElement(0u)),
      nameOf("p"));
  EXPECT_EQ(M->getNamedGlobal("c")->getInitializer(), Other);
  EXPECT_EQ(M->getNamedGlobal("d")->getInitializer(), Pointer);
}

/// Two sources whose prefixes differ have other names.
TEST_F(LatePrefixTest, IsWhatTheCompilationWithThePrefixWrites) {
  auto M = parse("@a = constant " + irText(nameOf(LatePrefix.str())));
  replaceLatePrefix(*M, "0123456789abcdef0123456789abcdef");
  EXPECT_EQ(bytesOf(M->getNamedGlobal("a")->getInitializer()),
            nameOf("0123456789abcdef0123456789abcdef"));
  EXPECT_NE(nameOf("0123456789abcdef0123456789abcdef"), nameOf("p"));
}

/// Nothing in device code has a tag.
TEST_F(LatePrefixTest, Empty) {
  const std::string Late = nameOf(LatePrefix.str());
  auto M = parse("@a = constant " + irText(Late));
  replaceLatePrefix(*M, "");
  std::string Bytes = bytesOf(M->getNamedGlobal("a")->getInitializer());
  EXPECT_EQ(Bytes.size(), Late.size());
  EXPECT_STREQ(Bytes.c_str(), "_ZTSZL4workvEUlvE_");
  EXPECT_EQ(Bytes.find_first_not_of('\0', 18), std::string::npos);
}

/// A name of another source, as of a header that was compiled with a prefix.
TEST_F(LatePrefixTest, OthersStay) {
  auto M = parse("@a = constant " + irText(nameOf("other")));
  llvm::Constant *Before = M->getNamedGlobal("a")->getInitializer();
  replaceLatePrefix(*M, "p");
  EXPECT_EQ(M->getNamedGlobal("a")->getInitializer(), Before);
}

} // namespace
} // namespace facet
