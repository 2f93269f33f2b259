#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <gtest/gtest.h>
TEST(Smoke, Module) { llvm::LLVMContext c; llvm::Module m("m", c); EXPECT_EQ(m.getName(), "m"); }
