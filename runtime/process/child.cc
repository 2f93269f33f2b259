// See child.h.
#include "runtime/process/child.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

extern char** environ;

// There only in programs with the thread sanitizer.
extern "C" __attribute__((weak)) void __tsan_init();

namespace facet {
namespace {

struct Start {
  const char* program;
  char* const* arguments;
  int descriptors[3];
  char* stack;       // of Exec
  sigset_t signals;  // the caller's mask
  int error = 0;     // why the program was not started
  int status = 0;
};
constexpr size_t kStack = 32 << 10;

// Handlers of the process are none of the new program's, and must not run
// before it: their memory is shared.
void ForgetHandlers() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action;
    if (sigaction(number, nullptr, &action) != 0) continue;
    if (action.sa_handler == SIG_IGN && number != SIGCHLD) continue;
    action = {};
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, nullptr);
  }
}

// As vfork: the caller goes on when the child has its own program, or has
// ended.
pid_t Clone(int (*function)(void*), char* stack, int signal, void* data) {
  return clone(function, stack + kStack, CLONE_VM | CLONE_VFORK | signal, data);
}

// The next two run with the parent's memory: nothing but system calls.
int Exec(void* data) {
  auto& start = *static_cast<Start*>(data);
  for (int to = 0; to < 3; ++to)
    if (dup2(start.descriptors[to], to) < 0) {
      start.error = errno;
      _exit(127);
    }
  pthread_sigmask(SIG_SETMASK, &start.signals, nullptr);
  execve(start.program, start.arguments, environ);
  start.error = errno;
  _exit(127);
}

// A process that says SIGCHLD with its end has started a program: so there is
// one between, which does not, and waits with handlers of its own.
int ExecAndWait(void* data) {
  auto& start = *static_cast<Start*>(data);
  ForgetHandlers();
  const pid_t child = Clone(Exec, start.stack, SIGCHLD, data);
  if (child < 0 || waitpid(child, &start.status, 0) < 0) start.error = errno;
  _exit(0);
}

// Writes the caller's status. The thread sanitizer takes each clone for a fork
// and fails in the second of a thread: with it, there is no process between.
void ExecInChild(Start& start, char* stacks) {
  const bool direct = __tsan_init != nullptr;
  const pid_t child = direct ? Clone(Exec, start.stack, SIGCHLD, &start)
                             : Clone(ExecAndWait, stacks + kStack, 0, &start);
  if (child < 0) start.error = errno;
  int* status = direct ? &start.status : nullptr;
  while (child >= 0 && waitpid(child, status, direct ? 0 : __WCLONE) < 0 &&
         errno == EINTR) {
  }
}

// Above the standard ones, which dup2 overwrites one after the other.
class HighDescriptor {
 public:
  explicit HighDescriptor(int descriptor)
      : descriptor_(fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) {}
  ~HighDescriptor() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  HighDescriptor(const HighDescriptor&) = delete;
  HighDescriptor& operator=(const HighDescriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

}  // namespace

std::optional<int> RunProgram(const std::string& program,
                              const std::vector<std::string>& arguments,
                              const StandardFiles& files) {
  std::vector<char*> pointers = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const HighDescriptor input(files.descriptors[0]),
      output(files.descriptors[1]), messages(files.descriptors[2]);
  const std::unique_ptr<char[]> stacks(new char[2 * kStack]);
  Start start{program.c_str(),
              pointers.data(),
              {input.get(), output.get(), messages.get()},
              stacks.get(),
              {}};
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &start.signals);
  ExecInChild(start, stacks.get());
  pthread_sigmask(SIG_SETMASK, &start.signals, nullptr);
  if (start.error != 0) {
    errno = start.error;
    return std::nullopt;
  }
  return WIFEXITED(start.status) ? WEXITSTATUS(start.status)
                                 : 128 + WTERMSIG(start.status);
}

bool StopIgnoringChildren() {
  struct sigaction action;
  if (sigaction(SIGCHLD, nullptr, &action) != 0) return false;
  if (action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT))
    return false;
  if (action.sa_handler == SIG_IGN) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  return sigaction(SIGCHLD, &action, nullptr) == 0;
}

}  // namespace facet
