//===- tables.cpp - Images from file tables -------------------------------===//
//
// See tables.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/wrapper/tables.h"

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "features/requirements/feature_kinds.h"
#include "features/requirements/kernel_requirements.h"
#include "features/requirements/requirements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "targets/families.h"


using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral CodeColumn = "Code";
constexpr StringLiteral PropertiesColumn = "Properties";
constexpr StringLiteral SymbolsColumn = "Symbols";

/// One line of a table, its cells in the order of the columns above.
struct Row {
  StringRef Code, Properties, Symbols;
};

class TableReader {
public:
  TableReader(StringRef Target, std::vector<DeviceImage> &Images)
      : Target(Target), Images(Images) {}
  Error read(StringRef Path);

private:
  Error readRow(const Row &R, StringRef TablePath, const Twine &Where);

  StringRef Target;
  std::vector<DeviceImage> &Images;
  /// The tables being read, outermost first.
  std::vector<std::string> Open;
};

std::string besideTable(StringRef TablePath, StringRef Name) {
  if (sys::path::is_absolute(Name))
    return Name.str();
  SmallString<128> Path(sys::path::parent_path(TablePath));
  sys::path::append(Path, Name);
  return std::string(Path);
}

Expected<SmallVector<StringRef, 3>> parseHeader(StringRef Line,
                                                StringRef Path) {
  SmallVector<StringRef, 3> Columns;
  if (!Line.consume_front("[") || !Line.consume_back("]"))
    return makeError(textOf<Message::err_not_file_table>(), Path);
  Line.split(Columns, '|');
  for (StringRef Column : Columns) {
    if (!is_contained({CodeColumn, PropertiesColumn, SymbolsColumn}, Column))
      return makeError(textOf<Message::err_table_unknown_column>(Column), Path);
    if (count(Columns, Column) != 1)
      return makeError(textOf<Message::err_table_column_twice>(Column), Path);
  }
  if (!is_contained(Columns, CodeColumn))
    return makeError(textOf<Message::err_table_without_code>(), Path);
  return Columns;
}

/// True for the empty module of what was filtered out.
Expected<bool> isEmptyModule(MemoryBufferRef Code) {
  if (identify_magic(Code.getBuffer()) != file_magic::bitcode)
    return false;
  LLVMContext Context;
  auto Copy = MemoryBuffer::getMemBufferCopy(Code.getBuffer());
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(Copy->getMemBufferRef(), Context);
  if (!M)
    return makeError(
        textOf<Message::err_damaged_bitcode>(toString(M.takeError())),
        Code.getBufferIdentifier());
  return (*M)->empty() && (*M)->global_empty();
}

Error readCode(StringRef Path, DeviceImage &Image) {
  Expected<std::unique_ptr<MemoryBuffer>> Code = openInput(Path);
  if (!Code)
    return Code.takeError();
  StringRef Bytes = (*Code)->getBuffer();
  if (const ImageFormat *Format = RecognizeImageFormat(Bytes)) {
    Image.Format = Format->number;
    Image.Bytes.assign(Bytes.begin(), Bytes.end());
    return Error::success();
  }
  Expected<bool> Empty = isEmptyModule((*Code)->getMemBufferRef());
  if (!Empty)
    return Empty.takeError();
  if (!*Empty)
    return makeError(textOf<Message::err_not_device_binary>(), Path);
  Image.Format = SYCL_IMAGE_FORMAT_NONE;
  return Error::success();
}

Error TableReader::readRow(const Row &R, StringRef TablePath,
                           const Twine &Where) {
  if (R.Code.empty())
    return makeError(textOf<Message::err_no_code_file>(), Where);
  std::string CodePath = besideTable(TablePath, R.Code);
  if (R.Code.ends_with(".table")) {
    if (!R.Properties.empty() || !R.Symbols.empty())
      return makeError(textOf<Message::err_nested_table>(), Where);
    return read(CodePath);
  }
  DeviceImage Image;
  Image.Target = Target.str();
  Image.Name = sys::path::stem(CodePath).str();
  if (Error E = readCode(CodePath, Image))
    return E;
  if (!R.Properties.empty()) {
    std::string Path = besideTable(TablePath, R.Properties);
    Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
    if (!Text)
      return Text.takeError();
    auto Properties =
        offloading::readPropertiesFromJSON((*Text)->getMemBufferRef());
    if (!Properties)
      return makeError(textOf<Message::err_damaged_properties>(
                           toString(Properties.takeError())),
                       Path);
    if (Error E = checkProperties(*Properties, Path))
      return E;
    Image.Properties = std::move(*Properties);
  }
  if (!R.Symbols.empty()) {
    Expected<std::unique_ptr<MemoryBuffer>> Text =
        openInput(besideTable(TablePath, R.Symbols));
    if (!Text)
      return Text.takeError();
    SmallVector<StringRef> Lines;
    (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines)
      Image.Symbols.push_back(Line.str());
  }
  Images.push_back(std::move(Image));
  return Error::success();
}

Error TableReader::read(StringRef Path) {
  SmallString<128> Canonical(Path);
  sys::path::remove_dots(Canonical, /*remove_dot_dot=*/true);
  if (is_contained(Open, Canonical.str()))
    return makeError(textOf<Message::err_table_cycle>(Open.back()), Path);
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  Open.push_back(std::string(Canonical));
  SmallVector<StringRef> Lines;
  (*Text)->getBuffer().split(Lines, '\n');
  Expected<SmallVector<StringRef, 3>> Columns =
      parseHeader(Lines.front().rtrim('\r'), Path);
  if (!Columns)
    return Columns.takeError();
  for (auto [Number, Line] : enumerate(Lines)) {
    Line = Line.rtrim('\r');
    if (Number == 0 || Line.empty())
      continue;
    SmallVector<StringRef, 3> Cells;
    Line.split(Cells, '|');
    std::string Where = (Path + ":" + Twine(Number + 1)).str();
    if (Cells.size() != Columns->size())
      return makeError(
          textOf<Message::err_table_cells>(Columns->size(), Cells.size()),
          Where);
    Row R;
    for (auto [Column, Cell] : zip_equal(*Columns, Cells))
      (Column == CodeColumn         ? R.Code
       : Column == PropertiesColumn ? R.Properties
                                    : R.Symbols) = Cell;
    if (Error E = readRow(R, Path, Where))
      return E;
  }
  Open.pop_back();
  return Error::success();
}

} // namespace

Error readImageTable(StringRef Path, StringRef Target,
                     std::vector<DeviceImage> &Images) {
  return TableReader(Target, Images).read(Path);
}

Error checkProperties(const PropertySetRegistry &Properties, StringRef Where) {
  if (auto Set = Properties.find(kDeviceRequirementsSet);
      Set != Properties.end())
    for (const auto &[Name, Value] : Set->second)
      if (Name != kFixedTargetProperty &&
          none_of(FeatureKinds(),
                  [&](const FeatureKind &Kind) {
                    return Name == Kind.property;
                  }) &&
          !Name.starts_with(kConditionPrefix) &&
          !Name.starts_with(kConditionalAspectsPrefix))
        return makeError(
            textOf<Message::err_unknown_property>(Name, kDeviceRequirementsSet),
            Where);
  if (auto Set = Properties.find(std::string(kRequirementsSet));
      Set != Properties.end())
    for (const auto &[Name, Value] : Set->second) {
      const auto *Bytes = std::get_if<offloading::ByteArray>(&Value);
      std::string Problem = "no bytes";
      if (!Bytes ||
          !DecodeKernelRequirements({Bytes->data(), Bytes->size()}, &Problem))
        return makeError(
            textOf<Message::err_damaged_property>(Name, Set->first, Problem),
            Where);
    }
  Expected<Requirements> Needs = requirementsOf(Properties);
  if (!Needs)
    return makeError(toString(Needs.takeError()), Where);
  return Error::success();
}

} // namespace facet
