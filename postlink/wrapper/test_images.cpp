// Writes the image files that wrapper_test looks for in its own executable.
//   test_images OUT_DIRECTORY

#include "compiler/support/tool.h"
#include "config/image/device_globals.h"
#include "config/image/image.h"
#include "postlink/container/container.h"

using namespace llvm;
using namespace facet;

/// What the host has, has not, and has under another name.
static offloading::ByteArray deviceGlobals(std::vector<std::string> Names) {
  std::vector<DeviceGlobal> Globals;
  for (const std::string &Name : Names) {
    DeviceGlobal &Global = Globals.emplace_back();
    Global.name = Name;
    Global.is_internal = Name.starts_with("internal");
    Global.size = 4;
  }
  std::vector<unsigned char> Bytes = EncodeDeviceGlobals(Globals);
  return offloading::ByteArray(Bytes.begin(), Bytes.end());
}

static Error run(StringRef Directory) {
  PropertySetRegistry Properties;
  Properties[kDeviceRequirementsSet]["aspect"] =
      offloading::ByteArray{6, 0, 0, 0, 26, 0, 0, 0};
  Properties[kProgramMetadataSet]["k1@reqd_sub_group_size"] =
      uint32_t(16);
  Properties[kProgramMetadataSet]["k1@device_globals"] =
      deviceGlobals({"on_host", "internal_variable"});
  Properties[kProgramMetadataSet]["k2@device_globals"] =
      deviceGlobals({"on_device_alone", "on_host"});

  DeviceImage Code;
  Code.Format = SYCL_IMAGE_FORMAT_SPIRV;
  Code.Target = "spir64";
  Code.Bytes.assign({'\x03', '\x02', '\x23', '\x07', '\0', '\xff'});
  Code.Properties = Properties;
  Code.Symbols = {"k1", "k2"};
  DeviceImage Filtered;
  Filtered.Format = SYCL_IMAGE_FORMAT_NONE;
  Filtered.Target = "intel_gpu_dg1";
  Filtered.Properties = Properties;
  Filtered.Symbols = {"k1"};
  DeviceImage Bare;
  Bare.Format = SYCL_IMAGE_FORMAT_PTX;
  Bare.Target = "nvidia_gpu_sm_80";
  Bare.Bytes.assign({'.', 'v'});

  if (Error E = createDirectory(Directory))
    return E;
  // Written in another order than by name, which is the one that counts.
  if (Error E = writeDeviceImages(Bare, (Directory + "/c.img").str()))
    return E;
  if (Error E = writeDeviceImages(Code, (Directory + "/a.img").str()))
    return E;
  return writeDeviceImages(Filtered, (Directory + "/b.img").str());
}

int main(int argc, char **argv) {
  ToolSession Tool("test_images", "usage: test_images OUT_DIRECTORY");
  return argc == 2 ? Tool.finish(run(argv[1])) : Tool.help();
}
