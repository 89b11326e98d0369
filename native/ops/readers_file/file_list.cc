// See file_list.h. Names are bytes and may contain spaces, so a line is parsed from its end, as in DALI.
#include "ops/readers_file/file_list.h"

#include "core/error.h"
#include "dataset/files/disk.h"
#include "dataset/files/paths.h"

namespace penstock::ops {
namespace {

constexpr Wanted kList = {"fileList", "a text file"};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_end_space(std::string_view s) {
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

// Parses a line from its end: white space, the digits of the label, white space, and the rest is the name. Returns
// false where the line has another form.
bool parse_line(std::string_view line, std::string_view& name, int64_t& label) {
  const std::string_view filled = without_end_space(line);
  size_t digits = 0;
  while (digits < filled.size() && is_digit(filled[filled.size() - 1 - digits])) ++digits;
  const std::string_view before = filled.substr(0, filled.size() - digits);
  name = without_end_space(before);
  if (!digits || name.size() == before.size() || name.empty()) return false;
  label = 0;
  for (const char c : filled.substr(filled.size() - digits)) {
    label = label * 10 + (c - '0');
    if (label > INT32_MAX) return false;
  }
  return name.find('\0') == std::string_view::npos;
}

// The line is not quoted: fileList may be another file than the user thinks.
[[noreturn]] void bad_line(const std::string& list, int64_t number) {
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected \"path label\" on line " + std::to_string(number) + " of '" + shown_path(list) +
                  "' for fileList but received a line of another form",
              "Write each line as a path, white space, and a label from 0 to 2147483647; labels cannot be left out");
}

}  // namespace

void read_list(const std::string& list, const std::string& root, int label_column, DatasetBuilder& builder) {
  int64_t number = 0;
  each_line(list, kList, builder, [&](std::string_view line) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (number++ == 0 && line.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      line.remove_prefix(kByteOrderMark.size());
    }
    if (without_end_space(line).empty()) return;
    std::string_view name;
    int64_t label;
    if (!parse_line(line, name, label)) bad_line(list, number);
    builder.add_path(full_path(root, name));
    builder.add_number(label_column, static_cast<int32_t>(label));
  });
}

}  // namespace penstock::ops
