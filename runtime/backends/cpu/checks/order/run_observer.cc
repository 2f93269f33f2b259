// See run_observer.h.
#include "runtime/backends/cpu/checks/order/run_observer.h"

#include <atomic>

#include "runtime/backends/cpu/checks/order/access_stamps.h"
#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

bool RunObserver::IsOrdered(AccessStamp earlier) {
  const uint32_t chunk = StampChunk(earlier);
  if (earlier == 0 || chunk == ordered_chunk_) return true;
  const uint32_t command = CommandOf(earlier);
  if (command != 0 && command != command_.number() &&
      !IsOrderedBefore(NodeOfCommand(command), command_.node()))
    return false;
  ordered_chunk_ = chunk;
  return true;
}

bool RunObserver::MayFollow(const AccessHistory& history,
                            const facet_cpu_access& access) {
  const bool atomic = IsAtomicForAll(access);
  if (!(atomic && history.write_is_atomic) && !IsOrdered(history.writer))
    return false;
  return !IsWrite(access) || (atomic && history.read_is_atomic) ||
         IsOrdered(history.reader);
}

AccessHistory RunObserver::After(AccessHistory history,
                                 const facet_cpu_access& access,
                                 uint16_t place) {
  const AccessStamp self = command_.several_groups();
  const bool atomic = IsAtomicForAll(access);
  const bool follows_reader = IsOrdered(history.reader);
  if (IsWrite(access)) {
    AccessHistory after = {
        .writer = self, .write_is_atomic = atomic, .write_place = place};
    // Of atomic operations one may follow another one all the same.
    if (!IsOrdered(history.writer))
      after.writer = JointStamp(history.writer, command_);
    if (!follows_reader) {
      after.reader = history.reader;
      after.read_is_atomic = history.read_is_atomic;
    }
    return after;
  }
  history.read_is_atomic =
      atomic && ((history.reader != self && follows_reader) ||
                 history.read_is_atomic);
  history.reader =
      follows_reader ? self : JointStamp(history.reader, command_);
  return history;
}

bool RunObserver::Observe(facet_cpu_access& access, const void* begin,
                          size_t bytes, bool in_words) {
  const uint16_t place = NumberOfAccess(access);
  const auto* at = static_cast<const char*>(begin);
  const char* const end = at + bytes;
  const size_t unit = in_words ? kBytesOfCell : 1;
  // Words that have the same history are in a row.
  uint64_t before = 0;
  uint64_t after = After({}, access, place).Pack();
  const auto update = [&](uint64_t bits, uint64_t* updated) {
    const AccessHistory history = AccessHistory::Unpack(bits);
    if (!MayFollow(history, access)) return false;
    *updated = After(history, access, place).Pack();
    return true;
  };
  while (at < end) {
    bool races = false;
    at += unit * UpdateRuns(at, (end - at) / unit, in_words, update, &races);
    if (races) return false;
    size_t count = (end - at) / unit;
    if (count == 0) return true;
    AccessCell* const cells =
        in_words ? WordCells(at, &count) : ByteCells(at, &count);
    if (!cells) return true;  // no memory: nothing is known of it
    for (size_t i = 0; i < count; ++i) {
      const uint64_t bits = cells[i].load(std::memory_order_relaxed);
      if (bits != before) {
        const AccessHistory history = AccessHistory::Unpack(bits);
        if (!MayFollow(history, access)) return false;
        before = bits;
        after = After(history, access, place).Pack();
      }
      cells[i].store(after, std::memory_order_relaxed);
    }
    at += count * unit;
  }
  return true;
}

namespace {

// Makes the cells of words. Calls visit(address, cells, count) for those that
// are together, as long as it says so.
template <typename Visit>
bool VisitWordCells(const void* begin, size_t bytes, const Visit& visit) {
  const auto first = reinterpret_cast<uintptr_t>(begin) / kBytesOfCell * kBytesOfCell;
  const auto* at = reinterpret_cast<const char*>(first);
  const char* const end = static_cast<const char*>(begin) + bytes;
  while (at < end) {
    size_t count = (end - at + kBytesOfCell - 1) / kBytesOfCell;
    const AccessCell* const cells = WordCells(at, &count);
    if (!cells) return true;
    if (!visit(at, cells, count)) return false;
    at += count * kBytesOfCell;
  }
  return true;
}

// The same for cells of words, and of bytes of those that were accessed as
// bytes, one by one: visit(address, bits).
template <typename Visit>
bool VisitCells(const void* begin, size_t bytes, const Visit& visit) {
  const auto each = [&](const char* at, const AccessCell* cells, size_t count) {
    for (size_t i = 0; i < count; ++i)
      if (!visit(at + i * kBytesOfCell, cells[i].load(std::memory_order_relaxed)))
        return false;
    return true;
  };
  if (!VisitWordCells(begin, bytes, each)) return false;
  const auto* const of_bytes = static_cast<const char*>(begin);
  return VisitByteCells(begin, bytes, [&](size_t i, uint64_t bits) {
    return visit(of_bytes + i, bits);
  });
}

}  // namespace

bool RunObserver::ComesAfterAll(const void* begin, size_t bytes) {
  uint64_t before = 0;
  return VisitCells(begin, bytes, [&](const void*, uint64_t bits) {
    if (bits == before) return true;
    before = bits;
    const AccessHistory history = AccessHistory::Unpack(bits);
    return IsOrdered(history.writer) && IsOrdered(history.reader);
  });
}

void RunObserver::MakeCells(const void* begin, size_t bytes) {
  VisitWordCells(begin, bytes, [](const char*, const AccessCell*, size_t) {
    return true;
  });
}

void RunObserver::Mark(facet_cpu_access& access, const void* begin,
                       size_t bytes) {
  const auto* at = static_cast<const char*>(begin);
  const char* const end = at + bytes;
  const uint16_t place = NumberOfAccess(access);
  while (at < end) {
    const bool word = reinterpret_cast<uintptr_t>(at) % kBytesOfCell == 0 &&
                      static_cast<size_t>(end - at) >= kBytesOfCell;
    size_t count = 1;
    AccessCell* const cell =
        word ? WordCells(at, &count) : ByteCells(at, &count);
    if (!cell) return;
    const auto history =
        AccessHistory::Unpack(cell->load(std::memory_order_relaxed));
    cell->store(After(history, access, place).Pack(),
                std::memory_order_relaxed);
    at += word ? kBytesOfCell : 1;
  }
}

std::optional<EarlierAccess> RunObserver::FindWrite(const void* begin,
                                                    size_t bytes,
                                                    const void** address) {
  std::optional<EarlierAccess> found;
  uint64_t before = 0;
  VisitCells(begin, bytes, [&](const void* at, uint64_t bits) {
    if (bits == before) return true;
    before = bits;
    const AccessHistory history = AccessHistory::Unpack(bits);
    if (history.reader != command_.several_groups() ||
        IsOrdered(history.writer) ||
        (history.read_is_atomic && history.write_is_atomic))
      return true;
    found = DescribeStamp(history.writer, true, history, at);
    found->owner.command = UnorderedPart(found->owner.command, command_);
    *address = at;
    return false;
  });
  return found;
}

}  // namespace facet
