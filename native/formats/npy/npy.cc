// See npy.h. The text is read where it lies in a buffer on the stack; nothing is allocated but the text of an error.
#include "formats/npy/npy.h"

#include <algorithm>
#include <string_view>

#include "core/error.h"
#include "core/kind_of_bytes.h"

namespace penstock::ops {
namespace {

constexpr int64_t kMagic = 6, kMaxText = 4096;

[[noreturn]] void damaged(const std::string& what) {
  throw Error(
      ErrorCode::BAD_SAMPLE, "Expected a .npy file but " + what,
      "numpy.save() writes such files; compressed files, and the arrays of an .npz archive, have to be unpacked");
}

[[noreturn]] void unsupported(const std::string& expected, const std::string& received, const std::string& hint) {
  throw Error(ErrorCode::UNSUPPORTED, "Expected " + expected + " but received " + received, hint);
}

// A part of the header as a message shows it.
std::string shown(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c < 127 ? c : '?';
  return out + (text.size() > 40 ? "...'" : "'");
}

// Reads the dict from left to right. A header has no nested values but the shape's tuple.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : text_(text) {}

  [[noreturn]] void refuse(const std::string& expected) const {
    damaged("at character " + std::to_string(at_) + " of its header there is " +
            (at_ < text_.size() ? shown(text_.substr(at_)) : "its end") + " in place of " + expected);
  }

  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(std::string("'") + c + "'");
  }

  std::string_view string() {
    skip_space();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) refuse("a string");
    const size_t begin = at_ + 1, end = text_.find(text_[at_], begin);
    if (end == std::string_view::npos) refuse("a string with an end");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }

  bool boolean() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return value;
    }
    refuse("True or False");
  }

  int64_t extent() {
    skip_space();
    int64_t value = 0;
    const size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, text_[at_] - '0', &value)) {
        at_ = begin;
        refuse("an extent below 2^63");
      }
    }
    if (at_ == begin) refuse("an extent");
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote it
    return value;
  }

  bool at_list() {
    skip_space();
    return at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '(');
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

DType dtype_of(std::string_view descr) {
  struct Name {
    std::string_view name;
    DType dtype;
  };
  constexpr Name kNames[] = {{"f4", DType::float32}, {"u1", DType::uint8},  {"f8", DType::float64},
                             {"f2", DType::float16}, {"i8", DType::int64},  {"i4", DType::int32},
                             {"i2", DType::int16},   {"i1", DType::int8},   {"u2", DType::uint16},
                             {"u4", DType::uint32},  {"u8", DType::uint64}, {"b1", DType::boolean}};
  const char order = descr.empty() ? 0 : descr[0];
  const bool ordered = order == '<' || order == '>' || order == '|' || order == '=';
  const std::string_view name = descr.substr(ordered ? 1 : 0);
  for (const Name& one : kNames) {
    if (name != one.name) continue;
    // The order of a single byte says nothing.
    if (order != '>' || dtype_size(one.dtype) == 1) return one.dtype;
    unsupported("elements in little-endian order", "dtype " + shown(descr),
                "Write the file again with little-endian elements: array.astype('<" + std::string(name) + "')");
  }
  if (name.substr(0, 1) == "O") {
    unsupported("an array of numbers", "an array of Python objects",
                "Objects are pickled, and unpickling runs code of the file: write the values as numbers");
  }
  unsupported("bool, an integer, or a float of 2, 4 or 8 bytes", "dtype " + shown(descr),
              "Write the file again with such a dtype, for instance array.astype('<f4')");
}

Shape shape_of(HeaderText& text) {
  Shape shape;
  text.expect('(');
  for (bool first = true; !text.take(')'); first = false) {
    if (!first && text.take(')')) break;
    if (shape.ndim == abi::maxDims) {
      unsupported("at most " + std::to_string(abi::maxDims) + " dimensions", "an array with more",
                  "Reshape the array before it is written");
    }
    shape[shape.ndim++] = text.extent();
    // A tuple of one value has a comma.
    if (!text.take(',')) {
      if (shape.ndim == 1) text.refuse("a comma");
      text.expect(')');
      break;
    }
  }
  return shape;
}

void read_dict(HeaderText text, NpyArray& array) {
  constexpr std::string_view kKeys[] = {"descr", "fortran_order", "shape"};
  uint32_t seen = 0;
  text.expect('{');
  while (!text.take('}')) {
    const HeaderText before = text;
    const std::string_view key = text.string();
    const auto which = static_cast<uint32_t>(std::find(kKeys, kKeys + 3, key) - kKeys);
    if (which == 3 || seen >> which & 1) before.refuse("one of the keys descr, fortran_order and shape");
    seen |= 1u << which;
    text.expect(':');
    if (which == 0) {
      if (text.at_list()) {
        unsupported("one dtype for all elements", "a structured dtype",
                    "Write each field to a file of its own: array['field']");
      }
      array.dtype = dtype_of(text.string());
    } else if (which == 1) {
      array.fortran = text.boolean();
    } else {
      array.shape = shape_of(text);
    }
    if (!text.take(',')) {
      text.expect('}');
      break;
    }
  }
  if (!text.at_end()) text.refuse("its end");
  for (int i = 0; i < 3; ++i) {
    if (!(seen >> i & 1)) damaged("its header has no " + std::string(kKeys[i]));
  }
}

std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (int i = 0; i < shape.ndim; ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

// Checks that the elements are there. Extents beside one of 0 count too, because strides are products of them.
void check_elements(const NpyArray& array, int64_t size) {
  int64_t bytes = dtype_size(array.dtype);
  bool over = false, empty = false;
  for (int i = 0; i < array.shape.ndim; ++i) {
    empty |= array.shape[i] == 0;
    if (array.shape[i]) over |= __builtin_mul_overflow(bytes, array.shape[i], &bytes);
  }
  const int64_t there = size - array.begin;
  if (!over && (empty || bytes <= there)) return;
  damaged("its header gives the shape " + shape_text(array.shape) + " of " + dtype_name(array.dtype) +
          (over ? ", which is more than a file can hold"
                : ", which takes " + std::to_string(bytes) + " bytes, and " + std::to_string(there) +
                      " bytes follow it: the file is cut off"));
}

}  // namespace

NpyArray read_npy_header(const RecordSource& source) {
  // Most headers end at byte 128, so one read brings all of it.
  uint8_t bytes[kMaxText];
  const int64_t first = std::min<int64_t>(source.size(), 128);
  source.copy(0, bytes, first);
  if (first < kMagic + 2 || std::memcmp(bytes, "\x93NUMPY", kMagic) != 0) {
    if (first == 0) damaged("it has no bytes");
    const char* kind = kind_of_bytes({reinterpret_cast<const char*>(bytes), static_cast<size_t>(first)});
    damaged(std::string("it does not begin with the magic number \\x93NUMPY: it is ") + kind);
  }
  const int major = bytes[kMagic], minor = bytes[kMagic + 1];
  if (major < 1 || major > 3 || minor != 0) {
    unsupported("version 1.0, 2.0 or 3.0 of the .npy format", std::to_string(major) + "." + std::to_string(minor),
                "The file is damaged, or of a newer version: write it with version=(1, 0)");
  }
  const int64_t begin = kMagic + 2 + (major == 1 ? 2 : 4);
  if (first < begin) damaged("its header is cut off");
  int64_t length = bytes[8] | bytes[9] << 8;
  if (major > 1) length |= int64_t{bytes[10]} << 16 | int64_t{bytes[11]} << 24;
  if (length > source.size() - begin) {
    damaged("its header of " + std::to_string(length) + " bytes is cut off: the file has " +
            std::to_string(source.size()) + " bytes");
  }
  // numpy pads a header with spaces; a text without them that is longer has a structured dtype.
  if (length > kMaxText - begin) {
    unsupported("a header of at most " + std::to_string(kMaxText - begin) + " bytes",
                "one of " + std::to_string(length),
                "Structured dtypes are no tensors: write each field to its own file");
  }
  if (begin + length > first) source.copy(first, bytes + first, begin + length - first);
  NpyArray array;
  array.begin = begin + length;
  read_dict(HeaderText({reinterpret_cast<const char*>(bytes) + begin, static_cast<size_t>(length)}), array);
  check_elements(array, source.size());
  return array;
}

}  // namespace penstock::ops
