// Programs of csmith on the host. Each runs in a process of its own, since a program with undefined behavior may do anything:
// the caller compiles this with traps for it.
//
// Prints, for each program, either
//   result INDEX WORK_ITEM CHECKSUM     for each work-item, and
//   sequence INDEX same|different       whether they reached the same barriers, in the same order, and
//   different INDEX PLACE...            barriers that they did not reach in the same way,
// or
//   invalid INDEX                       it did something undefined, or more than `limit` blocks.
#pragma once

#include "arithmetic.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace csmith {

constexpr unsigned limit = 60000;
constexpr unsigned barrier_limit = 3000;

struct launch {
  unsigned group_size, groups;
  bool divergent;
};

class work_item : public checksum {
public:
  explicit work_item(unsigned id) : id_(id) {}

  void block(unsigned block, unsigned parent) {
    if (++blocks_ > limit)
      _exit(3);
    enter(block, parent);
  }
  void barrier(unsigned place, unsigned block) {
    if (++passes_ > barrier_limit)
      _exit(3);
    enter(~place, block);
    sequence_.note(place);
    if (place % 3 == 0)
      note(place + passes_);
  }
  std::uint64_t result() {
    note(passes_);
    return value;
  }
  bool same_sequence(const work_item &o) const { return sequence_.value == o.sequence_.value; }

  /// How a place or block was reached: after what of the block that it is in.
  std::map<unsigned, checksum> reached;

private:
  void enter(unsigned at, unsigned parent) {
    const std::uint64_t before = reached[parent].value;
    reached[at].note(before);
  }
  unsigned id_, blocks_ = 0;
  std::uint32_t passes_ = 0;
  checksum sequence_;
};

/// Whether `at` was reached in the same way by both.
inline bool same(const work_item &a, const work_item &b, unsigned at) {
  const auto x = a.reached.find(at), y = b.reached.find(at);
  return x != a.reached.end() && y != b.reached.end() && x->second.value == y->second.value;
}

template <template <typename> typename Program> void run_all(unsigned index, const launch &how, unsigned argument) {
  std::vector<std::unique_ptr<work_item>> items;
  std::map<unsigned, bool> places;
  for (unsigned id = 0; id < how.group_size * how.groups; ++id) {
    auto item = std::make_unique<work_item>(id);
    auto program = std::make_unique<Program<work_item>>(*item);
    program->vary(argument + (how.divergent ? id % 5 : 0));
    std::printf("result %u %u %llu\n", index, id, static_cast<unsigned long long>(program->run()));
    for (const auto &at : item->reached)
      if (at.first > ~0u / 2)
        places[at.first] = true;
    items.push_back(std::move(item));
  }
  std::printf("different %u", index);
  bool same_order = true;
  for (const auto &item : items) {
    same_order &= item->same_sequence(*items[0]);
    for (auto &place : places)
      place.second &= same(*item, *items[0], place.first);
  }
  for (const auto &place : places)
    if (!place.second)
      std::printf(" %u", ~place.first);
  std::printf("\nsequence %u %s\n", index, same_order ? "same" : "different");
}

template <template <typename> typename Program> void reference(unsigned index, const launch &how, unsigned argument) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    run_all<Program>(index, how, argument);
    std::fflush(stdout);
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  if (status != 0)
    std::printf("invalid %u\n", index);
}

} // namespace csmith

#define CSMITH_BLOCK(number, in) item.block(number, in);
#define CSMITH_BARRIER(place, in) item.barrier(place, in);
