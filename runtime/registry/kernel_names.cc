// See kernel_names.h.
#include "runtime/registry/kernel_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>

#include "headers/sycl/detail/source_names.hpp"

namespace facet {
namespace {

// A kernel's name is often a class declared in the very call that submits the
// kernel; demangled it carries the whole enclosing function, which the user did
// not write. Unnamed kernels (lambdas) have nothing but that.
std::string WithoutEnclosingFunction(const std::string& name) {
  size_t last = 0;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (std::strchr("(<{", name[i])) ++depth;
    if (std::strchr(")>}", name[i])) --depth;
    if (depth == 0 && name.compare(i, 2, "::") == 0) last = i + 2;
  }
  const bool in_function =
      name.find_first_of("({") < last && last < name.size();
  return in_function && name[last] != '{' && name[last] != '\''
             ? name.substr(last)
             : name;
}

}  // namespace

std::string ReadableKernelName(std::string_view symbol) {
  int status = 0;
  std::string mangled(symbol);
  if (const size_t tag = sycl::detail::source_tag_length(mangled.c_str()))
    mangled.erase(std::strlen("_ZTS"), tag);
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (status != 0 || !text) return mangled;
  std::string name = text;
  std::free(text);
  if (constexpr std::string_view prefix = "typeinfo name for ";
      name.starts_with(prefix))
    name.erase(0, prefix.size());
  // Inline namespaces are no part of what the user wrote.
  for (std::string_view inner : {"sycl::_V1::", "std::__cxx11::"})
    for (size_t at; (at = name.find(inner)) != name.npos;)
      name.erase(at + inner.find("::") + 2,
                 inner.size() - inner.find("::") - 2);
  for (size_t at; (at = name.find("> >")) != name.npos;) name.erase(at + 1, 1);
  return WithoutEnclosingFunction(name);
}

}  // namespace facet
