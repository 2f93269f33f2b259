//===- aspect_report.cpp - The report of an aspect nobody declared --------===//
//
// See aspect_report.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/diagnostics/aspect_report.h"

#include "compiler/diagnostics/messages.h"

namespace facet {
namespace {

std::string print(const SourcePlace &Location) {
  if (Location.File.empty())
    return "";
  return Location.File + ":" + std::to_string(Location.Line) + ":" +
         std::to_string(Location.Column);
}

} // namespace

std::string undeclaredAspectChain(const UndeclaredAspect &Finding) {
  std::string Text = textOf(Message::note_call_chain);
  for (const CallChainStep &Step : Finding.Chain) {
    Text += "\n  " + Step.Function + "()";
    if (std::string Place = print(Step.CalledFrom); !Place.empty())
      Text += " " + Place;
  }
  if (Finding.Use.File.empty())
    Text += "\n" + textOf(Message::note_no_location);
  return Text;
}

std::string undeclaredAspectText(const UndeclaredAspect &Finding) {
  std::string Text = textOf(Message::warn_undeclared_aspect,
                            {Finding.Function, Finding.AspectName});
  if (std::string Place = print(Finding.Use); !Place.empty())
    Text = Place + ": " + Text;
  return Text + "\n" + undeclaredAspectChain(Finding);
}

} // namespace facet
