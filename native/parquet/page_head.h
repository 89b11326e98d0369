// The head of a page, which lies in front of its bytes.
#pragma once
#include <cstdint>

#include "parquet/metadata.h"

namespace penstock::parquet {

enum class PageKind : int32_t { data, index, dictionary, data_v2 };

struct PageHead {
  PageKind kind = PageKind::data;
  int64_t head = 0;  // bytes of the head itself
  int32_t stored = 0, unpacked = 0;
  int32_t values = 0;
  Encoding encoding = Encoding::plain, definition_encoding = Encoding::rle, repetition_encoding = Encoding::rle;
  // Pages of version 2 have these; their levels are not compressed.
  int32_t rows = 0, definition_bytes = 0, repetition_bytes = 0;
  bool compressed = true;

  bool has_rows() const { return kind == PageKind::data || kind == PageKind::data_v2; }
};

// Parses the head of a page. Throws CutOff where `size` bytes do not have all of it, and ParquetFault.
PageHead parse_page_head(const uint8_t* bytes, int64_t size);
// Reads the head of the page at an offset, which ends before `end`. Throws ParquetFault.
PageHead read_page_head(const RecordSource& file, int64_t at, int64_t end);

}  // namespace penstock::parquet
