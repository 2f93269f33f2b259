// What fake drivers have in common: a record of the calls that they got, and
// failures: of one function, because the environment says so, or of one call.
//
// Example, in a driver whose variable is FAKE_X_FAIL:
//   facet::CallRecorder<int> recorder("FAKE_X_FAIL");
//   int xOpen(int n) { return recorder.Call("xOpen", "%d", n); }  // recorded
//   int xCount(int* n) { *n = 1; return recorder.Query("xCount"); }  // not
// FAKE_X_FAIL="xOpen=-3" makes xOpen return -3.
//
// Why not part of the tests: a driver is a library of its own, which the tests
// and the code under test open.
#ifndef FACET_RUNTIME_TESTING_CALL_RECORDER_H_
#define FACET_RUNTIME_TESTING_CALL_RECORDER_H_

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace facet {

// `Result` is the driver's type of errors; zero is success.
template <typename Result>
class CallRecorder {
 public:
  explicit CallRecorder(const char* variable) : variable_(variable) {}

  // Adds "function(…)" to the record; returns the code to fail with, or zero.
  __attribute__((format(printf, 3, 4))) Result Call(const char* function,
                                                    const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    {
      std::lock_guard lock(mutex_);
      record_ += std::string(function) + "(" + text + ")\n";
    }
    return Query(function);
  }
  Result Call(const char* function) { return Call(function, "%s", ""); }

  // The same without a line in the record.
  Result Query(const char* function) const {
    if (calls_left_ > 0 || lost_) {
      const long left = calls_left_.fetch_sub(1);
      if (left == 1 || (left < 1 && lost_)) return code_;
    }
    const char* fail = std::getenv(variable_);
    const size_t length = std::strlen(function);
    if (!fail || std::strncmp(fail, function, length) != 0 ||
        fail[length] != '=')
      return Result{};
    return static_cast<Result>(std::strtol(fail + length + 1, nullptr, 0));
  }

  // The n-th call from now on fails, and those after it if the device is lost
  // then. Zero: none does. Returns whether the call of the last time has come.
  bool Fail(long n, bool lost, Result code) {
    const bool came = calls_left_ < 1;
    lost_ = false;
    code_ = code;
    calls_left_ = n;
    lost_ = lost;
    return came;
  }

  // All calls fail from now on.
  void End(Result code) { Fail(0, true, code); }

  // Returns the record since this was asked last; valid until it is asked
  // again.
  const char* Take() {
    std::lock_guard lock(mutex_);
    taken_.clear();
    taken_.swap(record_);
    return taken_.c_str();
  }

 private:
  const char* const variable_;
  std::mutex mutex_;
  std::string record_;
  std::string taken_;
  mutable std::atomic<long> calls_left_{0};
  std::atomic<bool> lost_{false};
  std::atomic<Result> code_{};
};

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_CALL_RECORDER_H_
