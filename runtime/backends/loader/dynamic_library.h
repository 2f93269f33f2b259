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
//   if (!library.OpenDriver("CUDA", "SYCL_CUDA_LIBRARY", {"libcuda.so.1"},
//                           &warning) ||
//       !library.BindRequired("cuInit", &init, &warning))
//     return nullptr;

#ifndef FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_
#define FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_

#include <initializer_list>
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
  // Opens what the environment's `variable` names, else the first of `names`
  // that is installed. False: *warning says why not, after the name of `driver`;
  // it stays as it is when nothing is installed and nobody asked for it.
  bool OpenDriver(const std::string& driver, const char* variable,
                  std::initializer_list<const char*> names,
                  std::string* warning);
  const std::string& name() const { return name_; }
  const std::string& error() const { return error_; }

  // Returns null when the library lacks the symbol.
  void* Symbol(const char* symbol) const;

  // Sets *function; false when the library lacks the symbol.
  template <typename Function>
  bool Bind(const char* symbol, Function** function) const {
    *function = reinterpret_cast<Function*>(Symbol(symbol));
    return *function != nullptr;
  }

  // After OpenDriver: the same, and *warning says what is lacking.
  template <typename Function>
  bool BindRequired(const char* symbol, Function** function,
                    std::string* warning) const {
    if (Bind(symbol, function)) return true;
    *warning = driver_ + ": " + name_ + " lacks the function " + symbol;
    return false;
  }

 private:
  std::string driver_;
  std::string name_;
  std::string error_;
  void* handle_ = nullptr;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_LOADER_DYNAMIC_LIBRARY_H_
