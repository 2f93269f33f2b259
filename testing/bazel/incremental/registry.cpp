extern "C" void __sycl_register_images(const void *) {}
extern "C" void __sycl_unregister_images(const void *) {}
