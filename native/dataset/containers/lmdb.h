// Reads the pages of an LMDB file: finds its databases, and lists the entries of one in the order of its keys. Nothing
// is written and no lock is taken, so the file is as its last commit has left it. Every number in a page is checked.
//
// The first two pages (meta pages) have the roots of two commits, of which the newer one counts. A tree has branch
// pages (keys and page numbers) and leaf pages (keys and values). A value that is too large for a leaf page lies in
// pages of its own behind 16 bytes. A key with several values has them in a small page inside of the leaf page, or in a
// tree.
#pragma once
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/set/dataset.h"
#include "dataset/set/record_source.h"

namespace penstock {

// The layout of pages.
namespace lmdb {

inline constexpr int64_t kHead =
    16;  // of each page: number (8 bytes), pad (2), flags (2), lower and upper (2 each) or pages (4)
// kFixedKeys: a leaf page of keys of one size, without data.
enum PageFlags : int { kBranch = 1, kLeaf = 2, kOverflow = 4, kMeta = 8, kFixedKeys = 0x20 };

template <class T>
T number_at(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace lmdb

class Lmdb {
 public:
  // Where the value of an entry lies in the file; the key is valid during the call.
  using Visit = std::function<void(std::string_view key, int64_t offset, int64_t size)>;

  // Throws RecordFault, as all functions do, when the file is no LMDB file or is damaged; its offset is that of a page.
  explicit Lmdb(const RecordSource& file);

  int64_t page_size() const { return page_size_; }

  // Visits the entries of a named database, or of the main one ('') without its named databases. Several values of one
  // key are as many entries. Returns false when there is no database of this name.
  bool each(std::string_view database, const Visit& visit);
  // The names of databases that the last each('') has met; at most eight.
  const std::vector<std::string>& names() const { return names_; }

 private:
  friend class LmdbWalk;
  struct Tree {
    uint64_t root = UINT64_MAX, entries = 0;
    int depth = 0;
  };

  static Tree tree_of(const uint8_t* record);
  bool read_meta(int64_t number, uint64_t& commit);

  const RecordSource& file_;
  int64_t page_size_ = 0;
  uint64_t pages_ = 0;  // of the file, as far as they belong to the commit
  Tree main_;
  std::vector<std::string> names_;
};

}  // namespace penstock
