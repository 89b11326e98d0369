// Files of LMDB: for any bytes the walk over a tree ends, with entries whose keys and values lie within the file, or
// says where the file is damaged.
#include "dataset/containers/lmdb.h"

#include <algorithm>
#include <cstring>

#include "fuzz/util/listed.h"
#include "fuzz/util/record_bytes.h"
#include "generated/ops/readers_lmdb.h"

namespace penstock::fuzz {
namespace {

constexpr size_t kPage = 512, kHead = 16, kTree = 48;

template <class T>
void put(File& f, size_t at, T value) {
  std::memcpy(f.data() + at, &value, sizeof value);
}

// A page with as many entries as fit, or `most`. Returns how many there are.
uint32_t put_page(File& f, Rng& rng, uint16_t flags, const std::vector<uint64_t>& children, uint32_t most) {
  const size_t at = f.size();
  f.resize(at + kPage);
  put(f, at, static_cast<uint64_t>(at / kPage));
  put(f, at + 10, flags);
  size_t upper = kPage, lower = kHead;
  uint32_t count = 0;
  for (; count < most; ++count) {
    const size_t key = 1 + rng.below(12), data = children.empty() ? rng.below(40) : 0;
    const bool elsewhere = children.empty() && rng.below(8) == 0;
    const size_t size = 8 + key + (elsewhere ? 8 : data), room = size + (size & 1);
    if (upper - lower < room + 2) break;
    upper -= room;
    put(f, at + lower, static_cast<uint16_t>(upper));
    lower += 2;
    const uint64_t head = children.empty() ? data | (elsewhere ? uint64_t{1} << 32 : 0) : children[count];
    put(f, at + upper, head & 0xffffffffffff);
    put(f, at + upper + 6, static_cast<uint16_t>(key));
    for (size_t i = 0; i < key; ++i) f[at + upper + 8 + i] = any_byte(rng);
    if (elsewhere) put<uint64_t>(f, at + upper + 8 + key, rng.below(20));
  }
  put(f, at + 12, static_cast<uint16_t>(lower));
  put(f, at + 14, static_cast<uint16_t>(upper));
  return count;
}

// Gives entries of a page the place of another, or makes the value of one a page of values.
void overlap(File& f, Rng& rng) {
  const size_t at = (2 + rng.below(static_cast<uint32_t>(f.size() / kPage - 2))) * kPage;
  const auto word = [&](size_t place) { return static_cast<size_t>(f[at + place] | f[at + place + 1] << 8); };
  const size_t lower = std::min(word(12), kPage);
  for (size_t i = kHead; i + 2 <= lower; i += 2) {
    if (one_in(rng, 2)) put(f, at + i, static_cast<uint16_t>(word(kHead)));
  }
  const size_t entry = word(kHead);
  if (lower > kHead && entry + 40 < kPage && one_in(rng, 2)) {
    const size_t data = entry + 8 + word(entry + 6);
    put<uint16_t>(f, at + entry + 4, one_in(rng, 2) ? 4 : 6);
    if (data + 32 >= kPage) return;
    put<uint16_t>(f, at + data + 8, 1 + rng.below(3));
    put<uint16_t>(f, at + data + 10, one_in(rng, 2) ? 0x62 : 0x42);
    put<uint16_t>(f, at + data + 12, static_cast<uint16_t>(kHead + 2 * rng.below(4)));
  }
}

File make(Rng& rng) {
  File f(2 * kPage);
  const uint32_t leaves = 1 + rng.below(6);
  std::vector<uint64_t> children;
  uint64_t entries = 0;
  for (uint32_t i = 0; i < leaves; ++i) {
    children.push_back(f.size() / kPage);
    entries += put_page(f, rng, 2, {}, 1 + rng.below(8));
  }
  if (leaves > 1) put_page(f, rng, 1, children, leaves);
  for (size_t page = 0; page < 2; ++page) {
    const size_t at = page * kPage, meta = at + kHead, main = meta + 24 + kTree;
    put(f, at, static_cast<uint64_t>(page));
    put<uint16_t>(f, at + 10, 8);
    put<uint32_t>(f, meta, 0xbeefc0de);
    put<uint32_t>(f, meta + 4, 1);
    put(f, meta + 24, static_cast<uint32_t>(kPage));
    put<uint16_t>(f, main + 6, leaves > 1 ? 2 : 1);
    put(f, main + 32, entries);
    put<uint64_t>(f, main + 40, f.size() / kPage - 1);
    put<uint64_t>(f, main + 48, f.size() / kPage - 1);
    put<uint64_t>(f, main + 56, page);
  }
  if (one_in(rng, 3)) overlap(f, rng);
  return f;
}

const Target target(
    "lmdb",
    [](Input in, Rng&) {
      const MemoryFile file(in);
      const std::string_view path = file.path();
      ops::ReadersLmdbArgs args;
      args.path = {&path, 1, nullptr};
      list_input(in, ops::ReadersLmdbArgs::op_name, &args);
      const RecordBytes bytes(in);
      try {
        Lmdb lmdb(bytes);
        // Keys of single values and those of several are bytes of the file, of which no two entries share some.
        size_t keys = 0, entries = 0;
        const auto visit = [&](std::string_view key, int64_t offset, int64_t size) {
          keys += key.size();
          if (++entries > in.size || keys > 512 * in.size)
            found("amount", "%zu entries, %zu bytes of keys", entries, keys);
          const auto pages = static_cast<int64_t>(in.size) / lmdb.page_size();
          if (offset < 0 || size < 0 || offset >= pages * lmdb.page_size() + 16) {
            found("range", "%lld bytes at %lld", static_cast<long long>(size), static_cast<long long>(offset));
          }
          // Each byte of the key is read, so that the sanitizer sees a wrong one.
          unsigned sum = 0;
          for (const char c : key) sum += static_cast<unsigned char>(c);
          if (sum > 255 * key.size()) found("key", "%u", sum);
        };
        lmdb.each("", visit);
        const std::vector<std::string> names = lmdb.names();
        for (const std::string& name : names) {
          keys = entries = 0;
          if (!name.empty() && !lmdb.each(name, visit)) found("name", "a database that was met is not there");
        }
      } catch (const RecordFault& fault) {
        if (fault.offset < 0 || fault.offset > bytes.size()) found("range", "a fault outside of the file");
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
