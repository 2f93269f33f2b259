// A tool with damaged files.
//
//   tool_fuzz [-seconds=N] [-executions=N] [-seed=N] [-save=DIR] SEED... --
//             TOOL ARGUMENT...
//
// Each execution damages a seed (bits, bytes, runs, its end) and runs the tool;
// the argument @ stands for the damaged file, @out for an output that is not
// there before. What must be true: the tool exits with 0 and the output is
// there; or it exits with 1, there is no output, and the first line on stderr
// is `tool: error: ...`. Anything else, a signal or more than a minute, is a
// failure; -save keeps the file.
//
// Prints the counts. Exit code 1: there were failures.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr unsigned kHangSeconds = 60;
constexpr rlim_t kMemoryBytes = rlim_t{4} << 30;

struct Options {
  uint64_t seconds = 0;
  uint64_t executions = 0;
  uint64_t seed = 1;
  std::string save;
  std::vector<std::string> seeds;
  std::vector<std::string> command;
};

using Random = std::mt19937_64;

uint64_t Below(Random& random, uint64_t n) {
  return n == 0 ? 0 : random() % n;
}

// One to four changes, each of a few bytes.
std::string Damage(std::string bytes, Random& random) {
  for (uint64_t left = 1 + Below(random, 4); left != 0 && !bytes.empty();
       --left) {
    const uint64_t at = Below(random, bytes.size());
    const uint64_t run = std::min<uint64_t>(1 + Below(random, 16),
                                            bytes.size() - at);
    switch (Below(random, 7)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << Below(random, 8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(random());
        break;
      case 2:
        for (uint64_t i = at; i < at + run; ++i)
          bytes[i] = static_cast<char>(random());
        break;
      case 3:
        bytes.erase(at, run);
        break;
      case 4:
        bytes.insert(at, bytes.substr(Below(random, bytes.size()), run));
        break;
      case 5: {
        const uint64_t from = Below(random, bytes.size() - run + 1);
        std::copy_n(std::string(bytes, from, run).begin(), run,
                    bytes.begin() + static_cast<int64_t>(at));
        break;
      }
      default:
        if (Below(random, 4) == 0) bytes.resize(at);
    }
  }
  return bytes;
}

class Fuzzer {
 public:
  explicit Fuzzer(Options options) : options_(std::move(options)) {
    char pattern[] = "/tmp/tool_fuzz.XXXXXX";
    const char* made = mkdtemp(pattern);
    directory_ = made ? made : ".";
  }
  ~Fuzzer() {
    for (const char* name : {"/damaged", "/out", "/log"})
      unlink((directory_ + name).c_str());
    rmdir(directory_.c_str());
  }

  int Run() {
    std::vector<std::string> contents;
    for (const std::string& file : options_.seeds) {
      std::ifstream stream(file, std::ios::binary);
      contents.emplace_back(std::istreambuf_iterator<char>(stream),
                            std::istreambuf_iterator<char>());
      if (contents.back().empty()) {
        std::fprintf(stderr, "tool_fuzz: error: cannot read: %s\n",
                     file.c_str());
        return 2;
      }
    }
    const auto start = std::chrono::steady_clock::now();
    auto elapsed = [&] {
      return std::chrono::duration_cast<std::chrono::seconds>(
                 std::chrono::steady_clock::now() - start)
          .count();
    };
    for (uint64_t i = 0;
         (options_.executions == 0 || i < options_.executions) &&
         (options_.seconds == 0 ||
          static_cast<uint64_t>(elapsed()) < options_.seconds);
         ++i) {
      Random random(options_.seed * 0x9E3779B97F4A7C15ull + i);
      Execute(Damage(contents[Below(random, contents.size())], random), i);
    }
    std::printf(
        "tool_fuzz: %lld s, %llu executions of %s: %llu accepted, %llu refused "
        "(%llu of them crashes reported as errors), %llu failures\n",
        static_cast<long long>(elapsed()),
        static_cast<unsigned long long>(accepted_ + refused_ + failures_),
        ToolName().c_str(), static_cast<unsigned long long>(accepted_),
        static_cast<unsigned long long>(refused_),
        static_cast<unsigned long long>(reported_crashes_),
        static_cast<unsigned long long>(failures_));
    return failures_ == 0 ? 0 : 1;
  }

 private:
  std::string ToolName() const {
    const std::string& path = options_.command.front();
    return path.substr(path.rfind('/') + 1);
  }

  void Execute(const std::string& bytes, uint64_t index) {
    std::ofstream(directory_ + "/damaged", std::ios::binary) << bytes;
    unlink((directory_ + "/out").c_str());
    const int status = RunTool();
    std::ifstream log(directory_ + "/log");
    std::string line;
    std::getline(log, line);
    struct stat info;
    const bool wrote = stat((directory_ + "/out").c_str(), &info) == 0;
    std::string wrong;
    if (!WIFEXITED(status))
      wrong = WTERMSIG(status) == SIGKILL ? "hung" : "died of a signal";
    else if (WEXITSTATUS(status) == 0)
      wrong = wrote ? "" : "no error, no output";
    else if (WEXITSTATUS(status) != 1)
      wrong = "exit code " + std::to_string(WEXITSTATUS(status));
    else if (line.rfind(ToolName() + ": error: ", 0) != 0)
      wrong = "the message is '" + line + "'";
    else if (wrote)
      wrong = "an error and an output";
    if (wrong.empty()) {
      (WEXITSTATUS(status) == 0 ? accepted_ : refused_) += 1;
      reported_crashes_ += line.find("crashed") != std::string::npos;
      return;
    }
    ++failures_;
    std::printf("tool_fuzz: execution %llu of -seed=%llu: %s\n",
                static_cast<unsigned long long>(index),
                static_cast<unsigned long long>(options_.seed), wrong.c_str());
    std::fflush(stdout);
    if (!options_.save.empty())
      std::ofstream(options_.save + "/" + std::to_string(index),
                    std::ios::binary)
          << bytes;
  }

  // The tool's wait status. One that hangs is killed.
  int RunTool() {
    std::vector<std::string> words = options_.command;
    for (std::string& word : words) {
      if (word == "@") word = directory_ + "/damaged";
      if (word == "@out") word = directory_ + "/out";
    }
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string log = directory_ + "/log";
    const pid_t child = fork();
    if (child == 0) {
      const int file = open(log.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
      dup2(file, 1);
      dup2(file, 2);
      const rlimit memory = {kMemoryBytes, kMemoryBytes};
      setrlimit(RLIMIT_AS, &memory);
      const rlimit no_core = {0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    int status = 0;
    for (unsigned waited = 0; waited < kHangSeconds * 100; ++waited) {
      if (waitpid(child, &status, WNOHANG) == child) return status;
      usleep(10000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return status;
  }

  const Options options_;
  std::string directory_;
  uint64_t accepted_ = 0, refused_ = 0, reported_crashes_ = 0, failures_ = 0;
};

bool ParseOptions(int argc, char** argv, Options& options) {
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    const size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const char* value =
        equals == word.npos ? "" : argv[i] + equals + 1;
    if (word.front() != '-')
      options.seeds.emplace_back(word);
    else if (name == "-seconds")
      options.seconds = std::strtoull(value, nullptr, 10);
    else if (name == "-executions")
      options.executions = std::strtoull(value, nullptr, 10);
    else if (name == "-seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "-save")
      options.save = value;
    else
      return false;
  }
  options.command.assign(argv + std::min(i + 1, argc), argv + argc);
  return !options.seeds.empty() && !options.command.empty() &&
         (options.seconds != 0 || options.executions != 0);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!ParseOptions(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: tool_fuzz [-seconds=N] [-executions=N] [-seed=N] "
                 "[-save=DIR] SEED... -- TOOL ARGUMENT...\n");
    return 2;
  }
  return Fuzzer(std::move(options)).Run();
}
