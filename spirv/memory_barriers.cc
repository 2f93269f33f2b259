// Rewrites memory barriers; see memory_barriers.h.

#include "spirv/memory_barriers.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facet::spirv {
namespace {

constexpr std::string_view kFence =
    "_Z22atomic_work_item_fencej12memory_order12memory_scope";
constexpr uint32_t kLinkage = 5, kLinkageAttributes = 41, kImport = 1;
// As OpenCL's headers number them.
constexpr uint32_t kLocalAndGlobal = 3, kSequentiallyConsistent = 5,
                   kAllDevices = 3;

class Rewriter {
 public:
  explicit Rewriter(const Module& module)
      : module_(module), next_id_(module.id_bound()) {}

  Module Run() {
    if (std::none_of(module_.begin(), module_.end(), [](Instruction i) {
          return i.opcode() == kOpMemoryBarrier;
        }))
      return module_;
    FindTypes();
    fence_ = next_id_++;
    words_.assign(module_.words().begin(),
                  module_.words().begin() + kHeaderWords);
    Add(kOpCapability, {kLinkage});
    bool decorated = false, declared = false;
    for (Instruction i : module_) {
      if (!decorated && EndsDebugInformation(i)) {
        decorated = true;
        Decorate();
      }
      if (!declared && i.opcode() == kOpFunction) {
        declared = true;
        Declare();
      }
      i.opcode() == kOpMemoryBarrier ? Call() : Append(i);
    }
    words_[3] = next_id_;
    std::string error;
    auto result = Module::Parse(std::move(words_), &error);
    return result ? *std::move(result) : module_;  // too many ids
  }

 private:
  static bool EndsDebugInformation(Instruction i) {
    return i.opcode() == kOpDecorate || i.opcode() == kOpMemberDecorate ||
           i.opcode() == kOpDecorationGroup || i.opcode() == kOpDecorateId ||
           (i.opcode() >= kOpTypeVoid && i.opcode() <= kOpTypeForwardPointer) ||
           i.opcode() == kOpFunction;
  }
  void FindTypes() {
    for (Instruction i : module_) {
      if (i.opcode() == kOpTypeVoid) void_ = i.word(1);
      if (i.opcode() == kOpTypeInt && i.word(2) == 32) integer_ = i.word(1);
    }
    for (Instruction i : module_)
      if (i.opcode() == kOpTypeFunction && i.size() == 6 &&
          i.word(2) == void_ && i.word(3) == integer_ &&
          i.word(4) == integer_ && i.word(5) == integer_)
        function_ = i.word(1);
  }
  void Append(Instruction i) {
    words_.insert(words_.end(), i.words().begin(), i.words().end());
  }
  void Add(uint16_t opcode, std::vector<uint32_t> operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words_.insert(words_.end(), operands.begin(), operands.end());
  }
  void Decorate() {
    std::vector<uint32_t> operands(2 + kFence.size() / 4 + 1);
    operands[0] = fence_;
    operands[1] = kLinkageAttributes;
    std::memcpy(&operands[2], kFence.data(), kFence.size());
    operands.push_back(kImport);
    Add(kOpDecorate, std::move(operands));
  }
  // Behind the module's own types, before its functions.
  void Declare() {
    if (void_ == 0) Add(kOpTypeVoid, {void_ = next_id_++});
    if (integer_ == 0) Add(kOpTypeInt, {integer_ = next_id_++, 32, 0});
    if (function_ == 0)
      Add(kOpTypeFunction,
          {function_ = next_id_++, void_, integer_, integer_, integer_});
    for (uint32_t value : {kLocalAndGlobal, kSequentiallyConsistent, kAllDevices}) {
      arguments_.push_back(next_id_);
      Add(kOpConstant, {integer_, next_id_++, value});
    }
    Add(kOpFunction, {void_, fence_, 0, function_});
    for (int n = 0; n < 3; ++n)
      Add(kOpFunctionParameter, {integer_, next_id_++});
    Add(kOpFunctionEnd, {});
  }
  void Call() {
    std::vector<uint32_t> operands = {void_, next_id_++, fence_};
    operands.insert(operands.end(), arguments_.begin(), arguments_.end());
    Add(kOpFunctionCall, std::move(operands));
  }

  const Module& module_;
  uint32_t next_id_;
  uint32_t void_ = 0, integer_ = 0, function_ = 0, fence_ = 0;
  std::vector<uint32_t> arguments_;
  std::vector<uint32_t> words_;
};

}  // namespace

Module RewriteMemoryBarriers(const Module& module) {
  return Rewriter(module).Run();
}

}  // namespace facet::spirv
