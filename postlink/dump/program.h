//===- program.h - The device images of a program -------------------------===//
//
// In:  a linked program or shared library.
// Out: its images as the container has them, their code decompressed.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_DUMP_PROGRAM_H
#define FACET_POSTLINK_DUMP_PROGRAM_H

#include "postlink/container/container.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace facet {

/// Returns true for files that the linker makes.
bool isProgram(llvm::MemoryBufferRef File);

/// Returns the images of \p Program in the order in which they are registered,
/// named by their numbers. An error that names the file if there are none.
llvm::Expected<std::vector<DeviceImage>>
readProgramImages(llvm::MemoryBufferRef Program);

} // namespace facet

#endif // FACET_POSTLINK_DUMP_PROGRAM_H
