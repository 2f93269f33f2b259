// Errors of kernels beyond objects with bounds of their own, one after the other:
// each object, with each type, in each way. A line "expect KIND: PLACE of OBJECT"
// on stderr precedes the reports that each must make; on stdout is what the
// program computes where there is no error.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstring>

struct record {
  int a, b, c;
};

template <typename T> constexpr T made_of(int i) { return T(i); }
template <> constexpr record made_of<record>(int i) { return {i, i, i}; }
template <typename T> int of(const T &value) { return int(value); }
template <> int of(const record &value) { return value.b; }

enum way { load, store, element };

// Not constant for the optimizer.
int zero() {
  static volatile int value = 0;
  return value;
}

template <way Way, typename T> void access(T &element, T *result) {
  if constexpr (Way == load)
    *result = element; // a load
  else
    element = made_of<T>(3); // a store
}

template <typename T> constexpr T constants[4] = {made_of<T>(1), made_of<T>(2), made_of<T>(3), made_of<T>(4)};

template <typename T, way Way> class private_kernel;
template <typename T, way Way, int Beyond> class local_kernel;
template <typename T, way Way, int Beyond> class pointer_kernel;
template <typename T, way Way> class group_kernel;
template <typename T> class constant_kernel;
template <typename T> class argument_kernel;
template <typename T, way Way> class sub_buffer_kernel;
template <typename T, way Way, int D, int Outside> class ranged_kernel;
template <typename T, way Way, int D, int Outside> class rows_kernel;

constexpr const char *names[] = {"a load", "a store", "an element"};
const char *type_name;
void expect(int way, const char *object) { std::fprintf(stderr, "expect out of bounds: %s of %s of %s\n", names[way], object, type_name); }

template <typename T, way Way> void variables(sycl::queue &queue, T *result) {
  const int none = zero();
  for (int beyond : {3, 4}) { // an index inside, then one outside
    if (beyond == 4)
      expect(Way, "a private array");
    queue.parallel_for<private_kernel<T, Way>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      T own[4] = {made_of<T>(none), made_of<T>(1), made_of<T>(2), made_of<T>(3)};
      if (item.get_global_id(0) == 5)
        access<Way>(own[beyond + none], result);
      if (of(own[none]) < 0)
        *result = own[beyond & 3];
    }).wait();
    if (beyond == 4)
      expect(Way, "memory of the work-group");
    queue.parallel_for<group_kernel<T, Way>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      T(&own)[4] = *sycl::ext::oneapi::group_local_memory_for_overwrite<T[4]>(item.get_group());
      own[item.get_local_id(0)] = made_of<T>(2);
      sycl::group_barrier(item.get_group());
      if (item.get_global_id(0) == 5)
        access<Way>(own[beyond + none], result);
    }).wait();
  }
}

template <typename T> void constant_objects(sycl::queue &queue, T *result) {
  const int none = zero();
  const std::array<T, 4> captured = {made_of<T>(1), made_of<T>(2), made_of<T>(3), made_of<T>(4)};
  for (int beyond : {3, 4}) {
    if (beyond == 4)
      expect(load, "a constant");
    queue.parallel_for<constant_kernel<T>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      if (item.get_global_id(0) == 5)
        *result = constants<T>[beyond + none]; // a load of a constant
    }).wait();
    if (beyond == 4)
      expect(load, "a captured array");
    queue.parallel_for<argument_kernel<T>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      // The last member; before it are what else the kernel has captured.
      if (item.get_global_id(0) == 5)
        *result = (&captured[0])[beyond == 4 ? none - 100 : none]; // a load of a captured array
    }).wait();
  }
}

// Places report once: each index has kernels of its own.
template <typename T, way Way, int Beyond> void local_accessors(sycl::queue &queue, T *result) {
  constexpr bool is_wrong = Beyond != 3;
  const int beyond = Beyond + zero();
  if (is_wrong)
    expect(element, "a local accessor");
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T> before(4, handler), own(4, handler), behind(4, handler);
    handler.parallel_for<local_kernel<T, Way, Beyond>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      before[item.get_local_id()] = own[item.get_local_id()] = behind[item.get_local_id()] = made_of<T>(1);
      sycl::group_barrier(item.get_group());
      if (item.get_global_id(0) == 5)
        access<Way>(own[beyond], result); // an element of a local accessor
    });
  }).wait();
  if (is_wrong)
    expect(Way, "a pointer to a local accessor");
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T> before(4, handler), own(4, handler), behind(4, handler);
    handler.parallel_for<pointer_kernel<T, Way, Beyond>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      before[item.get_local_id()] = own[item.get_local_id()] = behind[item.get_local_id()] = made_of<T>(1);
      sycl::group_barrier(item.get_group());
      T *elements = own.template get_multi_ptr<sycl::access::decorated::no>().get();
      if (item.get_global_id(0) == 5)
        access<Way>(elements[beyond], result);
    });
  }).wait();
}

// An accessor of 2 x 3 x 3 elements from 1 on, in a buffer of 6 x 6 x 6. Outside:
// the dimension of the index that is too large, from 1 on; 0: none is.
template <typename T, way Way, int D, int Outside> void ranged(sycl::queue &queue, T *result) {
  sycl::range<D> whole, part;
  sycl::id<D> offset, index;
  for (int d = 0; d < D; ++d) {
    whole[d] = 6;
    part[d] = d == 0 ? 2 : 3;
    offset[d] = 1;
    index[d] = d == Outside - 1 ? part[d] : 0;
  }
  sycl::buffer<T, D> buffer(whole);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor a(buffer, handler);
    handler.parallel_for(whole, [=](sycl::id<D> i) { a[i] = made_of<T>(1); });
  });
  if (Outside > 0)
    expect(element, "a ranged accessor");
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor a(buffer, handler, part, offset);
    handler.single_task<ranged_kernel<T, Way, D, Outside>>([=] {
      access<Way>(a[index], result); // an element of a ranged accessor
    });
  }).wait();
  if constexpr (D > 1) {
    if (Outside > 0)
      expect(element, D == 2 ? "rows" : "planes");
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor a(buffer, handler, part, offset);
      handler.single_task<rows_kernel<T, Way, D, Outside>>([=] {
        if constexpr (D == 2)
          access<Way>(a[index[0]][index[1]], result); // an element of rows
        else
          access<Way>(a[index[0]][index[1]][index[2]], result); // an element of planes
      });
    }).wait();
  }
  if constexpr (Outside < D)
    ranged<T, Way, D, Outside + 1>(queue, result);
}

template <typename T, way Way> void sub_buffers(sycl::queue &queue, T *result) {
  sycl::buffer<T> whole(256);
  sycl::buffer<T> part(whole, sycl::id<1>(64), sycl::range<1>(64));
  for (int beyond : {63, 64}) {
    if (beyond == 64)
      expect(element, "a sub buffer");
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor a(part, handler);
      handler.single_task<sub_buffer_kernel<T, Way>>([=] {
        a[0] = made_of<T>(1);
        a[63] = made_of<T>(1);
        access<Way>(a[beyond], result); // an element of a sub buffer
      });
    }).wait();
  }
}

template <typename T, way Way> void all_ways(sycl::queue &queue, T *result) {
  variables<T, Way>(queue, result);
  local_accessors<T, Way, 3>(queue, result);
  local_accessors<T, Way, 4>(queue, result);
  local_accessors<T, Way, -1>(queue, result);
  ranged<T, Way, 1, 0>(queue, result);
  ranged<T, Way, 2, 0>(queue, result);
  ranged<T, Way, 3, 0>(queue, result);
  sub_buffers<T, Way>(queue, result);
}

template <typename T> void all_objects(sycl::queue &queue, const char *type) {
  type_name = type;
  T *result = sycl::malloc_shared<T>(1, queue);
  *result = made_of<T>(0);
  all_ways<T, load>(queue, result);
  all_ways<T, store>(queue, result);
  constant_objects<T>(queue, result);
  std::printf("%d ", of(*result));
  sycl::free(result, queue);
}

int main() {
  sycl::queue queue;
  all_objects<char>(queue, "char");
  all_objects<int>(queue, "int");
  all_objects<double>(queue, "double");
  all_objects<sycl::half>(queue, "half");
  all_objects<record>(queue, "record");
  std::printf("\n");
}
