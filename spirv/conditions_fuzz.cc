// Fuzzes Specialize and Link with damaged conditional modules.
//
//   conditions_fuzz [-executions=N] [-seconds=S] [-seed=N]
//
// Each execution changes a sample in one to six places: words of conditions
// (what they name, where they stand, their operations) four times out of five,
// any word otherwise; then specialises it for random values, and links the
// result with itself. What must hold:
//  * an error with a text, or a module; never a crash (build with
//    -fsanitize=address,undefined for the whole of it);
//  * if the damaged module without its conditions is valid, then so is the
//    specialised one;
//  * specialising again changes nothing;
//  * what is linked from valid modules is valid.
// Failures are printed with the seed and the number of the execution.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "spirv/conditional_sample.h"
#include "spirv/link.h"
#include "spirv/specialize.h"
#include "spirv/testing.h"

namespace facet::spirv {
namespace {

struct Counts {
  long executions = 0, unreadable = 0, refused = 0, specialized = 0;
  long comparable = 0;  // specialised, and valid without the conditions
  long linked = 0;
};

class Mutant {
 public:
  Mutant(const Module& module, std::mt19937* random)
      : words_(module.words().begin(), module.words().end()), random_(random) {
    std::string error;
    Refresh();
  }

  void Change() {
    switch ((*random_)() % 5) {
      case 0:
        return Damage();
      case 1:
        return Rename();
      case 2:
        return Recompute();
      case 3:
        return Pick(2) ? Decorate() : Undecorate();
      default:
        return Bind();
    }
  }
  const std::vector<uint32_t>& words() const { return words_; }

 private:
  // Starts of instructions, and the ids of boolean constants.
  void Refresh() {
    starts_.clear();
    booleans_.clear();
    for (size_t at = kHeaderWords; at < words_.size();) {
      const size_t size = std::max<size_t>(words_[at] >> 16, 1);
      if (size > words_.size() - at) break;
      starts_.push_back(at);
      const uint32_t opcode = words_[at] & 0xffff;
      const bool constant =
          opcode == kOpConstantTrue || opcode == kOpConstantFalse ||
          opcode == kOpSpecConstantTrue || opcode == kOpSpecConstantFalse ||
          opcode == kOpSpecConstantOp;
      if (constant && size > 2) booleans_.push_back(words_[at + 2]);
      at += size;
    }
  }
  uint32_t Pick(size_t below) {
    return below ? static_cast<uint32_t>((*random_)() % below) : 0;
  }
  uint32_t Boolean() {
    return booleans_.empty() ? 1 : booleans_[Pick(booleans_.size())];
  }
  // A random instruction for which `matches` holds; 0: there is none.
  template <typename Matches>
  size_t Find(Matches matches) {
    std::vector<size_t> found;
    for (size_t at : starts_)
      if (matches(words_[at] & 0xffff, at)) found.push_back(at);
    return found.empty() ? 0 : found[Pick(found.size())];
  }
  size_t Size(size_t at) const { return words_[at] >> 16; }
  bool IsCondition(uint32_t opcode, size_t at) const {
    return opcode == kOpDecorate && Size(at) == 4 &&
           words_[at + 2] == kDecorationConditional;
  }

  void Damage() {
    const size_t at = kHeaderWords + Pick(words_.size() - kHeaderWords);
    words_[at] = Pick(2) ? Pick(words_[3]) : Pick(0x70000);
    Refresh();
  }
  // A condition names another constant.
  void Rename() {
    const size_t at = Find([&](uint32_t opcode, size_t start) {
      return IsCondition(opcode, start) || (opcode >= kOpConditionalExtension &&
                                            opcode <= kOpConditionalCapability);
    });
    if (at)
      words_[at + ((words_[at] & 0xffff) == kOpDecorate ? 3 : 1)] = Boolean();
  }
  // An operation gets another opcode or operand.
  void Recompute() {
    constexpr uint32_t kOperations[] = {kOpLogicalAnd, kOpLogicalOr,
                                        kOpLogicalEqual, kOpLogicalNotEqual};
    const size_t at = Find([&](uint32_t opcode, size_t start) {
      return opcode == kOpSpecConstantOp && words_[start] >> 16 == 6;
    });
    if (!at) return;
    if (Pick(2))
      words_[at + 3] = kOperations[Pick(4)];
    else
      words_[at + 4 + Pick(2)] = Boolean();
  }
  void Insert(size_t at, const std::vector<uint32_t>& instruction) {
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at),
                  instruction.begin(), instruction.end());
    Refresh();
  }
  void Decorate() {
    const size_t at = Find([&](uint32_t opcode, size_t start) {
      return Size(start) > 2 && opcode >= kOpTypeVoid && opcode <= kOpVariable;
    });
    const size_t place = Find([&](uint32_t opcode, size_t start) {
      return IsCondition(opcode, start);
    });
    if (!at || !place) return;
    const uint32_t opcode = words_[at] & 0xffff;
    const bool type = opcode >= kOpTypeVoid && opcode <= kOpTypePipe;
    Insert(place, {4u << 16 | kOpDecorate, words_[at + (type ? 1 : 2)],
                   kDecorationConditional, Boolean()});
  }
  void Undecorate() {
    const size_t at = Find([&](uint32_t opcode, size_t start) {
      return IsCondition(opcode, start);
    });
    if (!at) return;
    words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(at),
                 words_.begin() + static_cast<std::ptrdiff_t>(at) + 4);
    Refresh();
  }
  // An ordinary entry point, capability or extension gets a condition.
  void Bind() {
    const size_t at = Find([&](uint32_t opcode, size_t) {
      return opcode == kOpEntryPoint || opcode == kOpCapability ||
             opcode == kOpExtension;
    });
    if (!at) return;
    uint32_t opcode = words_[at] & 0xffff;
    opcode = opcode == kOpEntryPoint   ? kOpConditionalEntryPoint
             : opcode == kOpCapability ? kOpConditionalCapability
                                       : kOpConditionalExtension;
    words_[at] = ((words_[at] >> 16) + 1) << 16 | opcode;
    Insert(at + 1, {Boolean()});
  }

  std::vector<uint32_t> words_;
  std::mt19937* random_;
  std::vector<size_t> starts_;
  std::vector<uint32_t> booleans_;
};

// Empty, or what is wrong.
std::string Execute(const ConditionalModule& sample, uint32_t seed,
                    Counts* counts) {
  std::mt19937 random(seed);
  Mutant mutant(sample.module, &random);
  for (unsigned changes = 1 + random() % 6; changes > 0; --changes)
    mutant.Change();
  ++counts->executions;
  std::string error;
  const auto module = Module::Parse(mutant.words(), &error);
  if (!module) return ++counts->unreadable, "";
  std::vector<std::pair<uint32_t, bool>> values;
  for (uint32_t id : sample.spec_ids) values.emplace_back(id, random() % 2);
  const auto result = Specialize(*module, values, &error);
  if (!result)
    return ++counts->refused, error.empty() ? "an error without a text" : "";
  ++counts->specialized;
  const auto again = Specialize(*result, values, &error);
  if (!again || ToBytes(*again) != ToBytes(*result))
    return "specialising twice is not the same as once: " + error;
  if (Invalidity(Unconditional(*module)) != "") return "";
  ++counts->comparable;
  if (const std::string what = Invalidity(*result); what != "")
    return "not valid: " + what + Text(*result);
  const Module alone[] = {*result};
  const auto linked = Link(alone, {}, &error);
  if (!linked) return error.empty() ? "an error without a text" : "";
  ++counts->linked;
  if (const std::string what = Invalidity(*linked); what != "")
    return "linked, not valid: " + what + Text(*linked);
  return "";
}

int Main(int argc, char** argv) {
  long executions = 2000, seconds = 0, seed = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const long value =
        equals == argument.npos ? 0 : std::atol(argv[i] + equals + 1);
    if (name == "-executions")
      executions = value;
    else if (name == "-seconds")
      seconds = value, executions = -1;
    else if (name == "-seed")
      seed = value;
    else
      return std::fprintf(stderr, "%s: error: unknown: %s\n", argv[0], argv[i]),
             2;
  }
  const ConditionalModule sample = ConditionalSample();
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  Counts counts;
  long failures = 0;
  for (long n = 0;
       executions < 0 ? std::chrono::steady_clock::now() < end : n < executions;
       ++n) {
    const auto mutant_seed = static_cast<uint32_t>(seed * 1000003 + n);
    const std::string failure = Execute(sample, mutant_seed, &counts);
    if (failure.empty()) continue;
    std::printf("seed %ld, execution %ld: %s\n", seed, n, failure.c_str());
    if (++failures == 5) break;
  }
  std::printf(
      "%ld executions: %ld unreadable, %ld refused, %ld specialised; %ld of "
      "these compared with their valid origin, %ld linked; %ld failures\n",
      counts.executions, counts.unreadable, counts.refused, counts.specialized,
      counts.comparable, counts.linked, failures);
  // A run that compares nothing proves nothing.
  return failures != 0 || counts.comparable < counts.executions / 10;
}

}  // namespace
}  // namespace facet::spirv

int main(int argc, char** argv) { return facet::spirv::Main(argc, argv); }
