// Random programs: whatever order the runtime runs commands in, and wherever,
// their results are those of running them one after the other (SYCL 2020, 3.8.3).
//
// In:  the number of the first program and how many (1 50), how many threads do
//      that at once (3). They share queues, of all devices, in order and not.
// Out: for each program that went wrong its number and what was expected; exit
//      code 1.
//
// A program has buffers of one to three dimensions, made from all there is to
// make them of, unified memory, and commands that use random parts of them in
// random ways. A copy of everything in ordinary memory is kept up to date when a
// command is submitted. Buffers go when commands still use them.
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using value = unsigned;
using values = std::vector<value>;

/// What memory for final data holds before.
constexpr value untouched = 7;

struct wrong {
  std::string what;
};
void expect(value found, value wanted, const char *what) {
  if (found != wanted)
    throw wrong{std::string(what) + ": " + std::to_string(found) + " where " +
                std::to_string(wanted) + " was expected"};
}

/// Time that commands take, so that they meet in many ways.
inline value spin(value turns) {
  value x = turns;
  for (value i = 0; i < turns; ++i)
    x = x * 1664525 + 1013904223;
  return x == 12345 ? 1 : 0; // never known to be 0
}

template <int D> struct part {
  sycl::range<D> size = {};
  sycl::id<D> start = {};
};

template <int D> std::size_t linear(const sycl::id<D> &i, const sycl::range<D> &r) {
  std::size_t at = i[0];
  for (int d = 1; d < D; ++d)
    at = at * r[d] + i[d];
  return at;
}
template <int D> sycl::id<D> index(std::size_t at, const sycl::range<D> &r) {
  sycl::id<D> i;
  for (int d = D - 1; d >= 0; --d)
    i[d] = at % r[d], at /= r[d];
  return i;
}

class random_program;

/// A buffer, and what must be in it.
class subject {
public:
  explicit subject(random_program &p) : program(p) {}
  virtual ~subject() = default;
  virtual void command() = 0;
  virtual void look() = 0;
  virtual void destroy() = 0;
  virtual std::size_t size() const = 0;
  values now;

  sycl::buffer<value, 1> *flat = nullptr; // all of it, as one row

protected:
  random_program &program;
};

class random_program {
public:
  random_program(unsigned seed, std::vector<sycl::queue> &shared)
      : random(seed), queues(shared) {}

  void run();
  unsigned draw(unsigned n) { return random() % n; }
  bool often() { return draw(4) != 0; }
  bool seldom() { return draw(4) == 0; }
  sycl::queue &queue() { return queues[draw(queues.size())]; }
  value turns() { return draw(6) == 0 ? draw(40000) : draw(50); }
  subject &other() { return *subjects[draw(subjects.size())]; }
  void note(const sycl::event &e) { (seldom() ? waited : forgotten) = e; }

  std::vector<std::shared_ptr<void>> kept; // until the end
private:
  void make_subject();
  void unified();
  std::minstd_rand random;
  std::vector<sycl::queue> &queues;
  std::vector<std::unique_ptr<subject>> subjects;
  sycl::event waited, forgotten;
  // Unified memory of one queue's device.
  struct unified_memory;
  std::unique_ptr<unified_memory> memory;
  friend struct unified_memory;
};

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
      for_each(p, [&](std::size_t at, sycl::id<D> i) {
        expect(a[i], now[at], "a host accessor that may write");
        now[at] = a[i] = a[i] * 5 + 1;
      });
    } else {
      sycl::host_accessor a(*buffer, p.size, p.start, sycl::write_only,
                            sycl::no_init);
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
    expected = values();
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
    first = now;
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
    // It is copied there if there was a write accessor (4.7.2.3): what wrote the
    // same values again cannot be told from what did not.
    if (final_data && (now != first || (*final_data)[0] != untouched))
      for (std::size_t i = 0; i < now.size(); ++i)
        expect((*final_data)[i], now[i], "final data");
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
  /// What the buffer was made with.
  values first;
  values expected;
  std::mutex lock;
  std::unique_ptr<sycl::buffer<value, D>> buffer;
  std::unique_ptr<sycl::buffer<value, 1>> whole;
  bool writes_back = false;
};

/// Unified memory: the program itself says what comes after what.
struct random_program::unified_memory {
  unified_memory(random_program &p, sycl::queue &q)
      : context(q.get_context()), now(64, 0),
        data(sycl::malloc_device<value>(64, q)) {
    const sycl::device device = q.get_device();
    for (sycl::queue &each : p.queues)
      if (each.get_device() == device)
        usable.push_back(each);
    last = q.fill(data, value(0), 64);
  }
  ~unified_memory() {
    last.wait();
    sycl::free(data, context);
  }
  void command(random_program &p) {
    sycl::queue &q = usable[p.draw(usable.size())];
    value *const x = data;
    const value with = p.draw(100), turns = p.turns();
    switch (p.draw(4)) {
    case 0:
      last = q.fill(x, with, 32, last);
      std::fill_n(now.begin(), 32, with);
      break;
    case 1:
      last = q.memcpy(x + 32, x, 32 * sizeof(value), last);
      std::copy_n(now.begin(), 32, now.begin() + 32);
      break;
    case 2:
      last = q.parallel_for(64, last, [=](sycl::id<1> i) {
        x[i] = x[i] * 7 + value(i) + with + spin(turns);
      });
      for (value i = 0; i < 64; ++i)
        now[i] = now[i] * 7 + i + with;
      break;
    case 3: {
      values copy(64);
      q.memcpy(copy.data(), x, 64 * sizeof(value), {last}).wait();
      for (int i = 0; i < 64; ++i)
        expect(copy[i], now[i], "unified memory");
    }
    }
  }
  const sycl::context context;
  values now;
  value *const data;
  std::vector<sycl::queue> usable;
  sycl::event last;
};

void random_program::make_subject() {
  switch (draw(3)) {
  case 0: subjects.push_back(std::make_unique<subject_of<1>>(*this)); break;
  case 1: subjects.push_back(std::make_unique<subject_of<2>>(*this)); break;
  case 2: subjects.push_back(std::make_unique<subject_of<3>>(*this)); break;
  }
}

void random_program::run() {
  for (unsigned n = 1 + draw(4); n != 0; --n)
    make_subject();
  memory = std::make_unique<unified_memory>(*this, queue());
  for (unsigned steps = 20 + draw(60); steps != 0; --steps)
    switch (draw(14)) {
    case 0: other().look(); break;
    case 1: {
      const unsigned which = draw(subjects.size());
      subjects[which]->destroy();
      subjects.erase(subjects.begin() + which);
      make_subject();
      break;
    }
    case 2: memory->command(*this); break;
    case 3: memory->command(*this); break;
    case 4:
      if (seldom())
        waited.wait();
      else if (seldom())
        queue().wait();
      break;
    default: other().command();
    }
  for (auto &s : subjects)
    s->look();
  for (auto &s : subjects)
    s->destroy();
}

std::vector<sycl::queue> make_queues(const sycl::async_handler &handler) {
  std::vector<sycl::queue> queues;
  using namespace sycl::property::queue;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (!sycl::has_kernel_bundle<sycl::bundle_state::executable>(sycl::context(d)))
      continue;
    queues.emplace_back(d, handler);
    queues.emplace_back(d, handler, sycl::property_list{in_order()});
    queues.emplace_back(d, handler, sycl::property_list{enable_profiling()});
  }
  return queues;
}

} // namespace

int main(int argc, char **argv) {
  const unsigned first = argc > 1 ? std::atoi(argv[1]) : 1;
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 50;
  const unsigned at_once = argc > 3 ? std::atoi(argv[3]) : 3;
  std::atomic<unsigned> next{first}, failed{0};
  std::vector<sycl::queue> queues = make_queues([&](sycl::exception_list l) {
    for (const std::exception_ptr &e : l) {
      ++failed;
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &error) {
        std::printf("asynchronous: %s\n", error.what());
      }
    }
  });
  const auto work = [&] {
    for (unsigned seed; (seed = next++) < first + count;)
      try {
        random_program(seed, queues).run();
      } catch (const wrong &w) {
        std::printf("program %u: %s\n", seed, w.what.c_str());
        ++failed;
      } catch (const std::exception &e) {
        std::printf("program %u: exception: %s\n", seed, e.what());
        ++failed;
      }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < at_once; ++i)
    threads.emplace_back(work);
  for (std::thread &t : threads)
    t.join();
  for (sycl::queue &q : queues)
    q.wait_and_throw();
  std::printf("%u programs on %zu queues, %u failed\n", count, queues.size(),
              failed.load());
  return failed != 0 || queues.empty();
}
