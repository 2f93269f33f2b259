//===- clang.h - What most code that uses Clang includes ------------------===//
//
// As llvm.h, and parsed after that, for units that include headers of Clang.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TOOLCHAINS_PRECOMPILED_CLANG_H
#define FACET_TOOLCHAINS_PRECOMPILED_CLANG_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

#endif // FACET_TOOLCHAINS_PRECOMPILED_CLANG_H
