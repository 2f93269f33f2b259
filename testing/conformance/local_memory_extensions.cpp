// Extensions with local memory of their own: sycl_ext_oneapi_local_memory,
// sycl_ext_oneapi_work_group_static, sycl_ext_oneapi_work_group_memory and
// sycl_ext_oneapi_work_group_scratch_memory.
#include "testing/conformance/check.h"

#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("local_memory_extensions");

namespace {
namespace oneapi = sycl::ext::oneapi;
namespace experimental = sycl::ext::oneapi::experimental;
using experimental::work_group_memory, experimental::work_group_static;

#if SYCL_EXT_ONEAPI_LOCAL_MEMORY != 2 ||                                       \
    SYCL_EXT_ONEAPI_WORK_GROUP_STATIC != 1 ||                                  \
    SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY != 1 ||                                  \
    SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY != 1
#error "a feature-test macro is missing"
#endif

constexpr int local = 16, groups = 4, n = local * groups;

/// Runs f(item) in each work-item of an nd_range; f says whether all was right.
template <typename F> void all_right(sycl::queue &q, F f) {
  bool *right = sycl::malloc_shared<bool>(n, q);
  for (int i = 0; i < n; ++i)
    right[i] = false;
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
     right[i.get_global_id(0)] = f(i);
   }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += !right[i];
  CHECK(wrong == 0);
  sycl::free(right, q);
}

// Outside of all functions, and in classes.
work_group_static<int> program_scope;
static work_group_static<int[local]> program_array;
struct with_static {
  static inline work_group_static<float> member;
};

/// One memory for all calls, and another one for each specialization.
template <typename T> T *own_of_function() {
  work_group_static<T[local]> memory;
  return memory;
}
int *same_type_first() {
  static work_group_static<int[local]> memory;
  return memory;
}
[[gnu::noinline]] int *same_type_second() {
  work_group_static<int[local]> memory;
  return &memory[0];
}
struct point {
  int x;
  float y;
};
} // namespace

SECTION(statics_in_functions) {
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
    work_group_static<int> scalar;
    work_group_static<int[local]> array;
    static work_group_static<point> structure;
    work_group_static<int[2][local]> matrix;
    if (id == 0) {
      scalar = group;
      scalar += 1;
      structure = point{group, 0.5f};
      (&structure)->x += 2;
    }
    array[id] = id * group;
    matrix[1][id] = array[id] + 1;
    int *const first = array;
    sycl::group_barrier(i.get_group());
    const int other = local - 1 - id;
    const point &p = structure;
    const int value = scalar;
    return value == group + 1 && scalar == group + 1 && p.x == group + 2 &&
           p.y == 0.5f && first[other] == other * group &&
           array[other] == other * group &&
           matrix[1][other] == other * group + 1;
  });
}

SECTION(statics_outside_of_functions) {
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
    if (id == local - 1) {
      program_scope = group;
      with_static::member = 1.5f;
    }
    program_array[id] = id + group;
    sycl::group_barrier(i.get_group());
    return program_scope == group && with_static::member == 1.5f &&
           program_array[local - 1 - id] == local - 1 - id + group;
  });
}

// Kernels, functions and their specializations do not share what they declare;
// calls of one function do.
SECTION(statics_are_apart) {
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0));
    int *const a = same_type_first(), *const b = same_type_second();
    int *const c = own_of_function<int>();
    float *const d = own_of_function<float>();
    std::uint64_t *const e = own_of_function<std::uint64_t>();
    work_group_static<int[local]> here, there;
    a[id] = id;
    b[id] = id + 100;
    c[id] = id + 200;
    d[id] = float(id + 300);
    e[id] = id + 400;
    here[id] = id + 500;
    there[id] = id + 600;
    sycl::group_barrier(i.get_group());
    const int at = (id + 3) % local;
    return a[at] == at && b[at] == at + 100 && c[at] == at + 200 &&
           d[at] == at + 300 && e[at] == std::uint64_t(at + 400) &&
           here[at] == at + 500 && there[at] == at + 600 &&
           same_type_first() == a && same_type_second() == b &&
           own_of_function<int>() == c;
  });
}

namespace {
struct tile {
  int of[local];
};
work_group_static<tile> first_tile, second_tile;
} // namespace

// Which one is meant is known at run time only.
SECTION(statics_chosen) {
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
    const auto g = i.get_group();
    work_group_static<int[local]> here, there;
    work_group_static<int[local]> &mine = group % 2 ? here : there;
    int *other;
    if (group % 2)
      other = there;
    else
      other = &here[0];
    mine[id] = id;
    other[id] = -id;
    tile &chosen = group > 1 ? first_tile : second_tile;
    chosen.of[id] = id * 2;
    tile &unused = group > 1 ? second_tile : first_tile;
    unused.of[id] = 7;
    tile *again;
    switch (group) {
    case 0:
    case 1:
      again = &second_tile;
      break;
    default:
      again = &first_tile;
    }
    sycl::group_barrier(g);
    const int at = local - 1 - id;
    return mine[at] == at && other[at] == -at && again->of[at] == at * 2;
  });
}

// Beside what group algorithms, local accessors and other work-groups use; its
// value stays from one turn of a loop to the next.
SECTION(statics_beside_other_memory) {
  bool *right = sycl::malloc_shared<bool>(n, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> accessor(sycl::range<1>(local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
       const int id = int(i.get_local_id(0));
       const auto g = i.get_group();
       bool ok = true;
       accessor[id] = id + 7;
       for (int turn = 0; turn < 5; ++turn) {
         work_group_static<int[local]> kept;
         if (turn == 0)
           kept[id] = id;
         kept[id] += 1;
         const int sum = sycl::reduce_over_group(g, id, sycl::plus<>());
         const int before =
             sycl::exclusive_scan_over_group(g, 1, sycl::plus<>());
         const int at = local - 1 - id;
         ok &= sum == local * (local - 1) / 2 && before == id &&
               kept[at] == at + turn + 1 && accessor[at] == at + 7;
         sycl::group_barrier(g);
       }
       right[i.get_global_id(0)] = ok;
     });
   }).wait();
  for (int i = 0; i < n; ++i)
    CHECK(right[i]);
  sycl::free(right, q);
}

// More than a group algorithm's memory, and cast to other types.
SECTION(large_statics) {
  all_right(q, [](sycl::nd_item<1> i) {
    constexpr int size = 3000;
    const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
    work_group_static<char[size * sizeof(float)]> bytes;
    work_group_static<double> aligned;
    float *const floats = reinterpret_cast<float *>(&bytes);
    for (int k = id; k < size; k += local)
      floats[k] = float(k + group);
    sycl::group_barrier(i.get_group());
    float sum = 0;
    for (int k = 0; k < size; k += 300)
      sum += floats[k];
    return sum == 13500 + 10 * group &&
           reinterpret_cast<std::uintptr_t>(&aligned) % alignof(double) == 0;
  });
}

namespace {
struct counted {
  int value = 41;
  int more;
  counted() : more(1) {}
  counted(int a, int b) : value(a), more(b) {}
};
struct plain {
  int a;
  float b;
};
int *memory_of_helper(sycl::nd_item<1> i) {
  return *oneapi::group_local_memory_for_overwrite<int[local]>(i.get_group());
}
} // namespace

SECTION(group_local_memory) {
  using sycl::ext::oneapi::group_local_memory;
  using sycl::ext::oneapi::group_local_memory_for_overwrite;
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
    const auto g = i.get_group();
    auto array = group_local_memory<int[local]>(g);
    static_assert(std::is_same_v<
                  decltype(array),
                  sycl::multi_ptr<int[local],
                                  sycl::access::address_space::local_space>>);
    auto &ref = *array;
    bool ok = ref[id] == 0;
    sycl::group_barrier(g);
    ref[id] = id + group;
    // The same type at other places of the source.
    auto &second = *group_local_memory<int[local]>(g);
    auto &third = *group_local_memory_for_overwrite<int[local]>(g),
         &fourth = *group_local_memory_for_overwrite<int[local]>(g);
    second[id] = id + 100;
    third[id] = id + 200;
    fourth[id] = id + 300;
    int *const helper = memory_of_helper(i);
    helper[id] = id + 400;
    auto number = group_local_memory<int>(g, group + 5);
    auto object = group_local_memory<counted>(g);
    auto pair = group_local_memory<counted>(g, 3, 4);
    auto aggregate = group_local_memory<plain>(g, 3, 0.25f);
    auto listed = group_local_memory<int[3]>(g, 7, 8, 9);
    auto constructed = group_local_memory_for_overwrite<counted>(g);
    auto cleared = group_local_memory<plain>(g);
    sycl::group_barrier(g);
    const int at = local - 1 - id;
    ok &= ref[at] == at + group && second[at] == at + 100 &&
          third[at] == at + 200 && fourth[at] == at + 300 &&
          helper[at] == at + 400 && memory_of_helper(i) == helper;
    ok &= *number == group + 5 && object->value == 41 && object->more == 1 &&
          pair->value == 3 && pair->more == 4 && aggregate->a == 3 &&
          aggregate->b == 0.25f && (*listed)[2] == 9 &&
          constructed->value == 41 && cleared->a == 0 && cleared->b == 0;
    return ok;
  });
}

SECTION(group_local_memory_in_loops) {
  all_right(q, [](sycl::nd_item<1> i) {
    const int id = int(i.get_local_id(0));
    const auto g = i.get_group();
    bool ok = true;
    int *first = nullptr;
    for (int turn = 0; turn < 4; ++turn) {
      int *const memory =
          *oneapi::group_local_memory_for_overwrite<int[local]>(g);
      int &turns = *oneapi::group_local_memory<int>(g, turn);
      if (first == nullptr)
        first = memory;
      memory[id] = id + turn;
      sycl::group_barrier(g);
      ok &= memory == first &&
            memory[(id + 1) % local] == (id + 1) % local + turn &&
            turns == turn;
      sycl::group_barrier(g);
    }
    return ok;
  });
}

namespace {
/// What goes on around group functions, in kernels whose barriers are where all
/// work-items come, but where a compiler does not see it.
enum class around { nothing, rounds, branches };

/// HasScans: also functions that need other memory.
template <around Around, bool HasScans, typename T>
void beside_functions(sycl::queue &q, const char *what) {
  constexpr std::size_t size = 5, all = 10;
  T *in = sycl::malloc_shared<T>(all, q);
  int *ones = sycl::malloc_shared<int>(all, q);
  bool *right = sycl::malloc_shared<bool>(all, q);
  for (std::size_t i = 0; i < all; ++i) {
    in[i] = T(100 + i);
    ones[i] = 1;
    right[i] = false;
  }
  q.parallel_for(sycl::nd_range<1>(all, size), [=](sycl::nd_item<1> it) {
     const auto g = it.get_group();
     const int i = int(it.get_local_id(0)), at = int(it.get_global_id(0));
     const int first = at - i;
     T *const memory = *oneapi::group_local_memory_for_overwrite<T[size]>(g);
     T *const kept = *oneapi::group_local_memory_for_overwrite<T[size]>(g);
     memory[i] = in[at];
     kept[i] = T(in[at] + T(50));
     if constexpr (Around == around::rounds) {
       for (int k = 0; k < ones[at]; ++k)
         sycl::group_barrier(g);
     } else if constexpr (Around == around::branches) {
       if (ones[at] > 0) {
         sycl::group_barrier(g);
       } else {
         sycl::group_barrier(g);
         kept[i] = T(1);
       }
     } else {
       sycl::group_barrier(g);
     }
     const int most = sycl::reduce_over_group(g, i, sycl::maximum<int>());
     const int third = sycl::group_broadcast(g, i, 3);
     const T sum = sycl::reduce_over_group(g, memory[i], sycl::plus<T>());
     bool ok = most == int(size) - 1 && third == 3;
     if constexpr (HasScans)
       ok &= (sycl::exclusive_scan_over_group(g, 1, sycl::plus<int>()) == i) &
             sycl::any_of_group(g, memory[i] == in[first + 2]) &
             sycl::none_of_group(g, kept[i] == T(0));
     sycl::group_barrier(g);
     T expected = T(0);
     for (int k = 0; k < int(size); ++k) {
       expected += in[first + k];
       ok = ok && memory[k] == in[first + k] && kept[k] == T(in[first + k] + T(50));
     }
     right[at] = ok && sum == expected;
   }).wait();
  if (!CHECK(std::all_of(right, right + all, [](bool one) { return one; })))
    std::printf("  %s\n", what);
  sycl::free(in, q);
  sycl::free(ones, q);
  sycl::free(right, q);
}

template <typename T> void beside_functions(sycl::queue &q) {
  beside_functions<around::nothing, false, T>(q, "nothing around");
  beside_functions<around::rounds, false, T>(q, "rounds");
  beside_functions<around::branches, false, T>(q, "branches");
  beside_functions<around::nothing, true, T>(q, "scans, nothing around");
  beside_functions<around::rounds, true, T>(q, "scans, rounds");
  beside_functions<around::branches, true, T>(q, "scans, branches");
}
} // namespace

SECTION(group_local_memory_beside_group_functions) {
  beside_functions<int>(q);
  beside_functions<float>(q);
  beside_functions<std::int64_t>(q);
}

namespace {
/// In two dimensions, in a function object.
struct Transpose {
  const int *in;
  int *out;
  void operator()(sycl::nd_item<2> i) const {
    work_group_static<int[4][5]> tile;
    const int row = int(i.get_local_id(0)), column = int(i.get_local_id(1));
    tile[row][column] = in[i.get_global_linear_id()];
    sycl::group_barrier(i.get_group());
    out[(i.get_group(1) * 4 + row) * 8 + i.get_group(0) * 4 + column] =
        tile[column][row];
  }
};
} // namespace

SECTION(statics_in_function_objects) {
  int *in = sycl::malloc_shared<int>(64, q);
  int *out = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    in[i] = i;
  q.parallel_for(sycl::nd_range<2>({8, 8}, {4, 4}), Transpose{in, out}).wait();
  for (int i = 0; i < 64; ++i)
    CHECK(out[i] == i % 8 * 8 + i / 8);
  sycl::free(in, q);
  sycl::free(out, q);
}

SECTION(work_group_memory_arguments) {
  static_assert(
      std::is_same_v<work_group_memory<int[2][3]>::value_type, int> &&
      std::is_constructible_v<work_group_memory<int>, sycl::handler &> &&
      !std::is_constructible_v<work_group_memory<int[]>, sycl::handler &> &&
      !std::is_constructible_v<work_group_memory<int[4]>, std::size_t,
                               sycl::handler &> &&
      std::is_constructible_v<work_group_memory<int[]>, std::size_t,
                              sycl::handler &>);
  bool *right = sycl::malloc_shared<bool>(n, q);
  q.submit([&](sycl::handler &h) {
     work_group_memory<int> one{h};
     work_group_memory<int[local]> bounded{h};
     work_group_memory<int[]> unbounded{local, h};
     work_group_memory<int[][5]> matrix{2, h};
     work_group_memory<point[2]> points{h};
     work_group_memory<float> late{experimental::indeterminate};
     late = work_group_memory<float>{h};
     const work_group_memory<int[local]> copy = bounded;
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
       const int id = int(i.get_local_id(0)), group = int(i.get_group(0));
       if (id == 0) {
         one = group;
         ++one;
         one++;
         one += 1;
         matrix[1][4] = group + 1;
         points[1].x = 5;
         points[1].y = 0.5f;
         late = 2.5f;
       }
       bounded[id] = id;
       unbounded[id] = id + 100;
       sycl::group_barrier(i.get_group());
       const int at = local - 1 - id;
       int *const address = &one;
       const auto pointer = unbounded.get_multi_ptr();
       static_assert(
           std::is_same_v<
               std::remove_const_t<decltype(pointer)>,
               sycl::multi_ptr<int, sycl::access::address_space::local_space,
                               sycl::access::decorated::no>>);
       right[i.get_global_id(0)] =
           one == group + 3 && *address == group + 3 && bounded[at] == at &&
           copy[at] == at && unbounded[at] == at + 100 &&
           pointer[at] == at + 100 && matrix[1][4] == group + 1 &&
           points[1].x == 5 && points[1].y == 0.5f && late == 2.5f;
     });
   }).wait();
  for (int i = 0; i < n; ++i)
    CHECK(right[i]);
  // Only for kernels with work-groups.
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
    work_group_memory<int> memory{h};
    h.single_task([=] { right[0] = memory == 1; });
  }));
  CHECK_THROWS(kernel_argument, q.submit([&](sycl::handler &h) {
    work_group_memory<int> memory{h};
    h.parallel_for(4, [=](sycl::id<1> i) { right[i] = memory == 1; });
  }));
  sycl::free(right, q);
}

namespace {
/// In a function of its own, as programs have it.
template <typename T> T *scratch() {
  return static_cast<T *>(experimental::get_work_group_scratch_memory());
}
struct with_sub_groups {
  bool *right;
  auto get(experimental::properties_tag) const {
    return experimental::properties(experimental::work_group_size<local>);
  }
  void operator()(sycl::nd_item<1> i) const {
    scratch<int>()[i.get_local_id(0)] = int(i.get_local_id(0));
    sycl::group_barrier(i.get_group());
    right[i.get_global_id(0)] =
        scratch<int>()[local - 1 - i.get_local_id(0)] ==
        int(local - 1 - i.get_local_id(0));
  }
};
} // namespace

SECTION(scratch_memory) {
  using experimental::work_group_scratch_size;
  static_assert(experimental::is_property_key_v<work_group_scratch_size> &&
                work_group_scratch_size(4) != work_group_scratch_size(8) &&
                work_group_scratch_size(4).value == 4);
  bool *right = sycl::malloc_shared<bool>(n, q);
  const auto check = [&] {
    q.wait();
    for (int i = 0; i < n; ++i) {
      CHECK(right[i]);
      right[i] = false;
    }
  };
  for (int i = 0; i < n; ++i)
    right[i] = false;
  // Of sizes that the program computes, as two types, from several functions.
  for (const std::size_t count : {std::size_t(local), std::size_t(3 * local)}) {
    const experimental::launch_config config(
        sycl::nd_range<1>(n, local),
        experimental::properties(
            work_group_scratch_size(count * sizeof(double))));
    experimental::nd_launch(q, config, [=](sycl::nd_item<1> i) {
      const std::size_t id = i.get_local_id(0);
      float *const all = scratch<float>();
      for (std::size_t k = id; k < count; k += local)
        all[k] = float(k + i.get_group(0));
      sycl::group_barrier(i.get_group());
      bool same = scratch<char>() == reinterpret_cast<char *>(all) &&
                  reinterpret_cast<std::uintptr_t>(all) % 16 == 0;
      for (std::size_t k = 0; k < count; ++k)
        same = same && scratch<float>()[k] == float(k + i.get_group(0));
      right[i.get_global_id(0)] = same;
    });
    check();
  }
  // Beside local accessors, which were there first, and other local memory.
  q.submit([&](sycl::handler &h) {
    const sycl::local_accessor<int> before(5, h);
    const experimental::launch_config config(
        sycl::nd_range<1>(n, local),
        experimental::properties(work_group_scratch_size(local * 4)));
    experimental::nd_launch(h, config, [=](sycl::nd_item<1> i) {
      work_group_static<int[local]> fixed;
      const int id = int(i.get_local_id(0));
      if (id < 5)
        before[id] = id + 1000;
      scratch<int>()[id] = id;
      fixed[id] = id + 50;
      sycl::group_barrier(i.get_group());
      const int at = local - 1 - id;
      right[i.get_global_id(0)] = scratch<int>()[at] == at &&
                                  fixed[at] == at + 50 &&
                                  before[at % 5] == at % 5 + 1000;
    });
  });
  check();
  // As the properties of a parallel_for.
  for (const std::size_t count : {std::size_t(local), std::size_t(5 * local)}) {
    const auto all = [=](sycl::nd_item<1> i) {
      const std::size_t id = i.get_local_id(0);
      for (std::size_t k = id; k < count; k += local)
        scratch<int>()[k] = int(k + i.get_group(0));
      sycl::group_barrier(i.get_group());
      bool same = true;
      for (std::size_t k = 0; k < count; ++k)
        same = same && scratch<int>()[k] == int(k + i.get_group(0));
      right[i.get_global_id(0)] = same;
    };
    const experimental::properties sizes{work_group_scratch_size(count * 4)};
    q.parallel_for(sycl::nd_range<1>(n, local), sizes, all);
    check();
    q.submit([&](sycl::handler &h) {
      h.parallel_for<class scratch_of_properties>(
          sycl::nd_range<1>(n, local),
          experimental::properties{experimental::work_group_size_hint<local>,
                                   work_group_scratch_size(count * 4)},
          all);
    });
    check();
    int *sum = sycl::malloc_shared<int>(1, q);
    *sum = 0;
    q.parallel_for(sycl::nd_range<1>(n, local), sizes,
                   sycl::reduction(sum, sycl::plus<int>()),
                   [=](sycl::nd_item<1> i, auto &total) {
                     all(i);
                     total += 1;
                   });
    check();
    CHECK(*sum == n);
    sycl::free(sum, q);
  }
  // With the properties that a functor carries, a name, and a reduction.
  const experimental::launch_config config(
      sycl::nd_range<1>(n, local),
      experimental::properties(work_group_scratch_size(local * 4)));
  experimental::nd_launch<class scratch_of_functor>(q, config,
                                                    with_sub_groups{right});
  check();
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  experimental::nd_launch(
      q, config,
      [=](sycl::nd_item<1> i, auto &total) {
        scratch<int>()[i.get_local_id(0)] = int(i.get_local_id(0));
        sycl::group_barrier(i.get_group());
        total += scratch<int>()[local - 1 - i.get_local_id(0)];
      },
      sycl::reduction(sum, sycl::plus<int>()));
  q.wait();
  CHECK(*sum == groups * local * (local - 1) / 2);
  // More than there is, alone or together with accessors.
  const std::size_t most =
      q.get_device().get_info<sycl::info::device::local_mem_size>();
  const experimental::launch_config large(
      sycl::nd_range<1>(n, local),
      experimental::properties(work_group_scratch_size(most + 1)));
  CHECK_THROWS(memory_allocation,
               experimental::nd_launch(q, large, with_sub_groups{right}));
  CHECK_THROWS(memory_allocation, q.submit([&](sycl::handler &h) {
    const sycl::local_accessor<char> all(most, h);
    experimental::nd_launch(h, config, [=](sycl::nd_item<1> i) {
      right[0] = scratch<char>()[i.get_local_id(0)] == all[0];
    });
  }));
  // An accessor that the kernel does not have takes nothing away.
  q.submit([&](sycl::handler &h) {
    const sycl::local_accessor<char> unused(128, h);
    experimental::nd_launch(h, config, with_sub_groups{right});
  });
  check();
  sycl::free(sum, q);
  sycl::free(right, q);
}

// More than is static on any GPU of NVIDIA, beside an accessor, with and without
// an offset.
SECTION(large_variables) {
  using array = int[14 * 1024];
  constexpr int more = 512;
  if (q.get_device().get_info<sycl::info::device::local_mem_size>() <
      sizeof(array) + more * sizeof(int) + 1024)
    conformance::skip("the device has less local memory");
  int *sums = sycl::malloc_shared<int>(2 * groups, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> other(more, h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
       array &all =
           *oneapi::group_local_memory_for_overwrite<array>(i.get_group());
       const int me = int(i.get_local_id(0)), group = int(i.get_group(0));
       constexpr int count = sizeof(array) / sizeof(int);
       for (int k = me; k < count; k += local)
         all[k] = k % 7 + group;
       for (int k = me; k < more; k += local)
         other[k] = -k;
       sycl::group_barrier(i.get_group());
       int sum = 0, others = 0;
       for (int k = (me + 1) % local; k < count; k += local)
         sum += all[k];
       for (int k = (me + 1) % local; k < more; k += local)
         others += other[k];
       sum = sycl::reduce_over_group(i.get_group(), sum, sycl::plus<>());
       others = sycl::reduce_over_group(i.get_group(), others, sycl::plus<>());
       if (me == 0) {
         sums[2 * group] = sum;
         sums[2 * group + 1] = others;
       }
     });
   }).wait();
  int known = 0;
  for (int k = 0; k < 14 * 1024; ++k)
    known += k % 7;
  for (int group = 0; group < groups; ++group) {
    CHECK(sums[2 * group] == known + group * 14 * 1024);
    CHECK(sums[2 * group + 1] == -more * (more - 1) / 2);
  }
  sycl::free(sums, q);
}
