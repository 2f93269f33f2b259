// SYCL 2020, 4.16: streams.
#include "testing/conformance/check.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

CONFORMANCE_CHAPTER("streams");

namespace {
/// What f's commands write to std::cout.
template <typename F> std::string output_of(sycl::queue &q, F f) {
  std::ostringstream text;
  std::streambuf *const before = std::cout.rdbuf(text.rdbuf());
  try {
    f();
    q.wait();
  } catch (...) {
    std::cout.rdbuf(before);
    throw;
  }
  std::cout.rdbuf(before);
  return text.str();
}
template <typename F> std::string printed(sycl::queue &q, F f) {
  return output_of(q, [&] {
    q.submit([&](sycl::handler &h) {
      const sycl::stream out(1024, 256, h);
      h.single_task([=] { f(out); });
    });
  });
}
} // namespace

SECTION(values) {
  CHECK(printed(q, [](const sycl::stream &out) {
          out << "text " << 42 << ' ' << -7 << ' ' << 4000000000u << ' '
              << (std::int64_t(1) << 40) << ' ' << true << sycl::endl;
        }) == "text 42 -7 4000000000 1099511627776 1\n");
  CHECK(printed(q, [](const sycl::stream &out) {
          out << 0.5f << " " << -1e10f << " " << 3.0f;
        }) == "0.5 -1e+10 3");
  CHECK(printed(q, [](const sycl::stream &out) {
          out << static_cast<const void *>(nullptr) << "|" << short(-3)
              << std::uint8_t(200);
        }).substr(1) == "|-3200");
}

SECTION(doubles) {
  NEED(fp64);
  CHECK(printed(q, [](const sycl::stream &out) {
          out << sycl::setprecision(12) << 1.23456789012;
        }) == "1.23456789012");
}

SECTION(manipulators) {
  CHECK(printed(q, [](const sycl::stream &out) {
          out << sycl::hex << 255 << sycl::showbase << " " << 255 << sycl::oct
              << " " << 8 << sycl::noshowbase << sycl::dec << " " << 8
              << sycl::endl;
          out << sycl::showpos << 5 << sycl::noshowpos << 5;
        }) == "ff 0xff 010 8\n+55");
  CHECK(printed(q, [](const sycl::stream &out) {
          out << sycl::fixed << sycl::setprecision(2) << 3.14159f << " "
              << sycl::scientific << 3.14159f << " " << sycl::defaultfloat
              << 3.5f << sycl::setw(6) << 7 << sycl::flush << "|";
        }) == "3.14 3.14e+00 3.5     7|");
  // The bits of the number itself.
  CHECK(printed(q, [](const sycl::stream &out) {
          out << sycl::hex << short(-2) << " " << sycl::oct << short(-1) << " "
              << sycl::hex << static_cast<signed char>(-3) << sycl::dec << " "
              << short(-2);
        }) == "fffe 177777 fd -2");
}

SECTION(sycl_types) {
  CHECK(printed(q, [](const sycl::stream &out) {
          out << sycl::int4(1, 2, 3, 4) << "; " << sycl::float2(0.5f, 2).swizzle<1, 0>()
              << "; " << sycl::marray<int, 2>(5, 6) << "; " << sycl::id(1, 2)
              << sycl::range(3) << sycl::id(4, 5, 6);
        }) == "1, 2, 3, 4; 2, 0.5; 5, 6; {1, 2}{3}{4, 5, 6}");
  const std::string text = output_of(q, [&] {
    q.submit([&](sycl::handler &h) {
      const sycl::stream out(4096, 256, h);
      h.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> i) {
        if (i.get_global_id(0) == 1)
          out << i.get_nd_range() << i << i.get_group() << sycl::endl;
      });
    });
  });
  CHECK(text.find("{2}") != std::string::npos &&
        text.find("{1}") != std::string::npos);
}

SECTION(lines_of_work_items) {
  const std::string text = output_of(q, [&] {
    q.submit([&](sycl::handler &h) {
      const sycl::stream out(64 * 32, 64, h);
      h.parallel_for(64, [=](sycl::item<1> i) {
        out << "item " << i.get_id(0) << " of " << i.get_range(0) << sycl::endl;
      });
    });
  });
  std::istringstream lines(text);
  std::vector<bool> seen(64);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    int n = -1;
    CHECK(std::sscanf(line.c_str(), "item %d of 64", &n) == 1);
    if (n >= 0 && n < 64)
      seen[n] = true;
    ++count;
  }
  CHECK(count == 64 && std::count(seen.begin(), seen.end(), true) == 64);
}

// 4.16.4: h_item is one of the types that a stream prints.
SECTION(items_of_hierarchical_kernels) {
  const std::string text = output_of(q, [&] {
    q.submit([&](sycl::handler &h) {
      const sycl::stream out(1000, 200, h);
      h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(2),
                                [=](sycl::group<1> g) {
                                  g.parallel_for_work_item(
                                      [&](sycl::h_item<1> i) { out << i; });
                                });
    });
  });
  CHECK(text == "h_item(global_id: {0}, local_id: {0})"
                "h_item(global_id: {1}, local_id: {1})");
}

SECTION(full) {
  const std::string text = output_of(q, [&] {
    q.submit([&](sycl::handler &h) {
      const sycl::stream out(100, 50, h);
      h.parallel_for(5000, [=](sycl::id<1>) { out << "0123456789"; });
    });
  });
  if (!CHECK(text.size() == 100 && text.substr(0, 12) == "012345678901"))
    std::printf("  %zu: %s\n", text.size(), text.c_str());
}

SECTION(several_streams_and_kernels) {
  sycl::queue ordered(q.get_device(), sycl::property::queue::in_order());
  const std::string text = output_of(ordered, [&] {
    for (int i = 0; i < 3; ++i)
      ordered.submit([&](sycl::handler &h) {
        const sycl::stream a(100, 50, h), b(100, 50, h);
        CHECK(a != b && a == sycl::stream(a));
        h.single_task([=] {
          b << "b" << i << " ";
          a << "a" << i << " ";
        });
      });
  });
  CHECK(text == "a0 b0 a1 b1 a2 b2 ");
}

SECTION(waiting_for_the_event) {
  const std::string text = output_of(q, [&] {
    sycl::event e = q.submit([&](sycl::handler &h) {
      const sycl::stream out(100, 50, h);
      CHECK(out.size() == 100 && out.get_work_item_buffer_size() == 50);
      h.single_task([=] { out << "x"; });
    });
    e.wait();
    q.submit([&](sycl::handler &h) { h.host_task([] { std::cout << "y"; }); })
        .wait();
  });
  CHECK(text == "xy");
}
