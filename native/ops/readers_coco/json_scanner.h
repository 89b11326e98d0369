// Reads JSON of any length from a stream, one value after the other, through a window of fixed size: no tree is built,
// and what is not wanted is skipped without looking at more than its strings and brackets. The caller says which kind
// of value it expects.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/files/byte_stream.h"

namespace penstock::ops {

// What is wrong with the text, and at which byte.
struct JsonFault : std::runtime_error {
  JsonFault(int64_t offset, const std::string& what) : std::runtime_error(what), offset(offset) {}
  int64_t offset;
};

// All functions throw JsonFault where the text is not what they expect.
class JsonScanner {
 public:
  explicit JsonScanner(ByteStream& stream);

  // The offset of the byte that comes next.
  int64_t offset() const { return base_ + (at_ - window_.data()); }
  // The first byte of the value that comes next; 0 at the end.
  char peek();

  // An object: enter_object(), then next_key() and a value until there is no other key.
  void enter_object();
  bool next_key(std::string& key);
  // An array: enter_array(), then next_item() and a value until there is no other item.
  void enter_array();
  bool next_item();

  // A number that float64 holds.
  double number();
  // A whole number of at most 18 digits; 2.0 is one too.
  int64_t integer();
  // A string in UTF-8, which the next call ends. `own` may hold it.
  std::string_view string(std::string& own);
  bool boolean();
  void skip();
  // Throws unless only white space is left.
  void finish();

  [[noreturn]] void fault(const std::string& what) const { throw JsonFault(offset(), what); }
  // Throws "there is X where WHAT is due".
  [[noreturn]] void expected(const char* what);

 private:
  static constexpr size_t kWindow = size_t{1} << 18;
  static constexpr int64_t kLongestNumber = 512;
  static constexpr int kDeepest = 64;

  // Drops what lies before at_, and reads more. Returns false at the end of the stream.
  bool refill();
  void need(int64_t bytes);
  bool next(char end);
  double slow_number(const char* end);
  void append_escape(std::string& own);
  uint32_t hex4();
  void skip_string();
  void skip_nested();
  void word(std::string_view word);

  ByteStream& stream_;
  std::vector<char> window_;  // with a NUL after its end, which ends every loop over digits and spaces
  const char *at_, *end_;
  int64_t base_ = 0;    // of the window in the text
  bool first_ = false;  // nothing of the innermost array or object has been read yet
  bool ended_ = false;
};

}  // namespace penstock::ops
