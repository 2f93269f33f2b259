//===- report.cpp - Modules and images in reports -------------------------===//
//
// See report.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/dump/report.h"

#include "postlink/dump/values.h"

using namespace llvm;

namespace facet {
namespace {

template <typename MessageT>
void addContents(const PropertySetRegistry &Sets, ArrayRef<std::string> Symbols,
                 MessageT &To) {
  To.mutable_symbols()->Add(Symbols.begin(), Symbols.end());
  for (const auto &[SetName, Properties] : Sets) {
    report::PropertySet &Set = *To.add_properties();
    Set.set_name(SetName);
    for (const auto &[Name, Value] : Properties) {
      report::Property &Property = *Set.add_properties();
      Property.set_name(Name);
      Property.set_text(propertyText(SetName, Name, Value));
      if (const auto *Number = std::get_if<uint32_t>(&Value)) {
        Property.set_number(*Number);
        continue;
      }
      const auto &Bytes = std::get<offloading::ByteArray>(Value);
      Property.set_data(Bytes.data(), Bytes.size());
    }
  }
}

} // namespace

void addImage(const DeviceImage &Image, StringRef Path,
              report::Report &Report) {
  report::Image &To = *Report.add_images();
  To.set_file(Path.str());
  To.set_name(Image.Name);
  To.set_target(Image.Target);
  To.set_format(formatName(Image.Format).str());
  To.set_size(Image.Bytes.size());
  addContents(Image.Properties, Image.Symbols, To);
}

void addModule(const DeviceModule &Module, StringRef Path,
               report::Report &Report) {
  report::Module &To = *Report.add_modules();
  To.set_file(Path.str());
  To.set_name(Module.Name);
  To.set_size(Module.Bitcode.size());
  addContents(Module.Properties, Module.Symbols, To);
}

} // namespace facet
