// Libraries that are opened and closed, and what is alike in them: kernels and
// functions of the same names, on the host too. On every device there is.
//
// Arguments: two libraries made of alike.cpp, of which one says 1 and one 2.
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <utility>

SYCL_EXTERNAL int who(int);
SYCL_EXTERNAL int more(int);
template <int> class OfTheProgram;

// For the libraries: the program exports it.
SYCL_EXTERNAL int of_the_program(int x) {
#ifdef __SYCL_DEVICE_ONLY__
  return x + 7;
#else
  return -x;
#endif
}

namespace {
int failures = 0;
void expect(const char *what, int line, bool right) {
  if (right)
    return;
  std::printf("line %d: %s\n", line, what);
  ++failures;
}
#define EXPECT(X) expect(#X, __LINE__, X)

using function = int(sycl::queue &, int);
struct library {
  explicit library(const char *path, int flags = RTLD_LOCAL)
      : handle(dlopen(path, RTLD_NOW | flags)) {
    if (!handle)
      std::puts(dlerror()), std::exit(2);
  }
  ~library() { dlclose(handle); }
  int call(const char *name, sycl::queue &q, int n) const {
    return reinterpret_cast<function *>(dlsym(handle, name))(q, n);
  }
  void *handle;
};

int imported(sycl::queue &q, int n) {
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.single_task<class Imports>([=] { a[0] = who(n); });
  });
  return sycl::host_accessor(b)[0];
}
// Functions of two libraries that both export one of them.
int imported_from_both(sycl::queue &q, int n) {
  sycl::buffer<int> b(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.single_task<class ImportsBoth>([=] { a[0] = who(n) + 10000 * more(n); });
  });
  return sycl::host_accessor(b)[0];
}

std::string refusal(sycl::queue &q) {
  try {
    imported(q, 1);
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::kernel_not_supported ? e.what() : "other";
  }
  return "";
}

// Each library runs its own kernel, which calls its own function; the program's
// gets the function of the one that came first. Never the host's.
void alike(sycl::queue &q, const char *one, const char *two, int flags) {
  EXPECT(refusal(q).find("Kernel needs the device function 'who(int)', which "
                         "no image of the program exports.") !=
         std::string::npos);
  {
    library first(one, flags);
    EXPECT(imported(q, 5) == 105);
    EXPECT(first.call("run", q, 1) == 101);
    EXPECT(first.call("run_of_the_program", q, 1) == 8);
    {
      library second(two, flags);
      EXPECT(imported(q, 6) == 106);
      EXPECT(first.call("run", q, 2) == 102);
      EXPECT(second.call("run", q, 2) == 202);
      const int both = imported_from_both(q, 3);
      EXPECT(both == 12030103 || both == 12030203);
    }
    EXPECT(first.call("run", q, 3) == 103);
  }
  if (flags == RTLD_LOCAL) { // else the host's dynamic linker may keep them
    library second(two);
    EXPECT(imported(q, 5) == 205);
    EXPECT(second.call("run", q, 4) == 204);
  }
}

// Closing does not wait for kernels, which may need the dynamic linker to go on.
void close_while_running(sycl::queue &q, const char *path) {
  {
    library l(path);
    l.call("start", q, 100000);
  }
  q.wait_and_throw();
}

template <int... I>
void first_submissions(sycl::queue &q, std::integer_sequence<int, I...>) {
  (q.single_task<OfTheProgram<I>>([] {}).wait(), ...);
}

// Programs are made, which takes the dynamic linker, while libraries come and go;
// others look at all images meanwhile.
void all_at_once(sycl::queue &q, const char *one, const char *two) {
  std::atomic<bool> stop{false};
  const auto come_and_go = [&](const char *path, int number) {
    while (!stop) {
      library l(path);
      if (l.call("run", q, 3) != 100 * number + 3)
        stop = true, EXPECT(!"come_and_go");
    }
  };
  std::thread a(come_and_go, one, 1), b(come_and_go, two, 2), c([&] {
    while (!stop) {
      EXPECT(sycl::has_kernel_bundle<sycl::bundle_state::executable>(
          q.get_context()));
      EXPECT(!sycl::get_kernel_ids().empty());
    }
  });
  first_submissions(q, std::make_integer_sequence<int, 8>());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  stop = true;
  a.join(), b.join(), c.join();
}

} // namespace

int main(int, char **argv) {
  const char *const one = argv[1], *const two = argv[2];
  for (const sycl::device &d : sycl::device::get_devices()) {
    std::puts(d.get_info<sycl::info::device::name>().c_str());
    sycl::queue q(d);
    close_while_running(q, one);
    alike(q, one, two, RTLD_LOCAL);
    all_at_once(q, one, two);
  }
  for (const sycl::device &d : sycl::device::get_devices()) {
    sycl::queue q(d);
    alike(q, one, two, RTLD_GLOBAL);
    break; // the libraries may stay
  }
  return failures;
}
