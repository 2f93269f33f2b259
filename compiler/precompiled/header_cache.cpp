//===- header_cache.cpp - Precompiled <sycl/sycl.hpp> for sets of options -===//
//
// See header_cache.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/header_cache.h"

#include "compiler/precompiled/header_record.h"
#include "compiler/precompiled/precompile.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
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

/// Who makes a header that is not there holds its lock. A lock that is older
/// was left by a process that died.
constexpr std::chrono::seconds LongestCompilation(120);

std::chrono::system_clock::duration ageOf(const sys::fs::file_status &Status) {
  return std::chrono::system_clock::now() - Status.getLastModificationTime();
}

std::string hostName() {
  char Name[256] = "";
  gethostname(Name, sizeof Name - 1);
  return Name;
}

/// What a lock says: whose it is, for the compiler a comment.
std::string ownerLine() {
  return "// " + utostr(sys::Process::getProcessId()) + " " + hostName() + "\n";
}

/// Whether the process that made the lock or a part of a header is gone.
bool isAbandoned(StringRef Path, const sys::fs::file_status &Status) {
  if (ageOf(Status) > LongestCompilation)
    return true;
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text || !Path.ends_with(".lock"))
    return false;
  StringRef Line = (*Text)->getBuffer().split('\n').first;
  Line.consume_front("// ");
  auto [Process, Host] = Line.split(' ');
  pid_t Id;
  // Of another machine only the age tells; so it does before the line is there.
  return Host == hostName() && !Process.getAsInteger(10, Id) &&
         kill(Id, 0) != 0 && errno == ESRCH;
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
  for (const std::vector<std::string> &Some :
       {Options.Shared, Options.Macros})
    for (StringRef Option : Some)
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
  const std::string Header = Base + ".pch.new", Record = Base + ".json.new";
  // The record says that the header is complete: it is the last to appear.
  bool Ok =
      precompile({Program, Base + ".lock", Header, Record, ""}, Options) == 0 &&
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
  if (Error E = writeOutput(Lock, ownerLine() + HeaderSource.str())) {
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
  // The key would mean other folders elsewhere.
  if (!Options || any_of(Options->SystemFolders, [](StringRef Folder) {
        return sys::path::is_relative(Folder);
      }) || !beginsWithSyclHeader(Source, Options->User))
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
      if (isShadowed(*Record, Options.userFolders()))
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
