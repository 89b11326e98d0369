// Parquet files: for any bytes the metadata is refused, or names columns that lie in the file; pages of any bytes are
// refused, or have as many values as their rows say.
#include <cstring>

#include "fuzz/engine/fuzz.h"
#include "ops/readers_parquet/metadata.h"
#include "ops/readers_parquet/page.h"
#include "ops/readers_parquet/unpack.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

void put_varint(File& f, uint64_t value) {
  for (; value > 127; value >>= 7) f.push_back(static_cast<uint8_t>(value | 128));
  f.push_back(static_cast<uint8_t>(value));
}

// A field of a struct: its type and how far its id is from the last one's.
void put_field(File& f, int delta, int type) { f.push_back(static_cast<uint8_t>(delta << 4 | type)); }

void put_number(File& f, int delta, int64_t value) {
  put_field(f, delta, 5);
  put_varint(f, static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

void put_element(File& f, const char* name, int type, int repetition, int children) {
  int last = 0;
  const auto number = [&](int id, int value) { put_number(f, id - last, value), last = id; };
  if (type >= 0) number(1, type);
  number(3, repetition);
  put_field(f, 4 - last, 8);
  put_varint(f, std::strlen(name));
  f.insert(f.end(), name, name + std::strlen(name));
  last = 4;
  if (children) number(5, children);
  f.push_back(0);
}

// Metadata of a file of 1,000 bytes with a column of texts and one of lists.
File make_metadata(Rng& rng) {
  File f;
  put_number(f, 1, 2);
  put_field(f, 1, 9);
  f.push_back(5 << 4 | 12);
  put_element(f, "schema", -1, 0, 2);
  put_element(f, "text", 6, static_cast<int>(rng.below(2)), 0);
  put_element(f, "list", -1, 1, 1);
  put_element(f, "list", -1, 2, 1);
  put_element(f, "element", 1, 1, 0);
  const auto rows = static_cast<int64_t>(rng.below(50));
  put_number(f, 1, rows);
  put_field(f, 1, 9);
  f.push_back(1 << 4 | 12);
  put_field(f, 1, 9);
  f.push_back(2 << 4 | 12);
  for (int column = 0; column < 2; ++column) {
    put_field(f, 3, 12);
    put_number(f, 1, column == 0 ? 6 : 1);
    put_number(f, 3, rng.below(3));
    put_number(f, 1, rows);
    put_number(f, 2, rng.below(900));
    put_number(f, 2, 4 + rng.below(90));
    f.push_back(0);
    f.push_back(0);
  }
  put_number(f, 2, rows);
  f.push_back(0);
  f.push_back(0);
  return f;
}

// A page: the first byte chooses column and codec, then the head and the data.
File make_page(Rng& rng) {
  File data, f;
  const bool v2 = one_in(rng, 2);
  for (uint32_t n = rng.below(60); n--;)
    data.push_back(one_in(rng, 2) ? static_cast<uint8_t>(rng.below(8)) : any_byte(rng));
  f.push_back(any_byte(rng));
  put_number(f, 1, v2 ? 3 : 2 * static_cast<int64_t>(rng.below(2)));
  put_number(f, 1, static_cast<int64_t>(data.size() + rng.below(3)));
  put_number(f, 1, static_cast<int64_t>(data.size()));
  put_field(f, v2 ? 5 : one_in(rng, 4) ? 4 : 2, 12);
  put_number(f, 1, rng.below(40));
  if (v2) {
    put_number(f, 2, rng.below(40));
    put_number(f, 1, one_in(rng, 2) ? 0 : 8);
    put_number(f, 1, rng.below(8));
    put_number(f, 1, rng.below(8));
  } else {
    put_number(f, 1, one_in(rng, 2) ? 0 : 8);
    put_number(f, 1, 3);
    put_number(f, 1, 3);
  }
  f.push_back(0);
  f.push_back(0);
  f.insert(f.end(), data.begin(), data.end());
  return f;
}

void run_metadata(Input in) {
  constexpr int64_t kFile = 1000;
  const ParquetMetadata data = parse_metadata(in.data, static_cast<int64_t>(in.size), kFile);
  for (const LeafColumn& leaf : data.columns) {
    if (leaf.definitions < leaf.repetitions || leaf.repetitions < 0) found("levels", "%s", leaf.name.c_str());
  }
  for (const RowGroup& group : data.groups) {
    if (group.rows < 0 || group.columns.size() != data.columns.size()) found("count", "%zu", group.columns.size());
    for (const ColumnChunk& chunk : group.columns) {
      if (chunk.begin < 0 || chunk.size < 0 || chunk.begin + chunk.size > kFile) found("range", "a chunk");
    }
  }
}

void run_page(Input in) {
  if (in.size == 0) return;
  const uint8_t kind = in.data[0];
  LeafColumn column;
  constexpr PhysicalType kTypes[] = {PhysicalType::boolean, PhysicalType::int32, PhysicalType::float64,
                                     PhysicalType::bytes, PhysicalType::fixed_bytes};
  column.type = kTypes[kind % 5];
  column.type_length = 3;
  column.repetitions = kind >> 3 & 1;
  column.definitions = column.repetitions * 2 + (kind >> 4 & 1);
  column.optional = kind >> 4 & 1;
  constexpr Codec kCodecs[] = {Codec::none, Codec::snappy, Codec::lz4_raw, Codec::none};
  const Codec codec = kCodecs[kind >> 5 & 3];
  const auto size = static_cast<int64_t>(in.size) - 1;
  const PageHead page = parse_page_head(in.data + 1, size);
  if (page.head > size) found("range", "a head beyond its bytes");
  if (page.stored > size - page.head) return;
  // Pages of many equal values are sound, and take long.
  if (page.values > 100000 || page.unpacked > 1 << 20) return;
  // Memory of exactly this size, so that AddressSanitizer sees every read beyond it.
  const std::vector<uint8_t> stored(in.data + 1 + page.head, in.data + 1 + page.head + page.stored);
  auto dictionary = std::make_shared<ColumnValues>();
  if (page.kind == PageKind::dictionary) {
    dictionary = read_dictionary(page, stored.data(), column, codec);
    if (dictionary->count() != page.values) found("count", "a dictionary of %d", page.values);
    return;
  }
  dictionary->type = column.type;
  dictionary->bytes.resize(static_cast<size_t>(5 * width_of(column.type)));
  if (width_of(column.type) == 0) dictionary->texts.resize(5);
  ColumnValues values;
  values.type = column.type;
  values.dictionary = dictionary;
  values.begins.push_back(0);
  read_page(page, stored.data(), column, codec, values);
  if (values.begins.back() != values.count()) found("count", "%lld", static_cast<long long>(values.count()));
  if (values.nulls.size() + 1 != values.begins.size()) found("count", "rows");
  uint64_t sum = 0;
  for (const std::string_view text : values.texts) {
    for (const char c : text) sum += static_cast<uint8_t>(c);
  }
  if (sum == UINT64_MAX) found("sum", "unreachable");
}

const Target target(
    "parquet",
    [](Input in, Rng& draw) {
      try {
        if (one_in(draw, 2)) {
          run_metadata(in);
        } else {
          run_page(in);
        }
      } catch (const ParquetFault&) {
      }
    },
    [](Rng& rng) { return one_in(rng, 2) ? make_metadata(rng) : make_page(rng); });

}  // namespace
}  // namespace penstock::fuzz
