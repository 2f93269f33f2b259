// Tests of the linker: what it joins is valid and means the same; what it
// cannot join it names.

#include "spirv/link.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "spirv/listing.h"
#include "spirv/testing.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

std::string Head(const std::string& extensions = "") {
  return R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Linkage
  OpCapability Int64
  OpCapability Int8
  )" + extensions +
         R"(
  %std = OpExtInstImport "OpenCL.std"
  OpMemoryModel Physical64 OpenCL
)";
}

// Kernel K calls the imported `twice` with a pointer to `pointee`.
std::string Main(const std::string& pointee = "%int") {
  return Head() + R"(
  OpEntryPoint Kernel %K "K" %id
  OpExecutionMode %K LocalSize 8 1 1
  OpName %twice "twice"
  OpName %unused "parameter_of_import"
  OpDecorate %twice LinkageAttributes "twice" Import
  OpDecorate %unused FuncParamAttr NoCapture
  OpDecorate %id BuiltIn GlobalInvocationId
  OpDecorate %id Constant
  OpDecorate %id LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
  %void = OpTypeVoid
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %float = OpTypeFloat 32
  %v3 = OpTypeVector %long 3
  %idp = OpTypePointer Input %v3
  %pointer = OpTypePointer CrossWorkgroup )" +
         pointee + R"(
  %kernel = OpTypeFunction %void %pointer
  %helper = OpTypeFunction %int %int %pointer
  %seven = OpConstant %int 7
  %id = OpVariable %idp Input
  %twice = OpFunction %int None %helper
  %unused0 = OpFunctionParameter %int
  %unused = OpFunctionParameter %pointer
  OpFunctionEnd
  %K = OpFunction %void None %kernel
  %p = OpFunctionParameter %pointer
  %label = OpLabel
  %where = OpLoad %v3 %id
  %call = OpFunctionCall %int %twice %seven %p
  %root = OpExtInst %int %std s_abs %call
  OpReturn
  OpFunctionEnd
)";
}

// Exports `twice`, with a pointer to `pointee` and one to its own built-in.
std::string Library(const std::string& pointee = "%int",
                    const std::string& extra = "") {
  return Head("OpExtension \"SPV_KHR_linkonce_odr\"") + R"(
  OpName %twice "twice"
  OpName %inner "inner"
  OpDecorate %twice LinkageAttributes "twice" Export
  OpDecorate %id BuiltIn GlobalInvocationId
  OpDecorate %id Constant
  OpDecorate %id LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
  %long = OpTypeInt 64 0
  %char = OpTypeInt 8 0
  %int = OpTypeInt 32 0
  %float = OpTypeFloat 32
  %v3 = OpTypeVector %long 3
  %idp = OpTypePointer Input %v3
  %id = OpVariable %idp Input
  %seven = OpConstant %int 7
  %pointer = OpTypePointer CrossWorkgroup )" +
         pointee + R"(
  %helper = OpTypeFunction %int %int %pointer
  )" + extra +
         R"(
  %twice = OpFunction %int None %helper
  %x = OpFunctionParameter %int
  %p = OpFunctionParameter %pointer
  %begin = OpLabel
  %where = OpLoad %v3 %id
  %sum = OpIAdd %int %x %seven
  %abs = OpExtInst %int %std s_abs %sum
  %result = OpFunctionCall %int %inner %abs %p
  OpReturnValue %result
  OpFunctionEnd
  %inner = OpFunction %int None %helper
  %y = OpFunctionParameter %int
  %q = OpFunctionParameter %pointer
  %begin2 = OpLabel
  OpReturnValue %y
  OpFunctionEnd
)";
}

Module Linked(const std::vector<Module>& modules, LinkOptions options = {}) {
  std::string error;
  auto module = Link(modules, options, &error);
  EXPECT_TRUE(module) << error;
  if (!module) return modules[0];
  EXPECT_EQ(Invalidity(*module), "") << Text(*module);
  return *module;
}

std::string ErrorOf(const std::vector<Module>& modules) {
  std::string error;
  EXPECT_FALSE(Link(modules, {}, &error));
  return error;
}

size_t Count(const Module& module, uint16_t opcode) {
  size_t count = 0;
  for (Instruction i : module) count += i.opcode() == opcode;
  return count;
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(LinkTest, JoinsCallAndDefinition) {
  const Module module = Linked({Assemble(Main()), Assemble(Library())});
  const std::string text = Text(module);
  EXPECT_EQ(Count(module, kOpFunction), 3u) << text;
  EXPECT_EQ(Count(text, "OpFunctionCall %uint %twice %uint_7 "), 1u) << text;
  EXPECT_EQ(Count(text, "parameter_of_import"), 0u) << text;
  EXPECT_EQ(Count(text, "FuncParamAttr"), 0u) << text;
  EXPECT_EQ(Count(text, "OpExtInstImport"), 1u) << text;
  EXPECT_EQ(Count(text, "OpTypeInt 32 0"), 1u) << text;
  EXPECT_EQ(Count(text, "BuiltIn GlobalInvocationId"), 1u) << text;
  EXPECT_EQ(Count(text, "OpConstant %uint 7"), 1u) << text;
  EXPECT_EQ(Count(module, kOpBitcast), 0u) << text;
  EXPECT_EQ(EntryPoints(module).size(), 1u);
  EXPECT_EQ(EntryPoints(module)[0].local_size[0], 8u);
  // Only the built-in variable's traditional import is left.
  EXPECT_EQ(LinkedSymbols(module).size(), 1u) << text;
}

// The library's function reads a built-in variable that the kernel did not.
TEST(LinkTest, CompletesInterfaces) {
  std::string main = Main();
  for (const std::string part : {"\"K\" %id", "%where = OpLoad %v3 %id"})
    main.replace(main.find(part), part.size(), part[0] == '"' ? "\"K\"" : "");
  const Module module = Linked({Assemble(main), Assemble(Library())});
  for (Instruction i : module)
    if (i.opcode() == kOpEntryPoint) EXPECT_EQ(i.size(), 5u);
}

TEST(LinkTest, OrderOfModulesDoesNotMatter) {
  const Module module = Linked({Assemble(Library()), Assemble(Main())});
  EXPECT_EQ(Count(module, kOpFunction), 3u);
}

TEST(LinkTest, IsDeterministic) {
  const Module a = Linked({Assemble(Main()), Assemble(Library("%char"))});
  const Module b = Linked({Assemble(Main()), Assemble(Library("%char"))});
  EXPECT_EQ(ToBytes(a), ToBytes(b));
}

TEST(LinkTest, KeepsExportsWhenAsked) {
  LinkOptions options;
  options.keep_exports = true;
  const auto symbols =
      LinkedSymbols(Linked({Assemble(Main()), Assemble(Library())}, options));
  EXPECT_EQ(symbols.size(), 2u);
}

TEST(LinkTest, DropsTheLinkageCapability) {
  std::string main = Main(), library = Library();
  for (std::string* text : {&main, &library}) {
    const std::string line =
        "OpDecorate %id LinkageAttributes "
        "\"__spirv_BuiltInGlobalInvocationId\" "
        "Import";
    text->replace(text->find(line), line.size(), "");
  }
  const Module module = Linked({Assemble(main), Assemble(library)});
  for (uint32_t capability : Capabilities(module))
    EXPECT_NE(capability, uint32_t{kCapabilityLinkage});
  // Without an entry point it has to stay.
  Linked({Assemble(library)});
}

TEST(LinkTest, CastsPointersThatDifferInWhatTheyPointTo) {
  const Module module = Linked({Assemble(Main()), Assemble(Library("%char"))});
  EXPECT_EQ(Count(module, kOpBitcast), 1u) << Text(module);
}

TEST(LinkTest, CastsTheReturnedPointer) {
  const auto source = [](const char* linkage, const char* pointee,
                         const char* body, const char* entry) {
    return Head() + entry + R"(
  OpDecorate %f LinkageAttributes "f" )" +
           linkage + R"(
  %void = OpTypeVoid
  %char = OpTypeInt 8 0
  %int = OpTypeInt 32 0
  %p = OpTypePointer CrossWorkgroup )" +
           pointee + R"(
  %t = OpTypeFunction %p
  %null = OpConstantNull %p
  %kt = OpTypeFunction %void
  %f = OpFunction %p None %t
)" + body;
  };
  const Module main = Assemble(source("Import", "%int", "OpFunctionEnd\n",
                                      "OpEntryPoint Kernel %K \"K\"") +
                               R"(
  %K = OpFunction %void None %kt
  %l = OpLabel
  %r = OpFunctionCall %p %f
  %v = OpLoad %int %r Aligned 4
  OpReturn
  OpFunctionEnd)");
  const Module library =
      Assemble(source("Export", "%char",
                      "%l = OpLabel\nOpReturnValue %null\nOpFunctionEnd", ""));
  EXPECT_EQ(Count(Linked({main, library}), kOpBitcast), 1u);
}

TEST(LinkTest, RefusesOtherParameters) {
  std::string library = Library();
  const std::string line = "%pointer = OpTypePointer CrossWorkgroup";
  library.replace(library.find(line), line.size(),
                  "%pointer = OpTypePointer Workgroup");
  EXPECT_EQ(
      ErrorOf({Assemble(Main()), Assemble(library)}),
      "SPIR-V: the import and the export of 'twice' differ in the type of "
      "parameter 2");
}

TEST(LinkTest, NamesWhatIsMissing) {
  EXPECT_EQ(ErrorOf({Assemble(Main())}),
            "SPIR-V: nothing exports what is imported: 'twice'");
}

// Whether the function that the kernel calls has an instruction of this kind.
bool CalledHas(const Module& module, uint16_t opcode) {
  uint32_t called = 0, current = 0;
  bool has = false;
  for (Instruction i : module)
    if (i.opcode() == kOpFunctionCall && called == 0) called = i.word(3);
  for (Instruction i : module) {
    if (i.opcode() == kOpFunction) current = i.word(2);
    has |= current == called && i.opcode() == opcode;
  }
  return has;
}

// Two libraries may export one name.
TEST(LinkTest, FirstExportCounts) {
  constexpr uint16_t kAdd = 128, kSub = 130;
  LinkOptions options;
  options.first_export_counts = true;
  std::string other = Library();
  other.replace(other.find("OpIAdd"), 6, "OpISub");
  const Module main = Assemble(Main()), add = Assemble(Library()),
               sub = Assemble(other);
  const Module added = Linked({main, add, sub}, options);
  EXPECT_TRUE(CalledHas(added, kAdd) && !CalledHas(added, kSub));
  const Module subtracted = Linked({main, sub, add}, options);
  EXPECT_TRUE(CalledHas(subtracted, kSub) && !CalledHas(subtracted, kAdd));
  options.keep_exports = true;
  std::string error;
  EXPECT_FALSE(Link(std::vector{main, add, sub}, options, &error));
}

TEST(LinkTest, NamesWhatIsThereTwice) {
  EXPECT_EQ(
      ErrorOf({Assemble(Main()), Assemble(Library()), Assemble(Library())}),
      "SPIR-V: symbol 'twice' is exported twice");
}

TEST(LinkTest, RefusesOtherMemoryModelsAndVersions) {
  std::string logical = Library();
  logical.replace(logical.find("Physical64"), 10, "Physical32");
  EXPECT_EQ(ErrorOf({Assemble(Main()), Assemble(logical)}),
            "SPIR-V: the modules have different memory models");
  const Module module = Assemble(Library());
  std::vector<uint32_t> words(module.words().begin(), module.words().end());
  words[1] = 0x00010400;
  std::string error;
  EXPECT_EQ(ErrorOf({Assemble(Main()), *Module::Parse(words, &error)}),
            "SPIR-V: modules of versions before 1.4 and from 1.4 on cannot be "
            "linked");
  EXPECT_EQ(ErrorOf({}), "SPIR-V: nothing to link");
}

TEST(LinkTest, LinksVariables) {
  const std::string types = R"(
  %void = OpTypeVoid
  %int = OpTypeInt 32 0
  %float = OpTypeFloat 32
  %kt = OpTypeFunction %void
  )";
  const Module main = Assemble(Head() + R"(
  OpEntryPoint Kernel %K "K"
  OpDecorate %table LinkageAttributes "table" Import)" +
                               types + R"(
  %p = OpTypePointer CrossWorkgroup %int
  %table = OpVariable %p CrossWorkgroup
  %pp = OpTypePointer CrossWorkgroup %p
  %holder = OpVariable %pp CrossWorkgroup %table
  %K = OpFunction %void None %kt
  %l = OpLabel
  %v = OpLoad %int %table Aligned 4
  OpReturn
  OpFunctionEnd)");
  const auto library = [&](const char* type) {
    return Assemble(Head() + R"(
  OpDecorate %table LinkageAttributes "table" Export)" +
                    types + R"(
  %p = OpTypePointer CrossWorkgroup )" +
                    type + R"(
  %zero = OpConstantNull )" +
                    type + R"(
  %table = OpVariable %p CrossWorkgroup %zero)");
  };
  const Module module = Linked({main, library("%int")});
  EXPECT_EQ(Count(module, kOpVariable), 2u) << Text(module);
  // `holder` is initialised with its address, where no cast can stand.
  EXPECT_EQ(ErrorOf({main, library("%float")}),
            "SPIR-V: the import and the export of 'table' differ in type, and "
            "its address is used where no cast can stand");
}

TEST(LinkTest, KeepsOneOfSeveralLinkOnceFunctions) {
  std::string library = Library();
  const std::string line = "\"twice\" Export";
  library.replace(library.find(line), line.size(), "\"twice\" LinkOnceODR");
  const Module module =
      Linked({Assemble(Main()), Assemble(library), Assemble(library)});
  // K, twice, and each library's own `inner`.
  EXPECT_EQ(Count(module, kOpFunction), 4u) << Text(module);
}

TEST(LinkTest, KeepsOneOfTwoEqualKernels) {
  const Module module =
      Linked({Assemble(Main()), Assemble(Main()), Assemble(Library())});
  EXPECT_EQ(EntryPoints(module).size(), 1u);
}

// Recursive types go through forward pointers and stay as they are.
TEST(LinkTest, CarriesRecursiveTypes) {
  const std::string recursive = R"(
    OpTypeForwardPointer %list CrossWorkgroup
    %node = OpTypeStruct %int %list
    %list = OpTypePointer CrossWorkgroup %node
    %head = OpConstantNull %list
  )";
  const Module module =
      Linked({Assemble(Main()), Assemble(Library("%int", recursive))});
  EXPECT_EQ(Count(module, kOpTypeForwardPointer), 1u);
}

// An error or a module that parses, whatever comes in.
TEST(LinkTest, SurvivesDamagedModules) {
  std::mt19937 random(11);
  const Module main = Assemble(Main()), library = Assemble(Library());
  size_t linked = 0, refused = 0;
  for (int round = 0; round < 20000; ++round) {
    const Module& victim = round % 2 ? main : library;
    std::vector<uint32_t> words(victim.words().begin(), victim.words().end());
    for (int hit = 0; hit <= round % 3; ++hit)
      words[5 + random() % (words.size() - 5)] =
          random() % 2 ? random() % words[3] : random() % 70000;
    std::string error;
    auto damaged = Module::Parse(words, &error);
    if (!damaged) continue;
    const std::vector<Module> modules = {round % 2 ? *damaged : main,
                                         round % 2 ? library : *damaged};
    auto module = Link(modules, {}, &error);
    ++(module ? linked : refused);
    EXPECT_TRUE(module || !error.empty());
  }
  EXPECT_GT(linked, 1000u);
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace facet::spirv
