// See tar.h.
#include "ops/readers_webdataset/tar.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace penstock::ops {
namespace {

// Fields of a header: offset and length.
struct Field {
  int at, length;
};
constexpr Field kName{0, 100}, kSize{124, 12}, kChecksum{148, 8}, kMagic{257, 6}, kPrefix{345, 155};
constexpr int kType = 156, kMoreHoles = 482, kStillMoreHoles = 504;
constexpr int64_t kLongestText = int64_t{1} << 20;  // of a long name, or of the records of a pax header

std::string_view text(const uint8_t* header, Field f) {
  const auto* begin = reinterpret_cast<const char*>(header) + f.at;
  return {begin, strnlen(begin, static_cast<size_t>(f.length))};
}

// A number in octal digits between spaces and a NUL. Returns -1 for anything else.
int64_t octal(const uint8_t* header, Field f) {
  int i = f.at;
  const int end = f.at + f.length;
  while (i < end && header[i] == ' ') ++i;
  int64_t value = 0;
  for (; i < end && header[i] >= '0' && header[i] <= '7'; ++i) value = value * 8 + (header[i] - '0');
  for (; i < end && header[i] != 0; ++i) {
    if (header[i] != ' ') return -1;
  }
  return value;
}

// A size: octal, or in base 256 where the first bit is set. Returns -1 for one that is negative or has over 63 bits.
int64_t size_of(const uint8_t* header) {
  const uint8_t* p = header + kSize.at;
  if (!(p[0] & 0x80)) return octal(header, kSize);
  if (p[0] != 0x80) return -1;
  uint64_t value = 0;
  for (int i = 1; i < kSize.length; ++i) {
    if (value >> 55) return -1;
    value = value << 8 | p[i];
  }
  return static_cast<int64_t>(value);
}

bool zero(const uint8_t* block) {
  static const uint8_t zeros[kTarBlock] = {};
  return !std::memcmp(block, zeros, kTarBlock);
}

// Whether the sum of the header's bytes is as it says; old archives have added signed bytes.
bool sound(const uint8_t* header) {
  int64_t plain = 0, with_sign = 0;
  for (int i = 0; i < kTarBlock; ++i) {
    const bool sum = i >= kChecksum.at && i < kChecksum.at + kChecksum.length;
    plain += sum ? ' ' : header[i];
    with_sign += sum ? ' ' : static_cast<int8_t>(header[i]);
  }
  const int64_t said = octal(header, kChecksum);
  return said == plain || said == with_sign;
}

std::string name_of(const uint8_t* header) {
  std::string name(text(header, kName));
  // The prefix of a ustar header; GNU tar has other fields there.
  if (!std::memcmp(header + kMagic.at, "ustar", 6)) {
    const std::string_view prefix = text(header, kPrefix);
    if (!prefix.empty()) name = std::string(prefix) + '/' + name;
  }
  return name;
}

std::string without_parents(std::string_view name) {
  size_t from = 0;
  for (size_t i = 0; i < name.size();) {
    const size_t slash = std::min(name.find('/', i), name.size());
    if (name.substr(i, slash - i) == "..") from = slash;
    i = slash + 1;
  }
  while (from < name.size() && name[from] == '/') ++from;
  return std::string(name.substr(from));
}

TarEntry::Kind kind_of(uint8_t type, const std::string& name, bool sparse) {
  if (sparse || type == 'S') return TarEntry::sparse;
  if (type == '0' || type == '7') return TarEntry::file;
  // Old archives mark a folder by a slash alone.
  if (type == 0) return !name.empty() && name.back() == '/' ? TarEntry::other : TarEntry::file;
  return TarEntry::other;
}

// Whether data follows the header: other kinds may give the size of what they stand for.
bool has_data(uint8_t type) { return type < '1' || type > '6'; }

int64_t whole_number(std::string_view digits) {
  int64_t value = 0;
  if (digits.empty() || digits.size() > 18) return -1;
  for (const char c : digits) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

bool is_tar_header(const uint8_t* block) { return !zero(block) && sound(block); }

// Returns null at the archive's end: two zero blocks, or the end of the file.
const uint8_t* TarWalk::header_block() {
  bool empty_before = false;
  for (;; at_ += kTarBlock) {
    if (at_ == source_.size()) return nullptr;
    // What is left is compared, since an offset beyond the end of a number cannot be.
    if (source_.size() - at_ < kTarBlock) {
      throw TarFault(at_, "the header is cut off, since the file has " + std::to_string(source_.size()) + " bytes");
    }
    const uint8_t* block = source_.block(at_);
    if (!zero(block)) {
      if (!sound(block)) throw TarFault(at_, "this is no header of a tar archive, or a damaged one");
      return block;
    }
    if (empty_before) return nullptr;
    empty_before = true;
  }
}

void TarWalk::pass_data(int64_t size) {
  const int64_t left = source_.size() - at_;
  at_ = size > left - left % kTarBlock ? source_.size() : at_ + (size + kTarBlock - 1) / kTarBlock * kTarBlock;
  if (at_ > source_.size()) at_ = source_.size();
}

// The list of a sparse file's holes goes on in blocks after its header.
void TarWalk::pass_holes(bool more) {
  for (; more; at_ += kTarBlock) {
    if (source_.size() - at_ < kTarBlock) throw TarFault(at_, "the list of a sparse file's holes is cut off");
    more = source_.block(at_)[kStillMoreHoles];
  }
}

std::string TarWalk::long_text(int64_t size) {
  const int64_t from = at_;
  if (size > kLongestText)
    throw TarFault(from - kTarBlock, "an extended header has " + std::to_string(size) + " bytes");
  std::string out;
  out.reserve(static_cast<size_t>(size));
  for (int64_t done = 0; done < size; done += kTarBlock, at_ += kTarBlock) {
    if (source_.size() - at_ < kTarBlock) throw TarFault(from - kTarBlock, "an extended header is cut off");
    out.append(reinterpret_cast<const char*>(source_.block(at_)),
               static_cast<size_t>(std::min(kTarBlock, size - done)));
  }
  return out;
}

// Records of the form "LENGTH KEY=VALUE\n", where LENGTH counts the whole record.
void TarWalk::read_pax(const std::string& records, int64_t at, Extended& into) const {
  std::string_view rest = records;
  while (!rest.empty() && rest[0]) {
    const size_t space = rest.find(' ');
    const int64_t length = space == std::string_view::npos ? -1 : whole_number(rest.substr(0, space));
    if (length <= static_cast<int64_t>(space) + 1 || length > static_cast<int64_t>(rest.size()) ||
        rest[static_cast<size_t>(length) - 1] != '\n') {
      throw TarFault(at, "a record of a pax header has a wrong length");
    }
    const std::string_view record = rest.substr(space + 1, static_cast<size_t>(length) - space - 2);
    rest.remove_prefix(static_cast<size_t>(length));
    const size_t equals = record.find('=');
    if (equals == std::string_view::npos) throw TarFault(at, "a record of a pax header has no value");
    const std::string_view key = record.substr(0, equals), value = record.substr(equals + 1);
    if (key == "path") {
      into.name = std::string(value.substr(0, value.find('\0')));
      into.has_name = true;
    } else if (key == "size") {
      into.size = whole_number(value);
      if (into.size < 0) throw TarFault(at, "a pax header gives the size '" + std::string(value) + "'");
    } else if (key.substr(0, 11) == "GNU.sparse.") {
      into.sparse = true;
      if (key == "GNU.sparse.name") {
        into.name = std::string(value);
        into.has_name = true;
      }
    }
  }
}

bool TarWalk::next(TarEntry& entry) {
  Extended extended;
  for (;;) {
    const uint8_t* header = header_block();
    if (!header) return false;
    const int64_t at = at_;
    const uint8_t type = header[kType];
    int64_t size = size_of(header);
    if (size < 0) throw TarFault(at, "the header gives a size that is negative or no number");
    at_ += kTarBlock;
    if (type == 'L' || type == 'x') {
      const std::string text = long_text(size);
      if (type == 'x') {
        read_pax(text, at, extended);
      } else {
        extended.name = text.substr(0, text.find('\0'));
        extended.has_name = true;
      }
      continue;
    }
    // A global header, or the name of a link's target, is no entry.
    if (type == 'g' || type == 'K') {
      pass_data(size);
      continue;
    }
    const std::string name = extended.has_name ? extended.name : name_of(header);
    if (extended.size >= 0) size = extended.size;
    entry.kind = kind_of(type, name, extended.sparse);
    entry.name = without_parents(name);
    entry.header = at;
    if (type == 'S') pass_holes(header[kMoreHoles]);
    entry.offset = at_;
    entry.size = size;
    if (has_data(type)) pass_data(size);
    return true;
  }
}

}  // namespace penstock::ops
