//===- child.cpp - Work that may crash ------------------------------------===//
//
// See child.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/child.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace facet::random_kernels {

void dieWithParent() { prctl(PR_SET_PDEATHSIG, SIGTERM); }

[[noreturn]] static void work(const std::function<std::string()> &Work,
                              unsigned Seconds, int To) {
  for (int Signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGALRM})
    signal(Signal, SIG_DFL);
  alarm(Seconds);
  dieWithParent();
  int Nowhere = open("/dev/null", O_WRONLY);
  if (Nowhere >= 0)
    dup2(Nowhere, 2);
  std::string Text = Work() + "\n";
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t Written = write(To, Text.data() + Done, Text.size() - Done);
    if (Written <= 0)
      _exit(2);
    Done += static_cast<size_t>(Written);
  }
  _exit(0);
}

ChildResult runInChild(const std::function<std::string()> &Work,
                       unsigned Seconds) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return {"crash", "no pipe"};
  fflush(nullptr);
  pid_t Child = fork();
  if (Child == 0) {
    close(Ends[0]);
    work(Work, Seconds, Ends[1]);
  }
  close(Ends[1]);
  ChildResult Result;
  char Buffer[4096];
  for (ssize_t Got; (Got = read(Ends[0], Buffer, sizeof(Buffer))) > 0;)
    Result.Text.append(Buffer, static_cast<size_t>(Got));
  close(Ends[0]);
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child)
    return {"crash", "no process"};
  if (WIFSIGNALED(Status))
    return {WTERMSIG(Status) == SIGALRM ? "time" : "crash",
            "signal " + std::to_string(WTERMSIG(Status))};
  if (WEXITSTATUS(Status) != 0 || Result.Text.empty())
    return {"crash", "exit code " + std::to_string(WEXITSTATUS(Status))};
  Result.Text.pop_back();
  return Result;
}

} // namespace facet::random_kernels
