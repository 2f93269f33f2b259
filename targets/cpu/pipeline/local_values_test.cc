//===- local_values_test.cc - Values of local memory in registers ---------===//

#include "targets/cpu/pipeline/local_values.h"

#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

#include <string>

namespace facet {
namespace {

/// A group function with \p Body, which may use %local, 16 bytes behind it
/// (%next), %scratch, a pointer of the kernel's arguments, one that it has loaded
/// from there, and %v, 16 floats; as it is after the rewriting.
std::string rewritten(const std::string &Body) {
  return rewrittenFunction(
      "define void @f(ptr %args, ptr \"facet-group\" %group, <16 x float> %v, "
      "<16 x float> %w, i64 %i) {\n"
      "  %at = getelementptr inbounds nuw i8, ptr %group, i64 144\n"
      "  %local = load ptr, ptr %at, align 8, !invariant.load !0\n"
      "  %pointer = load ptr, ptr %args, align 8, !invariant.load !0\n"
      "  %unknown = load ptr, ptr %pointer, align 8\n" +
          Body + "  ret void\n}\n!0 = !{}\ndeclare void @g()\n",
      keepLocalValues);
}

constexpr char UpperHalf[] =
    "  %p = getelementptr i8, ptr %local, i64 32\n"
    "  %half = load <8 x float>, ptr %p\n"
    "  store <8 x float> %half, ptr %pointer\n";
constexpr char Stored[] = "  store <16 x float> %v, ptr %local\n";

TEST(LocalValues, PartsOfAVectorAreTakenFromIt) {
  const std::string Text = rewritten(std::string(Stored) + UpperHalf);
  EXPECT_TRUE(has(Text, "shufflevector <16 x float> %v, <16 x float> poison, <8 "
                        "x i32> <i32 8,"))
      << Text;
  EXPECT_FALSE(has(Text, "load <8 x float>")) << Text;
  // Nothing loads it, and local memory ends with the group.
  EXPECT_FALSE(has(Text, "store <16 x float>")) << Text;
  EXPECT_TRUE(has(Text, "store <8 x float>")) << Text;
}

TEST(LocalValues, AnElementIsExtracted) {
  const std::string Text = rewritten(
      std::string(Stored) + "  %p = getelementptr i8, ptr %local, i64 4\n"
                            "  %one = load float, ptr %p\n"
                            "  store float %one, ptr %pointer\n");
  EXPECT_TRUE(has(Text, "extractelement <16 x float> %v, i64 1")) << Text;
}

TEST(LocalValues, AVectorAcrossTwoIsOfBoth) {
  const std::string Text = rewritten(
      std::string(Stored) + "  %n = getelementptr i8, ptr %local, i64 64\n"
                            "  store <16 x float> %w, ptr %n\n"
                            "  %p = getelementptr i8, ptr %local, i64 60\n"
                            "  %x = load <16 x float>, ptr %p\n"
                            "  store <16 x float> %x, ptr %pointer\n");
  EXPECT_TRUE(
      has(Text, "shufflevector <16 x float> %v, <16 x float> %w, <16 x i32> <i32 "
                "15, i32 16,"))
      << Text;
}

TEST(LocalValues, WhatMayHaveChangedIsLoaded) {
  for (const char *Between :
       {"  store float 0.0, ptr %unknown\n", "  call void @g()\n",
        "  %q = getelementptr i8, ptr %local, i64 %i\n"
        "  store float 1.0, ptr %q\n",
        "  %q = getelementptr i8, ptr %local, i64 60\n"
        "  store float 1.0, ptr %q\n",
        "  fence seq_cst\n",
        "  %old = atomicrmw fadd ptr %local, float 1.0 monotonic\n"}) {
    const std::string Text =
        rewritten(std::string(Stored) + Between + UpperHalf);
    EXPECT_TRUE(has(Text, "load <8 x float>")) << Text;
    EXPECT_TRUE(has(Text, "store <16 x float>")) << Text;
  }
}

TEST(LocalValues, WhatTheHostMadeIsNotLocal) {
  const std::string Text = rewritten(
      std::string(Stored) + "  store float 0.0, ptr %pointer\n" + UpperHalf);
  EXPECT_FALSE(has(Text, "load <8 x float>")) << Text;
}

TEST(LocalValues, OtherElementsOfTheSameBytesAreLoaded) {
  for (const char *Load : {"  %x = load <16 x i32>, ptr %local\n"
                           "  store <16 x i32> %x, ptr %pointer\n",
                           "  %p = getelementptr i8, ptr %local, i64 2\n"
                           "  %x = load float, ptr %p\n"
                           "  store float %x, ptr %pointer\n",
                           "  %x = load <32 x i1>, ptr %local\n"
                           "  store <32 x i1> %x, ptr %pointer\n"}) {
    const std::string Text = rewritten(std::string(Stored) + Load);
    EXPECT_TRUE(has(Text, "%x = load")) << Text;
    EXPECT_TRUE(has(Text, "store <16 x float>")) << Text;
  }
}

TEST(LocalValues, StoresThatSomethingReadsStay) {
  for (const char *Behind :
       {"  %x = load float, ptr %unknown\n  store float %x, ptr %pointer\n",
        "  call void @g()\n", "  br label %next\nnext:\n"}) {
    const std::string Text = rewritten(std::string(Stored) + Behind);
    EXPECT_TRUE(has(Text, "store <16 x float>")) << Text;
  }
}

TEST(LocalValues, VolatileAccessesStay) {
  const std::string Text =
      rewritten("  store volatile <16 x float> %v, ptr %local\n"
                "  %x = load volatile <16 x float>, ptr %local\n"
                "  store <16 x float> %x, ptr %pointer\n");
  EXPECT_TRUE(has(Text, "store volatile")) << Text;
  EXPECT_TRUE(has(Text, "load volatile")) << Text;
}

TEST(LocalValues, OtherFunctionsStay) {
  const std::string Text = rewrittenFunction(
      "define void @f(ptr %args, ptr %group, <16 x float> %v) {\n"
      "  %at = getelementptr inbounds nuw i8, ptr %group, i64 144\n"
      "  %local = load ptr, ptr %at, align 8\n"
      "  store <16 x float> %v, ptr %local\n  ret void\n}\n",
      keepLocalValues);
  EXPECT_TRUE(has(Text, "store <16 x float>")) << Text;
}

} // namespace
} // namespace facet
