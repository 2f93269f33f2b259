// Whether a text is JSON of a given form: for tests of the tools' output.
//
// In:  JSON on standard input; arguments "PATH:TYPE", one for each member that
//      there may be: "devices[].id:string". Types are string, number, boolean,
//      array and object; "?" behind the type: the member may be missing.
// Out: exit status 1 and a line for the first mistake: no JSON, a member that
//      no argument names, that has another type, or that is missing.

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace {

struct Rule {
  std::string type;
  bool optional = false;
};
std::map<std::string, Rule> rules;

[[noreturn]] void Wrong(const std::string& what) {
  std::printf("json_check: error: %s\n", what.c_str());
  std::exit(1);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  void Document() {
    Value("");
    Space();
    if (at_ != text_.size()) Fail("text behind the value");
  }

 private:
  [[noreturn]] void Fail(const std::string& what) {
    Wrong("offset " + std::to_string(at_) + ": " + what);
  }
  void Space() {
    while (at_ < text_.size() && std::strchr(" \n\t\r", text_[at_])) ++at_;
  }
  char Next() {
    Space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Take(char c) {
    if (Next() != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) {
    if (!Take(c)) Fail(std::string("expected '") + c + "'");
  }

  void Value(const std::string& path) {
    const char next = Next();
    std::string type;
    if (next == '{') {
      type = "object";
      Object(path);
    } else if (next == '[') {
      type = "array";
      ++at_;
      if (!Take(']')) {
        do Value(path + "[]");
        while (Take(','));
        Expect(']');
      }
    } else if (next == '"') {
      type = "string";
      String();
    } else if (next == '-' || std::isdigit(static_cast<unsigned char>(next))) {
      type = "number";
      Number();
    } else if (text_.substr(at_, 4) == "true") {
      type = "boolean";
      at_ += 4;
    } else if (text_.substr(at_, 5) == "false") {
      type = "boolean";
      at_ += 5;
    } else {
      Fail("expected a value");
    }
    if (path.empty()) return;
    const auto rule = rules.find(path);
    if (rule == rules.end()) Wrong(path + ": unexpected");
    if (rule->second.type != type)
      Wrong(path + ": " + type + ", not " + rule->second.type);
  }

  void Object(const std::string& path) {
    const std::string prefix = path.empty() ? "" : path + ".";
    std::set<std::string> members;
    ++at_;
    if (!Take('}')) {
      do {
        Space();
        const std::string name = prefix + String();
        Expect(':');
        if (!members.insert(name).second) Wrong(name + ": twice");
        Value(name);
      } while (Take(','));
      Expect('}');
    }
    for (const auto& [name, rule] : rules)
      if (!rule.optional && name.starts_with(prefix) &&
          name.find_first_of(".[", prefix.size()) == name.npos &&
          !members.contains(name))
        Wrong(name + ": missing");
  }

  std::string String() {
    if (at_ >= text_.size() || text_[at_++] != '"') Fail("expected a string");
    std::string value;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20)
        Fail("a control character");
      if (text_[at_] == '\\') {
        ++at_;
        if (at_ >= text_.size() || !std::strchr("\"\\/bfnrtu", text_[at_]))
          Fail("an unknown escape");
        if (text_[at_] == 'u')
          for (int i = 0; i < 4; ++i)
            if (++at_ >= text_.size() ||
                !std::isxdigit(static_cast<unsigned char>(text_[at_])))
              Fail("an unknown escape");
      }
      value += text_[at_];
    }
    if (at_++ >= text_.size()) Fail("a string does not end");
    return value;
  }

  void Number() {
    const size_t begin = at_;
    while (at_ < text_.size() && std::strchr("+-.eE0123456789", text_[at_]))
      ++at_;
    const std::string number(text_.substr(begin, at_ - begin));
    char* end = nullptr;
    std::strtod(number.c_str(), &end);
    if (*end != '\0' || (number.size() > 1 && number[0] == '0' && number[1] != '.'))
      Fail("no number: " + number);
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string rule = argv[i];
    const bool optional = rule.ends_with('?');
    if (optional) rule.pop_back();
    const size_t colon = rule.rfind(':');
    if (colon == rule.npos) Wrong("no PATH:TYPE: " + rule);
    rules[rule.substr(0, colon)] = {rule.substr(colon + 1), optional};
  }
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  Reader(text).Document();
  return 0;
}
