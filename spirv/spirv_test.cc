// Tests of the SPIR-V room: reading, listing, trimming, rewriting.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "spirv/listing.h"
#include "spirv/module.h"
#include "spirv/null_constants.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

using Words = std::vector<uint32_t>;

void Add(Words* words, uint16_t opcode, Words operands) {
  words->push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
  words->insert(words->end(), operands.begin(), operands.end());
}

Words Text(const std::string& text) {
  Words words(text.size() / 4 + 1, 0);
  for (size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[i]))
                    << (8 * (i % 4));
  return words;
}

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Words Header() { return {kMagic, 0x00010200, 0, 100, 0}; }

// One kernel "K" (id 1) with a required local size, fp64 declared but unused.
Words Sample() {
  Words w = Header();
  for (uint32_t capability : {4u, 6u, 10u, 11u, 12u, 9u, 11u, 5u})
    Add(&w, kOpCapability, {capability});
  Add(&w, kOpExtension, Text("SPV_KHR_thing"));
  Add(&w, kOpMemoryModel, {2, 2});
  Add(&w, kOpEntryPoint, Words{6, 1} + Text("K") + Words{9});
  Add(&w, kOpExecutionMode, {1, kExecutionModeLocalSize, 8, 4, 2});
  Add(&w, kOpExecutionMode, {1, kExecutionModeSubgroupSize, 16});
  Add(&w, kOpTypeInt, {2, 32, 0});
  Add(&w, kOpTypeInt, {3, 64, 0});
  Add(&w, kOpTypeVector, {4, 2, 3});
  Add(&w, kOpConstantNull, {2, 10});
  Add(&w, kOpConstantNull, {3, 11});
  Add(&w, kOpConstantNull, {4, 12});
  return w;
}

Module Parsed(Words words) {
  std::string error;
  auto module = Module::Parse(std::move(words), &error);
  EXPECT_TRUE(module) << error;
  return module ? *module : *Module::Parse(Header(), &error);
}

std::string ErrorOf(Words words) {
  std::string error;
  EXPECT_FALSE(Module::Parse(std::move(words), &error));
  return error;
}

TEST(ModuleTest, WalksInstructions) {
  const Module module = Parsed(Sample());
  EXPECT_EQ(module.major_version(), 1u);
  EXPECT_EQ(module.minor_version(), 2u);
  EXPECT_EQ(module.id_bound(), 100u);
  size_t count = 0;
  for (Instruction i : module) count += i.size() > 0;
  EXPECT_EQ(count, 19u);
}

TEST(ModuleTest, AcceptsTheOtherByteOrder) {
  Words swapped = Sample();
  for (uint32_t& word : swapped) word = __builtin_bswap32(word);
  const Module module = Parsed(swapped);
  EXPECT_EQ(Words(module.words().begin(), module.words().end()), Sample());
}

TEST(ModuleTest, RejectsMalformedHeaders) {
  EXPECT_EQ(ErrorOf({}), "SPIR-V: the header is cut short: 0 of 5 words");
  EXPECT_EQ(ErrorOf({kMagic, 0x10000, 0}),
            "SPIR-V: the header is cut short: 3 of 5 words");
  EXPECT_EQ(ErrorOf({0x12345678, 0x10000, 0, 1, 0}),
            "SPIR-V: wrong magic number");
  EXPECT_EQ(ErrorOf({kMagic, 0x20000, 0, 1, 0}),
            "SPIR-V: unknown version word 131072");
  EXPECT_EQ(ErrorOf({kMagic, 0x10000, 0, 0, 0}),
            "SPIR-V: id bound 0 out of range");
  EXPECT_EQ(ErrorOf({kMagic, 0x10000, 0, 0xffffffff, 0}),
            "SPIR-V: id bound 4294967295 out of range");
  std::string error;
  const unsigned char odd[] = {3, 2, 0x23, 7, 0};
  EXPECT_FALSE(Module::Parse(odd, &error));
  EXPECT_EQ(error, "SPIR-V: 5 bytes are no whole number of words");
}

TEST(ModuleTest, RejectsMalformedInstructions) {
  EXPECT_EQ(ErrorOf(Header() + Words{17}),
            "SPIR-V: instruction 17 has no length: word 5");
  EXPECT_EQ(ErrorOf(Header() + Words{(3u << 16) | 17, 1}),
            "SPIR-V: instruction 17 is cut short: word 5");
  // Every cut of a valid module is an error or a valid, shorter module.
  const Words sample = Sample();
  size_t valid = 0;
  for (size_t n = 0; n < sample.size(); ++n) {
    std::string error;
    valid += Module::Parse(Words(sample.begin(), sample.begin() + n), &error)
                 .has_value();
  }
  EXPECT_EQ(valid, 19u);  // at each instruction's start
}

TEST(ModuleTest, StringsEndWithTheirInstruction) {
  const Words words = {(2u << 16) | kOpExtension, 0x64636261};
  size_t next = 0;
  EXPECT_EQ(Instruction(words.data()).String(1, &next), "abcd");
  EXPECT_EQ(next, 2u);
  EXPECT_EQ(Instruction(words.data()).word(7), 0u);
}

TEST(ListingTest, ListsWhatTheModuleDeclares) {
  Words words = Sample();
  Add(&words, kOpDecorate,
      Words{20, kDecorationLinkageAttributes} + Text("helper") + Words{1});
  Add(&words, kOpDecorate,
      Words{21, kDecorationLinkageAttributes} + Text("exp") + Words{0});
  Add(&words, kOpDecorate, Words{22, kDecorationLinkageAttributes} + Text("x"));
  const Module module = Parsed(words);
  EXPECT_EQ(Capabilities(module), (Words{4, 6, 10, 11, 12, 9, 11, 5}));
  EXPECT_EQ(Extensions(module), std::vector<std::string>{"SPV_KHR_thing"});
  const auto entries = EntryPoints(module);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].name, "K");
  EXPECT_EQ(entries[0].execution_model, uint32_t{kExecutionModelKernel});
  EXPECT_EQ(entries[0].local_size[0], 8u);
  EXPECT_EQ(entries[0].local_size[2], 2u);
  EXPECT_EQ(entries[0].sub_group_size, 16u);
  const auto symbols = LinkedSymbols(module);
  ASSERT_EQ(symbols.size(), 2u);  // the one without a linkage type is skipped
  EXPECT_EQ(symbols[0].name, "helper");
  EXPECT_TRUE(symbols[0].imported);
  EXPECT_FALSE(symbols[1].imported);
}

TEST(TrimTest, DropsWhatNothingNeeds) {
  // Addresses and Kernel are not understood and stay; Int64 is used.
  EXPECT_EQ(Capabilities(TrimCapabilities(Parsed(Sample()))),
            (Words{4, 6, 11}));
}

TEST(TrimTest, KeepsWhatIsNeeded) {
  Words words = Header();
  for (uint32_t capability : {4u, 6u, 10u, 11u, 12u, 9u, 11u, 5u})
    Add(&words, kOpCapability, {capability});
  Add(&words, kOpMemoryModel, {2, 2});
  Add(&words, kOpEntryPoint, Words{6, 1} + Text("K"));
  Add(&words, kOpDecorate,
      Words{21, kDecorationLinkageAttributes} + Text("exp") + Words{0});
  Add(&words, kOpTypeInt, {3, 64, 0});
  Add(&words, kOpTypeFloat, {30, 64});
  Add(&words, kOpTypeFloat, {31, 16});
  Add(&words, kOpConstantNull, {3, 11});
  Add(&words, kOpFunction, {32, 1, 0, 33});
  Add(&words, kOpAtomicStore, {1, 2, 3, 11});
  Add(&words, kOpFunctionEnd, {});
  EXPECT_EQ(Capabilities(TrimCapabilities(Parsed(words))),
            (Words{4, 6, 10, 11, 12, 9, 5}));
}

// What it does not know it leaves alone.
TEST(TrimTest, LeavesUnknownInstructionsAlone) {
  Words words = Sample();
  Add(&words, 0x7fff, {1});
  EXPECT_EQ(Capabilities(TrimCapabilities(Parsed(words))),
            Capabilities(Parsed(words)));
}

TEST(NullConstantsTest, RewritesScalarsOnly) {
  const Module module = RewriteScalarNulls(Parsed(Sample()));
  std::vector<Words> constants;
  for (Instruction i : module)
    if (i.opcode() == kOpConstant || i.opcode() == kOpConstantNull)
      constants.emplace_back(i.words().begin(), i.words().end());
  ASSERT_EQ(constants.size(), 3u);
  EXPECT_EQ(constants[0], (Words{4u << 16 | kOpConstant, 2, 10, 0}));
  EXPECT_EQ(constants[1], (Words{5u << 16 | kOpConstant, 3, 11, 0, 0}));
  EXPECT_EQ(constants[2], (Words{3u << 16 | kOpConstantNull, 4, 12}));
}

// Anything that parses can be listed, trimmed and rewritten, and the results
// parse again. The sanitizer builds make this test worth its time.
TEST(RobustnessTest, SurvivesDamagedModules) {
  std::mt19937 random(7);
  size_t parsed = 0;
  for (int round = 0; round < 20000; ++round) {
    Words words = Sample();
    for (int hit = 0; hit < 3; ++hit)
      words[random() % words.size()] = random() % 3 ? random() % 64 : random();
    words[random() % words.size()] ^= 1u << (random() % 32);
    std::string error;
    auto module = Module::Parse(words, &error);
    if (!module) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    ++parsed;
    Capabilities(*module);
    EntryPoints(*module);
    LinkedSymbols(*module);
    Extensions(*module);
    const Module after = RewriteScalarNulls(TrimCapabilities(*module));
    EXPECT_TRUE(Module::Parse(ToBytes(after), &error)) << error;
  }
  EXPECT_GT(parsed, 100u);
}

}  // namespace
}  // namespace facet::spirv
