// See ir_mutator.h.

#include "testing/fuzz/ir_mutator.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

constexpr const char* kFunctionNodes[] = {"sycl_used_aspects",
                                          "sycl_declared_aspects",
                                          "sycl_required_aspects",
                                          "sycl_conditionally_used_aspects",
                                          "sycl_fixed_targets",
                                          "intel_reqd_sub_group_size",
                                          "reqd_work_group_size",
                                          "foreign"};
constexpr const char* kLists[] = {"sycl_aspects", "sycl_types_that_use_aspects",
                                  "foreign.list"};
constexpr int64_t kNumbers[] = {0,  1,    5,          6,    -1,           -7,
                                28, 1000, 2147483647, 1001, -2147483648LL};

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    if (end == std::string::npos) end = text.size();
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string JoinLines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '%' || c == '@' || c == '!' || c == '-';
}

// The bounds of the word around or after `at`.
std::pair<size_t, size_t> WordAt(const std::string& text, size_t at) {
  while (at < text.size() && !IsWordCharacter(text[at])) ++at;
  size_t first = at;
  while (first > 0 && IsWordCharacter(text[first - 1])) --first;
  while (at < text.size() && IsWordCharacter(text[at])) ++at;
  return {first, at - first};
}

}  // namespace

std::string IrMutator::MutateText(std::string text,
                                  const std::vector<std::string>& donors) {
  for (size_t rounds = 1 + Below(4); rounds > 0; --rounds) {
    const std::string& donor = donors[Below(donors.size())];
    if (Below(2) == 0) {
      auto [first, size] = WordAt(text, Below(text.size()));
      auto [from, length] = WordAt(donor, Below(donor.size()));
      text.replace(first, size, donor.substr(from, length));
      continue;
    }
    std::vector<std::string> lines = SplitLines(text);
    std::vector<std::string> others = SplitLines(donor);
    if (lines.empty() || others.empty()) return text;
    size_t at = Below(lines.size());
    switch (Below(4)) {
      case 0:
        lines.erase(lines.begin() + at);
        break;
      case 1:
        lines.insert(lines.begin() + at, lines[Below(lines.size())]);
        break;
      case 2:
        std::swap(lines[at], lines[Below(lines.size())]);
        break;
      default:
        lines.insert(lines.begin() + at, others[Below(others.size())]);
    }
    text = JoinLines(lines);
  }
  return text;
}

std::string IrMutator::MutateBytes(std::string bytes) {
  for (size_t rounds = 1 + Below(6); rounds > 0 && !bytes.empty(); --rounds) {
    size_t at = Below(bytes.size());
    switch (Below(8)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.insert(at, bytes.substr(Below(bytes.size()), 4));
        break;
      case 2:
        bytes.erase(at, 4);
        break;
      case 3:
        bytes[at] = static_cast<char>(random_());
        break;
      default:
        bytes[at] ^= static_cast<char>(1 << Below(8));
    }
  }
  return bytes;
}

Function* IrMutator::AnyFunction(Module& module) {
  if (module.empty()) return nullptr;
  return &*std::next(module.begin(), Below(module.size()));
}

Instruction* IrMutator::AnyInstruction(Module& module) {
  Function* function = AnyFunction(module);
  if (!function || function->isDeclaration()) return nullptr;
  size_t count = function->getInstructionCount();
  return &*std::next(inst_begin(*function), Below(count));
}

// Numbers, texts, nothing, itself: whatever a list can hold.
MDNode* IrMutator::AnyNode(Module& module) {
  LLVMContext& context = module.getContext();
  SmallVector<Metadata*, 8> operands;
  for (size_t count = Below(6); count > 0; --count) {
    switch (Below(8)) {
      case 0:
        operands.push_back(nullptr);
        break;
      case 1:
        operands.push_back(MDString::get(context, "fp64"));
        break;
      case 2:
        operands.push_back(MDNode::get(context, {}));
        break;
      case 3: {
        Type* wide = IntegerType::get(context, 1 + Below(200));
        operands.push_back(
            ConstantAsMetadata::get(ConstantInt::get(wide, Below(100))));
        break;
      }
      default:
        operands.push_back(ConstantAsMetadata::get(ConstantInt::getSigned(
            Type::getInt32Ty(context), kNumbers[Below(std::size(kNumbers))])));
    }
  }
  if (Below(8) != 0) return MDNode::get(context, operands);
  MDNode* distinct = MDNode::getDistinct(context, operands);
  if (!operands.empty()) distinct->replaceOperandWith(0, distinct);
  return distinct;
}

// Conditions (-5: or, -4: and, -3: not, -1: an aspect) with aspects, and what
// is neither.
MDNode* IrMutator::AnyPairs(Module& module) {
  LLVMContext& context = module.getContext();
  SmallVector<Metadata*, 4> pairs;
  for (size_t count = Below(4); count > 0; --count) {
    int64_t first = Below(12), second = Below(12);
    std::vector<int64_t> numbers;
    switch (Below(4)) {
      case 0:
        numbers = {-1, first};
        break;
      case 1:
        numbers = {-3, -1, first};
        break;
      default:
        numbers = {Below(2) == 0 ? -4 : -5, -1, first, -3, -1, second};
    }
    SmallVector<Metadata*, 8> condition;
    for (int64_t number : numbers)
      condition.push_back(ConstantAsMetadata::get(
          ConstantInt::getSigned(Type::getInt32Ty(context), number)));
    MDNode* aspects = Below(3) == 0
                          ? AnyNode(module)
                          : MDNode::get(context, {ConstantAsMetadata::get(
                                ConstantInt::get(Type::getInt32Ty(context),
                                                 Below(12)))});
    pairs.push_back(MDNode::get(
        context, {Below(8) == 0 ? AnyNode(module)
                                : MDNode::get(context, condition),
                  aspects}));
  }
  return MDNode::get(context, pairs);
}

Constant* IrMutator::AnyConstant(Module& module) {
  LLVMContext& context = module.getContext();
  SmallVector<Constant*, 16> known;
  for (Function& function : module)
    if (!function.isIntrinsic()) known.push_back(&function);
  for (GlobalVariable& global : module.globals()) known.push_back(&global);
  for (GlobalAlias& alias : module.aliases()) known.push_back(&alias);
  if (known.empty())
    return ConstantPointerNull::get(PointerType::get(context, 0));
  Constant* constant = known[Below(known.size())];
  for (size_t depth = Below(4); depth > 0; --depth) {
    switch (Below(4)) {
      case 0:
        if (constant->getType()->isPointerTy())
          constant = ConstantExpr::getPointerBitCastOrAddrSpaceCast(
              constant, PointerType::get(context, Below(5)));
        break;
      case 1:
        if (constant->getType()->isPointerTy())
          constant = ConstantExpr::getGetElementPtr(
              Type::getDoubleTy(context), constant,
              ConstantInt::get(Type::getInt64Ty(context), Below(9)));
        break;
      case 2:
        constant = ConstantStruct::getAnon({constant, constant});
        break;
      default:
        constant = ConstantArray::get(
            ArrayType::get(constant->getType(), 2),
            {constant,
             known[0]->getType() == constant->getType() ? known[0] : constant});
    }
  }
  return constant;
}

void IrMutator::AddCall(Module& module) {
  Instruction* at = AnyInstruction(module);
  Function* callee = AnyFunction(module);
  if (!at || !callee || callee->isIntrinsic() || isa<PHINode>(at)) return;
  SmallVector<Value*, 8> arguments;
  for (Type* type : callee->getFunctionType()->params()) {
    if (type->isLabelTy() || type->isMetadataTy() || type->isTokenTy()) return;
    arguments.push_back(PoisonValue::get(type));
  }
  IRBuilder<> builder(at);
  CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
}

void IrMutator::AddGlobal(Module& module) {
  Constant* initial = AnyConstant(module);
  if (Below(3) == 0 && isa<GlobalValue>(initial) &&
      !cast<GlobalValue>(initial)->isDeclaration()) {
    GlobalAlias::create(initial->getType(), 0, GlobalValue::InternalLinkage,
                        "alias", initial, &module);
    return;
  }
  auto* global =
      new GlobalVariable(module, initial->getType(), Below(2) == 0,
                         GlobalValue::InternalLinkage, initial, "global");
  if (Below(3) == 0)
    global->setInitializer(ConstantExpr::getPointerBitCastOrAddrSpaceCast(
                               global, global->getType())
                                       ->getType() == initial->getType()
                               ? static_cast<Constant*>(global)
                               : initial);
}

void IrMutator::AddType(Module& module) {
  Instruction* at = AnyInstruction(module);
  if (!at || isa<PHINode>(at)) return;
  LLVMContext& context = module.getContext();
  std::vector<StructType*> known = module.getIdentifiedStructTypes();
  SmallVector<Type*, 4> members{Type::getDoubleTy(context),
                                ArrayType::get(Type::getInt8Ty(context), 3)};
  if (!known.empty() && known[Below(known.size())]->isSized())
    members.push_back(known[Below(known.size())]);
  members.erase(std::remove_if(members.begin(), members.end(),
                               [](Type* type) { return !type->isSized(); }),
                members.end());
  Type* type = StructType::create(context, members, "made");
  if (Below(2) == 0) type = ArrayType::get(type, Below(1000000));
  IRBuilder<> builder(at);
  Value* memory = builder.CreateAlloca(type);
  if (Below(2) == 0)
    builder.CreateGEP(type, memory, builder.getInt64(Below(5)));
}

void IrMutator::ChangeOperand(Module& module) {
  Instruction* at = AnyInstruction(module);
  if (!at || at->getNumOperands() == 0) return;
  Use& use = at->getOperandUse(Below(at->getNumOperands()));
  Constant* constant = AnyConstant(module);
  if (use->getType() == constant->getType()) {
    use.set(constant);
  } else if (use->getType()->isIntegerTy(64) &&
             constant->getType()->isPointerTy()) {
    use.set(ConstantExpr::getPtrToInt(constant, use->getType()));
  }
}

void IrMutator::AttachNode(Module& module) {
  const char* name = kFunctionNodes[Below(std::size(kFunctionNodes))];
  if (Below(3) == 0) {
    if (Instruction* at = AnyInstruction(module))
      at->setMetadata(name, AnyNode(module));
  } else if (Function* function = AnyFunction(module)) {
    bool conditional = StringRef(name).starts_with("sycl_conditionally");
    function->setMetadata(name, Below(6) == 0 ? nullptr
                                : conditional ? AnyPairs(module)
                                              : AnyNode(module));
  }
}

void IrMutator::ChangeNamedList(Module& module) {
  NamedMDNode* list =
      module.getOrInsertNamedMetadata(kLists[Below(std::size(kLists))]);
  if (list->getNumOperands() != 0 && Below(2) == 0) {
    list->setOperand(Below(list->getNumOperands()), AnyNode(module));
    return;
  }
  std::vector<StructType*> types = module.getIdentifiedStructTypes();
  StringRef name =
      types.empty() ? "double" : types[Below(types.size())]->getName();
  list->addOperand(MDNode::get(module.getContext(),
                               {MDString::get(module.getContext(), name),
                                ConstantAsMetadata::get(ConstantInt::getSigned(
                                    Type::getInt32Ty(module.getContext()),
                                    kNumbers[Below(std::size(kNumbers))]))}));
}

void IrMutator::ChangeFunction(Module& module) {
  Function* function = AnyFunction(module);
  if (!function || function->isIntrinsic()) return;
  switch (Below(6)) {
    case 0:
      function->deleteBody();
      break;
    case 4:
      function->addFnAttr("sycl-call-if-on-device-conditionally", "true");
      break;
    case 1:
      function->setCallingConv(CallingConv::SPIR_KERNEL);
      break;
    case 2:
      function->addFnAttr("sycl-module-id", "a.cpp");
      break;
    case 3:
      if (!function->isDeclaration())
        function->setLinkage(GlobalValue::WeakODRLinkage);
      break;
    default:
      function->setPersonalityFn(AnyConstant(module));
  }
}

void IrMutator::MutateOnce(Module& module) {
  switch (Below(8)) {
    case 0:
      return AddCall(module);
    case 1:
      return AddGlobal(module);
    case 2:
      return AddType(module);
    case 3:
      return ChangeOperand(module);
    case 4:
      return ChangeNamedList(module);
    case 5:
      return ChangeFunction(module);
    default:
      return AttachNode(module);
  }
}

void IrMutator::MutateModule(Module& module) {
  for (size_t rounds = 1 + Below(12); rounds > 0; --rounds) MutateOnce(module);
}

}  // namespace facet
