// Parquet files: for any bytes metadata is refused, or names columns that lie in the file; a page is refused, or has as
// many values as its rows say; a whole file is refused when it is opened, or each of its rows is a bad sample or has
// the same values whichever way it is read.

#include "core/error.h"
#include "core/json.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/parquet_maker.h"
#include "fuzz/util/parquet_reading.h"
#include "parquet/encodings.h"
#include "parquet/page.h"
#include "parquet/unpack.h"

namespace penstock::fuzz {
namespace {

using namespace parquet;

// Pages of many equal values are sound, and take long.
constexpr int32_t kMaxUnpacked = ParquetReading::kMaxUnpacked;
constexpr PhysicalType kTypes[] = {PhysicalType::boolean,    PhysicalType::int32,   PhysicalType::int64,
                                   PhysicalType::float32,    PhysicalType::float64, PhysicalType::bytes,
                                   PhysicalType::fixed_bytes};
constexpr Encoding kEncodings[] = {Encoding::plain,
                                   Encoding::rle,
                                   Encoding::delta_binary,
                                   Encoding::delta_length,
                                   Encoding::delta_bytes,
                                   Encoding::rle_dictionary,
                                   Encoding::byte_stream_split};
constexpr Codec kCodecs[] = {Codec::none, Codec::snappy, Codec::lz4_raw, Codec::gzip, Codec::zstd};

// An input is a whole file, which begins with PAR1; metadata, after a 0; or a page after two bytes that say what its
// column is like.
struct PageInput {
  LeafColumn column;
  Codec codec;

  PageInput(uint8_t type, uint8_t rest) : codec(kCodecs[(rest >> 2) % std::size(kCodecs)]) {
    column.type = kTypes[(type - 1) % std::size(kTypes)];
    column.type_length = 3;
    column.repetitions = rest & 1;
    column.optional = rest >> 1 & 1;
    column.definitions = column.repetitions * 2 + column.optional;
  }
};

Encoding draw_encoding(PhysicalType type, Rng& rng) {
  for (;;) {
    const Encoding encoding = kEncodings[rng.below(std::size(kEncodings))];
    if (can_read(encoding, type)) return encoding;
  }
}

File make_page(Rng& rng) {
  const auto type = static_cast<uint8_t>(1 + rng.below(std::size(kTypes))), rest = static_cast<uint8_t>(rng.below(4));
  const PageInput page(type, rest);
  ParquetMaker maker{rng, {type, rest}};
  maker.page(page.column.type, draw_encoding(page.column.type, rng), one_in(rng, 2), rng.below(300),
             static_cast<uint8_t>(page.column.repetitions), static_cast<uint8_t>(page.column.definitions));
  return maker.f;
}

void put_chunk(ParquetMaker& maker, PhysicalType type, int64_t rows, int64_t size, int64_t data, int64_t dictionary) {
  maker.field(3, 12);
  maker.number(1, static_cast<int>(type));
  maker.number(3, 0);  // without compression
  maker.number(1, rows);
  maker.number(2, size);
  maker.number(2, data);
  if (dictionary >= 0) maker.number(2, dictionary);
  maker.stop(), maker.stop();
}

// A file of one column, in up to two row groups of up to two pages.
File make_file(Rng& rng) {
  ParquetMaker maker{rng, {'P', 'A', 'R', '1'}};
  const PageInput page(static_cast<uint8_t>(1 + rng.below(std::size(kTypes))), static_cast<uint8_t>(rng.below(2)));
  const LeafColumn& column = page.column;
  const bool list = column.repetitions && width_of(column.type);
  ParquetMaker groups{rng, {}};
  const uint32_t count = 1 + rng.below(2);
  for (uint32_t group = 0; group < count; ++group) {
    const Encoding encoding = draw_encoding(column.type, rng);
    const auto begin = static_cast<int64_t>(maker.f.size());
    int64_t rows = 0;
    if (encoding == Encoding::rle_dictionary) maker.dictionary(column.type);
    const auto data = static_cast<int64_t>(maker.f.size());
    for (uint32_t pages = 1 + rng.below(2); pages > 0; --pages) {
      const uint32_t values = 1 + rng.below(40);
      maker.page(column.type, encoding, one_in(rng, 2), values, list, list ? 2 : 0);
      rows += values;
    }
    groups.structs(1, 1);
    put_chunk(groups, column.type, rows, static_cast<int64_t>(maker.f.size()) - begin, data, data > begin ? begin : -1);
    groups.number(1, 100), groups.number(1, rows), groups.stop();
  }
  const size_t metadata = maker.f.size();
  maker.number(1, 2);
  maker.structs(1, list ? 4 : 2);
  maker.element("schema", -1, 0, 1);
  if (list) maker.element("n", -1, 1, 1), maker.element("list", -1, 2, 1);
  maker.element("n", static_cast<int>(column.type), 0, 0, column.type == PhysicalType::fixed_bytes ? 3 : 0);
  maker.number(1, 1), maker.structs(1, count), maker.add(groups.f), maker.stop();
  maker.word(static_cast<uint32_t>(maker.f.size() - metadata));
  maker.add({'P', 'A', 'R', '1'});
  return maker.f;
}

// Metadata of a file of 1,000 bytes with a column of texts and one of lists.
File make_metadata(Rng& rng) {
  ParquetMaker maker{rng, {0}};
  ParquetMaker schema{rng, {}}, groups{rng, {}};
  schema.structs(one_in(rng, 2) ? 1 : 2, 5);
  schema.element("schema", -1, 0, 2);
  schema.element("text", 6, static_cast<int>(rng.below(2)), 0);
  schema.element("list", -1, 1, 1), schema.element("list", -1, 2, 1), schema.element("element", 1, 1, 0);
  const auto rows = static_cast<int64_t>(rng.below(50));
  groups.structs(1, 2);
  for (const PhysicalType type : {PhysicalType::bytes, PhysicalType::int32}) {
    put_chunk(groups, type, rows, rng.below(500), rng.below(500), one_in(rng, 2) ? rng.below(300) : -1);
  }
  groups.number(1, 100), groups.number(1, rows), groups.stop();
  // Fields may come in any order.
  const bool before = one_in(rng, 4);
  if (before) maker.structs(4, 1), maker.add(groups.f), maker.field(0, 9), maker.zigzag(2);
  if (before) maker.f.insert(maker.f.end(), schema.f.begin() + 1, schema.f.end());
  if (!before)
    maker.number(1, 2), schema.f[0] = 1 << 4 | 9, maker.add(schema.f), maker.structs(2, 1), maker.add(groups.f);
  maker.stop();
  return maker.f;
}

void run_metadata(const uint8_t* bytes, size_t size) {
  constexpr int64_t kFile = 1000;
  const ParquetMetadata data = parse_metadata(bytes, static_cast<int64_t>(size), kFile);
  int64_t taken = 0;
  for (const LeafColumn& leaf : data.columns) {
    if (leaf.definitions < leaf.repetitions || leaf.repetitions < 0) found("levels", "%d", leaf.definitions);
    const std::string name = data.names.text(leaf.name);
    if (static_cast<int64_t>(name.size()) != data.names.size(leaf.name) || !data.names.equals(leaf.name, name)) {
      found("name", "of %zu bytes", name.size());
    }
  }
  for (const RowGroup& group : data.groups) {
    if (group.rows < 0 || group.columns.size() != data.columns.size()) found("count", "%zu", group.columns.size());
    for (const ColumnChunk& chunk : group.columns) {
      if (chunk.begin < 0 || chunk.size < 0 || chunk.begin + chunk.size > kFile) found("range", "a chunk");
      taken += chunk.size;
    }
  }
  if (taken > kFile) found("range", "chunks of %lld bytes", static_cast<long long>(taken));
}

// Reads every byte of texts, so that the sanitizer sees a wrong one.
void read_texts(const ColumnValues& values) {
  uint64_t sum = 0;
  for (const std::string_view text : values.texts) {
    for (const char c : text) sum += static_cast<uint8_t>(c);
  }
  if (sum == UINT64_MAX) found("sum", "unreachable");
}

void run_page(Input in) {
  const PageInput input(in.data[0], in.data[1]);
  const LeafColumn& column = input.column;
  const auto size = static_cast<int64_t>(in.size) - 2;
  const PageHead page = parse_page_head(in.data + 2, size);
  if (page.head > size) found("range", "a head beyond its bytes");
  if (page.stored > size - page.head) return;
  // Memory of exactly this size, so that AddressSanitizer sees every read beyond it.
  const std::vector<uint8_t> stored(in.data + 2 + page.head, in.data + 2 + page.head + page.stored);
  Allowance left(kMaxUnpacked, page.stored);
  if (page.kind == PageKind::dictionary) {
    const auto dictionary = read_dictionary(page, stored.data(), column, input.codec, left);
    if (dictionary->count() != page.values) found("count", "a dictionary of %d", page.values);
    return read_texts(*dictionary);
  }
  if (!page.has_rows()) return;
  auto dictionary = std::make_shared<ColumnValues>();
  dictionary->type = column.type;
  dictionary->bytes.resize(static_cast<size_t>(5 * width_of(column.type)));
  if (width_of(column.type) == 0) dictionary->texts.resize(5);
  ColumnValues values;
  values.type = column.type;
  values.dictionary = dictionary;
  values.begins.push_back(0);
  read_page(page, stored.data(), column, input.codec, left, values);
  if (values.begins.back() != values.count()) found("count", "%lld", static_cast<long long>(values.count()));
  if (values.nulls.size() + 1 != values.begins.size()) found("count", "rows");
  if (values.size() > 3 * (kMaxUnpacked + 2 * int64_t{page.stored}) + 4096) found("memory", "of one page");
  read_texts(values);
}

const char* dtype_of(const LeafColumn& leaf) {
  switch (leaf.type) {
    case PhysicalType::boolean: return "bool";
    case PhysicalType::int32: return leaf.unsigned32 ? "int64" : "int32";
    case PhysicalType::int64: return "int64";
    case PhysicalType::float32: return "float32";
    case PhysicalType::float64: return "float64";
    default: return "string";
  }
}

// The argument `columns` for the first columns of a file.
std::string columns_of(Input in) {
  const ParquetMetadata data = read_metadata(MemorySource(in.data, static_cast<int64_t>(in.size)), 1 << 20);
  Json columns = Json::object();
  for (const LeafColumn& leaf : data.columns) {
    const std::string name = data.names.text(leaf.name);
    const auto plain = [](unsigned char c) { return c >= ' ' && c < 127; };
    if (name.size() > 50 || !std::all_of(name.begin(), name.end(), plain) || leaf.repetitions > 1) continue;
    columns[name] = {{"dtype", dtype_of(leaf)}};
    if (columns.size() == 3) break;
  }
  return json_text(columns);
}

// Keeps the rows that have a value in the first column, and none of the kind that makes up inputs.
void run_chosen(const MemoryFile& file, const std::string& columns, int64_t rows) {
  const Json parsed = parse_json(columns);
  const auto first = parsed.begin();
  const Json other = first.value().at("dtype") == "string" ? Json("another") : Json(-77);
  const Json where = {{"where", {{first.key(), {{"not", other}}}}}};
  const ParquetReading chosen(file.path, columns, true, Selection::of(where, where));
  if (chosen.data->count() > rows) found("count", "%lld", static_cast<long long>(chosen.data->count()));
}

void run_file(Input in) {
  const std::string columns = columns_of(in);
  if (columns == "{}") return;
  const MemoryFile file(in);
  try {
    ParquetReading mapped(file.path, columns, true), plain(file.path, columns, false);
    const int64_t rows = std::min<int64_t>(mapped.data->count(), 100);
    for (int64_t row = 0; row < rows; ++row) {
      // The other one goes from the last row to the first, so pages are unpacked again.
      const int64_t number = row % 2 ? rows - 1 - row / 2 : row / 2;
      if (mapped.row(number) != plain.row(number)) found("differs", "row %lld", static_cast<long long>(number));
    }
    run_chosen(file, columns, mapped.data->count());
  } catch (const Error& error) {
    if (error.code != ErrorCode::FILE_UNREADABLE && error.code != ErrorCode::UNSUPPORTED &&
        error.code != ErrorCode::INVALID_ARGUMENT && error.code != ErrorCode::EMPTY_DATASET) {
      found("code", "%s", error.what());
    }
  }
}

const Target target(
    "parquet",
    [](Input in, Rng&) {
      if (in.size < 2) return;
      try {
        if (in.size > 4 && std::memcmp(in.data, "PAR1", 4) == 0) {
          run_file(in);
        } else if (in.data[0] == 0) {
          run_metadata(in.data + 1, in.size - 1);
        } else {
          run_page(in);
        }
      } catch (const ParquetFault&) {
      }
    },
    [](Rng& rng) { return one_in(rng, 3)   ? make_metadata(rng)
                          : one_in(rng, 2) ? make_page(rng)
                                           : make_file(rng); });

}  // namespace
}  // namespace penstock::fuzz
