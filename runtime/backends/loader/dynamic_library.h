// A driver's shared library, opened at run time.
//
// In:  a soname ("libcuda.so.1") or path.
// Out: its symbols, or one line that says why there are none.
// Why: programs must start on machines without any driver, so nothing links to
//      one. A library is never closed: drivers start threads and register exit
//      handlers, and do not survive dlclose.
//
// Example:
//   DynamicLibrary library;
//   switch (library.Open("libcuda.so.1")) {
//     case DynamicLibrary::Result::kMissing: return {};
//     case DynamicLibrary::Result::kBroken: warn(library.error()); ...
//   }

#ifndef FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_
#define FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_

#include <string>

namespace facet {

class DynamicLibrary {
 public:
  enum class Result {
    kOpened,
    kMissing,  // not installed: nothing worth a message
    kBroken,   // there, but not loadable; error() says why
  };

  Result Open(const std::string& name);
  const std::string& name() const { return name_; }
  const std::string& error() const { return error_; }

  // Null when the library lacks the symbol.
  void* Symbol(const char* symbol) const;

  // Sets *function; false when the library lacks the symbol.
  template <typename Function>
  bool Bind(const char* symbol, Function** function) const {
    *function = reinterpret_cast<Function*>(Symbol(symbol));
    return *function != nullptr;
  }

 private:
  std::string name_;
  std::string error_;
  void* handle_ = nullptr;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_
