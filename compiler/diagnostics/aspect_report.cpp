//===- aspect_report.cpp - The text of a use of an aspect -----------------===//
//
// See aspect_report.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/diagnostics/aspect_report.h"

#include "messages/messages.h"

namespace facet {
namespace {

std::string print(const SourcePlace &Location) {
  if (Location.File.empty())
    return "";
  return Location.File + ":" + std::to_string(Location.Line) + ":" +
         std::to_string(Location.Column);
}

} // namespace

std::string callChainText(const AspectUse &Found, bool IsLocated) {
  std::string Text = textOf<Message::note_call_chain>();
  for (const CallChainStep &Step : Found.Chain) {
    if (Found.Omitted != 0 && &Step == &Found.Chain.back())
      Text += "\n  " + textOf<Message::note_calls_omitted>(
                           std::to_string(Found.Omitted));
    Text += "\n  " + Step.Function + "()";
    if (std::string Place = print(Step.CalledFrom); !Place.empty())
      Text += " " + Place;
    if (!Step.When.empty())
      Text += " " + textOf<Message::note_call_condition>(Step.When);
  }
  if (!IsLocated)
    Text += "\n" + textOf<Message::note_no_location>();
  return Text;
}

std::string undeclaredAspectMessage(const AspectUse &Found) {
  return textOf(Found.IsRequirement ? Message::err_undeclared_requirement
                                    : Message::warn_undeclared_aspect,
                {Found.Function, Found.AspectName});
}

std::string undeclaredAspectText(const AspectUse &Found) {
  return locatedText(Found, undeclaredAspectMessage(Found));
}

std::string locatedText(const AspectUse &Found, const std::string &Message) {
  std::string Text = Message;
  if (std::string Place = print(Found.Use); !Place.empty())
    Text = Place + ": " + Text;
  return Text + "\n" + callChainText(Found, !Found.Use.File.empty());
}

} // namespace facet
