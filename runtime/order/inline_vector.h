// A vector that needs no memory of its own for its first N elements: what a
// submission collects is small nearly always.
#ifndef FACET_RUNTIME_ORDER_INLINE_VECTOR_H_
#define FACET_RUNTIME_ORDER_INLINE_VECTOR_H_

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace facet {

template <typename T, size_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  InlineVector() = default;
  InlineVector(const InlineVector& other)
      : size_(other.size_), more_(other.more_) {
    CopyInline(other);
  }
  InlineVector(InlineVector&& other) noexcept
      : size_(other.size_), more_(std::move(other.more_)) {
    CopyInline(other);
  }
  InlineVector& operator=(InlineVector other) {
    size_ = other.size_;
    more_.swap(other.more_);
    CopyInline(other);
    return *this;
  }

  size_t size() const { return size_; }
  T* data() { return size_ <= N ? inline_ : more_.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  T& operator[](size_t i) { return data()[i]; }
  T& back() { return data()[size_ - 1]; }

  // New elements have no value.
  void resize(size_t size) {
    if (size > N) {
      if (size_ <= N) more_.assign(inline_, inline_ + size_);
      more_.resize(size);
    } else if (size_ > N) {
      std::memcpy(inline_, more_.data(), size * sizeof(T));
    }
    size_ = size;
  }
  void push_back(const T& value) {
    const T copy = value;
    resize(size_ + 1);
    back() = copy;
  }

 private:
  void CopyInline(const InlineVector& other) {
    if (size_ != 0 && size_ <= N)
      std::memcpy(inline_, other.inline_, size_ * sizeof(T));
  }

  size_t size_ = 0;
  alignas(16) T inline_[N];
  std::vector<T> more_;  // all of them, when there are more than N
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_INLINE_VECTOR_H_
