// Variables of each device: where they are declared, what shares them, copies,
// first values.
#include "testing/conformance/check.h"
#include "testing/conformance/device_globals.h"

#include <algorithm>
#include <vector>

CONFORMANCE_CHAPTER("device_globals");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
using conformance::in_header;
using conformance::per_source;
} // namespace

static_assert(SYCL_EXT_ONEAPI_DEVICE_GLOBAL == 1);

ex::device_global<int> of_program;
static ex::device_global<int[4]> of_source;
namespace {
ex::device_global<float> unnamed;
struct point {
  int x, y;
  int sum() const { return x + y; }
};
ex::device_global<point> object;
ex::device_global<int *> pointer;
ex::device_global<int[2][3]> table;
ex::device_global<double, decltype(ex::properties(ex::device_image_scope))>
    scoped;
ex::device_global<int, decltype(ex::properties(ex::host_access_read))> readable;
ex::device_global<int> a_of_line, b_of_line;
} // namespace
struct owner {
  static ex::device_global<int> member;
  static inline ex::device_global<unsigned> inline_member;
};
ex::device_global<int> owner::member;
template <typename T> struct owner_of {
  static inline ex::device_global<T> member;
};
template <typename T> ex::device_global<T> variable;

namespace {
// Not inlined by the source: the compiler for the device has to.
__attribute__((noinline)) void add(int n) { of_program = of_program + n; }
int &element(int i) { return of_source[i]; }
} // namespace

SECTION(shared_by_kernels) {
  const int zero = 0;
  q.copy(&zero, of_program).wait();
  const std::vector<int> none(4, 0);
  q.copy(none.data(), of_source).wait();
  // Two kernels, of which one may have an image of its own.
  q.single_task([=] {
     add(5);
     element(1) = 7;
   }).wait();
  q.parallel_for(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> i) {
     sycl::atomic_ref<int, sycl::memory_order::relaxed,
                      sycl::memory_scope::device>(of_program.get())
         .fetch_add(int(i.get_global_id(0)));
     if (i.get_global_id(0) == 0)
       element(2) = element(1) + 1;
   }).wait();
  int *seen = sycl::malloc_shared<int>(2, q);
  q.single_task([=] { seen[0] = of_program, seen[1] = of_source[2]; }).wait();
  CHECK(seen[0] == 5 + 120 && seen[1] == 8);
  int program = 0, source[4] = {};
  q.copy(of_program, &program).wait();
  q.copy(of_source, source).wait();
  CHECK(program == 125);
  CHECK(source[0] == 0 && source[1] == 7 && source[2] == 8 && source[3] == 0);
  sycl::free(seen, q);
}

SECTION(shared_by_sources) {
  q.single_task([=] { in_header = 3, per_source = 4; }).wait();
  conformance::add_in_other_source(q);
  int shared = 0, own = 0;
  q.copy(in_header, &shared).wait();
  q.copy(per_source, &own).wait();
  CHECK(shared == 3 + 10 && own == 4);
  CHECK(conformance::value_of_other_source(q) == 20);

  q.single_task([=] { conformance::external = 5; }).wait();
  conformance::add_in_other_source(q);
  int external = 0, array[3] = {};
  q.copy(conformance::external, &external).wait();
  q.copy(conformance::external_array, array).wait();
  CHECK(external == 6 && array[1] == 6);
}

SECTION(declared_anywhere) {
  int *seen = sycl::malloc_shared<int>(8, q);
  q.single_task([=] {
     owner::member = 1;
     owner::inline_member = 2u;
     owner_of<short>::member = short(3);
     owner_of<long>::member = 4;
     variable<char> = char(5);
     unnamed = 1.5f;
     a_of_line = 6, b_of_line = 7;
     table[1][2] = 8;
     object.get().x = 9;
     object.get().y = 10;
     scoped = 0.25;
     readable = 11;
     pointer = seen;
   }).wait();
  q.single_task([=] {
     seen[0] = owner::member + int(owner::inline_member.get());
     seen[1] = owner_of<short>::member + int(owner_of<long>::member);
     seen[2] = variable<char>;
     seen[3] = int(2 * unnamed);
     seen[4] = table[1][2] + table[0][0];
     seen[5] = object.get().sum();
     pointer.get()[6] = pointer.operator->() == seen;
     seen[7] = int(*owner::member.get_multi_ptr<sycl::access::decorated::yes>());
   }).wait();
  const int expected[] = {3, 7, 5, 3, 8, 19, 1, 1};
  for (int i = 0; i < 8; ++i)
    CHECK(seen[i] == expected[i]);
  int a = 0, b = 0, r = 0;
  short s = 0;
  long l = 0;
  double d = 0;
  q.copy(a_of_line, &a), q.copy(b_of_line, &b), q.copy(readable, &r);
  q.copy(owner_of<short>::member, &s), q.copy(owner_of<long>::member, &l);
  q.memcpy(&d, scoped);
  q.wait();
  CHECK(a == 6 && b == 7 && r == 11 && s == 3 && l == 4 && d == 0.25);
  CHECK(decltype(scoped)::has_property<ex::device_image_scope_key>());
  CHECK(!decltype(scoped)::has_property<ex::host_access_key>());
  CHECK(decltype(readable)::get_property<ex::host_access_key>() ==
        ex::host_access_read);
  sycl::free(seen, q);
}

// Instances of templates: of equal size, used by a kernel or not, by other
// sources or not.
namespace {
template <typename T, bool B> void check_instance(sycl::queue &q, T first) {
  auto &variable = conformance::numbered_in_class<T, B>::member;
  const T values[2] = {first, T(first + 1)};
  T read[2] = {};
  q.copy(values, variable).wait();
  q.single_task([=] {
     auto &same = conformance::numbered_in_class<T, B>::member;
     same[0] = T(same[0] + 10);
   }).wait();
  q.copy(variable, read).wait();
  CHECK(read[0] == T(first + 10) && read[1] == T(first + 1));
}
} // namespace
SECTION(instances_of_templates) {
  check_instance<int, false>(q, 1);
  check_instance<int, true>(q, 2);
  check_instance<unsigned, false>(q, 3);
  check_instance<float, true>(q, 4);
  check_instance<short, true>(q, 5);
  int read[4] = {};
  q.copy(conformance::numbered_in_class<int, false>::member, read).wait();
  q.copy(conformance::numbered_in_class<int, true>::member, read + 2).wait();
  CHECK(read[0] == 11 && read[1] == 2 && read[2] == 12 && read[3] == 3);

  using conformance::numbered;
  const int five = 5, nine = 9;
  q.copy(&five, numbered<1>), q.copy(&five, numbered<2>);
  q.copy(&nine, numbered<4>); // no kernel uses it
  q.wait();
  conformance::set_numbered_in_other_source(q);
  q.single_task([=] { numbered<2> += 20, numbered<3> = numbered<1> + 1; })
      .wait();
  int seen[4] = {};
  q.copy(numbered<1>, seen), q.copy(numbered<2>, seen + 1);
  q.copy(numbered<3>, seen + 2), q.copy(numbered<4>, seen + 3);
  q.wait();
  CHECK(seen[0] == 7 && seen[1] == 28 && seen[2] == 8 && seen[3] == 9);
}

// One that no kernel uses, parts, dependencies, errors.
namespace {
ex::device_global<int[8]> copied;
ex::device_global<int> unused;
} // namespace
SECTION(copies) {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, read[8] = {};
  const sycl::event all = q.copy(values, copied);
  const sycl::event part = q.copy(values, copied, 2, 6, all);
  const sycl::event bytes =
      q.memcpy(copied, values + 7, sizeof(int), 3 * sizeof(int), {all, part});
  q.copy(copied, read, 8, 0, bytes).wait();
  const int expected[] = {1, 2, 3, 8, 5, 6, 1, 2};
  CHECK(std::equal(read, read + 8, expected));
  q.submit([&](sycl::handler &h) { h.copy(copied, read + 1, 3, 5); }).wait();
  CHECK(read[1] == 6 && read[2] == 1 && read[3] == 2);
  q.submit([&](sycl::handler &h) { h.memcpy(read, copied, 4, 4); }).wait();
  CHECK(read[0] == 2);
  q.submit([&](sycl::handler &h) { h.memcpy(copied, values, 4); }).wait();
  q.submit([&](sycl::handler &h) { h.copy(values + 1, copied, 1, 1); }).wait();
  q.parallel_for(8, [=](sycl::id<1> i) { copied[i] *= 10; }).wait();
  q.copy(copied, read).wait();
  CHECK(read[0] == 10 && read[1] == 20 && read[7] == 20);
  int number = 77;
  q.copy(unused, &number).wait();
  CHECK(number == 0);
  number = 5;
  q.copy(&number, unused).wait();
  q.memcpy(read, unused).wait();
  CHECK(read[0] == 5);
  CHECK_THROWS(invalid, q.copy(values, copied, 9));
  CHECK_THROWS(invalid, q.copy(copied, values, 1, 8));
  CHECK_THROWS(invalid, q.memcpy(values, copied, 4, 30));
}

// A context of its own has memory of its own.
SECTION(of_each_context) {
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  const auto set = [](int n) { return [=] { owner::member = n; }; };
  q.single_task(set(1)).wait();
  other.single_task(set(2)).wait();
  int here = 0, there = 0;
  q.copy(owner::member, &here).wait();
  other.copy(owner::member, &there).wait();
  CHECK(here == 1 && there == 2);
}

namespace {
ex::device_global<int> five{5};
ex::device_global<float[3]> numbers{1.5, 2, -3};
ex::device_global<int[2][2]> square{1, 2, 3, 4};
ex::device_global<point> built(20, 22);
} // namespace
SECTION(first_values) {
  int *seen = sycl::malloc_shared<int>(4, q);
  int read = 0;
  q.copy(five, &read).wait();
  CHECK(read == 5);
  q.single_task([=] {
     seen[0] = five;
     seen[1] = int(2 * (numbers[0] + numbers[1] + numbers[2]));
     seen[2] = square[1][0];
     seen[3] = built.get().sum();
     five = 6;
   }).wait();
  CHECK(seen[0] == 5 && seen[1] == 1 && seen[2] == 3 && seen[3] == 42);
  q.single_task([=] { seen[0] = five; }).wait();
  CHECK(seen[0] == 6);
  const int again = 5;
  q.copy(&again, five).wait();
  sycl::free(seen, q);
}

// In graphs, with local memory, reductions, specialization constants: arguments
// of other kinds stay what they are.
namespace {
constexpr sycl::specialization_id<int> factor(2);
ex::device_global<int> total;
} // namespace
SECTION(beside_other_arguments) {
  const int zero = 0;
  q.copy(&zero, total).wait();
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  const auto submit = [&](sycl::handler &h) {
    h.set_specialization_constant<factor>(3);
    sycl::local_accessor<int> local(sycl::range<1>(8), h);
    h.parallel_for(
        sycl::nd_range<1>(32, 8),
        sycl::reduction(sum, sycl::plus<>()),
        [=](sycl::nd_item<1> i, auto &s, sycl::kernel_handler k) {
          const std::size_t own = i.get_local_id(0);
          local[own] = k.get_specialization_constant<factor>();
          sycl::group_barrier(i.get_group());
          s += local[7 - own];
          if (i.get_global_id(0) == 0)
            total += 1;
        });
  };
  q.submit(submit).wait();
  CHECK(*sum == 96);
  ex::command_graph graph(q);
  graph.add([&](sycl::handler &h) {
    h.single_task([=] { total = total * 10; });
  });
  const auto exec = graph.finalize();
  q.ext_oneapi_graph(exec).wait();
  q.ext_oneapi_graph(exec).wait();
  int read = 0;
  q.copy(total, &read).wait();
  CHECK(read == 100);
  sycl::free(sum, q);
}
