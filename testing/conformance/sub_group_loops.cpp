// Loops whose rounds are each sub-group's own, with functions of the sub-group
// in them: their number is loaded, voted, or taken from a queue. The host does
// the same for all work-items of a sub-group at once.
#include "testing/conformance/check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

CONFORMANCE_CHAPTER("sub_group_loops");

namespace {

/// Programs that were ported from CUDA count on this size.
constexpr int warp = 32;
constexpr std::size_t rows = 96;

void need_warps(const sycl::queue &q, std::size_t local = 2 * warp) {
  const auto d = q.get_device();
  const auto sizes = d.get_info<sycl::info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), std::size_t(warp)) == sizes.end())
    conformance::skip("the device has no sub-groups of 32");
  if (d.get_info<sycl::info::device::max_work_group_size>() < local)
    conformance::skip("the device has no groups of that size");
}

int hash(int x) {
  return static_cast<int>((static_cast<unsigned>(x) * 2654435761u) >> 16);
}

/// Row r has the elements from begin[r] to begin[r + 1]; some have none.
struct table {
  table() {
    for (std::size_t r = 0; r < rows; ++r)
      begin.push_back(begin.back() + (r % 7 == 3 ? 0 : hash(int(r)) % 100));
    for (int i = 0; i < begin.back(); ++i)
      values.push_back(hash(i) % 1000 - 500);
  }
  std::vector<int> begin{0}, values;
};

/// The same, where kernels read it, and numbers for results.
template <typename T> struct shared {
  shared(sycl::queue &q, const std::vector<T> &from)
      : q(q), data(sycl::malloc_shared<T>(from.size(), q)), size(from.size()) {
    std::copy(from.begin(), from.end(), data);
  }
  shared(sycl::queue &q, std::size_t n) : shared(q, std::vector<T>(n)) {}
  ~shared() { sycl::free(data, q); }
  shared(const shared &) = delete;
  std::vector<T> get() const { return {data, data + size}; }
  sycl::queue &q;
  T *data;
  std::size_t size;
};

void need_usm(const sycl::queue &q) {
  conformance::need(q, sycl::aspect::usm_shared_allocations,
                    "shared memory of unified addresses");
}

/// The sums of rows by sub-groups that count themselves by \p row_of, with and
/// without a stride over all of them.
template <typename Sum, typename RowOf>
void check_rows(sycl::queue &q, const char *what, RowOf row_of) {
  const table t;
  std::vector<Sum> wanted(rows);
  for (std::size_t r = 0; r < rows; ++r)
    for (int k = t.begin[r]; k < t.begin[r + 1]; ++k)
      wanted[r] += Sum(t.values[k]);
  shared<int> begin(q, t.begin), values(q, t.values);
  const int *b = begin.data, *v = values.data;
  for (std::size_t warps : {rows, rows / 4, rows + 8})
    for (std::size_t local : {warp, 4 * warp}) {
      shared<Sum> sums(q, rows);
      Sum *to = sums.data;
      q.parallel_for(
           sycl::nd_range<1>(warps * warp, local),
           [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
             const auto sg = it.get_sub_group();
             const int lane = int(sg.get_local_linear_id());
             for (auto r = row_of(it); std::size_t(r) < rows;
                  r += decltype(r)(it.get_global_range(0) / warp)) {
               Sum sum = 0;
               for (int k = b[r] + lane; k < b[r + 1]; k += warp)
                 sum += Sum(v[k]);
               sum = sycl::reduce_over_group(sg, sum, sycl::plus<Sum>());
               if (lane == 0)
                 to[r] = sum;
             }
           })
          .wait();
      if (!CHECK(sums.get() == wanted))
        std::printf("  %s, %zu warps in groups of %zu\n", what, warps, local);
    }
}

SECTION(rows_of_a_table) {
  need_usm(q);
  need_warps(q, 4 * warp);
  check_rows<int>(q, "id / 32", [](const sycl::nd_item<1> &it) {
    return it.get_global_id(0) / warp;
  });
  check_rows<std::int64_t>(q, "int", [](const sycl::nd_item<1> &it) {
    const int id = int(it.get_global_id(0));
    return id / warp;
  });
  check_rows<unsigned>(q, "unsigned", [](const sycl::nd_item<1> &it) {
    const unsigned id = unsigned(it.get_group(0)) *
                            unsigned(it.get_local_range(0)) +
                        unsigned(it.get_local_id(0));
    return id >> 5;
  });
  check_rows<float>(q, "sub-groups", [](const sycl::nd_item<1> &it) {
    const auto sg = it.get_sub_group();
    return it.get_group(0) * sg.get_group_linear_range() +
           sg.get_group_linear_id();
  });
  check_rows<std::int64_t>(q, "local id", [](const sycl::nd_item<1> &it) {
    const int warps = int(it.get_local_range(0)) / warp;
    return int(it.get_group(0)) * warps + int(it.get_local_id(0)) / warp;
  });
}

/// What work-items make of their ids, some of which is the same for 32 of them
/// and some not, also where the launch begins at an id that is no multiple.
template <typename Id> std::array<Id, 12> terms(Id id, Id local, Id range) {
  return {Id(id / 32),
          Id(id / 64),
          Id((id - 48) / 32),
          Id((id * 2 + 64) / 128),
          Id(id % 32),
          Id((local + 5) & 31),
          Id((id & 0x60) | 7),
          Id((range * 3 + local) / 16),
          Id(id < 64 ? 1 : 2),
          Id(id - 64 > 31 ? 3 : 4),
          Id((local ^ 33) / 32),
          Id((local << 3) >> 8)};
}

template <typename Id>
void check_terms(sycl::queue &q, std::size_t local, std::size_t offset) {
  const std::size_t n = 4 * local;
  shared<std::int64_t> results(q, n);
  std::int64_t *to = results.data;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  const sycl::nd_range<1> range({n}, {local}, {offset});
#pragma clang diagnostic pop
  q.parallel_for(range,
                 [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
                   const auto sg = it.get_sub_group();
                   const std::size_t i = it.get_global_id(0) - offset;
                   const auto all =
                       terms(Id(it.get_global_id(0)), Id(it.get_local_id(0)),
                             Id(it.get_local_range(0)));
                   std::int64_t sum = 0;
                   for (std::size_t k = 0; k < all.size(); ++k)
                     sum = sum * 31 + std::int64_t(all[k]) +
                           std::int64_t(sycl::permute_group_by_xor(
                               sg, all[k], unsigned(k % 4 + 1)));
                   to[i] = sum;
                 })
      .wait();
  const auto of = [&](std::size_t i) {
    return terms(Id(i + offset), Id(i % local), Id(local));
  };
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < of(i).size(); ++k)
      sum = sum * 31 + std::int64_t(of(i)[k]) +
            std::int64_t(of(i / warp * warp + ((i % warp) ^ (k % 4 + 1)))[k]);
    if (!CHECK(results.data[i] == sum)) {
      std::printf("  work-item %zu of groups of %zu from %zu on\n", i, local,
                  offset);
      return;
    }
  }
}

SECTION(terms_of_ids) {
  need_usm(q);
  need_warps(q, 4 * warp);
  for (std::size_t local : {warp, 4 * warp})
    for (std::size_t offset : {0, 32, 5, 48, 96}) {
      check_terms<int>(q, local, offset);
      check_terms<unsigned>(q, local, offset);
      check_terms<short>(q, local, offset);
      check_terms<std::size_t>(q, local, offset);
      check_terms<std::int64_t>(q, local, offset);
    }
}

/// Rounds that are loaded, some of which end early or go on at once, with values
/// that each work-item carries along; loops within loops.
template <typename T> void check_rounds(sycl::queue &q, const char *what) {
  std::vector<int> counts;
  for (std::size_t r = 0; r < rows; ++r)
    counts.push_back(hash(int(r) + 7) % 9);
  const auto round = [](T own, T sum, int c) {
    return T(own * T(3) + sum + T(c));
  };
  std::vector<T> wanted;
  for (std::size_t r = 0; r < rows; ++r) {
    std::array<T, warp> own;
    for (int l = 0; l < warp; ++l)
      own[l] = T((int(r) * warp + l) % 11);
    for (int c = 0; c < counts[r]; ++c) {
      T sum = 0;
      for (int l = 0; l < warp; ++l)
        sum += own[l];
      if (int(sum) % 5 == 1)
        continue;
      for (int inner = 0; inner < counts[(r + std::size_t(c)) % rows] % 3;
           ++inner)
        for (int l = 0; l < warp; l += 2)
          std::swap(own[l], own[l + 1]);
      for (int l = 0; l < warp; ++l)
        own[l] = T(int(round(own[l], sum, c)) % 64);
      if (int(sum) % 7 == 2)
        break;
    }
    wanted.insert(wanted.end(), own.begin(), own.end());
  }
  shared<int> loaded(q, counts);
  shared<T> results(q, rows * warp);
  const int *n = loaded.data;
  T *to = results.data;
  q.parallel_for(
       sycl::nd_range<1>(rows * warp, 2 * warp),
       [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
         const auto sg = it.get_sub_group();
         const std::size_t i = it.get_global_id(0), r = i / warp;
         T own = T(i % 11);
         for (int c = 0; c < n[r]; ++c) {
           const T sum = sycl::reduce_over_group(sg, own, sycl::plus<T>());
           if (int(sum) % 5 == 1)
             continue;
           for (int inner = 0; inner < n[(r + std::size_t(c)) % rows] % 3;
                ++inner)
             own = sycl::permute_group_by_xor(sg, own, 1);
           own = T(int(round(own, sum, c)) % 64);
           if (int(sum) % 7 == 2)
             break;
         }
         to[i] = own;
       })
      .wait();
  if (!CHECK(results.get() == wanted))
    std::printf("  %s\n", what);
}

SECTION(loaded_rounds) {
  need_usm(q);
  need_warps(q);
  check_rounds<int>(q, "int");
  check_rounds<std::int64_t>(q, "64 bits");
  check_rounds<float>(q, "float");
  check_rounds<short>(q, "short");
}

SECTION(until_nobody_votes) {
  need_usm(q);
  need_warps(q);
  const int n = int(rows) * warp;
  shared<int> results(q, std::size_t(n));
  int *to = results.data;
  q.parallel_for(sycl::nd_range<1>(std::size_t(n), 2 * warp),
                 [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
                   const auto sg = it.get_sub_group();
                   const int i = int(it.get_global_id(0));
                   unsigned x = unsigned(i) % 251 + 1;
                   int steps = 0, rounds = 0;
                   while (sycl::any_of_group(sg, x != 1)) {
                     if (x != 1) {
                       x = x % 2 ? 3 * x + 1 : x / 2;
                       ++steps;
                     }
                     ++rounds;
                   }
                   to[i] = steps * 1000 + rounds;
                 })
      .wait();
  for (int first = 0; first < n; first += warp) {
    std::array<int, warp> steps{};
    for (int l = 0; l < warp; ++l)
      for (unsigned x = unsigned(first + l) % 251 + 1; x != 1; ++steps[l])
        x = x % 2 ? 3 * x + 1 : x / 2;
    const int rounds = *std::max_element(steps.begin(), steps.end());
    for (int l = 0; l < warp; ++l)
      if (!CHECK(results.data[first + l] == steps[l] * 1000 + rounds))
        return;
  }
}

SECTION(rows_from_a_queue) {
  need_usm(q);
  need_warps(q);
  const table t;
  shared<int> begin(q, t.begin), values(q, t.values), sums(q, rows), next(q, 1);
  const int *b = begin.data, *v = values.data;
  int *to = sums.data, *counter = next.data;
  q.parallel_for(
       sycl::nd_range<1>(6 * warp, 2 * warp),
       [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
         const auto sg = it.get_sub_group();
         const int lane = int(sg.get_local_linear_id());
         while (true) {
           int r = 0;
           if (sg.leader())
             r = sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                  sycl::memory_scope::device>(*counter)
                     .fetch_add(1);
           r = sycl::group_broadcast(sg, r);
           if (r >= int(rows))
             return;
           int sum = 0;
           for (int base = b[r]; base < b[r + 1]; base += warp) {
             const int x = base + lane < b[r + 1] ? v[base + lane] : 0;
             const int before =
                 sycl::exclusive_scan_over_group(sg, x, sycl::plus<int>());
             sum += sycl::select_from_group(sg, before + x, warp - 1);
           }
           if (sg.leader())
             to[r] = sum;
         }
       })
      .wait();
  for (std::size_t r = 0; r < rows; ++r)
    CHECK(sums.data[r] == std::accumulate(t.values.begin() + t.begin[r],
                                          t.values.begin() + t.begin[r + 1],
                                          0));
}

/// Shuffles of what others have given, with nothing between them.
SECTION(words_of_words) {
  need_usm(q);
  need_warps(q);
  const std::size_t n = 4 * warp;
  shared<int> results(q, n);
  int *to = results.data;
  q.parallel_for(
       sycl::nd_range<1>(n, 2 * warp),
       [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
         const auto sg = it.get_sub_group();
         const int i = int(it.get_global_id(0));
         const int once = sycl::permute_group_by_xor(sg, i * 7, 1);
         const int twice = sycl::permute_group_by_xor(sg, once, 1);
         const int thrice = sycl::permute_group_by_xor(sg, twice, 1);
         const int third = sycl::select_from_group(sg, twice, 3);
         const int again = sycl::select_from_group(sg, third, 3);
         to[i] = once + 3 * twice + 5 * thrice + 11 * third + 13 * again;
       })
      .wait();
  for (int i = 0; i < int(n); ++i)
    CHECK(results.data[i] ==
          6 * (i ^ 1) * 7 + 3 * i * 7 + 24 * (i / warp * warp + 3) * 7);
}

struct triple {
  double a;
  int b;
  short c;
};

/// Words of lanes that depend on the round, which all of a sub-group get.
SECTION(words_for_all) {
  need_usm(q);
  need_warps(q);
  conformance::need(q, sycl::aspect::fp64, "double");
  std::vector<int> counts;
  for (std::size_t r = 0; r < rows; ++r)
    counts.push_back(hash(int(r)) % 70);
  shared<int> loaded(q, counts);
  shared<std::int64_t> results(q, rows * warp);
  const int *n = loaded.data;
  std::int64_t *to = results.data;
  const auto own = [](std::size_t i) {
    return triple{double(i) * 3, int(i % 17), short(i % 5)};
  };
  q.parallel_for(
       sycl::nd_range<1>(rows * warp, 2 * warp),
       [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
         const auto sg = it.get_sub_group();
         const std::size_t i = it.get_global_id(0), r = i / warp;
         const triple mine = own(i);
         const sycl::char3 chars(char(i % 3), char(i % 7), char(i % 11));
         std::int64_t sum = std::int64_t(i % warp);
         for (int k = 0; k < n[r]; ++k) {
           const auto from = std::size_t(n[(r + std::size_t(k)) % rows] % warp);
           const triple x = sycl::group_broadcast(sg, mine, from);
           const sycl::char3 c = sycl::group_broadcast(sg, chars, from);
           const bool odd = sycl::group_broadcast(sg, i % 2 == 1, from);
           if (odd)
             sum += std::int64_t(x.a) + x.b * k;
           else
             sum = sum * 3 + x.c + c[0] + c[1] * 2 + c[2] * 4;
           sum %= 1 << 20;
         }
         to[i] = sum;
       })
      .wait();
  for (std::size_t i = 0; i < rows * warp; ++i) {
    const std::size_t r = i / warp;
    std::int64_t sum = std::int64_t(i % warp);
    for (int k = 0; k < counts[r]; ++k) {
      const std::size_t o =
          r * warp + std::size_t(counts[(r + std::size_t(k)) % rows] % warp);
      const triple x = own(o);
      if (o % 2 == 1)
        sum += std::int64_t(x.a) + x.b * k;
      else
        sum = sum * 3 + x.c + int(o % 3) + int(o % 7) * 2 + int(o % 11) * 4;
      sum %= 1 << 20;
    }
    if (!CHECK(results.data[i] == sum))
      return;
  }
}

/// Sub-groups go through rows of their own, and then, or in each round of
/// another loop, wait for the rest of the group: with values of each work-item,
/// private arrays and algorithms of the group on both sides.
void check_waiting(sycl::queue &q, sycl::range<2> local, std::size_t groups) {
  const std::size_t size = local.size(), warps = size / warp;
  const table t;
  shared<int> begin(q, t.begin), values(q, t.values),
      results(q, groups * size);
  const int *b = begin.data, *v = values.data;
  int *to = results.data;
  const auto sum_of = [&](std::size_t r) {
    return std::accumulate(t.values.begin() + t.begin[r],
                           t.values.begin() + t.begin[r + 1], 0);
  };
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> shared_sums(sycl::range<1>(warps), h);
     h.parallel_for(
         sycl::nd_range<2>({groups * local[0], local[1]}, local),
         [=](sycl::nd_item<2> it) [[sycl::reqd_sub_group_size(warp)]] {
           const auto sg = it.get_sub_group();
           const std::size_t lane = sg.get_local_linear_id(),
                             w = sg.get_group_linear_id(),
                             g = it.get_group_linear_id();
           int kept[4] = {int(lane), int(w), 0, 0};
           for (int part = 0; part < 3; ++part) {
             const std::size_t r = (g * warps + w + std::size_t(part)) % rows;
             int sum = 0;
             for (int base = b[r]; base < b[r + 1]; base += warp) {
               const int x = base + int(lane) < b[r + 1] ? v[base + int(lane)] : 0;
               sum += sycl::reduce_over_group(sg, x, sycl::plus<int>());
             }
             if (sg.leader())
               shared_sums[w] = sum;
             sycl::group_barrier(it.get_group());
             kept[part % 4] += shared_sums[(w + 1) % warps] + int(lane);
             sycl::group_barrier(it.get_group());
           }
           const int rank = sycl::exclusive_scan_over_group(
               it.get_group(), kept[0] & 3, sycl::plus<int>());
           to[it.get_group_linear_id() * size + it.get_local_linear_id()] =
               kept[0] + 3 * kept[1] + 5 * kept[2] + 7 * rank;
         });
   }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    int rank = 0;
    for (std::size_t l = 0; l < size; ++l) {
      const std::size_t w = l / warp, lane = l % warp;
      int kept[3] = {int(lane), int(w), 0};
      for (std::size_t part = 0; part < 3; ++part)
        kept[part] +=
            sum_of((g * warps + (w + 1) % warps + part) % rows) + int(lane);
      if (!CHECK(results.data[g * size + l] ==
                 kept[0] + 3 * kept[1] + 5 * kept[2] + 7 * rank)) {
        std::printf("  groups of %zu x %zu\n", local[0], local[1]);
        return;
      }
      rank += kept[0] & 3;
    }
  }
}

SECTION(with_barriers_of_groups) {
  need_usm(q);
  need_warps(q, 4 * warp);
  check_waiting(q, {1, warp}, 3);
  check_waiting(q, {1, 4 * warp}, 9);
  check_waiting(q, {4, warp}, 2);
  check_waiting(q, {2, 2 * warp}, 1);
  check_waiting(q, {8, 8}, 4);
  check_waiting(q, {16, 8}, 3);
}

/// Groups whose rows are not whole sub-groups: each work-item has ids of its own
/// in all dimensions, and sub-groups loops of their own.
template <int Dims> void check_shape(sycl::queue &q, sycl::range<Dims> local) {
  const std::size_t size = local.size(), groups = 6;
  const table t;
  auto global = local;
  global[0] *= groups / 2;
  global[Dims - 1] *= 2;
  shared<int> begin(q, t.begin), values(q, t.values),
      results(q, groups * size);
  const int *b = begin.data, *v = values.data;
  int *to = results.data;
  q.parallel_for(
       sycl::nd_range<Dims>(global, local),
       [=](sycl::nd_item<Dims> it) [[sycl::reqd_sub_group_size(warp)]] {
         const auto sg = it.get_sub_group();
         const int lane = int(sg.get_local_linear_id());
         const int id = int(it.get_local_linear_id());
         const std::size_t warps = size / warp, g = it.get_group_linear_id();
         int sum = 0;
         for (std::size_t r = g * warps + std::size_t(id / warp); r < rows;
              r += groups * warps)
           for (int base = b[r]; base < b[r + 1]; base += warp) {
             const int x = base + lane < b[r + 1] ? v[base + lane] : lane;
             sum += sycl::reduce_over_group(sg, x, sycl::plus<int>());
           }
         int place = 0;
         for (int d = 0; d < Dims; ++d)
           place = place * 100 + int(it.get_local_id(d)) +
                   3 * int(it.get_global_id(d));
         place += sycl::group_broadcast(sg, place, std::size_t(sum & 31));
         to[g * size + std::size_t(id)] = sum * 7 + place;
       })
      .wait();
  const auto place_of = [&](std::size_t g, std::size_t id) {
    int place = 0;
    std::size_t rest = id, in_group[3] = {};
    for (int d = Dims - 1; d >= 0; --d) {
      in_group[d] = rest % local[d];
      rest /= local[d];
    }
    for (int d = 0; d < Dims; ++d) {
      const std::size_t group = Dims == 1       ? g
                                : d == 0        ? g / 2
                                : d == Dims - 1 ? g % 2
                                                : 0;
      place = place * 100 + int(in_group[d]) +
              3 * int(group * local[d] + in_group[d]);
    }
    return place;
  };
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t id = 0; id < size; ++id) {
      int sum = 0;
      for (std::size_t r = g * (size / warp) + id / warp; r < rows;
           r += groups * (size / warp))
        for (int base = t.begin[r]; base < t.begin[r + 1]; base += warp)
          for (int l = 0; l < warp; ++l)
            sum += base + l < t.begin[r + 1] ? t.values[base + l] : l;
      const int wanted = sum * 7 + place_of(g, id) +
                         place_of(g, id / warp * warp + std::size_t(sum & 31));
      if (!CHECK(results.data[g * size + id] == wanted)) {
        std::printf("  work-item %zu of a group in %d dimensions of %zu\n", id,
                    Dims, local[Dims - 1]);
        return;
      }
    }
}

SECTION(groups_of_several_rows) {
  need_usm(q);
  need_warps(q, 8 * warp);
  check_shape<2>(q, {16, 16});
  check_shape<2>(q, {32, 4});
  check_shape<2>(q, {4, 8});
  check_shape<2>(q, {32, 1});
  check_shape<2>(q, {32, 3});
  check_shape<2>(q, {2, 80});
  check_shape<2>(q, {4, warp});
  check_shape<3>(q, {4, 4, 4});
  check_shape<3>(q, {2, 16, 3});
  check_shape<3>(q, {8, 1, 8});
  check_shape<3>(q, {1, 2, 2 * warp});
}

/// Branches on which a group agrees, though it has loaded what they depend on,
/// whose ways end alike.
SECTION(ways_that_end_alike) {
  need_usm(q);
  need_warps(q);
  const std::size_t groups = 24;
  std::vector<int> flags;
  for (std::size_t g = 0; g < groups; ++g)
    flags.push_back(hash(int(g)) % 3);
  shared<int> loaded(q, flags), results(q, groups);
  const int *f = loaded.data;
  int *to = results.data;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> sums(sycl::range<1>(2), h);
     h.parallel_for(
         sycl::nd_range<1>(groups * 2 * warp, 2 * warp),
         [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(warp)]] {
           const auto sg = it.get_sub_group();
           const std::size_t g = it.get_group(0), l = it.get_local_id(0);
           if (f[g] == 1) {
             const int sum = sycl::reduce_over_group(sg, int(l + g),
                                                     sycl::plus<int>());
             if (sg.leader())
               sums[sg.get_group_linear_id()] = sum;
             sycl::group_barrier(it.get_group());
             if (l == 0)
               to[g] = sums[0] + 2 * sums[1];
           } else if (f[g] == 2) {
             const int most = sycl::reduce_over_group(
                 it.get_group(), int(l * 7 % 13), sycl::maximum<int>());
             if (l == 0)
               to[g] = most;
           } else if (l == 0) {
             to[g] = -1;
           }
         });
   }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    const int half = warp * (warp - 1) / 2 + warp * int(g);
    const int wanted = flags[g] == 1   ? half + 2 * (half + warp * warp)
                       : flags[g] == 2 ? 12
                                       : -1;
    CHECK(results.data[g] == wanted);
  }
}

} // namespace
