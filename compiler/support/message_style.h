//===- message_style.h - How messages of tools look -----------------------===//
//
// In:  a severity and a text.
// Out: the line, with colours or without.
//
// `tool: error: text` on stderr; where that is a terminal, with Clang's
// colours. $NO_COLOR turns them off (no-color.org). The driver decides for the
// tools that it runs, whose messages it may read: by $FACET_COLORS, which is 0
// or 1.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_MESSAGE_STYLE_H
#define FACET_COMPILER_SUPPORT_MESSAGE_STYLE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace facet {

/// Returns whether messages have colours.
bool usesColors();

/// Decides for this process and those that it starts. Call it before there are
/// threads.
void setColors(bool On);

/// Returns "TOOL: SEVERITY: TEXT" without an end of the line. \p Severity:
/// "error", "warning", "note" or "remark". The first line of \p Text says what,
/// the others say more.
std::string styledMessage(llvm::StringRef Tool, llvm::StringRef Severity,
                          llvm::StringRef Text, bool Colors = usesColors());

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_MESSAGE_STYLE_H
