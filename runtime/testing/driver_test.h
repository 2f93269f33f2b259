// Tests of a back end over a fake driver, which is a library of its own.
//
// Example:
//   class FakeTest : public facet::DriverTest {
//    protected:
//     void SetUp() override {
//       OpenDriver(path, "fake_x_take_record");
//       Start(EnumerateXPlatforms());
//     }
//   };
//   TEST_F(FakeTest, Copies) {
//     stream_->Copy(…);
//     EXPECT_EQ(TakeRecord(), "xCopy(4)\n");
//   }
#ifndef FACET_RUNTIME_TESTING_DRIVER_TEST_H_
#define FACET_RUNTIME_TESTING_DRIVER_TEST_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "runtime/backends/backend.h"

namespace facet {

// Sets a variable of the environment for a while.
class ScopedEnvironment {
 public:
  ScopedEnvironment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value, 1);
  }
  ~ScopedEnvironment() {
    old_.empty() ? unsetenv(name_) : setenv(name_, old_.c_str(), 1);
  }

 private:
  const char* name_;
  std::string old_;
};

class DriverTest : public testing::Test {
 protected:
  // `take` is the driver's function that gives its record of calls.
  void OpenDriver(const char* path, const char* take) {
    ASSERT_NE(path, nullptr);
    fake_ = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(fake_, nullptr) << dlerror();
    take_ = reinterpret_cast<const char* (*)()>(dlsym(fake_, take));
    ASSERT_NE(take_, nullptr) << dlerror();
    TakeRecord();
  }

  // The only platform's first device, and a stream of it.
  void Start(PlatformList list, bool profiling = false) {
    list_ = std::move(list);
    for (const std::string& warning : list_.warnings)
      ADD_FAILURE() << warning;
    ASSERT_EQ(list_.platforms.size(), 1u);
    device_ = list_.platforms[0]->devices.at(0);
    StreamOptions options;
    options.profiling = profiling;
    const Status status = device_->CreateStream(options, &stream_);
    ASSERT_TRUE(status.ok()) << status.message();
    record_of_start_ = TakeRecord();
  }

  std::string TakeRecord() { return take_(); }

  KernelPtr LoadKernel(const sycl_device_image& image, const char* name) {
    const sycl_device_image* images[] = {&image};
    ProgramPtr program;
    Status status = device_->LoadProgram(images, &program);
    EXPECT_TRUE(status.ok()) << status.message();
    KernelPtr kernel;
    if (!program) return kernel;
    status = program->GetKernel(name, &kernel);
    EXPECT_TRUE(status.ok()) << status.message();
    record_of_load_ = TakeRecord();
    return kernel;
  }

  // "add_one" on *value over 1000 x 3 work-items; *launch may have more.
  Status LaunchAddOne(const KernelPtr& kernel, int* value,
                      LaunchDescription* launch) {
    pointer_ = value;
    argument_ = {&pointer_, sizeof pointer_, 8};
    launch->arguments = {&argument_, 1};
    launch->range.dimensions = 2;
    launch->range.global[0] = 1000;
    launch->range.global[1] = 3;
    launch->range.may_round_up = true;
    return stream_->LaunchKernel(kernel, *launch, nullptr);
  }

  void* fake_ = nullptr;
  PlatformList list_;
  DevicePtr device_;
  StreamPtr stream_;
  std::string record_of_start_, record_of_load_;

 private:
  const char* (*take_)() = nullptr;
  int* pointer_ = nullptr;
  KernelArgument argument_{};
};

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_DRIVER_TEST_H_
