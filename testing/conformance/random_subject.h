// A buffer of a random program, and a copy of what must be in it, which is kept
// up to date when a command is submitted.
#pragma once

#include "testing/conformance/random_program.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

namespace random_programs {

template <int D> class subject_of : public subject {
public:
  explicit subject_of(random_program &p) : subject(p) {
    sycl::range<D> shape;
    for (int d = 0; d < D; ++d)
      shape[d] = 1 + p.draw(D == 1 ? 60 : D == 2 ? 9 : 5);
    now.resize(shape.size());
    for (value &v : now)
      v = p.draw(1000);
    make(shape);
    whole = std::make_unique<sycl::buffer<value, 1>>(
        buffer->template reinterpret<value, 1>(sycl::range<1>(shape.size())));
    flat = whole.get();
  }
  ~subject_of() override {
    if (buffer)
      release();
  }
  std::size_t size() const override { return now.size(); }

  void command() override {
    switch (program.draw(9)) {
    case 0: return update(true);
    case 1: return update(false);
    case 2: return overwrite();
    case 3: return task();
    case 4: return fill();
    case 5: return copy_in();
    case 6: return copy_out();
    case 7: return copy_across();
    case 8: return abandoned();
    }
  }

  void look() override {
    const part<D> p = some_part();
    if (program.draw(2)) {
      sycl::host_accessor a(*buffer, p.size, p.start, sycl::read_only);
      for_each(p, [&](std::size_t at, sycl::id<D> i) {
        expect(a[i], now[at], "a host accessor");
      });
    } else if (program.draw(2)) {
      sycl::host_accessor a(*buffer, p.size, p.start, sycl::read_write);
      written = true;
      for_each(p, [&](std::size_t at, sycl::id<D> i) {
        expect(a[i], now[at], "a host accessor that may write");
        now[at] = a[i] = a[i] * 5 + 1;
      });
    } else {
      sycl::host_accessor a(*buffer, p.size, p.start, sycl::write_only,
                            sycl::no_init);
      written = true;
      for_each(p, [&](std::size_t at, sycl::id<D> i) {
        now[at] = a[i] = value(at) + 3;
      });
    }
  }

  /// The buffer goes, perhaps while commands use it; what it writes is right.
  void destroy() override {
    release();
    check_written();
  }

private:
  enum class source { none, pointer, constant, iterators, shared, host, mutex };

  void make(const sycl::range<D> &shape) {
    const source from = source(program.draw(7));
    host = std::make_shared<values>(now);
    using namespace sycl::property::buffer;
    switch (from) {
    case source::none:
      buffer = std::make_unique<sycl::buffer<value, D>>(shape);
      {
        sycl::host_accessor a(*buffer, sycl::write_only, sycl::no_init);
        std::size_t at = 0;
        for (value &v : a)
          v = now[at++];
      }
      written = true;
      break;
    case source::pointer:
      buffer = std::make_unique<sycl::buffer<value, D>>(host->data(), shape);
      break;
    case source::constant:
      buffer = std::make_unique<sycl::buffer<value, D>>(
          static_cast<const value *>(host->data()), shape);
      break;
    case source::iterators:
      if constexpr (D == 1) {
        buffer = std::make_unique<sycl::buffer<value, D>>(host->begin(),
                                                          host->end());
        break;
      }
      [[fallthrough]];
    case source::shared:
      buffer = std::make_unique<sycl::buffer<value, D>>(
          std::shared_ptr<value>(host, host->data()), shape);
      break;
    case source::host:
      buffer = std::make_unique<sycl::buffer<value, D>>(
          host->data(), shape, sycl::property_list{use_host_ptr()});
      break;
    case source::mutex:
      buffer = std::make_unique<sycl::buffer<value, D>>(
          host->data(), shape, sycl::property_list{use_mutex(lock)});
      break;
    }
    writes_back = from == source::pointer || from == source::shared ||
                  from == source::host || from == source::mutex ||
                  (from == source::iterators && D != 1);
    if (program.draw(3) != 0)
      return;
    final_data = std::make_shared<values>(now.size(), untouched);
    if (program.draw(2))
      buffer->set_final_data(final_data->data());
    else
      buffer->set_final_data(final_data->begin());
    writes_back = false;
  }
  void release() {
    whole.reset();
    flat = nullptr;
    if (program.seldom()) {
      // The last copy is a host task's.
      sycl::buffer<value, D> last = *buffer;
      buffer.reset();
      program.queue().submit([&](sycl::handler &h) {
        sycl::accessor a(last, h, sycl::read_only_host_task);
        h.host_task([last, a] { (void)last, (void)a; });
      }).wait();
      // `last` is still here, until the end of this block.
    }
    buffer.reset();
  }
  void check_written() {
    if (writes_back)
      for (std::size_t i = 0; i < now.size(); ++i)
        expect((*host)[i], now[i], "memory that the buffer was made of");
    // It is copied there if, and only if, there was a write accessor (4.7.2.3).
    if (final_data)
      for (std::size_t i = 0; i < now.size(); ++i)
        expect((*final_data)[i], written ? now[i] : untouched,
               written ? "final data" : "final data of a buffer only read");
  }

  part<D> some_part() {
    part<D> p;
    const sycl::range<D> shape = buffer->get_range();
    for (int d = 0; d < D; ++d) {
      const bool all = program.draw(2);
      p.start[d] = all ? 0 : program.draw(shape[d]);
      p.size[d] = all ? shape[d] : 1 + program.draw(shape[d] - p.start[d]);
    }
    return p;
  }
  /// f(place in the buffer, index in the part)
  template <typename F> void for_each(const part<D> &p, F f) {
    const sycl::range<D> shape = buffer->get_range();
    for (std::size_t n = 0; n < p.size.size(); ++n) {
      const sycl::id<D> i = index(n, p.size);
      f(linear(i + p.start, shape), i);
    }
  }
  /// Another buffer, or the same, as one row; f(values, buffer, start, count).
  struct input {
    sycl::buffer<value, 1> *flat;
    const values *now;
    std::size_t start, count;
  };
  input some_input() {
    subject &s = program.other();
    const std::size_t start = program.draw(s.size());
    return {s.flat, &s.now, start, 1 + program.draw(s.size() - start)};
  }

  /// out = 3 * out + in, in work-groups or not, with placeholders or not.
  void update(bool in_range) {
    const part<D> p = some_part();
    const input from = some_input();
    const value turns = program.turns(), add = program.draw(9);
    const bool same = from.flat == flat;
    const values before = *from.now;
    const bool placeholder = program.seldom();
    const sycl::range<D> size = p.size;
    program.note(program.queue().submit([&](sycl::handler &h) {
      sycl::accessor<value, D> out =
          placeholder ? sycl::accessor<value, D>(*buffer, p.size, p.start)
                      : sycl::accessor<value, D>(*buffer, h, p.size, p.start);
      if (placeholder)
        h.require(out);
      if (same) {
        if (in_range)
          h.parallel_for(size, [=](sycl::item<D> i) {
            out[i.get_id()] = out[i.get_id()] * 3 + add + spin(turns);
          });
        else
          h.parallel_for(sycl::nd_range<D>(size, size),
                         [=](sycl::nd_item<D> i) {
                           out[i.get_global_id()] =
                               out[i.get_global_id()] * 3 + add + spin(turns);
                         });
        return;
      }
      sycl::accessor in(*from.flat, h, sycl::range<1>(from.count),
                        sycl::id<1>(from.start), sycl::read_only);
      const std::size_t n = from.count;
      if (in_range)
        h.parallel_for(size, [=](sycl::item<D> i) {
          out[i.get_id()] = out[i.get_id()] * 3 +
                            in[i.get_linear_id() % n] + add + spin(turns);
        });
      else
        h.parallel_for(sycl::nd_range<D>(size, size), [=](sycl::nd_item<D> i) {
          out[i.get_global_id()] = out[i.get_global_id()] * 3 +
                                   in[i.get_global_linear_id() % n] + add +
                                   spin(turns);
        });
    }));
    written = true;
    for_each(p, [&](std::size_t at, sycl::id<D> i) {
      now[at] = now[at] * 3 + add +
                (same ? 0 : before[from.start + linear(i, size) % from.count]);
    });
  }

  /// Writing alone, with or without what was there; of a sub-buffer perhaps.
  void overwrite() {
    part<D> p = some_part();
    const value turns = program.turns(), add = program.draw(900);
    const sycl::property_list properties =
        program.draw(2) ? sycl::property_list{sycl::no_init}
                        : sycl::property_list{};
    if (program.draw(2)) {
      // Whole rows, planes: what is contiguous.
      for (int d = 1; d < D; ++d)
        p.start[d] = 0, p.size[d] = buffer->get_range()[d];
      sycl::buffer<value, D> sub(*buffer, p.start, p.size);
      program.note(program.queue().submit([&](sycl::handler &h) {
        sycl::accessor out(sub, h, sycl::write_only, properties);
        h.parallel_for(sub.get_range(), [=](sycl::item<D> i) {
          out[i.get_id()] = value(i.get_linear_id()) + add + spin(turns);
        });
      }));
    } else {
      program.note(program.queue().submit([&](sycl::handler &h) {
        sycl::accessor out(*buffer, h, p.size, p.start, sycl::write_only,
                           properties);
        h.parallel_for(p.size, [=](sycl::item<D> i) {
          out[i.get_id()] = value(i.get_linear_id()) + add + spin(turns);
        });
      }));
    }
    written = true;
    for_each(p, [&](std::size_t at, sycl::id<D> i) {
      now[at] = value(linear(i, p.size)) + add;
    });
  }

  void task() {
    const part<D> p = some_part();
    const unsigned sleep = program.draw(5) == 0 ? program.draw(300) : 0;
    program.note(program.queue().submit([&](sycl::handler &h) {
      sycl::accessor a(*buffer, h, p.size, p.start,
                       sycl::read_write_host_task);
      h.host_task([a, p, sleep] {
        if (sleep)
          std::this_thread::sleep_for(std::chrono::microseconds(sleep));
        for (std::size_t n = 0; n < p.size.size(); ++n)
          a[index(n, p.size)] ^= 21;
      });
    }));
    written = true;
    for_each(p, [&](std::size_t at, sycl::id<D>) { now[at] ^= 21; });
  }

  void fill() {
    const part<D> p = some_part();
    const value with = program.draw(77);
    const bool cleared = program.draw(2);
    program.note(program.queue().submit([&](sycl::handler &h) {
      sycl::accessor a(*buffer, h, p.size, p.start, sycl::write_only,
                       cleared ? sycl::property_list{sycl::no_init}
                               : sycl::property_list{});
      h.fill(a, with);
    }));
    written = true;
    for_each(p, [&](std::size_t at, sycl::id<D>) { now[at] = with; });
  }

  void copy_in() {
    const part<D> p = some_part();
    auto from = std::make_shared<values>(p.size.size());
    for (value &v : *from)
      v = program.draw(1000);
    program.note(program.queue().submit([&](sycl::handler &h) {
      sycl::accessor a(*buffer, h, p.size, p.start, sycl::write_only);
      if (from->size() % 2)
        h.copy(std::shared_ptr<value>(from, from->data()), a);
      else
        h.copy(static_cast<const value *>(from->data()), a);
    }));
    program.kept.push_back(from);
    written = true;
    for_each(p, [&](std::size_t at, sycl::id<D> i) {
      now[at] = (*from)[linear(i, p.size)];
    });
  }

  void copy_out() {
    const part<D> p = some_part();
    auto to = std::make_shared<values>(p.size.size());
    sycl::event e = program.queue().submit([&](sycl::handler &h) {
      sycl::accessor a(*buffer, h, p.size, p.start, sycl::read_only);
      h.copy(a, std::shared_ptr<value>(to, to->data()));
    });
    if (program.draw(2))
      program.queue().submit([&](sycl::handler &h) {
        sycl::accessor a(*buffer, h, p.size, p.start, sycl::read_only);
        h.update_host(a);
      });
    program.kept.push_back(to);
    if (!program.seldom())
      return;
    e.wait();
    for_each(p, [&](std::size_t at, sycl::id<D> i) {
      expect((*to)[linear(i, p.size)], now[at], "a copy to the host");
    });
  }

  void copy_across() {
    const input from = some_input();
    if (from.flat == flat)
      return;
    const std::size_t start = program.draw(size());
    const std::size_t count = std::min(from.count, size() - start);
    program.note(program.queue().submit([&](sycl::handler &h) {
      sycl::accessor in(*from.flat, h, sycl::range<1>(count),
                        sycl::id<1>(from.start), sycl::read_only);
      sycl::accessor out(*flat, h, sycl::range<1>(count), sycl::id<1>(start),
                         sycl::write_only);
      h.copy(in, out);
    }));
    written = true;
    for (std::size_t i = 0; i < count; ++i)
      now[start + i] = (*from.now)[from.start + i];
  }

  /// Nothing is left of a command group that throws, or is refused.
  void abandoned() {
    const part<D> p = some_part();
    try {
      program.queue().submit([&](sycl::handler &h) {
        sycl::accessor a(*buffer, h, p.size, p.start, sycl::write_only,
                         sycl::no_init);
        if (program.draw(2))
          throw 1;
        sycl::range<D> uneven = p.size;
        uneven[0] = uneven[0] * 2 + 1;
        sycl::range<D> groups;
        for (int d = 0; d < D; ++d)
          groups[d] = d == 0 ? 2 : 1;
        h.parallel_for(sycl::nd_range<D>(uneven, groups),
                       [=](sycl::nd_item<D>) { a[sycl::id<D>()] = 99; });
      });
      throw wrong{"a command group that should have been refused was not"};
    } catch (int) {
    } catch (const sycl::exception &e) {
      if (e.code() != sycl::errc::nd_range)
        throw;
    }
  }

  std::shared_ptr<values> host, final_data;
  /// Whether an accessor of a command, or of the host, could write.
  bool written = false;
  std::mutex lock;
  std::unique_ptr<sycl::buffer<value, D>> buffer;
  std::unique_ptr<sycl::buffer<value, 1>> whole;
  bool writes_back = false;
};

} // namespace random_programs
