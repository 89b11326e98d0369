// See page_head.h.
#include "parquet/page_head.h"

#include <algorithm>
#include <vector>

namespace penstock::parquet {
namespace {

// Fields of a head: each kind of page has one of its own.
constexpr int16_t kData = 5, kIndex = 6, kDictionary = 7, kDataV2 = 8;

int16_t field_of(PageKind kind) {
  switch (kind) {
    case PageKind::data: return kData;
    case PageKind::dictionary: return kDictionary;
    case PageKind::data_v2: return kDataV2;
    default: return kIndex;
  }
}

bool parse_kind_field(ThriftReader& in, int16_t kind, int16_t field, PageHead& page) {
  const auto encoding = [&] { return static_cast<Encoding>(in.integer32()); };
  if (field == 1) return page.values = in.integer32(), true;
  if (kind == kDataV2) {
    switch (field) {
      case 3: page.rows = in.integer32(); return true;
      case 4: page.encoding = encoding(); return true;
      case 5: page.definition_bytes = in.integer32(); return true;
      case 6: page.repetition_bytes = in.integer32(); return true;
      case 7: page.compressed = in.flag(); return true;
      default: return false;
    }
  }
  if (field == 2) return page.encoding = encoding(), true;
  if (kind != kData) return false;
  if (field == 3) return page.definition_encoding = encoding(), true;
  if (field == 4) return page.repetition_encoding = encoding(), true;
  return false;
}

}  // namespace

PageHead parse_page_head(const uint8_t* bytes, int64_t size) {
  PageHead page;
  ThriftReader in(bytes, size);
  int16_t kind = 0;
  in.each_field([&](int16_t id) {
    switch (id) {
      case 1: page.kind = static_cast<PageKind>(in.integer32()); return true;
      case 2: page.unpacked = in.integer32(); return true;
      case 3: page.stored = in.integer32(); return true;
      case kData:
      case kDictionary:
      case kDataV2: break;
      default: return false;
    }
    if (kind) throw ParquetFault("a page has two heads");
    kind = id;
    in.each_field([&](int16_t field) { return parse_kind_field(in, id, field, page); });
    return true;
  });
  if (page.kind < PageKind::data || page.kind > PageKind::data_v2) throw ParquetFault("a page is of an unknown kind");
  if (page.kind != PageKind::index && kind != field_of(page.kind)) {
    throw ParquetFault("a page has no head, or one of another kind");
  }
  if (page.stored < 0 || page.unpacked < 0 || page.values < 0 || page.rows < 0 || page.definition_bytes < 0 ||
      page.repetition_bytes < 0) {
    throw ParquetFault("the head of a page has a negative size");
  }
  page.head = in.consumed();
  return page;
}

PageHead read_page_head(const RecordSource& file, int64_t at, int64_t end) {
  if (at >= end) throw ParquetFault("the pages of a column end before its rows");
  std::vector<uint8_t> head;
  // Statistics may make a head long.
  for (int64_t size = 256;; size *= 16) {
    const int64_t there = std::min(size, end - at);
    head.resize(static_cast<size_t>(there));
    file.copy(at, head.data(), there);
    try {
      return parse_page_head(head.data(), there);
    } catch (const CutOff&) {
      if (there < size || size > (1 << 24)) throw;
    }
  }
}

}  // namespace penstock::parquet
