//===- device_link_steps.h - Device code of a program to one object -------===//
//
// In:  the command that links the host's code.
// Out: an object that registers the device images, or none if there is no
//      device code.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H
#define FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H

#include "compiler/driver/installation.h"
#include "compiler/driver/offload_section.h"
#include "compiler/driver/options.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/scratch.h"
#include "config/device_config/device_config.h"

namespace facet {

struct DeviceLink {
  const Installation &Install;
  const DriverOptions &Options;
  llvm::ArrayRef<TargetDescription> Targets;
  Runner &Run;
  const Scratch &Temps;
  /// A shared library: its SYCL_EXTERNAL functions serve other binaries.
  /// Other libraries' kernels may call its functions.
  bool Exports;
  /// What messages call the program or library.
  std::string Output;
  /// Of temporary files: of each that is linked by one command.
  std::string Prefix = "";

  /// Returns the object's path, or "" without device code. \p Host: what links
  /// the host's code, without that object.
  llvm::Expected<std::string> link(const ToolCommand &Host) const;
  /// Returns the same of the device code of one source.
  llvm::Expected<std::string>
  linkPieces(llvm::ArrayRef<DevicePiece> Pieces) const;

private:
  /// Targets that share their device code. Code whose conditions were decided
  /// early is some target's own.
  struct Group {
    std::string Suffix; // of files: none for the first group
    std::vector<std::string> Bitcode;
    std::vector<TargetDescription> Targets;
    /// A shared library may define functions when the program runs.
    bool SharedMayDefine = true;
  };

  llvm::Expected<std::vector<Group>> unpack(const ToolCommand &Host) const;
  std::vector<Group> expectedGroups() const;
  std::vector<Group> groupsOf(llvm::ArrayRef<DevicePiece> Pieces) const;
  llvm::Expected<std::string> makeObject(llvm::ArrayRef<Group> Groups) const;
  std::string path(const llvm::Twine &Name) const;
  llvm::Error makeSlices() const;
  std::string pathOf(const FinishingTool &Tool) const;
  ToolCommand aotCommand(const TargetDescription &Target) const;
  void printImageCommands(const TargetDescription &Target,
                          llvm::StringRef Modules,
                          const std::string &Directory) const;
  llvm::Expected<std::vector<std::string>> makeModules(const Group &G) const;
  llvm::Expected<std::vector<std::string>>
  makeImages(const Group &G, llvm::ArrayRef<std::string> Modules) const;
};

struct UnpackedLink {
  std::vector<DevicePiece> Pieces;
  /// A shared library, or an object, has images already.
  bool HasOtherImages;
};

/// Asks the linker \p Link what it takes, and writes the pieces of device code
/// of that below \p Directory (`-cc1unpack DIRECTORY -- LINKER ARGUMENT...`).
llvm::Expected<UnpackedLink> unpackLink(const ToolCommand &Link,
                                        llvm::StringRef Directory,
                                        const Runner &Run);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H
