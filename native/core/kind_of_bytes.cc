// See kind_of_bytes.h.
#include "core/kind_of_bytes.h"

#include <algorithm>
#include <cctype>

namespace penstock {
namespace {

// Only this many bytes are looked at.
constexpr size_t kHead = 512;

struct Magic {
  std::string_view bytes;
  const char* kind;
  Compression compression;
};

constexpr std::string_view operator""_b(const char* text, size_t size) { return {text, size}; }

constexpr Magic kMagics[] = {
    {"\x1f\x8b"_b, "data compressed by gzip", {"gzip", "gunzip"}},
    {"\x28\xb5\x2f\xfd"_b, "data compressed by zstd", {"zstd", "unzstd"}},
    {"\xfd\x37zXZ\0"_b, "data compressed by xz", {"xz", "unxz"}},
    {"\x04\x22\x4d\x18"_b, "data compressed by lz4", {"lz4", "unlz4"}},
    {"PK\3\4"_b, "a ZIP archive", {"zip", "unzip"}},
    {"7z\xbc\xaf\x27\x1c"_b, "a 7-Zip archive", {"7-Zip", "7z x"}},
    {"%PDF"_b, "a PDF file", {}},
    {"\x7f\x45LF"_b, "a program", {}},
    {"SQLite format 3"_b, "an SQLite database", {}},
    {"\x89HDF"_b, "an HDF5 file", {}},
    {"version https://git-lfs"_b, "a pointer of Git LFS, without the file itself", {}},
    {"<?xml"_b, "XML", {}},
    {"<!doctype html"_b, "an HTML page", {}},
    {"<html"_b, "an HTML page", {}},
};

bool begins(std::string_view head, std::string_view magic) {
  if (head.size() < magic.size()) return false;
  const auto low = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  // Letters of tags may be upper case.
  if (magic[0] != '<') return head.substr(0, magic.size()) == magic;
  return std::equal(magic.begin(), magic.end(), head.begin(), [&](char a, char b) { return a == low(b); });
}

constexpr Magic kBzip2 = {"BZh"_b, "data compressed by bzip2", {"bzip2", "bunzip2"}};

const Magic* magic_of(std::string_view head) {
  // A text may begin with the letters; a digit and the first block's own magic number follow them.
  if (begins(head, kBzip2.bytes) && head.substr(4, 6) == "1AY&SY") return &kBzip2;
  const auto* found = std::find_if(std::begin(kMagics), std::end(kMagics),
                                   [&](const Magic& magic) { return begins(head, magic.bytes); });
  return found == std::end(kMagics) ? nullptr : found;
}

// The body that a browser's form, fetch() with FormData or curl -F posts: a line of two dashes and a boundary, and
// heads.
bool is_form(std::string_view head) {
  const size_t line = head.substr(0, 2) == "--" ? head.find("\r\n") : std::string_view::npos;
  return line != std::string_view::npos && line <= 74 && head.substr(line + 2, 8) == "Content-";
}

bool is_text(unsigned char c) { return c >= 0x80 || std::isprint(c) || std::isspace(c); }

}  // namespace

const char* kind_of_bytes(std::string_view head) {
  if (head.empty()) return "nothing";
  head = head.substr(0, kHead);
  if (const Magic* magic = magic_of(head)) return magic->kind;
  if (is_form(head))
    return "the body of a form (multipart/form-data), of which a file is only a part: post the file alone";
  if (head.find_first_not_of('\0') == std::string_view::npos) return "zeros";
  if (std::all_of(head.begin(), head.end(), [](char c) { return is_text(static_cast<unsigned char>(c)); }))
    return "text";
  return "binary data";
}

Compression compression_of(std::string_view head) {
  const Magic* magic = magic_of(head);
  return magic ? magic->compression : Compression();
}

}  // namespace penstock
