// See metadata.h. Fields may come in any order, so what must fit together is checked when all of them are read.
#include "parquet/metadata.h"

#include <cstring>

#include "parquet/word.h"

namespace penstock::parquet {
namespace {

void parse_facts(ThriftReader& in, ColumnChunk& chunk, int64_t& data) {
  in.each_field([&](int16_t field) {
    switch (field) {
      case 1: chunk.type = static_cast<PhysicalType>(in.integer32()); return true;
      case 2:
        in.each_element([&] {
          const int32_t encoding = in.integer32();
          chunk.encodings |= uint32_t{1} << (encoding < 0 || encoding > 31 ? 31 : encoding);
        });
        return true;
      case 4: chunk.codec = static_cast<Codec>(in.integer32()); return true;
      case 5: chunk.values = in.integer(); return true;
      case 6: chunk.unpacked = in.integer(); return true;
      case 7: chunk.size = in.integer(); return true;
      case 9: data = in.integer(); return true;
      case 11: chunk.dictionary = in.integer(); return true;
      default: return false;
    }
  });
}

ColumnChunk parse_chunk(ThriftReader& in) {
  ColumnChunk chunk;
  int facts = 0;
  bool elsewhere = false, encrypted = false;
  int64_t data = -1;
  in.each_field([&](int16_t id) {
    if (id == 1) return elsewhere |= !in.bytes().empty(), true;
    if (id == 3) return ++facts, parse_facts(in, chunk, data), true;
    encrypted |= id == 8;
    return false;
  });
  if (encrypted) throw ParquetFault("it is encrypted");
  if (elsewhere) throw ParquetFault("a column lies in another file");
  if (facts == 0) throw ParquetFault("the metadata of a column is missing or encrypted");
  if (facts > 1) throw ParquetFault("a column has its metadata twice");
  // Some writers give 0 where there is no dictionary.
  if (chunk.dictionary <= 0 || chunk.dictionary >= data) chunk.dictionary = -1;
  chunk.begin = chunk.dictionary >= 0 ? chunk.dictionary : data;
  return chunk;
}

RowGroup parse_group(ThriftReader& in) {
  RowGroup group;
  int lists = 0;
  in.each_field([&](int16_t id) {
    if (id == 3) return group.rows = in.integer(), true;
    if (id != 1) return false;
    ++lists;
    in.each_element([&] { group.columns.push_back(parse_chunk(in)); });
    return true;
  });
  if (lists != 1 || group.columns.empty()) throw ParquetFault("a row group is without one list of columns");
  return group;
}

void check_chunk(const ColumnChunk& chunk, const LeafColumn& leaf, int64_t rows) {
  if (chunk.type != leaf.type) throw ParquetFault("a column has another type than in the schema");
  const bool list = leaf.repetitions > 0;
  if (chunk.values < 0 || (list ? chunk.values < rows : chunk.values != rows)) {
    throw ParquetFault("a column has " + std::to_string(chunk.values) + " values for " + std::to_string(rows) +
                       " rows");
  }
}

void check_groups(const ParquetMetadata& data, int64_t file_size) {
  int64_t left = file_size;
  for (const RowGroup& group : data.groups) {
    if (group.rows < 0) throw ParquetFault("a row group has a negative number of rows");
    if (group.columns.size() != data.columns.size()) {
      throw ParquetFault("a row group has " + std::to_string(group.columns.size()) + " columns and the schema " +
                         std::to_string(data.columns.size()));
    }
    for (size_t i = 0; i < data.columns.size(); ++i) {
      const ColumnChunk& chunk = group.columns[i];
      check_chunk(chunk, data.columns[i], group.rows);
      if (chunk.begin < 0 || chunk.size < 0 || chunk.begin > file_size || chunk.size > file_size - chunk.begin) {
        throw ParquetFault("a column lies beyond its end");
      }
      if (chunk.size > left) throw ParquetFault("its columns overlap: they take more bytes than it has");
      left -= chunk.size;
    }
  }
}

}  // namespace

std::string name_of(Codec codec) {
  return word(codec, {"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"});
}

std::string name_of(Encoding encoding) {
  return word(encoding, {"PLAIN", "GROUP_VAR_INT", "PLAIN_DICTIONARY", "RLE", "BIT_PACKED", "DELTA_BINARY_PACKED",
                         "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"});
}

ParquetMetadata parse_metadata(const uint8_t* bytes, int64_t size, int64_t file_size) {
  ParquetMetadata data;
  int schemas = 0, lists = 0;
  ThriftReader in(bytes, size);
  in.each_field([&](int16_t id) {
    if (id == 2) {
      if (++schemas > 1) throw ParquetFault("it has two schemas");
      parse_schema(in, data.names, data.columns);
    } else if (id == 4) {
      if (++lists > 1) throw ParquetFault("it has two lists of row groups");
      in.each_element([&] { data.groups.push_back(parse_group(in)); });
    } else {
      return false;
    }
    return true;
  });
  if (schemas == 0) throw ParquetFault("it has no schema");
  check_groups(data, file_size);
  return data;
}

ParquetMetadata read_metadata(const RecordSource& file, int64_t max_bytes) {
  constexpr int64_t kTail = 8;  // the length of the metadata and "PAR1"
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
  if (length > file.size() - kTail - 4) throw ParquetFault("its metadata is cut off");
  if (length > max_bytes) {
    throw ParquetFault("its metadata has " + std::to_string(length) + " bytes, which is more than maxMetadataBytes",
                       "maxMetadataBytes");
  }
  std::vector<uint8_t> bytes(length);
  file.copy(file.size() - kTail - length, bytes.data(), length);
  return parse_metadata(bytes.data(), length, file.size());
}

}  // namespace penstock::parquet
