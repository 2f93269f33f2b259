// See event_poller.h.
#include "runtime/order/event_poller.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <thread>
#include <utility>

#include "runtime/process/host_executor.h"

namespace facet {
namespace {

using std::chrono::microseconds;

// An event is late by at most an eighth of the time that it takes, and a
// millisecond.
constexpr microseconds kShortest{20}, kLongest{1000};

}  // namespace

EventPoller& EventPoller::Global() {
  static auto* poller = new EventPoller;
  return *poller;
}

void EventPoller::Add(EventPtr event, std::function<void()> done) {
  std::lock_guard lock(mutex_);
  added_.reserve(added_.size() + 1);
  if (!has_thread_) {
    std::thread([this] { Work(); }).detach();
    has_thread_ = true;
  }
  added_.push_back({std::move(event), std::move(done), Clock::now()});
  changed_.notify_one();
}

void EventPoller::Work() {
  std::vector<Entry> entries;
  Clock::duration pause = kShortest;
  const auto has_more = [this] { return !added_.empty(); };
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (entries.empty())
        changed_.wait(lock, has_more);
      else
        changed_.wait_for(lock, pause, has_more);
      std::move(added_.begin(), added_.end(), std::back_inserter(entries));
      added_.clear();
    }
    pause = Poll(&entries);
  }
}

EventPoller::Clock::duration EventPoller::Poll(std::vector<Entry>* entries) {
  Clock::duration pause = kLongest;
  const auto now = Clock::now();
  std::erase_if(*entries, [&](Entry& entry) {
    bool done = false;
    if (entry.event->Query(&done).ok() && !done) {
      pause = std::min(pause, std::max<Clock::duration>(
                                  kShortest, (now - entry.since) / 8));
      return false;
    }
    try {
      HostExecutor::Global().Post(entry.done);
    } catch (const std::exception&) {
      entry.done();  // no thread or memory to be had
    }
    return true;
  });
  return pause;
}

}  // namespace facet
