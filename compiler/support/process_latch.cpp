//===- process_latch.cpp - One process waits for another ------------------===//
//
// See process_latch.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/process_latch.h"

#include "llvm/Support/Errno.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace facet {

Expected<ProcessLatch> ProcessLatch::create() {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return errorCodeToError(errnoAsErrorCode());
  return ProcessLatch(Ends[0], Ends[1]);
}

ProcessLatch::ProcessLatch(ProcessLatch &&Other)
    : ReadEnd(std::exchange(Other.ReadEnd, -1)),
      WriteEnd(std::exchange(Other.WriteEnd, -1)) {}

void ProcessLatch::setInherited(bool Inherited) const {
  fcntl(ReadEnd, F_SETFD, Inherited ? 0 : FD_CLOEXEC);
}

void ProcessLatch::open() {
  // This process holds the other end, too: there is no signal if the reader is
  // gone, and a byte fits into an empty pipe.
  const char Byte = 1;
  if (WriteEnd >= 0)
    (void)sys::RetryAfterSignal(-1, ::write, WriteEnd, &Byte, size_t(1));
  abandon();
}

void ProcessLatch::abandon() {
  for (int *End : {&ReadEnd, &WriteEnd})
    if (*End >= 0)
      ::close(std::exchange(*End, -1));
}

bool waitForLatch(int Descriptor) {
  char Byte;
  return sys::RetryAfterSignal(-1, ::read, Descriptor, &Byte, size_t(1)) == 1;
}

} // namespace facet
