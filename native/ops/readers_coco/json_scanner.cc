// See json_scanner.h.
#include "ops/readers_coco/json_scanner.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace penstock::ops {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// The powers of ten that float64 holds exactly.
constexpr double kTens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kExactDigits = 18;                     // fit in 64 bits
constexpr uint64_t kExactWhole = uint64_t{1} << 53;  // float64 holds all whole numbers up to here

// The first byte that is a bracket or a quote, or a letter; eight bytes at a time, because what is skipped is mostly
// numbers. Brackets and letters have bit 6, which digits, commas and spaces do not have.
const char* find_structure(const char* at, const char* end) {
  constexpr uint64_t kOnes = 0x0101010101010101, kBit6 = kOnes << 6, kBit7 = kOnes << 7, kQuotes = kOnes * '"';
  for (; end - at >= 8; at += 8) {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    const uint64_t other = bytes ^ kQuotes;
    if ((bytes & kBit6) | ((other - kOnes) & ~other & kBit7)) break;
  }
  while (at < end && !(*at & 0x40) && *at != '"') ++at;
  return at;
}

void append_utf8(std::string& to, uint32_t code) {
  const auto put = [&](uint32_t byte) { to.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
    return;
  }
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

}  // namespace

JsonScanner::JsonScanner(ByteStream& stream) : stream_(stream), window_(kWindow + 1) {
  at_ = end_ = window_.data();
  need(3);
  if (end_ - at_ >= 3 && std::memcmp(at_, "\xef\xbb\xbf", 3) == 0) at_ += 3;
}

bool JsonScanner::refill() {
  if (ended_) return false;
  const auto left = static_cast<size_t>(end_ - at_);
  base_ += at_ - window_.data();
  std::memmove(window_.data(), at_, left);
  at_ = window_.data();
  const size_t count = stream_.read(reinterpret_cast<uint8_t*>(window_.data()) + left, kWindow - left);
  end_ = at_ + left + count;
  window_[left + count] = '\0';
  ended_ = count == 0;
  return !ended_;
}

void JsonScanner::need(int64_t bytes) {
  while (end_ - at_ < bytes && refill()) {
  }
}

char JsonScanner::peek() {
  for (;;) {
    while (is_space(*at_)) ++at_;
    if (at_ < end_) return *at_;
    if (!refill()) return '\0';
  }
}

void JsonScanner::expected(const char* what) {
  const char c = peek();
  const auto byte = static_cast<uint8_t>(c);
  std::string found = "byte " + std::to_string(byte);
  if (at_ == end_) {
    found = "the end of the file";
  } else if (c == '{') {
    found = "an object";
  } else if (c == '[') {
    found = "an array";
  } else if (c == '"') {
    found = "a string";
  } else if (c == '-' || is_digit(c)) {
    found = "a number";
  } else if (byte > 32 && byte < 127) {
    found = std::string("'") + c + "'";
  }
  fault("there is " + found + " where " + what + " is due");
}

void JsonScanner::enter_object() {
  if (peek() != '{') expected("an object");
  ++at_;
  first_ = true;
}

void JsonScanner::enter_array() {
  if (peek() != '[') expected("an array");
  ++at_;
  first_ = true;
}

bool JsonScanner::next(char end) {
  const char c = peek();
  const bool first = first_;
  first_ = false;
  if (c == end) {
    ++at_;
    return false;
  }
  if (first) return true;
  if (c != ',') expected(end == ']' ? "a comma or the end of the array" : "a comma or the end of the object");
  ++at_;
  return true;
}

bool JsonScanner::next_item() { return next(']'); }

bool JsonScanner::next_key(std::string& key) {
  if (!next('}')) return false;
  if (peek() != '"') expected("a key");
  const std::string_view text = string(key);
  if (text.data() != key.data()) key.assign(text);
  if (peek() != ':') expected("a colon");
  ++at_;
  return true;
}

double JsonScanner::number() {
  peek();
  need(kLongestNumber);
  const bool negative = *at_ == '-';
  const char* p = at_ + negative;
  if (!is_digit(*p)) expected("a number");
  uint64_t whole = 0;
  const char* const begin = p;
  if (*p == '0' && is_digit(p[1])) fault("a number begins with 0");
  while (is_digit(*p)) whole = whole * 10 + static_cast<uint64_t>(*p++ - '0');
  int64_t digits = p - begin, decimals = 0;
  if (*p == '.') {
    const char* const point = ++p;
    while (is_digit(*p)) whole = whole * 10 + static_cast<uint64_t>(*p++ - '0');
    decimals = p - point;
    if (decimals == 0) fault("a number has no digit behind its point");
    digits += decimals;
  }
  // One division of two numbers that are exact rounds as it should.
  if ((*p | 0x20) == 'e' || digits > kExactDigits || whole > kExactWhole) return slow_number(p);
  if (p - at_ >= kLongestNumber) fault("a number has more than 500 digits");
  at_ = p;
  const double value = static_cast<double>(whole) / kTens[decimals];
  return negative ? -value : value;
}

double JsonScanner::slow_number(const char* p) {
  if ((*p | 0x20) == 'e') {
    p += p[1] == '+' || p[1] == '-' ? 2 : 1;
    if (!is_digit(*p)) fault("a number has no digit in its exponent");
    while (is_digit(*p)) ++p;
  }
  if (p - at_ >= kLongestNumber) fault("a number has more than 500 digits");
  double value = 0;
  const auto read = std::from_chars(at_, p, value);
  if (read.ec == std::errc::result_out_of_range) {
    const std::string_view text(at_, static_cast<size_t>(p - at_));
    const bool small = text[text[0] == '-'] == '0' || text.find('-', 1) != std::string_view::npos;
    if (!small) fault("a number is larger than float64 holds");
    value = 0;
  }
  at_ = p;
  return value;
}

int64_t JsonScanner::integer() {
  peek();
  need(kLongestNumber);
  const bool negative = *at_ == '-';
  const char* const begin = at_ + negative;
  const char* p = begin;
  int64_t value = 0;
  while (is_digit(*p) && p - begin < kExactDigits) value = value * 10 + (*p++ - '0');
  const bool plain = p > begin && !is_digit(*p) && *p != '.' && (*p | 0x20) != 'e' && (*begin != '0' || p == begin + 1);
  if (plain) {
    at_ = p;
    return negative ? -value : value;
  }
  const int64_t from = offset();
  const double real = number();
  if (std::abs(real) > static_cast<double>(kExactWhole) || real != std::floor(real)) {
    throw JsonFault(from, "there is a number where a whole number of at most 18 digits is due");
  }
  return static_cast<int64_t>(real);
}

std::string_view JsonScanner::string(std::string& own) {
  if (peek() != '"') expected("a string");
  const char* p = ++at_;
  while (static_cast<uint8_t>(*p) >= 0x20 && *p != '"' && *p != '\\') ++p;
  if (*p == '"') {
    const std::string_view text(at_, static_cast<size_t>(p - at_));
    at_ = p + 1;
    return text;
  }
  own.clear();
  for (;;) {
    own.append(at_, static_cast<size_t>(p - at_));
    at_ = p;
    if (at_ == end_) {
      if (!refill()) fault("a string does not end");
    } else if (*at_ == '"') {
      ++at_;
      return own;
    } else if (*at_ == '\\') {
      append_escape(own);
    } else {
      fault("a string has a control character");
    }
    p = at_;
    while (static_cast<uint8_t>(*p) >= 0x20 && *p != '"' && *p != '\\') ++p;
  }
}

uint32_t JsonScanner::hex4() {
  uint32_t code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = *at_;
    const int low = c | 0x20;
    if (!is_digit(c) && (low < 'a' || low > 'f')) fault("a string has \\u without four digits");
    code = code << 4 | static_cast<uint32_t>(is_digit(c) ? c - '0' : low - 'a' + 10);
    ++at_;
  }
  return code;
}

void JsonScanner::append_escape(std::string& own) {
  need(12);
  static constexpr char kNames[] = "\"\\/bfnrt", kBytes[] = "\"\\/\b\f\n\r\t";
  const char name = at_[1];
  if (name == 'u') {
    at_ += 2;
    uint32_t code = hex4();
    if (code >= 0xd800 && code < 0xdc00 && at_[0] == '\\' && at_[1] == 'u') {
      at_ += 2;
      const uint32_t low = hex4();
      if (low < 0xdc00 || low > 0xdfff) fault("a string has half of a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code < 0xe000) fault("a string has half of a surrogate pair");
    append_utf8(own, code);
    return;
  }
  const char* const found = name ? std::strchr(kNames, name) : nullptr;
  if (!found) fault("a string has a backslash before another character than JSON allows");
  own.push_back(kBytes[found - kNames]);
  at_ += 2;
}

bool JsonScanner::boolean() {
  const bool value = peek() == 't';
  word(value ? "true" : "false");
  return value;
}

void JsonScanner::word(std::string_view word) {
  peek();
  need(static_cast<int64_t>(word.size()));
  if (std::string_view(at_, static_cast<size_t>(end_ - at_)).substr(0, word.size()) != word) expected("a value");
  at_ += word.size();
}

void JsonScanner::skip() {
  switch (peek()) {
    case '"': return skip_string();
    case '{':
    case '[': return skip_nested();
    case 't': return word("true");
    case 'f': return word("false");
    case 'n': return word("null");
    default: number();
  }
}

void JsonScanner::skip_string() {
  ++at_;
  for (;;) {
    while (at_ < end_ && *at_ != '"' && *at_ != '\\') ++at_;
    if (at_ == end_) {
      if (!refill()) fault("a string does not end");
    } else if (*at_ == '"') {
      ++at_;
      return;
    } else {
      need(2);
      if (end_ - at_ < 2) fault("a string does not end");
      at_ += 2;
    }
  }
}

void JsonScanner::skip_nested() {
  uint64_t objects = 0;  // a bit for each level that is open, the innermost last: whether it is an object
  for (int depth = 0;;) {
    at_ = find_structure(at_, end_);
    if (at_ == end_) {
      if (!refill()) fault("an array or object does not end");
      continue;
    }
    const char c = *at_;
    if (c == '"') {
      skip_string();
      continue;
    }
    if (c == '[' || c == '{') {
      if (depth++ == kDeepest) fault("values are nested more than 64 deep");
      objects = objects << 1 | (c == '{');
    } else if (c == ']' || c == '}') {
      if ((objects & 1) != (c == '}')) fault("an array or object ends with the wrong bracket");
      objects >>= 1;
      if (--depth == 0) {
        ++at_;
        return;
      }
    }
    ++at_;
  }
}

void JsonScanner::finish() {
  if (peek() != '\0' || at_ < end_) expected("the end of the file");
}

}  // namespace penstock::ops
