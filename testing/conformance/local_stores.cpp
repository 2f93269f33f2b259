// Stores to local memory by some of the work-items: at its ends, next to memory
// of other types, and where data decide.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

CONFORMANCE_CHAPTER("local_stores");

namespace {

std::size_t most_items(sycl::queue &q) {
  return q.get_device().get_info<sycl::info::device::max_work_group_size>();
}

/// Three pieces of local memory, of as many elements as a few of the
/// work-items store: by the first, the last, and some in the middle. What
/// others leave there stays.
template <typename T>
void compare_pieces(sycl::queue &q, std::size_t group, std::size_t few) {
  constexpr std::size_t groups = 3;
  const std::size_t each = 3 * few + 2;
  std::vector<T> result(groups * each);
  {
    sycl::buffer<T> d{result};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{d, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> first{few, h};
      sycl::local_accessor<std::uint16_t> between{2, h};
      sycl::local_accessor<T> last{few, h}, middle{few, h};
      h.parallel_for(
          sycl::nd_range<1>{groups * group, group}, [=](sycl::nd_item<1> it) {
            const int id = int(it.get_local_id(0)), n = int(few),
                      size = int(it.get_local_range(0)), start = (size - n) / 2;
            if (id < 2)
              between[id] = std::uint16_t(1000 + id);
            sycl::group_barrier(it.get_group());
            if (id < n)
              first[id] = T(id + 1);
            if (id >= size - n)
              last[id - (size - n)] = T(2 * id);
            if (id >= start && id < start + n && id % 3 != 1)
              middle[id - start] = T(3 * id);
            if (id >= start && id < start + n && id % 3 == 1)
              middle[id - start] = T(7);
            sycl::group_barrier(it.get_group());
            const std::size_t at = it.get_group(0) * (3 * few + 2);
            if (id < n) {
              out[at + id] = first[id];
              out[at + n + id] = last[id];
              out[at + 2 * n + id] = middle[id];
            }
            if (id < 2)
              out[at + 3 * n + id] = T(between[id] - 900);
          });
    });
  }
  const int size = int(group), n = int(few), start = (size - n) / 2;
  for (std::size_t g = 0; g != groups; ++g) {
    const T *found = result.data() + g * each;
    bool same = found[3 * n] == T(100) && found[3 * n + 1] == T(101);
    for (int i = 0; i != n; ++i)
      same = same && found[i] == T(i + 1) &&
             found[n + i] == T(2 * (size - n + i)) &&
             found[2 * n + i] ==
                 ((start + i) % 3 == 1 ? T(7) : T(3 * (start + i)));
    if (!CHECK(same)) {
      std::printf("  groups of %zu, %zu elements of %zu bytes\n", group, few,
                  sizeof(T));
      return;
    }
  }
}

template <typename T> void compare_all_pieces(sycl::queue &q) {
  for (std::size_t group : {16, 64, 100, 256})
    for (std::size_t few : {1, 2, 3, 7, 8, 15, 16})
      if (group <= most_items(q))
        compare_pieces<T>(q, group, few);
}

/// Neighbours change places if they are in the wrong order, and so do their
/// numbers.
template <typename T> void compare_sorting(sycl::queue &q, std::size_t group) {
  std::vector<T> input(2 * group), keys(input);
  std::vector<std::uint8_t> places(input.size());
  for (std::size_t i = 0; i != input.size(); ++i)
    input[i] = T(i * 7919 % 61);
  {
    sycl::buffer<T> din{input}, dkeys{keys};
    sycl::buffer<std::uint8_t> dplaces{places};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{din, h, sycl::read_only};
      sycl::accessor out{dkeys, h, sycl::write_only, sycl::no_init};
      sycl::accessor numbers{dplaces, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> key{group, h};
      sycl::local_accessor<std::uint8_t> place{group, h};
      h.parallel_for(sycl::nd_range<1>{2 * group, group},
                     [=](sycl::nd_item<1> it) {
                       const int id = int(it.get_local_id(0)),
                                 n = int(it.get_local_range(0));
                       key[id] = in[it.get_global_id(0)];
                       place[id] = std::uint8_t(id);
                       sycl::group_barrier(it.get_group());
                       for (int round = 0; round < n; ++round) {
                         if ((id + round) % 2 == 0 && id + 1 < n &&
                             key[id + 1] < key[id]) {
                           const T k = key[id];
                           const std::uint8_t p = place[id];
                           key[id] = key[id + 1], key[id + 1] = k;
                           place[id] = place[id + 1], place[id + 1] = p;
                         }
                         sycl::group_barrier(it.get_group());
                       }
                       out[it.get_global_id(0)] = key[id];
                       numbers[it.get_global_id(0)] = place[id];
                     });
    });
  }
  for (std::size_t first = 0; first != input.size(); first += group) {
    std::vector<std::uint8_t> order(group);
    for (std::size_t i = 0; i != group; ++i)
      order[i] = std::uint8_t(i);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
      return input[first + a] < input[first + b];
    });
    bool same = true;
    for (std::size_t i = 0; i != group; ++i)
      same = same && places[first + i] == order[i] &&
             keys[first + i] == input[first + order[i]];
    if (!CHECK(same))
      std::printf("  groups of %zu, %zu bytes\n", group, sizeof(T));
  }
}

/// The place of the least number, in steps by halves.
template <typename T, int Group> void compare_least(sycl::queue &q) {
  constexpr int groups = 4;
  std::vector<T> input(groups * Group);
  std::vector<int> places(groups);
  for (std::size_t i = 0; i != input.size(); ++i)
    input[i] = T((i * 5077 + 11) % 97);
  {
    sycl::buffer<T> din{input};
    sycl::buffer<int> dout{places};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{din, h, sycl::read_only};
      sycl::accessor out{dout, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> value{Group, h};
      sycl::local_accessor<int> place{Group, h};
      h.parallel_for(sycl::nd_range<1>{groups * Group, Group},
                     [=](sycl::nd_item<1> it) {
                       const int id = int(it.get_local_id(0));
                       value[id] = in[it.get_global_id(0)];
                       place[id] = id;
                       sycl::group_barrier(it.get_group());
                       for (int step = Group / 2; step > 0; step /= 2) {
                         if (id < step && (value[id + step] < value[id] ||
                                           (value[id + step] == value[id] &&
                                            place[id + step] < place[id]))) {
                           value[id] = value[id + step];
                           place[id] = place[id + step];
                         }
                         sycl::group_barrier(it.get_group());
                       }
                       if (id == 0)
                         out[it.get_group(0)] = place[0];
                     });
    });
  }
  for (int g = 0; g != groups; ++g) {
    const auto first = input.begin() + g * Group;
    CHECK(places[g] == std::min_element(first, first + Group) - first);
  }
}

/// Steps in local memory, each of which loads parts of what the one before has
/// stored: a sum of halves, a sum of all before each element, and elements that
/// move by any number of places, twice. The last value is read by another
/// work-item than the one that stored it, or by none.
template <typename T>
void compare_steps(sycl::queue &q, std::size_t group, int by) {
  constexpr std::size_t groups = 2, results = 4;
  const std::size_t n = groups * group;
  std::vector<T> input(n), found(results * n);
  for (std::size_t i = 0; i != n; ++i)
    input[i] = T(int(i * 7 % 5) - 2);
  {
    sycl::buffer<T> din{input}, dout{found};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{din, h, sycl::read_only};
      sycl::accessor out{dout, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<T> sums{group, h}, scan{group, h}, moved{group, h};
      h.parallel_for(
          sycl::nd_range<1>{n, group}, [=](sycl::nd_item<1> it) {
            const int id = int(it.get_local_id(0)),
                      size = int(it.get_local_range(0));
            const std::size_t at = it.get_global_id(0);
            sums[id] = scan[id] = moved[id] = in[at];
            sycl::group_barrier(it.get_group());
            for (int left = size; left > 1;) {
              const int half = (left + 1) / 2;
              if (id + half < left)
                sums[id] += sums[id + half];
              sycl::group_barrier(it.get_group());
              left = half;
            }
            for (int step = 1; step < size; step *= 2) {
              const T other = id >= step ? scan[id - step] : T(0);
              sycl::group_barrier(it.get_group());
              scan[id] += other;
              sycl::group_barrier(it.get_group());
            }
            for (int round = 0; round < 2; ++round) {
              const T next = moved[(id + by) % size];
              sycl::group_barrier(it.get_group());
              moved[id] = T(next + T(round));
              sycl::group_barrier(it.get_group());
            }
            const std::size_t to = results * at;
            out[to] = id == size - 1 ? sums[0] : T(0);
            out[to + 1] = scan[id];
            out[to + 2] = moved[size - 1 - id];
            out[to + 3] = it.get_group(0) == 0 ? scan[size - 1] : T(9);
            sycl::group_barrier(it.get_group());
            scan[id] = T(77); // which nobody reads
          });
    });
  }
  for (std::size_t g = 0; g != groups; ++g) {
    const T *in = input.data() + g * group;
    T sum{};
    for (std::size_t i = 0; i != group; ++i)
      sum = T(sum + in[i]);
    T before{};
    bool same = true;
    for (std::size_t i = 0; i != group; ++i) {
      const T *out = found.data() + results * (g * group + i);
      before = T(before + in[i]);
      const std::size_t from = (group - 1 - i + 2 * std::size_t(by)) % group;
      same = same && out[0] == (i == group - 1 ? sum : T(0)) &&
             out[1] == before && out[2] == T(in[from] + T(1)) &&
             out[3] == (g == 0 ? sum : T(9));
    }
    if (!CHECK(same)) {
      std::printf("  groups of %zu, by %d, %zu bytes\n", group, by, sizeof(T));
      return;
    }
  }
}

template <typename T> void compare_all_steps(sycl::queue &q) {
  for (std::size_t group : {1, 7, 32, 64, 100, 256, 512})
    for (int by : {0, 1, 5, 8, 31})
      if (group <= most_items(q))
        compare_steps<T>(q, group, by);
}

SECTION(steps_of_int) { compare_all_steps<int>(q); }
SECTION(steps_of_float) { compare_all_steps<float>(q); }
SECTION(steps_of_bytes) { compare_all_steps<std::int8_t>(q); }
SECTION(steps_of_long) { compare_all_steps<std::int64_t>(q); }

/// The same bytes as elements of several types.
SECTION(bytes_of_several_types) {
  constexpr std::size_t group = 256;
  if (group > most_items(q))
    conformance::skip("groups are smaller");
  std::vector<std::uint32_t> found(group);
  {
    sycl::buffer<std::uint32_t> d{found};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{d, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<std::uint32_t> words{group, h};
      h.parallel_for(
          sycl::nd_range<1>{group, group}, [=](sycl::nd_item<1> it) {
            const std::size_t id = it.get_local_id(0);
            auto *bytes = reinterpret_cast<std::uint8_t *>(&words[0]);
            words[id] = std::uint32_t(id * 0x01020304);
            sycl::group_barrier(it.get_group());
            const std::uint8_t third = bytes[4 * id + 2],
                               other = bytes[4 * (group - 1 - id)];
            sycl::group_barrier(it.get_group());
            bytes[4 * id + 1] = third;
            sycl::group_barrier(it.get_group());
            out[id] = words[id] + other;
          });
    });
  }
  for (std::size_t id = 0; id != group; ++id) {
    const auto word = std::uint32_t(id * 0x01020304),
               last = std::uint32_t((group - 1 - id) * 0x01020304);
    const std::uint32_t third = word >> 16 & 255;
    if (!CHECK(found[id] ==
               ((word & 0xffff00ff) | third << 8) + (last & 255)))
      return;
  }
}

} // namespace

SECTION(pieces) {
  compare_all_pieces<std::int8_t>(q);
  compare_all_pieces<std::int16_t>(q);
  compare_all_pieces<int>(q);
  compare_all_pieces<float>(q);
  compare_all_pieces<std::int64_t>(q);
}

SECTION(sorting) {
  for (std::size_t group : {2, 7, 16, 33, 64, 100})
    if (group <= most_items(q)) {
      compare_sorting<std::int8_t>(q, group);
      compare_sorting<std::uint16_t>(q, group);
      compare_sorting<int>(q, group);
      compare_sorting<float>(q, group);
      compare_sorting<std::uint64_t>(q, group);
    }
}

SECTION(least_ones) {
  compare_least<int, 16>(q);
  compare_least<float, 64>(q);
  compare_least<std::int64_t, 64>(q);
  if (most_items(q) >= 256) {
    compare_least<std::int8_t, 256>(q);
    compare_least<float, 256>(q);
  }
}
