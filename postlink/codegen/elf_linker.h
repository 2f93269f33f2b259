//===- elf_linker.h - Object files to shared objects ----------------------===//
//
// In:  object files of a job.
// Out: the bytes of a shared object.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_ELF_LINKER_H
#define FACET_POSTLINK_CODEGEN_ELF_LINKER_H

#include "postlink/codegen/job.h"

namespace facet {

/// Links \p Object into a shared object with the job's lld. \p Options are
/// added to the command.
llvm::Expected<llvm::SmallVector<char, 0>>
linkSharedObject(AotJob &Job,
                 llvm::ArrayRef<llvm::SmallVector<char, 0>> Objects,
                 llvm::ArrayRef<std::string> Options);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_ELF_LINKER_H
