// See module_generator.h.

#include "testing/benchmarks/module_generator.h"

#include <random>
#include <string>
#include <vector>

#include "compiler/ir/sycl_metadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace facet {
namespace {

constexpr int kDecoratedTypes = 8;

class Generator {
 public:
  Generator(Module& module, CallShape shape)
      : module_(module), context_(module.getContext()), shape_(shape) {}

  void Run(size_t count) {
    AddTypes();
    FunctionType* type = FunctionType::get(
        Type::getVoidTy(context_), {PointerType::get(context_, 4)}, false);
    for (size_t i = 0; i < count; ++i)
      functions_.push_back(Function::Create(type, GlobalValue::ExternalLinkage,
                                            "f" + std::to_string(i), module_));
    for (size_t i = 0; i < count; ++i) AddBody(i);
  }

 private:
  void AddTypes() {
    for (int i = 0; i < kDecoratedTypes; ++i) {
      std::string name = "class.feature" + std::to_string(i);
      StructType* feature =
          StructType::create(context_, {Type::getInt32Ty(context_)}, name);
      addTypeThatUsesAspects(module_, {name, {20 + i}});
      holders_.push_back(StructType::create(
          context_, {Type::getInt64Ty(context_), ArrayType::get(feature, 4)},
          "class.holder" + std::to_string(i)));
    }
    plain_ = StructType::create(
        context_, {Type::getInt32Ty(context_), Type::getFloatTy(context_)},
        "class.plain");
    AspectTable::write(module_, {{"fp64", 6}});
  }

  std::vector<size_t> Callees(size_t i) {
    size_t count = functions_.size();
    if (shape_ == CallShape::kChain)
      return i + 1 < count ? std::vector<size_t>{i + 1} : std::vector<size_t>();
    if (shape_ == CallShape::kRecursion) return {(i + 1) % count};
    std::vector<size_t> callees;
    for (int calls = 0; calls < 3 && i + 1 < count; ++calls)
      callees.push_back(i + 1 + random_() % (count - i - 1));
    return callees;
  }

  // About twelve instructions. One function in a hundred uses a feature.
  void AddBody(size_t i) {
    Function& function = *functions_[i];
    if (i % 100 == 0) function.setCallingConv(CallingConv::SPIR_KERNEL);
    if (i % 10 == 0)
      writeDeclaredAspects(function, {6, 20, 21, 22, 23, 24, 25, 26, 27});
    IRBuilder<> builder(BasicBlock::Create(context_, "", &function));
    Type* type = i % 100 == 50 ? holders_[i / 100 % holders_.size()] : plain_;
    Value* memory = builder.CreateAlloca(type);
    Value* argument = function.getArg(0);
    Value* x = builder.CreateLoad(builder.getInt32Ty(),
                                  builder.CreateStructGEP(plain_, argument, 0));
    for (int step = 0; step < 4; ++step)
      x = builder.CreateAdd(builder.CreateMul(x, builder.getInt32(step + i)),
                            builder.getInt32(7));
    builder.CreateStore(x, memory);
    for (size_t callee : Callees(i))
      builder.CreateCall(functions_[callee], {argument});
    builder.CreateRetVoid();
  }

  Module& module_;
  LLVMContext& context_;
  CallShape shape_;
  std::mt19937 random_{1};
  std::vector<Function*> functions_;
  std::vector<StructType*> holders_;
  StructType* plain_ = nullptr;
};

}  // namespace

std::unique_ptr<Module> GenerateModule(LLVMContext& context, size_t functions,
                                       CallShape shape) {
  auto module = std::make_unique<Module>("generated", context);
  Generator(*module, shape).Run(functions);
  return module;
}

}  // namespace facet
