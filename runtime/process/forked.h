// Whether this process was made by fork() after its parent had begun to use the
// runtime.
//
// Out: true in such a child.
// Why: of the parent's threads only the one that called fork() is there, and
//      drivers do not survive a fork. So nothing of the runtime can work, and
//      whoever waits, or takes a lock, may block forever.
#ifndef FACET_RUNTIME_PROCESS_FORKED_H_
#define FACET_RUNTIME_PROCESS_FORKED_H_

namespace facet {

bool Forked();

// Before the first driver is opened or thread started.
void NoteRuntimeInUse();

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_FORKED_H_
