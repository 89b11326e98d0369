// See metadata.h.
#include "ops/readers_parquet/metadata.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace penstock::ops {
namespace {

template <class Enum, size_t N>
std::string word(Enum value, const char* const (&words)[N]) {
  const auto i = static_cast<size_t>(value);
  return i < N ? words[i] : "number " + std::to_string(static_cast<int32_t>(value));
}

// Converted types, which say what values mean.
constexpr int32_t kDecimal = 5, kUnsigned32 = 13, kUnsigned64 = 14;

struct SchemaElement {
  int32_t type = -1, type_length = 0, repetition = 0, children = 0, converted = -1;
  std::string_view name;
};

SchemaElement parse_element(ThriftReader& in) {
  SchemaElement e;
  in.each_field([&](int16_t id) {
    switch (id) {
      case 1: e.type = in.integer32(); return true;
      case 2: e.type_length = in.integer32(); return true;
      case 3: e.repetition = in.integer32(); return true;
      case 4: e.name = in.bytes(); return true;
      case 5: e.children = in.integer32(); return true;
      case 6: e.converted = in.integer32(); return true;
      default: return false;
    }
  });
  return e;
}

// Walks the schema, which lists a tree depth first, and collects its leaves.
class SchemaWalk {
 public:
  SchemaWalk(const std::vector<SchemaElement>& elements, std::vector<LeafColumn>& to) : elements_(elements), to_(to) {}

  void all() {
    if (elements_.empty()) throw ParquetFault("it has no schema");
    const int32_t children = elements_[next_++].children;
    for (int32_t i = 0; i < children; ++i) walk("", 0, 0, children == 1, false);
    if (next_ != elements_.size()) throw ParquetFault("its schema has elements that belong to nothing");
  }

 private:
  // `alone`: the element is its parent's only child; `in_list`: its parent only makes a list.
  void walk(const std::string& path, int32_t definitions, int32_t repetitions, bool alone, bool in_list) {
    if (next_ == elements_.size()) throw ParquetFault("its schema is cut off");
    if (++depth_ > 64) throw ParquetFault("its schema is nested more than 64 deep");
    const SchemaElement& e = elements_[next_++];
    if (e.repetition < 0 || e.repetition > 2) throw ParquetFault("its schema has an unknown repetition");
    const bool repeated = e.repetition == 2;
    const bool list = repeated && alone && !path.empty();
    std::string name = path;
    if (!list && !(in_list && alone)) name += (path.empty() ? "" : ".") + std::string(e.name);
    definitions += e.repetition != 0;
    repetitions += repeated;
    if (e.children > 0) {
      for (int32_t i = 0; i < e.children; ++i) walk(name, definitions, repetitions, e.children == 1, list);
    } else {
      if (e.type < 0 || e.type > 7) throw ParquetFault("its schema has a column of an unknown type");
      LeafColumn leaf{name, static_cast<PhysicalType>(e.type), e.type_length, definitions, repetitions};
      leaf.optional = e.repetition == 1;
      leaf.unsigned32 = e.converted == kUnsigned32;
      leaf.refused = e.converted == kDecimal      ? "the type DECIMAL"
                     : e.converted == kUnsigned64 ? "the type UINT_64"
                                                  : nullptr;
      to_.push_back(std::move(leaf));
    }
    --depth_;
  }

  const std::vector<SchemaElement>& elements_;
  std::vector<LeafColumn>& to_;
  size_t next_ = 0;
  int depth_ = 0;
};

ColumnChunk parse_chunk(ThriftReader& in, int64_t file_size) {
  ColumnChunk chunk;
  bool has_metadata = false;
  int64_t data = -1;
  in.each_field([&](int16_t id) {
    if (id == 1 && !in.bytes().empty()) throw ParquetFault("a column lies in another file");
    if (id == 8) throw ParquetFault("it is encrypted");
    if (id == 1) return true;
    if (id != 3) return false;
    has_metadata = true;
    in.each_field([&](int16_t field) {
      switch (field) {
        case 1: chunk.type = static_cast<PhysicalType>(in.integer32()); return true;
        case 4: chunk.codec = static_cast<Codec>(in.integer32()); return true;
        case 5: chunk.values = in.integer(); return true;
        case 7: chunk.size = in.integer(); return true;
        case 9: data = in.integer(); return true;
        case 11: chunk.dictionary = in.integer(); return true;
        default: return false;
      }
    });
    return true;
  });
  if (!has_metadata) throw ParquetFault("the metadata of a column is missing or encrypted");
  // Some writers give 0 where there is no dictionary.
  if (chunk.dictionary <= 0 || chunk.dictionary >= data) chunk.dictionary = -1;
  chunk.begin = chunk.dictionary >= 0 ? chunk.dictionary : data;
  if (chunk.begin < 0 || chunk.size < 0 || chunk.begin > file_size || chunk.size > file_size - chunk.begin) {
    throw ParquetFault("a column lies beyond its end");
  }
  if (chunk.values < 0) throw ParquetFault("a column has a negative number of values");
  return chunk;
}

RowGroup parse_group(ThriftReader& in, const std::vector<LeafColumn>& columns, int64_t file_size) {
  RowGroup group;
  in.each_field([&](int16_t id) {
    if (id == 3) {
      group.rows = in.integer();
      return true;
    }
    if (id != 1) return false;
    in.each_element([&] { group.columns.push_back(parse_chunk(in, file_size)); });
    return true;
  });
  if (group.rows < 0) throw ParquetFault("a row group has a negative number of rows");
  if (group.columns.size() != columns.size()) {
    throw ParquetFault("a row group has " + std::to_string(group.columns.size()) + " columns and the schema " +
                       std::to_string(columns.size()));
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (group.columns[i].type != columns[i].type) throw ParquetFault("a column has another type than in the schema");
    if (columns[i].repetitions == 0 && group.columns[i].values != group.rows) {
      throw ParquetFault("a column has " + std::to_string(group.columns[i].values) + " values for " +
                         std::to_string(group.rows) + " rows");
    }
  }
  return group;
}

}  // namespace

std::string name_of(PhysicalType type) {
  return word(type, {"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"});
}

std::string name_of(Codec codec) {
  return word(codec, {"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"});
}

std::string name_of(Encoding encoding) {
  return word(encoding, {"PLAIN", "GROUP_VAR_INT", "PLAIN_DICTIONARY", "RLE", "BIT_PACKED", "DELTA_BINARY_PACKED",
                         "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"});
}

ParquetMetadata parse_metadata(const uint8_t* bytes, int64_t size, int64_t file_size) {
  ParquetMetadata data;
  ThriftReader in(bytes, size);
  in.each_field([&](int16_t id) {
    if (id == 2) {
      std::vector<SchemaElement> elements;
      in.each_element([&] { elements.push_back(parse_element(in)); });
      data.columns.clear();
      SchemaWalk(elements, data.columns).all();
    } else if (id == 4) {
      in.each_element([&] { data.groups.push_back(parse_group(in, data.columns, file_size)); });
    } else {
      return false;
    }
    return true;
  });
  if (data.columns.empty()) throw ParquetFault("it has no columns");
  return data;
}

PageHead parse_page_head(const uint8_t* bytes, int64_t size) {
  PageHead page;
  ThriftReader in(bytes, size);
  const auto encoding = [&] { return static_cast<Encoding>(in.integer32()); };
  bool known = false;
  in.each_field([&](int16_t id) {
    switch (id) {
      case 1: page.kind = static_cast<PageKind>(in.integer32()); return true;
      case 2: page.unpacked = in.integer32(); return true;
      case 3: page.stored = in.integer32(); return true;
      case 5:
      case 7:
      case 8: break;
      default: return false;
    }
    known = true;
    in.each_field([&](int16_t field) {
      if (field == 1) {
        page.values = in.integer32();
      } else if (id == 8) {
        switch (field) {
          case 3: page.rows = in.integer32(); break;
          case 4: page.encoding = encoding(); break;
          case 5: page.definition_bytes = in.integer32(); break;
          case 6: page.repetition_bytes = in.integer32(); break;
          case 7: page.compressed = in.flag(); break;
          default: return false;
        }
      } else if (field == 2) {
        page.encoding = encoding();
      } else if (id == 5 && field == 3) {
        page.definition_encoding = encoding();
      } else if (id == 5 && field == 4) {
        page.repetition_encoding = encoding();
      } else {
        return false;
      }
      return true;
    });
    return true;
  });
  if (page.kind != PageKind::index && !known) throw ParquetFault("a page has no head");
  if (page.stored < 0 || page.unpacked < 0 || page.values < 0 || page.rows < 0 || page.definition_bytes < 0 ||
      page.repetition_bytes < 0) {
    throw ParquetFault("the head of a page has a negative size");
  }
  page.head = in.consumed();
  return page;
}

ParquetMetadata read_metadata(const RecordSource& file) {
  constexpr int64_t kTail = 8;  // the length of the metadata and "PAR1"
  constexpr int64_t kMostMetadata = int64_t{1} << 30;
  uint8_t tail[kTail], head[4];
  if (file.size() < kTail + 4) throw ParquetFault("it has only " + std::to_string(file.size()) + " bytes");
  file.copy(file.size() - kTail, tail, kTail);
  file.copy(0, head, sizeof head);
  if (std::memcmp(tail + 4, "PARE", 4) == 0) throw ParquetFault("it is encrypted");
  if (std::memcmp(tail + 4, "PAR1", 4) != 0 || std::memcmp(head, "PAR1", 4) != 0) {
    throw ParquetFault("it does not begin and end with PAR1");
  }
  uint32_t length;
  std::memcpy(&length, tail, sizeof length);
  if (length > kMostMetadata || length > file.size() - kTail - 4) throw ParquetFault("its metadata is cut off");
  std::vector<uint8_t> bytes(length);
  file.copy(file.size() - kTail - length, bytes.data(), length);
  return parse_metadata(bytes.data(), length, file.size());
}

PageHead read_page_head(const RecordSource& file, int64_t at, int64_t end) {
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

}  // namespace penstock::ops
