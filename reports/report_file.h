// Reports as files: JSON, Protobuf's text format, Protobuf's binary format.
//
// In:  messages of report.proto, filled with whatever bytes; files.
// Out: text or bytes; reports.
// Why: the printers and parsers are Protobuf's own, so other programs read and
//      write the same with the schema alone.
#ifndef FACET_REPORTS_REPORT_FILE_H_
#define FACET_REPORTS_REPORT_FILE_H_

#include <optional>
#include <string>
#include <string_view>

#include "reports/report.pb.h"

namespace facet {

constexpr uint32_t kReportSchemaVersion = 1;

enum class ReportFormat { kJson, kText, kBinary };

// Returns the format that an option of a tool names: "--json", "--textproto" or
// "--binary".
std::optional<ReportFormat> ReportFormatOf(std::string_view option);

// Returns a report by the tool of this name, and nothing in it.
report::Report NewReport(std::string_view tool);

// Returns what the message says in the format. Strings that are not UTF-8
// become so. All repeated fields are there, empty ones, too; fields that are
// optional are there if they are set.
std::string Write(const google::protobuf::Message& message,
                  ReportFormat format);

// Returns whether a file begins as a report does, in any format.
bool LooksLikeReport(std::string_view file);

// Returns the report in a file, of whatever format; nullopt, and why in *error,
// if there is none, or one of a newer schema. Fields that are not known are
// left out.
std::optional<report::Report> ReadReport(std::string_view file,
                                         std::string* error);

// To standard output; false, and a message that begins with the tool's name, if
// that fails.
bool Print(const char* tool, std::string_view bytes);

}  // namespace facet

#endif  // FACET_REPORTS_REPORT_FILE_H_
