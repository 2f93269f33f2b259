// See report_file.h.
#include "reports/report_file.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "config/text/utf8.h"
#include "config/version/version.h"

namespace facet {
namespace {

namespace proto = google::protobuf;

// The first bytes of a binary report: the tag of field 1, a number.
constexpr char kBinaryStart = 0x08;
constexpr std::string_view kTextStart = "schema_version:";

// Protobuf's strings are UTF-8; names and texts of drivers are what they are.
void MakeUtf8(proto::Message* message) {
  const proto::Reflection& access = *message->GetReflection();
  std::vector<const proto::FieldDescriptor*> fields;
  access.ListFields(*message, &fields);
  for (const proto::FieldDescriptor* field : fields) {
    const bool repeated = field->is_repeated();
    const int count = repeated ? access.FieldSize(*message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == proto::FieldDescriptor::CPPTYPE_MESSAGE) {
        MakeUtf8(repeated ? access.MutableRepeatedMessage(message, field, i)
                          : access.MutableMessage(message, field));
      } else if (field->type() != proto::FieldDescriptor::TYPE_STRING) {
        continue;
      } else if (repeated) {
        access.SetRepeatedString(
            message, field, i,
            AsUtf8(access.GetRepeatedString(*message, field, i)));
      } else {
        access.SetString(message, field,
                         AsUtf8(access.GetString(*message, field)));
      }
    }
  }
}

// Takes the place of a line on standard error.
class FirstError : public proto::io::ErrorCollector {
 public:
  explicit FirstError(std::string* error) : error_(error) {}
  void AddError(int line, proto::io::ColumnNumber column,
                const std::string& message) override {
    if (error_->empty())
      *error_ = "line " + std::to_string(line + 1) + ", column " +
                std::to_string(column + 1) + ": " + message;
  }
  // Fields that are not known: of newer tools.
  void AddWarning(int, proto::io::ColumnNumber, const std::string&) override {}

 private:
  std::string* error_;
};

bool ReadJson(std::string_view file, report::Report* to, std::string* error) {
  proto::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = proto::util::JsonStringToMessage(
      {file.data(), file.size()}, to, options);
  if (!status.ok()) {
    const auto message = status.message();
    *error = std::string(message.data(), message.size());
    *error = error->substr(0, error->find('\n'));
  }
  return status.ok();
}

bool ReadText(std::string_view file, report::Report* to, std::string* error) {
  FirstError errors(error);
  proto::TextFormat::Parser parser;
  parser.AllowUnknownField(true);
  parser.RecordErrorsTo(&errors);
  return parser.ParseFromString({file.data(), file.size()}, to);
}

std::string_view WithoutSpace(std::string_view file) {
  const size_t first = file.find_first_not_of(" \t\r\n");
  return first == file.npos ? std::string_view() : file.substr(first);
}

}  // namespace

std::optional<ReportFormat> ReportFormatOf(std::string_view option) {
  if (option == "--json") return ReportFormat::kJson;
  if (option == "--textproto") return ReportFormat::kText;
  if (option == "--binary") return ReportFormat::kBinary;
  return std::nullopt;
}

report::Report NewReport(std::string_view tool) {
  report::Report report;
  report.set_schema_version(kReportSchemaVersion);
  report.set_tool(std::string(tool));
  report.set_facet_version(FACET_VERSION);
  return report;
}

std::string Write(const proto::Message& message, ReportFormat format) {
  const std::unique_ptr<proto::Message> copy(message.New());
  copy->CopyFrom(message);
  MakeUtf8(copy.get());
  std::string out;
  switch (format) {
    case ReportFormat::kJson: {
      proto::util::JsonPrintOptions options;
      options.add_whitespace = true;
      options.always_print_primitive_fields = true;
      options.preserve_proto_field_names = true;
      // Fails for Any and Timestamp alone, and the schema has none.
      if (!proto::util::MessageToJsonString(*copy, &out, options).ok())
        out.clear();
      break;
    }
    case ReportFormat::kText: {
      proto::TextFormat::Printer printer;
      printer.SetUseUtf8StringEscaping(true);
      printer.PrintToString(*copy, &out);
      break;
    }
    case ReportFormat::kBinary:
      copy->SerializeToString(&out);
      break;
  }
  return out;
}

bool LooksLikeReport(std::string_view file) {
  const std::string_view text = WithoutSpace(file);
  return file.starts_with(kBinaryStart) || text.starts_with('{') ||
         text.starts_with(kTextStart);
}

std::optional<report::Report> ReadReport(std::string_view file,
                                         std::string* error) {
  report::Report report;
  const std::string_view text = WithoutSpace(file);
  bool read = false;
  if (text.starts_with('{'))
    read = ReadJson(text, &report, error);
  else if (text.starts_with(kTextStart))
    read = ReadText(file, &report, error);
  else
    read = report.ParseFromArray(file.data(), static_cast<int>(file.size()));
  if (!read) {
    *error = "no report" + (error->empty() ? "" : ": " + *error);
    return std::nullopt;
  }
  if (report.schema_version() == 0) {
    *error = "no report: there is no schema_version";
    return std::nullopt;
  }
  if (report.schema_version() > kReportSchemaVersion) {
    *error = "a report of schema version " +
             std::to_string(report.schema_version()) + ", made by Facet " +
             report.facet_version() + ": this is Facet " FACET_VERSION
             ", which reads version " + std::to_string(kReportSchemaVersion);
    return std::nullopt;
  }
  return report;
}

bool Print(const char* tool, std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
      std::fflush(stdout) == 0)
    return true;
  std::fprintf(stderr, "%s: error: cannot write to standard output: %s\n", tool,
               std::strerror(errno));
  return false;
}

}  // namespace facet
