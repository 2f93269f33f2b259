// Unsampled images, their formats and accessors (4.7.3, 4.7.6.13).
#include "testing/conformance/images.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("images");

using sycl::access_mode;
using sycl::image_format;
using sycl::image_target;

SECTION(queries) {
  const sycl::unsampled_image<1> line(image_format::r8g8b8a8_uint,
                                      sycl::range(7));
  CHECK(line.get_range() == sycl::range(7));
  CHECK(line.size() == 7 && line.byte_size() == 28);
  std::vector<std::uint16_t> pixels(4 * 64);
  const sycl::unsampled_image plane(
      pixels.data(), image_format::r16g16b16a16_unorm, sycl::range(3, 5));
  static_assert(
      std::is_same_v<decltype(plane), const sycl::unsampled_image<2>>);
  CHECK(plane.get_range() == sycl::range(3, 5));
  CHECK(plane.get_pitch() == sycl::range(24));
  CHECK(plane.size() == 15 && plane.byte_size() == 120);
  const sycl::unsampled_image solid(image_format::r32g32b32a32_sfloat,
                                    sycl::range(2, 3, 4));
  CHECK(solid.get_pitch() == sycl::range(32, 96));
  CHECK(solid.size() == 24 && solid.byte_size() == 384);
  const sycl::unsampled_image padded(image_format::r8g8b8a8_unorm,
                                     sycl::range(2, 3, 4), sycl::range(12, 64));
  static_assert(
      std::is_same_v<decltype(padded), const sycl::unsampled_image<3>>);
  CHECK(padded.get_pitch() == sycl::range(12, 64));
  CHECK(padded.size() == 24 && padded.byte_size() == 256);
  (void)padded.get_allocator();
}

namespace {
/// An allocator that is not the default one.
struct own_allocator : std::allocator<std::byte> {
  using value_type = std::byte;
  template <typename> struct rebind { using other = own_allocator; };
  explicit own_allocator(int n = 0) : number(n) {}
  int number;
};
} // namespace

SECTION(constructors) {
  using image = sycl::unsampled_image<2, own_allocator>;
  const auto format = image_format::r8g8b8a8_uint;
  const sycl::range<2> size(2, 2);
  const sycl::range<1> pitch(8);
  const own_allocator own(5);
  const sycl::property_list properties{sycl::property::image::use_host_ptr()};
  std::vector<std::uint32_t> data(4, 0x04030201u);
  std::shared_ptr<void> shared(data.data(), [](void *) {});
  std::shared_ptr<void> empty;
  std::vector<image> all{
      image(format, size),
      image(format, size, properties),
      image(format, size, own, properties),
      image(format, size, pitch, properties),
      image(format, size, pitch, own, properties),
      image(data.data(), format, size, properties),
      image(data.data(), format, size, own, properties),
      image(data.data(), format, size, pitch, properties),
      image(data.data(), format, size, pitch, own, properties),
      image(shared, format, size, properties),
      image(shared, format, size, own, properties),
      image(shared, format, size, pitch, properties),
      image(shared, format, size, pitch, own, properties),
      image(empty, format, size, own)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].get_range() == size && all[i].get_pitch() == pitch);
    const bool has_own[] = {false, false, true,  false, true,  false, true,
                            false, true,  false, true,  false, true,  true};
    CHECK(all[i].get_allocator().number == (has_own[i] ? 5 : 0));
    if (i >= 5 && i < 13)
      CHECK(all[i].get_host_access<sycl::uint4, access_mode::read>().read(
                sycl::int2(1, 1))[2] == 3);
  }
  sycl::unsampled_image deduced(data.data(), format, size, pitch, own);
  static_assert(std::is_same_v<decltype(deduced), image>);
}

SECTION(common_reference_semantics) {
  sycl::unsampled_image<1> i(image_format::r8g8b8a8_uint, sycl::range(4));
  sycl::unsampled_image<1> copy = i, other(image_format::r8g8b8a8_uint, 4);
  CHECK(copy == i && other != i);
  CHECK(std::hash<sycl::unsampled_image<1>>()(copy) ==
        std::hash<sycl::unsampled_image<1>>()(i));
  copy.get_host_access<sycl::uint4>().write(2, sycl::uint4(1, 2, 3, 4));
  CHECK(i.get_host_access<sycl::uint4>().read(2)[3] == 4);
  int different = 0, same = 0;
  q.submit([&](sycl::handler &h) {
    auto a = i.get_access<sycl::uint4, access_mode::read>(h);
    auto b = a;
    auto c = other.get_access<sycl::uint4, access_mode::read>(h);
    CHECK(a == b && a != c && a.size() == 4);
    CHECK(std::hash<decltype(a)>()(a) == std::hash<decltype(a)>()(b));
    const sycl::accessor answer(conformance::answers(), h);
    h.single_task([=] {
      auto d = a;
      answer[0] = a == b && d == a && !(a != d);
      answer[1] = a != c && !(a == c) && a.size() == 4;
    });
  });
  same = conformance::answer(0);
  different = conformance::answer(1);
  CHECK(same == 1 && different == 1);
}

SECTION(properties) {
  std::mutex mutex;
  const sycl::context context = q.get_context();
  namespace property = sycl::property::image;
  std::vector<std::uint32_t> data(4, 1);
  {
    sycl::unsampled_image<1> i(data.data(), image_format::r8g8b8a8_uint, 4,
                               {property::use_mutex(mutex),
                                property::context_bound(context),
                                property::use_host_ptr()});
    CHECK(i.has_property<property::use_host_ptr>());
    CHECK(!i.has_property<sycl::property::buffer::use_host_ptr>());
    CHECK(i.get_property<property::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(i.get_property<property::context_bound>().get_context() == context);
    CHECK_THROWS(invalid, i.get_property<sycl::property::no_init>());
    auto all = [&](sycl::handler &h) {
      auto a = i.get_access<sycl::uint4, access_mode::write>(
          h, {sycl::property::no_init()});
      CHECK(a.template has_property<sycl::property::no_init>());
      h.parallel_for(4, [=](sycl::id<1> at) {
        a.write(int(at[0]), sycl::uint4(5, 6, 7, 8));
      });
    };
    q.submit(all);
  }
  CHECK(data == std::vector<std::uint32_t>(4, 0x08070605u));
  using image = sycl::unsampled_image<2>;
  static_assert(sycl::is_property_of_v<property::use_mutex, image>);
  static_assert(
      sycl::is_property_of_v<property::context_bound, sycl::sampled_image<3>>);
  static_assert(sycl::is_property_v<property::use_host_ptr>);
}

// "The minimum number of elements in an image object is one."
SECTION(refused) {
  const auto format = image_format::r8g8b8a8_unorm;
  using line = sycl::unsampled_image<1>;
  using plane = sycl::unsampled_image<2>;
  using solid = sycl::unsampled_image<3>;
  CHECK_THROWS(invalid, line(format, sycl::range(0)));
  CHECK_THROWS(invalid, plane(format, sycl::range(4, 0)));
  CHECK_THROWS(invalid, solid(format, sycl::range(4, 4, 0)));
  CHECK_THROWS(invalid, plane(format, {4, 4}, sycl::range(12)));
  CHECK_THROWS(invalid, plane(format, {4, 4}, sycl::range(0)));
  CHECK_THROWS(invalid, plane(format, {4, 4}, sycl::range(17)));
  CHECK_THROWS(invalid, solid(format, {4, 4, 4}, sycl::range(20, 64)));
  CHECK_THROWS(invalid, line(format, sycl::range(std::size_t(1) << 40)));
  CHECK_THROWS(invalid, line(image_format(99), sycl::range(4)));
  CHECK_THROWS(memory_allocation,
               plane(image_format::r32g32b32a32_sfloat, {1u << 29, 1u << 30}));
  plane real(format, {4, 4}), integral(image_format::r8g8b8a8_sint, {4, 4});
  CHECK_THROWS(invalid, real.get_host_access<sycl::int4>());
  CHECK_THROWS(invalid, real.get_host_access<sycl::uint4>());
  CHECK_THROWS(invalid, integral.get_host_access<sycl::float4>());
  CHECK_THROWS(invalid, integral.get_host_access<sycl::uint4>());
  q.submit([&](sycl::handler &h) {
    CHECK_THROWS(invalid, (real.get_access<sycl::uint4, access_mode::read>(h)));
    CHECK_THROWS(invalid, (real.get_access<sycl::float4, access_mode::read>(
                              h, {sycl::property::no_init()})));
  });
}

// Dimension 0 is the width. Bytes between rows and slices stay as they are.
SECTION(dimensions_and_pitches) {
  constexpr int w = 3, h = 4, d = 2;
  constexpr std::size_t row = 20, slice = 96;
  std::vector<std::uint8_t> from(slice * d), to(slice * d, 0xee);
  std::iota(from.begin(), from.end(), std::uint8_t(0));
  {
    sycl::unsampled_image<3> a(from.data(), image_format::r8g8b8a8_uint,
                               {w, h, d}, {row, slice});
    sycl::unsampled_image<3> b(to.data(), image_format::r8g8b8a8_uint,
                               {w, h, d}, {row, slice});
    q.submit([&](sycl::handler &g) {
      auto in = a.get_access<sycl::uint4, access_mode::read>(g);
      auto out = b.get_access<sycl::uint4, access_mode::write>(
          g, {sycl::property::no_init()});
      g.parallel_for(sycl::range(d, h, w), [=](sycl::item<3> i) {
        const sycl::int4 at(int(i[2]), int(i[1]), int(i[0]), 77);
        out.write(at, in.read(at) + sycl::uint4(100));
      });
    });
    auto in = a.get_host_access<const sycl::uint4>();
    CHECK(in.read(sycl::int4(2, 3, 1, 0))[1] == slice + 3 * row + 2 * 4 + 1);
  }
  bool right = true;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::size_t in_slice = i % slice, in_row = in_slice % row;
    const bool pixel = in_slice < h * row && in_row < w * 4;
    const int sum = from[i] + 100;
    right &= to[i] == (pixel ? (sum > 255 ? 255 : sum) : 0xee);
  }
  CHECK(right);
  // No byte behind the last pixel is the image's.
  std::vector<std::uint32_t> tail(2 * 8 + 3, 7);
  {
    sycl::unsampled_image<2> part(&tail[2], image_format::r8g8b8a8_uint, {1, 3},
                                  sycl::range(32));
    conformance::fill(q, part, sycl::uint4(1, 0, 0, 0));
  }
  for (std::size_t i = 0; i < tail.size(); ++i)
    CHECK(tail[i] == (i == 2 || i == 10 || i == 18 ? 1 : 7));
}

SECTION(outside) {
  std::vector<std::uint32_t> data(4 * 4, 0x01010101u);
  {
    sycl::unsampled_image<2> middle(&data[4], image_format::r8g8b8a8_uint,
                                    {4, 2});
    q.submit([&](sycl::handler &h) {
      auto a = middle.get_access<sycl::uint4>(h);
      const sycl::accessor answer(conformance::answers(), h);
      h.single_task([=] {
        const int wrong[] = {-1, 4, INT32_MAX, INT32_MIN};
        unsigned sum = 0;
        for (int w : wrong) {
          a.write(sycl::int2(w, 0), sycl::uint4(9));
          a.write(sycl::int2(0, w), sycl::uint4(9));
          sum += a.read(sycl::int2(w, 1))[0] + a.read(sycl::int2(1, w))[3];
        }
        answer[0] = int(sum);
        answer[1] = int(a.read(sycl::int2(3, 1))[3]);
      });
    });
    CHECK(conformance::answer(0) == 0 && conformance::answer(1) == 1);
  }
  CHECK(data == std::vector<std::uint32_t>(16, 0x01010101u));
}

SECTION(order) {
  sycl::unsampled_image<2> a(image_format::r32b32g32a32_sint, {8, 8});
  sycl::unsampled_image<2> b(image_format::r32b32g32a32_sint, {8, 8});
  for (int round = 0; round < 5; ++round) {
    conformance::fill(q, a, sycl::int4(round));
    q.submit([&](sycl::handler &h) {
      auto from = a.get_access<const sycl::int4>(h);
      auto to = b.get_access<sycl::int4, access_mode::write>(h);
      h.parallel_for(sycl::range(8, 8), [=](sycl::id<2> i) {
        const sycl::int2 at{int(i[1]), int(i[0])};
        to.write(at, from.read(at) * 2 + at.x());
      });
    });
    conformance::fill(q, a, sycl::int4(-1));
    {
      auto host = b.get_host_access<sycl::int4>();
      CHECK(host.read(sycl::int2(7, 3))[2] == 2 * round + 7);
      host.write(sycl::int2(7, 3), sycl::int4(50));
    }
    q.submit([&](sycl::handler &h) {
      auto both = b.get_access<sycl::int4>(h);
      h.parallel_for(sycl::range(8, 8), [=](sycl::id<2> i) {
        const sycl::int2 at{int(i[1]), int(i[0])};
        both.write(at, both.read(at) + sycl::int4(1));
      });
    });
    auto host = b.get_host_access<sycl::int4, access_mode::read>();
    CHECK(host.read(sycl::int2(7, 3))[0] == 51);
    CHECK(host.read(sycl::int2(0, 7))[3] == 2 * round + 1);
  }
}

SECTION(write_back) {
  using words = std::vector<std::uint32_t>;
  const auto format = image_format::r8g8b8a8_uint;
  const auto use = [&](auto prepare) {
    words host(4, 1);
    {
      sycl::unsampled_image<1> i(host.data(), format, sycl::range(4));
      prepare(i);
      conformance::fill(q, i, sycl::uint4(2));
    }
    return host;
  };
  const words old(4, 1), fresh(4, 0x02020202u);
  words target(4), iterated(4);
  std::vector<std::uint8_t> bytes;
  const auto owned = std::make_shared<sycl::uint4>(0u);
  CHECK(use([](auto &) {}) == fresh);
  CHECK(use([](auto &i) { i.set_write_back(false); }) == old);
  CHECK(use([](auto &i) { i.set_final_data(); }) == old);
  CHECK(use([](auto &i) { i.set_final_data(static_cast<void *>(nullptr)); }) ==
        old);
  CHECK(use([&](auto &i) {
          i.set_final_data(static_cast<void *>(target.data()));
        }) == old);
  CHECK(target == fresh);
  CHECK(use([&](auto &i) { i.set_final_data(iterated.begin()); }) == old);
  CHECK(iterated == fresh);
  CHECK(use([&](auto &i) { i.set_final_data(std::back_inserter(bytes)); }) ==
        old);
  CHECK(bytes == std::vector<std::uint8_t>(16, 2));
  CHECK(use([&](auto &i) {
          i.set_final_data(std::weak_ptr<sycl::uint4>(owned));
        }) == old);
  CHECK((*owned)[3] == 0x02020202u);
  CHECK(use([&](auto &i) {
          i.set_final_data(std::weak_ptr<int>(std::make_shared<int>(1)));
        }) == old);
  // Of memory that the image shares with the program.
  std::shared_ptr<void> shared(new std::uint32_t[4]{}, [](void *p) {
    delete[] static_cast<std::uint32_t *>(p);
  });
  {
    sycl::unsampled_image<2> i(shared, format, {2, 2});
    conformance::fill(q, i, sycl::uint4(3));
  }
  CHECK(static_cast<std::uint32_t *>(shared.get())[3] == 0x03030303u);
}

SECTION(host_tasks) {
  std::vector<float> data(4 * 4, 0.5f);
  float seen = 0;
  {
    sycl::unsampled_image<1> i(data.data(), image_format::r32g32b32a32_sfloat,
                               sycl::range(4));
    conformance::fill(q, i, sycl::float4(4));
    q.submit([&](sycl::handler &h) {
      auto r = i.get_access<sycl::float4, access_mode::read,
                            image_target::host_task>(h);
      sycl::unsampled_image_accessor<sycl::float4, 1, access_mode::write,
                                     image_target::host_task>
          w(i, h);
      h.host_task([=, &seen] {
        seen = r.read(3)[1];
        w.write(1, sycl::float4(7));
      });
    });
    q.submit([&](sycl::handler &h) {
      auto a = i.get_access<sycl::float4>(h);
      h.single_task([=] { a.write(2, a.read(1) + sycl::float4(1)); });
    });
  }
  CHECK(seen == 4 && data[4] == 7 && data[11] == 8 && data[12] == 4);
}

namespace {
template <typename Accessor> struct inner {
  Accessor accessor;
  int factor;
};
} // namespace

SECTION(kinds_of_kernels) {
  sycl::unsampled_image<1> i(image_format::r32b32g32a32_sint, sycl::range(16));
  using accessor =
      sycl::unsampled_image_accessor<sycl::int4, 1, access_mode::read_write>;
  static_assert(sycl::is_device_copyable_v<accessor>);
  static_assert(sizeof(accessor) <= 32);
  q.submit([&](sycl::handler &h) {
    const accessor a{i, h};
    h.single_task([=] {
      for (int at = 0; at < 16; ++at)
        a.write(at, sycl::int4(at));
    });
  });
  q.submit([&](sycl::handler &h) {
    const inner<accessor> s{i.get_access<sycl::int4>(h), 3};
    h.parallel_for(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> item) {
      const int at = int(item.get_global_id(0));
      s.accessor.write(at, s.accessor.read(at) * s.factor);
    });
  });
  q.submit([&](sycl::handler &h) {
    const accessor first(i, h), second(i, h);
    const std::array<accessor, 2> all{first, second};
    h.parallel_for(sycl::range(8), [=](sycl::item<1> item) {
      all[1].write(item, all[0].read(15 - int(item.get_id(0))));
    });
  });
  auto host = i.get_host_access<sycl::int4>();
  for (int at = 0; at < 16; ++at)
    CHECK(host.read(at)[2] == 3 * (at < 8 ? 15 - at : at));
}

namespace {
template <std::size_t... I>
int sum_of(sycl::queue &q, std::vector<sycl::unsampled_image<2>> &images,
           std::index_sequence<I...>) {
  using accessor =
      sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::read>;
  q.submit([&](sycl::handler &h) {
    const std::array<accessor, sizeof...(I)> all{
        accessor(images[I % images.size()], h)...};
    const sycl::accessor answer(conformance::answers(), h);
    h.single_task([=] {
      int sum = 0;
      for (const accessor &a : all)
        sum += a.read(sycl::int2(1, 0))[0];
      answer[0] = sum;
    });
  });
  return conformance::answer(0);
}
} // namespace

// max_read_image_args is at least 128. Some are the same image: a command has a
// lock for each, and the thread sanitizer ends programs that hold 128.
SECTION(many_images) {
  std::vector<sycl::unsampled_image<2>> images;
  for (int n = 0; n < 100; ++n) {
    images.emplace_back(image_format::r16g16b16a16_sint, sycl::range(2, 1));
    images.back().get_host_access<sycl::int4>().write(sycl::int2(1, 0),
                                                      sycl::int4(n));
  }
  CHECK(sum_of(q, images, std::make_index_sequence<128>()) == 4950 + 378);
}

namespace {
template <typename A, typename Coordinates, typename = void>
constexpr bool can_read = false;
template <typename A, typename Coordinates>
constexpr bool can_read<A, Coordinates,
                        std::void_t<decltype(std::declval<A>().read(
                            std::declval<Coordinates>()))>> = true;
template <typename A, typename Coordinates, typename = void>
constexpr bool can_write = false;
template <typename A, typename Coordinates>
constexpr bool
    can_write<A, Coordinates,
              std::void_t<decltype(std::declval<A>().write(
                  std::declval<Coordinates>(), typename A::value_type()))>> =
        true;

template <typename DataT, int D, access_mode Mode>
constexpr bool has_members_of_mode() {
  using coordinates = conformance::image_position<D>;
  using device = sycl::unsampled_image_accessor<DataT, D, Mode>;
  using host = sycl::host_unsampled_image_accessor<DataT, D, Mode>;
  const bool reads = Mode != access_mode::write;
  const bool writes = Mode != access_mode::read;
  return can_read<device, coordinates> == reads &&
         can_read<host, coordinates> == reads &&
         can_write<device, coordinates> == writes &&
         can_write<host, coordinates> == writes;
}
template <typename DataT, access_mode Mode>
constexpr bool in_all_dimensions = has_members_of_mode<DataT, 1, Mode>() &&
                                   has_members_of_mode<DataT, 2, Mode>() &&
                                   has_members_of_mode<DataT, 3, Mode>();
static_assert(in_all_dimensions<sycl::int4, access_mode::read>);
static_assert(in_all_dimensions<sycl::uint4, access_mode::write>);
static_assert(in_all_dimensions<sycl::float4, access_mode::read_write>);
static_assert(in_all_dimensions<const sycl::half4, access_mode::read>);
// Real numbers are no places of pixels, nor are vectors of another length.
using plane = sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::read>;
using line = sycl::unsampled_image_accessor<sycl::int4, 1, access_mode::read>;
static_assert(!can_read<line, float> && !can_read<line, sycl::half>);
static_assert(!can_read<line, sycl::int2> && !can_read<plane, int>);
static_assert(!can_read<plane, sycl::float2> && !can_read<plane, sycl::int4>);
static_assert(can_read<line, sycl::item<1>> && can_read<line, std::size_t>);
using sampling = sycl::sampled_image_accessor<sycl::int4, 3>;
static_assert(can_read<sampling, sycl::float4> &&
              !can_read<sampling, sycl::int4> &&
              !can_read<sampling, sycl::float3>);
} // namespace

SECTION(conversions) {
  sycl::unsampled_image<2> i(image_format::r8g8b8a8_unorm, {2, 2});
  conformance::fill(q, i, sycl::float4(1));
  using reading =
      sycl::unsampled_image_accessor<sycl::float4, 2, access_mode::read>;
  using constant =
      sycl::unsampled_image_accessor<const sycl::float4, 2, access_mode::read>;
  using writing =
      sycl::unsampled_image_accessor<sycl::float4, 2, access_mode::write>;
  static_assert(std::is_same_v<reading::value_type, const sycl::float4>);
  static_assert(std::is_same_v<constant::reference, const sycl::float4 &>);
  static_assert(std::is_same_v<writing::value_type, sycl::float4>);
  static_assert(std::is_same_v<writing::const_reference, const sycl::float4 &>);
  static_assert(std::is_convertible_v<reading, constant> &&
                std::is_convertible_v<constant, reading>);
  static_assert(!std::is_convertible_v<writing, reading>);
  static_assert(std::is_convertible_v<
                sycl::host_unsampled_image_accessor<const sycl::float4, 2>,
                sycl::host_unsampled_image_accessor<sycl::float4, 2,
                                                    access_mode::read>>);
  q.submit([&](sycl::handler &h) {
    const reading r(i, h);
    const constant c = r;
    const reading again = c;
    CHECK(r == again);
    const sycl::accessor answer(conformance::answers(), h);
    h.single_task([=] { answer[0] = c.read({1, 1})[3] == 1.0f; });
  });
  CHECK(conformance::answer(0) == 1);
}
