//===- values.cpp - What properties of images say, in words ---------------===//
//
// See values.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/dump/values.h"

#include "config/image/described_target.h"
#include "config/image/image.h"
#include "features/conditions/conditions.h"
#include "features/requirements/feature_kinds.h"
#include "features/requirements/kernel_requirements.h"
#include "llvm/Support/Endian.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "targets/families.h"

using namespace llvm;

namespace facet {
namespace {

/// A byte array whose size is a multiple of 4 is shown as uint32 values, which
/// is what every property of the specification holds; anything else as hex.
void printBytes(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  if (Bytes.size() % 4) {
    OS << "0x" << toHex(Bytes, /*LowerCase=*/true);
    return;
  }
  for (size_t I = 0; I < Bytes.size(); I += 4)
    OS << (I ? " " : "") << support::endian::read32le(Bytes.data() + I);
}

std::vector<uint32_t> wordsOf(ArrayRef<unsigned char> Bytes) {
  std::vector<uint32_t> Words;
  for (size_t I = 0; I + 4 <= Bytes.size(); I += 4)
    Words.push_back(support::endian::read32le(Bytes.data() + I));
  return Words;
}

bool isCondition(StringRef Set, StringRef Name) {
  return Set == kAddOnImagesSet ||
         (Set == kDeviceRequirementsSet && Name.starts_with(kConditionPrefix));
}

void printCondition(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  std::vector<uint32_t> Words = wordsOf(Bytes);
  Condition When(Words.begin(), Words.end());
  for (int32_t Number : When)
    OS << Number << " ";
  OS << "(" << ConditionText(When) << ")";
}

void printEntry(raw_ostream &OS, const KernelRequirement &Entry) {
  const Feature &Needed = Entry.feature;
  if (Needed.kind == Feature::Kind::kAspect)
    OS << "aspect " << Needed.number << " (" << AspectName(Needed.aspect())
       << ")";
  else
    OS << ShortText(Needed);
  OS << " constant " << Entry.spec_id;
}

/// The entries of one function, "nothing", or the bytes if they are malformed.
void printEntries(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  auto Entries =
      DecodeKernelRequirements({Bytes.data(), Bytes.size()}, nullptr);
  if (!Entries)
    return printBytes(OS, Bytes);
  if (Entries->empty())
    OS << "nothing";
  for (const KernelRequirement &Entry : *Entries) {
    OS << (&Entry == Entries->data() ? "" : ", ");
    printEntry(OS, Entry);
  }
}

void printValue(raw_ostream &OS, StringRef Set, StringRef Name,
                ArrayRef<unsigned char> Bytes) {
  if (isCondition(Set, Name) && Bytes.size() % 4 == 0)
    return printCondition(OS, Bytes);
  if (Set == StringRef(kRequirementsSet))
    return printEntries(OS, Bytes);
  if (Name == StringRef(kBuildOptionsProperty) ||
      Name == StringRef(kCpuFeaturesProperty)) {
    OS << toStringRef(Bytes);
    return;
  }
  printBytes(OS, Bytes);
}

} // namespace

StringRef formatName(uint32_t Number) {
  if (Number == SYCL_IMAGE_FORMAT_NONE)
    return "none";
  const ImageFormat *Format = FindImageFormat(Number);
  return Format ? StringRef(Format->name) : "unknown";
}

std::string propertyText(StringRef Set, StringRef Name,
                         const offloading::PropertyValue &Value) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (const auto *Number = std::get_if<uint32_t>(&Value))
    OS << *Number;
  else
    printValue(OS, Set, Name, std::get<offloading::ByteArray>(Value));
  return Text;
}

} // namespace facet
