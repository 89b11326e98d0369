// readers.parquet on the CPU: finds the page of a row, unpacks it where it is not in memory, and copies the row's
// values.
#include <algorithm>
#include <cstring>
#include <vector>

#include "core/dispatch.h"
#include "core/op.h"
#include "dataset/files/open_files.h"
#include "dataset/order/sample_reads.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_parquet.h"
#include "ops/readers_parquet/columns.h"
#include "ops/readers_parquet/page_cache.h"
#include "ops/readers_parquet/unit.h"

namespace penstock::ops {
namespace {

using Args = ReadersParquetArgs;

// What rows in order need of a column at one time: a page, and its dictionary.
constexpr size_t kKeptOfColumn = 2;

int64_t page_key(int64_t unit) { return 2 * unit; }
int64_t dictionary_key(int64_t chunk) { return 2 * chunk + 1; }

struct Shared : SharedState, SampleReads {
  explicit Shared(const Args& args)
      : files(!args.dont_use_mmap),
        columns(parse_columns(args.columns)),
        max_unpacked(limit_of(args.max_unpacked_bytes)),
        pages(args.page_cache_bytes, kKeptOfColumn * columns.size()) {}
  void append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const override;
  // A dictionary counts as used after each of its pages. So it stays at least as long as they do, which hold it.
  void use_dictionary(int64_t number, const StoredChunk& chunk) const {
    if (chunk.dictionary >= 0) pages.has(dictionary_key(number));
  }

  const OpenFiles files;
  const std::vector<ColumnSpec> columns;
  const int64_t max_unpacked;
  const PageCache pages;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

StoredUnit unit_at(const Dataset& data, int64_t number) { return data.blob(kUnits).at<StoredUnit>(number); }
StoredChunk chunk_at(const Dataset& data, int64_t number) { return data.blob(kChunks).at<StoredChunk>(number); }

// The number of the unit that has the row, in one of `columns` columns.
int64_t unit_of(const Dataset& data, size_t columns, int64_t file, size_t column, int64_t row) {
  const int64_t at = file * static_cast<int64_t>(columns) + static_cast<int64_t>(column);
  int64_t begin = data.blob(kUnitBegins).at<int64_t>(at), end = data.blob(kUnitBegins).at<int64_t>(at + 1);
  while (end - begin > 1) {
    const int64_t middle = (begin + end) / 2;
    (unit_at(data, middle).row <= row ? begin : end) = middle;
  }
  return begin;
}

void Shared::append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const {
  const Extent at = data.extent(sample);
  for (size_t column = 0; column < columns.size(); ++column) {
    const int64_t number = unit_of(data, columns.size(), at.file, column, at.offset);
    const StoredUnit unit = unit_at(data, number);
    const StoredChunk chunk = chunk_at(data, unit.chunk);
    if (pages.has(page_key(number))) {
      use_dictionary(unit.chunk, chunk);
      continue;
    }
    to.push_back({at.file, unit.begin, unit.end - unit.begin});
    // A list's unit has the dictionary, too.
    if (chunk.dictionary < 0 || chunk.repetitions || pages.has(dictionary_key(unit.chunk))) continue;
    to.push_back({at.file, chunk.dictionary, chunk.dictionary_end - chunk.dictionary});
  }
}

// The pages of the data set, unpacked where they are asked for.
class Pages {
 public:
  Pages(const Dataset& data, const Shared& shared) : data_(data), shared_(shared) {}

  // The values of the row in one column, and its place among them.
  PageCache::Values find(int64_t file, size_t column, int64_t row, int64_t& place) const {
    const int64_t number = unit_of(data_, shared_.columns.size(), file, column, row);
    const StoredUnit unit = unit_at(data_, number);
    const StoredChunk chunk = chunk_at(data_, unit.chunk);
    place = row - unit.row;
    PageCache::Values values = shared_.pages.get(page_key(number), [&] { return unpack(file, unit, chunk); });
    shared_.use_dictionary(unit.chunk, chunk);
    return values;
  }

 private:
  PageCache::Values unpack(int64_t file, const StoredUnit& unit, const StoredChunk& chunk) const {
    const auto open = shared_.files.get(data_, file);
    PageCache::Values dictionary;
    if (chunk.dictionary >= 0) {
      dictionary = shared_.pages.get(dictionary_key(unit.chunk),
                                     [&] { return read_chunk_dictionary(*open, chunk, shared_.max_unpacked); });
    }
    return read_unit(*open, unit, chunk, std::move(dictionary), shared_.max_unpacked);
  }

  const Dataset& data_;
  const Shared& shared_;
};

[[noreturn]] void bad_page(const std::string& column, const ParquetFault& fault) {
  throw Error(ErrorCode::BAD_SAMPLE, "Expected values of the column '" + column + "' but " + fault.what(),
              fault.limit
                  ? std::string("Raise ") + fault.limit +
                        " where the file comes from a source that you trust, or write smaller pages and row groups"
                  : "The file is damaged, or has changed since it was listed; onError 'skip' leaves the row out");
}

// The values of one row in a column.
struct Row {
  PageCache::Values values;
  int64_t begin = 0, count = 0;
  bool list = false;

  bool missing() const { return !list && count == 0; }
};

Row find_row(const SampleBase& s, size_t column) {
  const auto& shared = s.shared<Shared>();
  const Dataset& data = s.dataset();
  const Dataset::Extent at = data.extent(s.sample->index);
  const ColumnSpec& spec = shared.columns[column];
  Row row;
  int64_t place = 0;
  try {
    row.values = Pages(data, shared).find(at.file, column, at.offset, place);
  } catch (const ParquetFault& fault) {
    bad_page(spec.name, fault);
  }
  row.begin = row.values->begins[static_cast<size_t>(place)];
  row.count = row.values->begins[static_cast<size_t>(place) + 1] - row.begin;
  row.list = row.values->list;
  const bool null = row.missing() || row.values->nulls[static_cast<size_t>(place)];
  if (null && (!spec.has_default || row.list)) {
    throw Error(
        ErrorCode::BAD_SAMPLE,
        "Expected a value in the column '" + spec.name + "' but it " +
            (row.list ? "has a null in its list" : "is null"),
        row.list ? "Write lists without nulls" : "Give it a default in columns; onError 'skip' leaves the row out");
  }
  return row;
}

OutSpec output_of(const ColumnSpec& spec, const Row& row) {
  if (row.list) return {spec.dtype, {}, {row.count}};
  if (!spec.text) return {spec.dtype, {}, {}};
  const size_t size =
      row.missing() ? spec.text_default.size() : row.values->texts[static_cast<size_t>(row.begin)].size();
  return {DType::uint8, {}, {static_cast<int64_t>(size)}};
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) s.out[i] = output_of(columns[i], find_row(s, i));
}

template <class From>
void copy_as(DType dtype, const uint8_t* from, int64_t count, void* to) {
  dispatch(dtype, [&](auto zero) {
    using To = decltype(zero);
    for (int64_t i = 0; i < count; ++i) {
      From value;
      std::memcpy(&value, from + i * static_cast<int64_t>(sizeof value), sizeof value);
      static_cast<To*>(to)[i] = convert<To>(value);
    }
  });
}

void copy_numbers(const Row& row, TensorView& out) {
  const uint8_t* const from = row.values->bytes.data() + row.begin * width_of(row.values->type);
  switch (row.values->type) {
    case PhysicalType::int32:
      if (row.values->unsigned32) return copy_as<uint32_t>(out.dtype, from, row.count, out.data);
      return copy_as<int32_t>(out.dtype, from, row.count, out.data);
    case PhysicalType::int64: return copy_as<int64_t>(out.dtype, from, row.count, out.data);
    case PhysicalType::float32: return copy_as<float>(out.dtype, from, row.count, out.data);
    case PhysicalType::float64: return copy_as<double>(out.dtype, from, row.count, out.data);
    default: return copy_as<uint8_t>(out.dtype, from, row.count, out.data);
  }
}

void copy_row(const ColumnSpec& spec, const Row& row, TensorView& out) {
  if (spec.text) {
    const std::string_view text =
        row.missing() ? std::string_view(spec.text_default) : row.values->texts[static_cast<size_t>(row.begin)];
    if (!text.empty()) std::memcpy(out.data, text.data(), text.size());
  } else if (row.missing()) {
    copy_as<double>(out.dtype, reinterpret_cast<const uint8_t*>(&spec.number_default), 1, out.data);
  } else {
    copy_numbers(row, out);
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const auto& columns = s.shared<Shared>().columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Row row = find_row(s, i);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (output_of(columns[i], row).shape != s.out[i].shape) {
      bad_page(columns[i].name, ParquetFault("it has changed while it was read"));
    }
    copy_row(columns[i], row, s.out[i]);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_parquet, ReadersParquetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
