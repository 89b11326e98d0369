// See lmdb.h.
#include "dataset/containers/lmdb.h"

#include <algorithm>

namespace penstock {

using namespace lmdb;

namespace {

constexpr int64_t kNodeHead = 8;
constexpr int64_t kTreeBytes = 48;
constexpr uint32_t kMagic = 0xbeefc0de, kVersion = 1;
constexpr int kMaxLevels = 32;  // LMDB's own limit
constexpr uint64_t kNoPage = UINT64_MAX;
constexpr size_t kMaxNames = 8;
// The longest key of several values: each of them is listed with it. LMDB takes no longer one, unless it is built so.
constexpr size_t kLongestSharedKey = 511;

enum NodeFlags : int { kBigData = 1, kSubtree = 2, kDuplicates = 4 };

std::string shown(std::string_view key) {
  std::string text;
  append_printable(key.substr(0, 60), text);
  return text;
}

// An entry of a leaf page. `begin` is where its data begins in the page; `size` may be that of a value elsewhere.
struct Node {
  std::string_view key;
  int flags;
  int64_t begin, size;
  int64_t stored;  // bytes of the page that it takes
};

// A page, or a small one within a leaf page, which is laid out in the same way. `at` is where it begins in the file.
class Page {
 public:
  Page(const uint8_t* data, int64_t size, int64_t at) : data_(data), size_(size), at_(at) {
    if (size < kHead) fault("a page has " + std::to_string(size) + " bytes");
    const int lower = number_at<uint16_t>(data + 12);
    if (is(kOverflow | kMeta) || is(kBranch) == is(kLeaf)) {
      fault("a page of another kind is where one of the tree is due");
    }
    if (lower < kHead || lower > size || lower % 2) fault("a page has no valid number of entries");
    count_ = (lower - static_cast<int>(kHead)) / 2;
    if (is(kFixedKeys) && (!is(kLeaf) || (count_ && fixed() == 0) || kHead + count_ * fixed() > size)) {
      fault("a page has more keys than bytes");
    }
  }

  bool is(int flags) const { return number_at<uint16_t>(data_ + 10) & flags; }
  int count() const { return count_; }
  int64_t at() const { return at_; }
  const uint8_t* data() const { return data_; }
  int64_t offset_of(std::string_view text) const {
    return at_ + (reinterpret_cast<const uint8_t*>(text.data()) - data_);
  }

  // The bytes that are left for entries.
  int64_t room() const { return size_ - kHead - 2 * count_; }

  uint64_t child(int i) const {
    const uint8_t* node = data_ + begin_of(i);
    return number_at<uint32_t>(node) | static_cast<uint64_t>(number_at<uint16_t>(node + 4)) << 32;
  }

  Node node(int i) const {
    const auto* text = reinterpret_cast<const char*>(data_);
    if (is(kFixedKeys)) {
      const int64_t begin = kHead + i * fixed();
      return {{text + begin, static_cast<size_t>(fixed())}, 0, begin, 0, 0};
    }
    const int64_t begin = begin_of(i), key = number_at<uint16_t>(data_ + begin + 6);
    const int flags = number_at<uint16_t>(data_ + begin + 4);
    const int64_t size = number_at<uint32_t>(data_ + begin);
    const int64_t stored = flags & kBigData ? int64_t{sizeof(uint64_t)} : size;
    const Node n = {{text + begin + kNodeHead, static_cast<size_t>(key)},
                    flags,
                    begin + kNodeHead + key,
                    size,
                    kNodeHead + key + stored};
    if (n.begin > size_ || stored > size_ - n.begin) fault("an entry is longer than its page");
    return n;
  }

  [[noreturn]] void fault(const std::string& what) const { throw RecordFault(at_, what); }

 private:
  // The bytes of each key in a page of keys alone.
  int64_t fixed() const { return number_at<uint16_t>(data_ + 8); }
  int64_t begin_of(int i) const {
    const int64_t begin = number_at<uint16_t>(data_ + kHead + 2 * i);
    if (begin < kHead || begin > size_ - kNodeHead) fault("an entry lies outside of its page");
    return begin;
  }

  const uint8_t* data_;
  int64_t size_, at_;
  int count_ = 0;
};

}  // namespace

// Visits the entries of one tree, from page to page.
class LmdbWalk {
 public:
  using Tree = Lmdb::Tree;
  using Meet = std::function<void(std::string_view name, const Tree& tree)>;

  LmdbWalk(const Lmdb& lmdb, const Lmdb::Visit& visit, const Meet& meet)
      : lmdb_(lmdb), visit_(visit), meet_(meet), seen_(lmdb.pages_) {}

  void tree(const Tree& tree, int64_t from = 0, int level = 0, const std::string_view* key = nullptr) {
    if (tree.root == UINT64_MAX) return check_count(tree, 0, from);
    if (tree.depth < 1 || tree.depth > kMaxLevels) throw RecordFault(from, "a tree has no valid depth");
    const uint64_t before = count_;
    page(tree.root, from, level, level + tree.depth - 1, key);
    check_count(tree, count_ - before, from);
  }

 private:
  static void check_count(const Tree& tree, uint64_t found, int64_t from) {
    if (found == tree.entries) return;
    throw RecordFault(
        from, "a tree has " + std::to_string(found) + " entries where " + std::to_string(tree.entries) + " are due");
  }

  // A page belongs to one place of the tree.
  void take(uint64_t number, int64_t from) {
    if (seen_[number]) throw RecordFault(from, "page " + std::to_string(number) + " is in the tree already");
    seen_[number] = true;
  }

  // Copies a page, so that what is checked is what is read. Pages of the levels above are kept.
  Page load(uint64_t number, int64_t from, int level) {
    if (number >= lmdb_.pages_) {
      throw RecordFault(
          from, "it leads to page " + std::to_string(number) + ", and the file has " + std::to_string(lmdb_.pages_));
    }
    take(number, from);
    if (buffers_.size() <= static_cast<size_t>(level)) buffers_.resize(static_cast<size_t>(level) + 1);
    std::vector<uint8_t>& bytes = buffers_[static_cast<size_t>(level)];
    bytes.resize(static_cast<size_t>(lmdb_.page_size_));
    const int64_t at = static_cast<int64_t>(number) * lmdb_.page_size_;
    lmdb_.file_.copy(at, bytes.data(), lmdb_.page_size_);
    if (number_at<uint64_t>(bytes.data()) != number) throw RecordFault(at, "a page has another number than its own");
    return {bytes.data(), lmdb_.page_size_, at};
  }

  // `key` is the key of a tree of values, which has them as its own keys.
  void page(uint64_t number, int64_t from, int level, int last, const std::string_view* key) {
    const Page page = load(number, from, level);
    if (page.is(kLeaf) != (level == last)) page.fault("leaf pages are not all at the depth of the tree");
    if (page.is(kLeaf)) return leaf(page, level, key);
    for (int i = 0; i < page.count(); ++i) this->page(page.child(i), page.at(), level + 1, last, key);
  }

  // Entries that share bytes would be more than the file has: a page of 32 KB could have a hundred MB of keys.
  void leaf(const Page& page, int level, const std::string_view* key) {
    int64_t room = page.room();
    for (int i = 0; i < page.count(); ++i) {
      const Node n = page.node(i);
      if ((room -= n.stored) < 0) page.fault("the entries of a page overlap");
      if (key) {
        ++count_;
        visit_(*key, page.offset_of(n.key), static_cast<int64_t>(n.key.size()));
      } else if (n.flags & kDuplicates) {
        several(page, n, level);
      } else {
        ++count_;
        single(page, n);
      }
    }
  }

  void single(const Page& page, const Node& n) {
    if (n.flags & kSubtree) return meet_(n.key, subtree(page, n));
    if (!(n.flags & kBigData)) return visit_(n.key, page.at() + n.begin, n.size);
    const auto number = number_at<uint64_t>(page.data() + n.begin);
    if (number >= lmdb_.pages_) {
      page.fault("the value of key " + shown(n.key) + " is at page " + std::to_string(number) + ", and the file has " +
                 std::to_string(lmdb_.pages_));
    }
    // As far as the file goes: a value that is cut off is a bad sample.
    const auto pages = static_cast<uint64_t>((kHead - 1 + n.size) / lmdb_.page_size_ + 1);
    for (uint64_t i = number; i < number + std::min(pages, lmdb_.pages_ - number); ++i) take(i, page.at());
    visit_(n.key, static_cast<int64_t>(number) * lmdb_.page_size_ + kHead, n.size);
  }

  void several(const Page& page, const Node& n, int level) {
    if (n.flags & kBigData) page.fault("the values of key " + shown(n.key) + " are no page");
    if (n.key.size() > kLongestSharedKey) {
      page.fault("a key of " + std::to_string(n.key.size()) + " bytes has several values, and one of at most " +
                 std::to_string(kLongestSharedKey) + " can");
    }
    if (n.flags & kSubtree) return tree(subtree(page, n), page.at(), level + 1, &n.key);
    const Page values(page.data() + n.begin, n.size, page.at() + n.begin);
    if (!values.is(kLeaf)) values.fault("the values of key " + shown(n.key) + " are no leaf page");
    leaf(values, level, &n.key);
  }

  static Tree subtree(const Page& page, const Node& n) {
    if (n.flags & kBigData || n.size != kTreeBytes) page.fault("the tree of key " + shown(n.key) + " has no record");
    return Lmdb::tree_of(page.data() + n.begin);
  }

  const Lmdb& lmdb_;
  const Lmdb::Visit& visit_;
  const Meet& meet_;
  std::vector<bool> seen_;                     // by page: whether it belongs to the tree already
  std::vector<std::vector<uint8_t>> buffers_;  // the pages from the root to the one at hand
  uint64_t count_ = 0;
};

Lmdb::Lmdb(const RecordSource& file) : file_(file) {
  uint64_t first = 0, second = 0;
  if (!read_meta(0, first)) throw RecordFault(0, "it does not begin with a meta page of LMDB");
  // A commit that was cut off has left the other meta page as it was.
  if (!read_meta(1, second) || second < first) read_meta(0, first);
}

// Takes over what a meta page says. Returns false, and takes over nothing, when it is none.
bool Lmdb::read_meta(int64_t number, uint64_t& commit) {
  uint8_t bytes[kHead + 24 + 2 * kTreeBytes + 16];
  const int64_t at = number * page_size_;
  if (file_.size() - at < int64_t{sizeof bytes}) return false;
  file_.copy(at, bytes, sizeof bytes);
  const uint8_t* meta = bytes + kHead;
  const uint8_t* trees = meta + 24;  // that of free pages, and the main one
  if (!(number_at<uint16_t>(bytes + 10) & kMeta) || number_at<uint32_t>(meta) != kMagic) return false;
  const auto version = number_at<uint32_t>(meta + 4);
  if (version != kVersion) {
    throw RecordFault(at, "it has version " + std::to_string(version) + " of LMDB's format, and only 1 can be read");
  }
  const int64_t size = number_at<uint32_t>(trees);
  if (size < 256 || size > 65536 || size & (size - 1) || (page_size_ && page_size_ != size)) return false;
  page_size_ = size;
  main_ = tree_of(trees + kTreeBytes);
  const auto last = number_at<uint64_t>(trees + 2 * kTreeBytes), whole = static_cast<uint64_t>(file_.size() / size);
  pages_ = last < whole ? last + 1 : whole;
  commit = number_at<uint64_t>(trees + 2 * kTreeBytes + 8);
  return true;
}

Lmdb::Tree Lmdb::tree_of(const uint8_t* record) {
  return {number_at<uint64_t>(record + 40), number_at<uint64_t>(record + 32), number_at<uint16_t>(record + 6)};
}

bool Lmdb::each(std::string_view database, const Visit& visit) {
  names_.clear();
  bool found = database.empty();
  Tree named;
  const LmdbWalk::Meet meet = [&](std::string_view name, const Tree& tree) {
    if (names_.size() < kMaxNames) names_.emplace_back(name);
    if (name != database) return;
    found = true;
    named = tree;
  };
  const Visit nothing = [](std::string_view, int64_t, int64_t) {};
  LmdbWalk(*this, found ? visit : nothing, meet).tree(main_);
  if (!database.empty() && found) {
    const LmdbWalk::Meet none = [](std::string_view, const Tree&) {};
    LmdbWalk(*this, visit, none).tree(named);
  }
  return found;
}

}  // namespace penstock
