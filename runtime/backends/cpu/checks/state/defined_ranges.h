// Memory of objects of which all bits are known to be defined.
//
// In:  ranges that were compared with the maps (definedness.h), and what may
//      have left something undefined.
// Out: whether a range need not be compared again.
// Why: kernels read the same memory again and again. Comparing all of it before
//      each launch takes longer than the launch, on many cores.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINED_RANGES_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINED_RANGES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace facet {

// Any thread.
class DefinedRanges {
 public:
  static DefinedRanges& All();

  // Another number whenever something may have become undefined; the same for
  // what commands have done, 0 while there is one that may do so.
  uint64_t changes() const;
  uint64_t changes_by_commands() const;
  // Of a command that may leave something undefined. At its end it says what.
  void BeginCommand();
  void EndCommand();
  // All of [begin, begin + bytes) is known to be defined.
  bool Has(const void* begin, size_t bytes) const;
  // All of it was found to be defined, by a comparison that began when there
  // were so many changes. Without effect if there are others by now.
  void Add(const void* begin, size_t bytes, uint64_t changes);
  // Some of it, or of all memory, may have become undefined: because it is of a
  // new object or its contents are not needed, or by a command.
  enum class By { kRuntime, kCommand };
  void Remove(const void* begin, size_t bytes, By by);
  void RemoveAll();  // by a command

 private:
  void RemoveLocked(uintptr_t begin, uintptr_t end);

  mutable std::mutex mutex_;
  std::map<uintptr_t, uintptr_t> ends_;  // by begins; they do not touch
  uint64_t changes_ = 1, changes_by_commands_ = 1;
  unsigned commands_ = 0;  // that run
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINED_RANGES_H_
