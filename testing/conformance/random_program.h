// A random program: its parts, which random_subject.h and random_programs.cpp
// define.
#pragma once

#include <sycl/sycl.hpp>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace random_programs {

using value = unsigned;
using values = std::vector<value>;

/// What memory for final data holds before.
constexpr value untouched = 7;

struct wrong {
  std::string what;
};
inline void expect(value found, value wanted, const char *what) {
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

template <int D>
std::size_t linear(const sycl::id<D> &i, const sycl::range<D> &r) {
  std::size_t at = i[0];
  for (int d = 1; d < D; ++d)
    at = at * r[d] + i[d];
  return at;
}
template <int D>
sycl::id<D> index(std::size_t at, const sycl::range<D> &r) {
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

} // namespace random_programs
