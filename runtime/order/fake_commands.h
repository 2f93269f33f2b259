// Queues, commands and devices for tests of the order of commands.
//
// In:  nothing.
// Out: commands that count, and devices whose work ends when the test says so.
#ifndef FACET_RUNTIME_ORDER_FAKE_COMMANDS_H_
#define FACET_RUNTIME_ORDER_FAKE_COMMANDS_H_

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/testing/fake_device.h"

namespace facet {

inline std::shared_ptr<Queue> MakeQueue(bool in_order = false,
                                 DevicePtr device = nullptr) {
  if (!device) device = std::make_shared<FakeDevice>();
  QueueOptions options;
  options.in_order = in_order;
  return std::make_shared<Queue>(device, options, nullptr);
}

inline CommandPtr Counting(const std::shared_ptr<Queue>& queue,
                    std::atomic<int>* count) {
  return Command::OnDevice(queue, [count](Stream& s, EventPtr* out) {
    ++*count;
    return s.RecordEvent(out);
  });
}

// Its stream has nothing but what `end` says.
class OpenStream : public FakeStream {
 public:
  explicit OpenStream(std::shared_ptr<FakeEvent> end) : end_(std::move(end)) {}
  Status RecordEvent(EventPtr* event) override {
    if (!event) return {};
    *event = end_;
    ++recorded;
    return {};
  }
  int recorded = 0;

 private:
  std::shared_ptr<FakeEvent> end_;
};

class OpenDevice : public FakeDevice {
 public:
  std::shared_ptr<FakeEvent> end = std::make_shared<FakeEvent>(false);
  std::vector<std::shared_ptr<OpenStream>> streams;
  Status CreateStream(const StreamOptions&, StreamPtr* stream) override {
    streams.push_back(std::make_shared<OpenStream>(end));
    *stream = streams.back();
    return {};
  }
};

// Work for a stream, and its end, which the test decides.
struct Work {
  std::shared_ptr<FakeEvent> event = std::make_shared<FakeEvent>(false);
  std::atomic<int> runs{0};
  CommandPtr In(const std::shared_ptr<Queue>& queue) {
    auto command = Command::OnDevice(queue, [this](Stream&, EventPtr* out) {
      ++runs;
      if (out) *out = event;
      return Status();
    });
    command->WantEvent();
    return command;
  }
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_FAKE_COMMANDS_H_
