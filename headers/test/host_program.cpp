// The host API and kernels as any C++ compiler sees them, attributes included.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/backend.hpp>
#include <sycl/sycl.hpp>

struct Functor {
  sycl::accessor<double, 1> values;
  void operator()(sycl::nd_item<1> item) const {
    const sycl::half small(values[item.get_global_id()]);
    sycl::atomic_ref<double, sycl::memory_order::relaxed,
                     sycl::memory_scope::device>(values[item.get_global_id()])
        .fetch_add(double(float(small)));
    sycl::group_barrier(item.get_group());
  }
};

SYCL_EXTERNAL sycl::float4 turned(sycl::float4 v);
SYCL_EXTERNAL sycl::float4 turned(sycl::float4 v) { return v.wzyx() * 2.0f; }

void submit(sycl::queue &queue) {
  sycl::buffer<double, 1> buffer{sycl::range<1>(64)};
  queue.submit([&](sycl::handler &cgh) {
    sycl::accessor<double, 1> values(buffer, cgh);
    cgh.parallel_for(sycl::nd_range<1>(64, 8), Functor{values});
  });
  if (queue.get_device().has(sycl::aspect::fp64))
    queue.single_task<class Named>([] {}).wait_and_throw();
  sycl::host_accessor result(buffer, sycl::read_only);
  (void)result[0];
}

void paint(sycl::queue &queue) {
  sycl::unsampled_image<2> image(sycl::image_format::b8g8r8a8_unorm, {4, 4});
  sycl::image_sampler sampler{
      sycl::addressing_mode::mirrored_repeat,
      sycl::coordinate_normalization_mode::normalized,
      sycl::filtering_mode::linear};
  sycl::sampled_image<3> texture(
      nullptr, sycl::image_format::r16b16g16a16_sfloat, sampler, {2, 2, 2});
  queue.submit([&](sycl::handler &cgh) {
    auto pixels = image.get_access<sycl::float4>(cgh);
    auto texels = texture.get_access<sycl::half4>(cgh);
    cgh.single_task([=] {
      pixels.write(sycl::int2(0, 0), pixels.read(sycl::int2(1, 1)) +
                                         texels.read(sycl::float4(0.5f))
                                             .convert<float>());
    });
  });
  (void)image.get_host_access<const sycl::float4>().read(sycl::int2(0, 0));
  image.set_final_data();
}
