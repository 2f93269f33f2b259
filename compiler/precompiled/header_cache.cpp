//===- header_cache.cpp - Precompiled <sycl/sycl.hpp> for sets of options -===//
//
// See header_cache.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/header_cache.h"

#include "compiler/precompiled/header_record.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace facet {
namespace {

//===----------------------------------------------------------------------===//
// What options mean for headers
//===----------------------------------------------------------------------===//

/// About the source, its outputs and messages. Each with its value.
constexpr StringLiteral DroppedWithValue[] = {
    "-o",
    "-x",
    "-main-file-name",
    "-dependency-file",
    "-MT",
    "-MQ",
    "-serialize-diagnostic-file",
    "-diagnostic-log-file",
    "-split-dwarf-file",
    "-split-dwarf-output",
    "-dwarf-debug-flags",
    "-fmessage-length",
    "-ferror-limit",
};
constexpr StringLiteral Dropped[] = {
    "-emit-obj",           "-S",  "-emit-llvm",
    "-emit-llvm-bc",       "-MP", "-sys-header-deps",
    "-fcolor-diagnostics",
};
constexpr StringLiteral DroppedPrefixes[] = {
    "-fdebug-compilation-dir=",
    "-fcoverage-compilation-dir=",
    "-fdiagnostics-",
    "-fmessage-length=",
    "-ftime-trace",
    "-stack-usage-file",
    "-fembed-offload-object=",
    // Ours about what comes after the syntax tree.
    "-fsycl-write-",
    "-fsycl-read-",
    "-fsycl-unique-prefix=",
    "-fsycl-fixed-targets=",
    "-fsycl-device-config-file=",
    "-fsycl-resolve-conditions-for=",
    "-fsycl-default-sub-group-size=",
    "-fsycl-keep-variables",
    "-ffp-accuracy=",
};
/// What needs the text of the headers, or changes what a source begins with.
constexpr StringLiteral RefusedPrefixes[] = {
    "-include",
    "-imacros",
    "-fmodule",
    "-header-include",
    "-H",
    "-Wsystem-headers",
    "-coverage-",
    "-fcoverage-mapping",
    "-fprofile",
    "-load",
    "-plugin",
    "-add-plugin",
    "-fplugin",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iframework",
    "-F",
    "-verify",
    "-fpch",
    "-fxray",
    "-building-pch",
    "-P",
    "-ast-",
    "-code-completion",
    "-fsyntax-only",
    "-print-stats",
    "-sys-header-deps-only",
};

template <size_t N>
bool beginsWithAny(StringRef Text, const StringLiteral (&Prefixes)[N]) {
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Text.starts_with(Prefix); });
}

/// Sorts the arguments of one command.
class Sorter {
public:
  Sorter(ArrayRef<std::string> Arguments, ArrayRef<std::string> SdkHeaders)
      : Arguments(Arguments), SdkHeaders(SdkHeaders) {}

  std::optional<HeaderOptions> run() {
    // The source is last.
    for (size_t I = 0; I + 1 < Arguments.size();) {
      size_t Taken = sort(I);
      if (Taken == 0)
        return std::nullopt;
      I += Taken;
    }
    // Clang searches a folder of -I that is the system's only as the latter.
    append_range(Out.User.Angled,
                 make_filter_range(Included, [&](auto &Folder) {
                   return none_of(Out.SystemFolders, [&](StringRef System) {
                     return sys::fs::equivalent(Folder, System);
                   });
                 }));
    append_range(Out.User.Angled, System);
    // The key would mean other folders elsewhere.
    if (any_of(Out.SystemFolders,
               [](StringRef Folder) { return sys::path::is_relative(Folder); }))
      return std::nullopt;
    return std::move(Out);
  }

private:
  /// Returns how many arguments it took; 0 for one that is refused.
  size_t sort(size_t I) {
    StringRef Text = Arguments[I];
    bool HasValue = I + 2 < Arguments.size();
    StringRef Value = HasValue ? StringRef(Arguments[I + 1]) : StringRef();
    if (Text == "-cc1")
      return 1;
    if (Text == "-x" && Value != "c++")
      return 0;
    if (is_contained(DroppedWithValue, Text))
      return 2;
    if (size_t Taken = sortFolder(Text, Value))
      return Taken;
    if (is_contained(Dropped, Text) || beginsWithAny(Text, DroppedPrefixes))
      return 1;
    // Values may look like options: take both at once.
    if (is_contained({"-D", "-U", "-mllvm"}, Text) && HasValue) {
      keep(Text);
      keep(Value);
      return 2;
    }
    if (beginsWithAny(Text, RefusedPrefixes))
      return 0;
    keep(Text);
    return 1;
  }

  /// Returns 0 if it is no option about a folder of headers.
  size_t sortFolder(StringRef Text, StringRef Value) {
    if (Text == "-iquote")
      return add(Out.User.Quoted, Value);
    const bool Ours = is_contained(SdkHeaders, Value);
    if (Text == "-I" || (Text == "-idirafter" && !Ours))
      return add(Included, Value);
    if (Text == "-isystem" && !Ours)
      return add(System, Value);
    if (Text.starts_with("-I")) {
      add(Included, Text.drop_front(2));
      return 1;
    }
    if (Text == "-isystem" || Text == "-idirafter" ||
        Text == "-internal-isystem" || Text == "-internal-externc-isystem" ||
        Text == "-resource-dir" || Text == "-isysroot") {
      Out.SystemFolders.push_back(Value.str());
      keep(Text);
      keep(Value);
      return 2;
    }
    return 0;
  }

  static size_t add(std::vector<std::string> &Folders, StringRef Folder) {
    Folders.push_back(Folder.str());
    return 2;
  }

  void keep(StringRef Text) { Out.Shared.push_back(Text.str()); }

  ArrayRef<std::string> Arguments;
  ArrayRef<std::string> SdkHeaders;
  std::vector<std::string> Included, System; // of -I, and the user's -isystem
  HeaderOptions Out;
};

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Who makes a header that is not there holds its lock. A lock that is older
/// was left by a process that died.
constexpr std::chrono::seconds LongestCompilation(120);

std::chrono::system_clock::duration ageOf(const sys::fs::file_status &Status) {
  return std::chrono::system_clock::now() - Status.getLastModificationTime();
}

/// What a lock says: whose it is, for the compiler a comment.
std::string ownerLine() {
  char Host[256] = "";
  gethostname(Host, sizeof Host - 1);
  return "// " + utostr(sys::Process::getProcessId()) + " " + Host + "\n";
}

/// Whether the process that made the lock or a part of a header is gone.
bool isAbandoned(StringRef Path, const sys::fs::file_status &Status) {
  if (ageOf(Status) > LongestCompilation)
    return true;
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text || !Path.ends_with(".lock"))
    return false;
  StringRef Line = (*Text)->getBuffer().split('\n').first;
  auto [Process, Host] =
      Line.drop_front(std::min<size_t>(3, Line.size())).split(' ');
  const std::string Own = ownerLine();
  pid_t Id;
  // Of another machine only the age tells; so it does before the line is there.
  return StringRef(Own).trim().split(' ').second.split(' ').second == Host &&
         !Process.getAsInteger(10, Id) && kill(Id, 0) != 0 && errno == ESRCH;
}

void removeAbandoned(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && isAbandoned(Path, Status))
    sys::fs::remove(Path);
}

bool takeLock(const std::string &Path) {
  removeAbandoned(Path);
  int File;
  if (sys::fs::openFileForWrite(Path, File, sys::fs::CD_CreateNew))
    return false;
  sys::Process::SafelyCloseFileDescriptor(File);
  return true;
}

/// Waits until another process has released the lock. False if there is no such
/// process, or none any more.
bool waitForLock(const std::string &Path) {
  bool Waited = false;
  sys::fs::file_status Status;
  while (!sys::fs::status(Path, Status) && !isAbandoned(Path, Status)) {
    Waited = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return Waited;
}

/// The age of the record says when the header was last used.
void markUsed(const std::string &Record) {
  int File;
  if (sys::fs::openFileForReadWrite(Record, File, sys::fs::CD_OpenExisting,
                                    sys::fs::OF_None))
    return;
  sys::fs::setLastAccessAndModificationTime(File,
                                            std::chrono::system_clock::now());
  sys::Process::SafelyCloseFileDescriptor(File);
}

void removePair(StringRef Base) {
  sys::fs::remove(Base + ".json");
  sys::fs::remove(Base + ".pch");
}

} // namespace

std::optional<HeaderOptions> headerOptionsOf(ArrayRef<std::string> Arguments,
                                             ArrayRef<std::string> SdkHeaders) {
  return Sorter(Arguments, SdkHeaders).run();
}

std::string defaultHeaderCache() {
  SmallString<256> Path;
  std::optional<std::string> Folder = sys::Process::GetEnv("XDG_CACHE_HOME");
  if (Folder && sys::path::is_absolute(*Folder)) {
    Path = *Folder;
  } else {
    std::optional<std::string> Home = sys::Process::GetEnv("HOME");
    if (!Home || !sys::path::is_absolute(*Home))
      return "";
    Path = *Home;
    sys::path::append(Path, ".cache");
  }
  sys::path::append(Path, "facet", "headers");
  return std::string(Path);
}

std::string HeaderCache::keyOf(const HeaderOptions &Options) const {
  SHA256 Hash;
  auto Add = [&](StringRef Text) {
    Hash.update(Text);
    Hash.update(StringRef("\0", 1));
  };
  Add(Program);
  sys::fs::file_status Status;
  if (!sys::fs::status(Program, Status)) {
    Add(utostr(Status.getSize()));
    Add(utostr(Status.getLastModificationTime().time_since_epoch().count()));
  }
  for (StringRef Option : Options.Shared)
    Add(Option);
  return toHex(Hash.final(), /*LowerCase=*/true).substr(0, 32);
}

/// Whether the folder is this user's: a precompiled header is trusted.
bool HeaderCache::isUsable() const {
  if (Folder.empty() || sys::fs::create_directories(Folder))
    return false;
  sys::fs::file_status Status;
  return !sys::fs::status(Folder, Status) && Status.getUser() == geteuid();
}

bool HeaderCache::compile(const HeaderOptions &Options,
                          const std::string &Base) const {
  const std::string Source = Base + ".lock", Header = Base + ".pch.new",
                    Record = Base + ".json.new";
  std::vector<StringRef> Arguments = {Program, "-cc1"};
  append_range(Arguments, Options.Shared);
  const std::string RecordOption = "-fsycl-write-header-record=" + Record;
  // What the headers' own functions instantiate would else be instantiated in
  // each source: most of the time that would be left.
  append_range(Arguments,
               std::initializer_list<StringRef>{
                   "-emit-pch", "-fpch-instantiate-templates", RecordOption,
                   "-o", Header, "-x", "c++-header", "-"});
  const std::optional<StringRef> Streams[] = {StringRef(Source), StringRef(""),
                                              StringRef("")};
  // The record says that the header is complete: it is the last to appear.
  bool Ok =
      sys::ExecuteAndWait(Program, Arguments, std::nullopt, Streams) == 0 &&
      !sys::fs::rename(Header, Base + ".pch") &&
      !sys::fs::rename(Record, Base + ".json");
  if (!Ok)
    for (const std::string &File : {Header, Record})
      sys::fs::remove(File);
  return Ok;
}

bool HeaderCache::make(const HeaderOptions &Options,
                       const std::string &Base) const {
  const std::string Lock = Base + ".lock";
  // Whoever waits is as fast as from the text, and what it makes has functions
  // in the same order.
  if (!takeLock(Lock))
    return waitForLock(Lock);
  scope_exit Unlock([&] { sys::fs::remove(Lock); });
  // Another process may have made it before the lock was taken.
  if (sys::fs::exists(Base + ".json"))
    return true;
  // What the compiler reads on its standard input has no name that a list of
  // dependencies could show.
  if (Error E = writeOutput(Lock, ownerLine() + "#include <sycl/sycl.hpp>\n")) {
    consumeError(std::move(E));
    return false;
  }
  if (!compile(Options, Base))
    return false;
  removeOldest();
  return true;
}

void HeaderCache::removeOldest() const {
  struct Kept {
    sys::TimePoint<> Used;
    uint64_t Size;
    std::string Base;
  };
  std::vector<Kept> All;
  uint64_t Sum = 0;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Folder, Code), End; I != End && !Code;
       I.increment(Code)) {
    StringRef Path = I->path();
    if (Path.ends_with(".new") || Path.ends_with(".lock"))
      removeAbandoned(Path);
    if (!Path.consume_back(".json"))
      continue;
    sys::fs::file_status Record, Header;
    if (sys::fs::status(Path + ".json", Record) ||
        sys::fs::status(Path + ".pch", Header))
      continue;
    uint64_t Size = Record.getSize() + Header.getSize();
    Sum += Size;
    All.push_back({Record.getLastModificationTime(), Size, Path.str()});
  }
  sort(All, [](const Kept &A, const Kept &B) { return A.Used < B.Used; });
  for (const Kept &Oldest : All) {
    if (Sum <= Limit)
      return;
    removePair(Oldest.Base);
    Sum -= Oldest.Size;
  }
}

std::string HeaderCache::find(ArrayRef<std::string> Arguments,
                              StringRef Source) const {
  if (!isUsable())
    return "";
  std::optional<HeaderOptions> Options = headerOptionsOf(Arguments, SdkHeaders);
  if (!Options || !beginsWithSyclHeader(Source, Options->User))
    return "";
  return findFor(*Options);
}

std::string HeaderCache::findFor(const HeaderOptions &Options) const {
  SmallString<256> Path(Folder);
  sys::path::append(Path, keyOf(Options));
  const std::string Base(Path), RecordPath = Base + ".json";
  for (bool Made = false;; Made = true) {
    Expected<HeaderRecord> Record = readHeaderRecord(RecordPath);
    if (Record && sys::fs::exists(Base + ".pch") &&
        isCurrent(*Record, Options.SystemFolders)) {
      std::vector<std::string> User = Options.User.Quoted;
      append_range(User, Options.User.Angled);
      if (isShadowed(*Record, User))
        return "";
      markUsed(RecordPath);
      return Base + ".pch";
    }
    if (!Record)
      consumeError(Record.takeError());
    if (sys::fs::exists(RecordPath)) // damaged, or of other headers
      removePair(Base);
    if (Made || !make(Options, Base))
      return "";
  }
}

} // namespace facet
