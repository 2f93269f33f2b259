// Work-items that return before a barrier of the work-group, as in programs
// ported from CUDA: those of the native CPU that go on do not wait for them.
// Which ones return: the last ones, the first ones, every other one, all but one,
// none, all of them; after they have written something; in several places.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

enum Who { kLast, kFirst, kOdd, kAllButOne, kNobody, kAll, kHalfOfGroups };
constexpr Who kWho[] = {kLast,   kFirst, kOdd,         kAllButOne,
                        kNobody, kAll,   kHalfOfGroups};

inline bool Returns(Who who, int i, int local, int n) {
  switch (who) {
  case kLast:
    return i >= n - local / 2 - 3;
  case kFirst:
    return i < 5 + local;
  case kOdd:
    return i % 2 == 1;
  case kAllButOne:
    return i % local != local / 2;
  case kNobody:
    return i < 0;
  case kAll:
    return i >= 0;
  default:
    return i / local % 2 == 0;
  }
}

void Expect(const std::vector<int> &got, const std::vector<int> &wanted,
            const char *what, int who, int local) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (got[i] != wanted[i]) {
      std::printf("%s, case %d, groups of %d: %d instead of %d at %zu\n", what,
                  who, local, got[i], wanted[i], i);
      ++failures;
      return;
    }
}

// The neighbour's number for those that go on, if it goes on, too.
int Exchanged(const std::vector<int> &in, Who who, int i, int local, int n,
              int by) {
  const int other = i / local * local + (i % local + by) % local;
  return Returns(who, other, local, n) ? -1 : in[std::size_t(other)];
}

// A guard at the start, behind which numbers are exchanged in `rounds` rounds.
void CheckGuard(sycl::queue &q, Who who, int local, int rounds, bool writes) {
  const int n = 6 * local;
  std::vector<int> in, got(std::size_t(n), -5), wanted = got;
  for (int i = 0; i < n; ++i)
    in.push_back(i * 7 % 101);
  {
    sycl::buffer<int> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::read_write);
      sycl::local_accessor<int> tile(std::size_t(local), h);
      h.parallel_for(
          sycl::nd_range<1>(std::size_t(n), std::size_t(local)),
          [=](sycl::nd_item<1> it) {
            const int i = int(it.get_global_id(0)), l = int(it.get_local_id(0));
            if (Returns(who, i, local, n)) {
              if (writes)
                b[i] = -9;
              return;
            }
            int sum = 0, own[3] = {i, i + 1, i + 2};
            for (int r = 0; r < rounds; ++r) {
              tile[l] = a[i];
              it.barrier(sycl::access::fence_space::local_space);
              const int other = (l + r + 1) % local;
              const bool is_there =
                  !Returns(who, i - l + other, local, n);
              sum = sum * 3 + (is_there ? tile[other] : -1);
              own[r % 3] += sum;
              it.barrier(sycl::access::fence_space::local_space);
            }
            b[i] = sum + own[0] - own[2];
          });
    });
  }
  for (int i = 0; i < n; ++i) {
    if (Returns(who, i, local, n)) {
      wanted[std::size_t(i)] = writes ? -9 : -5;
      continue;
    }
    int sum = 0, own[3] = {i, i + 1, i + 2};
    for (int r = 0; r < rounds; ++r) {
      sum = sum * 3 + Exchanged(in, who, i, local, n, r + 1);
      own[r % 3] += sum;
    }
    wanted[std::size_t(i)] = sum + own[0] - own[2];
  }
  Expect(got, wanted, "guard", who, local);
}

// Guards in two dimensions, between which there is a barrier; the rounds behind
// them are loaded.
void CheckSeveral(sycl::queue &q, Who first, Who second, int rows) {
  const int columns = 8, local = rows * columns, groups = 5, n = groups * local;
  std::vector<int> counts, got(std::size_t(n), -5), wanted = got;
  for (int g = 0; g < groups; ++g)
    counts.push_back(g % 4);
  {
    sycl::buffer<int> loaded(counts), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor c(loaded, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::read_write);
      sycl::local_accessor<int> tile(std::size_t(local), h);
      h.parallel_for(
          sycl::nd_range<2>({std::size_t(groups * rows), std::size_t(columns)},
                            {std::size_t(rows), std::size_t(columns)}),
          [=](sycl::nd_item<2> it) {
            const int i = int(it.get_global_linear_id());
            const int l = int(it.get_local_linear_id());
            const int g = int(it.get_group_linear_id());
            tile[l] = i;
            it.barrier();
            if (Returns(first, i, local, n))
              return;
            int x = tile[(l + 1) % local];
            it.barrier();
            tile[l] = x * 2;
            it.barrier();
            if (Returns(second, i, local, n)) {
              b[i] = x;
              return;
            }
            for (int k = 0; k < c[g]; ++k) {
              x += tile[l] + k;
              it.barrier();
              tile[l] = x;
              it.barrier();
            }
            b[i] = x + tile[l] * 2;
          });
    });
  }
  for (int i = 0; i < n; ++i) {
    if (Returns(first, i, local, n))
      continue;
    int x = i / local * local + (i % local + 1) % local, own = x * 2;
    if (Returns(second, i, local, n)) {
      wanted[std::size_t(i)] = x;
      continue;
    }
    for (int k = 0; k < counts[std::size_t(i / local)]; ++k)
      own = x += own + k;
    wanted[std::size_t(i)] = x + own * 2;
  }
  Expect(got, wanted, "several", first * 10 + second, local);
}

} // namespace

int main() {
  sycl::queue q;
  for (Who who : kWho)
    for (int local : {1, 7, 32, 64, 100})
      for (bool writes : {false, true}) {
        CheckGuard(q, who, local, 1, writes);
        CheckGuard(q, who, local, 5, writes);
      }
  for (Who first : kWho)
    for (Who second : kWho)
      for (int rows : {1, 4, 16})
        CheckSeveral(q, first, second, rows);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
