int second(sycl::queue &queue) {
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = twice(5); }).wait();
  const int result = *number;
  sycl::free(number, queue);
  return result;
}
