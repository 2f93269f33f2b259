// Whether the process ends: exit() or quick_exit() has begun.
//
// Out: true from then on.
// Why: drivers end with the process, and commands in flight fail when they do.
//      These failures are of no interest, and must not terminate a program that
//      was about to return its exit status.
#ifndef FACET_RUNTIME_PROCESS_EXITING_H_
#define FACET_RUNTIME_PROCESS_EXITING_H_

namespace facet {

bool Exiting();

// Exit handlers run in the reverse order of their registration: to be called
// whenever a driver may have registered some. Costs one handler each time.
void NoticeExit();

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_EXITING_H_
