//===- kernels.h - Kernels that compile_module_test runs on the CPU -------===//
//
// The functors as host and device see them: the test fills them in, the device
// source gives them bodies.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_TEST_KERNELS_H
#define FACET_POSTLINK_AOT_TEST_KERNELS_H

/// Sum of each work-group by a tree with a barrier in the loop.
struct Reduce {
  const float *in;
  float *out;
  /// The device-side state of a local accessor: an offset into the arena.
  unsigned long arenaOffset;
};

/// Barriers in a helper that both sides of a branch call, and private memory
/// that lives across them.
struct Rotate {
  const int *in;
  int *out;
  int rounds;
};

/// Work-items below `live` meet barriers, the others end before.
struct LeaveEarly {
  const int *in;
  int *out;
  int live;
};

/// A divergent loop and an early return, without barriers.
struct Search {
  const int *in;
  int *out;
  int length;
};

/// A tile transposed through local memory in two dimensions.
struct Transpose {
  const float *in;
  float *out;
  unsigned long width;
};

/// The first sub-group passes barriers of its own between those of the group.
struct SubGroups {
  int *out;
};

/// What the sub-group queries answer.
struct SubGroupIds {
  unsigned *ids;
  unsigned *locals;
  unsigned *sizes;
  unsigned *counts;
};

/// A range kernel: two arguments, a functor that changes, an odd remainder.
struct Count {
  int *out;
  int table[4];
  mutable int calls;
};
struct Range2 {
  unsigned long size[2];
};

/// Mathematics in a loop that vectorizes.
struct Wave {
  const float *in;
  float *out;
};

#endif // FACET_POSTLINK_AOT_TEST_KERNELS_H
