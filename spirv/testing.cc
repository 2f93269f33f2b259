// SPIRV-Tools for tests; see testing.h.

#include "spirv/testing.h"

#include <spirv-tools/libspirv.hpp>
#include <vector>

namespace facet::spirv {
namespace {

// What AOT targets and drivers here are given is SPIR-V 1.2.
struct Tools : spvtools::SpirvTools {
  explicit Tools(std::string* messages) : SpirvTools(SPV_ENV_UNIVERSAL_1_2) {
    SetMessageConsumer([messages](spv_message_level_t, const char*,
                                  const spv_position_t& at, const char* text) {
      *messages += std::to_string(at.index) + ": " + text + "\n";
    });
  }
};

}  // namespace

Module Assemble(const std::string& text) {
  std::string messages;
  std::vector<uint32_t> words;
  EXPECT_TRUE(Tools(&messages).Assemble(
      text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS))
      << messages << text;
  auto module = Module::Parse(std::move(words), &messages);
  EXPECT_TRUE(module) << messages;
  return module ? *module
                : *Module::Parse({kMagic, 0x00010200, 0, 1, 0}, &messages);
}

std::string Invalidity(const Module& module) {
  std::string messages;
  const auto words = module.words();
  if (Tools(&messages).Validate(words.data(), words.size())) return "";
  return messages.empty() ? "invalid" : messages;
}

std::string Text(const Module& module) {
  std::string messages, text;
  const std::vector<uint32_t> words(module.words().begin(),
                                    module.words().end());
  Tools(&messages).Disassemble(words, &text,
                               SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES |
                                   SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
  return text + messages;
}

}  // namespace facet::spirv
