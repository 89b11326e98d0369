// See numbers.h.
#include "formats/numbers/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "core/dispatch.h"
#include "core/error.h"
#include "formats/numbers/json_field.h"

namespace penstock {
namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f", kBetween = " \t\r\n\v\f,";
constexpr size_t kShown = 40;

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// A number that is too large for a double is none; one that is too small is 0.
bool real_of(std::string_view word, double& value) {
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ptr != word.data() + word.size()) return false;
  if (read.ec != std::errc::result_out_of_range) return read.ec == std::errc();
  value = 0;
  return word[0] == '0' || word[0] == '.' || word.find('-') != std::string_view::npos;
}

bool number_of(std::string_view word, Number& number) {
  const bool negative = !word.empty() && word[0] == '-';
  if (negative || (!word.empty() && word[0] == '+')) word.remove_prefix(1);
  // from_chars() takes a sign of its own.
  if (word.empty() || word[0] == '-') return false;
  uint64_t whole = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), whole);
  if (read.ec == std::errc() && read.ptr == word.data() + word.size()) {
    number = Number::of(whole, negative);
    return true;
  }
  double real = 0;
  if (!real_of(word, real)) return false;
  number = Number::of(negative ? -real : real);
  return true;
}

[[noreturn]] void no_number(const char* expected, std::string_view text, const std::string& of) {
  const bool json = !text.empty() && (text[0] == '[' || text[0] == '{');
  throw Error(ErrorCode::BAD_SAMPLE,
              std::string("Expected ") + expected + " for " + of + " but received " +
                  (text.empty() ? "an empty text" : quoted_text(text)),
              json ? "parse 'json' reads a number or a list of JSON, 'json.NAME' a field of it"
                   : "parse 'numbers' takes several numbers; 'bytes' gives what is no number as it is");
}

std::string text_of(const Number& n) {
  if (n.whole) return (n.negative && n.magnitude ? "-" : "") + std::to_string(n.magnitude);
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", n.real);
  return text;
}

[[noreturn]] void no_fit(const Number& n, DType dtype, const std::string& of) {
  const bool whole = dtype != DType::float16 && dtype != DType::float32 && dtype != DType::float64;
  const std::string name = dtype_name(dtype);
  const std::string expected = whole && !n.whole ? "whole numbers of " + name : "numbers that " + name + " holds";
  throw Error(ErrorCode::BAD_SAMPLE, "Expected " + expected + " for " + of + " but received " + text_of(n),
              whole && !n.whole ? "Ask for the dtype float32" : "Ask for a dtype that holds it");
}

template <class T>
bool fit(const Number& n, T& to) {
  if constexpr (std::is_integral_v<T>) {
    constexpr auto top = static_cast<uint64_t>(std::numeric_limits<T>::max());
    const uint64_t most = !n.negative ? top : std::is_signed_v<T> ? top + 1 : 0;
    if (!n.whole || n.magnitude > most) return false;
    to = static_cast<T>(n.negative ? uint64_t{0} - n.magnitude : n.magnitude);
    return true;
  } else if constexpr (std::is_same_v<T, float>) {
    const auto magnitude = static_cast<float>(n.magnitude);
    to = !n.whole ? static_cast<float>(n.real) : n.negative ? -magnitude : magnitude;
    return std::isfinite(to) || !std::isfinite(n.real);
  } else {
    to = T(n.real);
    return std::isfinite(static_cast<double>(to)) || !std::isfinite(n.real);
  }
}

[[noreturn]] void wrong_entry(const std::string& expected, std::string_view text, const std::string& argument) {
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected " + expected + " for " + argument + " but received " + quoted_text(text),
              "'number' reads a class as WebDataset's .cls files have it, 'json.label' a number of a JSON text, "
              "'json.boxes[][4]' rows of four, 'json.parts.0' the first entry of a list");
}

// The brackets at the end of `text`, which loses them: [] is a dimension of any length, [4] one of 4.
std::vector<int64_t> take_lengths(std::string_view& text) {
  std::vector<int64_t> lengths;
  while (!text.empty() && text.back() == ']') {
    const size_t open = text.find_last_of('[');
    if (open == std::string_view::npos || (open && text[open - 1] == '\\')) break;
    const std::string_view digits = text.substr(open + 1, text.size() - open - 2);
    int64_t length = Parse::kAny;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (!digits.empty() && (read.ec != std::errc() || read.ptr != digits.data() + digits.size())) break;
    if (!digits.empty() && (length < 0 || length > abi::maxExtent)) break;
    lengths.insert(lengths.begin(), length);
    text = text.substr(0, open);
  }
  return lengths;
}

// Names are separated by dots; a backslash takes its meaning from the next character. Empty where a name is missing.
std::vector<std::string> path_of(std::string_view text) {
  std::vector<std::string> path;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') {
      path.emplace_back();
    } else if (text[i] == '[' || text[i] == ']') {
      return {};
    } else {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      path.back() += text[i];
    }
  }
  for (const std::string& part : path) {
    if (part.empty()) return {};
  }
  return path;
}

}  // namespace

bool Parse::fixed_shape(Shape& shape) const {
  shape = {};
  for (const int64_t length : lengths) {
    if (length == kAny) return false;
    shape.dim[shape.ndim++] = length;
  }
  return !any_rank;
}

bool Parse::empty_shape(Shape& shape) const {
  shape = {};
  for (const int64_t length : lengths) shape.dim[shape.ndim++] = length == kAny ? 0 : length;
  return shape.ndim > 0 && shape.volume() == 0;
}

Parse parse_of(std::string_view text, const std::string& argument) {
  Parse parse;
  parse.text = text;
  if (text == "bytes") return parse;
  if (text == "number" || text == "numbers") {
    parse.kind = text == "number" ? Parse::number : Parse::numbers;
    if (parse.kind == Parse::numbers) parse.lengths = {Parse::kAny};
    return parse;
  }
  if (text.substr(0, 4) != "json" || (text.size() > 4 && text[4] != '.' && text[4] != '[')) {
    wrong_entry("'bytes', 'number', 'numbers', 'json' or 'json.NAME'", text, argument);
  }
  parse.kind = Parse::json;
  std::string_view path = text.substr(4);
  parse.lengths = take_lengths(path);
  if (static_cast<int>(parse.lengths.size()) > abi::maxDims - 1) {
    wrong_entry("at most " + std::to_string(abi::maxDims - 1) + " dimensions", text, argument);
  }
  if (!path.empty()) {
    if (path[0] == '.') parse.path = path_of(path);
    if (parse.path.empty()) {
      wrong_entry("a name after each dot and brackets, empty or with a length, at the end", text, argument);
    }
  }
  return parse;
}

Number Number::of(double value) {
  constexpr double kBeyond = 18446744073709551616.0;  // 2^64
  Number n;
  n.real = value;
  n.negative = std::signbit(value);
  n.whole = std::abs(value) < kBeyond && value == std::trunc(value);
  if (n.whole) n.magnitude = static_cast<uint64_t>(std::abs(value));
  return n;
}

Number Number::of(uint64_t magnitude, bool negative) {
  Number n;
  const auto real = static_cast<double>(magnitude);
  n.real = negative ? -real : real;
  n.magnitude = magnitude;
  n.whole = true;
  n.negative = negative;
  return n;
}

void Numbers::read(const Parse& parse, std::string_view text, const std::string& of) {
  values_.clear();
  if (parse.kind == Parse::json) {
    read_json_field(text, parse, of, values_, shape_);
    return;
  }
  Number number;
  if (parse.kind == Parse::number) {
    const std::string_view word = trimmed(text);
    if (!number_of(word, number)) no_number("a number", word, of);
    values_.push_back(number);
    shape_ = {};
    return;
  }
  for (size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const std::string_view word = text.substr(at, text.find_first_of(kBetween, at) - at);
    if (!number_of(word, number)) no_number("numbers", text[at] == '[' ? text.substr(at) : word, of);
    values_.push_back(number);
    at = text.find_first_not_of(kBetween, at + word.size());
  }
  shape_ = {count()};
}

void Numbers::write(DType dtype, void* to, const std::string& of) const {
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    auto* out = static_cast<T*>(to);
    for (const Number& n : values_) {
      if constexpr (std::is_same_v<T, bool>) {
        *out++ = n.real != 0;
      } else if (!fit(n, *out++)) {
        no_fit(n, dtype, of);
      }
    }
  });
}

std::string quoted_text(std::string_view text) {
  std::string shown = "'";
  for (const char c : text.substr(0, kShown)) shown += c >= ' ' && c < 127 ? c : c == '\n' ? ' ' : '?';
  return shown + (text.size() > kShown ? "...'" : "'");
}

}  // namespace penstock
