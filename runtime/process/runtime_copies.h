// The runtimes inside the executable and the libraries of this process.
//
// In:  what is loaded. Each runtime has an ELF note, .note.facet, with its
//      version and the place of a flag that says whether it is in use.
// Out: nothing, or why this runtime must not be used: because of which other.
// Why: a library that uses libfacet.so.1 takes the runtime of the program
//      instead, if that has one and shows its names. If the program hides them,
//      or opens the library with RTLD_DEEPBIND, there are two: each has devices
//      and images of its own, and an object of one means nothing to the other.
//      Nobody would notice before something else goes wrong.
//
// A library that has a runtime inside and is not libfacet.so.1 is a plug-in
// that keeps to itself: its runtime is no second one of anybody.
#ifndef FACET_RUNTIME_PROCESS_RUNTIME_COPIES_H_
#define FACET_RUNTIME_PROCESS_RUNTIME_COPIES_H_

#include <string>
#include <vector>

namespace facet {

struct RuntimeCopy {
  enum class Home { kExecutable, kSharedRuntime, kPlugIn };
  Home home = Home::kPlugIn;
  std::string path;     // of the executable or library
  std::string version;  // of Facet, "1.0.0"
  bool in_use = false;
  bool is_this = false;
};

// Returns those of the process, in the order in which they were loaded.
std::vector<RuntimeCopy> RuntimeCopies();

// Returns why the one that is_this must not have the images of the executable
// or library `user`, or, without a user, must not be asked for devices. Empty:
// it may.
std::string RuntimeConflict(const std::vector<RuntimeCopy>& copies,
                            const std::string& user);

// Returns the conflict of this runtime; if there is none, it is in use from now
// on. `user`: an address in the executable or library, or null. Takes the
// dynamic linker's lock.
std::string UseThisRuntime(const void* user);

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_RUNTIME_COPIES_H_
