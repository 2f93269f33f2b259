//===- coverage.h - Device code that counts what of it is executed --------===//
//
// In:  the module that Clang generates for devices with -fcoverage-mapping
// (calls
//      of llvm.instrprof.increment and the coverage mapping), with
//      --coverage (metadata that names the files), or both.
// Out: device code with the counting calls of compiler/ir/counters.h, and a
//      module for the host's compilation of the same source. That has the
//      counters as Clang would have them for host code: they are written by the
//      profile runtime of the program, with those of its own.
// Why: images are made from parts of a source, once for each target and after
//      the link. All of them count for the one source, whose object is the one
//      place that is always linked.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_COVERAGE_H
#define FACET_COMPILER_PASSES_COVERAGE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Instrumentation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace facet {

struct CoverageOptions {
  /// For --coverage.
  std::optional<llvm::GCOVOptions> Gcov;
  /// For -fcoverage-mapping.
  bool Mapping = false;
  /// Of the host.
  std::string Triple, DataLayout;
};

class CoverageInstrumentation {
public:
  /// Before host code is dropped: nothing refers to the coverage mapping.
  CoverageInstrumentation(llvm::Module &M, CoverageOptions Options);

  /// Replaces Clang's counters in \p M, which has no host code any more.
  /// Returns the module for the host, or null if there is nothing to count.
  std::unique_ptr<llvm::Module> run();

private:
  struct Record {
    llvm::Constant *Bytes;
    std::string Section;
    llvm::MaybeAlign Alignment;
  };
  /// The counters of one function.
  using Groups = std::vector<llvm::GlobalVariable *>;

  void saveMapping();
  void countForGcov();
  void countForMapping();
  void replaceCounters(llvm::GlobalVariable &Counters, size_t Group);
  void eraseNames();
  void addMapping();
  void lowerHostCounters(llvm::ArrayRef<llvm::Function *> Stubs);
  void count(llvm::Instruction &Where, size_t Group, uint64_t Index,
             llvm::Value *Step);
  void registerGroups();

  llvm::Module &M;
  CoverageOptions Options;
  std::unique_ptr<llvm::Module> Host;
  llvm::Function *Count = nullptr;
  std::vector<Record> Mapping;
  /// Hashes of the names of the functions that are mapped.
  llvm::DenseSet<uint64_t> Mapped;
  Groups Counters;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_COVERAGE_H
