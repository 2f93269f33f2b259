// A device for tests: accepts what it is told to, and has memory of its own, so
// that a missing copy shows.
//
// In:  operations.
// Out: copies and events; launches do nothing.
#ifndef FACET_RUNTIME_TESTING_FAKE_DEVICE_H_
#define FACET_RUNTIME_TESTING_FAKE_DEVICE_H_

#include <cstdlib>
#include <cstring>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

#include "runtime/backends/backend.h"

namespace facet {

// Done when the test says so.
class FakeEvent : public Event {
 public:
  explicit FakeEvent(bool done) : done_(done) {}
  void Finish() {
    std::lock_guard lock(mutex_);
    done_ = true;
    changed_.notify_all();
  }
  Status Wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_; });
    return {};
  }
  Status Query(bool* done) override {
    std::lock_guard lock(mutex_);
    *done = done_;
    return {};
  }
  Status GetProfilingTimes(ProfilingTimes*) override { return {}; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_;
};

class FakeStream : public Stream {
 public:
  Status LaunchKernel(const KernelPtr&, const LaunchDescription&,
                      EventPtr* event) override {
    return RecordEvent(event);
  }
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override {
    std::memcpy(to, from, bytes);
    ++copies();
    return RecordEvent(event);
  }
  Status Fill(void*, const void*, size_t, size_t, EventPtr* event) override {
    return RecordEvent(event);
  }
  Status RecordEvent(EventPtr* event) override {
    if (!event) return {};
    *event = std::make_shared<FakeEvent>(true);
    ++events();
    return {};
  }
  Status WaitFor(const EventPtr&) override {
    ++waits();
    return {};
  }
  Status Wait() override { return {}; }
  static int& copies() {
    static int count;
    return count;
  }
  static int& events() {
    static int count;
    return count;
  }
  static int& waits() {
    static int count;
    return count;
  }
};

class FakeDevice : public Device {
 public:
  DeviceInfo fake_info;
  std::map<std::string, int> ranks;  // by target
  std::string fake_hint;

  const DeviceInfo& info() const override { return fake_info; }
  int ImageRank(const sycl_device_image& image) const override {
    auto found = ranks.find(image.target);
    return found == ranks.end() ? kRankNever : found->second;
  }
  std::string ImageHint() const override { return fake_hint; }
  Status LoadProgram(std::span<const sycl_device_image* const>,
                     ProgramPtr*) override {
    return {StatusCode::kBuildFailed, "fake"};
  }
  Status Allocate(UsmKind, size_t bytes, size_t, void** address) override {
    *address = std::malloc(bytes);
    return {};
  }
  Status Free(void* address, UsmKind) override {
    std::free(address);
    return {};
  }
  Status CreateStream(const StreamOptions&, StreamPtr* stream) override {
    *stream = std::make_shared<FakeStream>();
    return {};
  }
};

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_FAKE_DEVICE_H_
