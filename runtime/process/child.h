// Programs that the runtime runs.
//
// In:  a program, its arguments, its standard files.
// Out: its exit status.
// Why: the process belongs to the user, who may ignore SIGCHLD or wait for all
//      children in a handler; then posix_spawn and waitpid lose the status. The
//      children made here end without a signal, and only who knows them waits.
#ifndef FACET_RUNTIME_PROCESS_CHILD_H_
#define FACET_RUNTIME_PROCESS_CHILD_H_

#include <optional>
#include <string>
#include <vector>

namespace facet {

// Standard input, output and error.
struct StandardFiles {
  int descriptors[3];
};

// Returns the exit status, or 128 and the number of the signal that ended the
// program; nothing, with errno, if it could not be started. `program` is a
// path.
std::optional<int> RunProgram(const std::string& program,
                              const std::vector<std::string>& arguments,
                              const StandardFiles& files);

// For drivers that start compilers and wait for them with SIGCHLD: while it is
// ignored they cannot. Returns true if it was, and makes it SIG_DFL.
bool StopIgnoringChildren();

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_CHILD_H_
