// Where the dynamic linker finds the functions of an executable or library.
//
// In:  addresses and names.
// Out: the executable or library that an address is in, and the address of the
//      function that a name of it is bound to on the host.
// Why: a function may be in several libraries. Device code has to call the one
//      that host code of the same library calls.
#ifndef FACET_RUNTIME_REGISTRY_HOST_BINDING_H_
#define FACET_RUNTIME_REGISTRY_HOST_BINDING_H_

#include <string>
#include <vector>

namespace facet {

// An executable or library that is loaded. Empty: none.
struct LoadedObject {
  const char* first_address = nullptr;
  const char* end_address = nullptr;
  std::string path;  // empty for the executable

  bool empty() const { return first_address == end_address; }
  bool Contains(const void* address) const;
};
LoadedObject ObjectAt(const void* address);
// By their first addresses, in the order of loading: that in which the dynamic
// linker searches them.
std::vector<const char*> ObjectsInOrder();

// Finds the functions that names of one object are bound to. Takes the dynamic
// linker's lock: to be used by those who have it anyway (constructors), or
// without any lock that unloading a library takes.
class HostBinder {
 public:
  explicit HostBinder(const LoadedObject& object);
  ~HostBinder();
  HostBinder(const HostBinder&) = delete;
  HostBinder& operator=(const HostBinder&) = delete;

  // Returns null if there is no function of that name.
  const void* Find(const char* name) const;

 private:
  void* const global_;  // the program's scope
  void* const own_;     // the object's; null: it has no other
};

}  // namespace facet

#endif  // FACET_RUNTIME_REGISTRY_HOST_BINDING_H_
