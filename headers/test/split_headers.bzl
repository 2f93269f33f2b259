"""What sycl_khr_split_headers, and the extensions that come with it, say of each header: declarations that need it."""

_ALL = {
    "accessor": "accessor<int, 1, access_mode::read, target::device>* a; host_accessor<int>* b; local_accessor<int>* c; " +
                "auto& d = no_init; auto& e = read_only_host_task; property::no_init f; constexpr auto g = access::placeholder::false_t;",
    "atomic": "using a = atomic_ref<int, memory_order::relaxed, memory_scope::device>; using b = decltype(&atomic_fence); using c = sycl::atomic<int>;",
    "backend": "using a = backend_traits<backend::opencl>; using b = backend_input_t<backend::opencl, device>; " +
               "using c = backend_return_t<backend::opencl, device>; using d = decltype(&get_native<backend::opencl, device>); " +
               "using e = decltype(&make_platform<backend::opencl>);",
    "bit": "constexpr auto a = bit_cast<unsigned>(1);",
    "buffer": "buffer<int>* a; using b = buffer_allocator<int>; using c = property::buffer::use_mutex; " +
              "using d = property::buffer::context_bound;",
    "builtins_common": "constexpr auto a = [](float x) { return clamp(x, x, x) + degrees(x); };",
    "builtins_geometric": "constexpr auto a = [](float3 x) { return dot(x, x) + length(cross(x, x)); };",
    "builtins_integer": "constexpr auto a = [](int x) { return popcount(x) + mad_sat(x, x, x); };",
    "builtins_math": "constexpr auto a = [](float x) { return sycl::sin(x) + native::cos(x) + half_precision::exp(x); };",
    "builtins_relational": "constexpr auto a = [](float2 x) { return isnan(x) && any(isequal(x, x)); };",
    "byte": "using a = decltype(sizeof(byte));",
    "context": "context* a; using b = info::context::devices;",
    "device": "device* a; using b = decltype(&default_selector_v); using c = decltype(&cpu_selector_v); using d = decltype(&accelerator_selector_v); " +
              "constexpr auto e = aspect::fp16; using f = info::device::name; constexpr auto g = info::fp_config::fma; " +
              "constexpr auto h = [] { return aspect_selector(aspect::cpu); };",
    "event": "event* a; using b = info::event::command_execution_status; constexpr auto c = info::event_command_status::complete; " +
             "using d = info::event_profiling::command_end;",
    "exception": "exception* a; exception_list* b; async_handler* c; using d = decltype(make_error_code(errc::invalid)); using e = decltype(sycl_category()); " +
                 "static_assert(std::is_error_code_enum<errc>::value);",
    "functional": "using a = std::tuple<plus<>, multiplies<>, bit_and<>, bit_or<>, bit_xor<>, logical_and<>, logical_or<>, minimum<>, maximum<>>;",
    "group_algorithms": "constexpr auto a = [](group<1> g, int* p) { return group_broadcast(g, 1) + any_of_group(g, true) + " +
                        "joint_reduce(g, p, p, plus<>()) + inclusive_scan_over_group(g, 1, plus<>()); }; " +
                        "constexpr auto b = [](sub_group g) { return shift_group_left(g, 1) + permute_group_by_xor(g, 1, 1); };",
    "groups": "group<2>* a; sub_group* b; device_event* c; constexpr auto d = [](group<1> g) { group_barrier(g); };",
    "half": "half a(1.0f);",
    "handler": "handler* a;",
    "hierarchical_parallelism": "h_item<1>* a; private_memory<int>* b;",
    "image": "unsampled_image<2>* a; sampled_image<1>* b; image_sampler* c; host_unsampled_image_accessor<float4, 2>* d; " +
             "sampled_image_accessor<float4, 1>* e; using f = image_allocator; constexpr auto g = addressing_mode::none; auto h = no_init; " +
             "constexpr auto i = image_target::device; using j = property::image::use_mutex;",
    "index_space": "id<1> a; range<2> b(1, 1); nd_range<1> c(1, 1); item<1>* d; nd_item<3>* e;",
    "interop_handle": "interop_handle* a;",
    "kernel_bundle": "kernel_bundle<bundle_state::input>* a; kernel_id* b; kernel* c; device_image<bundle_state::object>* d; " +
                     "specialization_id<int> e(1); using f = info::kernel::num_args; using g = info::kernel_device_specific::work_group_size; " +
                     "using h = decltype(get_kernel_ids());",
    "kernel_handler": "kernel_handler* a;",
    "marray": "marray<int, 3> a; mfloat4 b;",
    "math": "constexpr auto a = [](float x) { return sycl::sqrt(x) + popcount(1); };",
    "multi_ptr": "multi_ptr<int, access::address_space::global_space, access::decorated::no>* a; raw_private_ptr<int>* b; global_ptr<int>* c;",
    "platform": "platform* a; using b = info::platform::name;",
    "property_list": "property_list a;",
    "queue": "queue* a; using b = info::queue::device; using c = property::queue::in_order;",
    "reduction": "constexpr auto a = [](int* p) { return reduction(p, plus<>()); }; using b = property::reduction::initialize_to_identity;",
    "span": "span<int> a; constexpr auto b = dynamic_extent;",
    "stream": "stream* a; constexpr auto b = [](const stream& s) { s << 1 << setw(2) << setprecision(3) << endl << flush; };",
    "type_traits": "static_assert(is_property_v<property::no_init> || !is_group_v<int>); static_assert(is_device_copyable_v<int>); " +
                   "static_assert(has_known_identity_v<plus<int>, int> && known_identity_v<plus<int>, int> == 0); " +
                   "using a = remove_decoration_t<int*>; using b = is_property_of<int, int>;",
    "usm": "constexpr auto a = usm::alloc::shared; using b = usm_allocator<int, usm::alloc::host>; " +
           "constexpr auto c = [](queue& q) { return malloc_shared<int>(1, q); };",
    "vec": "vec<int, 3> a; float4 b; constexpr auto c = rounding_mode::rte; constexpr auto d = elem::s3;",
    "version": "static_assert(SYCL_KHR_SPLIT_HEADERS && SYCL_BACKEND_OPENCL && SYCL_LANGUAGE_VERSION >= 202012L);",
}

SPLIT_HEADERS = dict(
    {"split_headers/" + header: use for header, use in _ALL.items()},
    dynamic_addrspace_cast = "constexpr auto a = [](int* p) { return khr::dynamic_addrspace_cast<access::address_space::local_space>(p); };",
    group_interface = "khr::work_group<1>* a; khr::sub_group* b; khr::member_item<khr::sub_group>* c;",
    max_work_group_queries = "using a = khr::info::device::max_work_group_range_size;",
    static_addrspace_cast = "constexpr auto a = [](int* p) { return khr::static_addrspace_cast<access::address_space::global_space>(p); };",
    work_item_queries = "using a = decltype(&khr::this_nd_item<1>); using b = decltype(&khr::this_group<2>); using c = decltype(&khr::this_sub_group);",
)
